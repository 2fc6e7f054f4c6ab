"""Machine code of a plan: printed, compiled or found, loaded, and asked to play."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, ref

from hoyle.backends.c.binding import Library
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.module import Module, to_c
from hoyle.backends.c.searching import Search, search_code
from hoyle.backends.c.toolchain import Level, Unavailable, find_shared, load_shared
from hoyle.backends.c.words import WordFormat
from hoyle.backends.contract import Build, Counts, NativeSearch
from hoyle.plan.actions import actions_of
from hoyle.plan.model import Plan
from hoyle.rows import row_width

if TYPE_CHECKING:
    from hoyle.play.game import Game
    from hoyle.play.native import Starter
    from hoyle.play.state import State

_HALF = (1 << 64) - 1

# As the runtime numbers them.
BOTS = {"random": 0, "first": 1}

# What a tally begins with, in words; then come those of each seat and of each team (`runtime/driver.h`).
_FIGURES = 12


class CBuild:
    """The machine code of one plan; any number of threads may play with it."""

    bots = frozenset(BOTS)

    def __init__(self, plan: Plan, module: Module, library: Library) -> None:
        self.plan, self.library = plan, library
        self.format = WordFormat(plan, module.kinds, module.stride)
        self.players, self.teams = library.players, library.teams
        self._starters: WeakKeyDictionary[Game, Starter] = WeakKeyDictionary()
        self._last: tuple[ref[Game], Callable[[int], State | None]] | None = None  # whose game began last
        actions = actions_of(plan)
        self._actions = len(actions.names)
        by_block = array("i", [0] * (max(plan.blocks) + 1))
        for block, action in actions.by_block.items():
            by_block[block] = action
        self._action_of = by_block.tobytes()

    def fresh(self, game: Game, build: Build, seed: int) -> State:
        """A new match, up to its first decision: a state of play's own, which knows what to ask of this."""
        last = self._last
        if last is not None and last[0]() is game:
            found = last[1](seed)
            if found is not None:
                return found
        starter = self._starters.get(game)
        if starter is None:
            starter = self._starters[game] = game.native_starter(build, self)
        self._last = ref(game), starter.started
        return starter.start(seed)

    def play(self, seed: int, games: range, bots: Sequence[str], most: int, *, rows: bool = False) -> Counts:
        """Plays the games of a run that have these numbers; other threads run meanwhile."""
        players, teams = self.players, self.teams
        tally = bytearray(8 * (_FIGURES + players * (3 + players) + teams * teams))
        width = 8 * row_width(players, self._actions)
        table = bytearray(width * len(games) if rows else 0)
        numbers = bytes(BOTS[name] for name in bots)
        done = self.library.play(
            seed,
            games.start,
            games.stop,
            most,
            numbers,
            tally,
            self._action_of,
            self._actions,
            table,
        )
        done -= games.start
        found = _counts(array("q", bytes(tally)).tolist(), players, teams, done)
        found.rows.frombytes(memoryview(table)[: width * done])
        return found

    def search(self, words: array[int], reals: array[float], choices: int) -> NativeSearch | None:
        """A search over states of this build, by these numbers; None where there is none."""
        code = search_code()
        if code is None:
            return None
        try:
            return Search(code, self.library, words, reals, choices)
        except MemoryError:
            return None


def _counts(words: list[int], players: int, teams: int, done: int) -> Counts:
    finished, decisions, low, high, rounds, low_2, high_2, choices, _, taken, nobody, everybody = words[
        :_FIGURES
    ]
    width = 3 + players
    seats = [words[_FIGURES + width * seat : _FIGURES + width * (seat + 1)] for seat in range(players)]
    at = _FIGURES + width * players
    return Counts(
        done=done,
        finished=finished,
        wins=[[0, *own[3:]] for own in seats],
        team_wins=[[0, *words[at + teams * team : at + teams * (team + 1)]] for team in range(teams)],
        nobody=nobody,
        everybody=everybody,
        scores=[(own[0], _whole(own[1], own[2])) for own in seats],
        decisions=(decisions, _whole(low, high)),
        rounds=(rounds, _whole(low_2, high_2)),
        choices=choices,
        taken=taken,
        rows=array("q"),
    )


def _whole(low: int, high: int) -> int:
    """A number of 128 bits from its halves."""
    return (low & _HALF) | (high & _HALF) << 64


def make_c_build(plan: Plan, *, level: Level = "-O1", more: tuple[str, ...] = ()) -> CBuild | Unavailable:
    """The machine code of a plan, compiled now if need be; or why there is none.

    `more` are flags for the compiler: tests want sanitizers, or less room for what grows.
    """
    module = _printed(plan)
    if isinstance(module, Unavailable):
        return module
    library = load_shared(module.text, Library, level=level, more=more, about=plan.program.id)
    return library if isinstance(library, Unavailable) else CBuild(plan, module, library)


def find_c_build(plan: Plan) -> CBuild | None:
    """The machine code of a plan if it has been compiled before."""
    module = _printed(plan)
    if isinstance(module, Unavailable) or find_shared(module.text) is None:
        return None
    library = load_shared(module.text, Library, about=plan.program.id)
    return None if isinstance(library, Unavailable) else CBuild(plan, module, library)


def _printed(plan: Plan) -> Module | Unavailable:
    try:
        return to_c(plan)
    except Declined as declined:
        return Unavailable("unsupported", f"the C back end does not print {declined}")
