"""Finds what a loop's conditions compute anew for each item although it never changes."""

from __future__ import annotations

import dataclasses
from typing import Any

from interpreter.engine.locals import reads
from interpreter.ir import program as ir
from interpreter.ir.verify import nodes_of

_PARTIAL = (ir.Fn, ir.ItemAt, ir.Call, ir.Quantified)


def invariants(tests: tuple[ir.Expr, ...], changing: frozenset[str]) -> tuple[ir.Expr, ...]:
    """The largest parts that hang on nothing that changes, and that may be computed before the loop.

    A part that can fail (the top of a zone) may only come before the loop if the first item would have
    computed it anyway.
    """
    certain: set[ir.Expr] = set()
    if tests:
        _certain(tests[0], certain)
    found: list[ir.Expr] = []
    for test in tests:
        _collect(test, changing, certain, found)
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


def _collect(expr: Any, changing: frozenset[str], certain: set[ir.Expr], found: list[ir.Expr]) -> None:
    if isinstance(expr, ir.Table | ir.Fn | ir.Call | ir.ItemAt) and not reads(expr) & changing:
        partial = [node for node in nodes_of(expr) if isinstance(node, _PARTIAL)]
        if partial and all(node in certain for node in partial):
            found.append(expr)
            return
    if isinstance(expr, ir.Quantified):
        _collect(expr.list, changing, certain, found)
        return
    if isinstance(expr, tuple):
        for item in expr:
            _collect(item, changing, certain, found)
    elif dataclasses.is_dataclass(expr):
        for field in dataclasses.fields(expr):
            _collect(getattr(expr, field.name), changing, certain, found)


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
