"""Searches in machine code: what they go by, handed over as numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.play.native import NativeState

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.backends.contract import NativeSearch, Searched
    from hoyle.play.perspective import Outlook

_AIMS = ("rank", "score", "together")


@dataclass(frozen=True, slots=True)
class Settings:
    """What a search goes by: whoever asks for it says everything, and machine code only counts."""

    before: Sequence[int]  # the scores at the root
    rounds: int  # those that were over there
    this_round: bool  # whether playouts end with the round
    most_plies: int
    tries: int  # worlds that may be refused, one after the other
    most_nodes: int
    wide: int
    width: float
    exploration: float
    cut: float
    met: tuple[float, float, float]  # the largest lead so far, the least and the most of what all share
    logs: Sequence[float]  # of small numbers; of a larger one its half's is taken, and more added
    shifts: Sequence[float]  # by how often it was halved
    consider: Sequence[int] | None = None  # the choices among which a flat search divides; None: a tree
    playouts: int = -1  # of a flat search; -1: as many as there is time for


class Search:
    """A search over the worlds of an outlook, in machine code."""

    def __init__(self, outlook: Outlook, native: NativeSearch) -> None:
        self._outlook, self._native = outlook, native

    def give(self, number: int, places: Sequence[int] | None) -> bool:
        """Hands a position over, and where it lists each choice; None is one that does not fit."""
        if places is None:
            return self._native.world(number, None, ())
        position = self._outlook.position(number)
        fits = isinstance(position, NativeState) and position.plain is None
        return fits and self._native.world(number, position, places)

    def run(self, stream: int, most: int) -> tuple[int, Searched]:
        """Goes on for so many worlds at most: the random stream as it goes on, and how it stands."""
        return self._native.run(stream, most)

    def met(self) -> tuple[float, float, float]:
        """The largest lead that was met, the least and the most of what all share."""
        return self._native.met()

    def found(self) -> list[tuple[int, float]] | None:
        """How often each choice was taken, -1 if never, and the sum of what came of it."""
        return self._native.found()


def search_of(outlook: Outlook, number: int, worlds: int, settings: Settings) -> Search | None:
    """A search over worlds of which one has this number; None if machine code cannot."""
    position = outlook.position(number)
    tables = position.keys.tables
    if not isinstance(position, NativeState) or position.plain is not None or tables is None:
        return None
    flat, players, choices = settings.consider is not None, outlook.players, len(outlook.keys)
    consider = settings.consider or ()
    words = [
        players, outlook.seat, 1 if flat or position.keys.public else players, _AIMS.index(outlook.aim),
        1 if outlook.game.highest_wins else -1, int(settings.this_round), settings.rounds,
        settings.most_plies, settings.tries, worlds, settings.most_nodes, settings.wide, choices, int(flat),
        settings.playouts, len(settings.logs), len(consider), *consider, *position.plan.layout.team_of,
        *settings.before, *tables,
    ]  # fmt: skip
    reals = [
        settings.exploration, settings.width, settings.cut, *settings.met, *settings.logs, *settings.shifts
    ]  # fmt: skip
    native = position.native.search(array("i", words), array("d", reals), choices)
    return None if native is None else Search(outlook, native)
