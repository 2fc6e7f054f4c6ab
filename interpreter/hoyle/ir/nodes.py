"""What a program is made of: a small tree of expressions and statements over integers.

Every value at run time is an integer up to a thousand million, or a list of them: a number, a truth
value (0, 1), a seat, a team, a piece id, the position of an enum value, node or edge, or a zone's
handle; NONE is the absent value. Nothing here refers to a file, to YAML or to a game.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from hoyle.ir.types import Per, ValueType
from hoyle.nodes import added, value_node

# One digit of a Python integer has 30 bits, and comparing such small ones is fast; in C it is an int32.
LARGEST = 1_000_000_000
NONE = -(2**30 - 1)
# What a definition may be given or give; `docs/semantics.md` has the rules.
WIDE = 2**40

# A local of ours that takes the value of a call to return it: such a call leaves no frame behind.
RESULT = "result"


# ------------------------------------------------------------------ expressions
@value_node
class Const:
    value: int


@value_node
class Local:
    name: str


@value_node
class Opt:
    """The value of an option, fixed before the game starts."""

    name: str


@value_node
class Get:
    """A state variable, or one of its many."""

    var: str
    index: Expr | None = None


@value_node
class GetEach:
    """A state variable for each of several indices."""

    var: str
    indices: Expr


@value_node
class Flat:
    """The number of one of many that have several indices: the last index counts first."""

    per: Per
    indices: tuple[Expr, ...]


@value_node
class Times:
    """How often what a memory's variables hold now was remembered."""

    memory: str


@value_node
class Table:
    """An attribute: a constant table looked up."""

    table: str
    key: Expr


@value_node
class ZoneAt:
    """The handle of a zone."""

    zone: str
    index: Expr | None = None


@value_node
class Pieces:
    """The pieces of a zone, bottom first."""

    zone: Expr


@value_node
class PiecesOfEach:
    zone: str
    indices: Expr


@value_node
class Call:
    """A pure procedure's value."""

    proc: str
    args: tuple[Expr, ...]


@value_node
class Fn:
    """A built-in function; `hint` says which board or type it is about."""

    name: str
    args: tuple[Expr, ...]
    hint: str = ""


@value_node
class Arith:
    op: Literal["+", "-", "*", "/", "%"]
    left: Expr
    right: Expr


@value_node
class Concat:
    left: Expr
    right: Expr


@value_node
class TakenOut:
    """A list without each of some items once, where it first stands; what is not there is passed over."""

    list: Expr
    items: Expr


@value_node
class Span:
    """The numbers from low to high, both included."""

    low: Expr
    high: Expr


@value_node
class Around:
    """Players of a list in the order in which they sit from somebody on."""

    how: Literal["from", "after", "before"]
    players: Expr
    by: Expr


@value_node
class Without:
    list: Expr
    items: Expr  # a list


@value_node
class Compare:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr


@value_node
class Exists:
    of: Expr


@value_node
class In:
    item: Expr
    list: Expr


@value_node
class Alike:
    left: Expr
    right: Expr


@value_node
class Not:
    of: Expr


@value_node
class And:
    left: Expr
    right: Expr


@value_node
class Or:
    left: Expr
    right: Expr


@value_node
class Choice:
    test: Expr
    then: Expr
    otherwise: Expr


@value_node
class Items:
    """A list of values."""

    items: tuple[Expr, ...]


@value_node
class ItemAt:
    list: Expr
    index: Expr


@value_node
class WithItem:
    """A list with another item in one place, or with a number there changed by so much.

    `name` says whose items these are, if it has no such place.
    """

    list: Expr
    index: Expr
    op: Literal["=", "+=", "-="]
    item: Expr
    name: str


@value_node
class Quantified:
    """any, all, no, count, first, those; `value` belongs to sum and each, `key` to highest and lowest."""

    word: Literal["any", "all", "no", "count", "first", "those", "sum", "each", "highest", "lowest"]
    local: str
    list: Expr
    test: Expr | None = None
    prefix: bool = False
    value: Expr | None = None


@value_node
class Supposing:
    """The value of `then` as it would be after a procedure; afterwards the state is as before.

    `names` are locals that `then` reads and that get their `values` before the procedure is run.
    """

    proc: str
    args: tuple[Expr, ...]
    then: Expr
    names: tuple[str, ...] = ()
    values: tuple[Expr, ...] = ()


@value_node
class Within:
    """A value that must be one of a type with ends, of a list all its items; none only if the type says so.

    `name` is what it is given to; `rule` the rule whose parameter that is, if it is one.
    """

    of: Expr
    type: ValueType
    name: str
    rule: str = ""


Expr: TypeAlias = (
    Const | Local | Opt | Get | GetEach | Flat | Times | Table | ZoneAt | Pieces | PiecesOfEach | Call | Fn
    | Arith | Concat | TakenOut | Span | Around | Without | Compare | Exists | In | Alike | Not | And | Or
    | Choice | Items | ItemAt | WithItem | Quantified | Supposing | Within
)  # fmt: skip

