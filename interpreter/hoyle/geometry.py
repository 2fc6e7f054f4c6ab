"""Directions and straight lines among places with coordinates that are joined by edges."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from math import gcd
from typing import TypeAlias

Vector: TypeAlias = tuple[int, int]

COMPASS: tuple[Vector, ...] = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
"""The eight directions, north first, clockwise."""


def compass(vector: Vector) -> int:
    """Which of the eight directions is nearest to a vector; none is ever as near as another.

    >>> [compass(vector) for vector in ((0, 5), (2, 5), (3, 5), (-1, 0))]
    [0, 0, 1, 6]
    """
    x, y = vector
    longer, shorter = max(abs(x), abs(y)), min(abs(x), abs(y))
    # Half-way between two of them is an angle whose tangent is 1 - the root of 2, which no vector here has.
    if (longer + shorter) ** 2 < 2 * longer**2:
        x, y = (x, 0) if abs(x) > abs(y) else (0, y)
    return COMPASS.index(((x > 0) - (x < 0), (y > 0) - (y < 0)))


class Ways:
    """Where the edges of a board lead: by exact direction, and by the nearest of the eight."""

    def __init__(self, at: Sequence[Vector], ends: Iterable[tuple[int, int]]) -> None:
        # For each node, and for each exact direction in which an edge leads, the nearest node there.
        self.onward: list[dict[Vector, int]] = [{} for _ in at]
        far: dict[tuple[int, Vector], int] = {}
        for a, b in ends:
            for here, there in ((a, b), (b, a)):
                x, y = at[there][0] - at[here][0], at[there][1] - at[here][1]
                size = gcd(x, y)
                if not size:
                    continue  # two nodes at one place: no direction leads from one to the other
                exact = (x // size, y // size)
                if size < far.get((here, exact), size + 1):
                    far[here, exact] = size
                    self.onward[here][exact] = there

    def straight(self, node: int, exact: Vector) -> tuple[int, ...]:
        """The nodes that edges reach one after the other in exactly one direction."""
        found: list[int] = []
        following = self.onward[node].get(exact)
        while following is not None:
            found.append(following)
            following = self.onward[following].get(exact)
        return tuple(found)

    def ray(self, node: int, direction: int) -> tuple[int, ...]:
        """The nodes straight on from one, beginning with the edge that leads most nearly that way.

        Of two that do so equally, the one that was declared first.
        """
        near = [exact for exact in self.onward[node] if compass(exact) == direction]
        if not near:
            return ()
        return self.straight(node, min(near, key=lambda exact: _deviation(exact, COMPASS[direction])))

    @cached_property
    def runs(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each node, itself and all that lie straight on, in one of each two opposite directions."""
        return tuple(
            tuple((node, *self.straight(node, exact)) for exact in _one_half(self.onward[node]))
            for node in range(len(self.onward))
        )

    @property
    def directions(self) -> frozenset[int]:
        """Those of the eight in which some edge leads."""
        return frozenset(compass(exact) for ways in self.onward for exact in ways)

    @property
    def longest(self) -> int:
        """How many nodes the longest straight line has."""
        return max((len(run) for runs in self.runs for run in runs), default=1)


def _deviation(exact: Vector, wanted: Vector) -> Fraction:
    """How far a vector lies beside another, which is less than a right angle away."""
    cross = exact[0] * wanted[1] - exact[1] * wanted[0]
    return Fraction(abs(cross), exact[0] * wanted[0] + exact[1] * wanted[1])


def _one_half(vectors: Iterable[Vector]) -> list[Vector]:
    """Those from north clockwise to just before south, in this order."""
    half = [(x, y) for x, y in vectors if x > 0 or (x == 0 and y > 0)]
    return sorted(half, key=lambda vector: (vector[0] > 0, Fraction(-vector[1], vector[0] or 1)))
