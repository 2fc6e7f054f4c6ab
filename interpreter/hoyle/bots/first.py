"""A bot that always picks the first choice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hoyle import State
    from hoyle.random import Stream


class FirstBot:
    """Picks the choice that is listed first, whatever it is."""

    def choose(self, state: State, rng: Stream) -> int:
        return 0
