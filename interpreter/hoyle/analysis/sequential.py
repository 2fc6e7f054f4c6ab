"""Evidence that may be looked at after every game, and still means what it says.

Whoever looks at a 95 % interval again and again sees it leave out the truth sooner or later. Bets do not
have that weakness: against a mean that is as stated no way of betting wins, so a capital of 20 is ever
reached with a chance of at most 1 in 20, however often somebody looks and whenever he stops.
"""

from __future__ import annotations

from enum import Enum
from math import sqrt
from statistics import NormalDist, fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.analysis.sample import Sample

LEVEL = 0.05  # the chance of a wrong verdict that is allowed for
_STAKE = 0.5  # of the capital, at most: so it is never lost


class Bet:
    """Bets that the mean of values between 0 and 1 is not `mean`, on the side where the values so far lie.

    The stake is what would have grown the capital fastest, had the values had the mean and variance seen
    so far. `side` is 1 to bet on a higher mean alone, -1 on a lower one.

    >>> bet = Bet(0.5)
    >>> for value in [1, 1, 0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1]:
    ...     bet.add(value)
    >>> bet.chance < 0.05
    True
    """

    __slots__ = ("_capital", "_count", "_highest", "_lowest", "_mean", "_spread", "_total", "best", "mean")

    def __init__(self, mean: float, side: int = 0) -> None:
        self.mean = mean
        self._highest = 0.0 if side < 0 or mean >= 1 else _STAKE / mean if mean > 0 else _STAKE / 1e-9
        self._lowest = 0.0 if side > 0 or mean <= 0 else -_STAKE / (1 - mean) if mean < 1 else -_STAKE / 1e-9
        self._count, self._total, self._spread = 1, 0.5, 0.25  # one value in the middle, to begin with
        self._mean = 0.5
        self._capital = 1.0
        self.best = 1.0

    def add(self, value: float) -> None:
        """Another value, on which the stake was set before it was known."""
        ahead = self._mean - self.mean
        stake = ahead / (self._spread / self._count + ahead * ahead)
        stake = self._highest if stake > self._highest else self._lowest if stake < self._lowest else stake
        self._capital *= 1 + stake * (value - self.mean)
        if self._capital > self.best:
            self.best = self._capital
        self._count += 1
        self._total += value
        self._mean = self._total / self._count
        self._spread += (value - self._mean) ** 2

    @property
    def chance(self) -> float:
        """The chance of so much luck, or more, at any time, if the mean is as stated."""
        return 1 / self.best


def interval(values: Sequence[float], level: float = LEVEL) -> tuple[float, float]:
    """The means that no bet has spoken against: with a chance of 1 - level the true one is never outside.

    >>> low, high = interval([0, 1, 1, 0, 1] * 100)
    >>> low < 0.6 < high
    True
    """
    middle = fmean(values) if values else 0.5

    def refuted(mean: float) -> bool:
        bet = Bet(mean)
        for value in values:
            bet.add(value)
            if bet.best * level >= 1:
                return True
        return False

    ends = []
    for end in (0.0, 1.0):
        out, inside = end, middle
        if not refuted(end):
            inside = end
        while abs(out - inside) > 1e-4:
            between = (out + inside) / 2
            out, inside = (between, inside) if refuted(between) else (out, between)
        ends.append(inside)
    return ends[0], ends[1]


class Verdict(Enum):
    """What a comparison has come to."""

    OPEN = "not settled"
    HIGHER = "higher"
    LOWER = "lower"
    ALIKE = "alike"


class Comparison:
    """Values between -1 and 1, one after the other, until it is settled whether their mean is 0.

    `HIGHER` and `LOWER` are wrong with a chance of at most `level` if the mean is 0, `ALIKE` if it is
    `margin` or more away from 0; whoever makes several comparisons divides the level among them.
    """

    def __init__(self, margin: float, level: float = LEVEL) -> None:
        self.margin, self.level = margin, level
        self._differs = Bet(0.5)
        self._below = Bet((1 + margin) / 2, -1)
        self._above = Bet((1 - margin) / 2, 1)
        self.values: list[float] = []
        self.verdict = Verdict.OPEN

    def add(self, value: float) -> Verdict:
        """The verdict with one more value; once it stands it stays."""
        self.values.append(value)
        scaled = (value + 1) / 2
        for bet in (self._differs, self._below, self._above):
            bet.add(scaled)
        if self.verdict is Verdict.OPEN:
            if self._differs.chance <= self.level:
                self.verdict = Verdict.HIGHER if sum(self.values) > 0 else Verdict.LOWER
            elif self._below.chance <= self.level and self._above.chance <= self.level:
                self.verdict = Verdict.ALIKE
        return self.verdict

    @property
    def mean(self) -> float:
        return fmean(self.values) if self.values else 0.0

    @property
    def chance(self) -> float:
        """The chance of so much evidence for a difference, or more, if there is none."""
        return self._differs.chance

    @property
    def interval(self) -> tuple[float, float]:
        """Where the mean lies, at the level of the comparison."""
        low, high = interval([(value + 1) / 2 for value in self.values], self.level)
        return 2 * low - 1, 2 * high - 1


class Precision:
    """Values between 0 and 1, one after the other, until their mean is known to within `width` either way."""

    def __init__(self, width: float, level: float = LEVEL) -> None:
        self.width, self.level = width, level
        self.values: list[float] = []
        self._total = self._squares = 0.0
        self._next_look = 50
        self.reached = False

    def add(self, value: float) -> bool:
        """Whether the mean is known well enough with one more value.

        An interval takes as long as all values together, so it is looked at where it can have become narrow
        enough (an interval for one look is narrower) and a twentieth more values have come.
        """
        self.values.append(value)
        self._total += value
        self._squares += value * value
        if self.reached or len(self.values) < self._next_look:
            return self.reached
        count = len(self.values)
        self._next_look = count + max(1, count // 20)
        variance = self._squares / count - (self._total / count) ** 2
        error = NormalDist().inv_cdf(1 - self.level / 2) * sqrt(max(variance, 0.0) / count)
        if error <= self.width:
            low, high = interval(self.values, self.level)
            self.reached = high - low <= 2 * self.width
        return self.reached


class SharesKnown:
    """Games one after the other, until each seat's share of the wins is known to within `width`."""

    def __init__(self, width: float, players: int) -> None:
        self.width = width
        self._seats = [Precision(width, LEVEL / players) for _ in range(players)]
        self.games = 0  # that were given up not counted
        self.reached = False

    def __call__(self, sample: Sample) -> bool:
        """Whether it is enough with this game."""
        if sample.finished:
            self.games += 1
            known = [seat.add(wins) for seat, wins in zip(self._seats, sample.wins, strict=True)]
            self.reached = all(known)
        return self.reached
