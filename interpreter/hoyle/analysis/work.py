"""Games that are still to be played, handed out in parts, whoever plays them."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, TypeAlias

from hoyle.analysis.batch import Batch

if TYPE_CHECKING:
    from collections.abc import Iterator

Job: TypeAlias = tuple[Batch, range]
"""Games of a batch, by their numbers."""


class Work:
    """The games of a batch from one on. What is taken comes back in the same order, portion by portion."""

    def __init__(self, batch: Batch, first: int = 0) -> None:
        self.batch = batch  # its bots are all who play in it
        self.left = batch.games - first  # games that nobody has taken
        self._first = first
        self._taken: deque[Job] = deque()
        self._back: deque[Job] = deque()

    def take(self, games: int) -> Job | None:
        """The next games, so many at most; None if there are no more."""
        job = self._back.popleft() if self._back else self.next(max(1, games))
        if job is not None:
            self.left -= len(job[1])
            self._taken.append(job)
        return job

    def jobs(self, games: int) -> Iterator[Job]:
        """All that is left, in parts of so many."""
        while (job := self.take(games)) is not None:
            yield job

    def due(self) -> Job:
        """The job whose portion has come."""
        return self._taken.popleft()

    def give_back(self) -> None:
        """What was taken and has not come is for others to play."""
        self.left += sum(len(part) for _, part in self._taken)
        self._back.extend(self._taken)
        self._taken.clear()

    def next(self, games: int) -> Job | None:
        """Games that nobody has had yet."""
        part = range(self._first, min(self._first + games, self.batch.games))
        self._first = part.stop
        return (self.batch, part) if part else None
