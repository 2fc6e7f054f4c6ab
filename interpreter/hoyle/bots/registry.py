"""What every bot can do, where its luck comes from, and the bots by name."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle.play.perspective import Outlook, Perspective
    from hoyle.play.state import State


@dataclass(frozen=True, slots=True)
class Kind:
    """A bot that comes with Hoyle; its module is imported only when it is asked for."""

    module: str
    maker: str  # the name of its class
    about: str  # one line for people
    iterations: int | None = None  # how much it thinks, if nothing is said; None: it does not


BOTS: dict[str, Kind] = {
    "random": Kind("hoyle.bots.thoughtless", "RandomBot", "any choice, each as likely as the others"),
    "first": Kind("hoyle.bots.thoughtless", "FirstBot", "always the first choice listed"),
    "greedy": Kind("hoyle.bots.greedy", "GreedyBot", "the choice after which the score as it stands is best"),
    "flat": Kind("hoyle.bots.flat", "FlatBot", "the choice that fares best in so many games played out", 100),
    "ismcts": Kind("hoyle.bots.ismcts", "TreeBot", "a tree search over what others may hold", 200),
}

ENTRY_POINTS = "hoyle.bots"
"""Where packages name bots of their own."""

# `derive(seed, i)` is the i-th number of the stream of that seed: far beyond those a game itself uses
FIRST_SEAT = 1 << 32

MOST_ITERATIONS = 10_000_000


class Bot(Protocol):
    """Takes the decisions of one seat.

    One that chooses whatever the game is has besides a method `among(count, rng)`, and is asked that. Ours
    that look at keys and worlds alone have a method `ahead(outlook, rng)`, and are asked that where there is
    more than one choice: a view and a story take time to make.
    """

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        """The index of the choice to take at the decision that is due."""
        ...


def choice_of(bot: Bot, state: State, rng: Stream) -> int:
    """The index of the choice that a bot takes at the decision of a match that is due."""
    among: Callable[[int, Stream], int] | None = getattr(bot, "among", None)
    if among is not None:
        return among(len(state.decision.choices), rng)
    ahead: Callable[[Outlook, Stream], int] | None = getattr(bot, "ahead", None)
    if ahead is not None:
        return ahead(state.outlook(), rng) if len(state.decision.choices) > 1 else 0
    return bot.choose(state.perspective(), rng)


def seat_streams(game_seed: int, players: int) -> list[Stream]:
    """One random stream for each seat, apart from the game's own and from each other.

    So a bot that looks at more random numbers changes neither the cards nor the luck of other bots.
    """
    return [Stream(derive(game_seed, FIRST_SEAT + seat)) for seat in range(players)]


class UnknownBot(LookupError):
    """No bot has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot called `{name}`")
        self.name = name


class BadBot(ValueError):
    """A bot cannot be made so; says why, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help

    def __reduce__(self) -> tuple[type[BadBot], tuple[str, str]]:
        return BadBot, (self.message, self.help)


@dataclass(frozen=True, slots=True)
class Budget:
    """How much a bot may think: iterations, or seconds where a clock may decide; None: as it likes."""

    iterations: int | None = None
    seconds: float | None = None


def make_bot(written: str, *, clock: bool = False) -> Bot:
    """A new bot, as it is written: `greedy`, `ismcts:200` or, where a clock may decide, `ismcts:2s`.

    >>> type(make_bot("first")).__name__
    'FirstBot'
    >>> make_bot("flat:50").iterations
    50
    """
    name, budget = read_bot(written)
    if budget.seconds is not None and not clock:
        raise BadBot(
            f"`{written}`: seconds make a game that nobody can play again",
            f"give iterations, as in `{name}:200`; seconds are for `hoyle play`",
        )
    return _maker(name)(budget)


def read_bot(written: str) -> tuple[str, Budget]:
    """The name of a bot, and how much it may think; UnknownBot or BadBot if that makes no sense.

    >>> read_bot("ismcts:2s")
    ('ismcts', Budget(iterations=None, seconds=2.0))
    """
    name, colon, amount = written.partition(":")
    budget = Budget()
    if colon:
        budget = _budget(written, name, amount)
        if name in BOTS and BOTS[name].iterations is None:
            raise BadBot(f"`{written}`: the bot `{name}` does not think", f"write `{name}` alone")
    if name not in BOTS and name not in users_bots():
        raise UnknownBot(name)
    return name, budget


def _budget(written: str, name: str, amount: str) -> Budget:
    if re.fullmatch(r"[0-9]{1,9}", amount) and 0 < int(amount) <= MOST_ITERATIONS:
        return Budget(int(amount))
    if re.fullmatch(r"[0-9]{1,4}(\.[0-9]{1,3})?s", amount) and float(amount[:-1]) > 0:
        return Budget(seconds=float(amount[:-1]))
    raise BadBot(
        f"`{written}`: `{amount}` is not a budget",
        f"write iterations, as in `{name}:200`, up to {MOST_ITERATIONS:,}, or seconds, as in `{name}:2s`",
    )


def users_bots() -> tuple[str, ...]:
    """The names of bots that installed packages bring along."""
    from importlib.metadata import entry_points

    return tuple(sorted({point.name for point in entry_points(group=ENTRY_POINTS)} - set(BOTS)))


def all_bots() -> tuple[str, ...]:
    """The names of all bots: our own, then those of packages."""
    return *BOTS, *users_bots()


def _maker(name: str) -> Callable[[Budget], Bot]:
    if name in BOTS:
        kind = BOTS[name]
        found = getattr(import_module(kind.module), kind.maker)
        if kind.iterations is None:
            return lambda _: cast(Bot, found())
        default = Budget(kind.iterations)
        return lambda budget: cast(Bot, found(default if budget == Budget() else budget))
    from hoyle.bots.users import users_maker

    return users_maker(name)
