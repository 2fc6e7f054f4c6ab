"""Natural logarithms that are the same on every machine: what a bot chooses may hang on their last digit."""

from __future__ import annotations

from functools import cache

EXACT = 1024  # numbers below have their own; of a larger one its half's, and so on, more is added
HALVINGS = 32


@cache
def tables() -> tuple[list[float], list[float]]:
    """The logarithms of the numbers below `EXACT` (0 has none), and what so many halvings take away.

    By sums, products and quotients alone, which are rounded alike everywhere.
    """
    logs = [0.0, 0.0]
    for number in range(2, EXACT):
        ratio, more, odd = 1 / (2 * number - 1), 0.0, 1
        power = ratio
        while power > 1e-18:
            more += power / odd
            power *= ratio * ratio
            odd += 2
        logs.append(logs[-1] + 2 * more)
    return logs, [halvings * logs[2] for halvings in range(HALVINGS)]


def log_of(number: int) -> float:
    """The logarithm of a number from 1 on.

    >>> round(log_of(1000), 3), round(log_of(200_000), 2)
    (6.908, 12.21)
    """
    logs, shifts = tables()
    halvings = 0
    while number >= EXACT:
        number >>= 1
        halvings += 1
    return logs[number] + shifts[halvings]
