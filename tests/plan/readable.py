"""Writes parts of programs and plans so that people can read them; only for tests, which compare the text."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.types import ValueType
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.model import Block, Function, Plan

_LINES = ("then", "otherwise", "body", "unbroken")
# What is charged is left out: `tests/plan/test_budget.py` is about that.
_CHARGES = frozenset({"each", "each_refilled", "way", "limited", "late"})


def _fields(node: Any, *without: str) -> list[str]:
    return [
        field.name
        for field in dataclasses.fields(node)
        if field.name not in without and not (field.name in _CHARGES and isinstance(field.default, int))
    ]


def expression(node: Any) -> str:
    """An expression on one line."""
    e = expression
    match node:
        case p.Known() | ir.Const():
            return "none" if node.value == ir.NONE else str(node.value)
        case p.Fixed():
            return f"{node.table.rows}"
        case p.Local() | ir.Local() | ir.Opt():
            return node.name
        case ir.Get():
            return node.var + ("" if node.index is None else f"[{e(node.index)}]")
        case ir.ZoneAt():
            return node.zone + ("" if node.index is None else f"[{e(node.index)}]")
        case ir.Pieces():
            return e(node.zone)
        case ir.Table():
            return f"{e(node.key)}.{node.table.rpartition('.')[2]}"
        case ir.Fn():
            return f"{node.name}({', '.join(map(e, node.args))})"
        case ir.Call():
            return f"{node.proc}({', '.join(map(e, node.args))})"
        case ir.Quantified():
            where = "" if node.test is None else f" where {e(node.test)}"
            value = "" if node.value is None else f" of {e(node.value)}"
            return f"({node.word} {node.local} in {e(node.list)}{where}{value})"
        case ir.Exists():
            return f"{e(node.of)} exists"
        case p.Cell():
            return f"{node.var}@{node.place}" + ("" if node.index is None else f"[{e(node.index)}]")
        case p.Cells():
            return f"{node.var}@{node.place}..{node.place + node.count - 1}"
        case p.Handle():
            return f"{node.zone}@{node.first}[{e(node.index)}]"
        case p.Lookup() | p.Mapped():
            return f"<{node.table.name}>[{e(node.key)}]"
        case p.Group():
            row = "" if node.row is None else f"[{e(node.row)}]"
            return f"<{node.table.name}>{row}.get({e(node.key)})"
        case p.Arith() | p.Compare() | ir.Arith() | ir.Compare():
            return f"({e(node.left)} {node.op} {e(node.right)})"
        case p.And() | p.Or() | ir.And() | ir.Or():
            return f"({e(node.left)} {type(node).__name__.lower()} {e(node.right)})"
        case p.Not() | ir.Not():
            return f"(not {e(node.of)})"
        case p.Choose() | ir.Choice():
            return f"({e(node.then)} if {e(node.test)} else {e(node.otherwise)})"
        case p.Listed():
            where = "" if node.test is None else f" where {e(node.test)}"
            return f"[{e(node.value)} for {', '.join(node.names)} in {e(node.items)}{where}]"
        case p.ItemAt():
            return f"{e(node.list)}[{e(node.index)}]" + ("!" if node.checked else "")
        case p.Charged():
            return e(node.list)
        case p.Once():
            return f"once({node.name}: {e(node.of)})"
        case tuple():
            return f"({', '.join(map(e, node))})"
        case ValueType():
            return str(node)
        case _ if dataclasses.is_dataclass(node):
            fields = [getattr(node, name) for name in _fields(node)]
            return f"{type(node).__name__}({', '.join(map(e, fields))})"
        case _:
            return str(node)


def lines(stmts: tuple[Any, ...], indent: int = 0) -> list[str]:
    """Statements, one a line."""
    found: list[str] = []
    for stmt in stmts:
        if isinstance(stmt, s.Charge):
            continue
        found.append("  " * indent + _statement(stmt))
        if isinstance(stmt, s.ApplyChoices):
            for picks, body in stmt.bodies:
                found += ["  " * indent + f"  with ({', '.join(picks)}):", *lines(body, indent + 2)]
        for name in _LINES:
            inner = getattr(stmt, name, ())
            if inner:
                if name in ("otherwise", "unbroken"):
                    found.append("  " * indent + f"{'else' if name == 'otherwise' else name}:")
                found += lines(inner, indent + 1)
    return found


def _statement(stmt: Any) -> str:
    e = expression
    match stmt:
        case s.SetLocal() | ir.SetLocal():
            return f"{stmt.name} = {e(stmt.value)}"
        case ir.SetVar():
            return f"{e(ir.Get(stmt.var, stmt.index))} {stmt.op} {e(stmt.value)}"
        case ir.CallProc():
            into = f"{stmt.into} = " if stmt.into else ""
            return f"{into}{stmt.proc}({', '.join(map(e, stmt.args))})"
        case ir.Settle():
            return f"settle {'all of' if stmt.all else 'top of'} {e(stmt.zone)}"
        case ir.ForEach():
            return f"for {stmt.local} in {e(stmt.list)}:"
        case ir.Decide():
            return f"{stmt.how} {stmt.name}"
        case s.SetCell():
            return f"{e(stmt.cell)} {stmt.op} {e(stmt.value)}"
        case s.If() | ir.If():
            return f"if {e(stmt.test)}:"
        case s.Loop():
            return f"for {', '.join(stmt.names)} in {e(stmt.items)}:"
        case s.While():
            return f"while {e(stmt.test)}:"
        case ir.While():
            return f"while {e(stmt.test)}:"
        case s.Return() | s.Leave():
            return f"{type(stmt).__name__.lower()} {'' if stmt.value is None else e(stmt.value)}".rstrip()
        case s.Append():
            return f"add {e(stmt.item)} to {stmt.name}"
        case s.Act():
            call = f"{stmt.function}({', '.join(map(e, stmt.args))})"
            return f"{stmt.into} = act {call}" if stmt.into else f"act {call}"
        case s.Push():
            return f"push {stmt.block}{e(stmt.frame)}" + (" counted" if stmt.counted else "")
        case s.Jump():
            return f"jump {stmt.block}{e(stmt.args)}" + (" unwinding" if stmt.unwinding else "")
        case s.Wait():
            return f"wait {stmt.site}{e(stmt.frame)} for {e(stmt.seat)}"
        case s.ApplyChoices():
            return f"apply {e(stmt.got)} for {stmt.name} in {e(stmt.who)}:"
        case s.DrawPieces() | ir.Draw():
            names = _fields(stmt, "at", "into")
            if not getattr(stmt, "anew", True):
                names.remove("anew")  # only what is supposed says so
            values = [e(getattr(stmt, name)) for name in names]
            into = f"{stmt.into} = " if stmt.into else ""
            return f"{into}{type(stmt).__name__}({', '.join(values)})"
        case _:
            names = _fields(stmt, "at", *_LINES)
            if names[-1:] == ["anew"] and not stmt.anew:
                names.pop()  # only what is supposed says so
            values = [e(getattr(stmt, name)) for name in names]
            return f"{type(stmt).__name__}({', '.join(values)})"


def text(found: Function | Block) -> str:
    """The code of a function or block."""
    if isinstance(found, Block):
        picks = f" picks ({', '.join(found.picks)})" if found.picks else ""
        head = f"block {found.id} {found.called}{picks} ({', '.join(found.names)})"
    else:
        head = f"function {found.name}({', '.join(found.params)})"
    return "\n".join([head, *lines(found.body, 1)])


def blocks(plan: Plan) -> str:
    """All blocks of a plan, those of the match aside."""
    return "\n".join(text(block) for block in plan.blocks.values() if block.rule != "match")
