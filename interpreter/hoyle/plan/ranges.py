"""Puts a check wherever a number could leave the range that its variable or parameter is declared with."""

from __future__ import annotations

import dataclasses
from typing import Any, TypeVar

from hoyle.ir import extent as x
from hoyle.ir import program as ir
from hoyle.ir.extent import Extent
from hoyle.ir.extent_facts import Found, Table
from hoyle.ir.extents import Extents
from hoyle.ir.types import ValueType, within
from hoyle.ir.walk import rebuilt
from hoyle.plan.layout import OptionValue
from hoyle.plan.model import Setting

T = TypeVar("T")


class Ranges:
    """What is declared with a range in a program, and where that must be checked for one table."""

    def __init__(self, program: ir.Program, setting: Setting) -> None:
        self.program = program
        self.variables = {var.name: var.type for var in program.vars if _has_ends(var.type)}
        self.locals = {
            proc.name: {name: type_ for name, type_ in proc.types.items() if _has_ends(type_)}
            for proc in (*program.procs.values(), program.match)
        }
        self.found = Found()
        self._own: dict[str, ValueType] = {}  # the locals with a range where we are
        self.any_declared = bool(self.variables) or any(self.locals.values())
        # A careful plan checks everywhere: so whoever compares the two finds a check that is missing.
        if self.any_declared and not setting.mode.careful:
            players = setting.players
            teams = len(program.teams.get(str(players), ())) or players
            options = {name: _chosen(value) for name, value in setting.options.items()}
            self.found = Extents(program, Table((players, players), teams, options)).found

    def guarded(self) -> ir.Program:
        """The program with its checks; the very program if it declares no range."""
        program = self.program
        if not self.any_declared:
            return program
        procs = {name: self._proc(proc) for name, proc in program.procs.items()}
        active, won, ties = (
            proc if proc is None else self._proc(proc) for proc in (program.active, program.won, program.ties)
        )
        zones = self.expression(program.zones)
        match = self._proc(program.match)
        return dataclasses.replace(
            program, procs=procs, match=match, active=active, won=won, ties=ties, zones=zones
        )

    def typed(self, rule: str, names: tuple[str, ...]) -> tuple[ValueType, ...]:
        """The types of some locals of a rule; what counts on a number that lies in a range says so."""
        program = self.program
        types = (program.match if rule == program.match.name else program.procs[rule]).types
        return tuple(self._typed(rule, name, types.get(name, ValueType("any"))) for name in names)

    def _typed(self, rule: str, name: str, type_: ValueType) -> ValueType:
        found = self.found.locals.get((rule, name))
        if type_.ends is not None or found is None or found.is_list or not found.bounded:
            return type_
        return within(type_, (found.low, found.high)) if found.low <= found.high else type_

    def expression(self, item: T) -> T:
        """Anything without statements, with its checks."""
        return self._rewritten(item) if self.any_declared else item

    def _proc(self, proc: ir.Proc) -> ir.Proc:
        self._own = self.locals.get(proc.name, {})
        body, value = self._rewritten((proc.body, proc.value))
        self._own = {}
        return dataclasses.replace(proc, body=body, value=value)

    # -------------------------------------------------------------- nodes
    def _rewritten(self, item: T) -> T:
        match item:
            case ir.Call() | ir.CallProc() | ir.Supposing():
                return dataclasses.replace(rebuilt(item, self._rewritten), args=self._handed(item))
            case ir.SetVar() if item.var in self.variables:
                return self._set(item)  # type: ignore[return-value]
            case ir.FillVar() if item.var in self.variables:
                return self._checked(item, self.variables[item.var], item.var)  # type: ignore[return-value]
            case ir.SetLocal() if item.name in self._own:
                return self._checked(item, self._own[item.name], item.name)  # type: ignore[return-value]
            case tuple() if any(isinstance(one, ir.Random | ir.CallProc) for one in item):
                return tuple(found for one in item for found in self._with_check(one))  # type: ignore[return-value]
            case _:
                return rebuilt(item, self._rewritten)

    def _may_fail(self, node: Any, name: str = "") -> bool:
        """Whether a check is needed; what was not looked at needs one."""
        key = id(node), name
        return key in self.found.unsafe or key not in self.found.safe

    def _handed(self, node: ir.Call | ir.CallProc | ir.Supposing) -> tuple[ir.Expr, ...]:
        """The arguments of a call."""
        params, types = self.program.procs[node.proc].params, self.locals[node.proc]
        found: list[ir.Expr] = []
        for name, arg in zip(params, node.args, strict=True):
            changed = self._rewritten(arg)
            if name in types and self._may_fail(node, name):
                changed = ir.Within(changed, types[name], name, node.proc.partition(".")[0])
            found.append(changed)
        return tuple(found)

    def _checked(self, stmt: ir.FillVar | ir.SetLocal, type_: ValueType, name: str) -> ir.Stmt:
        value = self._rewritten(stmt.value)
        if self._may_fail(stmt):
            value = ir.Within(value, type_, name)
        return dataclasses.replace(stmt, value=value)

    def _set(self, stmt: ir.SetVar) -> ir.Stmt:
        type_ = self.variables[stmt.var]
        index, value = self._rewritten((stmt.index, stmt.value))
        changed = dataclasses.replace(stmt, index=index, value=value)
        if not self._may_fail(stmt) or (type_.kind == "list" and stmt.op == "-="):
            return changed
        if stmt.op != "=" and type_.kind != "list":
            sign = "+" if stmt.op == "+=" else "-"
            value = ir.Arith(sign, ir.Get(stmt.var, index), value)  # type: ignore[arg-type]
            changed = dataclasses.replace(changed, op="=")
        return dataclasses.replace(changed, value=ir.Within(value, type_, stmt.var))

    def _with_check(self, stmt: T) -> tuple[Any, ...]:
        """Chance or a call that sets a parameter, and then the check of what it has set."""
        changed = self._rewritten(stmt)
        name = (
            stmt.name if isinstance(stmt, ir.Random) else stmt.into if isinstance(stmt, ir.CallProc) else None
        )
        if name is None or name not in self._own or not self._may_fail(stmt):
            return (changed,)
        at: int = stmt.at  # type: ignore[attr-defined]
        return changed, ir.SetLocal(at, name, ir.Within(ir.Local(name), self._own[name], name))


def _has_ends(type_: ValueType) -> bool:
    return type_.single.ends is not None


def _chosen(value: OptionValue) -> Extent:
    if isinstance(value, int):
        return x.number(value, value)
    return x.several(x.number(min(value), max(value)) if value else None, len(value), len(value))
