"""What play asks of a back end: a build of a plan, and nothing else of it."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from hoyle.ir import program as ir
from hoyle.plan.model import Plan

if TYPE_CHECKING:
    from hoyle.play.state import State


class Build(Protocol):
    """Code for one plan. Whatever a ruleset does wrong comes out as a `Fault` with its rule and place."""

    plan: Plan
    records: bool  # whether events are written down as they happen

    def begin(self, state: State) -> None:
        """Starts a match, up to its first decision."""

    def take(self, state: State, choice: tuple[Any, ...]) -> None:
        """Goes on with a choice; afterwards the state waits for the next one or is over."""

    def list_choices(self, state: State) -> None:
        """Lists the choices of a state that was read back: sets its seat, choices and weights."""

    def value(self, state: State, params: tuple[str, ...], args: tuple[Any, ...], expr: ir.Expr) -> Any:
        """The value of an expression of the program in a state, with values for its locals."""

    def starts(self, numbers: list[Any], zones: list[list[int]]) -> list[int]:
        """The zone in which each piece starts, as the numbers and zones are now."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Tells the name of each rule when it is first run, from now on."""


class PlacesRun(Protocol):
    """While it is entered, notes which places of a program are run; games must start inside."""

    def __enter__(self) -> PlacesRun: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...

    def know(self, build: Build) -> None:
        """Says that code of this build may have been run."""

    @property
    def places(self) -> set[int]:
        """The numbers of the places that were run, in the programs of the builds that are known."""


def watch_places() -> PlacesRun:
    """What watches code run, line by line: slow, for measuring what scenarios exercise."""
    from hoyle.backends.python.trace import PythonPlacesRun

    return PythonPlacesRun()


def make_build(plan: Plan) -> Build:
    """The code of a plan."""
    from hoyle.backends.python.build import PythonBuild

    return PythonBuild(plan)
