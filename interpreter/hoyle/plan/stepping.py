"""Rewrites a program so that it stops at every chance event."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.types import PIECE
from hoyle.ir.walk import free_names, parts_of, walk

_UNORDERED = frozenset({"any", "all", "no", "count", "sum"})


def stepped(program: ir.Program) -> ir.Program:
    """The same game; a shuffled zone is settled piece by piece, just before somebody looks at it."""
    return _Stepping(program).rewrite()


def shuffled_zones(program: ir.Program) -> frozenset[str]:
    """The zones whose order may be unknown."""
    found = {zone.name for zone in program.zones if zone.shuffled or zone.refill is not None}
    for node in walk((program.procs, program.match)):
        if isinstance(node, ir.Shuffle):
            if isinstance(node.zone, ir.ZoneAt):
                found.add(node.zone.zone)
            else:
                found |= {zone.name for zone in program.zones}
    return frozenset(found)


class _Stepping:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.zones = shuffled_zones(program)
        self.fresh = 0
        self._looks: dict[str, tuple[frozenset[ir.Expr], frozenset[ir.Expr]]] = {}

    def rewrite(self) -> ir.Program:
        procs = {
            name: proc
            if proc.body is None or proc.pure
            else dataclasses.replace(proc, body=self.block(proc.body))
            for name, proc in self.program.procs.items()
        }
        assert self.program.match.body is not None
        match = dataclasses.replace(self.program.match, body=self.block(self.program.match.body))
        return dataclasses.replace(self.program, procs=procs, match=match)

    def temporary(self, stem: str) -> str:
        self.fresh += 1
        return f"{stem}S{self.fresh}"

    # -------------------------------------------------------------- what is looked at
    def looked_at(self, value: Any) -> tuple[frozenset[ir.Expr], frozenset[ir.Expr]]:
        """The shuffled zones of which an expression sees the top, and those of which it sees the order."""
        tops: set[ir.Expr] = set()
        orders: set[ir.Expr] = set()
        self._collect(value, tops, orders)
        return frozenset(tops), frozenset(orders - tops) | frozenset(orders)

    def _collect(self, value: Any, tops: set[ir.Expr], orders: set[ir.Expr]) -> None:
        match value:
            case ir.Fn(name="top", args=(zone,)):
                self._add(zone, tops)
                self._collect(zone, tops, orders)
            case ir.Fn(name="bottom", args=(zone,)):
                self._add(zone, orders)
            case ir.Fn(name="size", args=(ir.Pieces(zone=zone),)) | ir.In(list=ir.Pieces(zone=zone)):
                if isinstance(value, ir.In):
                    self._collect(value.item, tops, orders)
                self._collect(zone, tops, orders)
            case ir.Quantified(list=ir.Pieces(zone=zone), word=word) if (
                word in _UNORDERED and not value.prefix
            ):
                for part in (zone, value.test, value.value):
                    self._collect(part, tops, orders)
            case ir.Pieces(zone=zone):
                self._add(zone, orders)
                self._collect(zone, tops, orders)
            case ir.Call():
                inner_tops, inner_orders = self._called(value.proc)
                tops |= inner_tops
                orders |= inner_orders
                self._collect(value.args, tops, orders)
            case tuple():
                for item in value:
                    self._collect(item, tops, orders)
            case _ if dataclasses.is_dataclass(value):
                for name in parts_of(type(value)):
                    self._collect(getattr(value, name), tops, orders)
            case _:
                pass

    def _called(self, name: str) -> tuple[frozenset[ir.Expr], frozenset[ir.Expr]]:
        if name not in self._looks:
            self._looks[name] = frozenset(), frozenset()
            proc = self.program.procs[name]
            tops, orders = self.looked_at((proc.body or (), proc.value))
            # Only zones that can be named without the callee's locals.
            self._looks[name] = (
                frozenset(zone for zone in tops if not free_names(zone)),
                frozenset(zone for zone in orders if not free_names(zone)),
            )
        return self._looks[name]

    def _add(self, zone: ir.Expr, found: set[ir.Expr]) -> None:
        if not isinstance(zone, ir.ZoneAt) or zone.zone in self.zones:
            found.add(zone)

    def settle(self, at: int, value: Any) -> list[ir.Stmt]:
        """What must be settled before an expression is looked at."""
        tops, orders = self.looked_at(value)
        bound = {node.local for node in walk(value) if isinstance(node, ir.Quantified)}
        found: list[ir.Stmt] = []
        for zones, all_ in ((tops - orders, False), (orders, True)):
            for zone in sorted((z for z in zones if not free_names(z) & bound), key=repr):
                found.append(ir.Settle(at, zone, all_))
        return found

    # -------------------------------------------------------------- statements
    def block(self, stmts: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        found: list[ir.Stmt] = []
        for stmt in stmts:
            found += self.statement(stmt)
        return tuple(found)

    def statement(self, stmt: ir.Stmt) -> list[ir.Stmt]:
        at = stmt.at
        match stmt:
            case ir.If():
                inner = dataclasses.replace(
                    stmt, then=self.block(stmt.then), otherwise=self.block(stmt.otherwise)
                )
                return [*self.settle(at, stmt.test), inner]
            case ir.While():
                before = self.settle(at, stmt.test)
                return [*before, dataclasses.replace(stmt, body=(*self.block(stmt.body), *before))]
            case ir.ForEach():
                return [*self.settle(at, stmt.list), dataclasses.replace(stmt, body=self.block(stmt.body))]
            case ir.Repeat():
                return [*self.settle(at, stmt.times), dataclasses.replace(stmt, body=self.block(stmt.body))]
            case ir.Random():
                # Which of a zone's pieces is as likely in any order.
                source = stmt.list.zone if isinstance(stmt.list, ir.Pieces) else stmt.list
                return [*self.settle(at, source), stmt]
            case ir.Draw():
                return self._draw(stmt)
            case ir.Deal():
                return self._deal(stmt)
            case ir.MoveAround() if stmt.random:
                return self._move_around(stmt)
            case ir.Move(kind="zone"):
                return [*self.settle(at, (stmt.what, stmt.to)), *self._order_of(stmt), stmt]
            case ir.Decide():
                return self._decide(stmt)
            case ir.Shuffle() | ir.Gather() | ir.PlayRound():
                return [stmt]
            case _:
                return [*self.settle(at, stmt), stmt]

    def _order_of(self, stmt: ir.Move) -> list[ir.Stmt]:
        """Moving a shuffled zone as a whole shows its order only if it stays unshuffled."""
        if isinstance(stmt.what, ir.ZoneAt) and stmt.what.zone not in self.zones:
            return []
        return [ir.Settle(stmt.at, stmt.what, True)]

    def _one(self, at: int, source: ir.Expr, to: ir.Expr, bottom: bool, strict: bool) -> list[ir.Stmt]:
        found: list[ir.Stmt] = [ir.Refill(at, source)]
        if not isinstance(source, ir.ZoneAt) or source.zone in self.zones:
            found.append(ir.Settle(at, source))
        return [*found, ir.Draw(at, ir.Const(1), source, to, bottom, strict)]

    def _draw(self, stmt: ir.Draw) -> list[ir.Stmt]:
        left = self.temporary("left")
        test = ir.And(
            ir.Compare(">", ir.Local(left), ir.Const(0)),
            ir.Compare(">", ir.Fn("drawable", (stmt.source,)), ir.Const(0)),
        )
        less = ir.SetLocal(stmt.at, left, ir.Arith("-", ir.Local(left), ir.Const(1)))
        body = (*self._one(stmt.at, stmt.source, stmt.to, stmt.bottom, stmt.strict), less)
        before = self.settle(stmt.at, (stmt.count, stmt.source, stmt.to))
        return [*before, ir.SetLocal(stmt.at, left, stmt.count), ir.While(stmt.at, test, body)]

    def _deal(self, stmt: ir.Deal) -> list[ir.Stmt]:
        inner = tuple(self._one(stmt.at, stmt.source, stmt.to, stmt.bottom, True))
        around = ir.ForEach(stmt.at, stmt.local, stmt.list, inner)
        return [*self.settle(stmt.at, (stmt.count, stmt.list)), ir.Repeat(stmt.at, stmt.count, (around,))]

    def _move_around(self, stmt: ir.MoveAround) -> list[ir.Stmt]:
        got, piece, turn = self.temporary("got"), self.temporary("piece"), self.temporary("turn")
        at = stmt.at
        choose = (
            ir.Random(at, piece, stmt.what, "piece", PIECE),
            ir.SetLocal(at, got, ir.Concat(ir.Local(got), ir.Items((ir.Local(piece),)))),
        )
        lay = (
            ir.Move(at, "one", ir.ItemAt(ir.Local(got), ir.Local(turn)), stmt.to, stmt.bottom),
            ir.SetLocal(at, turn, ir.Arith("+", ir.Local(turn), ir.Const(1))),
        )
        return [
            ir.SetLocal(at, got, ir.Items(())),
            ir.ForEach(at, stmt.local, stmt.list, choose),
            ir.SetLocal(at, turn, ir.Const(0)),
            ir.ForEach(at, stmt.local, stmt.list, lay),
        ]

    def _decide(self, stmt: ir.Decide) -> list[ir.Stmt]:
        asked = [
            (alternative.picks, tuple(need.test for need in alternative.needs), alternative.label or ())
            for alternative in stmt.alternatives
        ]
        bound = {pick.name for alternative in stmt.alternatives for pick in alternative.picks} | {stmt.local}
        before = [
            settle
            for settle in self.settle(stmt.at, (tuple(asked), stmt.who))
            if isinstance(settle, ir.Settle) and not free_names(settle.zone) & bound
        ]
        alternatives = tuple(
            dataclasses.replace(alternative, body=self.block(alternative.body))
            for alternative in stmt.alternatives
        )
        otherwise = None if stmt.otherwise is None else self.block(stmt.otherwise)
        return [*before, dataclasses.replace(stmt, alternatives=alternatives, otherwise=otherwise)]
