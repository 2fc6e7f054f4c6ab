"""Prints the expressions of a plan as C: numbers here, lists in `lists.py`, loops in `loops.py`.

What a value is made of is computed in no certain order: nothing in an expression has an effect but fuel, and
whatever goes wrong is found again in Python.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.backends.c.bits import Bits
from hoyle.backends.c.bounds import WORD, BoundsFinder, inside
from hoyle.backends.c.constants import number_rows
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.kinds import NUMBER, Kind
from hoyle.backends.c.lists import ListPrinter
from hoyle.backends.c.loops import LoopPrinter
from hoyle.backends.c.planes import Selector, inlined
from hoyle.backends.c.scope import Scope, is_flat, is_list
from hoyle.ir.program import NONE
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.c.growing import GrowingPrinter
    from hoyle.backends.c.module import Module


class ExpressionPrinter:
    """Prints expressions for one function or block of C."""

    def __init__(self, module: Module, scope: Scope) -> None:
        self.module, self.scope = module, scope
        self.layout = module.plan.layout
        self.bounds = BoundsFinder(self.layout, scope)
        self.loops = LoopPrinter(self)
        self.lists = ListPrinter(self)
        self.selector = Selector(self)
        self.growing: GrowingPrinter | None = None
        self.iterating = 0  # inside how many lists that are gone through, where nothing is kept

    def kind(self, expr: Expr) -> Kind:
        """Of an expression; one of which nothing is known is never computed."""
        match expr:
            case p.Local():
                return self.scope.kind(expr.name)
            case _:
                found = self.module.kinds.kind(expr, self.scope.owner)
                return NUMBER if found is None else found

    def value(self, expr: Expr) -> str:
        """A number or a list, as it is."""
        return self.list(expr) if is_list(self.kind(expr)) else self.number(expr)

    def list(self, expr: Expr) -> str:
        return self.lists.list(expr)

    def test(self, expr: Expr) -> str:
        """A condition; a list stands for whether it has items."""
        return self.number(p.HasItems(expr) if is_list(self.kind(expr)) else expr)

    def word(self, expr: Expr) -> str:
        """A number that is kept in 32 bits."""
        found = self.bounds.of(expr)
        text = self.number(expr)
        return text if found is not None and inside(found, WORD) else f"kept(S, {text})"

    def index(self, expr: Expr, count: int) -> str:
        """A number from 0 on that must be below a count."""
        found = self.bounds.of(expr)
        text = self.number(expr)
        return (
            text if found is not None and inside(found, (0, count - 1)) else f"index_of(S, {text}, {count})"
        )

    def zone(self, items: Expr) -> str | None:
        """The handle of a zone, if a list is just its pieces."""
        if isinstance(items, p.Pieces):
            return self.handle(items.handle)
        return self.scope.zones.get(items.name) if isinstance(items, p.Local) else None

    def handle(self, expr: Expr) -> str:
        """The handle of a zone that there is."""
        return self.index(expr, len(self.layout.handles))

    def place(self, cell: p.Cell) -> str:
        """The place of a number of the state."""
        if cell.index is None:
            return str(cell.place)
        slot = self.layout.slots.get(cell.var)
        if slot is not None and cell.place == slot.base:
            return f"{cell.place} + {self.index(cell.index, slot.count)}"
        found = self.bounds.of(cell.index)
        whole = self.layout.size
        if found is not None and inside(found, (-cell.place, whole - 1 - cell.place)):
            return f"{cell.place} + {self.number(cell.index)}"
        return f"index_of(S, {cell.place} + {self.number(cell.index)}, {whole})"

    def each(self, steps: int, late: bool) -> str:
        """What is charged for each of some; what is charged late is not in the first few laps."""
        return f"late(S, {steps})" if late and steps else str(steps)

    def pay(self, count: str, charged: p.Charged, *, span: bool = False) -> str:
        """What is charged for a list; a span may be longer than any list can be."""
        if not charged.each:
            return ""
        text = f"pay{'_span' if span else ''}(S, {count}, {charged.each}); "
        return f"if (is_late(S)) {text}" if charged.late else text

    def piece(self, expr: Expr) -> str:
        return self.index(expr, self.layout.pieces)

    def called(self, name: str, *parts: Expr) -> str:
        return f"{name}({', '.join(['S', *map(self.number, parts)])})"

    def once(self, expr: p.Once) -> str:
        """What is computed when it is first needed; inside a list that is gone through it is not kept."""
        variable = self.scope.variable(expr.name)
        known = self.scope.once.get(expr.name)
        if known is None:
            known = self.scope.once[expr.name] = self.scope.fresh("has")
            self.scope.declare(f"int {known} = 0;")
        text = self.value(expr.of)
        if self.iterating:
            return f"({known} ? {variable.text} : {text})"
        return (
            f"({known} ? {variable.text} : ({{ {variable.text} = {text}; {known} = 1; {variable.text}; }}))"
        )

    # -------------------------------------------------------------- the cases
    def number(self, expr: Expr) -> str:
        """The text of a number; compound ones are bracketed."""
        match expr:
            case p.Known():
                return _known(expr.value)
            case p.Local():
                return self.scope.variable(expr.name).text
            case p.Once():
                return self.once(expr)
            case p.Call():
                return self.module.call(expr, self)
            case (
                p.Arith() | p.Product() | p.Scaled() | p.Fit() | p.Within() | p.Extreme() | p.Magnitude()
                | p.Seat()
            ):  # fmt: skip
                return self._arithmetic(expr)
            case p.Compare() | p.CompareLists() | p.Not() | p.And() | p.Or() | p.Choose():
                return self._logic(expr)
            case p.In() | p.InZone() | p.InSpan() | p.IsEmpty() | p.HasItems():
                return self._test(expr)
            case p.Lookup() | p.Mapped() | p.MappedPair():
                return self._table(expr)
            case p.Cell() | p.Times() | p.InRange() | p.Handle() | p.EndOf() | p.Drawable() | p.SizeOf():
                return self._state(expr)
            case p.ItemAt() | p.Following() | p.Size() | p.Count() | p.RandomPiece():
                return self._of_list(expr)
            case p.Charged():  # where a value may be a list or not: a number costs nothing
                return self.number(expr.list)
            case p.PieceMask() | p.ChoiceOf():
                raise Declined("something that only plans for recording have")
            case _:
                raise Declined(f"{type(expr).__name__} as a number")

    def _arithmetic(
        self,
        expr: p.Arith | p.Product | p.Scaled | p.Fit | p.Within | p.Extreme | p.Magnitude | p.Seat,
    ) -> str:
        n = self.number
        match expr:
            case p.Arith(op="/"):
                return self.called("divided", expr.left, expr.right)
            case p.Arith(op="%", right=p.Known(value=value)) if value > 0:
                return self._rest(expr.left, value)
            case p.Arith(op="%"):
                return self.called("rest", expr.left, expr.right)
            case p.Arith():
                return f"({n(expr.left)} {expr.op} {n(expr.right)})"
            case p.Product():
                return self.called("times", expr.left, expr.right)
            case p.Scaled():
                return f"({n(expr.of)} * {expr.by})"
            case p.Fit():
                found = self.bounds.of(expr.of)
                limit = 2**40 if expr.wide else 10**9
                if found is not None and inside(found, (-limit, limit)):
                    return n(expr.of)
                return self.called("fit_wide" if expr.wide else "fit", expr.of)
            case p.Within():
                return f"within(S, {n(expr.of)}, {expr.low}, {expr.high}, {int(expr.optional)})"
            case p.Extreme():
                return f"{'least' if expr.word == 'min' else 'most'}({n(expr.left)}, {n(expr.right)})"
            case p.Magnitude():
                return f"magnitude({n(expr.of)})"
            case p.Seat():
                return self.index(expr.number, expr.count)

    def _rest(self, left: Expr, by: int) -> str:
        found = self.bounds.of(left)
        if found is None or found[0] < -by or found[1] >= 2 * by:
            whole = found is not None and found[0] >= 0
            return f"({self.number(left)} % {by})" if whole else f"rest_of({self.number(left)}, {by})"
        if inside(found, (0, by - 1)):
            return self.number(left)
        # One step around a table: no division.
        name = self.scope.fresh("r")
        over, under = f"{name} >= {by} ? {name} - {by} : {name}", f"{name} < 0 ? {name} + {by} : {name}"
        both = f"{name} < 0 ? {name} + {by} : ({over})"
        text = over if found[0] >= 0 else under if found[1] < by else both
        return f"({{ N {name} = {self.number(left)}; {text}; }})"

    def _logic(self, expr: p.Compare | p.CompareLists | p.Not | p.And | p.Or | p.Choose) -> str:
        match expr:
            case p.Compare() | p.CompareLists():
                return self._compared(expr)
            case p.Not():
                return f"(!{self.test(expr.of)})"
            case p.And():
                return f"({self.test(expr.left)} && {self.test(expr.right)})"
            case p.Or():
                return f"({self.test(expr.left)} || {self.test(expr.right)})"
            case p.Choose():
                then, otherwise = self.number(expr.then), self.number(expr.otherwise)
                return f"({self.test(expr.test)} ? {then} : {otherwise})"

    def _compared(self, expr: p.Compare | p.CompareLists) -> str:
        after = self.selector.after(expr) if isinstance(expr, p.Compare) else None
        if after is not None:
            return after
        left, right = self.kind(expr.left), self.kind(expr.right)
        if not is_list(left) and not is_list(right):
            return f"({self.number(expr.left)} {expr.op} {self.number(expr.right)})"
        one, other = self.value(expr.left), self.value(expr.right)
        if expr.op in ("==", "!="):
            found = f"same{'' if is_flat(left) and is_flat(right) else '_lists'}({one}, {other})"
            if not is_list(left) or not is_list(right):  # whether there is a list at all: there is
                found = f"((void){one}, (void){other}, 0)"
            return found if expr.op == "==" else f"(!{found})"
        if not is_flat(left) or not is_flat(right):
            raise Declined("lists of lists that are compared by size")
        return f"(before({one}, {other}) {expr.op} 0)"

    def _test(self, expr: p.In | p.InZone | p.InSpan | p.IsEmpty | p.HasItems) -> str:
        match expr:
            case p.In():
                return self._in(expr)
            case p.InZone():
                return f"(S->v[LOCATION + {self.piece(expr.piece)}] == {self.number(expr.handle)})"
            case p.InSpan():
                name, item = self.scope.fresh("i"), self.number(expr.item)
                low, high = self.number(expr.low), self.number(expr.high)
                return f"({{ N {name} = {item}; {low} <= {name} && {name} <= {high}; }})"
            case p.IsEmpty():
                return f"(!S->zn[{self.handle(expr.handle)}])"
            case p.HasItems():
                bits = self.bits(expr.list)
                if bits is not None:
                    return f"(({bits.text}) != 0)"
                zone = self.zone(expr.list)
                return f"({self.list(expr.list)}.n != 0)" if zone is None else f"(S->zn[{zone}] != 0)"

    def _in(self, expr: p.In) -> str:
        if is_list(self.kind(expr.item)):
            return f"(count_lists({self.list(expr.list)}, {self.lists.boxed(expr.item)}) != 0)"
        if isinstance(expr.list, p.Fixed):
            return self._in_fixed(expr.item, number_rows(expr.list.table))
        held = None if self.growing is None else self.growing.has(expr)
        if held is not None:
            return held
        bits = self._holding(expr.list, expr.item)
        if bits is not None:
            return f"({bits.text} != 0)"
        return f"has({self._looked_into(expr.list)}, {self.number(expr.item)})"

    def bits(self, items: Expr) -> Bits | None:
        """A list that would have to be made, as a bit set, where only its items count and not their order."""
        found = inlined(self.module.plan, items)
        return self.selector.items(found, ordered=False) if isinstance(found, p.Listed) else None

    def _holding(self, cells: Expr, value: Expr) -> Bits | None:
        """The bit set of the places where a whole variable holds a value."""
        if not isinstance(cells, p.Cells):
            return None
        plane = self.selector.plane(cells.var, cells.place)
        return None if plane is None else self.selector.word(plane, value)

    def _in_fixed(self, item: Expr, items: tuple[int, ...]) -> str:
        """Whether a number is one of some that are known beforehand: a bit of a word, or a run of them."""
        if not items:
            return f"((void){self.number(item)}, 0)"
        low, high, name = min(items), max(items), self.scope.fresh("i")
        if high - low < 64:
            mask = sum(1 << (value - low) for value in set(items))
            less = f"{self.number(item)} - ({low})"
            bit = f"(uint64_t){name} < 64 && ({mask:#x}ull >> {name} & 1)"
            return f"({{ N {name} = {less}; {bit}; }})"
        return f"has({self.module.constants.fixed(items)}, {self.number(item)})"

    def _looked_into(self, items: Expr) -> str:
        """A list that is looked at and forgotten: numbers of the state where they lie."""
        if isinstance(items, p.Cells) and self.kind(items) == 1:
            return f"((L){{{items.count}, S->v + {items.place}}})"
        return self.list(items)

    def _table(self, expr: p.Lookup | p.Mapped | p.MappedPair) -> str:
        match expr:
            case p.Lookup():
                rows = number_rows(expr.table)
                return f"{self.module.constants.numbers(rows)}[{self.index(expr.key, len(rows))}]"
            case p.Mapped():
                table, keys = self.module.mappings.numbers(expr.table)
                return f"mapped(S, {table}, {keys.index(self.number(expr.key))}, {keys.count})"
            case p.MappedPair():
                table, first, second = self.module.mappings.paired(expr.table)
                one, other = first.index(self.number(expr.first)), second.index(self.number(expr.second))
                return f"mapped_pair(S, {table}, {one}, {first.count}, {other}, {second.count})"

    def _state(self, expr: p.Cell | p.Times | p.InRange | p.Handle | p.EndOf | p.Drawable | p.SizeOf) -> str:
        match expr:
            case p.Cell():
                return f"S->v[{self.place(expr)}]"
            case p.Times():
                record, count = self.record(expr.record)
                each = self.each(expr.each, expr.late)
                return f"remembered(S, {self.module.memories[expr.memory.place]}, {record}, {count}, {each})"
            case p.InRange():
                low = expr.low
                return self.index(p.Arith("-", expr.index, p.Known(low)) if low else expr.index, expr.count)
            case p.Handle():
                return f"({expr.first} + {self.number(expr.index)})"
            case p.EndOf():
                return f"{expr.end}(S, {self.handle(expr.handle)})"
            case p.Drawable():
                return f"drawable(S, {self.handle(expr.handle)})"
            case p.SizeOf():
                return f"((N)0 + {' + '.join(f'S->zn[{handle}]' for handle in expr.handles)})"

    def record(self, cells: tuple[p.Cells, ...]) -> tuple[str, int]:
        """What some numbers are now, one after the other, and how many."""
        if any(self.kind(part) != 1 for part in cells):
            raise Declined("a memory of variables that hold lists")
        count = sum(part.count for part in cells)
        if len(cells) == 1:
            return f"S->v + {cells[0].place}", count
        name, at, copied = self.scope.fresh("r"), 0, []
        for part in cells:
            copied.append(f"memcpy({name} + {at}, S->v + {part.place}, {4 * part.count});")
            at += part.count
        return f"({{ int32_t *{name} = words(S, {count}); {' '.join(copied)} {name}; }})", count

    def _of_list(self, expr: p.ItemAt | p.Following | p.Size | p.Count | p.RandomPiece) -> str:
        match expr:
            case p.ItemAt():
                return f"item_at(S, {self._looked_into(expr.list)}, {self.number(expr.index)})"
            case p.Following():
                return f"following(S, {self.number(expr.item)}, {self.list(expr.list)})"
            case p.Size(list=p.Local(name=name)) if name in self.scope.beginnings:
                return self.scope.beginnings[name].count
            case p.Size(list=p.Cells(count=count)):
                return str(count)
            case p.Size():
                bits = self.bits(expr.list)
                if bits is not None:
                    return bits.count
                zone = self.zone(expr.list)
                return f"(N){self.list(expr.list)}.n" if zone is None else f"(N)S->zn[{zone}]"
            case p.Count():
                if is_list(self.kind(expr.item)):
                    return f"count_lists({self.list(expr.list)}, {self.lists.boxed(expr.item)})"
                bits = self._holding(expr.list, expr.item)
                if bits is not None:
                    return bits.count
                return f"count_in({self._looked_into(expr.list)}, {self.number(expr.item)})"
            case p.RandomPiece() if self.module.guided is not None:
                return f"guided_piece(S, {self.list(expr.items)})"
            case p.RandomPiece(items=p.Pieces(handle=handle)):
                return f"random_piece(S, {self.handle(handle)})"
            case p.RandomPiece():
                return f"random_of(S, {self.list(expr.items)})"


def _known(value: Any) -> str:
    value = int(value)
    if value == NONE:
        return "NONE"
    text = f"{value}LL" if abs(value) >= 1 << 31 else str(value)
    return f"({text})" if value < 0 else text