FUNCTIONS = frozenset(
    """seat left right next previous following steps team members size min max abs top bottom drawable
    reversed distinct edges across turning neighbours ray step opposite lines
    x y players teams active frozen""".split()
)
"""The names that `Fn` may have: the built-ins that become calls, and a few of our own."""


@value_node
class Shown:
    """A value inside a text; `type` says how it reads."""

    value: Expr
    type: ValueType


TextPart: TypeAlias = str | Shown


@value_node
class Text:
    """A text with values in it, per language."""

    languages: dict[str, tuple[TextPart, ...]]


# ------------------------------------------------------------------ statements
@value_node
class SetLocal:
    at: int
    name: str
    value: Expr


@value_node
class SetVar:
    at: int
    var: str
    index: Expr | None
    op: Literal["=", "+=", "-="]
    value: Expr


@value_node
class FillVar:
    """Sets a variable, or all of its many, to a first value; `local` is the index in it, if it has one.

    `more` are the names of the second index and those after it; an index that is not used has no name.
    """

    at: int
    var: str
    value: Expr
    local: str = ""
    more: tuple[str, ...] = ()


@value_node
class Remember:
    """Notes what a memory's variables hold now."""

    at: int
    memory: str


@value_node
class Forget:
    """Empties a memory."""

    at: int
    memory: str


@value_node
class Random:
    """Chance: one of the list, each as likely."""

    at: int
    name: str
    list: Expr
    label: str
    type: ValueType


@value_node
class CallProc:
    at: int
    proc: str
    args: tuple[Expr, ...]
    into: str | None = None


@value_node
class Move:
    """Moves a piece (`one`), a list of pieces (`many`) or all of a zone (`zone`)."""

    at: int
    kind: Literal["one", "many", "zone"]
    what: Expr
    to: Expr
    bottom: bool


@value_node
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


@value_node
class Draw:
    at: int
    count: Expr
    source: Expr
    to: Expr
    bottom: bool
    strict: bool = False  # an error if there are not enough
    into: str = added("")  # a local that becomes the list of what came


@value_node
class Deal:
    at: int
    count: Expr
    source: Expr
    local: str
    list: Expr
    to: Expr
    bottom: bool


@value_node
class Shuffle:
    at: int
    zone: Expr


@value_node
class Reveal:
    at: int
    pieces: Expr  # a list
    to: Expr | None  # a list of players; None: everyone


@value_node
class If:
    at: int
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...]


@value_node
class ForEach:
    at: int
    local: str
    list: Expr
    body: tuple[Stmt, ...]


@value_node
class While:
    at: int
    test: Expr
    body: tuple[Stmt, ...]


@value_node
class Repeat:
    at: int
    times: Expr
    body: tuple[Stmt, ...]


@value_node
class Return:
    at: int
    value: Expr | None


@value_node
class End:
    at: int
    what: Literal["round", "match"]


@value_node
class Condition:
    """One of an alternative's needs; `name` is the rule it calls, if it is one."""

    at: int
    test: Expr
    name: str
    why: Text | None


@value_node
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


@value_node
class Alternative:
    at: int
    name: str
    verb: str
    label: tuple[TextPart, ...] | None
    picks: tuple[Pick, ...]
    needs: tuple[Condition, ...]
    body: tuple[Stmt, ...]


@value_node
class Decide:
    """A decision: `who` is a player for choose, a list for the others; `local` is bound to who is asked."""

    at: int
    name: str
    how: Literal["choose", "offer", "simultaneously"]
    local: str
    who: Expr
    alternatives: tuple[Alternative, ...]
    otherwise: tuple[Stmt, ...] | None
    question: tuple[TextPart, ...] | None = added(None)  # what people are asked


@value_node
class Gather:
    """Pieces go back to where they start; in the first round all of them."""

    at: int


@value_node
class PlayRound:
    """Runs the rule `round`; `end round` comes back here."""

    at: int


@value_node
class ScoreRound:
    """Adds to every player's score, all computed before any is added."""

    at: int
    local: str
    value: Expr | None


@value_node
class Settle:
    """Stepped chance: the top piece of a shuffled zone becomes known (`all`: every piece)."""

    at: int
    zone: Expr
    all: bool = False


@value_node
class Refill:
    """Stepped chance: an empty zone is refilled before a piece is drawn."""

    at: int
    zone: Expr


Stmt: TypeAlias = (
    SetLocal | SetVar | FillVar | Remember | Forget | Random | CallProc | Move | MoveAround | Draw | Deal
    | Shuffle | Reveal | If | ForEach | While | Repeat | Return | End | Decide | Gather | PlayRound
    | ScoreRound | Settle | Refill
)  # fmt: skip
