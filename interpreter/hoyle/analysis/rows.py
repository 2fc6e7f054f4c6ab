"""Games of a batch as rows of numbers, one after the other: the least that they can be kept and sent as."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from hoyle import rows as row
from hoyle.analysis.sample import Sample
from hoyle.random import MASK


@dataclass(slots=True)
class Rows:
    """Games whose numbers follow each other.

    >>> rows = Rows(7, players=2, actions=1)
    >>> rows.append(Sample(7, 99, (3, 1), (0,), (1, 2), 40, 90, 1, actions=(40,)))
    >>> [sample.scores for sample in rows]
    [(3, 1)]
    """

    first: int  # the number of the first
    players: int
    actions: int
    words: array[int] = field(default_factory=lambda: array("q"))

    @property
    def width(self) -> int:
        return row.row_width(self.players, self.actions)

    def __len__(self) -> int:
        return len(self.words) // self.width

    def __iter__(self) -> Iterator[Sample]:
        width = self.width
        for at in range(0, len(self.words), width):
            yield self._sample(self.first + at // width, self.words[at : at + width])

    def append(self, sample: Sample) -> None:
        """Adds the game that is next."""
        assert sample.index == self.first + len(self)
        seed = sample.seed if sample.seed <= MASK >> 1 else sample.seed - MASK - 1
        words = [seed, sample.finished, sample.decisions, sample.choices, sample.rounds]
        if sample.finished:
            for seat, (score, rank) in enumerate(zip(sample.scores, sample.ranks, strict=True)):
                words += [score, rank, seat in sample.winners]
        else:
            words += [0] * (row.A_SEAT * self.players)
        words += sample.actions
        assert len(words) == self.width
        self.words.extend(words)

    def extend(self, words: array[int]) -> None:
        """Adds games that are next, as rows already."""
        self.words.extend(words)

    def part(self, first: int, last: int) -> Rows:
        """The games from one number up to another, which is not among them."""
        width, at = self.width, self.first
        words = self.words[(first - at) * width : max(0, last - at) * width]
        return Rows(first, self.players, self.actions, words)

    def _sample(self, index: int, words: Sequence[int]) -> Sample:
        last = row.actions_at(self.players)
        seats = words[row.SEATS : last]
        finished = bool(words[row.FINISHED])
        won = seats[row.WON :: row.A_SEAT]
        return Sample(
            index=index,
            seed=words[row.SEED] & MASK,
            scores=tuple(seats[row.SCORE :: row.A_SEAT]) if finished else (),
            winners=tuple(seat for seat, own in enumerate(won) if own),
            ranks=tuple(seats[row.RANK :: row.A_SEAT]) if finished else (),
            decisions=words[row.DECISIONS],
            choices=words[row.CHOICES],
            rounds=words[row.ROUNDS],
            finished=finished,
            actions=tuple(words[last:]),
        )
