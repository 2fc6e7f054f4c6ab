"""What can be computed when the number of players and the options are known."""

from __future__ import annotations

from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.plan.boards import Tables
from hoyle.plan.layout import Layout

Constant: TypeAlias = "int | tuple[Constant, ...]"

_LONGEST = 4096


class Folder:
    """Evaluates constant expressions."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        program = layout.program
        directions = program.enums.get("direction", ())
        self.boards = {board.name: Tables(board, directions) for board in program.boards}
        self._memo: dict[ir.Expr, Constant | None] = {}

    def value(self, expr: ir.Expr) -> Constant | None:
        """The constant that an expression always is, if it is one."""
        if expr in self._memo:
            return self._memo[expr]
        found = self._value(expr)
        self._memo[expr] = found
        return found

    def _value(self, expr: ir.Expr) -> Constant | None:
        match expr:
            case ir.Const():
                return expr.value
            case ir.Opt():
                return self.layout.options[expr.name]
            case ir.Items():
                items = [self.value(item) for item in expr.items]
                return (
                    None if any(item is None for item in items) else tuple(i for i in items if i is not None)
                )
            case ir.Span():
                low, high = self.value(expr.low), self.value(expr.high)
                if isinstance(low, int) and isinstance(high, int) and high - low < _LONGEST:
                    return tuple(range(low, high + 1))
                return None
            case ir.Table():
                key = self.value(expr.key)
                table = self.layout.program.tables[expr.table]
                return table[key] if isinstance(key, int) and 0 <= key < len(table) else None
            case ir.Arith():
                return self._arith(expr)
            case ir.Compare():
                return self._compare(expr)
            case ir.Exists():
                of = self.value(expr.of)
                return None if of is None else int(of != ir.NONE)
            case ir.Not():
                of = self.value(expr.of)
                return None if of is None else int(not of)
            case ir.And():
                left, right = self.value(expr.left), self.value(expr.right)
                if left == 0 or (left is not None and right == 0):
                    return 0
                return 1 if left is not None and right is not None else None
            case ir.Or():
                left, right = self.value(expr.left), self.value(expr.right)
                if left is not None and left != 0:
                    return 1
                return None if left is None or right is None else int(bool(right))
            case ir.Choice():
                test = self.value(expr.test)
                if test is None:
                    return None
                return self.value(expr.then if test else expr.otherwise)
            case ir.Fn():
                return self._function(expr)
            case _:
                return None

    def _arith(self, expr: ir.Arith) -> Constant | None:
        left, right = self.value(expr.left), self.value(expr.right)
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        match expr.op:
            case "+":
                found = left + right
            case "-":
                found = left - right
            case "*":
                found = left * right
            case "/":
                return None if right == 0 else left // right
            case "%":
                return None if right == 0 else left % right
        return found if -ir.LARGEST <= found <= ir.LARGEST else None

    def _compare(self, expr: ir.Compare) -> Constant | None:
        left, right = self.value(expr.left), self.value(expr.right)
        if left is None or right is None:
            return None
        match expr.op:
            case "==":
                return int(left == right)
            case "!=":
                return int(left != right)
        if not isinstance(left, int) or not isinstance(right, int):
            return None
        return int({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[expr.op])

    def _function(self, expr: ir.Fn) -> Constant | None:
        players = self.layout.players
        if expr.name == "players":
            return tuple(range(players))
        if expr.name == "teams":
            return tuple(range(len(self.layout.teams)))
        args = [self.value(arg) for arg in expr.args]
        if any(arg is None for arg in args):
            return None
        match expr.name, args:
            case "seat", [int(number)]:
                return number if 0 <= number < players else None
            case "left", [int(seat), int(steps)]:
                return (seat + steps) % players
            case "right", [int(seat), int(steps)]:
                return (seat - steps) % players
            case "size", [tuple(items)]:
                return len(items)
            case "min", [int(a), int(b)]:
                return min(a, b)
            case "max", [int(a), int(b)]:
                return max(a, b)
            case "abs", [int(a)]:
                return abs(a)
            case "reversed", [tuple(items)]:
                return items[::-1]
            case "opposite", [int(direction)]:
                return self.opposites[direction]
            case "edges", [int(node)]:
                return self.boards[expr.hint].edges[node]
            case "neighbours", [int(node)]:
                return self.boards[expr.hint].neighbours[node]
            case "lines", [tuple(nodes), int(length)]:
                return self.boards[expr.hint].lines(tuple(n for n in nodes if isinstance(n, int)), length)
            case "frozen", [tuple(items)]:
                return items
        return None

    @property
    def opposites(self) -> tuple[int, ...]:
        return next(tables.opposites for tables in self.boards.values() if tables.board.kind != "graph")
