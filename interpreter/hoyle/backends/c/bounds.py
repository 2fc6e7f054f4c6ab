"""Between which numbers a value lies, so that no more is checked than may go wrong."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan import nodes as p
from hoyle.plan.layout import Layout
from hoyle.plan.nodes import Constant, Expr

Bounds: TypeAlias = tuple[int, int]
"""The smallest and the largest number that a value can be."""

WORD: Bounds = (-(1 << 31), (1 << 31) - 1)
"""What is kept in 32 bits."""

_MOST_ITEMS = 1 << 24


def inside(found: Bounds, of: Bounds) -> bool:
    return of[0] <= found[0] and found[1] <= of[1]


def bounds_of_constant(value: Constant) -> Bounds | None:
    """Of all numbers of a list, or of a number; None if it has none."""
    if isinstance(value, int):
        return value, value
    found = [bounds for item in value if (bounds := bounds_of_constant(item)) is not None]
    return (min(low for low, _ in found), max(high for _, high in found)) if found else None


def hull(one: Bounds | None, other: Bounds | None) -> Bounds | None:
    """Of what may be either."""
    if one is None or other is None:
        return None
    return min(one[0], other[0]), max(one[1], other[1])


# Values of these types are never changed by counting up or down.
_COUNTED_OUT = ("player", "team", "bool", "enum", "node", "edge", "piece")


def bounds_of_type(layout: Layout, type_: ValueType) -> Bounds | None:
    """Of values of a type, or of what lists of them hold; with 0, which a state begins with."""
    single = type_.single
    if single.kind not in _COUNTED_OUT:
        return None
    low, high = layout.ends_of(single)
    return (NONE if single.optional else min(low, 0)), max(high, 0)


class Names(Protocol):
    """What is known of locals and functions."""

    def number(self, name: str) -> Bounds | None:
        """Of a local that is a number."""
        ...

    def items(self, name: str) -> Bounds | None:
        """Of the numbers in a local that is a list."""
        ...

    def result(self, function: int) -> Bounds | None:
        """Of what a function returns, or of the numbers in that."""
        ...


class BoundsFinder:
    """Finds the bounds of expressions."""

    def __init__(self, layout: Layout, names: Names) -> None:
        self.layout, self.names = layout, names

    def any(self, expr: Expr) -> Bounds | None:
        """Of a number, or of the numbers in a list, whichever it is."""
        match expr:
            case p.Choose():
                return hull(self.any(expr.then), self.any(expr.otherwise))
            case p.Lookup() | p.Mapped() | p.MappedPair():
                return self._table(expr.table) or (0, 0)
            case p.ItemAt() | p.Following():
                return self.any(expr.list)
            case p.Charged():
                return self.any(expr.list)
            case p.Within():
                return (min(expr.low, NONE) if expr.optional else expr.low), expr.high
            case p.Fit():
                return self.any(expr.of)
            case p.Once():
                return self.any(expr.of)
            case (
                p.Fixed() | p.Items() | p.Listed() | p.Concat() | p.TakenOut() | p.Without() | p.WithoutOne()
                | p.WithItem() | p.Around() | p.Reversed() | p.Distinct() | p.Sorted() | p.Frozen()
                | p.FitList() | p.Span() | p.Upto() | p.Cells() | p.Pieces() | p.PiecesOf() | p.PiecesOfEach()
                | p.Group() | p.LinesOf()
            ):  # fmt: skip
                return self._items(expr)
            case _:
                return self.of(expr)

    def items(self, items: Expr) -> Bounds:
        """Of the numbers in a list."""
        return self._items(items) or WORD

    def _items(self, items: Expr) -> Bounds | None:
        layout = self.layout
        match items:
            case p.Fixed():
                return bounds_of_constant(items.table.rows) or (0, 0)  # type: ignore[arg-type]
            case p.Lookup() | p.Mapped() | p.MappedPair() | p.Group():
                return self._table(items.table) or (0, 0)
            case p.Pieces() | p.PiecesOf() | p.PiecesOfEach():
                return 0, layout.pieces - 1
            case p.Charged() | p.FitList():
                return self._items(items.list)
            case p.Within():
                return self.any(items)
            case p.Fit() | p.Once():
                return self._items(items.of)
            case p.Frozen() | p.Reversed() | p.Distinct() | p.Sorted() | p.Without() | p.WithoutOne():
                return self._items(items.list)
            case p.TakenOut():
                return self._items(items.list)
            case p.Concat():
                return hull(self._items(items.left), self._items(items.right))
            case p.WithItem(op="="):
                return hull(self._items(items.list), self.any(items.item))
            case p.Listed(names=(name,), value=p.Local(name=value)) if name == value:
                return self._items(items.items)
            case p.Listed():
                return self.any(items.value)
            case p.Around():
                return self._items(items.players)
            case p.Local():
                return self.names.items(items.name)
            case p.Call():
                return self.names.result(items.function)
            case p.Cell() | p.Cells():
                return self._slot(items.var)
            case p.Choose():
                return hull(self._items(items.then), self._items(items.otherwise))
            case p.ItemAt() | p.Following():
                return self._items(items.list)
            case p.Items() if items.items:
                found: Bounds | None = self.any(items.items[0])
                for item in items.items[1:]:
                    found = hull(found, self.any(item))
                return found
            case p.Items():
                return 0, 0
            case p.Span():
                low, high = self.of(items.low), self.of(items.high)
                return None if low is None or high is None else (low[0], high[1])
            case p.Upto():
                count = self.of(items.count)
                return None if count is None else (0, max(count[1] - 1, 0))
            case _:
                return None

    def _table(self, table: p.Table) -> Bounds | None:
        rows = table.rows if isinstance(table.rows, tuple) else (table.rows,)
        found: list[Bounds] = []
        for row in rows:
            values = tuple(row.values()) if isinstance(row, dict) else row
            bounds = bounds_of_constant(values)  # type: ignore[arg-type]
            if bounds is not None:
                found.append(bounds)
        return (min(low for low, _ in found), max(high for _, high in found)) if found else None

    def of(self, expr: Expr) -> Bounds | None:
        """Of a number; None: it may be anything."""
        match expr:
            case p.Known():
                return expr.value, expr.value
            case p.Local():
                return self.names.number(expr.name)
            case p.Call():
                return self.names.result(expr.function)
            case p.Once():
                return self.of(expr.of)
            case p.Cell():
                return self._cell(expr)
            case p.Lookup() | p.Mapped() | p.MappedPair():
                return self._table(expr.table)
            case p.Arith():
                return self._arith(expr)
            case p.Scaled():
                found = self.of(expr.of)
                return None if found is None else (found[0] * expr.by, found[1] * expr.by)
            case p.Handle():
                found = self.of(expr.index)
                return None if found is None else (found[0] + expr.first, found[1] + expr.first)
            case p.Within(depth=0):
                return (NONE if expr.optional else expr.low), expr.high
            case p.InRange() | p.Seat():
                return 0, expr.count - 1
            case p.Product() | p.Fit(wide=False):
                return (NONE, 10**9) if isinstance(expr, p.Product) else (-(10**9), 10**9)
            case p.EndOf() | p.RandomPiece():
                return 0, self.layout.pieces - 1
            case p.Choose() | p.Extreme():
                sides = (expr.then, expr.otherwise) if isinstance(expr, p.Choose) else (expr.left, expr.right)
                return hull(*map(self.of, sides))
            case p.Compare() | p.CompareLists() | p.Not() | p.And() | p.Or() | p.In() | p.InZone():
                return 0, 1
            case p.InSpan() | p.IsEmpty() | p.HasItems():
                return 0, 1
            case p.Size() | p.Count() | p.SizeOf() | p.Drawable():
                return 0, _MOST_ITEMS
            case p.ItemAt() | p.Following():
                return self._items(expr.list)
            case p.Charged():
                return self.of(expr.list)
            case _:
                return None

    def _cell(self, expr: p.Cell) -> Bounds:
        layout = self.layout
        if expr.place >= layout.location and expr.var == "location":
            return 0, len(layout.handles) - 1
        return self._slot(expr.var) or WORD

    def _slot(self, var: str) -> Bounds | None:
        """Of what a variable holds; one per piece holds none about pieces of other components."""
        slot = self.layout.slots.get(var)
        return None if slot is None or slot.per_piece else bounds_of_type(self.layout, slot.type)

    def _arith(self, expr: p.Arith) -> Bounds | None:
        left, right = self.of(expr.left), self.of(expr.right)
        match expr.op:
            case "%" if right is not None and right[0] == right[1] and right[0] > 0:
                return 0, right[0] - 1
            case "+" if left is not None and right is not None:
                return left[0] + right[0], left[1] + right[1]
            case "-" if left is not None and right is not None:
                return left[0] - right[1], left[1] - right[0]
            case _:
                return None
