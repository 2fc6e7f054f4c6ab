"""Plays games out after each choice, and takes the one that fares best."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.natively import searched_natively
from hoyle.bots.registry import Budget
from hoyle.bots.thinking import Searcher

if TYPE_CHECKING:
    from hoyle.bots.thinking import Thinking

LEAST = 4  # playouts of a choice: if there are more choices than that allows, some are left out


class FlatBot(Searcher):
    """Flat Monte Carlo: the same worlds for all choices, each played out as often as the others."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    @property
    def iterations(self) -> int | None:
        return self.budget.iterations

    def best(self, thinking: Thinking) -> int:
        rng, budget, count = thinking.rng, self.budget, len(thinking.keys)
        considered = list(range(count))
        if budget.iterations is not None:
            for last in range(count - 1, 0, -1):
                other = rng.below(last + 1)
                considered[last], considered[other] = considered[other], considered[last]
            considered = considered[: max(2, budget.iterations // LEAST)]
        found = searched_natively(thinking, budget, considered)
        if found is None:
            found = self._played_out(thinking, considered)
        means = [total / many if many else -1.0 for many, total in found]
        return means.index(max(means))

    def _played_out(self, thinking: Thinking, considered: list[int]) -> list[tuple[int, float]]:
        """How often each choice was played out, and the sum of what came of it."""
        count, left = len(thinking.keys), self.budget.iterations
        totals, times = [0.0] * count, [0] * count
        for seed in thinking.seeds(Budget(seconds=self.budget.seconds)):
            world = thinking.outlook.world(seed)
            place = thinking.places(thinking.outlook.number(seed))
            assert place is not None
            for choice in considered[:left]:
                after = world.copy()
                if not after.attempt(place[choice]):
                    self.effort.failed += 1
                    continue
                values = thinking.played_out(after)
                if values is not None:
                    totals[choice] += values[thinking.seat]
                    times[choice] += 1
            if left is not None:
                left -= len(considered)
                if left <= 0:
                    break
        return list(zip(times, totals, strict=True))
