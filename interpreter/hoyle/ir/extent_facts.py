"""What is known of how far values can go, while that is being found out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias, assert_never

from hoyle.ir import extent as x
from hoyle.ir import program as ir
from hoyle.ir.extent import FAR, TRUTH, Extent
from hoyle.ir.nodes import LARGEST
from hoyle.ir.types import ValueType

# More than any list of numbers or pieces has items.
LONGEST = 10_000

Checked: TypeAlias = "ir.SetVar | ir.FillVar | ir.SetLocal | ir.Random | ir.CallProc | ir.Call | ir.Supposing"


@dataclass(frozen=True)
class Table:
    """Who plays: numbers of players and teams, and what is known of the options."""

    players: tuple[int, int]
    teams: int
    options: Mapping[str, Extent]

    @classmethod
    def all_of(cls, program: ir.Program) -> Table:
        """Every number of players and every setting of the options that a program allows."""
        counts = program.counts
        teams = max([*counts, *(len(teams) for teams in program.teams.values())])
        return cls((min(counts), max(counts)), teams, {one.name: _chosen(one) for one in program.options})


def _chosen(option: ir.Option) -> Extent:
    value = {"bool": TRUTH, "enum": x.number(0, max(0, len(option.values) - 1))}.get(
        option.kind, x.number(option.low, option.high)
    )
    return x.several(value, *option.sizes) if option.kind == "list" else value


@dataclass
class Found:
    """What was found out about one program."""

    variables: dict[str, Extent | None] = field(default_factory=dict)
    locals: dict[tuple[str, str], Extent | None] = field(default_factory=dict)  # by rule and name
    results: dict[str, Extent | None] = field(default_factory=dict)
    # Nodes that hand something on, by identity and parameter: what fits, and what may not.
    safe: set[tuple[int, str]] = field(default_factory=set)
    unsafe: set[tuple[int, str]] = field(default_factory=set)

    def copy(self) -> Found:
        return Found(dict(self.variables), dict(self.locals), dict(self.results))


class Facts:
    """What is declared in a program, and what was noted of it so far; None is what can never be there."""

    def __init__(self, program: ir.Program, table: Table, in_play: bool) -> None:
        self.program, self.table, self.in_play = program, table, in_play
        self.types = {var.name: var.type for var in program.vars}
        self.pers = {var.name: var.per for var in program.vars}
        self.found = Found()  # what is noted
        self.known = self.found  # what is gone by; the same, as long as that still grows
        self.rule = ""
        self.noting = False
        self.piece_count = sum(len(component.labels) for component in program.components)
        self.locals_of = {proc.name: proc.types for proc in self.procs}
        self.params_of = {proc.name: frozenset(proc.params) for proc in self.procs}

    @property
    def procs(self) -> tuple[ir.Proc, ...]:
        program = self.program
        defined = (proc for proc in (program.active, program.won, program.ties) if proc is not None)
        return *program.procs.values(), program.match, *defined

    # -------------------------------------------------------------- types
    def of_type(self, type_: ValueType) -> Extent:
        """All that a type allows."""
        if type_.item is not None:
            return x.several(self.of_type(type_.item), 0, LONGEST)
        low, high = self._ends(type_)
        return Extent(low, high, type_.optional or type_.kind in ("any", "none"))

    def _ends(self, type_: ValueType) -> tuple[int, int]:
        program, name = self.program, type_.name
        match type_.kind:
            case "int":
                return type_.ends or (-LARGEST, LARGEST)
            case "bool":
                return 0, 1
            case "range":
                return program.ranges[name]
            case "player":
                return 0, self.table.players[1] - 1
            case "team":
                return 0, self.table.teams - 1
            case "enum":
                return 0, len(program.enums.get(name, "?" * 16)) - 1
            case "node":
                return 0, max(len(board.nodes) for board in program.boards if board.node_type == name) - 1
            case "edge":
                return 0, max(len(board.edges) for board in program.boards if board.edge_type == name) - 1
            case "piece":
                for component in program.components:
                    if component.name == name:
                        return component.first, component.first + len(component.labels) - 1
                return 0, self.piece_count - 1
            case "zone" | "list" | "any" | "none" | "memory":
                return -FAR, FAR
            case _:
                assert_never(type_.kind)

    def type_of_local(self, name: str) -> ValueType:
        return self.locals_of[self.rule].get(name, ValueType("any"))

    # -------------------------------------------------------------- what is noted
    def set(self, name: str, value: Extent | None, rule: str | None = None) -> None:
        key = rule or self.rule, name
        type_ = self.locals_of[key[0]].get(name, ValueType("any"))
        self.found.locals[key] = x.joined(self.found.locals.get(key), self.typed(value, type_))

    def typed(self, value: Extent | None, type_: ValueType) -> Extent | None:
        """What is left of an extent in something of a type; what is beyond it is a fault."""
        if type_.single.kind == "any" or (type_.single.kind == "int" and type_.single.ends is None):
            return value  # how large a number may be hangs on where it is
        allowed = self.of_type(type_)
        return x.met(allowed if value is not None and value.is_list != allowed.is_list else value, allowed)

    def store(self, var: str, value: Extent | None) -> None:
        if self.in_play:
            kept = self.stored(value, self.types.get(var, ValueType("int")))
            self.found.variables[var] = x.joined(self.found.variables.get(var), kept)

    def gives(self, rule: str, value: Extent | None) -> None:
        self.found.results[rule] = x.joined(self.found.results.get(rule), value)

    def check(self, node: Checked, value: Extent | None, type_: ValueType | None, name: str = "") -> None:
        """Notes whether a node hands on what may not fit; `name` is the parameter that it is for."""
        if not self.noting or type_ is None or type_.single.ends is None:
            return
        fits = value is not None and value.lies_in(*type_.single.ends, type_.single.optional)
        (self.found.safe if fits else self.found.unsafe).add((id(node), name))

    def stored(self, value: Extent | None, type_: ValueType) -> Extent | None:
        """What is left of an extent where it was stored: beyond, there is a fault."""
        if value is not None and not value.is_list and type_.kind in ("int", "any"):
            value = x.met(value, Extent(-LARGEST, LARGEST, True))
        return self.typed(value, type_)
