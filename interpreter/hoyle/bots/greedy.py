"""Looks one choice ahead, at the ruleset's own score."""

from __future__ import annotations

from time import process_time
from typing import TYPE_CHECKING

from hoyle.bots.thinking import Effort, Thinking

if TYPE_CHECKING:
    from hoyle.play.perspective import Perspective
    from hoyle.random import Stream

WORLDS = 8
MOST_LOOKS = 400  # at one decision, all worlds together


class GreedyBot:
    """Takes the choice after which the score as it stands is best, over a few worlds; any of the best."""

    def __init__(self) -> None:
        self.effort = Effort()

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        count = len(perspective.decision)
        if count == 1:
            return 0
        began = process_time()
        choice = self._best(perspective, rng, count)
        self.effort.decisions += 1
        self.effort.seconds += process_time() - began
        return choice

    def _best(self, perspective: Perspective, rng: Stream, count: int) -> int:
        thinking = Thinking(perspective, rng, self.effort)
        if not thinking.possible:
            return rng.below(count)
        totals, times = [0.0] * count, [0] * count
        for _ in range(max(1, min(WORLDS, MOST_LOOKS // count))):
            world = thinking.world()
            if world is None:
                break
            place = {key: index for index, key in enumerate(world.keys.of(world))}
            for choice, key in enumerate(thinking.keys):
                after = world.copy()
                if after.attempt(place[key]):
                    totals[choice] += thinking.worth.of(after)[thinking.seat]
                    times[choice] += 1
        means = [total / many if many else -1.0 for total, many in zip(totals, times, strict=True)]
        best = max(means)
        good = [choice for choice, mean in enumerate(means) if mean >= best - 1e-12]
        return good[rng.below(len(good))]
