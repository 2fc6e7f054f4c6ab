"""The statements that a plan is made of: what is done, recorded and waited for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.ir.types import ValueType
from hoyle.plan.nodes import Cell, Cells, Expr, Local


# ------------------------------------------------------------------ statements: values
@dataclass(frozen=True, slots=True)
class SetLocal:
    at: int
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class StartList:
    """A local becomes an empty list, to which items are added."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class StartFilled:
    """A local becomes a list of so many equal items, which can be set."""

    at: int
    name: str
    item: Expr
    count: int


@dataclass(frozen=True, slots=True)
class SetItem:
    at: int
    name: str
    index: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Append:
    """Adds an item to a list that a local holds."""

    at: int
    name: str
    item: Expr


@dataclass(frozen=True, slots=True)
class AddTo:
    at: int
    name: str
    value: Expr


@dataclass(frozen=True, slots=True)
class Forget:
    """What was computed once is to be computed anew."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class SetCell:
    at: int
    cell: Cell
    op: Literal["=", "+=", "-="]
    value: Expr


@dataclass(frozen=True, slots=True)
class Bound:
    """A fault if a number that was just stored is too large for that, upwards or downwards."""

    at: int
    of: Local | Cell
    side: Literal["above", "below"]


@dataclass(frozen=True, slots=True)
class FillCells:
    """Sets all numbers of a variable; `name` is bound to each index, if the value reads it."""

    at: int
    cells: Cells
    value: Expr
    name: str
    low: int


@dataclass(frozen=True, slots=True)
class ChooseRandom:
    at: int
    name: str
    items: Expr
    type: ValueType


@dataclass(frozen=True, slots=True)
class Evaluate:
    """Computes a value for its faults only."""

    at: int
    of: Expr


@dataclass(frozen=True, slots=True)
class Act:
    """Calls a function with effects."""

    at: int
    function: int
    args: tuple[Expr, ...]
    into: str | None


# ------------------------------------------------------------------ statements: pieces
@dataclass(frozen=True, slots=True)
class TakeUp:
    """Takes a piece out of the zone it lies in."""

    at: int
    piece: Expr


@dataclass(frozen=True, slots=True)
class TakeTop:
    at: int
    name: str
    handle: Expr


@dataclass(frozen=True, slots=True)
class LayDown:
    """Puts a piece that was taken up into a zone."""

    at: int
    piece: Expr
    handle: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class MovePiece:
    """A move with all that belongs to it: room, what was revealed, what is known of the order, the event."""

    at: int
    piece: Expr
    handle: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class MovePieces:
    at: int
    pieces: Expr
    handle: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class MoveAround:
    """Takes note of the pieces and the target of each item, then moves them all."""

    at: int
    name: str
    items: Expr
    pieces: Expr
    handle: Expr
    bottom: bool


@dataclass(frozen=True, slots=True)
class DrawPieces:
    at: int
    source: Expr
    handle: Expr
    count: Expr
    bottom: bool
    strict: bool


@dataclass(frozen=True, slots=True)
class Refill:
    at: int
    handle: Expr


@dataclass(frozen=True, slots=True)
class Shuffle:
    at: int
    handle: Expr


@dataclass(frozen=True, slots=True)
class Reveal:
    at: int
    pieces: Expr
    to: Expr | None


@dataclass(frozen=True, slots=True)
class Gather:
    at: int


@dataclass(frozen=True, slots=True)
class CountRound:
    at: int


# ------------------------------------------------------------------ statements: what is recorded
@dataclass(frozen=True, slots=True)
class RecordSet:
    at: int
    var: str
    index: Expr | None
    value: Expr


@dataclass(frozen=True, slots=True)
class RecordRandom:
    at: int
    label: str
    type: ValueType
    value: Expr
    mask: Expr


@dataclass(frozen=True, slots=True)
class RecordScore:
    at: int
    gains: tuple[Expr, ...] | None


# ------------------------------------------------------------------ statements: control
@dataclass(frozen=True, slots=True)
class If:
    at: int
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Loop:
    """Goes through a list; `unbroken` is done if no `Break` has left it."""

    at: int
    names: tuple[str, ...]
    items: Expr
    body: tuple[Stmt, ...]
    unbroken: tuple[Stmt, ...] = ()


@dataclass(frozen=True, slots=True)
class Repeat:
    at: int
    times: Expr
    body: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class While:
    """A loop; each time round costs fuel, unless it is one of our own that surely ends."""

    at: int
    test: Expr
    body: tuple[Stmt, ...]
    fuelled: bool = True


@dataclass(frozen=True, slots=True)
class Break:
    at: int


@dataclass(frozen=True, slots=True)
class Return:
    at: int
    value: Expr | None


@dataclass(frozen=True, slots=True)
class ReturnBest:
    """Returns the first of those with the highest or lowest key; a fault if there is none."""

    at: int
    word: Literal["highest", "lowest"]
    name: str
    items: Expr
    test: Expr | None
    key: Expr


@dataclass(frozen=True, slots=True)
class Fail:
    at: int
    code: str
    values: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class EndRound:
    """Leaves everything but the match itself; from a block by its frames, else by leaving the functions."""

    at: int
    from_block: bool


@dataclass(frozen=True, slots=True)
class PlayRound:
    """Runs a round that never stops; `EndRound` comes back here."""

    at: int
    function: int


# ------------------------------------------------------------------ statements: blocks and waiting
@dataclass(frozen=True, slots=True)
class Receive:
    """Takes the value that the last procedure left with."""

    at: int
    name: str


@dataclass(frozen=True, slots=True)
class Push:
    """Notes where to go on later; `counted`: too many of them are a fault."""

    at: int
    block: int
    frame: tuple[Expr, ...]
    counted: bool


@dataclass(frozen=True, slots=True)
class Jump:
    """Goes on with another block; `unwinding`: leave first, since such jumps may come without end."""

    at: int
    block: int
    args: tuple[Expr, ...]
    unwinding: bool


@dataclass(frozen=True, slots=True)
class Leave:
    """Ends a procedure, with a value or without."""

    at: int
    value: Expr | None


@dataclass(frozen=True, slots=True)
class ListChoices:
    """Makes the list of choices at a site, by the site's own function."""

    at: int
    function: int
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class IfChoices:
    """Done if the list of choices is not empty."""

    at: int
    then: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class AddPass:
    """Whoever is offered something may pass: the last choice."""

    at: int
    block: int


