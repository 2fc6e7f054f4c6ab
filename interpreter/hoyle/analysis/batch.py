"""Plays the games of a batch, one after the other, and keeps what counts of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.tally import Tally
from hoyle.bots.registry import make_bot, seat_streams
from hoyle.play.traces import retold, trace_text
from hoyle.random import derive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hoyle import Game, State

OptionValue = int | bool | str | list[int]

MAX_DECISIONS = 100_000  # a game that is longer counts as unfinished


@dataclass(frozen=True, slots=True)
class Batch:
    """Which games to play: everything that the figures depend on."""

    ruleset: str  # a bundled id or a path
    players: int
    games: int
    seed: int
    bots: tuple[str, ...]  # one name per seat
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    max_decisions: int = MAX_DECISIONS
    traced: bool = False
    # how a worker gets the game; a function that can be found again by its name in another process
    load: Callable[[str], Game] | None = None

    def open(self) -> Game:
        """The game of the batch's ruleset."""
        return (self.load or hoyle.load)(self.ruleset)


@dataclass(frozen=True, slots=True)
class Fault:
    """A game of the batch that its ruleset could not carry on."""

    index: int
    message: str


@dataclass(slots=True)
class Portion:
    """What came of a portion of a batch's games."""

    tally: Tally
    trace: list[str] = field(default_factory=list)  # one text per game, when traced
    fault: Fault | None = None  # of the game at which the portion stopped


def play_portion(game: Game, batch: Batch, indices: Sequence[int]) -> Portion:
    """Play the games of a batch that have these indices, up to the first that cannot go on."""
    portion = Portion(Tally(batch.players, game.teams(batch.players)))
    for index in indices:
        seed = derive(batch.seed, index)
        picks: list[int] | None = [] if batch.traced else None
        try:
            state = play_game(game, batch, seed, portion.tally, picks)
        except hoyle.PlayError as error:
            portion.fault = Fault(index, str(error))
            if picks is not None:
                events = retold(game, batch.players, seed, dict(batch.options), picks)
                portion.trace.append(trace_text(events))
            break
        if batch.traced:
            portion.trace.append(trace_text(state.events))
    return portion


def play_game(game: Game, batch: Batch, seed: int, tally: Tally, picks: list[int] | None = None) -> State:
    """Play one game to its end, count it in the tally and return its last state.

    If the rules fail, `picks` are the choices up to then, the one that could not be carried out included.
    """
    state = game.start(players=batch.players, seed=seed, options=dict(batch.options))
    bots = [make_bot(name) for name in batch.bots]
    streams = seat_streams(seed, batch.players)
    decisions = choices = 0
    while not state.over:
        if decisions == batch.max_decisions:
            tally.add_unfinished(decisions)
            return state
        decision = state.decision
        choices += len(decision.choices)
        decisions += 1
        pick = bots[decision.seat].choose(state, streams[decision.seat])
        try:
            state.apply(pick)
        except hoyle.PlayError:
            if picks is not None:
                picks += [*state.picks(), pick]
            raise
    result = state.result
    tally.add(result.scores, result.winners, decisions, choices, state.rounds)
    return state
