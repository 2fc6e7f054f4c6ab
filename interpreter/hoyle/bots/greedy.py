"""Looks one choice ahead, at the ruleset's own score."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.natively import searched_natively
from hoyle.bots.registry import Budget
from hoyle.bots.thinking import Searcher

if TYPE_CHECKING:
    from hoyle.bots.thinking import Thinking

WORLDS = 8
MOST_LOOKS = 400  # at one decision, all worlds together


class GreedyBot(Searcher):
    """Takes the choice after which the score as it stands is best, over a few worlds; any of the best."""

    def best(self, thinking: Thinking) -> int:
        choices = range(len(thinking.keys))
        self._looked(thinking, choices, 1)  # to know how large leads are: the first would count too much
        found = self._looked(thinking, choices, max(1, min(WORLDS, MOST_LOOKS // len(choices))))
        means = [total / many if many else -1.0 for many, total in found]
        best = max(means)
        good = [choice for choice, mean in enumerate(means) if mean >= best - 1e-12]
        return good[thinking.rng.below(len(good))]

    def _looked(self, thinking: Thinking, choices: range, worlds: int) -> list[tuple[int, float]]:
        """How often each choice was looked at, and the sum of what came of it."""
        looks = Budget(worlds * len(choices))
        found = searched_natively(thinking, looks, choices, most_plies=0)
        return found if found is not None else self._looked_at(thinking, choices, worlds)

    def _looked_at(self, thinking: Thinking, choices: range, worlds: int) -> list[tuple[int, float]]:
        """The same where machine code cannot."""
        totals, times = [0.0] * len(choices), [0] * len(choices)
        for _ in range(worlds):
            seed = thinking.seed()
            if seed is None:
                break
            world = thinking.outlook.world(seed)
            place = thinking.places(thinking.outlook.number(seed))
            assert place is not None
            for choice in choices:
                after = world.copy()
                if after.attempt(place[choice]):
                    totals[choice] += thinking.worth.of(after)[thinking.seat]
                    times[choice] += 1
                    self.effort.playouts += 1
        return list(zip(times, totals, strict=True))
