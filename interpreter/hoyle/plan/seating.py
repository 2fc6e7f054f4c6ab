"""The order in which players sit."""

from __future__ import annotations


def around(players: tuple[int, ...] | list[int], by: int, how: str, count: int) -> tuple[int, ...]:
    """Players in the order in which they sit from somebody on; that one first, or last.

    >>> [around((0, 1, 2, 3), 1, how, 4) for how in ("from", "after", "before")]
    [(1, 2, 3, 0), (2, 3, 0, 1), (0, 3, 2, 1)]
    """
    if how == "from":
        return tuple(sorted(players, key=lambda p: (p - by) % count))
    if how == "after":
        return tuple(sorted(players, key=lambda p: (p - by - 1) % count))
    return tuple(sorted(players, key=lambda p: (by - p - 1) % count))
