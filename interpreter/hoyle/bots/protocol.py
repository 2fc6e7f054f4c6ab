"""What every bot can do, and where its luck comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle import State


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
