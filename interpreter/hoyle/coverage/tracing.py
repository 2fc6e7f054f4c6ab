"""Notes which places of a marked program are run, and which choices are offered."""

from __future__ import annotations

from collections import Counter
from types import TracebackType
from typing import TYPE_CHECKING

from hoyle.backends.contract import watch_places
from hoyle.coverage.marks import Marked, Point

if TYPE_CHECKING:
    from hoyle.play.state import State


class Tracing:
    """While it is entered, notes what the games of a marked program run; games must start inside."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.offered: Counter[int] = Counter()  # by the place of the alternative
        self._places = watch_places()

    def __enter__(self) -> Tracing:
        self._places.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._places.__exit__(kind, error, trace)

    def look(self, state: State) -> None:
        """Notes what is on offer; to be called for every position in which a game waits or ends."""
        self._places.know(state.build)
        for block in {raw[0] for raw in state.c}:
            site, number = state.plan.alternatives.get(block, (None, -1))
            if site is not None and site.decide is not None and number >= 0:
                self.offered[site.decide.alternatives[number].at] += 1

    def met(self) -> frozenset[Point]:
        """The points that were exercised."""
        run = self._places.places
        return frozenset(point for point in self.marked.points if point.shows & run)
