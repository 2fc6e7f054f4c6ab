"""Bots that don't look at the game: any choice, or the first."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.random import Stream


class RandomBot:
    """Picks uniformly among the choices."""

    def choose(self, state: State, rng: Stream) -> int:
        return rng.below(len(state.decision.choices))


class FirstBot:
    """Picks the choice that is listed first, whatever it is."""

    def choose(self, state: State, rng: Stream) -> int:
        return 0
