"""Evidence that may be looked at all the time: seldom wrong, and not much slower than one look."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from hoyle.analysis.claims import seat_claims
from hoyle.analysis.sample import Sample
from hoyle.analysis.sequential import Bet, Comparison, Precision, SharesKnown, Verdict, interval
from hoyle.analysis.tally import Tally
from hoyle.random import Stream


def wins(stream: Stream, percent: int) -> Iterator[float]:
    while True:
        yield float(stream.below(100) < percent)


def first_alarm(bet: Bet, values: Iterator[float], most: int) -> int | None:
    for count in range(1, most + 1):
        bet.add(next(values))
        if bet.chance <= 0.05:
            return count
    return None


@pytest.mark.parametrize("percent", [2, 25, 50, 97])
def test_a_true_mean_is_seldom_refuted_however_often_one_looks(percent: int) -> None:
    alarms = [
        first_alarm(Bet(percent / 100), wins(Stream(seed), percent), 1000) is not None for seed in range(300)
    ]
    assert sum(alarms) <= 0.05 * 300 + 3 * (300 * 0.05 * 0.95) ** 0.5


def test_a_wrong_mean_is_refuted_about_as_soon_as_by_one_look_that_was_planned() -> None:
    found = sorted(first_alarm(Bet(0.25), wins(Stream(seed), 30), 20_000) or 20_000 for seed in range(60))
    planned = 609  # games with which one look finds 30 % instead of 25 % four times in five
    assert found[30] < 2 * planned


def test_an_interval_holds_the_truth_and_narrows() -> None:
    widths = []
    for count in (100, 1000):
        missed = 0
        for seed in range(60):
            values = wins(Stream(seed), 25)
            low, high = interval([next(values) for _ in range(count)])
            missed += not low <= 0.25 <= high
        widths.append(high - low)
        assert missed <= 8
    assert widths[1] < 0.5 * widths[0]


def test_an_interval_of_nothing_is_everything() -> None:
    assert interval([]) == (0.0, 1.0)
    low, high = interval([1.0] * 50)
    assert high == 1.0
    assert low > 0.85


def settled(up: int, down: int, seed: int) -> tuple[Verdict, int]:
    """A comparison of differences that are 1 in `up` % and -1 in `down` % of the cases."""
    comparison, stream = Comparison(margin=0.1), Stream(seed)
    while comparison.verdict is Verdict.OPEN and len(comparison.values) < 20_000:
        drawn = stream.below(100)
        comparison.add(1.0 if drawn < up else -1.0 if drawn < up + down else 0.0)
    return comparison.verdict, len(comparison.values)


def test_comparisons_come_to_the_right_end() -> None:
    assert [settled(40, 20, seed)[0] for seed in range(20)] == [Verdict.HIGHER] * 20
    assert [settled(20, 40, seed)[0] for seed in range(20)] == [Verdict.LOWER] * 20
    alike = [settled(30, 30, seed)[0] for seed in range(40)]
    assert alike.count(Verdict.ALIKE) >= 36
    assert Verdict.OPEN not in alike


def test_a_mean_is_known_when_its_interval_is_narrow() -> None:
    precision, values = Precision(0.05), wins(Stream(1), 30)
    while not precision.add(next(values)):
        pass
    low, high = interval(precision.values)
    assert high - low <= 0.1
    assert low <= 0.3 <= high
    assert precision.add(0.0), "what is known stays known"


def test_games_that_were_given_up_say_nothing_about_shares() -> None:
    known = SharesKnown(0.2, 2)
    given_up = Sample(0, 0, (), (), (), 100, 200, 1, finished=False)
    assert not any(known(given_up) for _ in range(200))
    assert known.games == 0
    won = [Sample(0, 0, (1, 0), (number % 2,), (1, 2), 1, 1, 1) for number in range(1000)]
    assert any(known(sample) for sample in won)
    assert known.games < 1000


def tally_of(winners: Sequence[tuple[int, ...]], players: int) -> Tally:
    tally = Tally(players)
    for who in winners:
        tally.add(Sample(0, 0, (0,) * players, who, (), 1, 1, 1))
    return tally


def test_a_claim_is_clear_only_if_chance_would_hardly_make_it_for_any_seat() -> None:
    ahead = seat_claims(tally_of([(0,)] * 60 + [(1,)] * 20 + [(2,)] * 20, 3))
    assert [claim.clear for claim in ahead] == [True, True, True]
    assert [claim.ahead for claim in ahead] == [True, False, False]
    even = seat_claims(tally_of([(0,)] * 40 + [(1,)] * 30 + [(2,)] * 30, 3))
    assert not any(claim.clear for claim in even)
    assert [claim.games for claim in even] == [100] * 3


def test_nothing_is_claimed_of_few_games_one_player_or_a_table_that_wins_together() -> None:
    assert seat_claims(tally_of([(0,)] * 29, 2)) == []
    assert seat_claims(tally_of([(0,)] * 100, 1)) == []
    assert seat_claims(tally_of([()] * 100, 2)) == []
    together = seat_claims(tally_of([(0, 1)] * 100, 2))
    assert not any(claim.clear for claim in together)


def test_seats_that_are_alike_are_seldom_told_apart() -> None:
    alarms = 0
    for seed in range(300):
        stream = Stream(seed)
        alarms += any(
            claim.clear for claim in seat_claims(tally_of([(stream.below(4),) for _ in range(120)], 4))
        )
    assert alarms <= 0.05 * 300 + 3 * (300 * 0.05 * 0.95) ** 0.5
