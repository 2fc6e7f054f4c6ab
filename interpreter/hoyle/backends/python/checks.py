"""What printed code calls to look before it acts: bounds, lists, the steps that are left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, Any, NoReturn

from hoyle.ir.program import LARGEST, NONE
from hoyle.plan.faults import Fault
from hoyle.plan.limits import LONGEST_LIST, MOST_SELECTIONS
from hoyle.plan.numbers import WIDE

if TYPE_CHECKING:
    pass

# With so few items a list is searched faster than a set is made.
_FEW = 8

WAIT: tuple[int, ...] = ()
"""What a block returns when the game waits for somebody."""


GO_ON = object()
"""What a loop that stands in a function of its own returns when it has come to its end."""


class EndRound(Exception):
    """Control, not a fault: the round is over wherever the rules are."""


# ------------------------------------------------------------------ checks
def out_of_fuel() -> NoReturn:
    raise Fault("fuel")


def pay(left: list[int], steps: int) -> None:
    """Takes steps off what is left of the budget."""
    left[0] -= steps
    if left[0] < 0:
        raise Fault("fuel")


def paid(left: list[int], items: Any, each: int) -> Any:
    """A list whose items are paid for; a number, where a value may be either, costs nothing."""
    try:
        left[0] -= each * len(items)
    except TypeError:
        return items
    except OverflowError:  # a span longer than anything that has a length
        left[0] = -1
    if left[0] < 0:
        raise Fault("fuel")
    return items


def too_large(value: int) -> NoReturn:
    raise Fault("too large", value)


def fit(value: int) -> int:
    if -LARGEST <= value <= LARGEST:
        return value
    raise Fault("too large", value)


def fit_wide(value: int) -> int:
    if -WIDE <= value <= WIDE:
        return value
    raise Fault("too large", value)


def within(value: int, low: int, high: int, name: str) -> int:
    if low <= value <= high:
        return value
    raise Fault("out of range", name, value, low, high)


def within_or_none(value: int, low: int, high: int, name: str) -> int:
    if low <= value <= high or value == NONE:
        return value
    raise Fault("out of range", name, value, low, high)


def all_within(items: tuple[Any, ...], low: int, high: int, name: str, optional: bool) -> tuple[Any, ...]:
    check = within_or_none if optional else within
    for item in items:
        if type(item) is tuple:
            all_within(item, low, high, name, optional)
        else:
            check(item, low, high, name)
    return items


def times(left: int, right: int) -> int:
    value = left * right
    return value if -LARGEST <= value <= LARGEST else too_large(value)


def item_at(items: Sequence[int], index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault("no item", index, len(items))


def with_item(items: tuple[int, ...], index: int, item: int, name: str) -> tuple[int, ...]:
    if 0 <= index < len(items):
        return (*items[:index], item, *items[index + 1 :])
    raise Fault("no place", name, index, len(items))


def with_added(items: tuple[int, ...], index: int, amount: int, name: str) -> tuple[int, ...]:
    if 0 <= index < len(items):
        return (*items[:index], fit(items[index] + amount), *items[index + 1 :])
    raise Fault("no place", name, index, len(items))


def remembered(
    memory: tuple[tuple[int, ...], ...], record: tuple[int, ...], name: str, most: int
) -> tuple[tuple[int, ...], ...]:
    if len(memory) >= most:
        raise Fault("memory", name, most)
    return (*memory, record)


def in_range(index: int, low: int, count: int) -> int:
    if 0 <= index - low < count:
        return index - low
    raise Fault("no index", index, low, low + count - 1)


def seat(number: int, count: int) -> int:
    if 0 <= number < count:
        return number
    raise Fault("no seat", number, count - 1)


# ------------------------------------------------------------------ lists
def following(item: int, items: Sequence[int]) -> int:
    if item not in items:
        raise Fault("not following")
    return items[(items.index(item) + 1) % len(items)]


def without(items: Sequence[int], others: Sequence[int]) -> list[int]:
    if len(others) > _FEW:
        others = frozenset(others)  # type: ignore[assignment]
    return [item for item in items if item not in others]


def fit_list(items: Any, most: int, name: str = "") -> Any:
    if len(items) > most:
        raise Fault("values", name, most) if name else Fault("list length")
    return items


def fit_deep(items: Any, most: int, name: str = "") -> Any:
    """A list of lists, all of whose values together must not be too many."""
    count, waiting = 0, [items]
    while waiting:
        part = waiting.pop()
        count += len(part)
        if count > most:
            raise Fault("values", name, most) if name else Fault("list length")
        if part and type(part[0]) is not int:
            waiting += part
    return items


def joined(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    if len(left) + len(right) > LONGEST_LIST:
        raise Fault("list length")
    return left + right


def taken_out(items: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    if len(others) > _FEW:
        wanted: dict[int, int] = {}
        for other in others:
            wanted[other] = wanted.get(other, 0) + 1
        left = []
        for item in items:
            if wanted.get(item, 0):
                wanted[item] -= 1
            else:
                left.append(item)
        return tuple(left)
    found = list(items)
    for other in others:
        if other in found:
            found.remove(other)
    return tuple(found)


def selections(
    left: list[int], items: Sequence[int], least: int, most: int, each: int, way: int
) -> Iterator[tuple[int, ...]]:
    """All ways to take so many of the items, in the order of the list; all of them are paid for."""
    sizes = range(max(least, 0), min(most, len(items)) + 1)
    count = 0
    for size in sizes:
        ways = comb(len(items), size)
        count += ways
        if count > MOST_SELECTIONS:
            raise Fault("selections")
        pay(left, ways * (size * each + way))
    return chain.from_iterable(combinations(items, size) for size in sizes)
