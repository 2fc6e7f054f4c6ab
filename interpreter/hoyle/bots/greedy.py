"""Looks one choice ahead, at the ruleset's own score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.thinking import Searcher

if TYPE_CHECKING:
    from hoyle.bots.thinking import Thinking

WORLDS = 8
MOST_LOOKS = 400  # at one decision, all worlds together


class GreedyBot(Searcher):
    """Takes the choice after which the score as it stands is best, over a few worlds; any of the best."""

    def best(self, thinking: Thinking) -> int:
        count = len(thinking.keys)
        totals, times = [0.0] * count, [0] * count
        for _ in range(max(1, min(WORLDS, MOST_LOOKS // count))):
            seed = thinking.seed()
            if seed is None:
                break
            world = thinking.outlook.world(seed)
            place = thinking.places(thinking.outlook.number(seed))
            assert place is not None
            for choice in range(count):
                after = world.copy()
                if after.attempt(place[choice]):
                    totals[choice] += thinking.worth.of(after)[thinking.seat]
                    times[choice] += 1
        means = [total / many if many else -1.0 for total, many in zip(totals, times, strict=True)]
        best = max(means)
        good = [choice for choice, mean in enumerate(means) if mean >= best - 1e-12]
        return good[thinking.rng.below(len(good))]
