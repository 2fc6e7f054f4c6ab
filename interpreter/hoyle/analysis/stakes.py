"""What hangs on a decision: how much better one stands, on average, after a good choice than after any."""

from __future__ import annotations

from statistics import fmean
from typing import TYPE_CHECKING

from hoyle.analysis.batch import Batch
from hoyle.bots.registry import choice_of, make_bot, seat_streams
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle import Game, State

WORLDS = 8  # in which each choice is tried; what the chooser cannot know is another in each
WIDEST = 8  # of more choices, so many are tried
LONGEST = 2_000  # decisions of a trial, which else ends with the round
_PROBE = 1 << 40  # apart from all numbers that bots and games are given


def standing(state: State, seat: int) -> float:
    """How a seat stands, between 0 (behind all others) and 1 (ahead of all): ties count half."""
    ranks = state.result.ranks
    others = [rank for other, rank in enumerate(ranks) if other != seat]
    if not others:
        return 1.0
    own = ranks[seat]
    return fmean(1.0 if own < rank else 0.5 if own == rank else 0.0 for rank in others)


def stake(state: State, seed: int) -> float:
    """What hangs on the decision that is due: the standing after the best choice, less that after any.

    Every choice is tried in the same worlds and goes on with the same luck, at random, to the end of the
    round. The best is found in one half of the worlds and measured in the other, so that what only looks
    good is not counted: where nothing hangs on a decision this is 0 on average.
    """
    decision = state.decision
    if len(decision) < 2:
        return 0.0
    choices = _tried(len(decision), Stream(seed))
    values: list[list[float]] = [[] for _ in choices]
    for number in range(WORLDS):
        world = state.determinise(decision.seat, derive(seed, 1 + number))
        for found, choice in zip(values, choices, strict=True):
            found.append(_after(world, choice, decision.seat, derive(seed, 1 + WORLDS + number)))
    gains = []
    for first in (0, 1):
        chosen = [fmean(found[first::2]) for found in values]
        judged = [fmean(found[1 - first :: 2]) for found in values]
        best = [index for index, value in enumerate(chosen) if value == max(chosen)]
        gains.append(fmean(judged[index] for index in best) - fmean(judged))
    return fmean(gains)


def _tried(choices: int, stream: Stream) -> list[int]:
    left = list(range(choices))
    while len(left) > WIDEST:
        left.pop(stream.below(len(left)))
    return left


def _after(world: State, choice: int, seat: int, seed: int) -> float:
    state, stream = world.copy(), Stream(seed)
    rounds = state.rounds
    state.apply(choice)
    if not state.over and state.rounds == rounds:
        state.play_on(stream, decisions=LONGEST, rounds=1)
    return standing(state, seat)


def probed(game: Game, batch: Batch, index: int, decisions: int) -> float:
    """What hangs on one decision of a game of a batch, any of its decisions as likely as the others."""
    seed = derive(batch.seed, index)
    at = Stream(derive(seed, _PROBE)).below(decisions)
    state = game.start(players=batch.players, seed=seed, options=dict(batch.options), engine=batch.engine)
    bots = [make_bot(name) for name in batch.bots]
    streams = seat_streams(seed, batch.players)
    for _ in range(at):
        state.apply(choice_of(bots[state.seat], state, streams[state.seat]))
    return stake(state, derive(seed, _PROBE + 1))
