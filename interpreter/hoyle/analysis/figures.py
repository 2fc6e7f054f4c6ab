"""Figures of single games, from which means and differences are made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TYPE_CHECKING

from hoyle.analysis.paired import CONFIDENCE

if TYPE_CHECKING:
    from hoyle.analysis.sample import Sample


@dataclass(frozen=True, slots=True)
class PerGame:
    """Something that every finished game has."""

    name: str
    of: Callable[[Sample], float]
    percent: bool = False


def first_share(sample: Sample) -> float:
    """The first seat's part of the win."""
    return sample.wins[0]


def score_spread(sample: Sample) -> float:
    """How far the best and the worst score are apart.

    >>> from hoyle.analysis.sample import Sample
    >>> score_spread(Sample(0, 7, (3, 1, 9), (2,), (2, 3, 1), 40, 90, 1))
    8.0
    """
    return float(max(sample.scores) - min(sample.scores))


def per_game(players: int) -> list[PerGame]:
    """The figures that are compared between ways to play."""

    def wins(seat: int) -> Callable[[Sample], float]:
        return lambda sample: sample.wins[seat]

    return [
        *(PerGame(f"wins, seat {seat}", wins(seat), percent=True) for seat in range(players)),
        PerGame("score, all seats", lambda sample: fmean(sample.scores)),
        PerGame("score spread", score_spread),
        PerGame("decisions a game", lambda sample: float(sample.decisions)),
        PerGame("rounds a game", lambda sample: float(sample.rounds)),
    ]


def mean_of(values: Sequence[float]) -> tuple[float, float | None]:
    """The mean of some values, and half the width of its 95 % interval where there are enough."""
    if len(values) < 2:
        return fmean(values) if values else 0.0, None
    from scipy import stats

    error = stdev(values) / sqrt(len(values))
    return fmean(values), float(stats.t.ppf((1 + CONFIDENCE) / 2, len(values) - 1)) * error
