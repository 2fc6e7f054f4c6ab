"""The checked ruleset: every declaration resolved, every expression typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, TypeAlias

from hoyle.checked.types import INT, Type
from hoyle.diagnostics.model import Place
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.nodes import Template

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

Value: TypeAlias = int | bool | None
"""An attribute's value: a number, or the position of an enum value; None where a piece lacks it."""


OptionValue: TypeAlias = int | bool | tuple[int, ...]

Ends: TypeAlias = tuple[int, int]
"""The first and the last number of a range."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of players, and the values of options; those that are not given are at their defaults."""

    players: int
    options: Mapping[str, OptionValue] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Column:
    type: Type
    values: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class EnumType:
    name: str
    values: tuple[str, ...]
    columns: dict[str, Column]
    place: Place | None
    idle: int = 0  # so many of the last values are there without being declared, and no rule uses them

    @property
    def in_use(self) -> tuple[str, ...]:
        return self.values[: len(self.values) - self.idle]


@dataclass(frozen=True, slots=True)
class RangeType:
    """A named range of whole numbers, which can also stand after `per`."""

    name: str
    low: int
    high: int
    place: Place


@dataclass(frozen=True, slots=True)
class Component:
    name: str
    attributes: dict[str, Type]
    first: int  # the id of its first piece; ids run through all components
    pieces: tuple[dict[str, Value], ...]
    labels: tuple[str, ...]
    counts: dict[str, int]  # pieces per row of `make`
    place: Place


@dataclass(frozen=True, slots=True)
class Edge:
    name: str
    a: int
    b: int


@dataclass(frozen=True, slots=True)
class Board:
    """A graph, grid or ring; `at` has the nodes' places."""

    name: str
    node_type: str
    edge_type: str | None
    kind: Literal["grid", "ring", "graph"]
    nodes: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    edges: tuple[Edge, ...]
    attributes: dict[str, Column]
    width: int = 0
    height: int = 0
    place: Place | None = None
    sides: tuple[str, ...] = ()  # as they are written, where its size is computed

    @property
    def coordinates(self) -> tuple[str, ...]:
        """What a node's coordinates are called: a ring has none, and attributes of that name come first."""
        if self.kind == "ring":
            return ()
        return tuple(name for name in ("x", "y") if name not in self.attributes)


@dataclass(frozen=True, slots=True)
class Option:
    name: str
    type: Type  # int, bool, enum, or a list of int
    default: int | bool | tuple[int, ...]
    low: int
    high: int
    values: tuple[str, ...]
    sizes: tuple[int, int]
    about: str | None
    cites: tuple[str, ...]
    place: Place
    by_players: dict[int, int] = field(default_factory=dict)  # where the default hangs on their number

    def default_for(self, players: int) -> int | bool | tuple[int, ...]:
        return self.by_players.get(players, self.default)


@dataclass(frozen=True, slots=True)
class Refill:
    source: str
    keep: int
    when: n.Expr | None


@dataclass(frozen=True, slots=True)
class Zone:
    name: str
    component: str
    per: tuple[Type, ...]
    seen: Literal["nobody", "everyone", "owner", "others", "team", "face_up"]
    starts: Literal["none", "all"] | s.Definition
    shuffled: bool
    refill: Refill | None
    room: int | None
    lasts: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Variable:
    name: str
    type: Type
    per: tuple[Type, ...]
    seen: Literal["everyone", "owner", "nobody"]
    scope: Literal["match", "round"]
    first: n.Expr | None
    later: n.Expr | None
    place: Place
    index: tuple[n.Ident | None, ...] = ()  # what each index is called in the values
    remembers: tuple[str, ...] = ()  # the variables of a memory
    ends: Ends | None = None  # of the range that its numbers are declared to lie in


@dataclass(eq=False)
class RuleInfo:
    """A rule with what the checker found out about it."""

    id: str
    rule: s.Rule
    parameters: tuple[tuple[str, Type], ...] = ()
    ends: dict[str, Ends] = field(default_factory=dict)  # of parameters that are declared with a range
    result: Type | None = None  # None: not known yet, or it returns nothing
    changes: bool = False  # it alters the state, or may
    asks: bool = False  # it takes a decision, or may
    goes_on: bool = True  # of shared alternatives: what follows the decision can be reached from one
    base: RuleInfo | None = None

    @property
    def signature(self) -> str:
        """How it is called: its name, and its parameters as they are written."""
        written = ", ".join(" ".join(parameter.at.text.split()) for parameter in self.rule.parameters)
        return f"{self.rule.name}({written})"


