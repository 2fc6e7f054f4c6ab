"""What bots that look ahead have in common: a budget, worlds that are possible, and how far to look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.bots.registry import Budget
from hoyle.bots.worth import Worth

if TYPE_CHECKING:
    from hoyle import Perspective, State
    from hoyle.play.keys import Key
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


class Thinking:
    """One decision thought about by playing games out in possible worlds."""

    def __init__(self, perspective: Perspective, rng: Stream, effort: Effort) -> None:
        self.perspective, self.rng, self.effort = perspective, rng, effort
        self.seat = perspective.seat
        self.keys: list[Key] = perspective.decision.keys
        self._sorted = sorted(self.keys)
        first = self.world()
        self.possible = first is not None
        if first is not None:
            self.public = first.keys.public
            self.rounds = first.rounds
            self.worth = Worth(perspective, first)
            self.this_round = self._long(first)

    def world(self) -> State | None:
        """A world in which the seat has the choices that it has; None if none was found."""
        for _ in range(TRIES):
            world = self.perspective.world(self.rng.next())
            keys = world.keys.of(world)
            if world.seat == self.seat and (keys == self.keys or sorted(keys) == self._sorted):
                return world
            self.effort.refused += 1
        return None

    def worlds(self, budget: Budget) -> Iterator[State]:
        """Worlds until the budget is spent."""
        began, done = perf_counter(), 0
        while True:
            if budget.seconds is not None and perf_counter() - began >= budget.seconds:
                return
            if budget.iterations is not None and done >= budget.iterations:
                return
            done += 1
            world = self.world()
            if world is None:
                return
            yield world

    def _long(self, world: State) -> bool:
        """Whether playouts end with the round: where a match would take long, its rest is only noise."""
        for _ in range(PROBES):
            probe = world.copy()
            reached = probe.attempt_on(self.rng, decisions=SHORT_MATCH)
            if reached is not None and reached.over:
                return False
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
