"""The syntax tree of the action language.

Nodes compare by identity: the checker keeps what it finds out about them in tables of its own.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place, SourceFile
from hoyle.document.nodes import Scalar
from hoyle.nodes import node


@node
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


@node
class Node:
    at: Extent

    def __repr__(self) -> str:
        return f"<{type(self).__name__} `{self.at.text}` at {self.at.place}>"


@node
class Ident(Node):
    """A name where it is declared or stands as an attribute."""

    text: str


# ---------------------------------------------------------------- types
@node
class NamedType(Node):
    name: str


@node
class ListType(Node):
    item: TypeNode


@node
class MaybeType(Node):
    item: TypeNode


@node
class ZoneType(Node):
    component: str


@node
class RangeType(Node):
    low: int
    high: int


@node
class MemoryType(Node):
    """`memory of man, to_move`: what these variables held when it was said."""

    names: tuple[Ident, ...]


TypeNode: TypeAlias = NamedType | ListType | MaybeType | ZoneType | RangeType | MemoryType


# ---------------------------------------------------------------- expressions
@node
class Name(Node):
    text: str


@node
class Integer(Node):
    value: int


@node
class Quoted(Node):
    text: str


@node
class Call(Node):
    name: Ident
    args: tuple[Expr, ...]


@node
class ListOf(Node):
    items: tuple[Expr, ...]


@node
class Attribute(Node):
    of: Expr
    name: Ident


@node
class Index(Node):
    """`of[index]`, or with `more` of them: `of[index, …]`."""

    of: Expr
    index: Expr
    more: tuple[Expr, ...] = ()

    @property
    def indices(self) -> tuple[Expr, ...]:
        return self.index, *self.more


@node
class Minus(Node):
    of: Expr


@node
class Arithmetic(Node):
    op: Literal["+", "-", "*", "/", "%"]
    left: Expr
    right: Expr


@node
class Range(Node):
    low: Expr
    high: Expr


@node
class Arrange(Node):
    """`players from p`, `… after p`, `… before p`, `… except x`."""

    how: Literal["from", "after", "before", "except"]
    list: Expr
    by: Expr


@node
class Compare(Node):
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@node
class Exists(Node):
    of: Expr


@node
class Member(Node):
    item: Expr
    list: Expr


@node
class Like(Node):
    left: Expr
    right: Expr


@node
class Not(Node):
    of: Expr


@node
class And(Node):
    left: Expr
    right: Expr


@node
class Or(Node):
    left: Expr
    right: Expr


@node
class Conditional(Node):
    test: Expr
    then: Expr
    otherwise: Expr


QuantityWord: TypeAlias = Literal["any", "all", "no", "count", "first", "those"]


@node
class Quantifier(Node):
    word: QuantityWord
    name: Ident
    list: Expr
    test: Expr | None
    prefix: bool  # `while`: only as long as the test holds
    test_word: str | None  # where, have or while, as written


@node
class Total(Node):
    """`sum x in list [where test] of value`."""

    name: Ident
    list: Expr
    test: Expr | None
    value: Expr


@node
class Extreme(Node):
    """`highest x in list [where test] by key`."""

    word: Literal["highest", "lowest"]
    name: Ident
    list: Expr
    test: Expr | None
    key: Expr


@node
class Each(Node):
    """`each x in list [where test] of value`: the list of the values."""

    name: Ident
    list: Expr
    test: Expr | None
    value: Expr


@node
class Supposing(Node):
    """`supposing rule(…) then value`: the value as it would be after the rule."""

    call: Call
    then: Expr


Expr: TypeAlias = (
    Name | Integer | Quoted | Call | ListOf | Attribute | Index | Minus | Arithmetic | Range | Arrange
    | Compare | Exists | Member | Like | Not | And | Or | Conditional | Quantifier | Total | Extreme | Each
    | Supposing
)  # fmt: skip


Template: TypeAlias = tuple[str | Expr, ...]
"""A text such as "{c} is not {led()}", as words and expressions."""


@node
class Label(Quoted):
    """What an alternative is called on the table; `parts` where it has `{…}`."""

    parts: Template | None


# ---------------------------------------------------------------- statements
@node
class Let(Node):
    name: Ident
    value: RightSide


@node
class Assign(Node):
    """`target[index, more][item] = value`; where the target is a single list, `index` is the item's place."""

    target: Ident
    index: Expr | None
    op: Literal["=", "+=", "-="]
    value: RightSide
    more: tuple[Expr, ...] = ()
    item: Expr | None = None

    @property
    def indices(self) -> tuple[Expr, ...]:
        return () if self.index is None else (self.index, *self.more)


