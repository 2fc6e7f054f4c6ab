"""Bots that don't look at the game: any choice, or the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle.play.perspective import Perspective
    from hoyle.random import Stream


class RandomBot:
    """Picks uniformly among the choices."""

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        return rng.below(len(perspective.decision.choices))


class FirstBot:
    """Picks the choice that is listed first, whatever it is."""

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        return 0
