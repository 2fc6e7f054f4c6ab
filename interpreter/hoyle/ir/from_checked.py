"""Lowers a checked ruleset to a program."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.checked import model as m
from hoyle.checked.types import NOTHING, Type
from hoyle.diagnostics.model import Place
from hoyle.ir import program as ir
from hoyle.ir.expressions import FALSE, ExpressionLowering, flat, stored_type, value_type
from hoyle.ir.json_form import hash_of
from hoyle.ir.statements import StatementLowering
from hoyle.ir.types import within
from hoyle.ir.verify import verify
from hoyle.ir.walk import substitute
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.nodes import Template


def lower(model: m.Model, hash: str | None = None) -> ir.Program:
    """The program of a model that has no errors; its promises are verified before it is returned.

    All programs of a family have the `hash` of the first one.
    """
    program = Lowering(model).lower()
    verify(program)
    return dataclasses.replace(program, hash=hash_of(program) if hash is None else hash)


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
        called = (info for info in model.rules.values() if info.rule.choices is None)
        procs = {info.id: self._proc(info) for info in called}
        zones = tuple(self._zone(zone) for zone in model.zones.values())
        return ir.Program(
            version=ir.VERSION,
            id=model.id,
            title=model.title,
            about=model.about,
            counts=model.counts,
            teams={str(count): teams for count, teams in model.teams.items()},
            options=tuple(self._option(option) for option in model.options.values()),
            enums={enum.name: enum.in_use for enum in model.enums.values() if enum.in_use or not enum.idle},
            ranges={bounds.name: (bounds.low, bounds.high) for bounds in model.ranges.values()},
            components=tuple(self._component(component) for component in model.components.values()),
            tables=self._tables(),
            boards=tuple(_board(board) for board in model.boards.values()),
            zones=zones,
            vars=tuple(self._var(variable) for variable in model.variables.values()),
            procs=procs,
            match=self._match(zones),
            active=self._definition(model.syntax.active),
            wins=model.wins,
            requires=tuple(self._requirement(item) for item in model.syntax.requires),
            won=self._definition(model.syntax.match.won),
            ties=self._definition(model.syntax.match.ties),
            family=self._family(),
            aim=model.syntax.match.aim,
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
            tuple((count, int(value)) for count, value in option.by_players.items()),
        )

    def _family(self) -> ir.Family | None:
        family = self.model.family
        if family is None:
            return None
        formulas = tuple(ExpressionLowering(self).expr(node) for node in self.model.syntax.shaping)
        rows = tuple(tuple(tuple(map(_number, values)) for values in row) for row in family.rows)
        shape = self.model.shape
        assert shape is not None
        chosen = [self.model.options[name] for name in family.options]
        values = [shape.options.get(option.name, option.default_for(shape.players)) for option in chosen]
        made_for = (
            shape.players if family.players else 0,
            *(value if isinstance(value, tuple) else int(value) for value in values),
        )
        return ir.Family(family.players, family.options, formulas, rows, made_for)

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
            lowering = ExpressionLowering(self)
            params = lowering.parameters(zone.starts.parameters, {})
            starts = lowering.expr(zone.starts.value)
        refill = None
        if zone.refill is not None:
            when = None if zone.refill.when is None else ExpressionLowering(self).expr(zone.refill.when)
            refill = ir.Refilled(zone.refill.source, zone.refill.keep, when)
        return ir.Zone(
            zone.name,
            zone.component,
            tuple(map(value_type, zone.per)),
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
        low = self.model.ranges[per[0].name].low if len(per) == 1 and per[0].kind == "int" else 0
        return ir.Var(
            variable.name,
            within(stored_type(variable.type), variable.ends),
            tuple(map(value_type, per)),
            low,
            variable.seen,
            variable.scope,
            self.place(variable.place),
            variable.remembers,
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
        lowering = StatementLowering(self, rule.name, info.result)
        params = lowering.parameters(rule.parameters, info.ends)
        body = None if rule.body is None else lowering.block(rule.body)
        value: ir.Expr | None = None
        if rule.value is not None:
            value = lowering.result(rule.value, info.result)
            for exception in rule.exceptions:
                value = ir.Or(value, lowering.expr(exception.test))
        at = self.place(rule.key.place)
        value_at = at if rule.value is None else self.place(rule.value.at.place)
        result = None if info.result in (None, NOTHING) else stored_type(info.result)
        return ir.Proc(
            info.id,
            params,
            body,
            value,
            not info.changes,
            info.asks,
            at,
            rule.cites,
            value_at,
            lowering.typed,
            result,
        )

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

    def _definition(self, definition: s.Definition | None) -> ir.Proc | None:
        """What a section says of each player: who is still in, who has won."""
        if definition is None:
            return None
        lowering = ExpressionLowering(self)
        params = lowering.parameters(definition.parameters[:1], {})
        value = lowering.expr(definition.value)
        return ir.Proc(
            definition.name,
            params,
            None,
            value,
            True,
            False,
            self.place(definition.key.place),
            locals=lowering.typed,
            result=stored_type(lowering.type_of(definition.value)),
        )

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
                shuffles += self._shuffle(zone, lowering)
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
        return ir.Proc("match", (), body, None, False, asks, start, locals=lowering.typed)

    def _initial(
        self, variable: m.Variable, value: n.Expr | None, lowering: StatementLowering
    ) -> list[ir.Stmt]:
        at = self.place(variable.place)
        if variable.remembers:
            return [ir.Forget(at, variable.name)]
        if value is None:
            default: ir.Expr = FALSE
            if variable.type.kind == "maybe":
                default = ir.Const(ir.NONE)
            elif variable.type.kind == "list":
                default = ir.Items(())
            return [ir.FillVar(at, variable.name, default)]
        before, lowered = lowering.settled_value(value, at, variable.name)
        names = [lowering.declared(name) if name is not None else "" for name in variable.index]
        if before and variable.per:
            return self._each_initial(variable, before, lowered, names, lowering)
        local, *more = names or [""]
        return [*before, ir.FillVar(at, variable.name, lowered, local, tuple(more) if any(more) else ())]

    def _each_initial(
        self,
        variable: m.Variable,
        before: list[ir.Stmt],
        value: ir.Expr,
        names: list[str],
        lowering: StatementLowering,
    ) -> list[ir.Stmt]:
        """First values that chance brings, or rules: each of many gets one of its own."""
        at = self.place(variable.place)
        names = [
            (names[number : number + 1] or [""])[0] or lowering.local(f"indexT{number}", type_)
            for number, type_ in enumerate(variable.per)
        ]
        index = flat(tuple(map(value_type, variable.per)), tuple(map(ir.Local, names)))
        body: tuple[ir.Stmt, ...] = (*before, ir.SetVar(at, variable.name, index, "=", value))
        for name, type_ in reversed(list(zip(names, variable.per, strict=True))):
            body = (ir.ForEach(at, name, self.index_values(type_), body),)
        low = variable.ends[0] if variable.ends is not None and variable.type.kind != "list" else 0
        if variable.type.kind in ("maybe", "list") or not low:
            return [*self._initial(variable, None, lowering), *body]
        return [ir.FillVar(at, variable.name, ir.Const(low)), *body]

    def _shuffle(self, zone: ir.Zone, lowering: StatementLowering) -> list[ir.Stmt]:
        if not zone.per:
            return [ir.Shuffle(zone.at, ir.ZoneAt(zone.name))]
        types = self.model.zones[zone.name].per
        names = [lowering.local(f"indexT{number}", type_) for number, type_ in enumerate(types)]
        index = flat(zone.per, tuple(map(ir.Local, names)))
        body: tuple[ir.Stmt, ...] = (ir.Shuffle(zone.at, ir.ZoneAt(zone.name, index)),)
        for name, per in reversed(list(zip(names, types, strict=True))):
            body = (ir.ForEach(zone.at, name, self.index_values(per), body),)
        return list(body)

    def index_values(self, per: Type) -> ir.Expr:
        if per.kind in ("player", "team"):
            return ir.Fn("players" if per.kind == "player" else "teams", ())
        return ExpressionLowering(self).values_of(per)

    def _score(self, lowering: StatementLowering) -> ir.Stmt:
        definition = self.model.syntax.score
        if definition is None:
            return ir.ScoreRound(self.place(None), "", None)
        (local,) = lowering.parameters(definition.parameters[:1], {})
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