@dataclass(frozen=True, slots=True)
class ListOutcomes:
    """Stepped chance: makes the list of outcomes, with their weights; each leads to the block.

    `random`: the items of a list; `top`: the pieces that may be a zone's highest, if that is not known;
    `all`: the same as long as any of the zone's order is not known.
    """

    at: int
    block: int
    how: Literal["random", "top", "all"]
    of: Expr  # a list, or a zone's handle


@dataclass(frozen=True, slots=True)
class ShowChoices:
    """The list that was made is what the game waits for."""

    at: int


@dataclass(frozen=True, slots=True)
class Settle:
    """Stepped chance: a piece turns out to be the highest of those that nobody has seen in a zone."""

    at: int
    handle: Expr
    piece: Expr


@dataclass(frozen=True, slots=True)
class Wait:
    """The game waits for a seat at a site; its frame holds these locals."""

    at: int
    site: int
    seat: Expr
    frame: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class NewKeys:
    """Begins to tell look-alikes apart."""

    at: int


@dataclass(frozen=True, slots=True)
class IfNew:
    """Done if nothing with this key has come before."""

    at: int
    key: Expr
    then: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class ApplyChoices:
    """Everybody has chosen: for each in turn, what was picked is put into locals, and done.

    `bodies` has the picks' names and the statements of each alternative.
    """

    at: int
    name: str
    who: Expr
    got: Expr
    bodies: tuple[tuple[tuple[str, ...], tuple[Stmt, ...]], ...]


@dataclass(frozen=True, slots=True)
class IfNobodyChose:
    at: int
    got: Expr
    then: tuple[Stmt, ...]


@dataclass(frozen=True, slots=True)
class NoteChoice:
    """Adds what one of several has chosen: the alternative and its picks; None: nothing was to choose."""

    at: int
    got: str
    alternative: int | None
    picks: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class SetSeat:
    """Says whom the game waits for, when a state was read back."""

    at: int
    seat: Expr
    name: str | None  # a local that is bound to the seat, too


Stmt: TypeAlias = (
    SetLocal | StartList | StartFilled | SetItem | Append | AddTo | Forget | SetCell | Bound
    | FillCells | ChooseRandom | Evaluate | Act | TakeUp | TakeTop | LayDown | MovePiece | MovePieces
    | MoveAround | DrawPieces | Refill | Shuffle | Reveal | Gather | CountRound | RecordSet
    | RecordRandom | RecordScore | If | Loop | Repeat | While | Break | Return | ReturnBest | Fail
    | EndRound | PlayRound | Receive | Push | Jump | Leave | ListChoices | IfChoices | AddPass
    | ListOutcomes | ShowChoices | Settle | Wait | NewKeys | IfNew | ApplyChoices | IfNobodyChose
    | NoteChoice | SetSeat
)  # fmt: skip
