"""Bit sets beside variables: of a variable per node or the like, for each value the places that hold it.

A loop that asks each place for its value becomes one over the bits of a word, and a search a look at a word.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

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

MOST_PLACES = 64
MOST_VALUES = 16


@dataclass(frozen=True)
class Plane:
    """The bit sets of one variable: a word for none, for each value, and for whatever else it may hold."""

    name: str
    slot: Slot
    values: int

    def number(self, value: int) -> int:
        """Which word is that of a value."""
        if value == NONE:
            return 0
        return value + 1 if 0 <= value < self.values else self.values + 1

    @property
    def declaration(self) -> str:
        return f"uint64_t {self.name}[{self.values + 2}];"

    @property
    def found_anew(self) -> str:
        """Makes the words from the numbers."""
        slot = self.slot
        return f"find_plane(S->{self.name}, {self.values}, S->v + {slot.base}, {slot.count});"


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
    """Items as the bits of a word, in order if that matters, and what is still to be asked of each."""

    mask: str
    rest: tuple[Expr, ...]


class Selector:
    """Finds loops over items of which the first conditions are about a variable's value there."""

    def __init__(self, printer: ExpressionPrinter) -> None:
        self.printer, self.module = printer, printer.module

    def plane(self, var: str, place: int) -> Plane | None:
        found = self.module.planes.get(var)
        return found if found is not None and found.slot.base == place else None

    def word(self, plane: Plane, value: Expr) -> str:
        """The bit set of the places that hold a value."""
        self.module.used_planes.add(plane.slot.base)
        if isinstance(value, p.Known):
            return f"S->{plane.name}[{plane.number(value.value)}]"
        bounds, text = self.printer.bounds.of(value), self.printer.number(value)
        if bounds is not None and inside(bounds, (0, plane.values - 1)):
            return f"S->{plane.name}[{text} + 1]"
        return f"S->{plane.name}[plane_of({text}, {plane.values})]"

    # -------------------------------------------------------------- items
    def items(self, items: Expr, ordered: bool) -> str | None:
        """The items of a list as a bit set; `ordered`: only if they come from the lowest bit on."""
        match items:
            case p.Fixed():
                rows = items.table.rows
                if not isinstance(rows, tuple) or not all(isinstance(item, int) for item in rows):
                    return None
                mask = mask_of(number_rows(items.table), ordered)
                return None if mask is None else f"{mask:#x}ull"
            case p.Lookup():
                table = self._row_masks(items.table, ordered)
                return None if table is None else f"{table}[{self._row(items)}]"
            case p.Local() if items.name in self.printer.scope.rows:
                rows_of, row = self.printer.scope.rows[items.name]
                table = self._row_masks(rows_of, ordered)
                return None if table is None else f"{table}[{row}]"
            case p.Group():
                return self._group(items, ordered)
            case p.Listed(names=(name,), value=p.Local(name=value)) if (
                name == value and items.test is not None
            ):
                found = self.select(name, items.items, items.test, ordered)
                return None if found is None or found.rest else found.mask
            case p.Frozen():
                return self.items(items.list, ordered)
            case _:
                return None

    def _row(self, items: p.Lookup) -> str:
        return self.printer.index(items.key, len(list_rows(items.table)))

    def _row_masks(self, table: p.Table, ordered: bool) -> str | None:
        """The rows of a table as bit sets."""
        rows = table.rows
        if not isinstance(rows, tuple) or not all(isinstance(row, tuple) for row in rows):
            return None
        masks = [mask_of(row, ordered) for row in list_rows(table)]
        if None in masks:
            return None
        return self.module.constants.masks(tuple(mask for mask in masks if mask is not None))

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
        up = f"{self.module.constants.numbers(tuple(map(_goes_up, list_rows(table))))}[{row}]"
        found = self.printer.scope.fresh("s")
        self.printer.scope.declare(f"uint64_t {found} = 0;")
        words = f"{self.printer.list(items)}.p"
        return f"{found} = first_stop({mask} & {word}, {up});", Beginning(items.name, mask, found, up, words)

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
                if plane is None:
                    return None
                stop = beginnings[name].stop
                word = self.word(plane, value)
                return f"((some_stop(S, {stop}) & {'~' if test.op == '!=' else ''}{word}) != 0)"
            case _:
                return None

    def _group(self, items: p.Group, ordered: bool) -> str | None:
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
        table = self.module.constants.masks(tuple(masks))
        place = self.printer.lists.key_place(keys, items.key)
        if items.row is None:
            return f"{table}[{place}]"
        row = self.printer.index(items.row, len(mappings))
        return f"{table}[{row} * {keys.count + 1} + {place}]"

    # -------------------------------------------------------------- conditions
    def select(self, name: str, items: Expr, test: Expr | None, ordered: bool) -> Selection | None:
        """The items that pass; None if nothing of it is a matter of bits."""
        mask = self.items(items, ordered)
        if mask is None:
            return None
        rest = conjuncts(test) if test is not None else []
        found = mask
        while rest:
            word = self._condition(name, rest[0])
            if word is None:
                break
            found = f"{found} & {word}"
            rest = rest[1:]
        return Selection(found, tuple(rest)) if found != mask or isinstance(items, p.Listed) else None

    def _condition(self, name: str, test: Expr) -> str | None:
        """The bit set of what fulfils a condition about the value that a variable has at an item."""
        if isinstance(test, p.Not):
            inner = self._condition(name, test.of)
            return None if inner is None else f"~({inner})"
        match test:
            case p.Cell():
                plane = self._at(name, test)
                return None if plane is None or plane.values != 2 else self.word(plane, p.Known(1))
            case p.Compare(op="==" | "!="):
                for cell, value in ((test.left, test.right), (test.right, test.left)):
                    plane = self._at(name, cell)
                    if plane is not None and self._is_plain(name, value):
                        word = self.word(plane, value)
                        return word if test.op == "==" else f"~{word}"
                return None
            case _:
                return None

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
        everywhere = f"{(1 << cells.count) - 1:#x}ull"
        found, rest = everywhere, conjuncts(test)
        name = "placeC"
        before = self.printer.scope.held
        self.printer.scope.held = {**before, held: (name, p.Cell(cells.var, cells.place))}
        while rest and (word := self._condition(name, rest[0])) is not None:
            found, rest = f"{found} & {word}", rest[1:]
        self.printer.scope.held = before
        return Selection(found, tuple(rest)) if found != everywhere else None

    # -------------------------------------------------------------- rows that are taken apart
    def rows(self, names: tuple[str, ...], items: p.Fixed, test: Expr) -> tuple[str, str, int] | None:
        """Rows of places, all of which must hold one value: their bit sets, that of the value, how many."""
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
        return self.module.constants.masks(tuple(masks)), self.word(plane, value), len(masks)


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


def mask_of(items: tuple[Any, ...], ordered: bool) -> int | None:
    """Some items as bits; None if they are no places, twice the same, or not in the order that is wanted."""
    if any(not isinstance(item, int) or not 0 <= item < MOST_PLACES for item in items):
        return None
    if len(set(items)) != len(items) or (ordered and list(items) != sorted(items)):
        return None
    found: int = sum(1 << item for item in items)
    return found


def _is_straight(row: tuple[Any, ...]) -> bool:
    """Whether the items of a row only go up, or only down."""
    return list(row) in (sorted(row), sorted(row, reverse=True))


def _goes_up(row: tuple[Any, ...]) -> int:
    return int(list(row) == sorted(row))


def is_total(expr: Expr) -> bool:
    """Whether computing an expression can neither fail nor cost anything."""
    match expr:
        case p.Known() | p.Local():
            return True
        case p.Cell():
            return expr.index is None
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
