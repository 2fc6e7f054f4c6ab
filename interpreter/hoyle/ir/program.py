"""The program: declarations, tables, and procedures made of the nodes of `nodes.py`."""

from __future__ import annotations

from collections.abc import Mapping
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
    Flat,
    Fn,
    ForEach,
    Forget,
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
    Remember,
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
    Supposing,
    Table,
    TakenOut,
    Text,
    TextPart,
    Times,
    While,
    Within,
    WithItem,
    Without,
    ZoneAt,
)
from hoyle.ir.types import Per, ValueType
from hoyle.ir.walk import walk
from hoyle.nodes import added, value_node

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
    "Family",
    "FillVar",
    "Flat",
    "Fn",
    "ForEach",
    "Forget",
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
    "Per",
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
    "Remember",
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
    "Supposing",
    "Table",
    "TakenOut",
    "Text",
    "TextPart",
    "Times",
    "Typed",
    "ValueType",
    "Var",
    "While",
    "WithItem",
    "Within",
    "Without",
    "Zone",
    "ZoneAt",
]

VERSION = 1


# ------------------------------------------------------------------ declarations
@value_node
class Typed:
    """What kind of value a local holds, and whether it may be none."""

    name: str
    type: ValueType


@value_node
class Proc:
    """A rule. Pure ones are functions; `asks` says whether it may stop for a decision.

    A parameter whose type has ends holds nothing else: what it is handed or set to is checked.
    """

    name: str
    params: tuple[str, ...]
    body: tuple[Stmt, ...] | None
    value: Expr | None
    pure: bool
    asks: bool
    at: int
    cites: tuple[str, ...] = ()
    value_at: int = 0  # where the value is written
    locals: tuple[Typed, ...] = ()  # parameters, names given by `let` and loops, picks, quantifiers' names
    result: ValueType | None = None  # what it returns or is, if it is anything

    @property
    def types(self) -> dict[str, ValueType]:
        """The type of each local, by its name."""
        return {local.name: local.type for local in self.locals}


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
    # the default for each number of players, where it hangs on that
    by_players: tuple[tuple[int, int], ...] = added(())

    def default_for(self, players: int) -> int | tuple[int, ...]:
        return next((value for count, value in self.by_players if count == players), self.default)


@value_node
class Refilled:
    source: str
    keep: int
    when: Expr | None


@value_node
class Zone:
    """`start_params` are the locals of `starts`: the indices, if there are any, and the piece."""

    name: str
    component: str
    per: Per
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
    """A state variable; `low` is the first index of an integer range, where that is the only index.

    A memory has the type of that name and `remembers` the values of some variables.
    """

    name: str
    type: ValueType
    per: Per
    low: int
    seen: str
    scope: str
    at: int
    remembers: tuple[str, ...] = ()


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
class Family:
    """What the other programs of the same ruleset are made by; this one is for one shape.

    A shape is the number of players, if it is read, and the values of some options. The formulas are what
    reads them, and `rows` what rows of `make` choose from by formulas, attribute by attribute: nobody
    computes them from here, but they are a part of what the ruleset is, and so of its hash.
    """

    players: bool
    options: tuple[str, ...]
    formulas: tuple[Expr, ...]
    rows: tuple[tuple[tuple[int, ...], ...], ...]
    made_for: tuple[int | tuple[int, ...], ...]  # the shape of this program

    def shape(
        self, players: int, options: Mapping[str, int | tuple[int, ...]]
    ) -> tuple[int | tuple[int, ...], ...]:
        """What tells one program from another."""
        return (players if self.players else 0, *(options[name] for name in self.options))


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
    won: Proc | None = added(None)  # whether a player has won, where that is not a matter of scores
    ties: Proc | None = added(None)  # what tells players with equal scores apart: a number, or a list
    family: Family | None = added(None)
    # what players are after, where the ruleset says it; it changes nothing about how a game goes
    aim: Literal["", "rank", "score", "together"] = added("")
    places: tuple[Place, ...] = field(default=(), compare=False)
    hash: str = ""

    @property
    def scoring(self) -> ScoreRound | None:
        """How a round is scored."""
        return next((node for node in walk(self.match) if isinstance(node, ScoreRound)), None)
