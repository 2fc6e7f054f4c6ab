"""The figures that describe a batch: means, deviations and how far they can be trusted."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist
from typing import TYPE_CHECKING

from hoyle.analysis.claims import Claim, seat_claims

if TYPE_CHECKING:
    from collections import Counter

    from hoyle.analysis.tally import Moments, Tally

Z = NormalDist().inv_cdf(0.975)


@dataclass(frozen=True, slots=True)
class Figure:
    """A mean with its standard deviation; None where there were too few values for it."""

    mean: float | None
    sd: float | None
    count: int

    @property
    def margin(self) -> float | None:
        """Half the width of the mean's 95 % confidence interval; None also without scipy."""
        if self.sd is None:
            return None
        try:
            return student(self.count - 1) * self.sd / sqrt(self.count)
        except ModuleNotFoundError:
            return None


@dataclass(frozen=True, slots=True)
class Share:
    """A seat's or team's part of the wins, a shared win divided, with its 95 % confidence interval."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Summary:
    """What a batch of games comes to; means are over finished games."""

    games: int
    unfinished: int
    shared: int  # games that several won together: seats, or teams where there are any
    nobody: int  # games that nobody won
    win_share: list[Share | None]  # per seat
    team_share: list[Share | None]  # per team, where there are any
    table_share: Share | None  # games that all players won together
    scores: list[Figure]  # per seat
    decisions: Figure
    rounds: Figure
    choices_mean: float | None  # choices a decision, over all decisions
    taken: int  # decisions of all games, unfinished ones included
    claims: list[Claim]  # per seat; none where too little is known


def summarise(tally: Tally) -> Summary:
    """The figures of a tally."""
    finished = tally.finished
    sides = tally.team_wins if tally.teams else tally.wins
    return Summary(
        games=tally.games,
        unfinished=tally.unfinished,
        shared=finished - tally.nobody - sum(wins[1] for wins in sides),
        nobody=tally.nobody,
        win_share=[_share(wins, finished) for wins in tally.wins],
        team_share=[_share(wins, finished) for wins in tally.team_wins],
        table_share=wilson(tally.everybody, finished),
        scores=[figure(moments) for moments in tally.scores],
        decisions=figure(tally.decisions),
        rounds=figure(tally.rounds),
        choices_mean=tally.choices / tally.decisions.total if tally.decisions.total else None,
        taken=tally.taken,
        claims=seat_claims(tally),
    )


def _share(wins: Counter[int], games: int) -> Share | None:
    return wilson(sum(times / sharers for sharers, times in sorted(wins.items())), games)


def figure(moments: Moments) -> Figure:
    """Mean and sample standard deviation of values that were added up exactly.

    >>> from hoyle.analysis.tally import Moments
    >>> figure(Moments(count=4, total=20, squares=110)).mean
    5.0
    """
    n = moments.count
    mean = moments.total / n if n else None
    sd = sqrt((n * moments.squares - moments.total**2) / (n * (n - 1))) if n > 1 else None
    return Figure(mean, sd, n)


def wilson(wins: float, games: int) -> Share | None:
    """A share with Wilson's interval, which stays within 0 and 1 and holds for few games too.

    Shared wins make the values less spread than wins and losses alone, so it errs on the wide side.
    """
    if not games:
        return None
    share = wins / games
    spread = Z * Z / games
    centre = (share + spread / 2) / (1 + spread)
    half = Z * sqrt(share * (1 - share) / games + spread / (4 * games)) / (1 + spread)
    # where all or none were won an end is exact, and rounding is not
    low, high = centre - half if share > 0 else 0.0, centre + half if share < 1 else 1.0
    return Share(share, max(0.0, low), min(1.0, high))


def student(freedom: int, chance: float = 0.975) -> float:
    """Student's percentile: what is exceeded with a chance of one less this; by scipy.

    >>> round(student(9), 2)
    2.26
    """
    # not scipy.stats, which takes three times as long to import
    from scipy.special import stdtrit

    return float(stdtrit(freedom, chance))
