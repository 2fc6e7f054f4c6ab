"""A bot that picks any choice, each as likely as the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.random import Stream


class RandomBot:
    """Picks uniformly among the choices."""

    def choose(self, state: State, rng: Stream) -> int:
        return rng.below(len(state.decision.choices))
