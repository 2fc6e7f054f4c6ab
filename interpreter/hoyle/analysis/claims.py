"""Which seats win more or less than their part: claims that have been tested, all of them together."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from hoyle.analysis.sequential import LEVEL

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence

    from hoyle.analysis.tally import Tally

FEWEST_GAMES = 30  # with fewer, the normal distribution says too much


@dataclass(frozen=True, slots=True)
class Claim:
    """A seat's share of the wins, and how likely one so far away would be if all seats were alike."""

    seat: int
    share: float
    even: float  # what it would be if all seats were alike
    chance: float  # of so large a difference, for any of the seats
    games: int

    @property
    def clear(self) -> bool:
        return self.chance <= LEVEL

    @property
    def ahead(self) -> bool:
        return self.share > self.even


def seat_claims(tally: Tally) -> list[Claim]:
    """A claim for each seat; none where there are too few games, or nothing to compare.

    Of several seats one lies outside of its own interval sooner than of one, so the chances are those of
    the whole family (Holm): with no difference at all a clear claim about any seat has a chance of 5 %.
    """
    games, players = tally.finished, tally.players
    if games < FEWEST_GAMES or players < 2:
        return []
    shares = [_moments(wins, games) for wins in tally.wins]
    even = sum(mean for mean, _ in shares) / players
    if not 0 < even < 1:
        return []
    raw = [_chance(mean - even, variance / games) for mean, variance in shares]
    corrected = holm(raw)
    return [Claim(seat, shares[seat][0], even, corrected[seat], games) for seat in range(players)]


def _moments(wins: Counter[int], games: int) -> tuple[float, float]:
    """Mean and variance of a seat's part of the wins."""
    mean = sum(times / sharers for sharers, times in sorted(wins.items())) / games
    squares = sum(times / sharers**2 for sharers, times in sorted(wins.items())) / games
    return mean, (squares - mean * mean) * games / (games - 1)


def _chance(difference: float, variance: float) -> float:
    if variance <= 0:
        return 1.0 if abs(difference) < 1e-12 else 0.0
    return 2 * NormalDist().cdf(-abs(difference) / sqrt(variance))


def holm(chances: Sequence[float]) -> list[float]:
    """Chances of several tests, so corrected that the least of them holds for the whole family.

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    found = [0.0] * len(chances)
    highest = 0.0
    for rank, number in enumerate(sorted(range(len(chances)), key=chances.__getitem__)):
        highest = max(highest, min(1.0, chances[number] * (len(chances) - rank)))
        found[number] = highest
    return found
