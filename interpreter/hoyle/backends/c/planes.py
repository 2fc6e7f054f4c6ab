"""Bit sets beside variables: of a variable per node or the like, for each value the places that hold it.

A loop that asks each place for its value becomes one over the bits of a word, and a search a look at a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.backends.c.bits import MOST_PLACES, Bits, constant, mask_of, wide_at
from hoyle.backends.c.bounds import inside
from hoyle.backends.c.constants import list_rows, number_rows
from hoyle.backends.c.scope import Beginning
from hoyle.ir.program import NONE
from hoyle.ir.walk import rebuilt, walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.layout import Layout, Slot
from hoyle.plan.model import Plan
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.c.expressions import ExpressionPrinter

MOST_VALUES = 16


@dataclass(frozen=True)
class Plane:
    """The bit sets of one variable: one for none, for each value, and for whatever else it may hold."""

    name: str
    slot: Slot
    values: int

    def number(self, value: int) -> int:
        """Which bit set is that of a value."""
        if value == NONE:
            return 0
        return value + 1 if 0 <= value < self.values else self.values + 1

    @property
    def words(self) -> int:
        """How many words a bit set has."""
        return 1 if self.slot.count <= 64 else 2

    @property
    def size(self) -> int:
        """How many words all of them have."""
        return (self.values + 2) * self.words

    @property
    def declaration(self) -> str:
        return f"uint64_t {self.name}[{self.size}];"

    @property
    def found_anew(self) -> str:
        """Makes the words from the numbers."""
        slot = self.slot
        ends = f"{self.values}, {self.words}, S->v + {slot.base}, {slot.count}"
        return f"find_plane(S->{self.name}, {ends});"

    def bits(self, number: str) -> Bits:
        """The bit set with a number."""
        return Bits(f"S->{self.name}[{number}]") if self.words == 1 else wide_at(f"S->{self.name}", number)


def planes_of(layout: Layout) -> dict[str, Plane]:
    """The variables that may have bit sets."""
    found: dict[str, Plane] = {}
    for name, slot in layout.slots.items():
        if not slot.indexed or slot.per_piece or slot.low or slot.count > MOST_PLACES or slot.count < 4:
            continue
        if slot.type.kind == "bool":
            values = 2
        elif slot.type.kind in ("player", "team", "enum"):
            values = layout.count_of(slot.type)
        else:
            continue
        if values <= MOST_VALUES:
            found[name] = Plane(f"b{slot.base}", slot, values)
    return found


@dataclass(frozen=True)
class Selection:
    """Items as bits, and what is still to be asked of each.

    `row` is what has to be found first; it has the items in their order if the bits are not `in_order`.
    """

    mask: Bits
    rest: tuple[Expr, ...]
    row: Row | None = None
    in_order: bool = True


@dataclass(frozen=True)
class Row:
    """A row of a table: which one, what finds that, and the variable that holds it then."""

    table: p.Table
    begin: str
    number: str


class Selector:
    """Finds loops over items of which the first conditions are about a variable's value there."""

    def __init__(self, printer: ExpressionPrinter) -> None:
        self.printer, self.module = printer, printer.module

    def plane(self, var: str, place: int) -> Plane | None:
        found = self.module.planes.get(var)
        return found if found is not None and found.slot.base == place else None

    def word(self, plane: Plane, value: Expr) -> Bits:
        """The bit set of the places that hold a value."""
        self.module.used_planes.add(plane.slot.base)
        if isinstance(value, p.Known):
            return plane.bits(str(plane.number(value.value)))
        bounds, text = self.printer.bounds.of(value), self.printer.number(value)
        if bounds is not None and inside(bounds, (0, plane.values - 1)):
            return plane.bits(f"{text} + 1")
        return plane.bits(f"plane_of({text}, {plane.values})")

    # -------------------------------------------------------------- items
    def items(self, items: Expr, ordered: bool) -> Bits | None:
        """The items of a list as a bit set; `ordered`: only if they come from the lowest bit on."""
        match items:
            case p.Fixed():
                rows = items.table.rows
                if not isinstance(rows, tuple) or not all(isinstance(item, int) for item in rows):
                    return None
                mask = mask_of(number_rows(items.table), ordered)
                return None if mask is None else constant(mask)
            case p.Lookup():
                masks = _row_masks(items.table, ordered)
                return None if masks is None else self._mask_at(masks, self._row(items))
            case p.Local() if items.name in self.printer.scope.rows:
                rows_of, row = self.printer.scope.rows[items.name]
                masks = _row_masks(rows_of, ordered)
                return None if masks is None else self._mask_at(masks, row)
            case p.Group():
                return self._group(items, ordered)
            case p.Listed(names=(name,), value=p.Local(name=value)) if (
                name == value and items.test is not None
            ):
                found = self.select(name, items.items, items.test, ordered)
                if found is None or found.rest or not found.in_order:
                    return None
                if found.row is None:
                    return found.mask
                return Bits(f"({{ {found.row.begin} {found.mask.text}; }})", found.mask.wide)
            case p.Frozen():
                return self.items(items.list, ordered)
            case _:
                return None

    def _row(self, items: p.Lookup) -> str:
        return self.printer.index(items.key, len(list_rows(items.table)))

    def _mask_at(self, masks: tuple[int, ...], number: str) -> Bits:
        return self.module.constants.mask_at(masks, number)

    def row(self, items: Expr) -> Row | None:
        """The row of a table that some items are."""
        if isinstance(items, p.Local) and items.name in self.printer.scope.rows:
            table, number = self.printer.scope.rows[items.name]
            return Row(table, "", number) if _row_masks(table, ordered=False) is not None else None
        found = called_row(self.module.plan, items)
        if found is None or _row_masks(found.table, ordered=False) is None:
            return None
        name = self.printer.scope.fresh("r")
        return Row(found.table, f"N {name} = {self._row(found)};", name)

    def beginning(self, name: str, items: Expr, stop: Expr) -> tuple[str, Beginning] | None:
        """The items of a row before the first at which a condition holds, and what finds that one.

        Along a row that goes up, or down, it is the lowest, or the highest, bit of those where it holds.
        """
        if not isinstance(items, p.Local) or items.name not in self.printer.scope.rows:
            return None
        word, mask = self._condition(name, stop), self.items(items, ordered=False)
        table, row = self.printer.scope.rows[items.name]
        if word is None or mask is None or not all(map(_is_straight, list_rows(table))):
            return None
        if word.wide or mask.wide:
            return None
        up = f"{self.module.constants.numbers(tuple(map(_goes_up, list_rows(table))))}[{row}]"
        found = self.printer.scope.fresh("s")
        self.printer.scope.declare(f"uint64_t {found} = 0;")
        words = f"{self.printer.list(items)}.p"
        stops = mask.among(word).text
        return f"{found} = first_stop({stops}, {up});", Beginning(items.name, mask.text, found, up, words)

    def after(self, test: p.Compare) -> str | None:
        """Whether a row goes on after the beginning of it that was found, or what a variable holds there."""
        beginnings = self.printer.scope.beginnings
        match test:
            case p.Compare(
                op="<", left=p.Size(list=p.Local(name=name)), right=p.Size(list=p.Local(name=row))
            ) if name in beginnings and beginnings[name].of == row:
                return f"({beginnings[name].stop} != 0)"
            case p.Compare(
                op="==" | "!=",
                left=p.Cell(
                    var=var,
                    place=place,
                    index=p.ItemAt(list=p.Local(name=row), index=p.Size(list=p.Local(name=name))),
                ),
                right=value,
            ) if name in beginnings and beginnings[name].of == row:
                plane = self.plane(var, place)
                if plane is None or plane.words > 1:
                    return None
                stop = beginnings[name].stop
                word = self.word(plane, value).text
                return f"((some_stop(S, {stop}) & {'~' if test.op == '!=' else ''}{word}) != 0)"
            case _:
                return None

    def _group(self, items: p.Group, ordered: bool) -> Bits | None:
        rows = items.table.rows
        mappings: tuple[Any, ...] = rows if isinstance(rows, tuple) else (rows,)
        keys = self.module.constants.keys({key for mapping in mappings for key in mapping})
        masks: list[int] = []
        for mapping in mappings:
            own = [0] * (keys.count + 1)
            for key, row in mapping.items():
                mask = mask_of(row, ordered)
                if mask is None:
                    return None
                own[keys.place(key)] = mask
            masks += own
        place = self.printer.lists.key_place(keys, items.key)
        if items.row is None:
            return self._mask_at(tuple(masks), place)
        row = self.printer.index(items.row, len(mappings))
        return self._mask_at(tuple(masks), f"{row} * {keys.count + 1} + {place}")

    # -------------------------------------------------------------- conditions
    def select(self, name: str, items: Expr, test: Expr | None, ordered: bool) -> Selection | None:
        """The items that pass; None if nothing of it is a matter of bits."""
        row = None
        mask = self.items(items, ordered)
        if mask is None:
            items, charges = uncharged(items)
            row = self.row(items)
            if row is None or test is None:
                return None
            for charged in charges:
                row = self._paid(row, charged)
            masks = _row_masks(row.table, ordered=False)
            assert masks is not None
            mask = self._mask_at(masks, row.number)
        rest = conjuncts(test) if test is not None else []
        found = mask
        while rest:
            narrowed = self._narrowed(name, found, rest[0])
            if narrowed is None:
                break
            found, rest = narrowed, rest[1:]
        if found == mask and not isinstance(items, p.Listed):
            return None
        in_order = row is None or not ordered or _row_masks(row.table, ordered=True) is not None
        return Selection(found, tuple(rest), row, in_order)

    def _paid(self, row: Row, charged: p.Charged) -> Row:
        """A row that is charged for when it is found."""
        counts = self.module.constants.numbers(tuple(map(len, list_rows(row.table))))
        pay = self.printer.pay(f"{counts}[{row.number}]", charged)
        return Row(row.table, f"{row.begin} {pay}", row.number)

    def _narrowed(self, name: str, found: Bits, test: Expr) -> Bits | None:
        """Those of some items that fulfil a condition."""
        word = self._condition(name, test)
        if word is not None:
            return found.among(word)
        inner = test.of if isinstance(test, p.Not) else test
        if not isinstance(inner, p.In) or inner.item != p.Local(name):
            return None
        items, charges = uncharged(inner.list)
        known = self.printer.scope.sets.get(items.name) if isinstance(items, p.Local) else None
        if known is None or known.bits is None:
            return None
        held = known.bits.opposite if isinstance(test, p.Not) else known.bits
        if not charges:
            return found.among(held)
        # It is charged for each item of which this is asked.
        m, size = self.printer.scope.fresh("m"), f"(N){self.printer.list(items)}.n"
        asked = Bits(m, found.wide)
        pays = "".join(self.printer.pay(f"{size} * {asked.count}", charged) for charged in charges)
        both = asked.among(held)
        return Bits(f"({{ {found.type} {m} = {found.text}; if ({m}) {{ {pays}}} {both.text}; }})", both.wide)

    def _condition(self, name: str, test: Expr) -> Bits | None:
        """The bit set of what fulfils a condition about what a variable or a table has at an item."""
        if isinstance(test, p.Not):
            inner = self._condition(name, test.of)
            return None if inner is None else inner.opposite
        match test:
            case p.Cell():
                plane = self._at(name, test)
                return None if plane is None or plane.values != 2 else self.word(plane, p.Known(1))
            case p.Compare(op="==" | "!="):
                for asked, value in ((test.left, test.right), (test.right, test.left)):
                    if not self._is_plain(name, value):
                        continue
                    plane = self._at(name, asked)
                    word = self._static(name, asked, value) if plane is None else self.word(plane, value)
                    if word is not None:
                        return word if test.op == "==" else word.opposite
                return None
            case _:
                return None

    def _static(self, name: str, asked: Expr, value: Expr) -> Bits | None:
        """The bit set of the items for which a table of numbers has a value."""
        if not isinstance(asked, p.Lookup) or asked.key != p.Local(name):
            return None
        rows = number_rows(asked.table)
        if len(rows) > MOST_PLACES or len(rows) < len(asked.table.rows):
            return None
        low, count = min(rows), max(rows) - min(rows) + 1
        if not rows or count > MOST_PLACES:
            return None
        masks = [sum(1 << at for at, row in enumerate(rows) if row == low + k) for k in range(count)]
        if isinstance(value, p.Known):
            return constant(masks[value.value - low] if 0 <= value.value - low < count else 0)
        k = self.printer.scope.fresh("k")
        begin = f"N {k} = {self.printer.number(value)} - ({low});"
        return self._mask_at((*masks, 0), f"({{ {begin} (uint64_t){k} < {count} ? {k} : {count}; }})")

    def _at(self, name: str, cell: Expr) -> Plane | None:
        """The bit sets of a variable, if its value at an item is asked for."""
        held = self.printer.scope.held.get(cell.name) if isinstance(cell, p.Local) else None
        if held is not None and held[0] == name:
            return self.plane(held[1].var, held[1].place)
        if not isinstance(cell, p.Cell) or cell.index != p.Local(name):
            return None
        return self.plane(cell.var, cell.place)

    def _is_plain(self, name: str, value: Expr) -> bool:
        """Whether computing a value once, although nobody might ask for it, changes nothing."""
        return is_total(value) and p.Local(name) not in set(walk(value))

    def held(self, held: str, cells: p.Cells, test: Expr | None) -> Selection | None:
        """The places of a whole variable whose values, which a local holds, pass."""
        if self.plane(cells.var, cells.place) is None or test is None:
            return None
        everywhere = constant((1 << cells.count) - 1)
        found, rest = everywhere, conjuncts(test)
        name = "placeC"
        before = self.printer.scope.held
        self.printer.scope.held = {**before, held: (name, p.Cell(cells.var, cells.place))}
        while rest and (word := self._condition(name, rest[0])) is not None:
            found, rest = found.among(word), rest[1:]
        self.printer.scope.held = before
        return Selection(found, tuple(rest)) if found != everywhere else None

    # -------------------------------------------------------------- rows that are taken apart
    def rows(self, names: tuple[str, ...], items: p.Fixed, test: Expr) -> tuple[tuple[int, ...], Bits] | None:
        """Rows of places, all of which must hold one value: their bit sets, and that of the value."""
        values: set[Expr] = set()
        asked: list[str] = []
        planes: set[str] = set()
        for part in conjuncts(test):
            match part:
                case p.Compare(op="==", left=p.Cell(var=var, place=0, index=p.Local(name=name)), right=value):
                    values.add(value)
                    asked.append(name)
                    planes.add(var)
                case _:
                    return None
        if len(values) != 1 or sorted(asked) != sorted(names) or len(planes) != 1:
            return None
        value = values.pop()
        plane = self.module.planes.get(planes.pop())
        if plane is None or not is_total(value) or set(walk(value)) & set(map(p.Local, names)):
            return None
        masks = []
        for row in list_rows(items.table):
            mask = mask_of(tuple(int(cell) - plane.slot.base for cell in row), False)  # type: ignore[arg-type]
            if mask is None:
                return None
            masks.append(mask)
        return tuple(masks), self.word(plane, value)


