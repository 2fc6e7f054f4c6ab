"""Plays games out after each choice, and takes the one that fares best."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from hoyle.bots.registry import Budget
from hoyle.bots.thinking import Effort, Thinking

if TYPE_CHECKING:
    from hoyle.play.perspective import Perspective
    from hoyle.random import Stream

LEAST = 4  # playouts of a choice: if there are more choices than that allows, some are left out


class FlatBot:
    """Flat Monte Carlo: the same worlds for all choices, each played out as often as the others."""

    def __init__(self, budget: Budget) -> None:
        self.budget, self.effort = budget, Effort()

    @property
    def iterations(self) -> int | None:
        return self.budget.iterations

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        count = len(perspective.decision)
        if count == 1:
            return 0
        began = process_time()
        thinking = Thinking(perspective, rng, self.effort)
        choice = self._best(thinking, count) if thinking.possible else rng.below(count)
        self.effort.decisions += 1
        self.effort.seconds += process_time() - began
        return choice

    def _best(self, thinking: Thinking, count: int) -> int:
        rng, budget = thinking.rng, self.budget
        considered = list(range(count))
        if budget.iterations is not None:
            for last in range(count - 1, 0, -1):
                other = rng.below(last + 1)
                considered[last], considered[other] = considered[other], considered[last]
            considered = considered[: max(2, budget.iterations // LEAST)]
        totals, times = [0.0] * count, [0] * count
        left = budget.iterations
        for world in thinking.worlds(Budget(seconds=budget.seconds)):
            place = {key: index for index, key in enumerate(world.keys.of(world))}
            for choice in considered[:left]:
                after = world.copy()
                if not after.attempt(place[thinking.keys[choice]]):
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
        means = [total / many if many else -1.0 for total, many in zip(totals, times, strict=True)]
        return means.index(max(means))
