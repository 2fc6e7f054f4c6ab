"""Plans expressions: everything that is known beforehand is looked up now."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, assert_never

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.draft import Draft
from hoyle.plan.fold import constant_of
from hoyle.plan.layout import Slot, ZoneSlot, around
from hoyle.plan.limits import DEEPEST, LARGEST, LONGEST_LIST
from hoyle.plan.loops import Loops
from hoyle.plan.model import Function
from hoyle.plan.nodes import Constant, Expr
from hoyle.plan.numbers import EXACT, WIDE, handed_sizes
from hoyle.plan.recursion import DEPTH
from hoyle.plan.supposing import SupposingPlan

if TYPE_CHECKING:
    from hoyle.plan.statements import Statements

# So many zones at most are named one by one.
MOST_NAMED = 16

NOTHING = p.Known(ir.NONE)

# Lists that are made where they stand: others have been kept before, and so are not too long.
_MADE = (p.Items, p.Concat, p.Frozen, p.WithItem, p.Choose, p.LinesOf, p.PiecesOf, p.Distinct)
# What can be a list without being loose.
_MAY_BE_LIST = (
    p.Local, p.Call, p.Cell, p.ItemAt, p.Choose, p.Fixed, p.Items, p.Concat, p.TakenOut, p.WithItem, p.Lookup,
    p.Mapped, p.MappedPair, p.Group, p.Distinct, p.Frozen, p.Around, p.PiecesOf, p.LinesOf, p.Once,
    p.Following,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Scope:
    """What locals stand for, where it is not a local of the same name; and values that a loop holds."""

    locals: dict[str, Expr] = field(default_factory=dict)
    held: dict[tuple[str, str], Expr] = field(default_factory=dict)  # (variable, local that is its index)
    taken: frozenset[str] = frozenset()  # names of the loops around, in one function
    sizes: dict[str, int] = field(default_factory=dict)  # of locals that are larger than what is stored

    def local(self, name: str) -> Expr:
        return self.locals.get(name, p.Local(name))

    def bound(self, name: str, value: Expr) -> Scope:
        taken = self.taken | {value.name} if isinstance(value, p.Local) else self.taken
        return replace(self, locals={**self.locals, name: value}, taken=taken)

    def holding(self, var: str, name: str, value: Expr) -> Scope:
        """The same where a loop over a variable's indices holds its values, too."""
        return replace(self, held={**self.held, (var, name): value})

    def fresh(self, expr: ir.Quantified) -> str:
        """A name for a quantifier's item: its own if nothing that it can see is called so.

        Rules that are written out where they are used have made it longer; here it is short again, so that
        equal loops look alike.
        """
        stem = expr.local.partition("I")[0]
        seen = {item.name for name in free_names(expr) if isinstance(item := self.local(name), p.Local)}
        names = (stem, *(f"{stem}{number}" for number in range(2, len(seen | self.taken) + 3)))
        return next(name for name in names if name not in seen | self.taken)


EMPTY = Scope()


