"""A game in progress: plain data, and what can be done with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.ir.types import ValueType
from hoyle.plan.faults import Fault
from hoyle.plan.limits import MOST_DECISIONS
from hoyle.play.decision import CHANCE, Choice, Decision, PythonDecision
from hoyle.play.errors import IllegalChoice, PlayError, play_error
from hoyle.play.looking_ahead import LookingAhead
from hoyle.play.standing import Result, result_of

if TYPE_CHECKING:
    from hoyle.backends.contract import Build
    from hoyle.ir.program import Proc
    from hoyle.plan.model import Plan
    from hoyle.play.game import Game
    from hoyle.random import Stream

_new = object.__new__

NO_BOUND = 1 << 40
"""More decisions, or rounds, than any match can have."""


def bounds(decisions: int | None, rounds: int | None) -> tuple[int, int]:
    """How far random play may go, as numbers."""
    return NO_BOUND if decisions is None else decisions, NO_BOUND if rounds is None else rounds


class State(LookingAhead):
    """A game in progress.

    `v` holds all numbers, `z` the pieces of each zone, `k` the frames of what is going on; the rest is
    what the game waits for. Two states are equal if they will go on alike. Where all this is kept is a
    matter of the classes below, and of `NativeState`.
    """

    if not TYPE_CHECKING:  # to mypy, what has no slots of its own cannot be set
        __slots__ = ()

    build: Build
    game: Game
    v: list[Any]
    z: list[list[int]]
    k: list[tuple[Any, ...]]
    c: list[tuple[Any, ...]]
    log: list[tuple[Any, ...]]
    kept: dict[Any, tuple[int, Any]]  # of a recorded state: what was concluded from so much of its log
    history: Any
    start: dict[str, Any]
    recorder: Any
    u: list[int]  # what is left of the budget of steps, while rules run; anew for each choice

    weights: list[int]
    seat: int
    rng: int
    r: Any
    over: bool
    rounds: int
    decisions: int

    @property
    def plan(self) -> Plan:
        return self.build.plan

    @property
    def engine(self) -> str:
        """What plays this match: "python" or "native"."""
        return "python"

    # -------------------------------------------------------------- playing
    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        if self.over:
            raise PlayError("the match is over: nothing is left to decide")
        decision = _new(PythonDecision)
        decision._state = self
        decision._frame = self.k[-1]
        decision._raw = self.c
        decision.seat = self.seat
        return decision

    def begin(self) -> None:
        """Starts the match, up to its first decision."""
        try:
            self.build.begin(self)
        except Fault as fault:
            raise self._located(fault) from None

    def apply(self, choice: Choice | str | int) -> None:
        """Takes a choice: one of `decision.choices`, its index, or its label."""
        choices = self.c
        if isinstance(choice, Choice):
            index = choice.index
            raw = choice.raw
            # The very list it came from, or one that offers the same: a copy's, or one read back.
            if index >= len(choices) or (raw is not choices[index] and raw != choices[index]):
                raise IllegalChoice("this choice is not one of the decision that is due now")
        else:
            index = choice if type(choice) is int else self.index_of(str(choice))
            if not 0 <= index < len(choices):
                if self.over:
                    raise IllegalChoice("the match is over: nothing is left to decide")
                raise IllegalChoice(f"there is no choice {index}; they go from 0 to {len(choices) - 1}")
            raw = choices[index]
        if self.decisions >= MOST_DECISIONS:
            raise play_error(Fault("decisions", MOST_DECISIONS))
        if self.build.records:
            self._log_decision(index)
        self.history = (self.history, index)
        self.decisions += 1
        try:
            self.build.take(self, raw)
        except Fault as fault:
            error = self._located(fault)
            if self.plan.mode.record:
                error.events = self.events
            self._take_back()
            raise error from None
        except TypeError:
            # Frames hold values without their types, so data made by hand may turn out wrong late.
            if not self.start.get("restored"):
                raise
            self._take_back()
            raise PlayError(
                "the state was read from damaged data: a frame holds a value that cannot be there"
            ) from None

    def _located(self, fault: Fault) -> PlayError:
        """The fault with the rule it is in.

        Small rules are written out where they are called, so the game is played again with every rule a
        function of its own: there the fault shows where it really is.
        """
        # Steps are counted by the plan that is played, and by no other.
        if not self.plan.mode.careful and fault.code != "fuel":
            try:
                self.game.replayed(self, careful=True)
            except PlayError as better:
                return better if better.code != "fuel" else play_error(fault)
            except Exception:  # noqa: BLE001 (the first explanation is good enough)
                return play_error(fault)
        return play_error(fault)

    def _take_back(self) -> None:
        """Undoes a choice in the midst of which the rules failed, so that the state is what it was before."""
        self.history = self.history[0]
        self.decisions -= 1
        try:
            if "origin" in self.start:  # dealt anew: its history began with other cards
                before = self.start["origin"].in_python()
                for index in self.picks()[before.decisions :]:
                    before.apply(index)
            else:
                before = self.game.replayed(
                    self, record=self.plan.mode.record, careful=self.plan.mode.careful
                )
        except (PlayError, IllegalChoice):
            return  # data made by hand, whose history is not its own
        for name in ("v", "z", "k", "c", "weights", "seat", "rng", "rounds", "over", "log"):
            setattr(self, name, getattr(before, name))

    def index_of(self, label: str) -> int:
        """The index of the choice with a label; IllegalChoice says why there is none."""
        wanted = " ".join(label.split())
        if self.over:
            raise IllegalChoice("the match is over: nothing is left to decide")
        labels = PythonDecision(self).labels
        if wanted not in labels:
            from hoyle.play.refusals import canonical

            wanted = canonical(self, wanted)
        if wanted in labels:
            return labels.index(wanted)
        raise IllegalChoice(self.why_not(wanted) or f"`{wanted}` is not among the choices")

    def _log_decision(self, index: int) -> None:
        site = self.plan.sites[self.k[-1][0]]
        if site.decide is None:
            return
        raw, frame, seats = self.c[index], self.k[-1], self.plan.layout.players
        namer = self.game.labels(self.build)
        masks, unseen = namer.masks(raw, self), site.decide.how == "simultaneously"
        labels: Sequence[str] = range(len(self.c))  # type: ignore[assignment]
        told: tuple[str | None, ...] = ()
        if not self.plan.mode.guided:  # nobody reads the labels of a world that is looked for
            labels = tuple(PythonDecision(self).labels)
            told = tuple(
                None if unseen else namer.told(raw, masks, frame, 1 << seat, self)
                for seat in range(seats + 1)
            )
        self.log.append(
            ("decide", self.seat, site.decide.name, labels, index, site.id, raw, masks,
             namer.places(raw, self), told, unseen)
        )  # fmt: skip

    @property
    def result(self) -> Result:
        """Scores, winners and ranks; as they are now, while the match goes on."""
        return result_of(self)

    def playout(self, stream: Stream, *, decisions: int | None = None, rounds: int | None = None) -> Result:
        """How the match ends if all choices from here on are random; the state stays as it is.

        With a bound on decisions or rounds it may stop before: then this is how the match stands there.
        """
        state = self.copy()
        state.play_on(stream, decisions=decisions, rounds=rounds)
        return state.result

    def play_on(self, stream: Stream, *, decisions: int | None = None, rounds: int | None = None) -> int:
        """Takes random choices until the match is over, or a bound is reached; how many it were.

        Each choice is as likely as the others, and chance, where it is stepped, as it is.
        """
        most, most_rounds = bounds(decisions, rounds)
        first, last = self.decisions, self.rounds + most_rounds
        while not self.over and self.decisions - first < most and self.rounds < last:
            at_chance = self.seat == CHANCE
            self.apply(self.chance_outcome(stream) if at_chance else stream.below(len(self.c)))
        return self.decisions - first

    # -------------------------------------------------------------- as data
    def copy(self) -> State:
        """An independent state that goes on alike."""
        raise NotImplementedError

    def __copy__(self) -> State:
        return self.copy()

    def in_python(self) -> PythonState:
        """An independent copy whose parts are lists of Python."""
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.copy()

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its JSON, with the game; a recording state with what it has recorded."""
        from hoyle.play.saved import saved, unpickled

        return unpickled, (self.game, saved(self), self.plan.mode.record, self.log)

    def _key(self) -> tuple[Any, ...]:
        return (
            self.plan.program.hash, self.plan.layout.players,
            tuple(sorted(self.plan.layout.options.items())),
            tuple(self.v), tuple(map(tuple, self.z)), tuple(self.k), self.rng, self.over, self.seat,
        )  # fmt: skip

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self._key() == other._key()

    def __hash__(self) -> int:
        return hash(self._key())

    def to_json(self) -> dict[str, Any]:
        """Everything needed to go on elsewhere; pinned to the ruleset by its hash."""
        from hoyle.play.saved import saved

        return saved(self)

    def picks(self) -> list[int]:
        """The index of every choice taken so far."""
        found = []
        node = self.history
        while node is not None:
            node, index = node
            found.append(index)
        return found[::-1]

    # -------------------------------------------------------------- looking
    def view(self, seat: int | None) -> dict[str, Any]:
        """What one seat may know; None is a spectator."""
        from hoyle.play.view import view

        return view(self, seat)

    def determinise(self, seat: int | None, seed: int, tries: int | None = None) -> State:
        """A world that a seat cannot tell from this one, and that holds nothing of what it does not know.

        A pure function of what the seat was shown, and the seed. `tries` says how hard to look for a world
        in which all happens as the seat saw it; `state.exact` of what comes says whether that was found.
        """
        from hoyle.play.knowledge.worlds import determinise

        return determinise(self, seat, seed, tries)

    @property
    def exact(self) -> bool:
        """Whether all that was shown happens in this world: always, but for worlds that were not found so."""
        return bool(self.start.get("exact", True))

    def why_not(self, label: str) -> str | None:
        """Why a choice is not legal now, with the rule's place; None if it is."""
        refusal = self.refusal(label)
        return None if refusal is None else str(refusal)

    def refusal(self, label: str) -> Any:
        """Why a choice is refused: the condition that failed, its reason, its place; None if it is legal."""
        from hoyle.play.refusals import refusal

        return refusal(self, " ".join(label.split()))

    def out_by(self, active: Proc) -> list[int]:
        """Who is not active, as a rule of the ruleset says; nobody where it cannot say."""
        from hoyle.play.standing import out_by

        return out_by(self, active)

    @property
    def events(self) -> list[dict[str, Any]]:
        """What has happened since the start, one dictionary an event."""
        from hoyle.play.events import events

        return events(self)

    def events_for(self, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
        """The same as one seat saw it; None is a spectator. `since`: without so many of the first ones."""
        from hoyle.play.events import events_for

        return events_for(self, seat, since)

    def scripted(self, items: Sequence[int], type_: ValueType) -> int | None:
        """What comes up next where somebody has written it down; None when nothing is left of that."""
        words, used = self.start["script"]
        if used == len(words):
            return None
        self.start = self.start | {"script": (words, used + 1)}
        labels = self.game.labels(self.build)
        for item in items:
            if words[used] in (labels.value(item, type_), str(labels.plain(item, type_))):
                return item
        shown = list(dict.fromkeys(labels.value(item, type_) for item in items))
        there = ", ".join([*shown[:12], *(["…"] if len(shown) > 12 else [])])
        raise Fault("not scripted", words[used], there)

    def mark(self) -> int:
        """A mark for `events_since`."""
        return len(self.events)

    def events_since(self, mark: int) -> list[dict[str, Any]]:
        return self.events[mark:]

    def get(self, name: str, *indices: int) -> Any:
        """A state variable or the labels of a zone, by its name: for tools that see everything.

        What there is several of takes its indices, in their order: `state.get("men", 0, 12)`.
        """
        layout, labels = self.plan.layout, self.game.labels(self.build)
        if name not in layout.zones and name not in layout.slots:
            raise KeyError(f"{self.game.id} has no zone or variable {name!r}")
        slot = layout.zones[name] if name in layout.zones else layout.slots[name]
        if len(indices) != len(slot.per):
            wanted = " and ".join(str(type_).rpartition(":")[2] for type_ in slot.per)
            words = f"there is one {name!r} per {wanted}" if slot.per else f"{name!r} is single"
            many = {0: "no index", 1: "one index"}.get(len(slot.per), f"{len(slot.per)} indices")
            raise IndexError(f"{words}: it takes {many}")
        offset = 0
        for index, low, size in zip(indices, slot.lows, slot.sizes, strict=True):
            if type(index) is not int:
                raise TypeError(f"an index of {name!r} is a number, not {index!r}")
            if not 0 <= index - low < size:
                raise IndexError(f"{name!r} has no index {index}")
            offset = offset * size + index - low
        if name in layout.zones:
            return [labels.pieces[piece] for piece in self.z[slot.base + offset]]
        return labels.plain(self.v[slot.base + offset], layout.slots[name].type)

    def __repr__(self) -> str:
        where = "over" if self.over else repr(self.decision)
        return f"<State of {self.plan.program.id}, {self.plan.layout.players} players, {where}>"


class PythonState(State):
    """A state whose parts are lists of Python."""

    __slots__ = (
        "build",
        "c",
        "decisions",
        "game",
        "history",
        "k",
        "kept",
        "log",
        "over",
        "r",
        "recorder",
        "rng",
        "rounds",
        "seat",
        "start",
        "u",
        "v",
        "weights",
        "z",
    )  # fmt: skip

    def __init__(self, game: Game, build: Build, start: dict[str, Any]) -> None:
        layout = build.plan.layout
        self.game, self.build, self.start = game, build, start
        self.v = [0] * (layout.size + (2 * len(layout.handles) if build.plan.mode.stepped else 0))
        self.v[layout.slots["clockwise"].base] = 1
        for slot in layout.slots.values():
            if slot.type.kind in ("list", "memory"):
                self.v[slot.base : slot.base + slot.count] = [()] * slot.count
        self.z = [[] for _ in layout.handles]
        self.k = []
        self.c = []
        self.weights = []
        self.seat = -1
        self.rng = start["rng"]
        self.r = 0
        self.over = False
        self.rounds = 0
        self.decisions = 0
        self.history = None
        self.log = []
        self.kept = {}
        self.recorder = None

    def copy(self) -> PythonState:
        """An independent state that goes on alike."""
        new = PythonState.__new__(PythonState)
        new.build, new.game, new.start = self.build, self.game, self.start
        new.v = self.v[:]
        new.z = [zone[:] for zone in self.z]
        new.k = self.k[:]
        new.c = self.c
        new.weights = self.weights
        new.seat = self.seat
        new.rng = self.rng
        new.r = 0
        new.over = self.over
        new.rounds = self.rounds
        new.decisions = self.decisions
        new.history = self.history
        new.log = self.log[:] if self.log else []
        new.kept = dict(self.kept) if self.kept else {}
        new.recorder = self.recorder
        return new

    def in_python(self) -> PythonState:
        """An independent copy whose parts are lists of Python."""
        return self.copy()
