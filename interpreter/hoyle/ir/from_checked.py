"""Lowers a checked ruleset to a program."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.checked import model as m
from hoyle.checked.types import Type
from hoyle.diagnostics.model import Place
from hoyle.ir import program as ir
from hoyle.ir.expressions import FALSE, ExpressionLowering, type_tag
from hoyle.ir.json_form import hash_of
from hoyle.ir.statements import StatementLowering
from hoyle.ir.verify import verify
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.nodes import Template


def lower(model: m.Model) -> ir.Program:
    """The program of a model that has no errors; its promises are verified before it is returned."""
    program = Lowering(model).lower()
    verify(program)
    return dataclasses.replace(program, hash=hash_of(program))


class Lowering:
    def __init__(self, model: m.Model, places: tuple[ir.Place, ...] = ()) -> None:
        self.model = model
        self.labels: dict[n.Quoted, Template] = model.typing.labels
        self.places: list[ir.Place] = list(places)
        self._place_index: dict[ir.Place, int] = {place: index for index, place in enumerate(places)}

    def place(self, place: Place | None) -> int:
        """The number of a place in the program's table."""
        if place is None:
            found = ir.Place("", 0, 0)
        else:
            line, column = place.file.line_column(place.start)
            found = ir.Place(place.file.name, line, column)
        if found not in self._place_index:
            self._place_index[found] = len(self.places)
            self.places.append(found)
        return self._place_index[found]

    def lower(self) -> ir.Program:
        model = self.model
        procs = {info.id: self._proc(info) for info in model.rules.values()}
        zones = tuple(self._zone(zone) for zone in model.zones.values())
        return ir.Program(
            version=ir.VERSION,
            id=model.id,
            title=model.title,
            about=model.about,
            counts=model.counts,
            teams={str(count): teams for count, teams in model.teams.items()},
            options=tuple(self._option(option) for option in model.options.values()),
            enums={enum.name: enum.values for enum in model.enums.values()},
            ranges={bounds.name: (bounds.low, bounds.high) for bounds in model.ranges.values()},
            components=tuple(self._component(component) for component in model.components.values()),
            tables=self._tables(),
            boards=tuple(_board(board) for board in model.boards.values()),
            zones=zones,
            vars=tuple(self._var(variable) for variable in model.variables.values()),
            procs=procs,
            match=self._match(zones),
            active=self._active(),
            wins=model.wins,
            requires=tuple(self._requirement(item) for item in model.syntax.requires),
            places=tuple(self.places),
        )

    # -------------------------------------------------------------- declarations
    def _option(self, option: m.Option) -> ir.Option:
        default = option.default if isinstance(option.default, tuple) else int(option.default)
        return ir.Option(
            option.name,
            option.type.kind,  # type: ignore[arg-type]
            default,
            option.low,
            option.high,
            option.values,
            option.sizes,
            option.about or "",
        )

    def _component(self, component: m.Component) -> ir.Component:
        seen: dict[tuple[Any, ...], int] = {}
        looks: list[int] = []
        for found in component.pieces:
            key = tuple(found.values())
            looks.append(component.first + seen.setdefault(key, len(looks)))
        return ir.Component(component.name, component.first, component.labels, tuple(looks))

    def _tables(self) -> dict[str, tuple[int, ...]]:
        model = self.model
        tables: dict[str, tuple[int, ...]] = {}
        total = sum(len(component.pieces) for component in model.components.values())
        for component in model.components.values():
            for attribute in component.attributes:
                column = [ir.NONE] * total
                for offset, found in enumerate(component.pieces):
                    column[component.first + offset] = _number(found.get(attribute))
                tables[f"piece.{component.name}.{attribute}"] = tuple(column)
        for enum in model.enums.values():
            for name, values in enum.columns.items():
                tables[f"enum.{enum.name}.{name}"] = tuple(map(_number, values.values))
        for board in model.boards.values():
            for name, values in board.attributes.items():
                tables[f"node.{board.node_type}.{name}"] = tuple(map(_number, values.values))
        return tables

    def _zone(self, zone: m.Zone) -> ir.Zone:
        starts: Any = zone.starts
        params: tuple[str, ...] = ()
        if isinstance(zone.starts, s.Definition):
            params = tuple(self.model.typing.locals[p.name] for p in zone.starts.parameters)
            starts = ExpressionLowering(self).expr(zone.starts.value)
        refill = None
        if zone.refill is not None:
            when = None if zone.refill.when is None else ExpressionLowering(self).expr(zone.refill.when)
            refill = ir.Refilled(zone.refill.source, zone.refill.keep, when)
        return ir.Zone(
            zone.name,
            zone.component,
            "" if zone.per is None else type_tag(zone.per),
            zone.seen,
            starts,
            params,
            zone.shuffled,
            refill,
            zone.room if zone.room is not None else 0,
            zone.lasts,
            self.place(zone.place),
        )

    def _var(self, variable: m.Variable) -> ir.Var:
        per = variable.per
        low = self.model.ranges[per.name].low if per is not None and per.kind == "int" else 0
        tag = type_tag(variable.type)
        if variable.type.kind == "maybe":
            tag += "?"
        return ir.Var(
            variable.name,
            tag,
            "" if per is None else type_tag(per),
            low,
            variable.seen,
            variable.scope,
            self.place(variable.place),
        )

    def _requirement(self, item: s.Requirement) -> ir.Requirement:
        lowering = ExpressionLowering(self)
        return ir.Requirement(
            self.place(item.key.place), lowering.expr(item.test), self._text(item.why, lowering)
        )

    def _text(self, text: s.Text | None, lowering: ExpressionLowering) -> ir.Text | None:
        if text is None:
            return None
        return ir.Text({language: lowering.template(parts) for language, parts in text.languages.items()})

    # -------------------------------------------------------------- procedures
    def _proc(self, info: m.RuleInfo) -> ir.Proc:
        rule = info.rule
        params = tuple(self.model.typing.locals[p.name] for p in rule.parameters)
        lowering = StatementLowering(self, rule.name)
        body = None if rule.body is None else lowering.block(rule.body)
        value: ir.Expr | None = None
        if rule.value is not None:
            value = lowering.kept_value(rule.value)
            for exception in rule.exceptions:
                value = ir.Or(value, lowering.expr(exception.test))
        at = self.place(rule.key.place)
        value_at = at if rule.value is None else self.place(rule.value.at.place)
        return ir.Proc(info.id, params, body, value, not info.changes, info.asks, at, rule.cites, value_at)

    def why_of(self, rule_id: str, args: tuple[ir.Expr, ...]) -> ir.Text | None:
        """The reason that a rule gives when it refuses, for a call with these arguments."""
        info = self.model.rules[rule_id]
        text = self._text(info.rule.why, ExpressionLowering(self))
        if text is None:
            return None
        names = tuple(self.model.typing.locals[p.name] for p in info.rule.parameters)
        given = dict(zip(names, args, strict=True))
        return ir.Text(
            {
                language: tuple(
                    part if isinstance(part, str) else ir.Shown(substitute(part.value, given), part.type)
                    for part in parts
                )
                for language, parts in text.languages.items()
            }
        )

    def _active(self) -> ir.Proc | None:
        definition = self.model.syntax.active
        if definition is None:
            return None
        param = self.model.typing.locals[definition.parameters[0].name]
        value = ExpressionLowering(self).expr(definition.value)
        return ir.Proc("active", (param,), None, value, True, False, self.place(definition.key.place))

    # -------------------------------------------------------------- the life of a match
    def _match(self, zones: tuple[ir.Zone, ...]) -> ir.Proc:
        syntax = self.model.syntax
        lowering = StatementLowering(self, "match")
        start = self.place(None)
        first: list[ir.Stmt] = []
        later: list[ir.Stmt] = []
        each: list[ir.Stmt] = []
        for variable in self.model.variables.values():
            begin = self._initial(variable, variable.first, lowering)
            if variable.scope == "round":
                each += begin
            else:
                first += begin
                if variable.later is not None:
                    later += self._initial(variable, variable.later, lowering)
        shuffles: list[ir.Stmt] = []
        for zone in zones:
            if zone.shuffled:
                shuffles += self._shuffle(zone)
        first_round = ir.Compare("==", ir.Get("round_number"), ir.Const(1))
        begin_round = [
            ir.SetVar(start, "round_number", None, "+=", ir.Const(1)),
            ir.Gather(start),
            *shuffles,
            ir.If(start, first_round, tuple(first), tuple(later)),
            *each,
            ir.PlayRound(start),
            self._score(lowering),
        ]
        over: ir.Expr | None = None
        if syntax.rounds is not None:
            over = ir.Compare(">=", ir.Get("round_number"), lowering.expr(syntax.rounds))
        if syntax.ends is not None:
            ends = lowering.expr(syntax.ends)
            over = ends if over is None else ir.Or(over, ends)
        ended = ir.Compare("==", ir.Get("match_ended"), ir.Const(1))
        stop = ir.Const(1) if over is None else ir.Or(ended, over)
        body = (
            ir.While(start, ir.Const(1), (*begin_round, ir.If(start, stop, (ir.Return(start, None),), ()))),
        )
        asks = any(proc.asks for proc in self.model.rules.values())
        return ir.Proc("match", (), body, None, False, asks, start)

    def _initial(
        self, variable: m.Variable, value: n.Expr | None, lowering: StatementLowering
    ) -> list[ir.Stmt]:
        at = self.place(variable.place)
        if value is None:
            default: ir.Expr = FALSE
            if variable.type.kind == "maybe":
                default = ir.Const(ir.NONE)
            elif variable.type.kind == "list":
                default = ir.Items(())
            return [ir.FillVar(at, variable.name, default)]
        before, lowered = lowering.settled_value(value, at, variable.name)
        local = self.model.typing.locals[variable.index] if variable.index is not None else ""
        return [*before, ir.FillVar(at, variable.name, lowered, local)]

    def _shuffle(self, zone: ir.Zone) -> list[ir.Stmt]:
        if not zone.per:
            return [ir.Shuffle(zone.at, ir.ZoneAt(zone.name))]
        values = self.index_values(self.model.zones[zone.name].per)
        body = (ir.Shuffle(zone.at, ir.ZoneAt(zone.name, ir.Local("indexT0"))),)
        return [ir.ForEach(zone.at, "indexT0", values, body)]

    def index_values(self, per: Type | None) -> ir.Expr:
        assert per is not None
        if per.kind in ("player", "team"):
            return ir.Fn("players" if per.kind == "player" else "teams", ())
        return ExpressionLowering(self).values_of(per)

    def _score(self, lowering: StatementLowering) -> ir.Stmt:
        definition = self.model.syntax.score
        if definition is None:
            return ir.ScoreRound(self.place(None), "", None)
        local = self.model.typing.locals[definition.parameters[0].name]
        return ir.ScoreRound(self.place(definition.key.place), local, lowering.expr(definition.value))


def _number(value: m.Value) -> int:
    return ir.NONE if value is None else int(value)


def _board(board: m.Board) -> ir.Board:
    return ir.Board(
        board.name,
        board.node_type,
        board.edge_type or "",
        board.kind,
        board.nodes,
        board.at,
        tuple(edge.name for edge in board.edges),
        tuple((edge.a, edge.b) for edge in board.edges),
        board.width,
        board.height,
    )


def substitute(expr: Any, given: dict[str, ir.Expr]) -> Any:
    """A copy of an expression with locals replaced."""
    if isinstance(expr, ir.Local):
        return given.get(expr.name, expr)
    if isinstance(expr, tuple):
        return tuple(substitute(item, given) for item in expr)
    if dataclasses.is_dataclass(expr) and not isinstance(expr, type):
        return type(expr)(
            **{f.name: substitute(getattr(expr, f.name), given) for f in dataclasses.fields(expr)}
        )
    return expr
