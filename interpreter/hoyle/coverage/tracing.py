"""Notes which lines of generated code are run, and which choices are offered and taken."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from types import CodeType, FrameType, TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

from hoyle.coverage.marks import Marked, Point

if TYPE_CHECKING:
    from hoyle.backends.python.build import Build
    from hoyle.play.state import State

_GENERATED = "<hoyle "

Trace: TypeAlias = "Callable[[FrameType, str, Any], Trace | None]"


class Tracing:
    """While it is entered, notes what the games of a marked program run; games must start inside."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.offered: Counter[int] = Counter()  # by the place of the alternative
        self._builds: dict[int, Build] = {}  # by their functions' globals
        # Code by identity: of two builds it may well be equal. What has been run whole needs no watching.
        self._lines: dict[int, tuple[CodeType, dict[str, Any], set[int], set[int]]] = {}
        self._before: Any = None

    def __enter__(self) -> Tracing:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.settrace(self._before)

    def look(self, state: State) -> None:
        """Notes what is on offer; to be called for every position in which a game waits or ends."""
        build = state.build
        self._builds[id(build.globals)] = build
        for block in {raw[0] for raw in state.c}:
            site, number = build.alternatives.get(block, (None, -1))
            if site is not None and site.decide is not None and number >= 0:
                self.offered[site.decide.alternatives[number].at] += 1

    def met(self) -> frozenset[Point]:
        """The points that were exercised."""
        hit: set[int] = set()
        for _, names, lines, _ in self._lines.values():
            build = self._builds.get(id(names))
            if build is not None:
                hit |= {build.origins[line][1] for line in lines if line < len(build.origins)}
        return frozenset(point for point in self.marked.points if point.shows & hit)

    def _called(self, frame: FrameType, event: str, argument: Any) -> Trace | None:
        code = frame.f_code
        if not code.co_filename.startswith(_GENERATED) or code.co_filename.endswith("probe"):
            return None
        found = self._lines.get(id(code))
        if found is None:
            pending = {
                line for _, _, line in code.co_lines() if line is not None and line > code.co_firstlineno
            }
            found = code, frame.f_globals, set(), pending
            self._lines[id(code)] = found
        _, _, lines, pending = found
        if not pending:
            return None

        def ran(inner: FrameType, what: str, value: Any) -> Trace | None:
            if what == "line":
                lines.add(inner.f_lineno)
                pending.discard(inner.f_lineno)
            return ran

        return ran
