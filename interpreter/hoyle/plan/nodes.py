"""The expressions that a plan is made of, with nothing left to decide; `statement_nodes` has the statements.

Options and the number of players are known, variables and zones have their places, quantifiers are loops,
checks and recorded events are nodes of their own. A back end prints each node in its language's way.

The state is `numbers` (one flat list, `Cell` looks into it), `zones` (a list of pieces for each handle),
a stack of frames, and what the game waits for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from hoyle.nodes import value_node

Constant: TypeAlias = "int | tuple[Constant, ...]"
Mapping: TypeAlias = "dict[int, int] | dict[int, tuple[int, ...]] | dict[tuple[int, int], int]"
Rows: TypeAlias = (
    "tuple[Constant, ...] | Mapping | dict[tuple[int, int], tuple[int, ...]] | tuple[Mapping, ...]"
)


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Constants that code looks things up in; equal ones are one object. `name` is for the reader."""

    name: str
    rows: Rows = field(repr=False)


# ------------------------------------------------------------------ expressions
@value_node
class Known:
    """A number that is known beforehand."""

    value: int


@value_node
class Fixed:
    """A list that is known beforehand."""

    table: Table


@value_node
class Local:
    name: str


@value_node
class Cell:
    """A number of the state: the one at `place`, or so many after it."""

    var: str
    place: int
    index: Expr | None = None


@value_node
class Cells:
    """All numbers of a variable, as a list."""

    var: str
    place: int
    count: int


@value_node
class Times:
    """How often a memory holds what some numbers of the state are now, one after the other."""

    memory: Cell
    record: tuple[Cells, ...]
    each: int = 0  # steps that are charged for each record
    late: bool = False


@value_node
class InRange:
    """How far an index lies above the first one; a fault if it is not one of so many."""

    index: Expr
    low: int
    count: int


@value_node
class Lookup:
    """A row of a table."""

    table: Table
    key: Expr


@value_node
class Mapped:
    """What a mapping has for a key; a fault if it has none."""

    table: Table
    key: Expr


@value_node
class MappedPair:
    """What a mapping has for two keys; a fault if it has none."""

    table: Table
    first: Expr
    second: Expr


@value_node
class Group:
    """The items that a mapping (or the one in a row of many) has for a key; none if it has none."""

    table: Table
    row: Expr | None
    key: Expr


@value_node
class Handle:
    """One of a zone's many handles."""

    zone: str
    first: int
    index: Expr


@value_node
class Pieces:
    """The pieces of a zone, bottom first: the zone itself, not a copy."""

    handle: Expr


@value_node
class PiecesOf:
    """The pieces of several zones, one after the other."""

    handles: tuple[int, ...]


@value_node
class PiecesOfEach:
    """The pieces of a zone for each item."""

    name: str
    items: Expr
    handle: Expr


@value_node
class IsEmpty:
    handle: Expr


@value_node
class HasItems:
    list: Expr


@value_node
class Call:
    """The value of a function without effects."""

    function: int
    args: tuple[Expr, ...]


@value_node
class Arith:
    """Exact; `/` rounds down, `%` has the sign of its right side; both fault at zero."""

    op: Literal["+", "-", "/", "%"]
    left: Expr
    right: Expr


@value_node
class Product:
    """A product, which must be a number that can be stored."""

    left: Expr
    right: Expr


@value_node
class Scaled:
    """So many times a node, player or the like: small, so nothing is checked."""

    of: Expr
    by: int


@value_node
class Fit:
    """A number that must be one that can be stored; `wide`: one that a definition may be given or give."""

    of: Expr
    wide: bool = False


@value_node
class Within:
    """A number that must lie between two ends, both included; if not, a fault that says the `name`.

    Where it is `optional` it may be none. With a `depth` it is a list whose items must, or at 2 theirs.
    """

    of: Expr
    low: int
    high: int
    optional: bool
    depth: int
    name: str


@value_node
class Compare:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
    left: Expr
    right: Expr
    lists: bool = False  # both may be lists


@value_node
class CompareLists:
    op: Literal["==", "!=", "<", "<=", ">", ">="]
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
class Choose:
    test: Expr
    then: Expr
    otherwise: Expr


@value_node
class In:
    item: Expr
    list: Expr


@value_node
class InZone:
    piece: Expr
    handle: Expr


@value_node
class InSpan:
    item: Expr
    low: Expr
    high: Expr


@value_node
class Items:
    items: tuple[Expr, ...]


@value_node
class ItemAt:
    """An item of a list; `checked` where the index may lie outside, and says so in words."""

    list: Expr
    index: Expr
    checked: bool


@value_node
class WithItem:
    """A copy of a list with another item in one place, or with the number there changed by so much.

    A fault, which says the list's name, if it has no such place; a changed number must be one to be stored.
    """

    list: Expr
    index: Expr
    op: Literal["=", "+=", "-="]
    item: Expr
    name: str


