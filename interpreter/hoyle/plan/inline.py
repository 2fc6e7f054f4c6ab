"""Writes small definitions out where they are used: a call in Python costs more than most of them do."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.liveness import reads
from hoyle.plan.recursion import in_circles

# Nodes of a definition, after its own parts are written out.
LARGEST_INLINED = 60


def inlined(program: ir.Program) -> ir.Program:
    """The same program with calls of small definitions replaced by what they stand for."""
    return _Inliner(program).rewrite()


class _Inliner:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.recursive = recursive_definitions(program)
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

    def any(self, item: Any) -> Any:
        """Any part of a program, rewritten."""
        if isinstance(item, tuple):
            return tuple(self.any(inner) for inner in item)
        if isinstance(item, ir.Call):
            return self.call(item)
        if isinstance(item, ir.Condition):
            # Its reason names the rule, so only the test changes.
            return dataclasses.replace(item, test=self.any(item.test))
        if isinstance(item, ir.Text) or not dataclasses.is_dataclass(item) or isinstance(item, type):
            return item
        changed = {}
        for field in dataclasses.fields(item):
            old = getattr(item, field.name)
            if isinstance(old, tuple) or dataclasses.is_dataclass(old):
                new = self.any(old)
                if new is not old:
                    changed[field.name] = new
        return dataclasses.replace(item, **changed) if changed else item

    def call(self, call: ir.Call) -> ir.Expr:
        args = tuple(self.any(arg) for arg in call.args)
        proc = self.program.procs[call.proc]
        if proc.value is None or proc.name in self.recursive:
            return ir.Call(call.proc, args)
        if proc.name not in self._values:
            self._values[proc.name] = self.any(proc.value)
        value = self._values[proc.name]
        if sum(1 for _ in nodes_of(value)) > LARGEST_INLINED:
            return ir.Call(call.proc, args)
        for param, arg in zip(proc.params, args, strict=True):
            if not isinstance(arg, ir.Local | ir.Const | ir.Opt) and uses_of(value, param) > 1:
                return ir.Call(call.proc, args)
        given: dict[str, ir.Expr] = dict(zip(proc.params, args, strict=True))
        found: ir.Expr = self.substituted(value, given)
        return found

    def substituted(self, item: Any, given: dict[str, ir.Expr]) -> Any:
        """A copy with locals replaced and quantified names made fresh."""
        if isinstance(item, ir.Local):
            return given.get(item.name, item)
        if isinstance(item, tuple):
            return tuple(self.substituted(inner, given) for inner in item)
        if isinstance(item, ir.Quantified):
            self.fresh += 1
            name = f"{item.local.partition('I')[0]}I{self.fresh}"
            inner = {**given, item.local: ir.Local(name)}
            return dataclasses.replace(
                item,
                local=name,
                list=self.substituted(item.list, given),
                test=None if item.test is None else self.substituted(item.test, inner),
                value=None if item.value is None else self.substituted(item.value, inner),
            )
        if not dataclasses.is_dataclass(item) or isinstance(item, type):
            return item
        return dataclasses.replace(
            item,
            **{
                field.name: self.substituted(getattr(item, field.name), given)
                for field in dataclasses.fields(item)
                if isinstance(getattr(item, field.name), tuple)
                or dataclasses.is_dataclass(getattr(item, field.name))
            },
        )


def uses_of(expr: ir.Expr, name: str) -> int:
    """How often an expression looks at a local; once more if inside a loop."""
    count = sum(1 for node in nodes_of(expr) if isinstance(node, ir.Local) and node.name == name)
    inside = any(
        name in reads((node.test, node.value)) for node in nodes_of(expr) if isinstance(node, ir.Quantified)
    )
    return count + 1 if inside else count


def recursive_definitions(program: ir.Program) -> frozenset[str]:
    """Pure rules that may call themselves."""
    calls = {
        proc.name: {node.proc for node in nodes_of((proc.body, proc.value)) if isinstance(node, ir.Call)}
        for proc in program.procs.values()
        if proc.pure
    }
    return in_circles(calls)
