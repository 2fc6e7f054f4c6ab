"""The statements that a plan is made of: what is done, recorded and waited for."""

from __future__ import annotations

from typing import Literal, TypeAlias

from hoyle.ir.types import ValueType
from hoyle.nodes import value_node
from hoyle.plan.nodes import Cell, Cells, Expr, Local


# ------------------------------------------------------------------ statements: values
@value_node
class SetLocal:
    at: int
    name: str
    value: Expr


@value_node
class StartList:
    """A local becomes an empty list, to which items are added."""

    at: int
    name: str


@value_node
class StartFilled:
    """A local becomes a list of so many equal items, which can be set."""

    at: int
    name: str
    item: Expr
    count: int


@value_node
class SetItem:
    at: int
    name: str
    index: Expr
    value: Expr


@value_node
class Append:
    """Adds an item to a list that a local holds."""

    at: int
    name: str
    item: Expr


@value_node
class AddTo:
    at: int
    name: str
    value: Expr


@value_node
class Forget:
    """What was computed once is to be computed anew."""

    at: int
    name: str


@value_node
class SetCell:
    at: int
    cell: Cell
    op: Literal["=", "+=", "-="]
    value: Expr


@value_node
class Bound:
    """A fault if a number that was just stored is too large for that, upwards or downwards."""

    at: int
    of: Local | Cell
    side: Literal["above", "below"]


@value_node
class FillCells:
    """Sets all numbers of a variable; the names are bound to the indices, if the value reads them.

    Each index goes from its first value through so many, the last one fastest.
    """

    at: int
    cells: Cells
    value: Expr
    names: tuple[str, ...]
    lows: tuple[int, ...]
    counts: tuple[int, ...]


@value_node
class Remember:
    """Notes in a memory what some numbers of the state are now; a fault if it holds too many of these."""

    at: int
    memory: Cell
    record: tuple[Cells, ...]
    most: int = 0  # positions that it may hold


@value_node
class EmptyMemory:
    at: int
    memory: Cell


@value_node
class ChooseRandom:
    at: int
    name: str
    items: Expr
    type: ValueType


@value_node
class Evaluate:
    """Computes a value for its faults only."""

    at: int
    of: Expr


@value_node
class Act:
    """Calls a function with effects."""

    at: int
    function: int
    args: tuple[Expr, ...]
    into: str | None


# ------------------------------------------------------------------ statements: pieces
@value_node
class TakeUp:
    """Takes a piece out of the zone it lies in.

    `anew`, here and below: what is supposed. The zone gets another list, since the one that it has is kept to
    be put back; nothing is noted of the order, and nothing is recorded.
    """

    at: int
    piece: Expr
    anew: bool = False


@value_node
class TakeTop:
    at: int
    name: str
    handle: Expr
    anew: bool = False


@value_node
class LayDown:
    """Puts a piece that was taken up into a zone."""

    at: int
    piece: Expr
    handle: Expr
    bottom: bool
    anew: bool = False


@value_node
class MovePiece:
    """A move with all that belongs to it: room, what was revealed, what is known of the order, the event.

    `followed`, where that is recorded: everybody knows from which place in its zone the piece comes.
    """

    at: int
    piece: Expr
    handle: Expr
    bottom: bool
    anew: bool = False
    followed: bool = False


@value_node
class MovePieces:
    """`each`, here and below: steps that are charged for each piece that is touched; 0: none are."""

    at: int
    pieces: Expr
    handle: Expr
    bottom: bool
    anew: bool = False
    each: int = 0
    late: bool = False


@value_node
class MoveAround:
    """Takes note of the pieces and the target of each item, then moves them all."""

    at: int
    name: str
    items: Expr
    pieces: Expr
    handle: Expr
    bottom: bool
    anew: bool = False
    each: int = 0
    late: bool = False
    followed: int = 0  # 1: by place, 2: each time all of a zone


@value_node
class DrawPieces:
    at: int
    source: Expr
    handle: Expr
    count: Expr
    bottom: bool
    strict: bool
    into: str = ""  # a local that becomes the list of what came
    anew: bool = False
    each: int = 0  # for each time that one is to be drawn
    each_refilled: int = 0
    late: bool = False


@value_node
class Refill:
    at: int
    handle: Expr
    each: int = 0
    late: bool = False


@value_node
class Shuffle:
    at: int
    handle: Expr
    each: int = 0
    late: bool = False


@value_node
class Reveal:
    at: int
    pieces: Expr
    to: Expr | None


@value_node
class Gather:
    at: int


@value_node
class CountRound:
    at: int


# ------------------------------------------------------------------ statements: what is recorded
@value_node
class RecordSet:
    at: int
    var: str
    index: Expr | None
    value: Expr


@value_node
class RecordRandom:
    at: int
    label: str
    type: ValueType
    value: Expr
    mask: Expr


@value_node
class RecordScore:
    at: int
    gains: tuple[Expr, ...] | None


# ------------------------------------------------------------------ statements: control
@value_node
class Charge:
    """Takes so many steps off the budget; a fault if that is used up."""

    at: int
    steps: int
    late: bool = False


@value_node
class If:
    at: int
    test: Expr
    then: tuple[Stmt, ...]
    otherwise: tuple[Stmt, ...] = ()


@value_node
class Loop:
    """Goes through a list; `unbroken` is done if no `Break` has left it."""

    at: int
    names: tuple[str, ...]
    items: Expr
    body: tuple[Stmt, ...]
    unbroken: tuple[Stmt, ...] = ()


