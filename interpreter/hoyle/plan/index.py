"""Indexing: items that a loop would first tell apart are sorted beforehand."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.ir import program as ir
from hoyle.ir.walk import conjunction, conjuncts, free_names
from hoyle.plan import nodes as p
from hoyle.plan.fold import LONGEST_FIXED, constant_of
from hoyle.plan.hoist import is_total
from hoyle.plan.nodes import Constant, Expr
from hoyle.plan.tabulate import tabulated

if TYPE_CHECKING:
    from hoyle.plan.expressions import Expressions, Scope


@dataclass(frozen=True, slots=True)
class Indexed:
    """The items that the first tests leave, and what else is asked of them."""

    items: Expr
    rest: ir.Expr | None


def indexed(source: Expressions, expr: ir.Quantified, items: Expr, scope: Scope) -> Indexed | None:
    """`those n in cell where n.column == c and …` looks at the cells of one column only.

    Also for the rows of a table: `any n in neighbours(s) where n.row == r`.
    """
    if expr.test is None or expr.prefix or expr.word == "all":
        return None
    tests = tuple(conjuncts(expr.test))
    table = tabulated(source, expr.local, tests, items, scope)
    if table is not None:
        found, settled = table
        return Indexed(found, conjunction(tests[settled:]))
    first, *rest = tests
    if not isinstance(first, ir.Compare) or first.op != "==":
        return None
    for own, other in ((first.left, first.right), (first.right, first.left)):
        if free_names(own) == {expr.local} and expr.local not in free_names(other):
            group = _group(source, expr.local, items, own, other, scope)
            return None if group is None else Indexed(group, conjunction(tuple(rest)))
    return None


def _group(
    source: Expressions, local: str, items: Expr, own: ir.Expr, other: ir.Expr, scope: Scope
) -> Expr | None:
    constant = constant_of(items)
    if isinstance(constant, tuple) and len(constant) > 1:
        # The other side would be computed for the first item in any case, so a fault in it stays one.
        groups = _groups(source, local, constant, own)
        if groups is None:
            return None
        table = source.tables.table(groups, f"{local.partition('I')[0]} by")
        return p.Group(table, None, source.expr(other, scope))
    if isinstance(items, p.Lookup) and isinstance(items.table.rows, tuple) and not source.draft.mode.careful:
        rows = items.table.rows
        if not all(isinstance(row, tuple) for row in rows):
            return None
        if sum(len(row) for row in rows if isinstance(row, tuple)) > LONGEST_FIXED:
            return None  # it would take longer to sort them than to play
        if not all(rows) and not is_total(other, source.program):
            return None  # where a row is empty, the other side would not have been computed
        found = [_groups(source, local, row, own) for row in rows if isinstance(row, tuple)]
        mappings = tuple(groups for groups in found if groups is not None)
        if len(mappings) < len(rows):
            return None
        table = source.tables.table(mappings, f"{items.table.name} by")
        return p.Group(table, items.key, source.expr(other, scope))
    return None


def _groups(
    source: Expressions, local: str, items: tuple[Constant, ...], own: ir.Expr
) -> dict[int, tuple[int, ...]] | None:
    """The items by what is compared; None if that is not known of each."""
    from hoyle.plan.expressions import EMPTY

    found: dict[int, list[int]] = {}
    for item in items:
        if not isinstance(item, int):
            return None
        key = source.expr(own, EMPTY.bound(local, p.Known(item)))
        if not isinstance(key, p.Known):
            return None
        found.setdefault(key.value, []).append(item)
    return {key: tuple(those) for key, those in found.items()}
