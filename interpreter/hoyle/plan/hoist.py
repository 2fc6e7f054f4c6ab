"""Hoisting: what a loop's conditions would compute anew for each item, although it never changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, parts_of, walk, walk_here

# What may fail, or is worth computing once.
_PARTIAL = (ir.Fn, ir.ItemAt, ir.Call, ir.Quantified, ir.Supposing, ir.Times)
_TOTAL = (
    ir.Const, ir.Local, ir.Opt, ir.Compare, ir.Exists, ir.Not, ir.And, ir.Or, ir.Choice, ir.Items, ir.ZoneAt,
    ir.Pieces, ir.Flat, ir.Times, ir.TakenOut,
)  # fmt: skip
_TOTAL_FUNCTIONS = frozenset(
    "left right size players teams min max abs opposite team members edges neighbours ray step x y".split()
)  # fmt: skip
_TOTAL_WORDS = frozenset({"any", "all", "no", "count", "sum", "those"})


@dataclasses.dataclass(frozen=True, slots=True)
class Invariants:
    """Parts to be computed before a loop, and parts to be computed when they are first needed."""

    before: tuple[ir.Expr, ...]
    when_needed: tuple[ir.Expr, ...]


def invariants(tests: tuple[ir.Expr, ...], changing: frozenset[str], program: ir.Program) -> Invariants:
    """The largest parts that hang on nothing that changes.

    A part that can fail (the top of a zone) may only come before the loop if the first item would have
    computed it anyway. Otherwise a call or a quantifier is worth remembering once it was computed.
    """
    certain: set[ir.Expr] = set()
    if tests:
        _certain(tests[0], certain)
    before: list[ir.Expr] = []
    when_needed: list[ir.Expr] = []

    def is_safe(node: ir.Expr) -> bool:
        return node in certain or is_total(node, program)

    for test in tests:
        _collect(test, changing, is_safe, before, when_needed)
    return Invariants(tuple(dict.fromkeys(before)), tuple(dict.fromkeys(when_needed)))


def _certain(expr: Any, found: set[ir.Expr]) -> None:
    """Notes everything that is computed whatever happens."""
    match expr:
        case ir.And() | ir.Or():
            _certain(expr.left, found)
        case ir.Choice():
            _certain(expr.test, found)
        case ir.Quantified():
            found.add(expr)
            _certain(expr.list, found)
        case ir.Supposing():
            found.add(expr)
            _certain((expr.args, expr.values), found)  # the rest is computed in another state
        case tuple():
            for item in expr:
                _certain(item, found)
        case _ if dataclasses.is_dataclass(expr):
            found.add(expr)  # type: ignore[arg-type]
            for name in parts_of(type(expr)):
                _certain(getattr(expr, name), found)
        case _:
            pass


def is_certain(part: ir.Expr, whole: ir.Expr) -> bool:
    """Whether a part of an expression is computed whatever happens."""
    found: set[ir.Expr] = set()
    _certain(whole, found)
    return part in found


def is_total(expr: Any, program: ir.Program) -> bool:
    """Whether an expression cannot fail, whatever the state, so that it may be computed in vain."""
    match expr:
        case None:
            return True
        case tuple():
            return all(is_total(item, program) for item in expr)
        case ir.Get(var=name) if any(
            var.name == name and len(var.per) == 1 and var.per[0].kind == "range" for var in program.vars
        ):
            return False
        case ir.Flat() if any(type_.kind == "range" for type_ in expr.per):
            return False
        case ir.ZoneAt(zone=name) if any(
            zone.name == name and any(type_.kind == "range" for type_ in zone.per) for zone in program.zones
        ):
            return False
        case ir.Fn() if expr.name not in _TOTAL_FUNCTIONS:
            return False
        case ir.Arith(op="*") | ir.Arith(op="/" | "%", right=ir.Const(value=0)):
            return False
        case ir.Arith(op="/" | "%", right=right) if not isinstance(right, ir.Const):
            return False
        case ir.Quantified() if expr.word not in _TOTAL_WORDS:
            return False
        case ir.Call():
            value = program.procs[expr.proc].value
            calls_more = any(isinstance(node, ir.Call) for node in walk(value))
            if value is None or calls_more or not is_total(value, program):
                return False
        case ir.Span(low=ir.Const(), high=ir.Const()):
            return True
        case ir.Get() | ir.Table() | ir.Fn() | ir.Arith() | ir.Quantified():
            pass
        case _ if not isinstance(expr, _TOTAL):
            return False
    return all(is_total(getattr(expr, name), program) for name in parts_of(type(expr)))


def _collect(
    expr: Any,
    changing: frozenset[str],
    is_safe: Callable[[ir.Expr], bool],
    before: list[ir.Expr],
    when_needed: list[ir.Expr],
) -> None:
    if (
        isinstance(expr, ir.Table | ir.Call | ir.ItemAt | ir.Fn | ir.Quantified | ir.Supposing | ir.Times)
        and not free_names(expr) & changing
    ):
        partial = [node for node in walk_here(expr) if isinstance(node, _PARTIAL)]
        if partial and all(is_safe(node) for node in partial):
            before.append(expr)
            return
        if isinstance(expr, ir.Call | ir.Quantified | ir.Supposing) or (
            partial and isinstance(expr, ir.Table)
        ):
            when_needed.append(expr)
            return
    if isinstance(expr, ir.Quantified):
        _collect(expr.list, changing, is_safe, before, when_needed)
    elif isinstance(expr, ir.Supposing):
        _collect((expr.args, expr.values), changing, is_safe, before, when_needed)
    elif isinstance(expr, tuple):
        for item in expr:
            _collect(item, changing, is_safe, before, when_needed)
    elif dataclasses.is_dataclass(expr):
        for name in parts_of(type(expr)):
            _collect(getattr(expr, name), changing, is_safe, before, when_needed)