def inlined(plan: Plan, items: Expr) -> Expr:
    """What a function returns, if it does nothing else and its parameters are plain values."""
    if isinstance(items, p.Frozen):
        return inlined(plan, items.list)
    if not isinstance(items, p.Call):
        return items
    function = plan.functions[items.function]
    match function.body:
        case (s.Return(value=value),) if value is not None and all(map(is_total, items.args)):
            given = dict(zip(function.params, items.args, strict=True))
            bound = {name for node in walk(value) if isinstance(node, p.Listed) for name in node.names}
            used = {node.name for node in walk(items.args) if isinstance(node, p.Local)}
            if bound & (used | set(given)) or any(isinstance(node, p.Once) for node in walk(value)):
                return items
            return inlined(plan, _substituted(value, given))
        case _:
            return items


def _substituted(value: Any, given: dict[str, Expr]) -> Any:
    if isinstance(value, p.Local):
        return given.get(value.name, value)
    return rebuilt(value, lambda part: _substituted(part, given))


def conjuncts(test: Expr) -> list[Expr]:
    return [*conjuncts(test.left), *conjuncts(test.right)] if isinstance(test, p.And) else [test]


def conjunction(tests: tuple[Expr, ...]) -> Expr | None:
    found: Expr | None = None
    for test in tests:
        found = test if found is None else p.And(found, test)
    return found