@value_node
class Repeat:
    at: int
    times: Expr
    body: tuple[Stmt, ...]


@value_node
class While:
    """A loop; what each time round costs is a `Charge` in its body.

    `asking`: a list of players who are asked one after the other, so there are no more rounds than these.
    """

    at: int
    test: Expr
    body: tuple[Stmt, ...]
    asking: Local | None = None


@value_node
class Break:
    at: int


@value_node
class Return:
    at: int
    value: Expr | None


@value_node
class ReturnBest:
    """Returns the first of those with the highest or lowest key; a fault if there is none."""

    at: int
    word: Literal["highest", "lowest"]
    name: str
    items: Expr
    test: Expr | None
    key: Expr


@value_node
class ReturnSupposed:
    """Returns what a value would be after some statements; whatever happens, the state is then as before.

    What they can change is saved and put back: some `ranges` of numbers, some single `cells`, and so many
    zones from a handle on. `EndRound` in them leads to the value, too.
    """

    at: int
    ranges: tuple[Cells, ...]
    cells: tuple[Cell, ...]
    zones: tuple[tuple[int, int], ...]
    body: tuple[Stmt, ...]
    ends: bool  # whether `EndRound` can come
    value: Expr


@value_node
class Fail:
    at: int
    code: str
    values: tuple[str, ...] = ()


@value_node
class EndRound:
    """Leaves everything but the match itself; from a block by its frames, else by leaving the functions."""

    at: int
    from_block: bool


@value_node
class PlayRound:
    """Runs a round that never stops; `EndRound` comes back here."""

    at: int
    function: int


# ------------------------------------------------------------------ statements: blocks and waiting
@value_node
class Receive:
    """Takes the value that the last procedure left with."""

    at: int
    name: str


@value_node
class Push:
    """Notes where to go on later; `counted`: too many of them are a fault."""

    at: int
    block: int
    frame: tuple[Expr, ...]
    counted: bool


@value_node
class Jump:
    """Goes on with another block; `unwinding`: leave first, since such jumps may come without end."""

    at: int
    block: int
    args: tuple[Expr, ...]
    unwinding: bool


@value_node
class Leave:
    """Ends a procedure, with a value or without."""

    at: int
    value: Expr | None


@value_node
class ListChoices:
    """Makes the list of choices at a site, by the site's own function; `limited`: too many are a fault."""

    at: int
    function: int
    args: tuple[Expr, ...]
    limited: bool = False


@value_node
class IfChoices:
    """Done if the list of choices is not empty."""

    at: int
    then: tuple[Stmt, ...]


@value_node
class AddPass:
    """Whoever is offered something may pass: the last choice."""

    at: int
    block: int


@value_node
class ListOutcomes:
    """Stepped chance: makes the list of outcomes, with their weights; each leads to the block.

    `random`: the items of a list; `top`: the pieces that may be a zone's highest, if that is not known;
    `all`: the same as long as any of the zone's order is not known.
    """

    at: int
    block: int
    how: Literal["random", "top", "all"]
    of: Expr  # a list, or a zone's handle


@value_node
class ShowChoices:
    """The list that was made is what the game waits for."""

    at: int


@value_node
class Settle:
    """Stepped chance: a piece turns out to be the highest of those that nobody has seen in a zone."""

    at: int
    handle: Expr
    piece: Expr


@value_node
class Wait:
    """The game waits for a seat at a site; its frame holds these locals."""

    at: int
    site: int
    seat: Expr
    frame: tuple[Expr, ...]


@value_node
class NewKeys:
    """Begins to tell look-alikes apart."""

    at: int


@value_node
class IfNew:
    """Done if nothing with this key has come before."""

    at: int
    key: Expr
    then: tuple[Stmt, ...]


@value_node
class ApplyChoices:
    """Everybody has chosen: for each in turn, what was picked is put into locals, and done.

    `bodies` has the picks' names and the statements of each alternative.
    """

    at: int
    name: str
    who: Expr
    got: Expr
    bodies: tuple[tuple[tuple[str, ...], tuple[Stmt, ...]], ...]


@value_node
class IfNobodyChose:
    at: int
    got: Expr
    then: tuple[Stmt, ...]


@value_node
class NoteChoice:
    """Adds what one of several has chosen: the alternative and its picks; None: nothing was to choose."""

    at: int
    got: str
    alternative: int | None
    picks: tuple[Expr, ...] = ()


@value_node
class SetSeat:
    """Says whom the game waits for, when a state was read back."""

    at: int
    seat: Expr
    name: str | None  # a local that is bound to the seat, too


Stmt: TypeAlias = (
    SetLocal | StartList | StartFilled | SetItem | Append | AddTo | Forget | SetCell | Bound | FillCells
    | Remember | EmptyMemory | ChooseRandom | Evaluate | Act | TakeUp | TakeTop | LayDown | MovePiece
    | MovePieces | MoveAround | DrawPieces | Refill | Shuffle | Reveal | Gather | CountRound | RecordSet
    | RecordRandom | RecordScore | Charge | If | Loop | Repeat | While | Break | Return | ReturnBest
    | ReturnSupposed | Fail
    | EndRound | PlayRound | Receive | Push | Jump | Leave | ListChoices | IfChoices | AddPass
    | ListOutcomes | ShowChoices | Settle | Wait | NewKeys | IfNew | ApplyChoices | IfNobodyChose
    | NoteChoice | SetSeat
)  # fmt: skip
