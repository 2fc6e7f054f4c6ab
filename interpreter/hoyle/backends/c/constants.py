"""Prints the constant tables of a plan as arrays of C."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from hoyle.backends.c.bits import Bits, halves, is_wide, wide_at
from hoyle.backends.c.declined import Declined
from hoyle.ir.program import NONE
from hoyle.plan.nodes import Constant, Table

List: TypeAlias = "tuple[Constant, ...]"

# Tables by key are written out with every key in between, if they have no more entries than this.
MOST_ENTRIES = 1 << 16


@dataclass(frozen=True)
class Rows:
    """Lists one after the other: where each begins, and how many items it has if these are no words."""

    words: str
    begins: str
    counts: str | None
    width: int | None  # of all, if they are equally long lists of numbers

    def row(self, index: str) -> str:
        """The list at an index that is known to be inside."""
        if self.width is not None:
            return f"((L){{{self.width}, (int32_t *){self.words} + {self.width} * ({index})}})"
        if self.counts is None:
            return f"row_({self.words}, {self.begins}, {index})"
        return f"lists_({self.words}, {self.begins}, {self.counts}, {index})"


@dataclass(frozen=True)
class Keys:
    """How a key becomes an index: `low` is that of the first; where one may be absent, that comes first."""

    low: int
    count: int
    absent: bool

    def index(self, key: str) -> str:
        """An index, or something outside."""
        if self.absent:
            return f"({{ N k_ = {key}; k_ == NONE ? 0 : k_ - ({self.low}) + 1; }})"
        return f"({key} - ({self.low}))" if self.low else key

    def place(self, key: int) -> int:
        return (0 if key == NONE else key - self.low + 1) if self.absent else key - self.low


class Constants:
    """The arrays that a printed game has so far; equal ones are one."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._numbers: dict[tuple[int, ...], str] = {}
        self._masks: dict[tuple[int, ...], str] = {}

    def masks(self, values: tuple[int, ...]) -> str:
        """Words of bit sets."""
        if values not in self._masks:
            name = self._masks[values] = f"M{len(self._masks)}"
            text = ", ".join(f"{value:#x}" for value in values) or "0"
            self.lines.append(f"static const uint64_t {name}[] = {{{text}}};")
        return self._masks[values]

    def mask_at(self, masks: tuple[int, ...], number: str) -> Bits:
        """One of several bit sets."""
        if is_wide(masks):
            return wide_at(self.masks(halves(masks)), number)
        return Bits(f"{self.masks(masks)}[{number}]")

    def numbers(self, values: tuple[int, ...]) -> str:
        if values not in self._numbers:
            name = f"K{len(self._numbers)}"
            self._numbers[values] = name
            text = ", ".join(str(int(value)) for value in values) or "0"
            self.lines.append(f"static const int32_t {name}[] = {{{text}}};")
        return self._numbers[values]

    def words(self, value: List) -> tuple[int, ...]:
        """A list as words: of lists each has its length before it."""
        found: tuple[int, ...] = ()
        for item in value:
            if isinstance(item, int):
                found += (item,)
            else:
                inner = self.words(item)
                found += (len(inner), *inner)
        return found

    def fixed(self, value: List) -> str:
        """A list that is known beforehand."""
        if not value:
            return "((L){0, 0})"
        return f"((L){{{len(value)}, (int32_t *){self.numbers(self.words(value))}}})"

    def rows(self, rows: tuple[List, ...]) -> Rows:
        flat: list[int] = []
        begins = [0]
        for row in rows:
            flat += self.words(row)
            begins.append(len(flat))
        nested = any(not isinstance(item, int) for row in rows for item in row)
        widths = {len(row) for row in rows}
        width = widths.pop() if len(widths) == 1 and not nested else None
        counts = self.numbers(tuple(len(row) for row in rows)) if nested else None
        return Rows(self.numbers(tuple(flat)), self.numbers(tuple(begins)), counts, width)

    def keys(self, keys: set[int]) -> Keys:
        """A way to find some keys in an array."""
        present = keys - {NONE}
        low, high = min(present, default=0), max(present, default=-1)
        found = Keys(low, high - low + 1 + (NONE in keys), NONE in keys)
        if found.count > MOST_ENTRIES:
            raise Declined("a table by numbers that lie far apart")
        return found


def list_rows(table: Table) -> tuple[List, ...]:
    """The rows of a table of lists."""
    assert isinstance(table.rows, tuple)
    return tuple(row for row in table.rows if isinstance(row, tuple))


def number_rows(table: Table) -> tuple[int, ...]:
    """The rows of a table of numbers."""
    assert isinstance(table.rows, tuple)
    return tuple(row for row in table.rows if isinstance(row, int))
