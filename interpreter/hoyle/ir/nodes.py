"""What a program is made of: a small tree of expressions and statements over integers.

Every value at run time is an integer up to a thousand million, or a list of them: a number, a truth
value (0, 1), a seat, a team, a piece id, the position of an enum value, node or edge, or a zone's
handle; NONE is the absent value. Nothing here refers to a file, to YAML or to a game.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.ir.types import ValueType

# One digit of a Python integer has 30 bits, and comparing such small ones is fast; in C it is an int32.
LARGEST = 1_000_000_000
NONE = -(2**30 - 1)


# ------------------------------------------------------------------ expressions
@dataclass(frozen=True, slots=True)
class Const:
    value: int


@dataclass(frozen=True, slots=True)
class Local:
    name: str


@dataclass(frozen=True, slots=True)
class Opt:
    """The value of an option, fixed before the game starts."""

    name: str


@dataclass(frozen=True, slots=True)
class Get:
    """A state variable, or one of its many."""

    var: str
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class GetEach:
    """A state variable for each of several indices."""

    var: str
    indices: Expr


@dataclass(frozen=True, slots=True)
class Table:
    """An attribute: a constant table looked up."""

    table: str
    key: Expr


@dataclass(frozen=True, slots=True)
class ZoneAt:
    """The handle of a zone."""

    zone: str
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of a zone, bottom first."""

    zone: Expr


@dataclass(frozen=True, slots=True)
class PiecesOfEach:
    zone: str
    indices: Expr


@dataclass(frozen=True, slots=True)
class Call:
    """A pure procedure's value."""

    proc: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Fn:
    """A built-in function; `hint` says which board or type it is about."""

    name: str
    args: tuple[Expr, ...]
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Arith:
    op: Literal["+", "-", "*", "/", "%"]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Concat:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from low to high, both included."""

    low: Expr
    high: Expr


@dataclass(frozen=True, slots=True)
class Around:
    """Players of a list in the order in which they sit from somebody on."""

    how: Literal["from", "after", "before"]
    players: Expr
    by: Expr


@dataclass(frozen=True, slots=True)
class Without:
    list: Expr
    items: Expr  # a list


@dataclass(frozen=True, slots=True)
class Compare:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Exists:
    of: Expr


@dataclass(frozen=True, slots=True)
class In:
    item: Expr
    list: Expr


@dataclass(frozen=True, slots=True)
class Alike:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Not:
    of: Expr


@dataclass(frozen=True, slots=True)
class And:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Or:
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choice:
    test: Expr
    then: Expr
    otherwise: Expr


@dataclass(frozen=True, slots=True)
class Items:
    """A list of values."""

    items: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class ItemAt:
    list: Expr
    index: Expr


@dataclass(frozen=True, slots=True)
class Quantified:
    """any, all, no, count, first, those; `value` belongs to sum and each, `key` to highest and lowest."""

    word: Literal["any", "all", "no", "count", "first", "those", "sum", "each", "highest", "lowest"]
    local: str
    list: Expr
    test: Expr | None = None
    prefix: bool = False
    value: Expr | None = None


Expr: TypeAlias = (
    Const | Local | Opt | Get | GetEach | Table | ZoneAt | Pieces | PiecesOfEach | Call | Fn | Arith | Concat
    | Span | Around | Without | Compare | Exists | In | Alike | Not | And | Or | Choice | Items | ItemAt
    | Quantified
)  # fmt: skip

FUNCTIONS = frozenset(
    """seat left right next previous following steps team members size min max abs top bottom drawable
    reversed distinct edges across turning neighbours ray step opposite lines
    players teams active frozen""".split()
)
"""The names that `Fn` may have: the built-ins that become calls, and a few of our own."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A value inside a text; `type` says how it reads."""

    value: Expr
    type: ValueType


TextPart: TypeAlias = str | Shown


@dataclass(frozen=True, slots=True)
class Text:
    """A text with values in it, per language."""

    languages: dict[str, tuple[TextPart, ...]]


# ------------------------------------------------------------------ statements
@dataclass(frozen=True, slots=True)
class SetLocal:
    at: int
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class SetVar:
    at: int
    var: str
    index: Expr | None
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True)
class FillVar:
    """Sets a variable, or all of its many, to a first value; `local` is the index in it, if it has one."""

    at: int
    var: str
    value: Expr
    local: str = ""


