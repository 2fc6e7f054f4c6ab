"""How far a value can go: the ends of its numbers, whether it may be none, how many items a list can have."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hoyle.ir.nodes import LARGEST

FAR = 2**62
"""Beyond all numbers that an expression can have; an end that is not known lies there."""


@dataclass(frozen=True, slots=True)
class Extent:
    """A number between two ends, both included; or a list of what `item` says, with so many items.

    What can only be none has its ends the wrong way round. A list whose `item` is None is empty.
    """

    low: int = -FAR
    high: int = FAR
    absent: bool = False  # may be none
    is_list: bool = False
    item: Extent | None = None
    least: int = 0
    most: int = FAR

    @property
    def bounded(self) -> bool:
        """Whether both ends are known, of a list those of its items."""
        if self.is_list:
            return self.item is None or self.item.bounded
        return self.low > -FAR and self.high < FAR

    @property
    def has_bound(self) -> bool:
        """Whether it ends before the numbers do that can be stored at all: somebody has set a bound."""
        return self.lies_in(1 - LARGEST, LARGEST - 1, absent=True)

    def lies_in(self, low: int, high: int, absent: bool = False) -> bool:
        """Whether it cannot be anything else than such a number, of a list each of its items."""
        if self.is_list:
            return self.item is None or self.item.lies_in(low, high, absent)
        return low <= self.low and self.high <= high and (absent or not self.absent)


ANYTHING = Extent(absent=True)
ABSENT = Extent(FAR, -FAR, True)
TRUTH = Extent(0, 1)


def number(low: int, high: int) -> Extent:
    return Extent(max(low, -FAR), min(high, FAR))


def several(item: Extent | None, least: int = 0, most: int = FAR) -> Extent:
    """A list."""
    return Extent(is_list=True, item=item, least=max(0, least), most=max(0, min(most, FAR)))


def joined(left: Extent | None, right: Extent | None) -> Extent | None:
    """What is one or the other; None is what cannot be at all.

    >>> joined(Extent(1, 3), Extent(7, 9))
    Extent(low=1, high=9, absent=False, is_list=False, item=None, least=0, most=4611686018427387904)
    """
    if left is None or right is None:
        return right if left is None else left
    if left.is_list != right.is_list:
        return ANYTHING
    return Extent(
        min(left.low, right.low),
        max(left.high, right.high),
        left.absent or right.absent,
        left.is_list,
        joined(left.item, right.item),
        min(left.least, right.least),
        max(left.most, right.most),
    )


def met(left: Extent | None, right: Extent) -> Extent | None:
    """What is both."""
    if left is None or left.is_list != right.is_list:
        return left
    if left.is_list:
        item = None if right.item is None else met(left.item, right.item)
        return replace(left, item=item, least=max(left.least, right.least), most=min(left.most, right.most))
    low, high = max(left.low, right.low), min(left.high, right.high)
    absent = left.absent and right.absent
    if low > high:
        return ABSENT if absent else None
    return Extent(low, high, absent)


def widened(before: Extent | None, now: Extent | None) -> Extent | None:
    """What goes on growing may grow as far as a number that is stored, and beyond that without end."""
    if before is None or now is None or before.is_list != now.is_list:
        return now
    return replace(
        now,
        low=now.low if now.low >= before.low else -LARGEST if now.low >= -LARGEST else -FAR,
        high=now.high if now.high <= before.high else LARGEST if now.high <= LARGEST else FAR,
        item=widened(before.item, now.item),
        least=now.least if now.least >= before.least else 0,
        most=now.most if now.most <= before.most else FAR,
    )


# ------------------------------------------------------------------ arithmetic
def plus(left: Extent, right: Extent) -> Extent:
    return number(_sum(left.low, right.low), _sum(left.high, right.high))


def minus(left: Extent, right: Extent) -> Extent:
    return number(_sum(left.low, -right.high), _sum(left.high, -right.low))


def _sum(left: int, right: int) -> int:
    """A sum of two ends: what is far stays there."""
    for end in (left, right):
        if abs(end) >= FAR:
            return end
    return left + right


def times(left: Extent, right: Extent) -> Extent:
    ends = [_product(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return number(min(ends), max(ends))


def _product(left: int, right: int) -> int:
    return max(-FAR, min(FAR, left * right))


def divided(left: Extent, right: Extent) -> Extent:
    """Rounded down; by zero is a fault, so the divisor is something else."""
    if right.low <= 0 <= right.high:
        most = max(abs(left.low), abs(left.high))
        return number(-most, most)
    ends = [_quotient(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    return number(min(ends), max(ends))


def _quotient(left: int, right: int) -> int:
    if abs(left) >= FAR:
        return left if right > 0 else -left
    return left // right


def remainder(left: Extent, right: Extent) -> Extent:
    """It has the sign of the divisor and is less."""
    low = min(0, _sum(right.low, 1)) if right.low < 0 else 0
    high = max(0, _sum(right.high, -1)) if right.high > 0 else 0
    if left.low >= 0 and right.low > 0:
        high = min(high, left.high)
    return number(low, high)


def magnitude(of: Extent) -> Extent:
    ends = sorted((abs(of.low), abs(of.high)))
    return number(0 if of.low <= 0 <= of.high else ends[0], ends[1])
