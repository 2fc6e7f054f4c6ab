"""Writes small definitions out where they are used: a call in Python costs more than most of them do."""

from __future__ import annotations

import dataclasses
from typing import TypeVar

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, rebuilt, substitute, walk
from hoyle.plan.circles import in_circles
from hoyle.plan.hoist import is_certain, is_total
from hoyle.plan.numbers import WIDE, Sizes

T = TypeVar("T")

# Nodes of a definition, after its own parts are written out.
LARGEST_INLINED = 60


def inlined(program: ir.Program) -> ir.Program:
    """The same program with calls of small definitions replaced by what they stand for."""
    return _Inliner(program).rewrite()


class _Inliner:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.recursive = recursive_definitions(program)
        self.sizes = Sizes(program)
        self.fresh = 0
        self._values: dict[str, ir.Expr] = {}

    def rewrite(self) -> ir.Program:
        program = self.program
        procs = {name: self.proc(proc) for name, proc in program.procs.items()}
        active = None if program.active is None else self.proc(program.active)
        zones = tuple(
            dataclasses.replace(
                zone, starts=zone.starts if isinstance(zone.starts, str) else self.any(zone.starts)
            )
            for zone in program.zones
        )
        return dataclasses.replace(
            program, procs=procs, match=self.proc(program.match), active=active, zones=zones
        )

    def proc(self, proc: ir.Proc) -> ir.Proc:
        body = None if proc.body is None else self.any(proc.body)
        value = None if proc.value is None else self.any(proc.value)
        return dataclasses.replace(proc, body=body, value=value)

    def any(self, item: T) -> T:
        """Any part of a program, rewritten."""
        match item:
            case ir.Call():
                return self.call(item)  # type: ignore[return-value]
            case ir.Condition():
                # Its reason names the rule, so only the test changes.
                return dataclasses.replace(item, test=self.any(item.test))
            case ir.Text():
                return item
            case _:
                return rebuilt(item, self.any)

    def call(self, call: ir.Call) -> ir.Expr:
        args = tuple(self.any(arg) for arg in call.args)
        proc = self.program.procs[call.proc]
        if proc.value is None or proc.name in self.recursive:
            return ir.Call(call.proc, args)
        if proc.name not in self._values:
            self._values[proc.name] = self.any(proc.value)
        value = self._values[proc.name]
        if sum(1 for _ in walk(value)) > LARGEST_INLINED:
            return ir.Call(call.proc, args)
        sizes: dict[str, int] = {}
        for param, arg in zip(proc.params, args, strict=True):
            sizes[param] = self.sizes.of(arg, {})
            if isinstance(arg, ir.Local | ir.Const | ir.Opt):
                continue
            if uses_of(value, param) > 1:
                return ir.Call(call.proc, args)
            if not is_certain(ir.Local(param), value) and not is_total(arg, self.program):
                return ir.Call(call.proc, args)  # what may fail would not be computed
        if max([*sizes.values(), self.sizes.of(value, sizes)]) > WIDE:
            return ir.Call(call.proc, args)  # what goes in and comes out must be checked
        return substitute(value, dict(zip(proc.params, args, strict=True)), self.fresh_name)

    def fresh_name(self, name: str) -> str:
        """A quantifier's name that is nowhere else in the program."""
        self.fresh += 1
        return f"{name.partition('I')[0]}I{self.fresh}"


def uses_of(expr: ir.Expr, name: str) -> int:
    """How often an expression looks at a local; once more if inside a loop."""
    count = sum(1 for node in walk(expr) if isinstance(node, ir.Local) and node.name == name)
    inside = any(
        name in free_names((node.test, node.value)) for node in walk(expr) if isinstance(node, ir.Quantified)
    )
    return count + 1 if inside else count


def recursive_definitions(program: ir.Program) -> frozenset[str]:
    """Pure rules that may call themselves."""
    calls = {
        proc.name: {node.proc for node in walk((proc.body, proc.value)) if isinstance(node, ir.Call)}
        for proc in program.procs.values()
        if proc.pure
    }
    return in_circles(calls)
