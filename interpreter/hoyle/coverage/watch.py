"""Plays games by random bots and watches them position by position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.bots.registry import make_bot, seat_streams
from hoyle.coverage.marks import marked
from hoyle.coverage.measured import Coverage, measured
from hoyle.coverage.tracing import Tracing
from hoyle.ir import program as ir
from hoyle.play.errors import PlayError, StartError
from hoyle.play.game import Game
from hoyle.play.state import State
from hoyle.random import derive

# A game that goes on for longer shows nothing new.
MOST_DECISIONS = 5_000


class RandomGame:
    """One game by random bots."""

    def __init__(self, game: Game, players: int, seed: int, options: dict[str, Any]) -> None:
        self.game, self.players, self.seed, self.options = game, players, seed, options
        self.picks: list[int] = []  # so far, also the one that could not be carried out

    def positions(self) -> Iterator[State]:
        """Where the game waits, from its start to its end: the same state, played on in between."""
        bot, streams = make_bot("random"), seat_streams(self.seed, self.players)
        state = self.game.start(self.players, self.seed, self.options)
        yield state
        while not state.over:
            pick = bot.choose(state, streams[state.seat])
            self.picks.append(pick)
            state.apply(pick)
            yield state


def of_random_games(program: ir.Program, games: int, seed: int = 0) -> Coverage:
    """What random games exercise; the numbers of players take turns, and a game that fails counts so far."""
    found = marked(program)
    game = Game(found.program)
    tracing = Tracing(found)
    counts = game.player_counts
    with tracing:
        for index in range(games):
            try:
                play_watched(game, tracing, counts[index % len(counts)], derive(seed, index), {})
            except (PlayError, StartError):
                continue
    return measured(tracing)


def play_watched(game: Game, tracing: Tracing, players: int, seed: int, options: dict[str, Any]) -> None:
    """One game by random bots, every position looked at."""
    for state in RandomGame(game, players, seed, options).positions():
        tracing.look(state)
        if state.decisions >= MOST_DECISIONS:
            return
