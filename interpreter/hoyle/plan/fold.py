"""Folding: an expression whose parts are known beforehand is replaced by its value."""

from __future__ import annotations

from typing import TypeAlias

from hoyle.ir.program import LARGEST
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Constant, Expr, Rows, Table

# A list that is known beforehand has no more items than this.
LONGEST_FIXED = 4096

_Key: TypeAlias = object


class Tables:
    """The constant tables of a plan; equal ones are one object."""

    def __init__(self) -> None:
        self._known: dict[_Key, Table] = {}
        self.made: dict[_Key, Table | None] = {}  # by what a test leaves; None where that is not known

    def table(self, rows: Rows, name: str = "list") -> Table:
        key = _key(rows)
        if key not in self._known:
            self._known[key] = Table(name, rows)
        return self._known[key]

    def constant(self, value: Constant, name: str = "list") -> Expr:
        """A constant as an expression."""
        return p.Known(value) if isinstance(value, int) else p.Fixed(self.table(value, name))


def _key(rows: Rows) -> _Key:
    """What tells tables apart: a mapping is another table than a list of its pairs."""
    if isinstance(rows, dict):
        return ("mapping", *rows.items())
    if rows and isinstance(rows[0], dict):
        return ("mappings", *(tuple(row.items()) for row in rows))
    return rows


def constant_of(expr: Expr | None) -> Constant | None:
    """The value of a folded expression, if it is known.

    >>> constant_of(p.Known(7))
    7
    """
    match expr:
        case p.Known():
            return expr.value
        case p.Fixed() if isinstance(expr.table.rows, tuple):
            return expr.table.rows  # type: ignore[return-value]
        case _:
            return None


class Fold:
    """Folds one node, whose parts are folded already."""

    def __init__(self, tables: Tables) -> None:
        self.tables = tables

    def __call__(self, expr: Expr) -> Expr:
        match expr:
            case p.And(left=left):
                return self._and(expr, constant_of(left))
            case p.Or(left=left):
                return self._or(expr, constant_of(left))
            case p.Choose(test=test):
                known = constant_of(test)
                if known is None:
                    return expr
                return expr.then if known else expr.otherwise
            case _:
                value = self._value(expr)
                return expr if value is None else self.tables.constant(value)

    def _and(self, expr: p.And, left: Constant | None) -> Expr:
        right = constant_of(expr.right)
        if left is None:
            return expr.left if right == 1 else expr
        if left == 0 or right == 0:
            return p.Known(0)
        return p.Known(1) if right is not None else expr.right

    def _or(self, expr: p.Or, left: Constant | None) -> Expr:
        right = constant_of(expr.right)
        if left is None:
            return expr.left if right == 0 else expr
        if left != 0:
            return p.Known(1)
        return expr.right if right is None else p.Known(int(bool(right)))

    def _value(self, expr: Expr) -> Constant | None:
        match expr:
            case p.Items():
                items = [constant_of(item) for item in expr.items]
                return tuple(i for i in items if i is not None) if None not in items else None
            case p.Span(low=p.Known(value=low), high=p.Known(value=high)) if high - low < LONGEST_FIXED:
                return tuple(range(low, high + 1))
            case p.Lookup(table=Table(rows=tuple() as rows), key=p.Known(value=key)) if 0 <= key < len(rows):
                row: Constant = rows[key]
                return row
            case p.Arith(op=op, left=p.Known(value=left), right=p.Known(value=right)):
                return arithmetic(op, left, right)
            case p.Product(left=p.Known(value=left), right=p.Known(value=right)):
                return _small(left * right)
            case p.Scaled(of=p.Known(value=of), by=by):
                return of * by
            case p.Compare(op=op, left=left_, right=right_):
                return _compared(op, constant_of(left_), constant_of(right_))
            case p.Not(of=of):
                known = constant_of(of)
                return None if known is None else int(not known)
            case p.Extreme(word=word, left=p.Known(value=left), right=p.Known(value=right)):
                return min(left, right) if word == "min" else max(left, right)
            case p.Magnitude(of=p.Known(value=of)):
                return abs(of)
            case p.Seat(number=p.Known(value=number), count=count) if 0 <= number < count:
                return number
            case p.Within(of=p.Known(value=of), low=low, high=high, depth=0) if low <= of <= high:
                return of
            case p.InRange(index=p.Known(value=index), low=low, count=count) if 0 <= index - low < count:
                return index - low
            case p.Size(list=p.Fixed() as items_):
                found = constant_of(items_)
                return len(found) if isinstance(found, tuple) else None
            case p.Reversed(list=p.Fixed() as items_):
                found = constant_of(items_)
                return found[::-1] if isinstance(found, tuple) else None
            case p.Frozen(list=p.Fixed() as items_):
                return constant_of(items_)
            case _:
                return None


def arithmetic(op: str, left: int, right: int) -> int | None:
    """The value of a sum, difference, quotient or remainder; None if it is too large or a fault."""
    match op:
        case "+":
            return _small(left + right)
        case "-":
            return _small(left - right)
        case "/":
            return None if right == 0 else left // right
        case _:
            return None if right == 0 else left % right


def _small(value: int) -> int | None:
    return value if -LARGEST <= value <= LARGEST else None


def _compared(op: str, left: Constant | None, right: Constant | None) -> int | None:
    if left is None or right is None:
        return None
    if op in ("==", "!="):
        return int((left == right) == (op == "=="))
    if not isinstance(left, int) or not isinstance(right, int):
        return None
    return int({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op])
