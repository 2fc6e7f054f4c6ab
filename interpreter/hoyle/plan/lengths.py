"""How many items a list can have at most, as far as that is known beforehand."""

from __future__ import annotations

from math import inf
from typing import Any

from hoyle.plan import nodes as p
from hoyle.plan.layout import Layout
from hoyle.plan.limits import LONGEST_LIST, MOST_SELECTIONS
from hoyle.plan.nodes import Expr, Table


class Lengths:
    """The most items of the lists in a plan; `locals` has those of locals, where they are known."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.locals: dict[str, float] = {}
        self.results: dict[int, float] = {}  # of functions
        self._tables: dict[Table, int] = {}
        self.pieces = {
            component.name: len(component.labels) for component in layout.program.components
        }  # fmt: skip
        self.largest_zone = max((self._in_zone(handle) for handle in range(len(layout.handles))), default=0)

    def of(self, expr: Expr) -> float:
        match expr:
            case p.Fixed():
                return len(expr.table.rows)
            case p.Lookup() | p.Mapped() | p.MappedPair() | p.Group():
                return self._longest_row(expr.table)
            case p.Cells():
                return expr.count
            case p.Pieces():
                return self.zone(expr.handle)
            case p.PiecesOf():
                return self._in_zones(expr.handles)
            case p.PiecesOfEach():
                return self.of(expr.items) * self.zone(expr.handle)
            case p.Items():
                return len(expr.items)
            case p.Upto(count=p.Known(value=count)):
                return max(0, count)
            case p.Span(low=p.Known(value=low), high=p.Known(value=high)):
                return max(0, high - low + 1)
            case p.Upto() | p.Span():
                return inf
            case p.Selections():
                return MOST_SELECTIONS
            case p.Concat():
                return min(LONGEST_LIST, self.of(expr.left) + self.of(expr.right))
            case p.Choose():
                return max(self.of(expr.then), self.of(expr.otherwise))
            case (
                p.TakenOut() | p.Without() | p.WithoutOne() | p.Reversed() | p.Distinct() | p.Sorted()
                | p.Frozen() | p.WithItem() | p.Charged() | p.FitList()
            ):  # fmt: skip
                return self.of(expr.list)
            case p.Listed():
                return self.of(expr.items)
            case p.Zipped():
                return min(self.of(expr.left), self.of(expr.right))
            case p.Around():
                return self.of(expr.players)
            case p.Once() | p.Within():
                return self.of(expr.of)
            case p.LinesOf():
                return 4 * self.of(expr.nodes)
            case p.Local():
                return self.locals.get(expr.name, LONGEST_LIST)
            case p.Call():
                return self.results.get(expr.function, LONGEST_LIST)
            case _:
                return LONGEST_LIST

    def is_exact(self, expr: Expr) -> bool:
        """Whether a list always has that many."""
        return isinstance(expr, p.Fixed | p.Cells | p.Items)

    def zone(self, handle: Expr) -> int:
        """How many pieces a zone can hold."""
        match handle:
            case p.Known():
                return self._in_zone(handle.value)
            case p.Handle():
                return self._in_zone(handle.first)
            case _:
                return self.largest_zone

    def _in_zone(self, handle: int) -> int:
        zone = self.layout.handles[handle][0]
        return min(self.pieces[zone.component], zone.room + 1 if zone.room else LONGEST_LIST)

    def _in_zones(self, handles: tuple[int, ...]) -> int:
        """How many pieces several zones can hold together: each lies in one of them at most."""
        zones = [self.layout.handles[handle][0] for handle in handles]
        there_are = sum(self.pieces[name] for name in {zone.component for zone in zones})
        often = max((handles.count(handle) for handle in handles), default=0)
        return min(often * there_are, sum(map(self._in_zone, handles)))

    def _longest_row(self, table: Table) -> int:
        if table not in self._tables:
            rows: Any = table.rows
            if isinstance(rows, tuple) and rows and isinstance(rows[0], dict):
                lists = [items for row in rows for items in row.values()]
            else:
                lists = list(rows.values()) if isinstance(rows, dict) else list(rows)
            self._tables[table] = max((len(row) for row in lists if isinstance(row, tuple)), default=0)
        return self._tables[table]
