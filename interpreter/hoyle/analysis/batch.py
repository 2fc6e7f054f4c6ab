"""Plays the games of a batch, one after the other, and keeps what counts of each."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.sample import Sample
from hoyle.analysis.tally import Tally
from hoyle.bots.registry import make_bot, seat_streams
from hoyle.play.traces import retold, trace_text
from hoyle.random import derive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from hoyle import Game, State
    from hoyle.backends.choose import Engine

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
    sampled: bool = False  # whether each game is wanted by itself, too
    engine: Engine | None = None  # what plays them, which changes nothing but the time that it takes
    # how a worker gets the game; a function that can be found again by its name in another process
    load: Callable[[str], Game] | None = None

    def open(self) -> Game:
        """The game of the batch's ruleset."""
        return self.load(self.ruleset) if self.load else hoyle.load(self.ruleset, self.engine)


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
    samples: list[Sample] = field(default_factory=list)  # one per game, when sampled
    fault: Fault | None = None  # of the game at which the portion stopped


def play_portion(game: Game, batch: Batch, indices: Sequence[int], engine: Engine | None = None) -> Portion:
    """Play the games of a batch that have these indices, up to the first that cannot go on."""
    portion = Portion(Tally(batch.players, game.teams(batch.players)))
    for index in indices:
        picks: list[int] | None = [] if batch.traced else None
        try:
            state, sample = play_game(game, batch, index, picks, engine)
        except hoyle.PlayError as error:
            portion.fault = Fault(index, str(error))
            if picks is not None:
                seed = derive(batch.seed, index)
                events = retold(game, batch.players, seed, dict(batch.options), picks)
                portion.trace.append(trace_text(events))
            break
        portion.tally.add(sample)
        if batch.sampled:
            portion.samples.append(sample)
        if batch.traced:
            portion.trace.append(trace_text(state.events))
    return portion


def play_game(
    game: Game,
    batch: Batch,
    index: int,
    picks: list[int] | None = None,
    engine: Engine | None = None,
) -> tuple[State, Sample]:
    """Play one game of a batch to its end: its last state, and what counts of it.

    If the rules fail, `picks` are the choices up to then, the one that could not be carried out included.
    """
    seed = derive(batch.seed, index)
    state = game.start(
        players=batch.players, seed=seed, options=dict(batch.options), engine=engine or batch.engine
    )
    bots = [make_bot(name) for name in batch.bots]
    streams = seat_streams(seed, batch.players)
    decisions = choices = 0
    while not state.over and decisions < batch.max_decisions:
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
    if not state.over:
        return state, Sample(index, seed, (), (), (), decisions, choices, state.rounds, finished=False)
    result = state.result
    return state, Sample(
        index, seed, result.scores, result.winners, result.ranks, decisions, choices, state.rounds
    )
