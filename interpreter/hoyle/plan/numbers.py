"""How large a number can get, so that checks stand only where they are needed.

Stored numbers end at LARGEST, what a definition is given or gives at WIDE; what lies between, inside one
expression, is exact in 64 bits. `docs/semantics.md` has the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from hoyle.ir import program as ir
from hoyle.ir.nodes import WIDE
from hoyle.plan.limits import LARGEST, MOST_ITEMS

EXACT = 2**62


def handed_sizes(proc: ir.Proc) -> dict[str, int]:
    """How large the parameters of a definition can be that hold numbers; no other is larger than stored."""
    types = proc.types
    return {name: WIDE for name in proc.params if name not in types or types[name].kind == "int"}


class Sizes:
    """The greatest absolute values that the expressions of a program can have."""

    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self._results: dict[str, int] = {}

    def of(self, expr: ir.Expr, known: Mapping[str, int]) -> int:
        """Of one expression; locals are stored, unless `known` says that they can be larger."""
        match expr:
            case ir.Const():
                return 0 if expr.value == ir.NONE else abs(expr.value)
            case ir.Local():
                return known.get(expr.name, LARGEST)
            case ir.Table():
                rows = self.program.tables[expr.table]
                return max((abs(row) for row in rows if row != ir.NONE), default=0)
            case ir.Call():
                return self._result(self.program.procs[expr.proc])
            case ir.Arith(op="+" | "-"):
                return self.of(expr.left, known) + self.of(expr.right, known)
            case ir.Arith(op="/"):
                return self.of(expr.left, known)
            case ir.Arith(op="%"):
                return self.of(expr.right, known)
            case ir.Choice():
                return max(self.of(expr.then, known), self.of(expr.otherwise, known))
            case ir.Fn(name="min" | "max" | "abs"):
                return max(self.of(arg, known) for arg in expr.args)
            case ir.Quantified(word="sum"):
                assert expr.value is not None
                inside = {name: size for name, size in known.items() if name != expr.local}
                return self._length(expr.list) * min(WIDE, self.of(expr.value, inside))
            case ir.Supposing():
                # What it is computed from, and what it gives, is handed to a definition and back.
                given = (min(WIDE, self.of(value, known)) for value in expr.values)
                return min(WIDE, self.of(expr.then, {**known, **dict(zip(expr.names, given, strict=True))}))
            case ir.Within(type=type_) if type_.ends is not None:
                return max(map(abs, type_.ends))
            case _:
                return LARGEST

    def _length(self, items: ir.Expr) -> int:
        """The most items that a list can have."""
        match items:
            case ir.Span(low=ir.Const(value=low), high=ir.Const(value=high)):
                return max(0, high - low + 1)
            case ir.Items():
                return len(items.items)
            case ir.Pieces():
                return sum(len(component.labels) for component in self.program.components)
            case ir.Fn(name="players" | "teams" | "active"):
                return max(self.program.counts)
            case ir.Quantified(word="those" | "each") | ir.Without() | ir.TakenOut():
                return self._length(items.list)
            case ir.Around():
                return self._length(items.players)
            case _:
                return MOST_ITEMS

    def _result(self, proc: ir.Proc) -> int:
        """What a rule gives: what it returns is stored, what it is defined as ends at WIDE."""
        if proc.value is None:
            return LARGEST
        if proc.name not in self._results:
            given = handed_sizes(proc)
            # One that calls itself gives no more than without that, or else it may give anything.
            self._results[proc.name] = 0
            self._results[proc.name] = min(WIDE, self.of(proc.value, given))
            if self.of(proc.value, given) > self._results[proc.name]:
                self._results[proc.name] = WIDE
        return self._results[proc.name]


__all__ = ["EXACT", "WIDE", "Sizes", "handed_sizes"]
