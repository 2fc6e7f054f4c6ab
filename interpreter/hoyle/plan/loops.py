"""Plans quantifiers: as a search, written out, as a list, or as loops within loops."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, walk, walk_here
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.fold import constant_of
from hoyle.plan.index import indexed
from hoyle.plan.model import Function
from hoyle.plan.nodes import Constant, Expr
from hoyle.plan.recursion import DEPTH
from hoyle.plan.statement_nodes import Stmt

if TYPE_CHECKING:
    from hoyle.plan.expressions import Expressions, Scope

# A test of so few items is written out for each, if it has no more nodes than this.
MOST_UNROLLED = 4
LARGEST_UNROLLED = 20
# Rows of so few cells are taken apart.
WIDEST_ROW = 6

YES, NO = p.Known(1), p.Known(0)


class Loops:
    """Plans quantifiers; one that is another's test becomes a loop within it."""

    def __init__(self, source: Expressions) -> None:
        self.source = source

    def plan(self, expr: ir.Quantified, scope: Scope) -> Expr:
        """A short expression, or the call of a function with the loop."""
        short = self.short(expr, scope) or self._listed(expr, scope)
        return short if short is not None else self._called(expr, scope)

    def short(self, expr: ir.Quantified, scope: Scope) -> Expr | None:
        """A search in a variable, or a test written out for each of very few items."""
        return self._search(expr, scope) or self._unrolled(expr, scope)

    def _called(self, expr: ir.Quantified, scope: Scope) -> Expr:
        from hoyle.plan.expressions import Scope as NewScope

        wanted = sorted(free_names(expr))
        if DEPTH in scope.locals and self.source.calls_circle(expr):
            wanted.append(DEPTH)
        inner = NewScope(sizes=scope.sizes)
        params: list[str] = []
        args: list[Expr] = []
        for name in wanted:
            value = scope.local(name)
            if isinstance(value, p.Known):
                inner = inner.bound(name, value)
                continue
            stem = name.partition("I")[0]
            param = stem if stem not in params else f"{stem}{len(params)}"
            inner = inner.bound(name, p.Local(param))
            params.append(param)
            args.append(value)
        function = self.function(expr, inner, tuple(params))
        return p.Call(function.number, tuple(args))

    def items(self, expr: ir.Quantified, scope: Scope) -> tuple[Expr, ir.Expr | None]:
        """What a loop goes through, and what is still to be tested of each item."""
        items = self.source.expr(expr.list, scope)
        found = indexed(self.source, expr, items, scope)
        return (items, expr.test) if found is None else (found.items, found.rest)

    # -------------------------------------------------------------- short forms
    def _listed(self, expr: ir.Quantified, scope: Scope) -> Expr | None:
        """A list made item by item, or what is there already."""
        if expr.word not in ("those", "each") or expr.prefix:
            return None
        items, test = self.items(expr, scope)
        if test is None and expr.value is None:
            return items
        if test is None and isinstance(expr.value, ir.Get):
            looked = self.whole_variable(items, expr.local, (expr.value,))
            if looked is not None:
                return self.source.cells(looked)
        name = scope.fresh(expr)
        inner = scope.bound(expr.local, p.Local(name))
        value = p.Local(name) if expr.value is None else self.source.stored(expr.value, inner)
        return p.Listed((name,), items, None if test is None else self.source.expr(test, inner), value)

    def _unrolled(self, expr: ir.Quantified, scope: Scope) -> Expr | None:
        if expr.word not in ("any", "all", "no") or expr.test is None or expr.prefix:
            return None
        constant = constant_of(self.source.expr(expr.list, scope))
        if not isinstance(constant, tuple) or not 0 < len(constant) <= MOST_UNROLLED:
            return None
        if sum(1 for _ in walk(expr.test)) > LARGEST_UNROLLED or not all(
            isinstance(i, int) for i in constant
        ):
            return None
        parts = [
            self.source.expr(expr.test, scope.bound(expr.local, p.Known(item)))
            for item in constant
            if isinstance(item, int)
        ]
        return self._joined(expr.word, parts)

    def _joined(self, word: str, parts: list[Expr]) -> Expr:
        """Whether all, any or none of some tests hold."""
        fold, found = self.source.fold, parts[-1]
        for part in reversed(parts[:-1]):
            found = fold(p.And(part, found) if word == "all" else p.Or(part, found))
        return fold(p.Not(found)) if word == "no" else found

    def _search(self, expr: ir.Quantified, scope: Scope) -> Expr | None:
        """A quantifier that compares all of a variable with one value."""
        test, negated = expr.test, False
        if isinstance(test, ir.Not):
            test, negated = test.of, True
        if isinstance(test, ir.Exists):
            test, negated = ir.Compare("==", test.of, ir.Const(ir.NONE)), not negated
        if not isinstance(test, ir.Compare) or test.op not in ("==", "!=") or expr.prefix:
            return None
        if expr.word not in ("any", "all", "no", "count") or not isinstance(test.left, ir.Get):
            return None
        negated ^= test.op == "!="
        looked = self.whole_variable(self.source.expr(expr.list, scope), expr.local, (test.left,))
        if looked is None or expr.local in free_names(test.right):
            return None
        if self.source.layout.slots[looked].type.kind == "list":
            return None
        cells, value = self.source.cells(looked), self.source.expr(test.right, scope)
        count, every = p.Count(cells, value), p.Known(cells.count)
        match expr.word, negated:
            case "count", False:
                return count
            case "count", True:
                return p.Arith("-", every, count)
            case "all", True:
                return p.Not(p.In(value, cells))
            case "all", False:
                return p.Compare("==", count, every)
            case word, _:
                found: Expr = p.Compare("!=", count, every) if negated else p.In(value, cells)
                return found if word == "any" else p.Not(found)

    def whole_variable(self, items: Expr, local: str, tests: tuple[ir.Expr, ...]) -> str | None:
        """The variable whose every index a loop goes through, if the tests look at it by that index."""
        constant = constant_of(items)
        for node in walk_here(tests):
            if isinstance(node, ir.Get) and node.index == ir.Local(local):
                slot = self.source.layout.slots[node.var]
                if not slot.low and constant == tuple(range(slot.count)):
                    return node.var
        return None

    # -------------------------------------------------------------- loops
    def function(self, expr: ir.Quantified, scope: Scope, params: tuple[str, ...]) -> Function:
        """The function of a quantifier; all its locals are its own."""
        name = f"{expr.word} {expr.local.partition('I')[0]}"
        if expr.word in ("any", "no", "all"):
            hit, otherwise = (YES, NO) if expr.word == "any" else (NO, YES)
            body = (*self._loop(expr, scope, (s.Return(-1, hit),)), s.Return(-1, otherwise))
            return self.source.draft.loop(name, params, body)
        item = scope.fresh(expr)
        inner = scope.bound(expr.local, p.Local(item))
        items, rest = self.items(expr, scope)
        test = None if rest is None else self.source.expr(rest, inner)
        value = None if expr.value is None else self.source.handed(expr.value, inner)
        body = self._collecting(expr, item, items, test, value)
        return self.source.draft.loop(name, params, body, lists=expr.word == "those")

    def _collecting(
        self, expr: ir.Quantified, item: str, items: Expr, test: Expr | None, value: Expr | None
    ) -> tuple[Stmt, ...]:
        """The body of a function that finds an item, or adds something up for each."""

        def where(*then: Stmt) -> tuple[Stmt, ...]:
            if test is None:
                return then
            if expr.prefix:
                return s.If(-1, self.source.fold(p.Not(test)), (s.Break(-1),)), *then
            return (s.If(-1, test, then),)

        match expr.word:
            case "highest" | "lowest":
                assert value is not None
                return (s.ReturnBest(-1, expr.word, item, items, test, value),)
            case "first":
                loop = s.Loop(-1, (item,), items, where(s.Return(-1, p.Local(item))))
                return loop, s.Fail(-1, "no first")
            case "those":
                loop = s.Loop(-1, (item,), items, where(s.Append(-1, "found", p.Local(item))))
                return s.StartList(-1, "found"), loop, s.Return(-1, p.Local("found"))
            case _:
                added = value if value is not None else YES
                loop = s.Loop(-1, (item,), items, where(s.AddTo(-1, "total", added)))
                return s.SetLocal(-1, "total", NO), loop, s.Return(-1, p.Local("total"))

    def _loop(
        self,
        expr: ir.Quantified,
        scope: Scope,
        hit: tuple[Stmt, ...],
        unbroken: tuple[Stmt, ...] = (),
    ) -> tuple[Stmt, ...]:
        """A loop that does `hit` at the first item that decides any, no or all."""
        name = scope.fresh(expr)
        test: ir.Expr = expr.test if expr.test is not None else ir.Const(1)
        rows = constant_of(self.source.expr(expr.list, scope))
        width = self._row_width(expr.local, rows, test)
        if width is not None and isinstance(rows, tuple):
            return (self._over_rows(expr, name, rows, width, scope, hit, unbroken),)
        inner = scope.bound(expr.local, p.Local(name))
        items, rest = self.items(expr, scope)
        if expr.word == "all":
            missed = self.source.fold(p.Not(self.source.expr(test, inner)))
            body: tuple[Stmt, ...] = (s.If(-1, missed, hit),)
        else:
            body = self._condition(rest if rest is not None else ir.Const(1), inner, hit)
        return (s.Loop(-1, (name,), items, body, unbroken),)

    def _condition(self, test: ir.Expr, scope: Scope, hit: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        """`hit`, if the test holds; quantifiers in it become loops."""
        if isinstance(test, ir.And):
            return self._condition(test.left, scope, self._condition(test.right, scope, hit))
        decides = isinstance(test, ir.Quantified) and test.word in ("any", "no", "all")
        if isinstance(test, ir.Quantified) and decides and self.short(test, scope) is None:
            if test.word == "any":
                left = hit and isinstance(hit[-1], s.Return | s.Break)
                return self._loop(test, scope, hit if left else (*hit, s.Break(-1)))
            return self._loop(test, scope, (s.Break(-1),), hit)
        found = self.source.expr(test, scope)
        known = constant_of(found)
        if known is not None:
            return hit if known else ()
        return (s.If(-1, found, hit),)

    # -------------------------------------------------------------- rows
    def _row_width(self, row: str, rows: Constant | None, test: ir.Expr) -> int | None:
        """The common length of constant rows, if every use of a row is a quantifier over it."""
        if not isinstance(rows, tuple) or not rows or not isinstance(rows[0], tuple):
            return None
        width = len(rows[0])
        if not 1 <= width <= WIDEST_ROW or any(not isinstance(r, tuple) or len(r) != width for r in rows):
            return None
        return width if _only_quantified(test, row) else None

    def _over_rows(
        self,
        expr: ir.Quantified,
        name: str,
        rows: tuple[Constant, ...],
        width: int,
        scope: Scope,
        hit: tuple[Stmt, ...],
        unbroken: tuple[Stmt, ...],
    ) -> Stmt:
        """A loop over rows that takes each apart, its test written out for every cell."""
        test: ir.Expr = expr.test if expr.test is not None else ir.Const(1)
        cells = tuple(f"{name}_{number}" for number in range(width))
        shift = _looked_at(test, expr.local)
        if shift is not None:
            # The rows only say where to look in one variable: let them hold the places themselves.
            base = self.source.layout.slots[shift].base
            rows = tuple(tuple(base + int(cell) for cell in row) for row in rows)  # type: ignore[arg-type,union-attr]
        found = self._over_cells(test, expr.local, cells, scope, shift)
        if expr.word == "all":
            found = self.source.fold(p.Not(found))
        items = self.source.tables.constant(rows, "rows")
        return s.Loop(-1, cells, items, (s.If(-1, found, hit),), unbroken)

    def _over_cells(
        self, test: ir.Expr, row: str, cells: tuple[str, ...], scope: Scope, shift: str | None
    ) -> Expr:
        fold = self.source.fold
        match test:
            case ir.And() | ir.Or():
                left = self._over_cells(test.left, row, cells, scope, shift)
                right = self._over_cells(test.right, row, cells, scope, shift)
                return fold(p.And(left, right) if isinstance(test, ir.And) else p.Or(left, right))
            case ir.Not():
                return fold(p.Not(self._over_cells(test.of, row, cells, scope, shift)))
            case ir.Quantified(list=ir.Local(name=name)) if name == row:
                parts: list[Expr] = []
                for cell in cells:
                    inner = scope.bound(test.local, p.Local(cell))
                    if shift is not None:
                        inner = inner.holding(shift, test.local, p.Cell(shift, 0, p.Local(cell)))
                    parts.append(YES if test.test is None else self.source.expr(test.test, inner))
                return self._joined(test.word, parts)
            case _:
                return self.source.expr(test, scope)


def _only_quantified(test: ir.Expr, row: str) -> bool:
    """Whether a row is used only as the list of any, all or no."""
    match test:
        case ir.And() | ir.Or():
            return _only_quantified(test.left, row) and _only_quantified(test.right, row)
        case ir.Not():
            return _only_quantified(test.of, row)
        case ir.Quantified(list=ir.Local(name=name), word=word) if name == row:
            inner = free_names(test.test) if test.test is not None else frozenset()
            return word in ("any", "all", "no") and not test.prefix and row not in inner
        case _:
            return row not in free_names(test)


def _looked_at(test: ir.Expr, row: str) -> str | None:
    """The variable, if every look at a cell of a row is at that variable's value there."""
    found: set[str] = set()
    for node in walk(test):
        if isinstance(node, ir.Quantified) and node.list == ir.Local(row):
            at_cell = ir.Local(node.local)
            looks = [n for n in walk_here(node.test) if isinstance(n, ir.Get) and n.index == at_cell]
            if len(looks) != sum(1 for n in walk(node.test) if n == at_cell):
                return None
            found |= {look.var for look in looks}
    return found.pop() if len(found) == 1 else None
