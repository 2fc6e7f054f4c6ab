"""What the code of a plan costs, node by node, and where that is charged."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from math import inf
from typing import Any, TypeAlias, TypeVar

from hoyle.ir.walk import parts_of
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import LIST
from hoyle.plan.layout import Layout
from hoyle.plan.lengths import Lengths
from hoyle.plan.limits import LONGEST_LIST, MOST_CHOICES, MOST_VALUES, STEPS
from hoyle.plan.local_lengths import LocalLengths
from hoyle.plan.model import Function
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

# What costs no more is charged along with what it is a part of: two microseconds.
SMALL = 400
# Loops of so few rounds cost more to be counted than they take.
_FEW = 8
# A zone of no more pieces is searched as fast as any.
_SHORT = 64

Unit: TypeAlias = tuple[str, int]  # a function, block or site, by its number
Cost: TypeAlias = float
N = TypeVar("N")

_FREE = (p.Known, p.Local, p.Fixed)
# Per item, for each list that an expression goes through in one stroke.
_STROKES: dict[type, tuple[tuple[str, int], ...]] = {
    p.In: (("list", STEPS.COMPARED),),
    p.Count: (("list", STEPS.COMPARED),),
    p.Following: (("list", 2 * STEPS.COMPARED),),
    p.CompareLists: (("left", STEPS.COPIED), ("right", STEPS.COPIED)),
    p.Concat: (("left", STEPS.COPIED), ("right", STEPS.COPIED)),
    p.WithItem: (("list", STEPS.COPIED),),
    p.Frozen: (("list", STEPS.COPIED),),
    p.Reversed: (("list", STEPS.COPIED),),
    p.WithoutOne: (("list", STEPS.ROUND),),
    p.Without: (("list", STEPS.SORTED), ("items", STEPS.SORTED)),
    p.TakenOut: (("list", STEPS.SORTED), ("items", STEPS.SORTED)),
    p.Distinct: (("list", STEPS.SORTED),),
    p.Sorted: (("list", STEPS.SORTED),),
    p.Around: (("players", STEPS.MADE),),
    p.FitList: (("list", STEPS.COMPARED),),
    s.ChooseRandom: (("items", STEPS.COMPARED),),
    p.RandomPiece: (("items", STEPS.COMPARED),),
}
# What sets one of these is told by an event, unless it is supposed.
_TOLD = (s.SetCell, s.FillCells, s.Remember, s.EmptyMemory)


@dataclass(slots=True)
class Code:
    """What is known of a function, block or site."""

    body: tuple[Stmt, ...]
    supposed: bool = False
    calls: list[tuple[Unit, float]] = field(default_factory=list)  # and how often at most in one run
    listed: float = 0  # choices that it may list
    circle: int = 0  # how many can come back to each other, this one among them
    runs: float = 0  # between two decisions, at most
    visible: Cost = STEPS.CALL  # what a call of it adds to what it is called from
    hidden: Cost = 0  # what a run may cost that is charged nowhere


class Charging:
    """Goes through code and charges it; a pass that only collects what is called charges nothing."""

    def __init__(
        self,
        layout: Layout,
        functions: list[Function],
        starts: Function | None = None,
        refills: Iterable[Function] = (),
    ) -> None:
        self.layout, self.functions = layout, functions
        self.starts, self.refills = starts, tuple(refills)
        self.lengths = Lengths(layout)
        self._locals = LocalLengths(self.lengths)
        self._code: dict[Unit, Code] = {}
        self._here = Code(())
        self._share: float = 0
        self.chain = 0  # calls inside calls
        self._collecting = False
        self._late = False
        self._uncharged: Cost = 0
        self._charged_so_far = 0  # functions

    # -------------------------------------------------------------- what is charged, and what is not
    def _stays_free(self, cost: Cost, times: float) -> bool:
        """Whether so much may be left uncharged; then it is noted."""
        if self._collecting:
            return True
        total = cost * times * max(self._here.runs, 1)
        if total <= self._share:
            self._uncharged += total
            self._here.hidden += cost * times
            return True
        return False

    def _stroke(self, items: Expr, each: Cost, times: float) -> tuple[Expr, Cost]:
        """A list that something is done with item by item, charged if that may be too much."""
        count = self.lengths.of(items)
        total = count * each
        if total <= (5 * SMALL if count <= _FEW else SMALL) or self.lengths.is_exact(items):
            return items, total
        if self._late and is_charged(items):
            return items, 0
        if isinstance(items, p.Selections):
            return replace(items, way=items.way + whole(each)), 0
        if isinstance(items, p.Charged):  # a span
            return p.Charged(items.list, items.each + whole(each)), 0
        if not self._stays_free(total, times):
            if isinstance(items, p.Zipped):  # pairs have no length before they are gone through
                return p.Zipped(p.Charged(items.left, whole(each), self._late), items.right), STEPS.CALL
            return p.Charged(items, whole(each), self._late), STEPS.CALL
        return items, STEPS.CALL

    def _called(self, unit: Unit, times: float) -> Cost:
        if self._collecting:
            self._here.calls.append((unit, times))
            return 0
        code = self._code[unit]
        if unit[1] < self._charged_so_far and unit[0] == "function" and self._here.runs == inf:
            # It was charged for fewer runs than there may be here.
            return code.visible + (code.hidden if code.hidden > 10 * SMALL else 0)
        return code.visible

    # -------------------------------------------------------------- expressions
    def _expr(self, expr: N, times: float) -> tuple[N, Cost]:
        """An expression, or several, with charges; and what it costs beside these."""
        if isinstance(expr, _FREE) or expr is None or isinstance(expr, str | int):
            return expr, 0
        if isinstance(expr, tuple):
            found = [self._expr(part, times) for part in expr]
            same = all(new is old for (new, _), old in zip(found, expr, strict=True))
            return expr if same else tuple(new for new, _ in found), sum(cost for _, cost in found)  # type: ignore[return-value]
        special: Callable[[Any, float], tuple[Any, Cost]] | None = _EXPRESSIONS.get(type(expr))
        if special is not None:
            return special(self, expr, times)  # type: ignore[call-arg, arg-type]
        changed, cost = self._parts(expr, times)
        strokes = _STROKES.get(type(expr), ())
        if isinstance(expr, p.Compare) and expr.lists:
            strokes = (("left", 2 * STEPS.COMPARED),)
        elif isinstance(expr, p.Within) and expr.depth:
            strokes = (("of", STEPS.MADE),)
        for name, each in strokes:
            before = changed.get(name, getattr(expr, name))
            after, more = self._stroke(before, each, times)
            cost += more
            if after is not before:
                changed[name] = after
        return (replace(expr, **changed) if changed else expr), cost + STEPS.NODE  # type: ignore[type-var]

    def _parts(self, node: Any, times: float, *without: str) -> tuple[dict[str, Any], Cost]:
        """The parts of a node that change, and what all cost."""
        changed: dict[str, Any] = {}
        cost: Cost = 0
        for name in parts_of(type(node)):
            if name not in without:
                part = getattr(node, name)
                after, more = self._expr(part, times)
                cost += more
                if after is not part:
                    changed[name] = after
        return changed, cost

    def _call(self, expr: p.Call, times: float) -> tuple[Expr, Cost]:
        args, cost = self._expr(expr.args, times)
        cost += self._called(("function", expr.function), times)
        return (expr if args is expr.args else p.Call(expr.function, args)), cost

    def _cells(self, expr: p.Cells, times: float) -> tuple[Expr, Cost]:
        return expr, STEPS.NODE + expr.count * STEPS.COPIED

    def _pieces_of(self, expr: p.PiecesOf, times: float) -> tuple[Expr, Cost]:
        each = self.lengths.of(expr) * STEPS.COPIED
        if each <= SMALL or self._stays_free(each, times):
            return expr, STEPS.CALL
        return p.Charged(expr, STEPS.COPIED, self._late), STEPS.CALL

    def _charged_before(self, expr: p.Charged, times: float) -> tuple[Expr, Cost]:
        """What has been charged: a span, or whatever the first of two passes has charged."""
        changed, cost = self._parts(expr.list, times)
        inner = replace(expr.list, **changed) if changed else expr.list
        return (replace(expr, list=inner) if changed else expr), cost + STEPS.CALL

    def _span(self, expr: p.Span, times: float) -> tuple[Expr, Cost]:
        changed, cost = self._parts(expr, times)
        found = replace(expr, **changed) if changed else expr
        if self.lengths.of(found) <= 1:
            return found, cost + STEPS.NODE
        return p.Charged(found, STEPS.NUMBER), cost + STEPS.CALL

    def _choose(self, expr: p.Choose, times: float) -> tuple[Expr, Cost]:
        test, cost = self._expr(expr.test, times)
        then, first = self._expr(expr.then, times)
        otherwise, second = self._expr(expr.otherwise, times)
        cost += max(first, second) + STEPS.NODE
        if test is expr.test and then is expr.then and otherwise is expr.otherwise:
            return expr, cost
        return p.Choose(test, then, otherwise), cost

    def _listed(self, expr: p.Listed, times: float) -> tuple[Expr, Cost]:
        items, cost = self._expr(expr.items, times)
        count = self.lengths.of(expr.items)
        inner = (expr.test, expr.value)
        (test, value), each = self._expr(inner, times * count)
        each += STEPS.MADE
        if _is_choice(expr):
            self._here.listed += times * count
            each += STEPS.CHOICE
        items, more = self._stroke(items, each, times)
        if items is expr.items and test is expr.test and value is expr.value:
            return expr, cost + more
        return p.Listed(expr.names, items, test, value), cost + more

    def _pieces_of_each(self, expr: p.PiecesOfEach, times: float) -> tuple[Expr, Cost]:
        items, cost = self._expr(expr.items, times)
        handle, each = self._expr(expr.handle, times * self.lengths.of(expr.items))
        items, more = self._stroke(items, each + STEPS.MADE * self.lengths.zone(expr.handle), times)
        return p.PiecesOfEach(expr.name, items, handle), cost + more

    def _selections(self, expr: p.Selections, times: float) -> tuple[Expr, Cost]:
        changed, cost = self._parts(expr, times)
        return replace(expr, **changed | {"each": STEPS.COPIED}), cost + STEPS.CALL

    def _lines_of(self, expr: p.LinesOf, times: float) -> tuple[Expr, Cost]:
        changed, cost = self._parts(expr, times)
        board = next(board for board in self.layout.program.boards if board.name == expr.board)
        longest = min(len(board.nodes), expr.length.value if isinstance(expr.length, p.Known) else inf)
        each = 4 * (STEPS.MADE + STEPS.COPIED * max(0, longest))
        nodes, more = self._stroke(changed.get("nodes", expr.nodes), each, times)
        return replace(expr, **changed | {"nodes": nodes}), cost + more

    def _times(self, expr: p.Times, times: float) -> tuple[Expr, Cost]:
        width = sum(cells.count for cells in expr.record)
        each = STEPS.COMPARED * (2 + width)
        most = most_records(width) * each
        cost = STEPS.NODE + width * STEPS.COPIED
        if expr.each or most <= SMALL or self._stays_free(most, times):
            return expr, cost + STEPS.CALL
        return replace(expr, each=each, late=self._late), cost + STEPS.CALL

    # -------------------------------------------------------------- statements
    def _sequence(self, stmts: tuple[Stmt, ...], times: float) -> tuple[tuple[Stmt, ...], Cost]:
        found: list[Stmt] = []
        cost: Cost = 0
        for stmt in stmts:
            changed, more = self._stmt(stmt, times)
            found.append(changed)
            cost += more
        same = all(new is old for new, old in zip(found, stmts, strict=True))
        return stmts if same else tuple(found), cost

    def _stmt(self, stmt: Stmt, times: float) -> tuple[Stmt, Cost]:
        special: Callable[[Any, float], tuple[Any, Cost]] | None = _STATEMENTS.get(type(stmt))
        if special is not None:
            return special(self, stmt, times)  # type: ignore[call-arg, arg-type]
        return self._plain(stmt, times)

    def _plain(self, stmt: Stmt, times: float) -> tuple[Stmt, Cost]:
        """A statement without others in it."""
        changed, cost = self._expr(stmt, times)
        if isinstance(stmt, _TOLD) and not self._here.supposed:
            cost += STEPS.CHANGE
        return changed, cost

    def _free(self, stmt: Stmt, times: float) -> tuple[Stmt, Cost]:
        """A charge; and what is recorded, so that a game costs the same whether it is recorded or not."""
        return stmt, 0

    def _appended(self, stmt: s.Append, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._expr(stmt, times)
        if stmt.name != LIST:
            return changed, cost
        self._here.listed += times
        return changed, cost + STEPS.CHOICE

    def _fill(self, stmt: s.FillCells, times: float) -> tuple[Stmt, Cost]:
        value, each = self._expr(stmt.value, times * stmt.cells.count)
        many = stmt.cells.count if stmt.names else 1
        cost = each * many + stmt.cells.count * STEPS.COPIED + STEPS.CHANGE
        return (stmt if value is stmt.value else replace(stmt, value=value)), cost

    def _remember(self, stmt: s.Remember, times: float) -> tuple[Stmt, Cost]:
        width = sum(cells.count for cells in stmt.record)
        most = most_records(width)
        changed = stmt if stmt.most else replace(stmt, most=most)
        return changed, STEPS.CHANGE + width * STEPS.COPIED + most / 2  # copied in one stroke

    def _outcomes(self, stmt: s.ListOutcomes, times: float) -> tuple[Stmt, Cost]:
        of, cost = self._expr(stmt.of, times)
        if stmt.how != "random":
            return stmt, cost + self.lengths.zone(stmt.of) * STEPS.MADE
        of, more = self._stroke(of, STEPS.KEY, times)
        return (stmt if of is stmt.of else replace(stmt, of=of)), cost + more

    def _if(self, stmt: s.If, times: float) -> tuple[Stmt, Cost]:
        test, cost = self._expr(stmt.test, times)
        then, first = self._sequence(stmt.then, times)
        otherwise, second = self._sequence(stmt.otherwise, times)
        if test is stmt.test and then is stmt.then and otherwise is stmt.otherwise:
            return stmt, cost + max(first, second)
        return s.If(stmt.at, test, then, otherwise), cost + max(first, second)

    def _inside(self, stmt: s.IfChoices | s.IfNew | s.IfNobodyChose, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times, "then")
        then, more = self._sequence(stmt.then, times)
        if isinstance(stmt, s.IfNew):
            cost += STEPS.KEY
        return replace(stmt, **changed, then=then), cost + more + STEPS.NODE

    def _loop(self, stmt: s.Loop, times: float) -> tuple[Stmt, Cost]:
        items, cost = self._expr(stmt.items, times)
        count = self.lengths.of(stmt.items)
        body, each = self._sequence(stmt.body, times * count)
        unbroken, after = self._sequence(stmt.unbroken, times)
        each += STEPS.ROUND
        cost += after
        if isinstance(stmt.items, p.Upto):
            body, more = self._round(stmt.at, body, count, each, times)
        else:
            items, more = self._stroke(items, each, times)
        return replace(stmt, items=items, body=body, unbroken=unbroken), cost + more

    def _round(
        self, at: int, body: tuple[Stmt, ...], count: float, each: Cost, times: float
    ) -> tuple[tuple[Stmt, ...], Cost]:
        """The body of a loop that goes round so many times at most, with a charge if that may be too much."""
        if count * each <= (5 * SMALL if count <= _FEW else SMALL):
            return body, count * each
        if body and isinstance(body[0], s.Charge):
            return body, 0
        if self._stays_free(count * each, times):
            return body, STEPS.CALL
        return (s.Charge(at, whole(each), self._late), *body), STEPS.CALL

    def _repeat(self, stmt: s.Repeat, times: float) -> tuple[Stmt, Cost]:
        test, cost = self._expr(stmt.times, times)
        count = max(0, test.value) if isinstance(test, p.Known) else inf
        body, each = self._sequence(stmt.body, times * count)
        body, more = self._round(stmt.at, body, count, each + STEPS.ROUND, times)
        return replace(stmt, times=test, body=body), cost + more

    def _while(self, stmt: s.While, times: float) -> tuple[Stmt, Cost]:
        count = inf if stmt.asking is None else self.lengths.of(stmt.asking)
        test, cost = self._expr(stmt.test, times * count)
        body, each = self._sequence(stmt.body, times * count)
        body, more = self._round(stmt.at, body, count, each + cost + STEPS.ROUND, times)
        return replace(stmt, test=test, body=body), cost + more + STEPS.NODE

    def _best(self, stmt: s.ReturnBest, times: float) -> tuple[Stmt, Cost]:
        items, cost = self._expr(stmt.items, times)
        (test, key), each = self._expr((stmt.test, stmt.key), times * self.lengths.of(stmt.items))
        items, more = self._stroke(items, each + STEPS.ROUND, times)
        return replace(stmt, items=items, test=test, key=key), cost + more

    def _supposed(self, stmt: s.ReturnSupposed, times: float) -> tuple[Stmt, Cost]:
        body, cost = self._sequence(stmt.body, times)
        value, more = self._expr(stmt.value, times)
        saved = sum(cells.count for cells in stmt.ranges) + sum(count for _, count in stmt.zones)
        cost += 2 * STEPS.COPIED * saved + STEPS.CALL * (1 + len(stmt.cells))
        return replace(stmt, body=body, value=value), cost + more

    def _apply_choices(self, stmt: s.ApplyChoices, times: float) -> tuple[Stmt, Cost]:
        count = self.lengths.of(stmt.who)
        found = [(picks, *self._sequence(body, times * count)) for picks, body in stmt.bodies]
        each = STEPS.ROUND + max((cost for _, _, cost in found), default=0)
        who, cost = self._stroke(stmt.who, each, times)
        bodies = tuple((picks, body) for picks, body, _ in found)
        return replace(stmt, who=who, bodies=bodies), cost

    def _act(self, stmt: s.Act | s.ListChoices | s.PlayRound, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        unit = ("function", stmt.function)
        cost += self._called(unit, times)
        if isinstance(stmt, s.ListChoices) and self._code[unit].listed > MOST_CHOICES and not stmt.limited:
            changed["limited"] = True
        return (replace(stmt, **changed) if changed else stmt), cost

    def _goes_on(self, stmt: s.Jump | s.Push, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        if self._collecting:
            self._here.calls.append((("block", stmt.block), times))
        return (replace(stmt, **changed) if changed else stmt), cost + STEPS.CALL

    # -------------------------------------------------------------- pieces
    def _touched(self, stmt: Any, pieces: float, each: Cost, times: float) -> tuple[dict[str, Any], Cost]:
        """What a statement charges for each piece that it touches, of so many at most."""
        if stmt.each or pieces * each <= SMALL or self._stays_free(pieces * each, times):
            return {}, 0 if stmt.each else min(SMALL, pieces * each)
        return {"each": whole(each), "late": self._late}, STEPS.CALL

    @property
    def _moved(self) -> Cost:
        """What a move costs: a piece is looked for in its zone."""
        told = 0 if self._here.supposed else STEPS.CHANGE
        one = STEPS.COPIED if self._here.supposed else STEPS.COMPARED
        return told + STEPS.CALL + one * max(0, self.lengths.largest_zone - _SHORT)

    def _move(self, stmt: s.MovePiece, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._expr(stmt, times)
        return changed, cost + self._moved

    def _move_many(self, stmt: s.MovePieces, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        each, more = self._touched(stmt, self.lengths.of(stmt.pieces), self._moved, times)
        return replace(stmt, **changed, **each), cost + more

    def _move_around(self, stmt: s.MoveAround, times: float) -> tuple[Stmt, Cost]:
        items, cost = self._expr(stmt.items, times)
        count = self.lengths.of(stmt.items)
        (pieces, handle), each = self._expr((stmt.pieces, stmt.handle), times * count)
        items, more = self._stroke(items, each + STEPS.ROUND, times)
        touched, most = self._touched(stmt, count * self.lengths.of(stmt.pieces), self._moved, times)
        return replace(stmt, items=items, pieces=pieces, handle=handle, **touched), cost + more + most

    def _draw(self, stmt: s.DrawPieces, times: float) -> tuple[Stmt, Cost]:
        """A draw pays for each piece, and for those of a refill, or for neither."""
        changed, cost = self._parts(stmt, times)
        count = stmt.count.value if isinstance(stmt.count, p.Known) else inf
        drawn = self._moved + STEPS.ROUND
        each, more = self._touched(stmt, count, drawn, times)
        if self.refills:
            more += max(self._called(("function", refill.number), times) for refill in self.refills)
            refilled = self._refilled
            some, most = self._touched(stmt, self.lengths.zone(stmt.source), refilled, times)
            more += most
            if each or some:
                each = {"each": whole(drawn), "each_refilled": whole(refilled), "late": self._late}
        return replace(stmt, **changed, **each), cost + more

    @property
    def _refilled(self) -> Cost:
        return self._moved + STEPS.SHUFFLED

    def _refill(self, stmt: s.Refill, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        each, more = self._touched(stmt, self.lengths.zone(stmt.handle), self._refilled, times)
        if self.refills:
            more += max(self._called(("function", refill.number), times) for refill in self.refills)
        return replace(stmt, **changed, **each), cost + more

    def _shuffle(self, stmt: s.Shuffle, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        each, more = self._touched(stmt, self.lengths.zone(stmt.handle), STEPS.SHUFFLED, times)
        return replace(stmt, **changed, **each), cost + more + STEPS.CHANGE

    def _reveal(self, stmt: s.Reveal, times: float) -> tuple[Stmt, Cost]:
        changed, cost = self._parts(stmt, times)
        pieces, more = self._stroke(changed.get("pieces", stmt.pieces), STEPS.SORTED, times)
        return replace(stmt, **changed | {"pieces": pieces}), cost + more + STEPS.CHANGE

    def _gather(self, stmt: s.Gather, times: float) -> tuple[Stmt, Cost]:
        cost: Cost = self.layout.pieces * STEPS.SORTED + len(self.layout.handles) * STEPS.COPIED
        if self.starts is not None:
            cost += self._called(("function", self.starts.number), times)
        return stmt, cost + STEPS.CHANGE


_EXPRESSIONS: dict[type, Any] = {
    p.Call: Charging._call,
    p.Cells: Charging._cells,
    p.PiecesOf: Charging._pieces_of,
    p.Charged: Charging._charged_before,
    p.Span: Charging._span,
    p.Choose: Charging._choose,
    p.Listed: Charging._listed,
    p.PiecesOfEach: Charging._pieces_of_each,
    p.Selections: Charging._selections,
    p.LinesOf: Charging._lines_of,
    p.Times: Charging._times,
}

_STATEMENTS: dict[type, Any] = {
    s.Charge: Charging._free,
    s.RecordSet: Charging._free,
    s.RecordRandom: Charging._free,
    s.RecordScore: Charging._free,
    s.Append: Charging._appended,
    s.FillCells: Charging._fill,
    s.Remember: Charging._remember,
    s.ListOutcomes: Charging._outcomes,
    s.If: Charging._if,
    s.IfChoices: Charging._inside,
    s.IfNew: Charging._inside,
    s.IfNobodyChose: Charging._inside,
    s.Loop: Charging._loop,
    s.Repeat: Charging._repeat,
    s.While: Charging._while,
    s.ReturnBest: Charging._best,
    s.ReturnSupposed: Charging._supposed,
    s.ApplyChoices: Charging._apply_choices,
    s.Act: Charging._act,
    s.ListChoices: Charging._act,
    s.PlayRound: Charging._act,
    s.Jump: Charging._goes_on,
    s.Push: Charging._goes_on,
    s.MovePiece: Charging._move,
    s.MovePieces: Charging._move_many,
    s.MoveAround: Charging._move_around,
    s.DrawPieces: Charging._draw,
    s.Refill: Charging._refill,
    s.Shuffle: Charging._shuffle,
    s.Reveal: Charging._reveal,
    s.Gather: Charging._gather,
}


def is_charged(items: Expr) -> bool:
    """Whether a list is paid for before it is gone through."""
    match items:
        case p.Charged() | p.Selections():
            return True
        case p.Zipped():
            return isinstance(items.left, p.Charged)
        case _:
            return False


def most_records(width: int) -> int:
    """How many positions a memory holds, of so many numbers each."""
    return min(LONGEST_LIST, MOST_VALUES // max(1, width))


def _is_choice(expr: p.Listed) -> bool:
    match expr.value:
        case p.ChoiceOf() | p.Local(name="choiceP"):
            return True
        case p.Lookup(table=table):
            return table.name == "choices"
        case _:
            return False


def whole(cost: Cost) -> int:
    """Steps as they are charged: what has no bound is charged where it happens."""
    return int(min(cost, 2**40))
