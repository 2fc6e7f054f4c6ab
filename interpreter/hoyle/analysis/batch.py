"""Plays the games of a batch, one after the other, and keeps what counts of each."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.rows import Rows
from hoyle.analysis.sample import Sample
from hoyle.analysis.tally import Tally
from hoyle.bots.registry import choice_of, make_bot, seat_streams
from hoyle.play.traces import LongTrace, retold, trace_text
from hoyle.random import derive

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

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
    sampled: bool = False  # whether each game is wanted by itself, too, with the actions that were taken
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
    rows: Rows  # one per game, when sampled
    trace: list[str] = field(default_factory=list)  # one text per game, when traced
    fault: Fault | None = None  # of the game at which the portion stopped


def empty_portion(game: Game, batch: Batch, first: int) -> Portion:
    """A portion before its first game."""
    actions = len(game.actions(batch.players, dict(batch.options)).names) if batch.sampled else 0
    return Portion(Tally(batch.players, game.teams(batch.players)), Rows(first, batch.players, actions))


def play_portion(game: Game, batch: Batch, part: range, engine: Engine | None = None) -> Portion:
    """Play the games of a batch that have these numbers, up to the first that cannot go on."""
    portion = empty_portion(game, batch, part.start)
    for index in part:
        picks: list[int] | None = [] if batch.traced else None
        try:
            state, sample = play_game(game, batch, index, picks, engine)
            trace = trace_text(state.events) if batch.traced else None
        except hoyle.PlayError as error:
            portion.fault = Fault(index, str(error))
            if picks is not None and not isinstance(error, LongTrace):
                seed = derive(batch.seed, index)
                events = retold(game, batch.players, seed, dict(batch.options), picks)
                with suppress(LongTrace):
                    portion.trace.append(trace_text(events))
            break
        portion.tally.add(sample)
        if batch.sampled:
            portion.rows.append(sample)
        if trace is not None:
            portion.trace.append(trace)
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
    actions = game.actions(batch.players, dict(batch.options)) if batch.sampled else None
    taken = [0] * len(actions.names) if actions is not None else []
    while not state.over and decisions < batch.max_decisions:
        decision = state.decision
        choices += len(decision.choices)
        decisions += 1
        pick = choice_of(bots[decision.seat], state, streams[decision.seat])
        if actions is not None:
            taken[actions.by_block[decision.choices[pick].block]] += 1
        try:
            state.apply(pick)
        except hoyle.PlayError:
            if picks is not None:
                picks += [*state.picks(), pick]
            raise
    scores: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    ranks: tuple[int, ...] = ()
    if state.over:
        result = state.result
        scores, winners, ranks = result.scores, result.winners, result.ranks
    return state, Sample(
        index,
        seed,
        scores,
        winners,
        ranks,
        decisions,
        choices,
        state.rounds,
        finished=state.over,
        actions=tuple(taken),
    )
