"""A few dozen games of each pair; `python -m tests.crosscheck --games 5000` walks more."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.crosscheck.pairs import PAIRS
from tests.crosscheck.walk import Pair, walk

HANABI = "hanabi(players=2,colors=5,ranks=5,hand_size=5,max_information_tokens=8,max_life_tokens=3)"

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module", autouse=True)
def _open_spiel() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'hoyle[crosscheck]'")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.theirs)
def test_random_games_go_alike(pair: Pair) -> None:
    tally = walk(pair, games=20)
    assert not tally.mismatches, "\n".join(tally.mismatches)
    assert tally.decisions > 0


@pytest.mark.parametrize(
    ("theirs", "options"),
    [
        ("connect_four", {"in_a_row": 5}),
        ("crazy_eights(players=4)", {"counting": "pips"}),
        ("euchre(stick_the_dealer=true)", {"keep_turned": False}),
        ("goofspiel(num_cards=6,points_order=ascending,players=3)", {"ties": "next_highest"}),
        (HANABI, {"fuses": 4}),
        ("backgammon(max_player_turns=100000,scoring_type=full_scoring)", {"scoring": "gammons"}),
        ("gin_rummy(hand_size=4,knock_card=5)", {"may_return": False}),
        ("hearts", {"clean_first_trick": False}),
        ("liars_dice", {"wild": 1}),
        ("nim", {"last_loses": False}),
        ("pig(horizon=1000)", {"sides": 5}),
        ("python_team_dominoes", {"last_tile_wins": True}),
        ("dots_and_boxes(num_cols=3,num_rows=3,utility_margin=true)", {"by_margin": False}),
        ("chess", {"bare_draws": False}),
        ("go(board_size=3,komi=0.0)", {"half_point": True}),
        ("go(board_size=5,komi=4.0)", {"suicide": True}),
        ("hex(board_size=4,swap=true)", {"swap": False}),
        ("nine_mens_morris", {"flying": False}),
    ],
)
def test_a_rule_that_differs_is_found(theirs: str, options: dict[str, object]) -> None:
    pair = next(pair for pair in PAIRS if pair.theirs == theirs)
    wrong = replace(pair, options={**pair.options, **options})
    assert walk(wrong, games=40).mismatches
