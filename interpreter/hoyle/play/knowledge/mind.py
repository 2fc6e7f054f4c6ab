"""What a seat can conclude from its story: worlds in which all happens since the round began as it saw it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.plan.model import Mode
from hoyle.play.knowledge.guide import Due, Opening, due_of
from hoyle.play.knowledge.mending import Mending
from hoyle.play.knowledge.native_minds import native_mind
from hoyle.play.knowledge.story import Entry, Eyes
from hoyle.play.knowledge.tokens import Contradiction
from hoyle.random import derive

if TYPE_CHECKING:
    from hoyle.backends.contract import NativeMind, NativeMinds
    from hoyle.play.state import PythonState, State


_FRESH, _ENTRIES = 3, 1_500
"""How often all is dealt anew before a world is made from a mended one: so often at least, and with short
stories until so many entries were gone through, since what is dealt anew is a fair draw."""

_BASES = 3
"""Worlds that are mended, from which others are made."""


class Mind:
    """The story of a seat since the last moment at which nothing was hidden from it."""

    def __init__(self, eyes: Eyes, opening: Opening | None) -> None:
        self.eyes, self.opening = eyes, opening
        self.story: list[Entry] = []
        self.due: Due = None
        self._bases: dict[tuple[int, int], Mending | None] = {}
        self._native: NativeMind | None = None
        self._has_native = False

    def copy(self) -> Mind:
        """The same story, which may go on otherwise."""
        found = Mind(self.eyes, self.opening)
        found.story = self.story[:]
        return found

    def in_native_code(self, minds: NativeMinds, own: list[Any] | None) -> NativeMind | None:
        """The same in native code, where it has a place there; `own` is what the seat can choose from now."""
        if not self._has_native and self.opening is not None:
            self._native = native_mind(minds, self.opening, self.eyes, self.story, self.due, own)
            self._has_native = True
        return self._native

    def world(self, seed: int, tries: int) -> PythonState | None:
        """A world in which the seat sees its story; None if it was not found in so many tries."""
        if self.opening is None or not tries:
            return None
        fresh = min(max(_FRESH, _ENTRIES // (len(self.story) + 1)), tries)
        for attempt in range(fresh):
            found = self._mending(derive(seed, attempt))
            if found is not None and found.here.fits:
                return found.here.state
        for number in range(_BASES):
            base = self._base((seed + number) % _BASES, tries // _BASES)
            if base is not None:
                return base.mixed(derive(seed, fresh))
        return None

    def _base(self, number: int, tries: int) -> Mending | None:
        """One of a few worlds that were mended; None if that was not possible."""
        if (number, tries) not in self._bases:
            self._bases[number, tries] = self._mended(derive(len(self.story), number), tries)
        return self._bases[number, tries]

    def _mended(self, seed: int, tries: int) -> Mending | None:
        """A world that fits; what cannot be mended is begun anew, as long as there are tries left."""
        begun = 0
        while begun < tries:
            found = self._mending(derive(seed, begun))
            begun += 1
            if found is not None:
                tries -= found.mend(tries - begun)
                if found.here.fits:
                    return found
        return None

    def _mending(self, seed: int) -> Mending | None:
        assert self.opening is not None
        try:
            return Mending(self.opening, self.eyes, self.story, self.due, seed)
        except Contradiction:
            return None


def mind_of(recorded: State, log: list[Entry], eyes: Eyes) -> Mind:
    """What a seat can conclude from a record; made from the one before where that is kept."""
    key = "mind", eyes.seat
    done, known = recorded.kept.get(key, (0, None))
    mind: Mind = Mind(eyes, None) if known is None else known.copy() if done < len(log) else known
    for number in range(done, len(log)):
        entry = log[number]
        if entry[0] == "round" and (mind.opening is None or begins_anew(recorded)):
            mind = Mind(eyes, _opening(recorded, entry))
        shown = eyes.shown(entry, log[number + 1] if number + 1 < len(log) else ())
        if shown is not None:
            mind.story.append(shown)
    due = due_of(recorded)
    mind.due = None if due is None else (due[0], eyes.number(due[1]))
    recorded.kept[key] = len(log), mind
    return mind


def begins_anew(state: State) -> bool:
    """Whether a round begins with nothing hidden: what outlasts a round is seen by everybody."""
    layout, program = state.plan.layout, state.plan.program
    return not any(zone.lasts for zone, _ in layout.handles) and all(
        var.scope == "round" or (var.seen == "everyone" and not layout.slots[var.name].per_piece
                                 and not var.type.names_pieces)
        for var in program.vars
    )  # fmt: skip


def _opening(recorded: State, entry: Entry) -> Opening:
    """The beginning of a round, without anything of the round before."""
    _, number, numbers, _ = entry
    layout, program, game = recorded.plan.layout, recorded.plan.program, recorded.game
    build = game.build(layout.players, layout.options, Mode(record=True, guided=True))
    v: list[Any] = list(numbers[: layout.size])
    v[layout.slots["round_number"].base] = number - 1
    for var in program.vars:
        if var.scope == "round":
            slot = layout.slots[var.name]
            empty: Any = () if slot.type.kind in ("list", "memory") else 0
            v[slot.base : slot.base + slot.count] = [empty] * slot.count
    v[layout.location :] = [0] * (layout.size - layout.location)
    return Opening(game, build, v, number - 1)
