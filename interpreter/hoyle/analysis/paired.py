"""Differences between two ways to play with the same seeds: game by game, with their uncertainty."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

CONFIDENCE = 0.95
FEWEST_PAIRS = 10  # with fewer, even a difference in all of them may be chance


@dataclass(frozen=True, slots=True)
class Difference:
    """How much a figure moves, with its 95 % interval and the chance of so much if it did not move at all."""

    before: float
    after: float
    value: float
    margin: float | None  # half the interval's width; None with fewer than two pairs
    chance: float  # of this one test; whoever makes several corrects it
    spread: float  # the standard deviation of the figure before, between games
    pairs: int

    @property
    def size(self) -> float:
        """The least of the difference that its interval leaves, in standard deviations of the figure."""
        if self.margin is None or not self.value:
            return 0.0
        certain = max(0.0, abs(self.value) - self.margin)
        return certain / self.spread if self.spread else float(certain > 0)


def paired(before: Sequence[float], after: Sequence[float]) -> Difference:
    """The difference of means of values that belong together pair by pair (Student's test of differences).

    Games with the same seed are alike, so the interval is that of the differences: it holds however much
    the two depend on each other, and is narrower where they do.

    >>> found = paired([3, 5, 4, 6, 5, 4, 3, 6, 5, 4], [4, 6, 6, 7, 5, 5, 5, 7, 6, 5])
    >>> round(found.value, 2), found.margin < 0.5, found.chance < 0.001
    (1.1, True, True)
    """
    differences = [new - old for old, new in zip(before, after, strict=True)]
    count = len(differences)
    if not count:
        return Difference(0.0, 0.0, 0.0, None, 1.0, 0.0, 0)
    old, new = fmean(before), fmean(after)
    spread = stdev(before) if count > 1 else 0.0
    if count < 2:
        return Difference(old, new, new - old, None, 1.0, spread, count)
    margin, chance = about_zero(differences)
    return Difference(old, new, new - old, margin, chance, spread, count)


def about_zero(values: Sequence[float], confidence: float = CONFIDENCE) -> tuple[float, float]:
    """Half the width of the interval of the mean of some values, and the chance of it if it were 0."""
    from scipy import stats

    count = len(values)
    mean = fmean(values)
    error = sqrt(fsum((value - mean) ** 2 for value in values) / (count - 1) / count)
    if error < 1e-12:  # all alike: of as many signs, all the same, the chance is that of a row of tosses
        return 0.0, 1.0 if abs(mean) < 1e-12 or count < FEWEST_PAIRS else 2.0 ** (1 - count)
    margin = float(stats.t.ppf((1 + confidence) / 2, count - 1)) * error
    chance = 2 * float(stats.t.sf(abs(mean) / error, count - 1)) if count >= FEWEST_PAIRS else 1.0
    return margin, chance
