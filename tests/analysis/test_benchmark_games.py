"""The games that speed is measured on are the same games by hand and as rulesets."""

from __future__ import annotations

from math import sqrt
from pathlib import Path
from random import Random
from typing import Any

import pytest

from benchmarks.by_hand.in_c import BITS, PLAIN, compiled
from benchmarks.by_hand.shedding import DECK, PLAYERS, Shedding
from benchmarks.by_hand.tic_tac_toe import TicTacToe
from hoyle.analysis.batch import Batch
from hoyle.analysis.sample import Sample
from hoyle.analysis.summary import Figure, Summary, summarise
from hoyle.analysis.tally import Tally
from hoyle.analysis.workers import play_batch
from hoyle.backends.c.toolchain import Unavailable

ROOT = Path(__file__).parents[2]
GAMES = 1500


def tally_by_hand(make: type[TicTacToe] | type[Shedding], players: int) -> Summary:
    rng = Random(1)
    tally = Tally(players)
    for number in range(GAMES):
        game: Any = TicTacToe() if make is TicTacToe else Shedding(rng)
        decisions = choices = 0
        while not game.over:
            options = game.choices()
            choices += len(options)
            decisions += 1
            game.copy().apply(options[0])  # a copy leaves the original alone
            game.apply(rng.choice(options))
        best = max(game.scores)
        winners = tuple(seat for seat, score in enumerate(game.scores) if score == best)
        scores = tuple(game.scores)
        tally.add(Sample(number, 0, scores, winners, (), decisions, choices, 1))
    return summarise(tally)


def tally_of_ruleset(ruleset: str, players: int) -> Summary:
    return summarise(play_batch(Batch(ruleset, players, GAMES, seed=1, bots=("random",) * players)))


def agree(one: Figure, other: Figure) -> bool:
    """Whether two means are within four standard errors of each other."""
    assert one.mean is not None
    assert other.mean is not None
    assert one.sd is not None
    assert other.sd is not None
    return abs(one.mean - other.mean) <= 4 * sqrt((one.sd**2 + other.sd**2) / GAMES)


@pytest.mark.parametrize(
    ("game", "ruleset", "players"),
    [
        (TicTacToe, "tic-tac-toe", 2),
        (Shedding, str(ROOT / "benchmarks" / "rulesets" / "shedding.yaml"), PLAYERS),
    ],
)
def test_both_play_the_same_game(game: type[TicTacToe] | type[Shedding], ruleset: str, players: int) -> None:
    by_hand = tally_by_hand(game, players)
    interpreted = tally_of_ruleset(ruleset, players)
    assert agree(by_hand.decisions, interpreted.decisions)
    assert all(agree(mine, other) for mine, other in zip(by_hand.scores, interpreted.scores, strict=True))
    assert by_hand.choices_mean == pytest.approx(interpreted.choices_mean, rel=0.05)


def test_the_deck_has_112_cards() -> None:
    assert len(DECK) == 112
    assert len(set(DECK)) == 52


@pytest.mark.parametrize("name", [*PLAIN, *BITS])
def test_by_hand_in_c_the_very_same_games_are_played(name: str) -> None:
    ruleset, players = (PLAIN | BITS)[name]
    play = compiled(name)
    if isinstance(play, Unavailable):
        pytest.skip(str(play))
    path = ROOT / "benchmarks" / "rulesets" / f"{ruleset}.yaml"
    batch = Batch(str(path) if path.exists() else ruleset, players, 200, seed=3, bots=("random",) * players)
    tally = play_batch(batch)
    decisions, wins = play(3, range(200))
    assert decisions == tally.decisions.total
    assert wins[:players] == [alone[1] for alone in tally.wins]
    halves = [play(3, part) for part in (range(77), range(77, 200))]
    assert sum(half[0] for half in halves) == decisions