@dataclass(frozen=True, slots=True)
class Family:
    """What makes a ruleset a family of programs: what its components, boards, zones and ranges read."""

    players: bool  # whether the number of players is read
    options: tuple[str, ...]
    rows: tuple[tuple[tuple[Value, ...], ...], ...]  # what rows of `make` with formulas choose from


# ---------------------------------------------------------------- what a name means
@dataclass(frozen=True, slots=True)
class LocalRef:
    name: str  # unique within the rule


@dataclass(frozen=True, slots=True)
class VariableRef:
    name: str


@dataclass(frozen=True, slots=True)
class OptionRef:
    name: str


@dataclass(frozen=True, slots=True)
class ZoneRef:
    name: str


@dataclass(frozen=True, slots=True)
class ValueRef:
    """A constant: an enum value, a node, an edge, true, false or none."""

    type: Type
    value: int | None


@dataclass(frozen=True, slots=True)
class TypeRef:
    """A type's name where a list is wanted: all its values."""

    type: Type


@dataclass(frozen=True, slots=True)
class BuiltinRef:
    name: str


Binding: TypeAlias = LocalRef | VariableRef | OptionRef | ZoneRef | ValueRef | TypeRef | BuiltinRef


@dataclass(frozen=True, slots=True)
class RuleTarget:
    """What a call calls: a rule of the ruleset."""

    id: str


@dataclass(frozen=True, slots=True)
class BuiltinTarget:
    name: str


Target: TypeAlias = RuleTarget | BuiltinTarget


@dataclass(eq=False)
class Typing:
    """What the checker found out about the nodes of the tree, by identity."""

    types: dict[n.Node, Type] = field(default_factory=dict)
    bindings: dict[n.Node, Binding] = field(default_factory=dict)
    targets: dict[n.Call, Target] = field(default_factory=dict)
    locals: dict[n.Node, str] = field(default_factory=dict)  # declaring Ident → unique name
    labels: dict[n.Quoted, Template] = field(default_factory=dict)  # labels with `{…}`
    # of a name that declares a local or means nothing: the locals that could be used there
    in_scope: dict[n.Node, dict[str, Type]] = field(default_factory=dict)


@dataclass(eq=False)
class Model:
    syntax: s.Ruleset
    id: str
    title: dict[str, str]
    about: dict[str, str]
    counts: tuple[int, ...]  # allowed numbers of players
    teams: dict[int, tuple[tuple[int, ...], ...]]
    options: dict[str, Option] = field(default_factory=dict)
    enums: dict[str, EnumType] = field(default_factory=dict)
    ranges: dict[str, RangeType] = field(default_factory=dict)
    components: dict[str, Component] = field(default_factory=dict)
    boards: dict[str, Board] = field(default_factory=dict)
    zones: dict[str, Zone] = field(default_factory=dict)
    variables: dict[str, Variable] = field(default_factory=dict)
    rules: dict[str, RuleInfo] = field(default_factory=dict)
    wins: Literal["highest", "lowest"] = "highest"
    typing: Typing = field(default_factory=Typing)
    shape: Shape | None = None  # what it was checked for
    family: Family | None = None  # None: the same program for all players and options
    declarations: Declarations | None = None  # how its names were read; more code is checked against them

    @property
    def board_of_node(self) -> dict[str, Board]:
        return {board.node_type: board for board in self.boards.values()}

    @property
    def board_of_edge(self) -> dict[str, Board]:
        return {board.edge_type: board for board in self.boards.values() if board.edge_type is not None}

    def values_of(self, type_: Type) -> tuple[str, ...]:
        """The names of the values of an enum, or of the nodes or edges of a board; other types have none."""
        if type_.kind == "enum" and type_.name in self.enums:
            return self.enums[type_.name].values
        # a board that could not be built has none
        if type_.kind == "node" and type_.name in self.board_of_node:
            return self.board_of_node[type_.name].nodes
        if type_.kind == "edge" and type_.name in self.board_of_edge:
            return tuple(edge.name for edge in self.board_of_edge[type_.name].edges)
        return ()

    def attributes_of(self, type_: Type) -> dict[str, Type]:
        """What can stand behind the dot of a piece, a value or a node, each with its type."""
        if type_.kind == "piece" and type_.name in self.components:
            return self.components[type_.name].attributes
        columns: dict[str, Column] = {}
        if type_.kind == "enum" and type_.name in self.enums:
            columns = self.enums[type_.name].columns
        elif type_.kind == "node" and type_.name in self.board_of_node:
            board = self.board_of_node[type_.name]
            found = {name: column.type for name, column in board.attributes.items()}
            return found | dict.fromkeys(board.coordinates, INT)
        return {name: column.type for name, column in columns.items()}
