"""Where everything lies in a game's state, once the number of players and the options are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.types import BOOL, INT, PIECE, PLAYER, ValueType
from hoyle.ir.walk import walk

OptionValue: TypeAlias = int | tuple[int, ...]


@dataclass(frozen=True)
class Slot:
    """A variable's place in the flat list; `count` is 1 for a single one."""

    base: int
    count: int
    low: int
    per: ValueType | None
    type: ValueType
    seen: str
    indexed: bool

    @property
    def per_piece(self) -> bool:
        return self.per is not None and self.per.kind == "piece"


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

    def count_of(self, type_: ValueType) -> int:
        """How many values an index type has."""
        program, name = self.program, type_.name
        match type_.kind:
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
            case _:
                raise AssertionError(type_)


def _turns_pieces(program: ir.Program) -> bool:
    """Whether it matters which side of a piece is up."""
    uses = walk((program.procs, program.match, program.active or ()))
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
        name: str, count: int, per: ValueType | None, type_: ValueType, seen: str = "everyone", low: int = 0
    ) -> None:
        nonlocal size
        layout.slots[name] = Slot(size, count, low, per, type_, seen, per is not None)
        size += count

    add("score", players, PLAYER, INT)
    add("round_number", 1, None, INT)
    add("match_ended", 1, None, BOOL)
    add("clockwise", 1, None, BOOL)
    if _turns_pieces(program):
        add("face_up", layout.pieces, PIECE, BOOL)
    for var in program.vars:
        count = layout.count_of(var.per) if var.per is not None else 1
        add(var.name, count, var.per, var.type, var.seen, var.low)
    layout.location = size
    size += layout.pieces
    if any(isinstance(node, ir.Reveal) for node in walk((program.procs, program.match))):
        layout.known = size
        size += layout.pieces
    layout.size = size
    for zone in program.zones:
        count = layout.count_of(zone.per) if zone.per is not None else 1
        low = program.ranges[zone.per.name][0] if zone.per is not None and zone.per.kind == "range" else 0
        layout.zones[zone.name] = ZoneSlot(len(layout.handles), count, low, zone.per is not None, zone)
        layout.handles += [(zone, index) for index in range(count)]
    return layout


def zone_name(layout: Layout, handle: int) -> str:
    """How a zone is called in traces and views: `deck`, `hand[2]`, `slot[a-b]`."""
    zone, index = layout.handles[handle]
    if zone.per is None:
        return zone.name
    return f"{zone.name}[{_index_name(layout.program, zone.per, index)}]"


def _index_name(program: ir.Program, per: ValueType, index: int) -> str | int:
    match per.kind:
        case "enum":
            return program.enums[per.name][index]
        case "range":
            return program.ranges[per.name][0] + index
        case "node":
            return next(board.nodes for board in program.boards if board.node_type == per.name)[index]
        case "edge":
            return next(board.edges for board in program.boards if board.edge_type == per.name)[index]
        case _:
            return index


def around(players: tuple[int, ...] | list[int], by: int, how: str, count: int) -> tuple[int, ...]:
    """Players in the order in which they sit from somebody on; that one first, or last.

    >>> [around((0, 1, 2, 3), 1, how, 4) for how in ("from", "after", "before")]
    [(1, 2, 3, 0), (2, 3, 0, 1), (0, 3, 2, 1)]
    """
    if how == "from":
        return tuple(sorted(players, key=lambda p: (p - by) % count))
    if how == "after":
        return tuple(sorted(players, key=lambda p: (p - by - 1) % count))
    return tuple(sorted(players, key=lambda p: (by - p - 1) % count))
