"""The syntax tree of the action language.

Nodes compare by identity: the checker keeps what it finds out about them in tables of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place, SourceFile
from hoyle.document.nodes import Scalar


@dataclass(frozen=True, slots=True, eq=False)
class Extent:
    """A stretch of a scalar's text; the place in the file is found when somebody asks."""

    scalar: Scalar
    start: int
    end: int

    @property
    def place(self) -> Place:
        return self.scalar.place_of(self.start, self.end)

    @property
    def file(self) -> SourceFile:
        """The file of the place, which is known without looking for the place."""
        return self.scalar.place.file

    @property
    def text(self) -> str:
        return self.scalar.text[self.start : self.end]


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    at: Extent


@dataclass(frozen=True, slots=True, eq=False)
class Ident(Node):
    """A name where it is declared or stands as an attribute."""

    text: str


# ---------------------------------------------------------------- types
@dataclass(frozen=True, slots=True, eq=False)
class NamedType(Node):
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class ListType(Node):
    item: TypeNode


@dataclass(frozen=True, slots=True, eq=False)
class MaybeType(Node):
    item: TypeNode


@dataclass(frozen=True, slots=True, eq=False)
class ZoneType(Node):
    component: str


@dataclass(frozen=True, slots=True, eq=False)
class RangeType(Node):
    low: int
    high: int


TypeNode: TypeAlias = NamedType | ListType | MaybeType | ZoneType | RangeType


# ---------------------------------------------------------------- expressions
@dataclass(frozen=True, slots=True, eq=False)
class Name(Node):
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Integer(Node):
    value: int


@dataclass(frozen=True, slots=True, eq=False)
class Quoted(Node):
    text: str


@dataclass(frozen=True, slots=True, eq=False)
class Call(Node):
    name: Ident
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ListOf(Node):
    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Attribute(Node):
    of: Expr
    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Index(Node):
    of: Expr
    index: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Minus(Node):
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arithmetic(Node):
    op: Literal["+", "-", "*", "/", "%"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Range(Node):
    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Arrange(Node):
    """`players from p`, `… after p`, `… before p`, `… except x`."""

    how: Literal["from", "after", "before", "except"]
    list: Expr
    by: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Compare(Node):
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Exists(Node):
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Member(Node):
    item: Expr
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Like(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Not(Node):
    of: Expr


@dataclass(frozen=True, slots=True, eq=False)
class And(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Or(Node):
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Conditional(Node):
    test: Expr
    then: Expr
    otherwise: Expr


QuantityWord: TypeAlias = Literal["any", "all", "no", "count", "first", "those"]


@dataclass(frozen=True, slots=True, eq=False)
class Quantifier(Node):
    word: QuantityWord
    name: Ident
    list: Expr
    test: Expr | None
    prefix: bool  # `while`: only as long as the test holds
    test_word: str | None  # where, have or while, as written


@dataclass(frozen=True, slots=True, eq=False)
class Total(Node):
    """`sum x in list [where test] of value`."""

    name: Ident
    list: Expr
    test: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Extreme(Node):
    """`highest x in list [where test] by key`."""

    word: Literal["highest", "lowest"]
    name: Ident
    list: Expr
    test: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Each(Node):
    """`each x in list [where test] of value`: the list of the values."""

    name: Ident
    list: Expr
    test: Expr | None
    value: Expr


Expr: TypeAlias = (
    Name | Integer | Quoted | Call | ListOf | Attribute | Index | Minus | Arithmetic | Range | Arrange
    | Compare | Exists | Member | Like | Not | And | Or | Conditional | Quantifier | Total | Extreme | Each
)  # fmt: skip


Template: TypeAlias = tuple[str | Expr, ...]
"""A text such as "{c} is not {led()}", as words and expressions."""


@dataclass(frozen=True, slots=True, eq=False)
class Label(Quoted):
    """What an alternative is called on the table; `parts` where it has `{…}`."""

    parts: Template | None


# ---------------------------------------------------------------- statements
@dataclass(frozen=True, slots=True, eq=False)
class Let(Node):
    name: Ident
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Assign(Node):
    target: Ident
    index: Expr | None
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class PlaceTo(Node):
    """Where pieces go: a zone, on top or at the bottom."""

    zone: Expr
    bottom: bool


@dataclass(frozen=True, slots=True, eq=False)
class Spread(Node):
    """`for p in list` after a move or a deal."""

    name: Ident
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Move(Node):
    what: Expr
    to: PlaceTo
    spread: Spread | None


@dataclass(frozen=True, slots=True, eq=False)
class Draw(Node):
    count: Expr
    zone: Expr
    to: PlaceTo


@dataclass(frozen=True, slots=True, eq=False)
class Deal(Node):
    count: Expr
    zone: Expr
    to: PlaceTo
    spread: Spread


@dataclass(frozen=True, slots=True, eq=False)
class Shuffle(Node):
    zone: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Reveal(Node):
    what: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class CallStatement(Node):
    call: Call


@dataclass(frozen=True, slots=True, eq=False)
class Return(Node):
    value: Expr | None


@dataclass(frozen=True, slots=True, eq=False)
class End(Node):
    what: Literal["round", "match"]


@dataclass(frozen=True, slots=True, eq=False)
class Nothing(Node):
    pass


Block: TypeAlias = "tuple[Statement, ...]"


@dataclass(frozen=True, slots=True, eq=False)
class If(Node):
    """`branches` are the `if` and each `else if`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@dataclass(frozen=True, slots=True, eq=False)
class ForEach(Node):
    name: Ident
    list: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class While(Node):
    test: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Repeat(Node):
    times: Expr
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class PickOne(Node):
    preposition: str | None
    name: Ident
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class PickSome(Node):
    preposition: str | None
    name: Ident
    count: Expr
    list: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Rider(Node):
    name: Ident
    test: Expr


Pick: TypeAlias = PickOne | PickSome | Rider


@dataclass(frozen=True, slots=True, eq=False)
class Alternative(Node):
    name: Ident
    label: Label | None
    picks: tuple[Pick, ...]
    needs: tuple[Expr, ...]
    body: Block


@dataclass(frozen=True, slots=True, eq=False)
class Decision(Node):
    """`choose`, `offer` or `simultaneously`; `name` is each player asked, where there are several."""

    how: Literal["choose", "offer", "simultaneously"]
    name: Ident | None
    who: Expr
    alternatives: tuple[Alternative, ...]
    otherwise: Block | None
    otherwise_name: str | None = None  # a variant's own `otherwise` has a name of its own


Statement: TypeAlias = (
    Let | Assign | Move | Draw | Deal | Shuffle | Reveal | CallStatement | Return | End | Nothing
    | If | ForEach | While | Repeat | Decision
)  # fmt: skip


# ---------------------------------------------------------------- entry points
@dataclass(frozen=True, slots=True, eq=False)
class Parameter(Node):
    type: TypeNode
    name: Ident


@dataclass(frozen=True, slots=True, eq=False)
class Signature(Node):
    name: Ident
    parameters: tuple[Parameter, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Declaration(Node):
    """`type [per index [name]] [seen by] [= first [then later]]`."""

    type: TypeNode
    per: Ident | None
    index: Ident | None  # what the index is called in the values
    seen: Ident | None
    first: Expr | None
    later: Expr | None
