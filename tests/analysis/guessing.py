"""A game for tests that needs no ruleset: seats guess in turn, and the best guess scores.

It keeps to the play contract as far as batches use it, and can be told to break or to go on for ever.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, ClassVar

import hoyle
from hoyle.random import Stream

CHOICES = 6
GUESSES = [SimpleNamespace(block=guess % 2) for guess in range(CHOICES)]


@dataclass
class GuessingState:
    players: int
    seed: int
    turns: int
    breaks: bool
    decisions: int = 0

    def __post_init__(self) -> None:
        stream = Stream(self.seed)
        self.wanted = [stream.below(CHOICES) for _ in range(self.turns)]
        self.scores = [0] * self.players
        self.events: list[dict[str, Any]] = [{"start": "guessing", "seed": self.seed}]
        self.rounds = 1

    @property
    def over(self) -> bool:
        return self.decisions == self.turns

    @property
    def decision(self) -> SimpleNamespace:
        return SimpleNamespace(seat=self.decisions % self.players, choices=GUESSES)

    def perspective(self) -> GuessingState:
        """Nothing is hidden here."""
        return self

    def apply(self, index: int) -> None:
        if self.breaks:
            raise hoyle.PlayError("rule `turn`: nothing can be done")
        seat = self.decisions % self.players
        self.events.append({"decide": seat, "pick": index})
        self.scores[seat] += CHOICES - abs(self.wanted[self.decisions] - index)
        self.decisions += 1

    @property
    def result(self) -> SimpleNamespace:
        best = max(self.scores)
        winners = tuple(seat for seat, score in enumerate(self.scores) if score == best)
        ranks = tuple(1 + sum(other > score for other in self.scores) for score in self.scores)
        return SimpleNamespace(scores=tuple(self.scores), winners=winners, ranks=ranks)


class GuessingGame:
    """The game itself; the one started with `breaking_seed` breaks at its first decision."""

    id = "guessing"
    title = "Guessing"
    hash = "0" * 16
    player_counts = (2, 3, 4)
    options: ClassVar = {"turns": 8, "breaking_seed": -1}

    def teams(self, players: int) -> tuple[tuple[int, ...], ...]:
        return ()

    def actions(self, players: int, options: dict[str, int]) -> SimpleNamespace:
        return SimpleNamespace(names=("turn.even", "turn.odd"), by_block={0: 0, 1: 1})

    def wanted_engine(self, engine: str | None) -> str:
        return "python"

    def start(
        self, players: int, seed: int, options: dict[str, int], engine: str | None = None
    ) -> GuessingState:
        chosen = {**self.options, **options}
        return GuessingState(players, seed, chosen["turns"], breaks=seed == chosen["breaking_seed"])


def open_guessing(source: str) -> Any:
    """Stands in for `hoyle.load`, here and in worker processes."""
    return GuessingGame()