@dataclass(frozen=True, slots=True)
class Random:
    """Chance: one of the list, each as likely."""

    at: int
    name: str
    list: Expr
    label: str
    type: ValueType


@dataclass(frozen=True, slots=True)
class CallProc:
    at: int
    proc: str
    args: tuple[Expr, ...]
    into: str | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """Moves a piece (`one`), a list of pieces (`many`) or all of a zone (`zone`)."""

    at: int
    kind: Literal["one", "many", "zone"]
    what: Expr
    to: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class MoveAround:
    """Takes up what each item names, then lays each down where it belongs."""

    at: int
    local: str
    list: Expr
    kind: Literal["one", "many", "zone"]
    what: Expr
    to: Expr
    bottom: bool
    random: bool  # `what` is a list of which one piece is taken at random


@dataclass(frozen=True, slots=True)
class Draw:
    at: int
    count: Expr
    source: Expr
    to: Expr
    bottom: bool
    strict: bool = False  # an error if there are not enough


@dataclass(frozen=True, slots=True)
class Deal:
    at: int
    count: Expr
    source: Expr
    local: str
    list: Expr
    to: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class Shuffle:
    at: int
    zone: Expr


@dataclass(frozen=True, slots=True)
class Reveal:
    at: int
    pieces: Expr  # a list
    to: Expr | None  # a list of players; None: everyone


@dataclass(frozen=True, slots=True)
class If:
    at: int
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ForEach:
    at: int
    local: str
    list: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While:
    at: int
    test: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Repeat:
    at: int
    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Return:
    at: int
    value: Expr | None


@dataclass(frozen=True, slots=True)
class End:
    at: int
    what: Literal["round", "match"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One of an alternative's needs; `name` is the rule it calls, if it is one."""

    at: int
    test: Expr
    name: str
    why: Text | None


@dataclass(frozen=True, slots=True)
class Pick:
    """`one` of a list, `some` of it (between `least` and `most`), or a `rider`."""

    kind: Literal["one", "some", "rider"]
    preposition: str
    word: str  # the name as written; `name` is unique in its rule
    name: str
    list: Expr
    least: Expr | None
    most: Expr | None
    type: ValueType  # of the item
    zones: int  # from how many zones the items can come: 0 none, 1 one, 2 several
    need: Condition | None = None  # of a rider


@dataclass(frozen=True, slots=True)
class Alternative:
    at: int
    name: str
    verb: str
    label: tuple[TextPart, ...] | None
    picks: tuple[Pick, ...]
    needs: tuple[Condition, ...]
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class Decide:
    """A decision: `who` is a player for choose, a list for the others; `local` is bound to who is asked."""

    at: int
    name: str
    how: Literal["choose", "offer", "simultaneously"]
    local: str
    who: Expr
    alternatives: tuple[Alternative, ...]
    otherwise: tuple[Stmt, ...] | None


@dataclass(frozen=True, slots=True)
class Gather:
    """Pieces go back to where they start; in the first round all of them."""

    at: int


@dataclass(frozen=True, slots=True)
class PlayRound:
    """Runs the rule `round`; `end round` comes back here."""

    at: int


@dataclass(frozen=True, slots=True)
class ScoreRound:
    """Adds to every player's score, all computed before any is added."""

    at: int
    local: str
    value: Expr | None


@dataclass(frozen=True, slots=True)
class Settle:
    """Stepped chance: the top piece of a shuffled zone becomes known (`all`: every piece)."""

    at: int
    zone: Expr
    all: bool = False


@dataclass(frozen=True, slots=True)
class Refill:
    """Stepped chance: an empty zone is refilled before a piece is drawn."""

    at: int
    zone: Expr


Stmt: TypeAlias = (
    SetLocal | SetVar | FillVar | Random | CallProc | Move | MoveAround | Draw | Deal | Shuffle | Reveal | If
    | ForEach | While | Repeat | Return | End | Decide | Gather | PlayRound | ScoreRound | Settle | Refill
)  # fmt: skip
