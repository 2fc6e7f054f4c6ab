"""The program: declarations, tables, and procedures made of the nodes of `nodes.py`."""

from __future__ import annotations

from dataclasses import field
from typing import Literal

from hoyle.ir.nodes import (
    FUNCTIONS,
    LARGEST,
    NONE,
    Alike,
    Alternative,
    And,
    Arith,
    Around,
    Call,
    CallProc,
    Choice,
    Compare,
    Concat,
    Condition,
    Const,
    Deal,
    Decide,
    Draw,
    End,
    Exists,
    Expr,
    FillVar,
    Fn,
    ForEach,
    Gather,
    Get,
    GetEach,
    If,
    In,
    ItemAt,
    Items,
    Local,
    Move,
    MoveAround,
    Not,
    Opt,
    Or,
    Pick,
    Pieces,
    PiecesOfEach,
    PlayRound,
    Quantified,
    Random,
    Refill,
    Repeat,
    Return,
    Reveal,
    ScoreRound,
    SetLocal,
    Settle,
    SetVar,
    Shown,
    Shuffle,
    Span,
    Stmt,
    Table,
    Text,
    TextPart,
    While,
    Without,
    ZoneAt,
)
from hoyle.ir.types import ValueType
from hoyle.nodes import value_node

__all__ = [
    "FUNCTIONS",
    "LARGEST",
    "NONE",
    "VERSION",
    "Alike",
    "Alternative",
    "And",
    "Arith",
    "Around",
    "Board",
    "Call",
    "CallProc",
    "Choice",
    "Compare",
    "Component",
    "Concat",
    "Condition",
    "Const",
    "Deal",
    "Decide",
    "Draw",
    "End",
    "Exists",
    "Expr",
    "FillVar",
    "Fn",
    "ForEach",
    "Gather",
    "Get",
    "GetEach",
    "If",
    "In",
    "ItemAt",
    "Items",
    "Local",
    "Move",
    "MoveAround",
    "Not",
    "Opt",
    "Option",
    "Or",
    "Pick",
    "Pieces",
    "PiecesOfEach",
    "Place",
    "PlayRound",
    "Proc",
    "Program",
    "Quantified",
    "Random",
    "Refill",
    "Refilled",
    "Repeat",
    "Requirement",
    "Return",
    "Reveal",
    "ScoreRound",
    "SetLocal",
    "SetVar",
    "Settle",
    "Shown",
    "Shuffle",
    "Span",
    "Stmt",
    "Table",
    "Text",
    "TextPart",
    "ValueType",
    "Var",
    "While",
    "Without",
    "Zone",
    "ZoneAt",
]

VERSION = 1


# ------------------------------------------------------------------ declarations
@value_node
class Proc:
    """A rule. Pure ones are functions; `asks` says whether it may stop for a decision."""

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...] | None
    value: Expr | None
    pure: bool
    asks: bool
    at: int
    cites: tuple[str, ...] = ()
    value_at: int = 0  # where the value is written


@value_node
class Option:
    name: str
    kind: Literal["int", "bool", "enum", "list"]
    default: int | tuple[int, ...]
    low: int
    high: int
    values: tuple[str, ...]
    sizes: tuple[int, int]
    about: str


@value_node
class Refilled:
    source: str
    keep: int
    when: Expr | None


@value_node
class Zone:
    """`start_params` are the locals of `starts`: the index, if there is one, and the piece."""

    name: str
    component: str
    per: ValueType | None
    seen: str
    starts: Literal["none", "all"] | Expr
    start_params: tuple[str, ...]
    shuffled: bool
    refill: Refilled | None
    room: int
    lasts: bool
    at: int


@value_node
class Var:
    """A state variable; `low` is the first index of an integer range."""

    name: str
    type: ValueType
    per: ValueType | None
    low: int
    seen: str
    scope: str
    at: int


@value_node
class Component:
    name: str
    first: int
    labels: tuple[str, ...]
    looks: tuple[int, ...]  # pieces of the same look have the same number


@value_node
class Board:
    name: str
    node_type: str
    edge_type: str
    kind: str
    nodes: tuple[str, ...]
    at: tuple[tuple[int, int], ...]
    edges: tuple[str, ...]
    ends: tuple[tuple[int, int], ...]
    width: int
    height: int


@value_node
class Requirement:
    at: int
    test: Expr
    why: Text | None


@value_node
class Place:
    file: str
    line: int
    column: int


@value_node
class Program:
    version: int
    id: str
    title: dict[str, str]
    about: dict[str, str]
    counts: tuple[int, ...]
    teams: dict[str, tuple[tuple[int, ...], ...]]  # by number of players
    options: tuple[Option, ...]
    enums: dict[str, tuple[str, ...]]
    ranges: dict[str, tuple[int, int]]
    components: tuple[Component, ...]
    tables: dict[str, tuple[int, ...]]
    boards: tuple[Board, ...]
    zones: tuple[Zone, ...]
    vars: tuple[Var, ...]
    procs: dict[str, Proc]
    match: Proc  # the life of a match, from set-up to the last round
    active: Proc | None
    wins: Literal["highest", "lowest"]
    requires: tuple[Requirement, ...]
    places: tuple[Place, ...] = field(default=(), compare=False)
    hash: str = ""
