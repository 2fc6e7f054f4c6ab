"""Sorts the items of a constant list beforehand, where a loop over them begins by telling them apart."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.ir import program as ir
from hoyle.plan.fold import Folder
from hoyle.plan.hoist import replaced
from hoyle.plan.liveness import reads


@dataclass(frozen=True)
class Groups:
    """The items of a list by what the first condition compares, and what else is asked of them."""

    items: dict[int, tuple[int, ...]]
    by: ir.Expr
    rest: ir.Expr | None


def grouped(folder: Folder, expr: ir.Quantified) -> Groups | None:
    """`those n in cell where n.column == c and …` looks at the cells of one column only.

    The other side of the comparison would be computed for the first item in any case, so a fault in it
    stays one.
    """
    constant = folder.value(expr.list)
    if expr.test is None or expr.prefix or expr.word == "all" or not isinstance(constant, tuple):
        return None
    first, rest = _first(expr.test)
    if len(constant) < 2 or not isinstance(first, ir.Compare) or first.op != "==":
        return None
    for own, other in ((first.left, first.right), (first.right, first.left)):
        if reads(own) == {expr.local} and expr.local not in reads(other):
            items: dict[int, tuple[int, ...]] = {}
            for item in constant:
                key = folder.value(replaced(own, {ir.Local(expr.local): ir.Const(item)}))  # type: ignore[arg-type]
                if not isinstance(item, int) or not isinstance(key, int):
                    return None
                items[key] = (*items.get(key, ()), item)
            return Groups(items, other, rest)
    return None


def _first(test: ir.Expr) -> tuple[ir.Expr, ir.Expr | None]:
    """The condition that is looked at first, and the others."""
    if not isinstance(test, ir.And):
        return test, None
    first, rest = _first(test.left)
    return first, test.right if rest is None else ir.And(rest, test.right)
