"""Where everything lies in a game's state, once the number of players and the options are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of

OptionValue: TypeAlias = int | tuple[int, ...]


@dataclass(frozen=True)
class Slot:
    """A variable's place in the flat list; `count` is 1 for a single one."""

    base: int
    count: int
    low: int
    per: str
    type: str
    seen: str
    indexed: bool


@dataclass(frozen=True)
class ZoneSlot:
    base: int
    count: int
    low: int
    indexed: bool
    zone: ir.Zone


@dataclass
class Layout:
    """The flat list holds the built-in variables, the ruleset's, each piece's zone and who knows it."""

    program: ir.Program
    players: int
    options: dict[str, OptionValue]
    teams: tuple[tuple[int, ...], ...] = ()
    team_of: tuple[int, ...] = ()
    slots: dict[str, Slot] = field(default_factory=dict)
    zones: dict[str, ZoneSlot] = field(default_factory=dict)
    handles: list[tuple[ir.Zone, int]] = field(default_factory=list)  # handle → zone and index
    pieces: int = 0
    location: int = 0  # where each piece's zone handle is kept
    known: int = -1  # where each piece's bit set of seats that know it is kept; -1: nothing is revealed
    size: int = 0

    def count_of(self, tag: str) -> int:
        """How many values an index type has."""
        kind, _, name = tag.partition(":")
        program = self.program
        match kind:
            case "player":
                return self.players
            case "team":
                return len(self.teams)
            case "enum":
                return len(program.enums[name])
            case "range":
                low, high = program.ranges[name]
                return high - low + 1
            case "node":
                return next(len(board.nodes) for board in program.boards if board.node_type == name)
            case "edge":
                return next(len(board.edges) for board in program.boards if board.edge_type == name)
            case "piece":
                return self.pieces
        raise AssertionError(tag)


def _turns_pieces(program: ir.Program) -> bool:
    """Whether it matters which side of a piece is up."""
    uses = nodes_of((program.procs, program.match, program.active or ()))
    return any(zone.seen == "face_up" for zone in program.zones) or any(
        isinstance(node, ir.Get | ir.GetEach | ir.SetVar) and node.var == "face_up" for node in uses
    )


def make_layout(program: ir.Program, players: int, options: dict[str, OptionValue]) -> Layout:
    layout = Layout(program, players, options)
    layout.teams = program.teams.get(str(players)) or tuple((seat,) for seat in range(players))
    team_of = [0] * players
    for index, members in enumerate(layout.teams):
        for seat in members:
            team_of[seat] = index
    layout.team_of = tuple(team_of)
    layout.pieces = sum(len(component.labels) for component in program.components)
    size = 0

    def add(
        name: str, count: int, per: str, type_: str, seen: str, low: int = 0, indexed: bool = False
    ) -> None:
        nonlocal size
        layout.slots[name] = Slot(size, count, low, per, type_, seen, indexed)
        size += count

    add("score", players, "player", "int", "everyone", indexed=True)
    add("round_number", 1, "", "int", "everyone")
    add("match_ended", 1, "", "bool", "everyone")
    add("clockwise", 1, "", "bool", "everyone")
    if _turns_pieces(program):
        add("face_up", layout.pieces, "piece:", "bool", "everyone", indexed=True)
    for var in program.vars:
        count = layout.count_of(var.per) if var.per else 1
        add(var.name, count, var.per, var.type, var.seen, var.low, bool(var.per))
    layout.location = size
    size += layout.pieces
    if any(isinstance(node, ir.Reveal) for node in nodes_of((program.procs, program.match))):
        layout.known = size
        size += layout.pieces
    layout.size = size
    for zone in program.zones:
        count = layout.count_of(zone.per) if zone.per else 1
        low = program.ranges[zone.per.partition(":")[2]][0] if zone.per.startswith("range:") else 0
        layout.zones[zone.name] = ZoneSlot(len(layout.handles), count, low, bool(zone.per), zone)
        layout.handles += [(zone, index) for index in range(count)]
    return layout


def zone_name(layout: Layout, handle: int) -> str:
    """How a zone is called in traces and views: `deck`, `hand[2]`, `slot[a-b]`."""
    zone, index = layout.handles[handle]
    if not zone.per:
        return zone.name
    kind, _, name = zone.per.partition(":")
    program = layout.program
    if kind == "enum":
        return f"{zone.name}[{program.enums[name][index]}]"
    if kind == "range":
        return f"{zone.name}[{program.ranges[name][0] + index}]"
    if kind == "node":
        nodes = next(board.nodes for board in program.boards if board.node_type == name)
        return f"{zone.name}[{nodes[index]}]"
    if kind == "edge":
        edges = next(board.edges for board in program.boards if board.edge_type == name)
        return f"{zone.name}[{edges[index]}]"
    return f"{zone.name}[{index}]"
