"""What counts of one game."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Sample:
    """One game of a batch: how it ended, and how long it was."""

    index: int  # within its batch
    seed: int  # its own
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    decisions: int
    choices: int  # over all decisions
    rounds: int
    finished: bool = True  # else given up, and nothing is said about how it ended
    actions: tuple[int, ...] = ()  # how often each was taken, by `Game.actions`; none unless asked for

    @property
    def wins(self) -> tuple[float, ...]:
        """Each seat's part of the win, which those who share it divide.

        >>> Sample(0, 7, (3, 1, 3), (0, 2), (1, 3, 1), 40, 90, 1).wins
        (0.5, 0.0, 0.5)
        """
        return tuple(
            1 / len(self.winners) if seat in self.winners else 0.0 for seat in range(len(self.scores))
        )  # fmt: skip
