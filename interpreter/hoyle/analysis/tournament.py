"""Bots against each other: who sits where, and what a seed with all its rotations says about a pair."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from hoyle.analysis.sequential import LEVEL, Comparison, Verdict

if TYPE_CHECKING:
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.sample import Sample

Arrangement: TypeAlias = tuple[int, ...]
"""The number of a bot for each side: a team, or a seat where there are none."""


@dataclass(frozen=True, slots=True)
class Table:
    """Bots that meet, and every way in which they sit."""

    bots: tuple[int, ...]
    arrangements: tuple[Arrangement, ...]


def pairings(bots: int, sides: int) -> tuple[Table, ...]:
    """A table for every two bots, who sit in turn around it and change places.

    With an odd number of sides one bot has a side more than the other; so has the other, in as many games.

    >>> pairings(2, 2)[0].arrangements
    ((0, 1), (1, 0))
    >>> pairings(2, 3)[0].arrangements
    ((0, 1, 0), (1, 0, 0), (0, 0, 1), (1, 0, 1), (0, 1, 1), (1, 1, 0))
    """
    return tuple(
        Table(pair, _rotated([tuple(pair[(side + first) % 2] for side in range(sides)) for first in (0, 1)]))
        for pair in combinations(range(bots), 2)
    )


def round_table(bots: int) -> tuple[Table, ...]:
    """One table for all, as many as there are sides: each sits on every side once.

    >>> round_table(3)[0].arrangements
    ((0, 1, 2), (1, 2, 0), (2, 0, 1))
    """
    return (Table(tuple(range(bots)), _rotated([tuple(range(bots))])),)


def _rotated(firsts: Sequence[Arrangement]) -> tuple[Arrangement, ...]:
    found: dict[Arrangement, None] = {}
    for first in firsts:
        for turn in range(len(first)):
            found[first[turn:] + first[:turn]] = None
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Block:
    """A seed with all its rotations: the unit of everything that is said, since its games are alike."""

    index: int
    games: tuple[tuple[Arrangement, Sample], ...]

    def finished(self) -> bool:
        return all(sample.finished for _, sample in self.games)


@dataclass(slots=True)
class Meeting:
    """What two bots have shown against each other."""

    one: int
    other: int
    shares: Comparison  # the one's wins a side less the other's, block by block
    leads: list[float] = field(default_factory=list)  # likewise of scores

    def add(self, block: Block, sides: Sequence[Sequence[int]]) -> Verdict:
        """Counts a block, and says how things stand."""
        wins: tuple[list[float], list[float]] = ([], [])
        scores: tuple[list[float], list[float]] = ([], [])
        for arrangement, sample in block.games:
            shared = sum(bool(set(side) & set(sample.winners)) for side in sides)
            for bot, side in zip(arrangement, sides, strict=True):
                if bot in (self.one, self.other):
                    of = bot == self.other
                    won = bool(set(side) & set(sample.winners))
                    wins[of].append(won / shared if won else 0.0)
                    scores[of].append(fmean(sample.scores[seat] for seat in side))
        self.leads.append(fmean(scores[0]) - fmean(scores[1]))
        return self.shares.add(fmean(wins[0]) - fmean(wins[1]))

    @property
    def lead(self) -> tuple[float, float | None]:
        """The mean lead in score with its standard error."""
        count = len(self.leads)
        mean = fmean(self.leads) if count else 0.0
        if count < 2:
            return mean, None
        return mean, sqrt(sum((lead - mean) ** 2 for lead in self.leads) / (count - 1) / count)


@dataclass(slots=True)
class Tournament:
    """What came of a tournament so far."""

    bots: tuple[str, ...]
    sides: tuple[tuple[int, ...], ...]  # the seats of each
    tables: tuple[Table, ...]
    meetings: list[Meeting]
    blocks: list[list[Block]]  # for each table
    given_up: int = 0  # blocks in which a game was not finished: they say nothing

    @property
    def settled(self) -> bool:
        """Whether every two bots are told apart, or known to be alike."""
        return all(meeting.shares.verdict is not Verdict.OPEN for meeting in self.meetings)

    @property
    def games(self) -> int:
        return sum(len(block.games) for blocks in self.blocks for block in blocks)


def tournament(
    bots: Sequence[str], sides: Sequence[Sequence[int]], *, together: bool, margin: float
) -> Tournament:  # fmt: skip
    """A tournament before its first game; at a `together` table there are as many bots as sides."""
    tables = round_table(len(bots)) if together else pairings(len(bots), len(sides))
    pairs = list(combinations(range(len(bots)), 2))
    meetings = [Meeting(one, other, Comparison(margin, LEVEL / len(pairs))) for one, other in pairs]
    return Tournament(
        tuple(bots), tuple(tuple(side) for side in sides), tables, meetings, [[] for _ in tables]
    )  # fmt: skip


def batches(found: Tournament, batch: Batch, table: Table) -> list[tuple[Arrangement, Batch]]:
    """The games of a table, as a batch for each way to sit; game i of each has the seed of the others'."""
    seated = []
    for arrangement in table.arrangements:
        seats = [""] * batch.players
        for bot, side in zip(arrangement, found.sides, strict=True):
            for seat in side:
                seats[seat] = found.bots[bot]
        seated.append((arrangement, replace(batch, bots=tuple(seats), sampled=True)))
    return seated


def play_blocks(
    found: Tournament,
    batch: Batch,
    play: Callable[[Batch, int], Sample],
    *,
    until_settled: bool = False,
) -> Iterator[Tournament]:
    """Plays block after block at every table, counts them, and gives the tournament after each.

    `play` plays the game of a batch that has an index. Where only verdicts are wanted, a table whose bots
    are told apart is left alone.
    """
    seated = [batches(found, batch, table) for table in found.tables]
    for index in range(batch.games):
        for number, table in enumerate(found.tables):
            here = [one for one in found.meetings if one.one in table.bots and one.other in table.bots]
            if until_settled and all(one.shares.verdict is not Verdict.OPEN for one in here):
                continue
            games = tuple((arrangement, play(seats, index)) for arrangement, seats in seated[number])
            block = Block(index, games)
            if not block.finished():
                found.given_up += 1
                continue
            found.blocks[number].append(block)
            for meeting in here:
                meeting.add(block, found.sides)
        yield found
        if until_settled and found.settled:
            return