class Expressions:
    """Turns the expressions of a program into those of a plan, folded."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self.program, self.layout, self.tables = draft.program, draft.layout, draft.tables
        self.fold = draft.fold
        self.loops = Loops(self)
        self.supposing = SupposingPlan(self)
        self.statements: Statements | None = None  # plans the bodies of rules
        self._definitions: dict[str, Function] = {}

    def expr(self, expr: ir.Expr, scope: Scope = EMPTY) -> Expr:
        return self.fold(self._expr(expr, scope))

    def kept(self, expr: ir.Expr, scope: Scope = EMPTY) -> Expr:
        """A value that outlives its statement: of a list a copy, which must not be too long."""
        found = self.frozen(self.expr(expr, scope))
        if not isinstance(found, _MADE) or constant_of(found) is not None:
            return found
        deep = self.draft.depths.of(expr) > 1
        if deep or self.draft.lengths.of(found) > LONGEST_LIST:
            return p.FitList(found, LONGEST_LIST, deep)
        return found

    def taken_now(self, expr: ir.Expr, scope: Scope) -> Expr:
        """A list to be gone through: of a zone a copy, since its pieces may move meanwhile."""
        found = self.expr(expr, scope)
        return p.Frozen(found) if isinstance(found, p.Pieces) else found

    def frozen(self, expr: Expr) -> Expr:
        return p.Frozen(expr) if self.is_loose(expr) else expr

    def is_loose(self, expr: Expr) -> bool:
        """Whether a list may change, or is made only to be gone through, so that it must not be kept."""
        match expr:
            case p.Span() | p.Pieces() | p.PiecesOfEach() | p.Cells() | p.Without() | p.WithoutOne():
                return True
            case p.Listed():
                return True
            case p.Choose():
                return self.is_loose(expr.then) or self.is_loose(expr.otherwise)
            case p.Reversed():
                return self.is_loose(expr.list)
            case p.Call():
                return self.draft.functions[expr.function].lists
            case _:
                return False

    # -------------------------------------------------------------- the cases
    def _expr(self, expr: ir.Expr, scope: Scope) -> Expr:
        match expr:
            case ir.Const():
                return p.Known(expr.value)
            case ir.Local():
                return scope.local(expr.name)
            case ir.Opt():
                return self.tables.constant(self.layout.options[expr.name])
            case ir.Get():
                if isinstance(expr.index, ir.Local) and (expr.var, expr.index.name) in scope.held:
                    return scope.held[expr.var, expr.index.name]
                return self.cell(expr.var, expr.index, scope)
            case ir.GetEach():
                return self._get_each(expr, scope)
            case ir.Flat():
                return self._flat(expr, scope)
            case ir.Times():
                return p.Times(*self.memory(expr.memory))
            case ir.Table():
                return p.Lookup(
                    self.tables.table(self.program.tables[expr.table], expr.table), self.expr(expr.key, scope)
                )
            case ir.ZoneAt():
                return self.handle(expr, scope)
            case ir.Pieces():
                return p.Pieces(self.expr(expr.zone, scope))
            case ir.PiecesOfEach():
                return self._pieces_of_each(expr, scope)
            case ir.Call():
                return self._call(expr, scope)
            case ir.Fn():
                return self._function(expr, scope)
            case ir.Concat():
                return p.Concat(self.kept(expr.left, scope), self.kept(expr.right, scope))
            case ir.TakenOut():
                return p.TakenOut(self.expr(expr.list, scope), self.expr(expr.items, scope))
            case ir.Span():
                return p.Span(self.expr(expr.low, scope), self.expr(expr.high, scope))
            case ir.Around():
                return self._around(expr, scope)
            case ir.Without():
                items = self.expr(expr.list, scope)
                if isinstance(expr.items, ir.Items) and len(expr.items.items) == 1:
                    return p.WithoutOne(items, self.expr(expr.items.items[0], scope))
                return p.Without(items, self.expr(expr.items, scope))
            case ir.Items():
                return p.Items(tuple(self.stored(item, scope) for item in expr.items))
            case ir.ItemAt():
                return self._item_at(expr, scope)
            case ir.WithItem():
                items, index = self.expr(expr.list, scope), self.expr(expr.index, scope)
                item = (self.stored if expr.op == "=" else self.handed)(expr.item, scope)
                return p.WithItem(items, index, expr.op, item, expr.name)
            case ir.Choice():
                return self._choice(expr, scope)
            case ir.Quantified():
                return self.loops.plan(expr, scope)
            case ir.Supposing():
                return self.supposing.plan(expr, scope)
            case ir.Within():
                return self._within(expr, scope)
            case _:
                return self._operator(expr, scope)

    def _operator(
        self,
        expr: ir.Arith | ir.Compare | ir.Exists | ir.In | ir.Alike | ir.Not | ir.And | ir.Or,
        scope: Scope,
    ) -> Expr:
        match expr:
            case ir.Arith(op="*"):
                return p.Product(self.expr(expr.left, scope), self.expr(expr.right, scope))
            case ir.Arith():
                return self._arith(expr, scope)
            case ir.Compare():
                left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
                if expr.op in ("==", "!=") and (self.is_loose(left) or self.is_loose(right)):
                    return p.CompareLists(expr.op, left, right)
                lists = isinstance(left, _MAY_BE_LIST) and isinstance(right, _MAY_BE_LIST)
                lists = lists and min(map(self.draft.depths.of, (expr.left, expr.right))) > 0
                return p.Compare(expr.op, left, right, lists)
            case ir.Exists():
                return p.Compare("!=", self.expr(expr.of, scope), NOTHING)
            case ir.In():
                return self._in(expr, scope)
            case ir.Alike():
                looks = self.tables.table(self.draft.looks, "look")
                left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
                return p.Compare("==", p.Lookup(looks, left), p.Lookup(looks, right))
            case ir.Not(of=ir.Exists(of=of)):
                return p.Compare("==", self.expr(of, scope), NOTHING)
            case ir.Not():
                return p.Not(self.expr(expr.of, scope))
            case ir.And():
                left = self.expr(expr.left, scope)
                # What is never looked at is not planned: it may be of no use with these options.
                return left if constant_of(left) == 0 else p.And(left, self.expr(expr.right, scope))
            case ir.Or():
                left = self.expr(expr.left, scope)
                known = constant_of(left)
                return p.Known(1) if known else p.Or(left, self.expr(expr.right, scope))
            case _:
                assert_never(expr)

    def _arith(self, expr: ir.Arith, scope: Scope) -> Expr:
        left, right = self.expr(expr.left, scope), self.expr(expr.right, scope)
        if self.size(expr, scope) > EXACT:
            left, right = p.Fit(left, wide=True), p.Fit(right, wide=True)
        return p.Arith(expr.op, left, right)  # type: ignore[arg-type]

    # -------------------------------------------------------------- how large a number may be
    def size(self, expr: ir.Expr, scope: Scope) -> int:
        return self.draft.sizes.of(expr, scope.sizes)

    def stored(self, expr: ir.Expr, scope: Scope = EMPTY) -> Expr:
        """A value to be kept, checked if it may be too large for that."""
        if isinstance(expr, ir.Choice):
            test = self.expr(expr.test, scope)
            if constant_of(test) is None:
                return p.Choose(test, self.stored(expr.then, scope), self.stored(expr.otherwise, scope))
            return self.stored(expr.then if constant_of(test) else expr.otherwise, scope)
        found = self.kept(expr, scope)
        if isinstance(found, p.Known) or self.size(expr, scope) <= LARGEST:
            return found
        return p.Fit(found)

    def handed(self, expr: ir.Expr, scope: Scope) -> Expr:
        """A value that goes into a definition or comes out of it, checked if it may be too large for that."""
        found = self.kept(expr, scope)
        if isinstance(found, p.Known) or self.size(expr, scope) <= WIDE:
            return found
        return p.Fit(found, wide=True)

    def _within(self, expr: ir.Within, scope: Scope) -> Expr:
        """A value that must lie in a range; of a list the copy is looked at that is kept."""
        value, single = self.kept(expr.of, scope), expr.type.single
        assert single.ends is not None
        name = f"`{expr.name}` of `{expr.rule}`" if expr.rule else f"`{expr.name}`"
        depth, inner = 0, expr.type
        while inner.item is not None:
            depth, inner = depth + 1, inner.item
        return p.Within(value, *single.ends, single.optional, depth, name)

    def _choice(self, expr: ir.Choice, scope: Scope) -> Expr:
        test = self.expr(expr.test, scope)
        known = constant_of(test)
        if known is not None:
            return self.expr(expr.then if known else expr.otherwise, scope)
        return p.Choose(test, self.expr(expr.then, scope), self.expr(expr.otherwise, scope))

    # -------------------------------------------------------------- state
    def cell(self, name: str, index: ir.Expr | None, scope: Scope = EMPTY) -> p.Cell:
        """The place of a variable, or of one of its many."""
        slot = self.layout.slots[name]
        if index is None:
            return p.Cell(name, slot.base)
        offset = self.offset(slot, self.expr(index, scope))
        if isinstance(offset, p.Known) and 0 <= offset.value < slot.count:
            return p.Cell(name, slot.base + offset.value)
        return p.Cell(name, slot.base, offset)

    def offset(self, slot: Slot | ZoneSlot, index: Expr) -> Expr:
        """How far an index lies above the first; only that of a range can be any number, so it is checked."""
        if len(slot.per) == 1 and slot.per[0].kind == "range":
            return self.fold(p.InRange(index, slot.low, slot.count))
        return index

    def _flat(self, expr: ir.Flat, scope: Scope) -> Expr:
        """The number that several indices make, each checked if it can be any number."""
        found: Expr = p.Known(0)
        for type_, index in zip(expr.per, expr.indices, strict=True):
            count, offset = self.layout.count_of(type_), self.expr(index, scope)
            if type_.kind == "range":
                offset = self.fold(p.InRange(offset, self.layout.low_of(type_), count))
            before = self.fold(p.Scaled(found, count))
            found = offset if before == p.Known(0) else self.fold(p.Arith("+", before, offset))
        return found

    def memory(self, name: str) -> tuple[p.Cell, tuple[p.Cells, ...]]:
        """Where a memory lies, and the numbers that it is about."""
        remembers = next(var.remembers for var in self.program.vars if var.name == name)
        return p.Cell(name, self.layout.slots[name].base), tuple(map(self.cells, remembers))

    def cells(self, name: str) -> p.Cells:
        slot = self.layout.slots[name]
        return p.Cells(name, slot.base, slot.count)

    def _get_each(self, expr: ir.GetEach, scope: Scope) -> Expr:
        slot = self.layout.slots[expr.var]
        items = self.expr(expr.indices, scope)
        if constant_of(items) == tuple(range(slot.count)) and not slot.low:
            return self.cells(expr.var)
        if isinstance(items, p.Listed) and items.test is None and len(slot.per) > 1:
            return p.Listed(items.names, items.items, None, p.Cell(expr.var, slot.base, items.value))
        index = self.offset(slot, p.Local("indexP"))
        return p.Listed(("indexP",), items, None, p.Cell(expr.var, slot.base, index))

    def handle(self, expr: ir.ZoneAt, scope: Scope = EMPTY) -> Expr:
        slot = self.layout.zones[expr.zone]
        if expr.index is None:
            return p.Known(slot.base)
        offset = self.offset(slot, self.expr(expr.index, scope))
        if isinstance(offset, p.Known) and 0 <= offset.value < slot.count:
            return p.Known(slot.base + offset.value)
        return p.Handle(expr.zone, slot.base, offset)

    def _named_zones(self, expr: ir.PiecesOfEach, items: Expr) -> tuple[int, ...] | None:
        """The handles of several zones, if they are few and known."""
        slot, indices = self.layout.zones[expr.zone], constant_of(items)
        if not isinstance(indices, tuple) or not 0 < len(indices) <= MOST_NAMED:
            return None
        return tuple(slot.base + index - slot.low for index in indices if isinstance(index, int))

    def _pieces_of_each(self, expr: ir.PiecesOfEach, scope: Scope) -> Expr:
        items = self.expr(expr.indices, scope)
        handles = self._named_zones(expr, items)
        if handles is not None:
            return p.PiecesOf(handles)
        slot = self.layout.zones[expr.zone]
        if isinstance(items, p.Listed) and items.test is None and len(slot.per) > 1:
            handle = p.Handle(expr.zone, slot.base, items.value)
            return p.PiecesOfEach(items.names[0], items.items, handle)
        handle = p.Handle(expr.zone, slot.base, self.offset(slot, p.Local("indexP")))
        return p.PiecesOfEach("indexP", items, handle)

    def _in(self, expr: ir.In, scope: Scope) -> Expr:
        item = self.expr(expr.item, scope)
        match expr.list:
            case ir.Pieces(zone=zone):
                return p.InZone(item, self.expr(zone, scope))
            case ir.Span(low=low, high=high):
                return p.InSpan(item, self.expr(low, scope), self.expr(high, scope))
            case _:
                return p.In(item, self.expr(expr.list, scope))

    def _item_at(self, expr: ir.ItemAt, scope: Scope) -> Expr:
        items, index = self.expr(expr.list, scope), self.expr(expr.index, scope)
        is_count = isinstance(expr.index, ir.Fn) and expr.index.name == "size" and not self.draft.mode.careful
        inside = isinstance(index, p.Known) and index.value >= 0
        return p.ItemAt(items, index, not (inside or is_count))

    def _around(self, expr: ir.Around, scope: Scope) -> Expr:
        count = self.layout.players
        everyone = tuple(range(count))
        players, by = self.expr(expr.players, scope), self.expr(expr.by, scope)
        if constant_of(players) == everyone:
            rows = tuple(around(everyone, seat, expr.how, count) for seat in range(count))
            return p.Lookup(self.tables.table(rows, f"players {expr.how}"), by)
        return p.Around(expr.how, players, by, count)

    # -------------------------------------------------------------- functions
    def _function(self, expr: ir.Fn, scope: Scope) -> Expr:
        args = [self.expr(arg, scope) for arg in expr.args]
        match expr.name, args:
            case ("players", _) | ("active", _) if expr.name == "players" or self.program.active is None:
                return self.tables.constant(tuple(range(self.layout.players)), "players")
            case "active", _:
                return self._active_players()
            case "teams", _:
                return self.tables.constant(tuple(range(len(self.layout.teams))), "teams")
            case "size", [items]:
                return self._size(expr.args[0], items)
            case ("min" | "max") as word, [left, right]:
                return p.Extreme(word, left, right)
            case "abs", [of]:
                return p.Magnitude(of)
            case ("top" | "bottom") as end, [handle]:
                return p.EndOf(handle, end, self.draft.mode.careful)
            case "drawable", [handle]:
                return self._drawable(expr.args[0], handle)
            case "reversed", [items]:
                return p.Reversed(items)
            case "distinct", [items]:
                return p.Distinct(items)
            case "frozen", [items]:
                return self.frozen(items)
            case _ if expr.hint or expr.name == "opposite":
                return self._board_function(expr, args)
            case _:
                return self._seat_function(expr.name, args)

    def _size(self, arg: ir.Expr, items: Expr) -> Expr:
        if isinstance(items, p.PiecesOf):
            return p.SizeOf(items.handles)
        return p.Size(items)

    def _seat_function(self, name: str, args: list[Expr]) -> Expr:
        """What is about players: who sits where, and who is on which team."""
        count = p.Known(self.layout.players)
        match name, args:
            case "seat", [number]:
                return p.Seat(number, self.layout.players)
            case "left", [seat, steps]:
                return p.Arith("%", self.fold(p.Arith("+", seat, steps)), count)
            case "right", [seat, steps]:
                return p.Arith("%", self.fold(p.Arith("-", seat, steps)), count)
            case "steps", [first, second]:
                return p.Arith("%", self.fold(p.Arith("-", second, first)), count)
            case (("next" | "previous"), [seat]):
                return self._next(name, seat)
            case "team", [seat]:
                return p.Lookup(self.tables.table(self.layout.team_of, "team of"), seat)
            case "members", [team]:
                return p.Lookup(self.tables.table(self.layout.teams, "members"), team)
            case "following", [item, items]:
                return self._following(item, items)
        raise AssertionError(name)

    def _following(self, item: Expr, items: Expr) -> Expr:
        ring = constant_of(items)
        if not isinstance(ring, tuple) or self.draft.mode.careful:
            return p.Following(item, items)
        pairs = list(zip(ring, (*ring[1:], *ring[:1]), strict=True))
        after: dict[int, int] = dict(reversed(pairs))  # type: ignore[arg-type]  # of equal items the first
        return p.Mapped(self.tables.table(after, "following"), item)

    def _board_function(self, expr: ir.Fn, args: list[Expr]) -> Expr:
        if expr.name == "opposite":
            return p.Lookup(self.tables.table(self.draft.opposites, "opposite"), args[0])
        board, name = self.draft.boards[expr.hint], f"{expr.name} {expr.hint}"
        match expr.name, args:
            case (("x" | "y"), [node]):
                column = tuple(place["xy".index(expr.name)] for place in board.board.at)
                return p.Lookup(self.tables.table(column, name), node)
            case (("edges" | "neighbours"), [node]):
                rows = board.edges if expr.name == "edges" else board.neighbours
                return p.Lookup(self.tables.table(rows, name), node)
            case "across", [edge, node]:
                return p.MappedPair(self.tables.table(board.across, name), edge, node)
            case "turning", [node, edge]:
                return p.MappedPair(self.tables.table(board.turning, name), node, edge)
            case (("ray" | "step"), [node, direction]):
                table: tuple[Constant, ...] = board.rays if expr.name == "ray" else board.steps
                return p.Lookup(self.tables.table(table, name), self.ray_row(expr.hint, node, direction))
            case "lines", [nodes, length]:
                found, long = constant_of(nodes), constant_of(length)
                if isinstance(found, tuple) and isinstance(long, int):
                    lines = board.lines(tuple(node for node in found if isinstance(node, int)), long)
                    return self.tables.constant(lines, name)
                return p.LinesOf(expr.hint, p.Frozen(nodes), length)
        raise AssertionError(expr.name)

    def ray_row(self, board: str, node: Expr, direction: Expr) -> Expr:
        """The row of a node and a direction in a board's tables."""
        width = len(self.draft.boards[board].directions)
        return self.fold(p.Arith("+", self.fold(p.Scaled(node, width)), direction))

    def _drawable(self, zone: ir.Expr, handle: Expr) -> Expr:
        if not isinstance(zone, ir.ZoneAt):
            return p.Drawable(handle)
        here, refill = p.Size(p.Pieces(handle)), self.layout.zones[zone.zone].zone.refill
        if refill is None:
            return here
        when = p.Known(1) if refill.when is None else self.expr(refill.when)
        there: Expr = p.Size(p.Pieces(self._source(refill.source, handle)))
        if refill.keep:
            there = p.Extreme("max", p.Known(0), p.Arith("-", there, p.Known(refill.keep)))
        more = self.fold(p.Choose(when, there, p.Known(0)))
        return here if more == p.Known(0) else p.Arith("+", here, more)

    def _source(self, name: str, handle: Expr) -> Expr:
        """The zone that one is refilled from: the only one, or the one of the same index."""
        if isinstance(handle, p.Known):
            return p.Known(self.layout.sources[handle.value])
        slot = self.layout.zones[name]
        if not slot.indexed:
            return p.Known(slot.base)
        assert isinstance(handle, p.Handle)
        return p.Handle(name, slot.base, handle.index)

    # -------------------------------------------------------------- whose turn it is
    def _step(self, forward: bool) -> Expr:
        """The step to the next player, as the direction of play says."""
        if not self.draft.turns_around:
            return p.Known(1 if forward else -1)
        clockwise = self.cell("clockwise", None)
        return p.Choose(clockwise, p.Known(1 if forward else -1), p.Known(-1 if forward else 1))

    def _next(self, name: str, seat: Expr) -> Expr:
        step, count = self._step(name == "next"), p.Known(self.layout.players)
        if self.program.active is None:
            return p.Arith("%", self.fold(p.Arith("+", seat, step)), count)
        if name not in self._definitions:
            function = self.draft.function(f"{name} player", ("seat",))
            self._definitions[name] = function
            moved = p.Arith("%", p.Arith("+", p.Local("seat"), p.Local("step")), count)
            active = self._is_active(p.Local("seat"))
            everyone = self.tables.constant(tuple(range(self.layout.players)), "players")
            function.body = (
                s.SetLocal(-1, "step", step),
                s.Loop(
                    -1,
                    ("time",),
                    everyone,
                    (
                        s.SetLocal(-1, "seat", moved),
                        s.If(-1, active, (s.Return(-1, p.Local("seat")),)),
                    ),
                ),
                s.Fail(-1, "nobody active"),
            )
        return p.Call(self._definitions[name].number, (seat,))

    def _is_active(self, seat: Expr) -> Expr:
        active = self.program.active
        assert active is not None
        assert active.value is not None
        return self.expr(active.value, EMPTY.bound(active.params[0], seat))

    def _active_players(self) -> Expr:
        everyone = self.tables.constant(tuple(range(self.layout.players)), "players")
        return p.Listed(("seat",), everyone, self._is_active(p.Local("seat")), p.Local("seat"))

    # -------------------------------------------------------------- definitions
    def _call(self, expr: ir.Call, scope: Scope) -> Expr:
        return self.call(expr.proc, expr.args, scope)

    def call(self, name: str, given: tuple[ir.Expr, ...], scope: Scope) -> p.Call:
        """The value of a definition; where it may come back to itself, it is told how deep it is."""
        function = self.definition(self.program.procs[name])
        args = tuple(self.handed(arg, scope) for arg in given)
        if name in self.draft.recursion.circular:
            args = (*args, deeper(scope))
        return p.Call(function.number, args)

    def definition(self, proc: ir.Proc) -> Function:
        """The function of a rule without effects."""
        if proc.name in self._definitions:
            return self._definitions[proc.name]
        circular = proc.name in self.draft.recursion.circular
        params = (*proc.params, DEPTH) if circular else proc.params
        function = self.draft.function(proc.name, params, proc.name)
        self._definitions[proc.name] = function
        scope = Scope(sizes=handed_sizes(proc))
        if circular:
            scope = scope.bound(DEPTH, p.Local(DEPTH))
        if proc.value is not None:
            body: tuple[s.Stmt, ...] = (s.Return(proc.value_at, self.handed(proc.value, scope)),)
        else:
            assert self.statements is not None
            assert proc.body is not None
            body = self.statements.function_body(proc.body, scope)
        function.body = (too_deep(proc.at), *body) if circular else body
        return function

    def calls_circle(self, expr: ir.Expr) -> bool:
        """Whether an expression calls a rule that may come back to itself."""
        recursion = self.draft.recursion
        return any(
            (isinstance(node, ir.Call) and node.proc in recursion.circular)
            or (isinstance(node, ir.Supposing) and node.proc in recursion.supposed | recursion.circular)
            for node in walk(expr)
        )


def deeper(scope: Scope) -> Expr:
    """How deep a call is: one more than where it stands, if that is counted."""
    here = scope.locals.get(DEPTH)
    return p.Known(0) if here is None else p.Arith("+", here, p.Known(1))


def too_deep(at: int) -> s.Stmt:
    return s.If(at, p.Compare(">", p.Local(DEPTH), p.Known(DEEPEST)), (s.Fail(at, "depth"),))
