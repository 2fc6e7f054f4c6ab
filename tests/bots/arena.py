"""Bots that meet: one on one side, another on all others, and each side once with the same seed."""

from __future__ import annotations

from typing import Any

from hoyle.bots.registry import choice_of, make_bot, seat_streams
from tests.play.playing import loaded


def share(
    name: str, players: int, one: str, other: str, seeds: range, options: dict[str, Any] | None = None
) -> float:
    """The part of the wins that one bot takes, a shared win divided."""
    game = loaded(name)
    sides = game.teams(players) or tuple((seat,) for seat in range(players))
    won = 0.0
    for seed in seeds:
        for side in sides:
            state = game.start(players, seed, options)
            streams = seat_streams(seed, players)
            bot, foe = make_bot(one), make_bot(other)
            while not state.over:
                asked = bot if state.seat in side else foe
                state.apply(choice_of(asked, state, streams[state.seat]))
            winners = [each for each in sides if set(each) & set(state.result.winners)]
            won += 1 / len(winners) if side in winners else 0.0
    return won / len(seeds) / len(sides)
