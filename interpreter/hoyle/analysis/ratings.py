"""Ratings of bots by openskill, with intervals from drawing blocks again."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import fmean, quantiles
from typing import TYPE_CHECKING

from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.analysis.tournament import Block, Tournament

DRAWS = 100  # of as many blocks as there are, with some twice and some not at all


@dataclass(frozen=True, slots=True)
class Rating:
    """A bot's rating, with its 95 % interval; everybody begins at 25."""

    bot: int
    value: float
    low: float
    high: float


def ratings(found: Tournament, seed: int) -> list[Rating]:
    """The rating of every bot.

    Openskill goes through games in order, so each draw of blocks is in an order of its own.
    """
    blocks = [block for table in found.blocks for block in table]
    count = len(found.bots)
    drawn: list[list[float]] = [[] for _ in range(count)]
    for draw in range(DRAWS):
        stream = Stream(derive(seed, draw))
        picked = [blocks[stream.below(len(blocks))] for _ in blocks]
        for bot, value in enumerate(_rated(picked, found)):
            drawn[bot].append(value)
    rated = []
    for bot in range(count):
        low, *_, high = quantiles(drawn[bot], n=40)  # 2.5 % on either side
        rated.append(Rating(bot, fmean(drawn[bot]), low, high))
    return rated


def _rated(blocks: Sequence[Block], found: Tournament) -> list[float]:
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    rated = [model.rating() for _ in found.bots]
    for block in blocks:
        for arrangement, sample in block.games:
            wins: dict[int, list[float]] = {}
            for bot, side in zip(arrangement, found.sides, strict=True):
                wins.setdefault(bot, []).append(float(bool(set(side) & set(sample.winners))))
            bots = list(wins)
            strength = [sum(wins[bot]) / len(wins[bot]) for bot in bots]
            ranks = [1.0 + sum(other > own for other in strength) for own in strength]
            for bot, (rating,) in zip(
                bots, model.rate([[rated[bot]] for bot in bots], ranks=ranks), strict=True
            ):
                rated[bot] = rating
    return [rating.mu for rating in rated]
