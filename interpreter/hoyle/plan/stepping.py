"""Rewrites a program so that it stops at every chance event."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.types import PIECE
from hoyle.ir.walk import free_names, parts_of, substitute, walk
from hoyle.plan.hoist import is_total
from hoyle.plan.inline import recursive_definitions

_UNORDERED = frozenset({"any", "all", "no", "count", "sum"})

# The index of a zone where which one is not known yet: then all are settled.
_EVERY = ir.Local("everyS")


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
        self.recursive = recursive_definitions(program)
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
        return dataclasses.replace(self.program, procs=procs, match=self._with_last_look(match))

    def _with_last_look(self, match: ir.Proc) -> ir.Proc:
        """The life of a match in which, at its end, all is settled that says who has won."""
        looks: list[ir.Stmt] = []
        for definition in (self.program.won, self.program.ties):
            if definition is not None:
                looks += self.settle(definition.at, definition.value, frozenset(definition.params))
        assert match.body is not None
        loop = match.body[-1]
        assert isinstance(loop, ir.While)
        last = loop.body[-1]
        assert isinstance(last, ir.If)
        over = dataclasses.replace(last, then=(*looks, *last.then))
        return dataclasses.replace(
            match, body=(*match.body[:-1], dataclasses.replace(loop, body=(*loop.body[:-1], over)))
        )

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
            case (
                ir.Fn(name="size", args=(ir.Pieces() | ir.PiecesOfEach() as pieces,))
                | ir.In(list=ir.Pieces() | ir.PiecesOfEach() as pieces)
            ):  # fmt: skip
                if isinstance(value, ir.In):
                    self._collect(value.item, tops, orders)
                self._collect(_which(pieces), tops, orders)
            case ir.Quantified(list=ir.Pieces() | ir.PiecesOfEach() as pieces, word=word) if (
                word in _UNORDERED and not value.prefix
            ):
                for part in (_which(pieces), value.test, value.value):
                    self._collect(part, tops, orders)
            case ir.PiecesOfEach():
                self._add(ir.ZoneAt(value.zone, _EVERY), orders)
                self._collect(value.indices, tops, orders)
            case ir.Pieces(zone=zone):
                self._add(zone, orders)
                self._collect(zone, tops, orders)
            case ir.Call():
                given = dict(zip(self.program.procs[value.proc].params, value.args, strict=True))
                for inner, found in zip(self._called(value.proc), (tops, orders), strict=True):
                    found |= {substitute(zone, given) for zone in inner}
                self._collect(value.args, tops, orders)
            case ir.Supposing():
                # After the rule nothing is looked at that chance decides.
                self._collect((value.args, value.values), tops, orders)
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
            known = frozenset() if name in self.recursive else frozenset(proc.params)
            self._looks[name] = (
                frozenset(zone for top in tops for zone in self._named(top, known)),
                frozenset(zone for order in orders for zone in self._named(order, known)),
            )
        return self._looks[name]

    def _named(self, zone: ir.Expr, known: frozenset[str]) -> list[ir.Expr]:
        """A zone that can be named by what is known, or all that it may be."""
        if free_names(zone) <= known:
            return [zone]
        names = [zone.zone] if isinstance(zone, ir.ZoneAt) else sorted(self.zones)
        indexed = {found.name for found in self.program.zones if found.per}
        return [ir.ZoneAt(name, _EVERY if name in indexed else None) for name in names]

    def _add(self, zone: ir.Expr, found: set[ir.Expr]) -> None:
        if not isinstance(zone, ir.ZoneAt) or zone.zone in self.zones:
            found.add(zone)

    def settle(self, at: int, value: Any, bound: frozenset[str] = frozenset()) -> list[ir.Stmt]:
        """What must be settled before an expression is looked at, where it binds some names itself."""
        tops, orders = self.looked_at(value)
        bound |= {node.local for node in walk(value) if isinstance(node, ir.Quantified)} | {_EVERY.name}
        found: dict[ir.Stmt, None] = {}
        for zones, all_ in ((tops - orders, False), (orders, True)):
            for zone in sorted(zones, key=repr):
                for one in self._named(zone, free_names(zone) - bound):
                    found[self._settled(at, one, all_)] = None
        return list(found)

    def _settled(self, at: int, zone: ir.Expr, all_: bool) -> ir.Stmt:
        if not isinstance(zone, ir.ZoneAt) or zone.index != _EVERY:
            return ir.Settle(at, zone, all_)
        per = next(found.per for found in self.program.zones if found.name == zone.zone)
        names = ["zoneS", *(f"zoneS{number}" for number in range(2, len(per) + 1))]
        each = tuple(map(ir.Local, names))
        index = each[0] if len(each) == 1 else ir.Flat(per, each)
        found: ir.Stmt = ir.Settle(at, ir.ZoneAt(zone.zone, index), all_)
        for name, type_ in reversed(list(zip(names, per, strict=True))):
            found = ir.ForEach(at, name, self._indices(type_), (found,))
        return found

    def _indices(self, per: ir.ValueType) -> ir.Expr:
        """All values of an index type."""
        program = self.program
        match per.kind:
            case "player" | "team":
                return ir.Fn(f"{per.kind}s", ())
            case "range":
                low, high = program.ranges[per.name]
            case "enum":
                low, high = 0, len(program.enums[per.name]) - 1
            case _:
                names = {board.node_type: board.nodes for board in program.boards}
                names |= {board.edge_type: board.edges for board in program.boards}
                low, high = 0, len(names[per.name]) - 1
        return ir.Items(tuple(ir.Const(index) for index in range(low, high + 1)))

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
                return [*self.settle(at, (ir.Pieces(stmt.what), stmt.to)), stmt]
            case ir.MoveAround(kind="zone"):
                looked = stmt.list, ir.Pieces(stmt.what), stmt.to
                return [*self.settle(at, looked, frozenset({stmt.local})), stmt]
            case ir.MoveAround() | ir.ScoreRound() | ir.FillVar():
                more = stmt.more if isinstance(stmt, ir.FillVar) else ()
                return [*self.settle(at, stmt, frozenset({stmt.local, *more})), stmt]
            case ir.Decide():
                return self._decide(stmt)
            case ir.Shuffle():
                return [*self.settle(at, stmt.zone), stmt]  # which zone may hang on what lies somewhere
            case ir.Gather() | ir.PlayRound():
                return [stmt]
            case _:
                return [*self.settle(at, stmt), stmt]

    def _one(
        self, at: int, source: ir.Expr, to: ir.Expr, bottom: bool, strict: bool, into: str = ""
    ) -> list[ir.Stmt]:
        found: list[ir.Stmt] = [ir.Refill(at, source)]
        if not isinstance(source, ir.ZoneAt) or source.zone in self.zones:
            found.append(ir.Settle(at, source))
        return [*found, ir.Draw(at, ir.Const(1), source, to, bottom, strict, into)]

    def _draw(self, stmt: ir.Draw) -> list[ir.Stmt]:
        left = self.temporary("left")
        test = ir.And(
            ir.Compare(">", ir.Local(left), ir.Const(0)),
            ir.Compare(">", ir.Fn("drawable", (stmt.source,)), ir.Const(0)),
        )
        less = ir.SetLocal(stmt.at, left, ir.Arith("-", ir.Local(left), ir.Const(1)))
        before = self.settle(stmt.at, (stmt.count, stmt.source, stmt.to))
        # A zone that is not there is a fault, whether or not anything is drawn.
        for zone in (stmt.source, stmt.to):
            if not is_total(zone, self.program):
                before.append(ir.SetLocal(stmt.at, self.temporary("zone"), zone))
        count = ir.SetLocal(stmt.at, left, stmt.count)
        if not stmt.into:
            body = (*self._one(stmt.at, stmt.source, stmt.to, stmt.bottom, stmt.strict), less)
            return [*before, count, ir.While(stmt.at, test, body)]
        one, got = self.temporary("one"), self.temporary("got")
        took = self._one(stmt.at, stmt.source, stmt.to, stmt.bottom, stmt.strict, one)
        more = ir.SetLocal(stmt.at, got, ir.Concat(ir.Local(got), ir.Local(one)))
        return [
            *before,
            count,
            ir.SetLocal(stmt.at, got, ir.Items(())),
            ir.While(stmt.at, test, (*took, more, less)),
            ir.SetLocal(stmt.at, stmt.into, ir.Local(got)),
        ]

    def _deal(self, stmt: ir.Deal) -> list[ir.Stmt]:
        inner = tuple(self._one(stmt.at, stmt.source, stmt.to, stmt.bottom, True))
        around = ir.ForEach(stmt.at, stmt.local, stmt.list, inner)
        return [*self.settle(stmt.at, (stmt.count, stmt.list)), ir.Repeat(stmt.at, stmt.count, (around,))]

    def _move_around(self, stmt: ir.MoveAround) -> list[ir.Stmt]:
        """Chooses all pieces, each before it is found out where it belongs, and then moves them at once."""
        at, around = stmt.at, self.temporary("around")
        got, piece, turn = self.temporary("got"), self.temporary("piece"), self.temporary("turn")
        source = stmt.what.zone if isinstance(stmt.what, ir.Pieces) else stmt.what
        choose: list[ir.Stmt] = [
            ir.Random(at, piece, stmt.what, "piece", PIECE),
            ir.SetLocal(at, got, ir.Concat(ir.Local(got), ir.Items((ir.Local(piece),)))),
        ]
        if not is_total(stmt.to, self.program):  # a fault comes before the next is chosen
            choose.append(ir.SetLocal(at, self.temporary("zone"), stmt.to))
        turns = ir.Span(ir.Const(1), ir.Fn("size", (ir.Local(around),)))
        index = ir.Arith("-", ir.Local(turn), ir.Const(1))
        one, taken = ir.ItemAt(ir.Local(around), index), ir.ItemAt(ir.Local(got), index)
        to = substitute(stmt.to, {stmt.local: one})
        return [
            *self.settle(at, (stmt.list, source, stmt.to), frozenset({stmt.local})),
            ir.SetLocal(at, around, stmt.list),
            ir.SetLocal(at, got, ir.Items(())),
            ir.ForEach(at, stmt.local, ir.Local(around), tuple(choose)),
            ir.MoveAround(at, turn, turns, "one", taken, to, stmt.bottom, random=False),
        ]

    def _decide(self, stmt: ir.Decide) -> list[ir.Stmt]:
        asked = [
            (alternative.picks, tuple(need.test for need in alternative.needs), alternative.label or ())
            for alternative in stmt.alternatives
        ]
        bound = {pick.name for alternative in stmt.alternatives for pick in alternative.picks} | {stmt.local}
        before = self.settle(stmt.at, (tuple(asked), stmt.who), frozenset(bound))
        alternatives = tuple(
            dataclasses.replace(alternative, body=self.block(alternative.body))
            for alternative in stmt.alternatives
        )
        otherwise = None if stmt.otherwise is None else self.block(stmt.otherwise)
        return [*before, dataclasses.replace(stmt, alternatives=alternatives, otherwise=otherwise)]


def _which(pieces: ir.Pieces | ir.PiecesOfEach) -> ir.Expr:
    """What says which zone or zones it is about."""
    return pieces.zone if isinstance(pieces, ir.Pieces) else pieces.indices
