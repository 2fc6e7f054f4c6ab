"""Tabulating: what tests leave of some items is known beforehand where all hangs on one place."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, substitute, walk
from hoyle.plan import nodes as p
from hoyle.plan.fold import LONGEST_FIXED, constant_of
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.plan.expressions import Expressions, Scope

# What hangs on the state, or would be a function of its own.
_CHANGING = (ir.Get, ir.GetEach, ir.Pieces, ir.PiecesOfEach, ir.Call, ir.Quantified, ir.Supposing, ir.Times)

# The grammar allows no capitals, so these clash with nothing.
_ITEM, _KEY = ir.Local("itemT"), ir.Local("keyT")

_Passes: TypeAlias = Callable[[int, int], bool | None]  # of a key and an item; None if not known


def tabulated(
    source: Expressions, local: str, tests: tuple[ir.Expr, ...], items: Expr, scope: Scope
) -> tuple[Expr, int] | None:
    """The items that the first tests leave, as a row of a table, and how many tests that settles.

    So `those t in square where abs(t.row - s.row) == 2` and `those n in neighbours(s) where n.row == s.row`
    are found by s. Where something can fail, nothing is known beforehand, and the tests stay.
    """
    if source.draft.mode.careful:
        return None
    settled, keys = 0, {items.key} if isinstance(items, p.Lookup) else set()
    for test in tests:
        more = _keys_of(local, test, scope)
        if more is None or len(keys | more) > 1:
            break
        left = _left(source, items, _by_key(local, test, scope))
        if left is None:
            break
        settled, keys = settled + 1, keys | more
        items = p.Lookup(left, *keys) if keys else p.Fixed(left)
    return (items, settled) if settled else None


def _keys_of(local: str, test: ir.Expr, scope: Scope) -> set[Expr] | None:
    """The values, besides the item, on which a test hangs; None if the state decides, too."""
    if any(isinstance(node, _CHANGING) for node in walk(test)):
        return None
    values = {scope.local(name) for name in free_names(test) - {local}}
    return {value for value in values if not isinstance(value, p.Known)}


def _by_key(local: str, test: ir.Expr, scope: Scope) -> ir.Expr:
    """A test by names of its own: rules that are written out where they are used differ in these alone."""
    names: dict[str, ir.Expr] = {local: _ITEM}
    for name in free_names(test) - {local}:
        value = scope.local(name)
        names[name] = ir.Const(value.value) if isinstance(value, p.Known) else _KEY
    return substitute(test, names, str)


def _left(source: Expressions, items: Expr, test: ir.Expr) -> p.Table | None:
    """What passes, for each key if there is one; None if that is not known."""
    rows = items.table.rows if isinstance(items, p.Lookup) else constant_of(items)
    if not isinstance(rows, tuple) or any(isinstance(row, dict) for row in rows):
        return None
    single = not isinstance(items, p.Lookup)
    made, known_by = source.tables.made, (single, rows, test)
    if known_by not in made:
        keyless = single and _KEY.name not in free_names(test)
        times = 1 if keyless else _domain(source.program, test)
        found = _rows((rows,) * times if single else rows, _passing(source, test))
        table = None if found is None else source.tables.table(found[0] if keyless else found, "left")
        made[known_by] = table
    return made[known_by]


def _rows(rows: tuple[object, ...], passes: _Passes) -> tuple[tuple[int, ...], ...] | None:
    """The items of each row that pass."""
    listed = [row for row in rows if isinstance(row, tuple)]
    if len(listed) < len(rows) or not 0 < sum(map(len, listed)) <= LONGEST_FIXED:
        return None
    found = []
    for key, row in enumerate(listed):
        passing = [passes(key, item) if isinstance(item, int) else None for item in row]
        if None in passing:
            return None
        found.append(tuple(item for item, passed in zip(row, passing, strict=True) if passed))
    return tuple(found)


def _passing(source: Expressions, test: ir.Expr) -> _Passes:
    from hoyle.plan.expressions import EMPTY

    def passes(key: int, item: int) -> bool | None:
        scope = EMPTY.bound(_KEY.name, p.Known(key)).bound(_ITEM.name, p.Known(item))
        known = source.expr(test, scope)
        return bool(known.value) if isinstance(known, p.Known) else None

    return passes


def _domain(program: ir.Program, test: ir.Expr) -> int:
    """How many values the key has: the tables of attributes that are looked at have a row for each."""
    sizes = [
        len(program.tables[node.table])
        for node in walk(test)
        if isinstance(node, ir.Table) and node.key == _KEY
    ]
    return min(sizes, default=0)
