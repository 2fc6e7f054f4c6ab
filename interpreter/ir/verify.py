"""Checks a program's promises: shapes, references, and that nothing stops inside an expression."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from interpreter.ir import program as ir
from interpreter.ir.json_form import fits_shape, shapes


class BrokenPromise(AssertionError):
    """Lowering made a program that it promised not to make: a fault of ours, not of the ruleset."""


def nodes_of(value: Any) -> Iterator[Any]:
    """All dataclass nodes inside a value."""
    if isinstance(value, tuple):
        for item in value:
            yield from nodes_of(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from nodes_of(item)
    elif dataclasses.is_dataclass(value) and not isinstance(value, type):
        yield value
        for field in dataclasses.fields(value):
            yield from nodes_of(getattr(value, field.name))


BUILTIN_VARS = frozenset({"score", "round_number", "clockwise", "face_up", "match_ended"})


def verify(program: ir.Program) -> None:
    """Raises BrokenPromise if the program is not closed or not well-formed."""
    for name, hint in shapes()["Program"].items():
        if not fits_shape(getattr(program, name), hint):
            raise BrokenPromise(f"program.{name} does not have its declared shape")
    known_vars = {var.name for var in program.vars} | BUILTIN_VARS
    zones = {zone.name for zone in program.zones}
    options = {option.name for option in program.options}
    for node in nodes_of(
        (program.procs, program.match, program.active or (), program.zones, program.requires)
    ):
        match node:
            case ir.Get() | ir.GetEach() | ir.SetVar() | ir.FillVar() if node.var not in known_vars:
                raise BrokenPromise(f"unknown variable {node.var}")
            case ir.ZoneAt() | ir.PiecesOfEach() if node.zone not in zones:
                raise BrokenPromise(f"unknown zone {node.zone}")
            case ir.Opt() if node.name not in options:
                raise BrokenPromise(f"unknown option {node.name}")
            case ir.Table() if node.table not in program.tables:
                raise BrokenPromise(f"unknown table {node.table}")
            case ir.Call():
                if node.proc not in program.procs or not program.procs[node.proc].pure:
                    raise BrokenPromise(f"{node.proc} is called inside an expression but is not pure")
            case ir.CallProc() if node.proc not in program.procs:
                raise BrokenPromise(f"unknown procedure {node.proc}")
            case ir.Const() if abs(node.value) > ir.LARGEST and node.value != ir.NONE:
                raise BrokenPromise(f"constant {node.value} is too large")
            case ir.Decide():
                for inner in nodes_of(tuple(a.body for a in node.alternatives)):
                    if node.how == "simultaneously" and isinstance(inner, ir.Decide):
                        raise BrokenPromise(f"{node.name} asks inside simultaneously")
            case _:
                pass