@value_node
class Concat:
    """Two lists, one after the other; a fault if that is too long."""

    left: Expr
    right: Expr


@value_node
class TakenOut:
    """A list without each of some items once, where it first stands; what is not there is passed over."""

    list: Expr
    items: Expr


@value_node
class Span:
    """The numbers from low to high."""

    low: Expr
    high: Expr


@value_node
class Upto:
    """So many numbers from 0 on; none if it is negative."""

    count: Expr


@value_node
class Without:
    list: Expr
    items: Expr


@value_node
class WithoutOne:
    """A list without all that equal one item, which is looked at only if there is something to compare."""

    list: Expr
    item: Expr


@value_node
class Around:
    how: Literal["from", "after", "before"]
    players: Expr
    by: Expr
    count: int


@value_node
class Following:
    """The item after one in a list, around its end; a fault if it is not in it."""

    item: Expr
    list: Expr


@value_node
class Seat:
    """A number as a seat; a fault if nobody sits there."""

    number: Expr
    count: int


@value_node
class Extreme:
    """The smaller or the greater of two numbers."""

    word: Literal["min", "max"]
    left: Expr
    right: Expr


@value_node
class Magnitude:
    of: Expr


@value_node
class Size:
    list: Expr


@value_node
class SizeOf:
    """How many pieces several zones hold together."""

    handles: tuple[int, ...]


@value_node
class Count:
    """How often an item is in a list."""

    list: Expr
    item: Expr


@value_node
class EndOf:
    """The top or the bottom piece of a zone; `checked`: an empty one is named in words."""

    handle: Expr
    end: Literal["top", "bottom"]
    checked: bool


@value_node
class Drawable:
    """How many pieces can be drawn from a zone that is not known beforehand."""

    handle: Expr


@value_node
class Reversed:
    list: Expr


@value_node
class Distinct:
    list: Expr


@value_node
class Sorted:
    list: Expr


@value_node
class Frozen:
    """A list as it is now, to be kept."""

    list: Expr


@value_node
class LinesOf:
    """Straight lines among nodes that are not known beforehand; `table` holds the board's rays."""

    board: str
    nodes: Expr
    length: Expr


@value_node
class Listed:
    """The list of `value` for those items that pass the test; several names take an item apart."""

    names: tuple[str, ...]
    items: Expr
    test: Expr | None
    value: Expr


@value_node
class Zipped:
    """Pairs: the first items of two lists, the second ones, …"""

    left: Expr
    right: Expr


@value_node
class Selections:
    """All ways to take so many of the items, in the order of the list."""

    items: Expr
    least: Expr
    most: Expr
    each: int = 0  # steps for each item of each way
    way: int = 0  # steps for each way


@value_node
class Charged:
    """A list for which steps are charged, so many for each item, before anything is done with it.

    Of a span the steps are charged before the list is made. A number passes, and costs nothing: where a value
    comes from a local, whether it is a list may not be known here.
    `late`, here and elsewhere: only after `limits.FREE_JUMPS` jumps since the last decision.
    """

    list: Expr
    each: int
    late: bool = False


@value_node
class FitList:
    """A list that must not be longer than it may be where it is kept, with all that the lists in it hold.

    The fault is `values` with the name of a variable that has one list for each of many, else `list length`.
    """

    list: Expr
    most: int
    deep: bool  # it may hold lists
    name: str = ""


@value_node
class Once:
    """Computed when it is first needed, then kept in a local until `Forget`."""

    name: str
    of: Expr


@value_node
class ChoiceOf:
    """A choice: the block that it leads to, and its picks."""

    block: int
    picks: tuple[Expr, ...]


@value_node
class RandomPiece:
    """One of some pieces, each as likely; recorded with the label `piece`."""

    items: Expr


@value_node
class PieceMask:
    """The bit set of those who know which piece it is."""

    piece: Expr


Expr: TypeAlias = (
    Known | Fixed | Local | Cell | Cells | Times | InRange | Lookup | Mapped | MappedPair | Group | Handle
    | Pieces | PiecesOf | PiecesOfEach | IsEmpty | HasItems | Call | Arith | Product | Scaled | Fit | Within
    | Compare | CompareLists | Not | And | Or | Choose | In | InZone | InSpan | Items | ItemAt | WithItem
    | Concat | TakenOut | Span | Upto | Without | WithoutOne | Around | Following | Seat | Extreme | Magnitude
    | Size | SizeOf | Count | EndOf | Drawable | Reversed | Distinct | Sorted | Frozen | LinesOf | Listed
    | Zipped | Selections | Charged | FitList | Once | ChoiceOf | RandomPiece | PieceMask
)  # fmt: skip
