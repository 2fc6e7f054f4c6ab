"""Watches printed code run: which rules run at all, and which places of a ruleset do."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import CodeType, FrameType, FunctionType, TracebackType
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from hoyle.backends.contract import Build
    from hoyle.backends.python.build import PythonBuild

_GENERATED = "<hoyle "

Trace: TypeAlias = "Callable[[FrameType, str, Any], Trace | None]"


def listen(build: PythonBuild, heard: Callable[[str], None]) -> None:
    """Tells the rule of each function when that is first called, at next to no cost."""
    for name, function in list(build.globals.items()):
        if isinstance(function, FunctionType) and function.__code__.co_filename == build.file:
            rule = build.module.origins[function.__code__.co_firstlineno][0]
            if rule:
                _listen(build, name, function, rule, heard)


def _listen(
    build: PythonBuild,
    name: str,
    function: Callable[..., Any],
    rule: str,
    heard: Callable[[str], None],
) -> None:
    blocks = [index for index, block in enumerate(build.blocks) if block is function]

    def first(*arguments: Any) -> Any:
        heard(rule)
        build.globals[name] = function
        for index in blocks:
            build.blocks[index] = function
        return function(*arguments)

    build.globals[name] = first
    for index in blocks:
        build.blocks[index] = first


class PythonPlacesRun:
    """While it is entered, notes which places of a program are run; games must start inside."""

    def __init__(self) -> None:
        self._builds: dict[int, PythonBuild] = {}  # by their functions' globals
        # Code by identity: of two builds it may well be equal. What has been run whole needs no watching.
        self._lines: dict[int, tuple[CodeType, dict[str, Any], set[int], set[int]]] = {}
        self._before: Any = None

    def __enter__(self) -> PythonPlacesRun:
        self._before = sys.gettrace()
        sys.settrace(self._called)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        sys.settrace(self._before)

    def know(self, build: Build) -> None:
        """Says that code of this build may have been run."""
        from hoyle.backends.python.build import PythonBuild

        assert isinstance(build, PythonBuild)
        self._builds[id(build.globals)] = build

    @property
    def places(self) -> set[int]:
        """The numbers of the places that were run, in the programs of the builds that are known."""
        found: set[int] = set()
        late = [build.made_late for build in self._builds.values()]
        builds = self._builds | {id(build.globals): build for build in late if build is not None}
        for _, names, lines, _ in self._lines.values():
            build = builds.get(id(names))
            if build is not None:
                origins = build.module.origins
                found |= {origins[line][1] for line in lines if line < len(origins)}
        return found

    def _called(self, frame: FrameType, event: str, argument: Any) -> Trace | None:
        code = frame.f_code
        if not code.co_filename.startswith(_GENERATED) or code.co_filename.endswith("value"):
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
