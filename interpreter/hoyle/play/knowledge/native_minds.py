"""Worlds that machine code finds: the same ones, sooner."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from hoyle.plan.faults import Fault
from hoyle.play.knowledge.guide import Opening
from hoyle.play.knowledge.story import Entry, Eyes, taken
from hoyle.play.state import PythonState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.backends.contract import FoundWorld, NativeMind, NativeMinds
    from hoyle.play.game import Game


class Past:
    """How a world came about, as it would have been recorded; played again when somebody asks."""

    def __init__(self, opening: Opening, found: FoundWorld) -> None:
        self._opening, self._found = opening, found

    @cached_property
    def entries(self) -> list[Entry]:
        """All that happened in it."""
        return self.state.log

    @cached_property
    def state(self) -> PythonState:
        """The world itself, come about by the same choices and the same chance."""
        picks, came, shuffles = self._found.told()
        guide = _Course(came, shuffles)
        state = self._opening.begun_by(guide)
        try:
            self._opening.build.begin(state)
            for index in picks:
                state._log_decision(index)
                state.history = (state.history, index)
                state.decisions += 1
                state.build.take(state, state.c[index])
        except (Fault, LookupError) as error:
            raise AssertionError("a world went otherwise than machine code said") from error
        return state


class _Course:
    """Chance that brings what it has brought before."""

    def __init__(self, came: list[int], shuffles: list[list[int]]) -> None:
        self._came, self._shuffles = iter(came), iter(shuffles)

    def shuffle(self, zone: list[int]) -> None:
        """Brings a zone into an order; called by the runtime of guided plans."""
        zone[:] = next(self._shuffles)

    def random(self, items: Sequence[int], piece: bool) -> int:
        """One of some items; called by the runtime of guided plans."""
        return next(self._came)


class Began:
    """How a native world stood when it began, as words: read when somebody asks."""

    def __init__(self, game: Game, build: Any, form: Any, words: bytes) -> None:
        self._game, self._build, self._format, self._words = game, build, form, words

    def in_python(self) -> PythonState:
        """A state of Python."""
        found = PythonState(self._game, self._build, {"seed": None, "rng": 0})
        self._format.read(self._words, found)
        return found


def native_mind(
    minds: NativeMinds,
    opening: Opening,
    eyes: Eyes,
    story: list[Entry],
    due: tuple[int, int] | None,
    own: list[Any] | None,
) -> NativeMind | None:
    """A seat's story in machine code; None where it has no place there."""
    kinds = opening.game.labels(opening.build).kinds
    picks = [
        taken(story, number, kinds) if shown[0] == "decide" else None for number, shown in enumerate(story)
    ]
    return minds.mind(opening.begun_by(None), story, picks, eyes.seat, due, own)
