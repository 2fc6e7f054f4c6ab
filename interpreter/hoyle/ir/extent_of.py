"""How far the value of an expression can go, where some tests are known to hold."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from hoyle.ir import extent as x
from hoyle.ir import program as ir
from hoyle.ir.extent import ABSENT, ANYTHING, FAR, TRUTH, Extent
from hoyle.ir.extent_facts import LONGEST, Facts, Table
from hoyle.ir.nodes import LARGEST, NONE, WIDE
from hoyle.ir.types import ValueType
from hoyle.ir.walk import walk

_FLIPPED = {"<": ">", ">": "<", "<=": ">=", ">=": "<="}
_DENIED = {"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}

Refined: TypeAlias = dict[ir.Expr, Extent]
"""What is known of expressions at a point of a rule, by the tests that lead there."""


class ExtentOf(Facts):
    """The extents of expressions; notes on the way what calls hand on."""

    def __init__(self, program: ir.Program, table: Table, in_play: bool) -> None:
        super().__init__(program, table, in_play)
        self.refined: Refined = {}

    # -------------------------------------------------------------- calls
    def hand(
        self, node: ir.CallProc | ir.Call | ir.Supposing, proc: ir.Proc, args: tuple[ir.Expr, ...]
    ) -> None:
        types = self.locals_of[proc.name]
        for param, arg in zip(proc.params, args, strict=True):
            value = self.of(arg)
            self.check(node, value, types.get(param), param)
            if self.in_play:
                self.set(param, value, proc.name)

    def result(self, proc: ir.Proc) -> Extent | None:
        if proc.name not in self.known.results:
            return None
        found = self.known.results[proc.name]
        return found if proc.result is None else self.typed(found, proc.result)

    def parts(self, *exprs: ir.Expr | None) -> None:
        """Looks at what is computed on the way, for the calls in it."""
        for expr in exprs:
            if expr is not None:
                self.of(expr)

    # -------------------------------------------------------------- expressions
    def of(self, expr: ir.Expr) -> Extent | None:
        """How far an expression can go at this point; None if it can't have a value."""
        found = self._of(expr)
        known = self.refined.get(expr)
        return found if known is None or found is None else x.met(found, known)

    def item(self, items: ir.Expr) -> Extent | None:
        found = self.of(items)
        if found is None or found.is_list:
            return None if found is None else found.item
        return ANYTHING

    def _of(self, expr: ir.Expr) -> Extent | None:
        match expr:
            case ir.Const():
                return ABSENT if expr.value == NONE else x.number(expr.value, expr.value)
            case ir.Local():
                return self._local(expr.name)
            case ir.Opt():
                return self.table.options[expr.name]
            case ir.Get():
                self.parts(expr.index)
                return self._variable(expr.var)
            case ir.GetEach():
                indices = self.of(expr.indices)
                return (
                    None
                    if indices is None
                    else x.several(self._variable(expr.var), indices.least, indices.most)
                )
            case ir.Flat():
                self.parts(*expr.indices)
                return x.number(0, FAR)
            case ir.Times():
                return x.number(0, LONGEST)
            case ir.Table():
                self.of(expr.key)
                return self._row(expr.table)
            case ir.ZoneAt():
                self.parts(expr.index)
                return x.number(0, FAR)
            case ir.Pieces():
                self.of(expr.zone)
                return self._pieces_of(expr.zone)
            case ir.PiecesOfEach():
                indices, pieces = self.of(expr.indices), self._pieces_of(ir.ZoneAt(expr.zone))
                # The same zone may be named several times.
                most = (
                    FAR
                    if indices is None
                    else x.times(x.number(0, indices.most), x.number(0, pieces.most)).high
                )
                return x.several(pieces.item, 0, most)
            case ir.Call():
                proc = self.program.procs[expr.proc]
                self.hand(expr, proc, expr.args)
                return self.result(proc)
            case ir.Fn():
                return self._function(expr)
            case ir.Arith():
                return self._arith(expr)
            case ir.Choice():
                return self._choice(expr)
            case ir.Quantified():
                return self._quantified(expr)
            case ir.Supposing():
                return self._supposing(expr)
            case ir.Within():
                found = self.of(expr.of)
                return None if found is None else self.typed(found, expr.type)
            case (
                ir.Concat() | ir.TakenOut() | ir.Span() | ir.Around() | ir.Without() | ir.Items()
                | ir.ItemAt() | ir.WithItem()
            ):  # fmt: skip
                return self._list(expr)
            case ir.Compare() | ir.Alike():
                self.parts(expr.left, expr.right)
                return TRUTH
            case ir.And() | ir.Or():
                self.of(expr.left)
                before = dict(self.refined)
                self.assume(expr.left, isinstance(expr, ir.And))
                self.of(expr.right)
                self.refined = before
                return TRUTH
            case ir.Exists() | ir.Not():
                self.of(expr.of)
                return TRUTH
            case ir.In():
                self.parts(expr.item, expr.list)
                return TRUTH
            case _:
                assert_never(expr)

    def _local(self, name: str) -> Extent | None:
        type_ = self.type_of_local(name)
        # Only of numbers is there more to say than their kind.
        is_param = name in self.params_of[self.rule]
        if not self.in_play and is_param and type_.kind == "int" and type_.ends is None:
            return Extent(-WIDE, WIDE, type_.optional)
        if not self.in_play and (is_param or type_.single.kind not in ("int", "any")):
            return self.of_type(type_)
        return self.known.locals.get((self.rule, name))

    def _variable(self, name: str) -> Extent | None:
        if self.in_play:
            return self.known.variables.get(name)
        builtin = {"clockwise": TRUTH, "face_up": TRUTH, "match_ended": TRUTH}
        if name in self.types:
            return self.of_type(self.types[name])
        return builtin.get(name, x.number(-LARGEST, LARGEST))

    def _row(self, table: str) -> Extent | None:
        every = self.program.tables[table]
        kind, name, _ = table.split(".", 2)
        if kind == "piece":  # others have none
            low, high = self._ends(ValueType("piece", name))
            every = every[low : high + 1]
        rows = [row for row in every if row != NONE]
        absent = len(rows) < len(every)
        return Extent(min(rows), max(rows), absent) if rows else ABSENT if absent else None

    def _pieces_of(self, zone: ir.Expr) -> Extent:
        name = zone.zone if isinstance(zone, ir.ZoneAt) else ""
        found = next((one for one in self.program.zones if one.name == name), None)
        if found is None:
            return x.several(x.number(0, self.piece_count - 1), 0, self.piece_count)
        pieces = self.of_type(ValueType("piece", found.component))
        most = pieces.high - pieces.low + 1
        return x.several(pieces, 0, min(most, found.room) if found.room else most)

    def _arith(self, expr: ir.Arith) -> Extent | None:
        left, right = self.of(expr.left), self.of(expr.right)
        if left is None or right is None:
            return None
        if left.is_list or right.is_list:
            return ANYTHING
        match expr.op:
            case "+":
                return x.plus(left, right)
            case "-":
                return x.minus(left, right)
            case "*":
                return x.met(x.times(left, right), x.number(-LARGEST, LARGEST))
            case "/":
                return x.divided(left, right)
            case "%":
                return x.remainder(left, right)
            case _:
                assert_never(expr.op)

    def _choice(self, expr: ir.Choice) -> Extent | None:
        self.of(expr.test)
        before = dict(self.refined)
        self.assume(expr.test)
        then = self.of(expr.then)
        self.refined = dict(before)
        self.assume(expr.test, False)
        otherwise = self.of(expr.otherwise)
        self.refined = before
        return x.joined(then, otherwise)

    def _supposing(self, expr: ir.Supposing) -> Extent | None:
        self.hand(expr, self.program.procs[expr.proc], expr.args)
        for name, value in zip(expr.names, expr.values, strict=True):
            self.set(name, self.of(value))
        before = self.refined
        self.forget_state()
        found = self.of(expr.then)
        self.refined = before
        return found

    def _list(
        self,
        expr: ir.Concat | ir.TakenOut | ir.Span | ir.Around | ir.Without | ir.Items | ir.ItemAt | ir.WithItem,
    ) -> Extent | None:
        match expr:
            case ir.Concat():
                left, right = self.of(expr.left), self.of(expr.right)
                if left is None or right is None:
                    return None
                return x.several(
                    x.joined(left.item, right.item), left.least + right.least, left.most + right.most
                )
            case ir.TakenOut() | ir.Without():
                found = self.of(expr.list)
                self.of(expr.items)
                return None if found is None else x.several(found.item, 0, found.most)
            case ir.Span():
                low, high = self.of(expr.low), self.of(expr.high)
                if low is None or high is None:
                    return None
                if low.low > high.high:
                    return x.several(None, 0, 0)
                count = x.minus(high, low)
                return x.several(x.number(low.low, high.high), count.low + 1, count.high + 1)
            case ir.Around():
                self.of(expr.by)
                return self.of(expr.players)
            case ir.Items():
                item: Extent | None = None
                for one in expr.items:
                    item = x.joined(item, self.of(one))
                return x.several(item, len(expr.items), len(expr.items))
            case ir.ItemAt():
                self.of(expr.index)
                return self.item(expr.list)
            case ir.WithItem():
                found, value = self.of(expr.list), self.of(expr.item)
                self.of(expr.index)
                if found is None or value is None or found.item is None:
                    return None
                if expr.op != "=":
                    value = (x.plus if expr.op == "+=" else x.minus)(found.item, value)
                return x.several(x.joined(found.item, value), found.least, found.most)
            case _:
                assert_never(expr)

    def _quantified(self, expr: ir.Quantified) -> Extent | None:
        items = self.of(expr.list)
        if items is None:
            return None
        item = items.item if items.is_list else ANYTHING
        self.set(expr.local, item)
        before = dict(self.refined)
        self.forget(local=expr.local)
        if item is not None and not item.is_list:
            self.refined[ir.Local(expr.local)] = item
        if expr.test is not None:
            self.of(expr.test)
            self.assume(expr.test)
        value = None if expr.value is None else self.of(expr.value)
        picked = self.of(ir.Local(expr.local)) if item is not None else None
        self.refined = before
        least = 0 if expr.test is not None else items.least
        match expr.word:
            case "any" | "all" | "no":
                return TRUTH
            case "count":
                return x.number(0, items.most)
            case "first" | "highest" | "lowest":
                return picked
            case "those":
                return x.several(picked, least, items.most)
            case "each":
                return x.several(value, least, items.most)
            case "sum":
                if value is None:
                    return x.number(0, 0)
                return x.times(value, x.number(least, items.most))
            case _:
                assert_never(expr.word)

    def _function(self, expr: ir.Fn) -> Extent | None:
        args = [self.of(arg) for arg in expr.args]
        if None in args:
            return None
        known = [arg for arg in args if arg is not None]
        seat = x.number(0, self.table.players[1] - 1)
        match expr.name:
            case "seat" | "left" | "right" | "next" | "previous" | "steps":
                return seat
            case "players" | "active" | "members":
                least = self.table.players[0] if expr.name == "players" else 0
                return x.several(seat, least, self.table.players[1])
            case "teams" | "team":
                team = x.number(0, self.table.teams - 1)
                return team if expr.name == "team" else x.several(team, 1, self.table.teams)
            case "size":
                return x.number(known[0].least, known[0].most)
            case "min" | "max" as word:
                choose = min if word == "min" else max
                left, right = known
                return x.number(choose(left.low, right.low), choose(left.high, right.high))
            case "abs":
                return x.magnitude(known[0])
            case "drawable":
                return x.number(0, self.piece_count)
            case "top" | "bottom":
                return self._pieces_of(expr.args[0]).item
            case "reversed" | "distinct" | "frozen":
                found = known[0]
                return found if expr.name != "distinct" else x.several(found.item, 0, found.most)
            case "following":
                return known[1].item if known[1].is_list else ANYTHING
            case "opposite":
                return x.number(0, 15)
            case _:
                return self._board(expr)

    def _board(self, expr: ir.Fn) -> Extent:
        board = next(board for board in self.program.boards if board.name == expr.hint)
        node, edge = x.number(0, len(board.nodes) - 1), x.number(0, max(0, len(board.edges) - 1))
        match expr.name:
            case "x" | "y" as word:
                column = [place["xy".index(word)] for place in board.at]
                return x.number(min(column), max(column))
            case "edges" | "turning":
                return x.several(edge, 0, len(board.edges))
            case "neighbours" | "ray":
                return x.several(node, 0, len(board.nodes))
            case "lines":
                return x.several(x.several(node, 0, len(board.nodes)))
            case "across":
                return node
            case "step":
                return Extent(node.low, node.high, True)
            case _:
                raise AssertionError(expr.name)

    # -------------------------------------------------------------- what a test tells
    def forget(self, var: str = "", local: str = "") -> None:
        """Drops what was known of a variable or a local that is set."""
        self.refined = {
            expr: extent
            for expr, extent in self.refined.items()
            if not any(
                (isinstance(node, ir.Get) and node.var == var)
                or (isinstance(node, ir.Local) and node.name == local)
                for node in walk(expr)
            )
        }

    def forget_state(self) -> None:
        self.refined = {expr: extent for expr, extent in self.refined.items() if isinstance(expr, ir.Local)}

    def assume(self, test: ir.Expr, holds: bool = True) -> None:
        """Narrows what a test is about, where it holds or does not."""
        match test:
            case ir.Not():
                self.assume(test.of, not holds)
            case ir.And() if holds:
                self.assume(test.left)
                self.assume(test.right)
            case ir.Or() if not holds:
                self.assume(test.left, False)
                self.assume(test.right, False)
            case ir.Exists() if holds and isinstance(test.of, ir.Get | ir.Local):
                self._narrow(test.of, Extent())
            case ir.In(item=item, list=items) if holds and isinstance(item, ir.Get | ir.Local):
                among = self.of(items)
                if among is not None and among.is_list and among.item is not None:
                    self._narrow(item, among.item)
            case ir.Compare():
                op = test.op if holds else _DENIED[test.op]
                self._compare(test.left, op, test.right)
                self._compare(test.right, _FLIPPED.get(op, op), test.left)
            case _:
                pass

    def _compare(self, one: ir.Expr, op: str, other: ir.Expr) -> None:
        if not isinstance(one, ir.Get | ir.Local | ir.Fn):
            return
        bound = self.of(other)
        if op == "!=" and other == ir.Const(NONE):
            self._narrow(one, Extent())
        if bound is None or bound.is_list or bound.absent:
            return
        match op:
            case "<":
                self._narrow(one, Extent(high=bound.high - 1))
            case "<=":
                self._narrow(one, Extent(high=bound.high))
            case ">":
                self._narrow(one, Extent(low=bound.low + 1))
            case ">=":
                self._narrow(one, Extent(low=bound.low))
            case "==":
                self._narrow(one, Extent(bound.low, bound.high))
            case "!=" if bound.low == bound.high:
                now = self.of(one)
                if now is not None and not now.is_list and now.low == bound.low:
                    self._narrow(one, Extent(low=bound.low + 1, absent=True))
                elif now is not None and not now.is_list and now.high == bound.low:
                    self._narrow(one, Extent(high=bound.low - 1, absent=True))
            case _:
                pass

    def _narrow(self, expr: ir.Expr, extent: Extent) -> None:
        if not is_plain(expr):
            return
        known = self.refined.get(expr, ANYTHING)
        self.refined[expr] = x.met(known, extent) or known


_PLAIN = (ir.Local, ir.Const, ir.Opt, ir.Get, ir.Flat, ir.Table, ir.Pieces, ir.ZoneAt)


def is_plain(expr: ir.Expr) -> bool:
    """Whether it can be told when something changes that an expression looks at."""
    return all(
        isinstance(node, _PLAIN) or (isinstance(node, ir.Fn) and node.name == "size") for node in walk(expr)
    )