@node
class PlaceTo(Node):
    """Where pieces go: a zone, on top or at the bottom."""

    zone: Expr
    bottom: bool


@node
class Spread(Node):
    """`for p in list` after a move or a deal."""

    name: Ident
    list: Expr


@node
class Move(Node):
    what: Expr
    to: PlaceTo
    spread: Spread | None


@node
class Draw(Node):
    count: Expr
    zone: Expr
    to: PlaceTo


@node
class Deal(Node):
    count: Expr
    zone: Expr
    to: PlaceTo
    spread: Spread


@node
class Shuffle(Node):
    zone: Expr


@node
class Reveal(Node):
    what: Expr
    to: Expr | None


@node
class Remember(Node):
    memory: Ident


@node
class Forget(Node):
    memory: Ident


@node
class CallStatement(Node):
    call: Call


@node
class Return(Node):
    value: Expr | None


@node
class End(Node):
    what: Literal["round", "match"]


@node
class Nothing(Node):
    pass


Block: TypeAlias = "tuple[Statement, ...]"


@node
class If(Node):
    """`branches` are the `if` and each `else if`."""

    branches: tuple[tuple[Expr, Block], ...]
    otherwise: Block | None


@node
class ForEach(Node):
    name: Ident
    list: Expr
    body: Block


@node
class While(Node):
    test: Expr
    body: Block


@node
class Repeat(Node):
    times: Expr
    body: Block


@node
class PickOne(Node):
    preposition: str | None
    name: Ident
    list: Expr


@node
class PickSome(Node):
    preposition: str | None
    name: Ident
    count: Expr
    list: Expr


@node
class Rider(Node):
    name: Ident
    test: Expr


Pick: TypeAlias = PickOne | PickSome | Rider


@node
class Alternative(Node):
    name: Ident
    label: Label | None
    picks: tuple[Pick, ...]
    needs: tuple[Expr, ...]
    body: Block


@node
class Also(Node):
    """`also RULE(ARGS)`: the alternatives that a rule with `choices` lends."""

    call: Call


Offered: TypeAlias = Alternative | Also


@node
class Decision(Node):
    """`choose`, `offer` or `simultaneously`; `name` is each player asked, where there are several."""

    how: Literal["choose", "offer", "simultaneously"]
    name: Ident | None
    who: Expr
    alternatives: tuple[Offered, ...]
    otherwise: Block | None
    otherwise_name: str | None = None  # a variant's own `otherwise` has a name of its own
    question: Label | None = None  # what people are asked
    needs: tuple[Expr, ...] = ()  # of all alternatives


RightSide: TypeAlias = Expr | Draw
"""What a local or a variable may be set to: a value, or what a draw brings."""

Statement: TypeAlias = (
    Let | Assign | Move | Draw | Deal | Shuffle | Reveal | Remember | Forget | CallStatement | Return | End
    | Nothing | If | ForEach | While | Repeat | Decision
)  # fmt: skip


# ---------------------------------------------------------------- entry points
@node
class Parameter(Node):
    type: TypeNode
    name: Ident


@node
class Signature(Node):
    name: Ident
    parameters: tuple[Parameter, ...]


@node
class Declaration(Node):
    """`type [per index [name], …] [seen by] [= first [then later]]`."""

    type: TypeNode
    per: tuple[Ident, ...]
    index: tuple[Ident | None, ...]  # what each index is called in the values
    seen: Ident | None
    first: Expr | None
    later: Expr | None
