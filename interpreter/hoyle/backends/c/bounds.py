"""Between which numbers a value lies, so that no more is checked than may go wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.backends.c.scope import Bounds
from hoyle.ir.program import NONE
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Constant, Expr

if TYPE_CHECKING:
    from hoyle.backends.c.expressions import ExpressionPrinter

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


class BoundsFinder:
    """Finds the bounds of expressions, where locals are what a scope says."""

    def __init__(self, printer: ExpressionPrinter) -> None:
        self.printer = printer

    def items(self, items: Expr) -> Bounds:
        """Of the numbers in a list."""
        layout = self.printer.layout
        match items:
            case p.Fixed():
                return bounds_of_constant(items.table.rows) or (0, 0)  # type: ignore[arg-type]
            case p.Lookup() | p.Mapped() | p.MappedPair() | p.Group():
                return self._table(items.table) or (0, 0)
            case p.Pieces() | p.PiecesOf() | p.PiecesOfEach():
                return 0, layout.pieces - 1
            case p.Charged() | p.FitList():
                return self.items(items.list)
            case p.Fit() | p.Within():
                return self.items(items.of)
            case p.Frozen() | p.Reversed() | p.Distinct() | p.Sorted() | p.Without() | p.WithoutOne():
                return self.items(items.list)
            case p.Listed(names=(name,), value=p.Local(name=value)) if name == value:
                return self.items(items.items)
            case p.Around():
                return self.items(items.players)
            case p.Local() if items.name in self.printer.scope.zones:
                return 0, layout.pieces - 1
            case p.Local() if items.name in self.printer.scope.beginnings:
                return self.items(p.Local(self.printer.scope.beginnings[items.name].of))
            case p.Local() if items.name in self.printer.scope.rows:
                return self._table(self.printer.scope.rows[items.name][0]) or (0, 0)
            case p.Choose():
                (low, high), (low_2, high_2) = self.items(items.then), self.items(items.otherwise)
                return min(low, low_2), max(high, high_2)
            case p.Items() if items.items:
                found = [self.of(item) or WORD for item in items.items]
                return min(low for low, _ in found), max(high for _, high in found)
            case _:
                return WORD

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
                return self.printer.scope.variable(expr.name).bounds
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
                return 0, self.printer.layout.pieces - 1
            case p.Choose() | p.Extreme():
                sides = (expr.then, expr.otherwise) if isinstance(expr, p.Choose) else (expr.left, expr.right)
                return self._either(*map(self.of, sides))
            case p.Compare() | p.CompareLists() | p.Not() | p.And() | p.Or() | p.In() | p.InZone():
                return 0, 1
            case p.InSpan() | p.IsEmpty() | p.HasItems():
                return 0, 1
            case p.Size() | p.Count() | p.SizeOf() | p.Drawable():
                return 0, _MOST_ITEMS
            case p.ItemAt() | p.Following():
                return self.items(expr.list)
            case p.Charged():
                return self.of(expr.list)
            case _:
                return None

    def _cell(self, expr: p.Cell) -> Bounds:
        layout = self.printer.layout
        if expr.place >= layout.location and expr.var == "location":
            return 0, len(layout.handles) - 1
        return WORD

    def _either(self, one: Bounds | None, other: Bounds | None) -> Bounds | None:
        if one is None or other is None:
            return None
        return min(one[0], other[0]), max(one[1], other[1])

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
