"""Where everything lies in a game's state, once the number of players and the options are known."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import prod
from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.nodes import LARGEST, NONE
from hoyle.ir.types import BOOL, INT, PIECE, PLAYER, Per, ValueType
from hoyle.ir.walk import walk

OptionValue: TypeAlias = int | tuple[int, ...]


@dataclass(frozen=True)
class Slot:
    """A variable's place in the flat list; `count` is 1 for a single one.

    `sizes` says how many values each index has, `lows` the first of each; `low` is that of an only one.
    """

    base: int
    count: int
    low: int
    per: Per
    type: ValueType
    seen: str
    indexed: bool
    sizes: tuple[int, ...] = ()
    lows: tuple[int, ...] = ()

    @property
    def per_piece(self) -> bool:
        return any(type_.kind == "piece" for type_ in self.per)

    @property
    def of_a_piece(self) -> list[tuple[int, int]]:
        """Where the values of one piece lie: each at its offset, and its stride times the piece after it."""
        found = [(0, 0)]
        for place, type_ in enumerate(self.per):
            stride = prod(self.sizes[place + 1 :])
            if type_.kind == "piece":
                found = [(offset, step + stride) for offset, step in found]
            else:
                found = [(o + stride * i, step) for o, step in found for i in range(self.sizes[place])]
        return found


@dataclass(frozen=True)
class ZoneSlot:
    base: int
    count: int
    low: int
    indexed: bool
    zone: ir.Zone
    sizes: tuple[int, ...] = ()
    lows: tuple[int, ...] = ()

    @property
    def per(self) -> Per:
        return self.zone.per


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
    sources: dict[int, int] = field(default_factory=dict)  # handle → the one that it is refilled from
    pieces: int = 0
    location: int = 0  # where each piece's zone handle is kept
    known: int = -1  # where each piece's bit set of seats that know it is kept; -1: nothing is revealed
    size: int = 0
    zone_masks: tuple[int, ...] = ()  # who sees each zone; made when it is first asked for

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

    def ends_of(self, type_: ValueType) -> tuple[int, int]:
        """The first and the last number that a single value of a type can be, none aside."""
        match type_.kind:
            case "int":
                return type_.ends or (-LARGEST, LARGEST)
            case "bool":
                return 0, 1
            case "zone":
                return 0, len(self.handles) - 1
            case "any" | "none":
                return NONE, LARGEST
            case "piece" if type_.name:
                component = next(one for one in self.program.components if one.name == type_.name)
                return component.first, component.first + len(component.labels) - 1
            case _:
                low = self.low_of(type_)
                return low, low + self.count_of(type_) - 1

    def low_of(self, type_: ValueType) -> int:
        """The first value of an index type."""
        return self.program.ranges[type_.name][0] if type_.kind == "range" else 0

    def sizes_of(self, per: Per) -> tuple[int, ...]:
        """How many values each of several index types has."""
        return tuple(map(self.count_of, per))


def _turns_pieces(program: ir.Program) -> bool:
    """Whether it matters which side of a piece is up."""
    uses = walk((program.procs, program.match, program.active, program.won, program.ties))
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

    def add(name: str, per: Per, type_: ValueType, seen: str = "everyone", low: int = 0) -> None:
        nonlocal size
        sizes, lows = layout.sizes_of(per), tuple(map(layout.low_of, per))
        layout.slots[name] = Slot(size, prod(sizes), low, per, type_, seen, bool(per), sizes, lows)
        size += prod(sizes)

    add("score", (PLAYER,), INT)
    add("round_number", (), INT)
    add("match_ended", (), BOOL)
    add("clockwise", (), BOOL)
    if _turns_pieces(program):
        add("face_up", (PIECE,), BOOL)
    for var in program.vars:
        add(var.name, var.per, var.type, var.seen, var.low)
    layout.location = size
    size += layout.pieces
    if any(isinstance(node, ir.Reveal) for node in walk((program.procs, program.match))):
        layout.known = size
        size += layout.pieces
    layout.size = size
    for zone in program.zones:
        sizes, lows = layout.sizes_of(zone.per), tuple(map(layout.low_of, zone.per))
        count, low = prod(sizes), lows[0] if len(lows) == 1 else 0
        layout.zones[zone.name] = ZoneSlot(len(layout.handles), count, low, bool(zone.per), zone, sizes, lows)
        layout.handles += [(zone, index) for index in range(count)]
    for handle, (zone, index) in enumerate(layout.handles):
        if zone.refill is not None:
            # Of a source that is one per the same type each zone has its own.
            source = layout.zones[zone.refill.source]
            layout.sources[handle] = source.base + (index if source.indexed else 0)
    return layout


def zone_name(layout: Layout, handle: int) -> str:
    """How a zone is called in traces and views: `deck`, `hand[2]`, `slot[a-b]`, `pile[0, a1]`."""
    zone, index = layout.handles[handle]
    if not zone.per:
        return zone.name
    indices = apart(layout.zones[zone.name].sizes, index)
    names = [index_name(layout.program, per, one) for per, one in zip(zone.per, indices, strict=True)]
    return f"{zone.name}[{', '.join(map(str, names))}]"


def apart(sizes: tuple[int, ...], number: int) -> tuple[int, ...]:
    """The indices, each counted from 0, that make a number together.

    >>> apart((2, 64), 65)
    (1, 1)
    """
    found: tuple[int, ...] = ()
    for size in reversed(sizes):
        number, index = divmod(number, size)
        found = (index, *found)
    return found


def index_name(program: ir.Program, per: ValueType, index: int) -> str | int:
    """How one of many zones or variables is called, by its place among them."""
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
