"""One table: a game, who sits at it, and what was chosen; nothing is shown before it is kept."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Protocol

from hoyle import IllegalChoice, PlayError, StartError
from hoyle.tabletop.refusals import refusal_of
from hoyle.web.frames import Around
from hoyle.web.knowledge import Knowledge, knowledge_of
from hoyle.web.store import Taken

if TYPE_CHECKING:
    from hoyle import Game, State
    from hoyle.plan.model import Site
    from hoyle.web.store import Record, Seat, Store


class Listener(Protocol):
    """Somebody who looks at a table: at a seat, or as a watcher."""

    seat: int | None

    def wake(self) -> None:
        """There is something new to see."""


class Refused(Exception):
    """What somebody wants cannot be done; the message is for them."""


class Proposal:
    """A wish to take a choice back, and who has agreed so far."""

    def __init__(self, by: int, keep: int, agreed: set[int]) -> None:
        self.by = by
        self.keep = keep  # so many choices stay
        self.agreed = agreed


class Table:
    """A game with people and bots around it.

    `at` is the number of the last thing that was kept: a frame has it, and a move says which it answers.
    """

    def __init__(self, record: Record, game: Game, state: State, store: Store) -> None:
        self.id = record.id
        self.record = record
        self.game = game
        self.state = state
        self.store = store
        self.at = record.last
        self.seats: list[Seat] = list(record.seats)
        self.taken: list[Taken] = list(record.taken)
        self.moves = set(record.moves)
        self.proposal: Proposal | None = None
        self.stopped: str | None = None  # why the game cannot go on: its rules failed
        self.lost: tuple[
            Taken, ...
        ] = ()  # choices that changed rules do not allow, until another one is taken
        self.notice: str | None = None  # what has become of the table since its rules were changed
        self.lock = asyncio.Lock()
        self.listeners: set[Listener] = set()
        self._known: tuple[State, dict[int | None, Knowledge]] = (state, {})

    # -------------------------------------------------------------- who is who
    def seat_of(self, secret: str | None) -> int | None:
        """The seat that a secret opens; None for a watcher, Refused for a secret that opens nothing."""
        from hmac import compare_digest

        if secret is None:
            return None
        for number, seat in enumerate(self.seats):
            if seat.bot is None and compare_digest(seat.secret.encode(), secret.encode()):
                return number
        raise Refused("this link opens no seat at this table; ask for a new one, or watch without it")

    @property
    def people(self) -> set[int]:
        return {number for number, seat in enumerate(self.seats) if seat.bot is None}

    @property
    def bot_due(self) -> str | None:
        """The bot that has to choose now, if one has."""
        if self.state.over or self.stopped is not None:
            return None
        return self.seats[self.state.decision.seat].bot

    def changed(self) -> None:
        """Tells everybody who looks that there is something new to see."""
        for listener in tuple(self.listeners):
            listener.wake()

    def known(self, seat: int | None) -> Knowledge:
        """What a seat knows now; made once, however many look."""
        if self._known[0] is not self.state:
            self._known = (self.state, {})
        found = self._known[1]
        if seat not in found:
            found[seat] = knowledge_of(self.state, seat)
        return found[seat]

    def around(self, author: bool = False, findings: tuple[dict[str, Any], ...] = ()) -> Around:
        """What is around the game."""
        there = {listener.seat for listener in self.listeners}
        proposal = self.proposal
        return Around(
            at=self.at,
            names=tuple(seat.name for seat in self.seats),
            bots=tuple(seat.bot for seat in self.seats),
            present=tuple(seat.bot is not None or number in there for number, seat in enumerate(self.seats)),
            watchers=sum(listener.seat is None for listener in self.listeners),
            proposal=None if proposal is None else (proposal.by, tuple(sorted(proposal.agreed))),
            stopped=self.stopped,
            notice=self.notice,
            author=author,
            findings=findings,
        )

    def why_not(self, seat: int, what: str) -> str:
        """Why a choice, or one thing in it, cannot be taken now; for the seat that is to choose."""
        if self.state.over:
            return "the game is over"
        decision = self.state.decision
        if decision.seat != seat:
            return "it is not your turn"
        if any(what in (choice.label, *choice.label.split(" ", 1)[1:]) for choice in decision):
            return "it is possible"
        if what in self.state.plan.zone_names:
            return self._why_not_from(what, seat, self.state.plan.sites[self.state.k[-1][0]])
        best = refusal_of(self.state, what)
        if best is None:
            return "it is possible"
        if best.condition == "unknown":
            return f"{what}: nothing can be done with it now"
        return str(best.reason)

    def _why_not_from(self, zone: str, seat: int, site: Site) -> str:
        """Why nothing is taken from a pile now."""
        if any(zone in offered.zones for offered in self.known(seat).choices):
            return "it is possible"
        if site.decide is not None:
            sources = self.state.game.sources(self.state)
            for alternative, zones in zip(site.decide.alternatives, sources, strict=True):
                refusal = self.state.refusal(alternative.verb) if zone in zones else None
                if refusal is not None and refusal.condition != "unknown":
                    return str(refusal.reason)
        return "none of your choices takes anything from it now"

    # -------------------------------------------------------------- choosing
    async def choose(self, seat: int, at: int, pick: int, move: str | None) -> bool:
        """Takes a choice once; False if this very move has been taken before."""
        async with self.lock:
            if move is not None and move in self.moves:
                return False
            if self.stopped is not None:
                raise Refused(self.stopped)
            if self.state.over:
                raise Refused("the game is over")
            if at != self.at:
                raise Refused("the game has gone on in the meantime; this is how it stands now")
            if self.state.decision.seat != seat:
                raise Refused("it is not your turn")
            if not 0 <= pick < len(self.state.decision):
                raise Refused("there is no such choice")
            new = self.state.copy()
            label = new.decision[pick].label
            try:
                new.apply(pick)
            except IllegalChoice as error:
                raise Refused(str(error)) from None
            except PlayError as error:
                self.stopped = f"the rules failed, and the game stops here: {error}"
                self.changed()
                raise Refused(self.stopped) from None
            taken = Taken(self.at + 1, pick, label, move)
            await self.store.take(self.id, taken, new.over)
            self.state = new
            self.taken.append(taken)
            self.at = taken.number
            self.proposal, self.lost = None, ()
            if move is not None:
                self.notice = None
                self.moves.add(move)
        self.changed()
        return True

    # -------------------------------------------------------------- taking back
    def last_of(self, seat: int) -> int | None:
        """How many choices stay if the last one of a seat is taken back; None if it has none."""
        deciders = [event["seat"] for event in self.state.events if event["event"] == "decide"]
        for number in range(len(deciders) - 1, -1, -1):
            if deciders[number] == seat:
                return number
        return None

    async def propose(self, seat: int, at: int) -> None:
        """Asks everybody whether a seat's last choice may be taken back."""
        if at != self.at:
            raise Refused("the game has gone on in the meantime; this is how it stands now")
        keep = self.last_of(seat)
        if keep is None:
            raise Refused("you have chosen nothing yet that could be taken back")
        self.proposal = Proposal(seat, keep, {seat})
        await self._settle()

    async def answer(self, seat: int, at: int, agreed: bool) -> None:
        """What somebody says to a proposal."""
        if self.proposal is None or at != self.at:
            raise Refused("there is nothing to agree to any more")
        if not agreed:
            self.proposal = None
            self.changed()
            return
        self.proposal.agreed.add(seat)
        await self._settle()

    async def _settle(self) -> None:
        """Bots agree to everything; when all people do, the choices go."""
        proposal = self.proposal
        assert proposal is not None
        if not self.people <= proposal.agreed:
            self.changed()
            return
        async with self.lock:
            if self.proposal is not proposal:
                return
            kept = self.taken[: proposal.keep]
            state = started(self.game, self.record)
            for one in kept:
                state.apply(one.pick)
            number = self.at + 1
            await self.store.take_back(self.id, kept[-1].number if kept else 0, number)
            self.state, self.taken, self.at = state, kept, number
            self.proposal, self.stopped = None, None
        self.changed()

    # -------------------------------------------------------------- others
    async def rename(self, seat: int, name: str) -> None:
        """Calls a seat by another name."""
        await self.store.rename(self.id, seat, name)
        self.seats[seat] = replace(self.seats[seat], name=name)
        self.changed()

    async def play_by(self, game: Game) -> None:
        """Goes on by changed rules: as far as every choice so far is still one there."""
        async with self.lock:
            if game.hash == self.record.hash:
                return
            options = with_new_defaults(self.game, game, self.record)
            record = replace(self.record, hash=game.hash, options=options)
            state = started(game, record)
            choices: list[tuple[int, str]] = []
            notice = None
            wanted = [*self.taken, *self.lost]  # what the rules before did not allow may be possible again
            for number, one in enumerate(wanted, start=1):
                try:
                    before = state.copy()
                    index = state.index_of(one.label)
                    state.apply(index)
                except (IllegalChoice, PlayError) as error:
                    state = before
                    notice = (
                        f"by the new rules choice {number} of {len(wanted)}, `{one.label}`, is impossible"
                        f" ({error}); the table stands before it"
                    )
                    break
                choices.append((index, one.label))
            first = self.at + 1
            last = await self.store.replay(self.id, game.hash, options, choices, first)
            self.record, self.game, self.state = record, game, state
            self.taken = [Taken(first + n, pick, label, None) for n, (pick, label) in enumerate(choices)]
            self.at, self.proposal, self.stopped = last, None, None
            self.lost = tuple(wanted[len(choices) :])
            self.notice = notice or "the rules have changed, and the game goes on where it was"
        self.changed()


def with_new_defaults(old: Game, new: Game, record: Record) -> dict[str, Any]:
    """The options of a table by changed rules: what was left at its default is at the new one."""
    try:
        before = old.shown_options(old.chosen_options({}, record.players))
        now = new.shown_options(new.chosen_options({}, record.players))
    except StartError:
        return record.options
    chosen = record.options
    return {
        name: now[name] if value == before.get(name) and name in now else value
        for name, value in chosen.items()
    }


def started(game: Game, record: Record) -> State:
    """The game of a record at its beginning; it writes its events down, since everybody asks for them."""
    return game.start(record.players, record.seed, record.options, record=True)


def restored(game: Game, record: Record) -> State:
    """The game of a record as far as it was played."""
    state = started(game, record)
    for one in record.taken:
        state.apply(one.pick)
    return state
