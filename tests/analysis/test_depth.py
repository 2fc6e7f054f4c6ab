"""Depth and drama: what hangs on decisions, when the winner is settled, what is never done."""

from __future__ import annotations

from collections import Counter

import pytest

from hoyle.analysis.batch import Batch
from hoyle.analysis.course import Course, Courses, follow
from hoyle.analysis.depth import depth, measured
from hoyle.cli.main import main
from tests.play.playing import loaded


def test_a_game_of_skill_has_something_at_stake_and_is_settled_late() -> None:
    batch = Batch("tic-tac-toe", 2, 12, 1, ("random", "random"), engine="python")
    found = depth(loaded("tic-tac-toe"), batch)
    assert found.games == 12
    assert found.stake.games == 12
    assert 0.3 < found.settled.mean <= 1
    assert found.chances[-1].mean > found.chances[0].mean
    assert [one.rule for one in found.asked] == ["turn"]
    assert not found.asked[0].alike
    assert found.asked[0].tested


def test_nothing_is_at_stake_where_luck_decides_all() -> None:
    batch = Batch("rock-paper-scissors", 2, 12, 1, ("random", "random"), engine="python")
    found = depth(loaded("rock-paper-scissors"), batch)
    assert found.stake.margin is not None
    assert abs(found.stake.mean) < found.stake.margin + 0.1


def test_the_winner_is_settled_from_where_no_doubt_is_left() -> None:
    course = Course((2,) * 10, 0, (0.5, 0.95, 0.6, 0.9, 1.0), (), True)
    assert course.settled == 4 / 6
    assert Course((2,), 0, (1.0, 1.0), (), False).settled is None


def test_what_is_offered_often_and_never_taken_is_told() -> None:
    found = Courses(
        [Course((2,), 0, (0.5,) * 9, (("turn", 2, 0.0),), True)],
        Counter({("turn", "fold"): 40, ("turn", "bet"): 40, ("turn", "raise"): 5}),
        Counter({("turn", "bet"): 40}),
    )
    (never,) = measured(found).never
    assert (never.rule, never.action, never.times) == ("turn", "fold", 40)
    # both actions together: with this share, each would have been taken with a chance of 97.5 %
    assert (1 - never.most) ** 40 == pytest.approx(0.025)


def test_a_bot_that_always_takes_the_first_never_takes_the_others() -> None:
    batch = Batch("kuhn-poker", 2, 40, 1, ("first", "first"), engine="python")
    courses = follow(loaded("kuhn-poker"), batch)
    assert courses.never_taken()
    assert sum(courses.taken.values()) == sum(len(game.choices) for game in courses.games)
    assert courses.branching() == [2.0 if value else 0.0 for value in courses.branching()]


def test_what_was_left_out_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """Games without a decision, and rules of which too few decisions were looked into."""
    words = ["depth", "one-more", "--players", "3", "--option", "losses_to_win=1", "--games", "12"]
    assert main([*words, "--workers", "1", "--engine", "python"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "games with a decision and an end, of 12, from seed 0" in told
    assert "0 rules tested together at 95 %. Of fewer than 10 decisions nothing is said" in told
