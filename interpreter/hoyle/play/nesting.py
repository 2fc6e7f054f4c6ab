"""Values by their indices, one list inside the other."""

from __future__ import annotations

from typing import Any


def nested(values: list[Any], sizes: tuple[int, ...]) -> Any:
    """Values by their indices: a list for each value of the first, and so on; a single one itself.

    >>> nested([1, 2, 3, 4], (2, 2)), nested([1], ())
    ([[1, 2], [3, 4]], 1)
    """
    if len(sizes) <= 1:
        return values if sizes else values[0]
    width = len(values) // sizes[0]
    return [nested(values[width * row : width * (row + 1)], sizes[1:]) for row in range(sizes[0])]
