"""A game as a row of numbers: which of them is what.

Native code writes rows (`backends/c/runtime/driver.h` has the same order), analysis reads and keeps them.
"""

from __future__ import annotations

SEED, FINISHED, DECISIONS, CHOICES, ROUNDS, SEATS = range(6)
"""The seed has 64 bits, the highest of which is a sign here; what is said of the seats begins at `SEATS`."""

SCORE, RANK, WON = range(3)
A_SEAT = 3
"""What is said of each seat; all of it is 0 in a game that was given up."""


def actions_at(players: int) -> int:
    """Where the numbers begin that say how often each action was taken, which a row ends with."""
    return SEATS + A_SEAT * players


def row_width(players: int, actions: int) -> int:
    """How many numbers a row has."""
    return actions_at(players) + actions
