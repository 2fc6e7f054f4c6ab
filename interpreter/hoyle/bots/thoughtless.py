"""Bots that don't look at the game: any choice, or the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.play.perspective import Perspective
    from hoyle.random import Stream


class RandomBot:
    """Picks uniformly among the choices."""

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        return self.among(len(perspective.decision.choices), rng)

    def among(self, count: int, rng: Stream) -> int:
        """One of so many choices."""
        return rng.below(count)


class FirstBot:
    """Picks the choice that is listed first, whatever it is."""

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        return 0

    def among(self, count: int, rng: Stream) -> int:
        """One of so many choices."""
        return 0
