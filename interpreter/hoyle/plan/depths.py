"""Which values may be lists, and lists of lists: what a comparison or a copy costs hangs on that."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.ir import program as ir
from hoyle.ir.types import ValueType
from hoyle.ir.walk import walk

# Deeper lists are not told apart.
DEEPEST_LIST = 9

_LIST_FUNCTIONS = frozenset(
    "players teams active members edges neighbours turning ray reversed distinct frozen".split()
)


def depth_of_type(type_: ValueType) -> int:
    """How many lists lie in each other in a value of a type; a number is 0.

    >>> depth_of_type(ValueType("list", item=ValueType("int")))
    1
    """
    return 1 + depth_of_type(type_.element) if type_.kind == "list" else 0


class Depths:
    """How deep the lists are that expressions may give; at most, since a name may be used for several."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._vars = {var.name: depth_of_type(var.type) for var in program.vars}
        self._names: dict[str, int] = {}
        self._results: dict[str, int] = {}
        given = list(self._given())
        changed = True
        while changed:
            changed = False
            for names, name, value, less in given:
                depth = min(DEEPEST_LIST, self.of(value) - less)
                if depth > names.get(name, 0):
                    names[name], changed = depth, True

    def _given(self) -> Iterator[tuple[dict[str, int], str, ir.Expr, int]]:
        """Each name that a value is given, or an item of one; and each rule with what it returns."""
        procs = self.program.procs
        for proc in (*procs.values(), self.program.match):
            if proc.value is not None:
                yield self._results, proc.name, proc.value, 0
            for node in walk((proc.body, proc.value)):
                match node:
                    case ir.SetLocal():
                        yield self._names, node.name, node.value, 0
                    case ir.Return(value=value) if value is not None:
                        yield self._results, proc.name, value, 0
                    case ir.Call() | ir.CallProc() | ir.Supposing():
                        for param, arg in zip(procs[node.proc].params, node.args, strict=True):
                            yield self._names, param, arg, 0
                        if isinstance(node, ir.CallProc) and node.into:
                            yield self._names, node.into, ir.Call(node.proc, node.args), 0
                        if isinstance(node, ir.Supposing):
                            for name, value in zip(node.names, node.values, strict=True):
                                yield self._names, name, value, 0
                    case ir.Quantified() | ir.ForEach() | ir.Deal() | ir.MoveAround():
                        yield self._names, node.local, node.list, 1
                    case ir.Random():
                        yield self._names, node.name, node.list, 1
                    case ir.Draw() if node.into:
                        yield self._names, node.into, ir.Pieces(node.source), 0
                    case ir.Pick():
                        yield self._names, node.name, node.list, 0 if node.kind == "some" else 1
                    case _:
                        pass

    def of(self, expr: ir.Expr) -> int:
        match expr:
            case ir.Local():
                return self._names.get(expr.name, 0)
            case ir.Get():
                return self._vars.get(expr.var, 0)
            case ir.GetEach():
                return 1 + self._vars.get(expr.var, 0)
            case ir.Call():
                return self._results.get(expr.proc, 0)
            case ir.Opt():
                return int(
                    any(option.name == expr.name and option.kind == "list" for option in self.program.options)
                )
            case ir.Fn(name="lines"):
                return 2
            case ir.Fn():
                if expr.name not in _LIST_FUNCTIONS:
                    return self.of(expr.args[1]) - 1 if expr.name == "following" else 0
                return max([1, *map(self.of, expr.args)])
            case ir.Items():
                return 1 + max(map(self.of, expr.items), default=0)
            case ir.Concat():
                return max(1, self.of(expr.left), self.of(expr.right))
            case ir.WithItem():
                return max(1, self.of(expr.list), 1 + self.of(expr.item))
            case ir.TakenOut() | ir.Without():
                return max(1, self.of(expr.list))
            case ir.ItemAt():
                return max(0, self.of(expr.list) - 1)
            case ir.Choice():
                return max(self.of(expr.then), self.of(expr.otherwise))
            case ir.Quantified(word="those"):
                return max(1, self.of(expr.list))
            case ir.Quantified(word="each", value=value) if value is not None:
                return 1 + self.of(value)
            case ir.Quantified(word="first" | "highest" | "lowest"):
                return max(0, self.of(expr.list) - 1)
            case ir.Supposing():
                return self.of(expr.then)
            case ir.Within():
                return self.of(expr.of)
            case ir.Span() | ir.Around() | ir.Pieces() | ir.PiecesOfEach():
                return 1
            case _:
                return 0
