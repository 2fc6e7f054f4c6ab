"""Finds what a loop's conditions compute anew for each item although it never changes."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.liveness import reads

_PARTIAL = (ir.Fn, ir.ItemAt, ir.Call, ir.Quantified)


_TOTAL = (
    ir.Const,
    ir.Local,
    ir.Opt,
    ir.Compare,
    ir.Exists,
    ir.Not,
    ir.And,
    ir.Or,
    ir.Choice,
    ir.Items,
    ir.ZoneAt,
    ir.Pieces,
)
_TOTAL_FUNCTIONS = (
    "left",
    "right",
    "size",
    "players",
    "teams",
    "min",
    "max",
    "abs",
    "opposite",
    "team",
    "members",
)
_TOTAL_WORDS = ("any", "all", "no", "count", "sum", "those")


def invariants(
    tests: tuple[ir.Expr, ...], changing: frozenset[str], program: ir.Program
) -> tuple[ir.Expr, ...]:
    """The largest parts that hang on nothing that changes, and that may be computed before the loop.

    A part that can fail (the top of a zone) may only come before the loop if the first item would have
    computed it anyway.
    """
    certain: set[ir.Expr] = set()
    if tests:
        _certain(tests[0], certain)
    found: list[ir.Expr] = []
    for test in tests:
        _collect(test, changing, lambda node: node in certain or is_total(node, program), found)
    return tuple(dict.fromkeys(found))


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
        case tuple():
            for item in expr:
                _certain(item, found)
        case _ if dataclasses.is_dataclass(expr):
            found.add(expr)  # type: ignore[arg-type]
            for field in dataclasses.fields(expr):
                _certain(getattr(expr, field.name), found)
        case _:
            pass


def is_total(expr: Any, program: ir.Program) -> bool:
    """Whether an expression cannot fail, whatever the state, so that it may be computed in vain."""
    match expr:
        case None | str() | int():
            return True
        case tuple():
            return all(is_total(item, program) for item in expr)
        case ir.Get(var=name) if any(v.name == name and v.per.startswith("range:") for v in program.vars):
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
            proc = program.procs[expr.proc]
            calls_more = any(isinstance(node, ir.Call) for node in nodes_of(proc.value))
            if proc.value is None or calls_more or not is_total(proc.value, program):
                return False
        case ir.Span(low=ir.Const(), high=ir.Const()):
            return True
        case ir.Get() | ir.Table() | ir.Fn() | ir.Arith() | ir.Quantified():
            pass
        case _ if not isinstance(expr, _TOTAL):
            return False
    return all(is_total(getattr(expr, field.name), program) for field in dataclasses.fields(expr))


def _collect(
    expr: Any, changing: frozenset[str], safe: Callable[[ir.Expr], bool], found: list[ir.Expr]
) -> None:
    if (
        isinstance(expr, ir.Table | ir.Call | ir.ItemAt | ir.Fn | ir.Quantified)
        and not reads(expr) & changing
    ):
        partial = [node for node in nodes_of(expr) if isinstance(node, _PARTIAL)]
        if partial and all(safe(node) for node in partial):
            found.append(expr)
            return
    if isinstance(expr, ir.Quantified):
        _collect(expr.list, changing, safe, found)
        return
    if isinstance(expr, tuple):
        for item in expr:
            _collect(item, changing, safe, found)
    elif dataclasses.is_dataclass(expr):
        for field in dataclasses.fields(expr):
            _collect(getattr(expr, field.name), changing, safe, found)


def replaced(expr: Any, given: dict[ir.Expr, ir.Expr]) -> Any:
    """A copy of an expression with whole parts replaced."""
    if isinstance(expr, tuple):
        return tuple(replaced(item, given) for item in expr)
    if not dataclasses.is_dataclass(expr) or isinstance(expr, type):
        return expr
    if expr in given:
        return given[expr]
    changed = {}
    for field in dataclasses.fields(expr):
        old = getattr(expr, field.name)
        new = replaced(old, given)
        if new is not old:
            changed[field.name] = new
    return dataclasses.replace(expr, **changed) if changed else expr
