"""The figures, against those of the standard library and of printed tables."""

from __future__ import annotations

import statistics
import sys
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hoyle.analysis.sample import Sample
from hoyle.analysis.summary import figure, student, summarise, wilson
from hoyle.analysis.tally import Moments, Tally

whole_numbers = st.lists(st.integers(-(10**9), 10**9), min_size=2, max_size=40)


def moments_of(values: list[int]) -> Moments:
    moments = Moments()
    for value in values:
        moments.add(value)
    return moments


@given(whole_numbers)
def test_mean_and_deviation_are_those_of_the_standard_library(values: list[int]) -> None:
    found = figure(moments_of(values))
    assert found.mean == pytest.approx(statistics.mean(values))
    assert found.sd == pytest.approx(statistics.stdev(values))


@given(whole_numbers, whole_numbers)
def test_merging_is_adding_all(first: list[int], second: list[int]) -> None:
    merged = moments_of(first)
    merged.merge(moments_of(second))
    assert merged == moments_of(first + second)


def test_one_value_has_no_deviation_and_none_has_no_mean() -> None:
    assert figure(moments_of([3])).mean == 3
    assert figure(moments_of([3])).sd is None
    assert figure(moments_of([3])).margin is None
    assert figure(Moments()).mean is None


@pytest.mark.parametrize(
    ("freedom", "expected"), [(2, 4.303), (5, 2.571), (10, 2.228), (30, 2.042), (1000, 1.962)]
)
def test_students_percentile(freedom: int, expected: float) -> None:
    assert student(freedom) == pytest.approx(expected, abs=0.001)


def test_without_scipy_there_are_no_margins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.special", None)
    found = figure(moments_of([0, 1] * 50))
    assert (found.mean, found.margin) == (0.5, None)


def test_margin_is_the_usual_one_for_many_values() -> None:
    found = figure(moments_of([0, 1] * 5000))
    assert found.margin == pytest.approx(1.96 * 0.5 / sqrt(10_000), rel=1e-3)


def test_wilson_interval() -> None:
    share = wilson(10, 20)
    assert share is not None
    assert (share.low, share.high) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    none_won = wilson(0, 10)
    assert none_won is not None
    assert none_won.low == 0
    assert none_won.high == pytest.approx(0.2775, abs=1e-4)


def game(scores: list[int], winners: list[int], decisions: int, choices: int, rounds: int) -> Sample:
    return Sample(0, 0, tuple(scores), tuple(winners), (), decisions, choices, rounds)


def test_shared_wins_are_divided() -> None:
    tally = Tally(players=3)
    tally.add(game([5, 5, 0], [0, 1], 4, 9, 1))
    tally.add(game([1, 7, 0], [1], 6, 11, 3))
    summary = summarise(tally)
    assert [share.value for share in summary.win_share if share] == [0.25, 0.75, 0.0]
    assert summary.choices_mean == 2.0
    assert summary.rounds.mean == 2.0
    assert summary.decisions.mean == 5.0
    assert (summary.shared, summary.nobody, summary.team_share) == (1, 0, [])


def test_nobody_and_everybody() -> None:
    tally, other = Tally(players=2), Tally(players=2)
    tally.add(game([0, 0], [], 1, 1, 1))
    other.add(game([0, 0], [0, 1], 1, 1, 1))
    tally.merge(other)
    summary = summarise(tally)
    assert [share.value for share in summary.win_share if share] == [0.25, 0.25]
    assert (summary.shared, summary.nobody) == (1, 1)
    assert summary.table_share is not None
    assert summary.table_share.value == 0.5


def test_teams_share_among_teams() -> None:
    tally = Tally(players=4, teams=((0, 2), (1,), (3,)))
    tally.add(game([1, 0, 1, 0], [0, 2], 1, 1, 1))
    tally.add(game([1, 0, 1, 1], [0, 2, 3], 1, 1, 1))
    summary = summarise(tally)
    assert [share.value for share in summary.team_share if share] == [0.75, 0.0, 0.25]
    assert summary.shared == 1, "members of a team share nothing with each other"
