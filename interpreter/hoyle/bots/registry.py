"""What every bot can do, where its luck comes from, and the bots by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol, cast

from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle import State

# name -> (module, class, one line for people); modules are imported only when a bot is asked for,
# since some bots need much more than others
BOTS: dict[str, tuple[str, str, str]] = {
    "random": ("hoyle.bots.thoughtless", "RandomBot", "any choice, each as likely as the others"),
    "first": ("hoyle.bots.thoughtless", "FirstBot", "always the first choice listed"),
}

# `derive(seed, i)` is the i-th number of the stream of that seed: far beyond those a game itself uses
FIRST_SEAT = 1 << 32


class Bot(Protocol):
    """Takes the decisions of one seat."""

    def choose(self, state: State, rng: Stream) -> int:
        """The index of the choice to take at the state's decision."""
        ...


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


def make_bot(name: str) -> Bot:
    """A new bot of that name.

    >>> type(make_bot("first")).__name__
    'FirstBot'
    """
    if name not in BOTS:
        raise UnknownBot(name)
    module, class_name, _ = BOTS[name]
    return cast(Bot, getattr(import_module(module), class_name)())
