"""Bots against each other: who sits where, and what a seed with all its rotations says about a pair."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from math import sqrt
from statistics import fmean
from typing import TYPE_CHECKING, TypeAlias

from hoyle.analysis.sequential import LEVEL, Comparison, Verdict
from hoyle.analysis.work import Work

if TYPE_CHECKING:
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.sample import Sample
    from hoyle.analysis.work import Job

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
    leads: list[float] = field(default_factory=list)  # likewise of scores, turned so that more is better
    wins: list[float] = field(default_factory=lambda: [0.0, 0.0])  # a side, of both, added up over blocks
    sign: int = 1  # -1 where few points are good

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
        self.leads.append(self.sign * (fmean(scores[0]) - fmean(scores[1])))
        shares = [fmean(own) for own in wins]
        self.wins = [total + share for total, share in zip(self.wins, shares, strict=True)]
        return self.shares.add(shares[0] - shares[1])

    @property
    def parts(self) -> tuple[float, float]:
        """Which part of the wins each has taken, for a side that it had."""
        count = max(1, len(self.leads))
        return self.wins[0] / count, self.wins[1] / count

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

    def at(self, table: int) -> list[Meeting]:
        """The meetings of the bots at a table."""
        bots = self.tables[table].bots
        return [one for one in self.meetings if one.one in bots and one.other in bots]

    @property
    def games(self) -> int:
        return sum(len(block.games) for blocks in self.blocks for block in blocks)


def tournament(
    bots: Sequence[str],
    sides: Sequence[Sequence[int]],
    *,
    together: bool,
    margin: float,
    highest_wins: bool = True,
) -> Tournament:
    """A tournament before its first game; at a `together` table there are as many bots as sides."""
    sign = 1 if highest_wins else -1
    tables = round_table(len(bots)) if together else pairings(len(bots), len(sides))
    pairs = list(combinations(range(len(bots)), 2))
    meetings = [
        Meeting(one, other, Comparison(margin, LEVEL / len(pairs)), sign=sign) for one, other in pairs
    ]
    return Tournament(
        tuple(bots), tuple(tuple(side) for side in sides), tables, meetings, [[] for _ in tables]
    )  # fmt: skip


class Blocks(Work):
    """The games of a tournament: block after block at every table, each with every way to sit.

    Where only verdicts are wanted, a table whose bots are told apart is left alone.
    """

    def __init__(self, found: Tournament, batch: Batch, *, until_settled: bool = False) -> None:
        self.found, self.until_settled = found, until_settled
        self.seated = [
            [(arrangement, _seated(found, batch, arrangement)) for arrangement in table.arrangements]
            for table in found.tables
        ]
        bots = tuple(dict.fromkeys(found.bots))
        super().__init__(replace(batch, bots=bots, sampled=True))
        self.ways = sum(map(len, self.seated))  # to play a seed, at all tables
        self.left = batch.games * self.ways
        self.games = self.left
        self._where = {
            id(seats): (number, arrangement)
            for number, table in enumerate(self.seated)
            for arrangement, seats in table
        }
        self._chunk: deque[Job] = deque()

    def next(self, games: int) -> Job | None:
        """Some seeds at one table in one way to sit; all other ways come next."""
        if not self._chunk:
            part = range(self._first, min(self._first + max(1, games // self.ways), self.batch.games))
            self._first = part.stop
            if part:
                open_tables = [number for number in range(len(self.seated)) if not self.closed(number)]
                self._chunk.extend(
                    (seats, part) for number in open_tables for _, seats in self.seated[number]
                )
        return self._chunk.popleft() if self._chunk else None

    def closed(self, table: int) -> bool:
        """Whether nothing is left to find out at a table."""
        return self.until_settled and all(
            meeting.shares.verdict is not Verdict.OPEN for meeting in self.found.at(table)
        )

    def where(self, job: Job) -> tuple[int, Arrangement]:
        """The number of a job's table, and who sits where."""
        return self._where[id(job[0])]


def _seated(found: Tournament, batch: Batch, arrangement: Arrangement) -> Batch:
    """The games of a table with one way to sit; game i has the seed of those of other ways."""
    seats = [""] * batch.players
    for bot, side in zip(arrangement, found.sides, strict=True):
        for seat in side:
            seats[seat] = found.bots[bot]
    return replace(batch, bots=tuple(seats), sampled=True)


def count_blocks(work: Blocks, played: Iterable[tuple[Job, Iterable[Sample]]]) -> Iterator[Tournament]:
    """Counts games, and gives the tournament after each block; ends when all is settled, if that is all.

    `played` are the jobs of the work, in order, with the games of each.
    """
    found = work.found
    coming: dict[tuple[int, int], list[tuple[Arrangement, Sample]]] = {}
    for job, samples in played:
        table, arrangement = work.where(job)
        for sample in samples:
            games = coming.setdefault((table, sample.index), [])
            games.append((arrangement, sample))
            if len(games) < len(work.seated[table]):
                continue
            block = Block(sample.index, tuple(coming.pop((table, sample.index))))
            if work.closed(table):  # it was under way when the verdict came
                continue
            if block.finished():
                found.blocks[table].append(block)
                for meeting in found.at(table):
                    meeting.add(block, found.sides)
            else:
                found.given_up += 1
            yield found
            if work.until_settled and found.settled:
                return
