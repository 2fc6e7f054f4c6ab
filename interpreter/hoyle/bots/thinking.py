"""What bots that look ahead have in common: a budget, worlds that are possible, and how far to look."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter, process_time
from typing import TYPE_CHECKING

from hoyle.bots.registry import Budget
from hoyle.bots.worth import Worth

if TYPE_CHECKING:
    from hoyle import Perspective, State
    from hoyle.play.keys import Key
    from hoyle.play.perspective import Outlook
    from hoyle.random import Stream

MOST_PLIES = 400  # of one playout: what is not decided by then is valued as it stands
SHORT_MATCH = 150  # decisions: what is left of a match that ends sooner is always played to its end
PROBES = 3
TRIES = 20  # worlds that are thrown away before the seat thinks with none


@dataclass(slots=True)
class Effort:
    """What a bot has spent, for whoever measures it."""

    decisions: int = 0
    playouts: int = 0
    failed: int = 0  # playouts that the rules could not carry on
    refused: int = 0  # worlds that could not be
    seconds: float = 0.0


class Searcher(ABC):
    """A bot that chooses by trying out, in worlds."""

    def __init__(self) -> None:
        self.effort = Effort()

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        return self.ahead(perspective, rng) if len(perspective.keys) > 1 else 0

    def ahead(self, outlook: Outlook, rng: Stream) -> int:
        """The index of a choice where there are several."""
        began = process_time()
        thinking = Thinking(outlook, rng, self.effort)
        choice = self.best(thinking) if thinking.possible else rng.below(len(outlook.keys))
        self.effort.decisions += 1
        self.effort.seconds += process_time() - began
        return choice

    @abstractmethod
    def best(self, thinking: Thinking) -> int:
        """The same where there are worlds in which the seat has the choices that it has."""


class Thinking:
    """One decision thought about by playing games out in possible worlds."""

    def __init__(self, outlook: Outlook, rng: Stream, effort: Effort) -> None:
        self.outlook, self.rng, self.effort = outlook, rng, effort
        self.seat = outlook.seat
        self.keys: list[Key] = outlook.keys
        self._places: dict[int, list[int] | None] = {}
        seed = self.seed()
        self.possible = seed is not None
        if seed is not None:
            self.root = outlook.number(seed)
            first = outlook.world(seed)
            self.public = first.keys.public
            self.rounds = first.rounds
            self.worth = Worth(outlook, first)
            self.this_round = self._long(first)

    def seed(self) -> int | None:
        """What a world is made of in which the seat has the choices that it has; None if none was found."""
        for _ in range(TRIES):
            seed = self.rng.next()
            if self.places(self.outlook.number(seed)) is not None:
                return seed
            self.effort.refused += 1
        return None

    def places(self, number: int) -> list[int] | None:
        """Where each choice is listed in a position; None if others are to be chosen from there."""
        if number not in self._places:
            position = self.outlook.position(number)
            place = {key: index for index, key in enumerate(position.keys.of(position))}
            fits = position.seat == self.seat and place.keys() == set(self.keys)
            self._places[number] = [place[key] for key in self.keys] if fits else None
        return self._places[number]

    def seeds(self, budget: Budget) -> Iterator[int]:
        """What worlds are made of, until the budget is spent."""
        began, done = perf_counter(), 0
        while True:
            if budget.seconds is not None and perf_counter() - began >= budget.seconds:
                return
            if budget.iterations is not None and done >= budget.iterations:
                return
            done += 1
            seed = self.seed()
            if seed is None:
                return
            yield seed

    def _long(self, world: State) -> bool:
        """Whether playouts end with the round: where a match would take long, its rest is only noise.

        What comes of these matches, or of the round, says how large leads may be before any is compared.
        """
        for _ in range(PROBES):
            reached = world.copy().attempt_on(self.rng, decisions=SHORT_MATCH)
            if reached is not None and reached.over:
                self.worth.meet(reached)
                return False
        for _ in range(PROBES):
            reached = world.copy().attempt_on(self.rng, decisions=MOST_PLIES, rounds=1)
            if reached is not None:
                self.worth.meet(reached)
        return True

    def played_out(self, state: State) -> list[float] | None:
        """What a position is worth to each seat by a game of random choices; None if the rules fail."""
        rounds = self.rounds + 1 - state.rounds if self.this_round else MOST_PLIES
        reached = state.attempt_on(self.rng, decisions=MOST_PLIES, rounds=rounds)
        if reached is None:
            self.effort.failed += 1
            return None
        self.effort.playouts += 1
        return self.worth.of(reached)
