"""What play asks of a back end: a build of a plan, native code where there is some, and nothing else."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol

from hoyle.ir import program as ir
from hoyle.plan.model import Plan

if TYPE_CHECKING:
    from hoyle.backends.c.unavailable import Unavailable
    from hoyle.play.game import Game
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

    def value(
        self,
        state: State,
        params: tuple[str, ...],
        args: tuple[Any, ...],
        expr: ir.Expr,
        left: list[int] | None = None,
    ) -> Any:
        """The value of an expression of the program in a state, with values for its locals.

        `left` holds what is left of a budget that several values share; without it each has its own.
        """

    def starts(self, numbers: list[Any], zones: list[list[int]]) -> list[int]:
        """The zone in which each piece starts, as the numbers and zones are now."""

    def listen(self, heard: Callable[[str], None]) -> None:
        """Tells the name of each rule when it is first run, from now on."""


@dataclass(slots=True)
class Counts:
    """What came of whole games: sums of whole numbers, which are the same in any order.

    `wins[seat][n]` is how often a seat won as one of n winners, `team_wins` likewise; `scores`, `decisions`
    and `rounds` are sums and sums of squares over finished games.
    """

    done: int  # games; if it is fewer than were asked for, the next one could not be played
    finished: int
    wins: list[list[int]]
    team_wins: list[list[int]]
    nobody: int
    everybody: int
    scores: list[tuple[int, int]]
    decisions: tuple[int, int]
    rounds: tuple[int, int]
    choices: int
    taken: int  # decisions, those of unfinished games included
    rows: array[int]  # one after the other, as `hoyle.rows` says; none if none were asked for


@dataclass(frozen=True, slots=True)
class Searched:
    """How a search in machine code stands, and what it has done."""

    status: Literal["fine", "wants a world", "in trouble", "no worlds"]
    wanted: int  # the world that it needs to go on
    done: int  # worlds, this time
    playouts: int  # in all
    refused: int  # worlds that did not fit, in all
    full: bool  # whether it would do nothing more


class NativeSearch(Protocol):
    """A search in machine code (`play/searching.py`); other threads run while it does."""

    def world(self, number: int, state: Any, places: Sequence[int]) -> bool:
        """Hands a world over, and where it lists each choice; None is one that does not fit.

        False: there is no room for it.
        """

    def run(self, stream: int, most: int) -> tuple[int, Searched]:
        """Goes on for so many worlds at most: the random stream as it goes on, and how it stands."""

    def met(self) -> tuple[float, float, float]:
        """The largest lead that was met, the least and the most of what all share."""

    def found(self) -> list[tuple[int, float]] | None:
        """How often each choice was taken, -1 if never, and the sum of what came of it."""


class NativeBuild(Protocol):
    """A plan as machine code: its states live outside Python, and it plays whole games without it."""

    bots: frozenset[str]  # the names of those that it can play by itself

    def fresh(self, game: Game, build: Build, seed: int) -> State:
        """A new match, up to its first decision; `build` is what it goes on with where this cannot."""

    def play(self, seed: int, games: range, bots: Sequence[str], most: int, *, rows: bool = False) -> Counts:
        """Plays the games of a run that have these numbers, a bot for each seat, each up to `most` decisions.

        With `rows` each of them is also told by itself, in the order of their numbers.
        Other threads run meanwhile, and it may be called by several at once. It cannot be interrupted, so
        who calls it asks for a fraction of a second's worth at a time.
        """


class FoundWorld(NamedTuple):
    """A world that machine code has found: the words of its state, and how it came about."""

    state: bytes
    course: bytes

    def told(self) -> tuple[list[int], list[int], list[list[int]]]:
        """What was chosen, what chance brought, and by shuffle the pieces, bottom first."""
        words = array("i", self.course).tolist()

        def some(at: int) -> tuple[list[int], int]:
            end = at + 1 + words[at]
            return words[at + 1 : end], end

        picks, at = some(0)
        came, at = some(at)
        shuffles: list[list[int]] = []
        count, at = words[at], at + 1
        for _ in range(count):
            pieces, at = some(at)
            shuffles.append(pieces)
        return picks, came, shuffles


class NativeMind(Protocol):
    """The story of a seat in machine code."""

    def world(self, seed: int, tries: int) -> FoundWorld | None:
        """A world in which all happens as the seat saw it; None if it was not found in so many tries."""


class NativeMinds(Protocol):
    """A guided plan as machine code: it looks for the same worlds as the guided build does."""

    plan: Plan

    @property
    def format(self) -> Any:
        """How the states of these worlds look as words."""

    def mind(
        self,
        opening: State,
        story: Sequence[tuple[Any, ...]],
        taken: Sequence[tuple[Any, ...] | None],
        seat: int | None,
        due: tuple[int, int] | None,
        own: Sequence[tuple[Any, ...]] | None,
    ) -> NativeMind | None:
        """The mind of a seat; None where it has no place in machine code."""


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


def steps_fast() -> bool:
    """Whether native states are faster than Python's one decision at a time, too: with the extension."""
    from hoyle.backends.c.binding import EXTENSION

    return EXTENSION


def find_native(plan: Plan) -> NativeBuild | None:
    """The machine code of a plan, if it has been compiled before."""
    from hoyle.backends.c.build import find_c_build

    return find_c_build(plan)


def make_native(plan: Plan) -> NativeBuild | Unavailable:
    """The machine code of a plan, compiled now if need be; or why there is none."""
    from hoyle.backends.c.build import make_c_build

    return make_c_build(plan)


def find_native_minds(plan: Plan) -> NativeMinds | None:
    """The machine code of a guided plan, if it has been compiled before."""
    from hoyle.backends.c.minds import find_minds

    return find_minds(plan)


def make_native_minds(plan: Plan) -> NativeMinds | Unavailable:
    """The machine code of a guided plan, compiled now if need be; or why there is none."""
    from hoyle.backends.c.minds import make_minds

    return make_minds(plan)
