"""Counts over finished games, in whole numbers only."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle.analysis.sample import Sample


@dataclass(slots=True)
class Moments:
    """How many values there were, their sum and the sum of their squares."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Moments) -> None:
        self.count += other.count
        self.total += other.total
        self.squares += other.squares


@dataclass(slots=True)
class Tally:
    """What is counted over games.

    Whole numbers add up to the same in any order, so the figures made from them are the same to the
    last bit however the games were spread over workers. Floating-point sums would not be.
    """

    players: int
    teams: Sequence[Sequence[int]] = ()  # the seats of each; each seat alone where there are none
    wins: list[Counter[int]] = field(init=False)  # per seat: by how many shared the win
    team_wins: list[Counter[int]] = field(init=False)  # per team: by how many teams shared the win
    nobody: int = 0  # games that nobody won
    everybody: int = 0  # games that all players won together
    scores: list[Moments] = field(init=False)  # per seat
    decisions: Moments = field(default_factory=Moments)
    rounds: Moments = field(default_factory=Moments)
    choices: int = 0  # over all decisions of all games
    unfinished: int = 0
    taken: int = 0  # decisions, also those of unfinished games

    def __post_init__(self) -> None:
        self.wins = [Counter() for _ in range(self.players)]
        self.team_wins = [Counter() for _ in self.teams]
        self.scores = [Moments() for _ in range(self.players)]

    @property
    def finished(self) -> int:
        return self.decisions.count

    @property
    def games(self) -> int:
        return self.finished + self.unfinished

    def add(self, sample: Sample) -> None:
        """Count a game; of one that was given up only how long it took, for the speed."""
        self.taken += sample.decisions
        if not sample.finished:
            self.unfinished += 1
            return
        winners = sample.winners
        for moments, score in zip(self.scores, sample.scores, strict=True):
            moments.add(score)
        for seat in winners:
            self.wins[seat][len(winners)] += 1
        # Members of a team win together, so one of them tells for all.
        winning = [number for number, team in enumerate(self.teams) if team[0] in winners]
        for number in winning:
            self.team_wins[number][len(winning)] += 1
        self.nobody += not winners
        self.everybody += len(winners) == self.players
        self.decisions.add(sample.decisions)
        self.rounds.add(sample.rounds)
        self.choices += sample.choices

    def with_more(self, other: Tally) -> Tally:
        """A tally of both: whoever is interrupted has the one or the other, never a part of one."""
        both = deepcopy(self)
        both.merge(other)
        return both

    def merge(self, other: Tally) -> None:
        """Add another tally of the same players and teams to this one."""
        for mine, theirs in zip(self.wins, other.wins, strict=True):
            mine.update(theirs)
        for mine, theirs in zip(self.team_wins, other.team_wins, strict=True):
            mine.update(theirs)
        self.nobody += other.nobody
        self.everybody += other.everybody
        for own, others in zip(self.scores, other.scores, strict=True):
            own.merge(others)
        self.decisions.merge(other.decisions)
        self.rounds.merge(other.rounds)
        self.choices += other.choices
        self.unfinished += other.unfinished
        self.taken += other.taken
