"""Which locals an expression or statement reads, and which are still needed after it."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any

from hoyle.ir import program as ir


def reads(value: Any) -> frozenset[str]:
    """The free locals of an expression."""
    return _reads(value)


@lru_cache(maxsize=100_000)
def _reads(value: Any) -> frozenset[str]:
    if value is None or isinstance(value, str | int):
        return frozenset()
    if isinstance(value, tuple):
        return frozenset().union(*map(reads, value)) if value else frozenset()
    if isinstance(value, ir.Local):
        return frozenset((value.name,))
    if isinstance(value, ir.Quantified):
        inner = reads(value.test) | reads(value.value)
        return reads(value.list) | (inner - {value.local})
    found: frozenset[str] = frozenset()
    for field in dataclasses.fields(value):
        item = getattr(value, field.name)
        if isinstance(item, tuple) or dataclasses.is_dataclass(item):
            found |= reads(item)
    return found


def live_before(stmts: tuple[ir.Stmt, ...] | list[ir.Stmt], after: frozenset[str]) -> frozenset[str]:
    """The locals needed before some statements, given those needed after them."""
    live = after
    for stmt in reversed(stmts):
        live = _before(stmt, live)
    return live


def _before(stmt: ir.Stmt, live: frozenset[str]) -> frozenset[str]:
    match stmt:
        case ir.SetLocal():
            return (live - {stmt.name}) | reads(stmt.value)
        case ir.Random():
            return (live - {stmt.name}) | reads(stmt.list)
        case ir.CallProc():
            return (live - {stmt.into}) | reads(stmt.args) if stmt.into else live | reads(stmt.args)
        case ir.If():
            return reads(stmt.test) | live_before(stmt.then, live) | live_before(stmt.otherwise, live)
        case ir.ForEach():
            inner = live_before(stmt.body, live) - {stmt.local}
            inner |= live_before(stmt.body, live | inner) - {stmt.local}
            return live | inner | reads(stmt.list)
        case ir.While():
            inner = live_before(stmt.body, live | reads(stmt.test))
            inner = live_before(stmt.body, live | inner | reads(stmt.test))
            return live | inner | reads(stmt.test)
        case ir.Repeat():
            inner = live_before(stmt.body, live)
            inner = live_before(stmt.body, live | inner)
            return live | inner | reads(stmt.times)
        case ir.Return():
            return reads(stmt.value)
        case ir.End():
            return frozenset()
        case ir.Deal() | ir.MoveAround():
            bound = {stmt.local}
            whole = reads(stmt.to) | (
                reads(stmt.what) if isinstance(stmt, ir.MoveAround) else reads(stmt.count)
            )
            source = reads(stmt.source) if isinstance(stmt, ir.Deal) else frozenset()
            return live | (whole - bound) | reads(stmt.list) | source
        case ir.FillVar():
            return live | (reads(stmt.value) - {stmt.local})
        case ir.ScoreRound():
            return live | (reads(stmt.value) - {stmt.local})
        case ir.Decide():
            raise AssertionError("decisions end a block")
        case _:
            found = live
            for field in dataclasses.fields(stmt):
                item = getattr(stmt, field.name)
                if isinstance(item, tuple) or dataclasses.is_dataclass(item):
                    found |= reads(item)
            return found