def uncharged(items: Expr) -> tuple[Expr, list[p.Charged]]:
    """A list without what is charged for it, and that."""
    charges: list[p.Charged] = []
    while isinstance(items, p.Charged | p.Frozen):
        if isinstance(items, p.Charged):
            charges.append(items)
        items = items.list
    return items, charges


def called_row(plan: Plan, items: Expr) -> p.Lookup | None:
    """A row of a table, which a function may find that does nothing else."""
    match items:
        case p.Lookup():
            return items
        case p.Frozen():
            return called_row(plan, items.list)
        case p.Call():
            function = plan.functions[items.function]
            match function.body:
                case (s.Return(value=p.Lookup(table=table, key=p.Local(name=key))),):
                    given = dict(zip(function.params, items.args, strict=True))
                    arg = given.pop(key, None)
                    others = all(map(is_total, given.values()))
                    return None if arg is None or not others else p.Lookup(table, arg)
                case _:
                    return None
        case _:
            return None


def _row_masks(table: p.Table, ordered: bool) -> tuple[int, ...] | None:
    """The rows of a table as bit sets."""
    rows = table.rows
    if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
        return None
    masks = [mask_of(row, ordered) for row in list_rows(table)]
    return None if None in masks else tuple(mask for mask in masks if mask is not None)


def _is_straight(row: tuple[Any, ...]) -> bool:
    """Whether the items of a row only go up, or only down."""
    return list(row) in (sorted(row), sorted(row, reverse=True))


def _goes_up(row: tuple[Any, ...]) -> int:
    return int(list(row) == sorted(row))


def is_total(expr: Expr) -> bool:
    """Whether computing an expression costs nothing, and can be done when nobody asks for it.

    If it fails then, Python plays on, as it does wherever something fails here.
    """
    match expr:
        case p.Known() | p.Local():
            return True
        case p.Cell():
            return expr.index is None or is_total(expr.index)
        case p.Lookup():
            return is_total(expr.key)
        case p.Arith():
            plain = expr.op in ("+", "-") or (isinstance(expr.right, p.Known) and expr.right.value != 0)
            return plain and is_total(expr.left) and is_total(expr.right)
        case p.Choose():
            return is_total(expr.test) and is_total(expr.then) and is_total(expr.otherwise)
        case p.Compare():
            return is_total(expr.left) and is_total(expr.right)
        case p.Not():
            return is_total(expr.of)
        case p.And() | p.Or():
            return is_total(expr.left) and is_total(expr.right)
        case _:
            return False
