"""Prints loops over lists: over what is there already if it can be, else over a list that is made first."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.backends.c.bits import MOST_PLACES, Bits
from hoyle.backends.c.bounds import WORD, Bounds, bounds_of_constant
from hoyle.backends.c.constants import list_rows, number_rows
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.kinds import EMPTY, NUMBER, Kind
from hoyle.backends.c.planes import Selection
from hoyle.backends.c.scope import Variable
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.c.expressions import ExpressionPrinter


class LoopPrinter:
    """Prints one loop of C for one loop of a plan, so that `break` leaves it."""

    def __init__(self, printer: ExpressionPrinter) -> None:
        self.printer, self.scope = printer, printer.scope

    def each(
        self,
        names: tuple[str, ...],
        items: Expr,
        body: Callable[[], str],
        *,
        own: bool,
        changing: bool = True,
    ) -> str:
        """A loop that binds the names to the items.

        `own`: to variables of its own, which are gone afterwards. `changing`: the body may change the state,
        or the names.
        """
        pay, items = self.paid(items)
        match items:
            case p.Charged(list=p.Span() as span):
                return self._span(names[0], span, body, own, items)
            case p.Zipped():
                return pay + self._zipped(names, items, body, own)
            case p.Selections():
                return self._selections(names[0], items, body, own)
            case p.Fixed() if len(names) > 1:
                return pay + self._taken_apart(names, items, body, own)
            case _:
                return pay + self._over(names[0], items, body, own, changing)

    # -------------------------------------------------------------- bits
    def selected(
        self, names: tuple[str, ...], items: Expr, test: Expr | None, ordered: bool = True
    ) -> Selection | None:
        """The items that pass, as bits, if they can be had so."""
        selector = self.printer.selector
        if isinstance(items, p.Zipped):
            left, right = items.left, items.right
            if not isinstance(left, p.Fixed) or not isinstance(right, p.Cells):
                return None
            if left.table.rows != tuple(range(right.count)):
                return None
            return selector.held(names[1], right, test)
        return selector.select(names[0], items, test, ordered) if len(names) == 1 else None

    def chosen(
        self, names: tuple[str, ...], items: Expr, found: Selection, body: Callable[[], str], *, own: bool
    ) -> str:
        """A loop over what was selected, in the order of the list."""
        row = found.row
        if row is None:
            return self.bits(names, items, found.mask, body, own=own)
        if found.in_order:
            return f"{{ {row.begin} {self.bits(names, items, found.mask, body, own=own)} }}"
        m, a, i, place = (self.scope.fresh(stem) for stem in "maix")
        low, high = self.printer.bounds.items(items)
        given: list[tuple[str, str, Kind, Bounds | None]]
        given = [(names[0], place, NUMBER, (max(low, 0), min(high, MOST_PLACES - 1)))]
        inner = self._bound(given, body, own)
        items_text = self.printer.module.constants.rows(list_rows(row.table)).row(row.number)
        done = f"if (!({m} &= ~(({found.mask.type})1 << {place}))) break;"
        test = f"N {place} = {a}.p[{i}]; if ({found.mask.has(m, place)}) {{ {inner} {done} }}"
        loop = f"for (int32_t {i} = 0; {i} < {a}.n; {i}++) {{ {test} }}"
        begin = f"{row.begin} {found.mask.type} {m} = {found.mask.text};"
        return f"{{ {begin} if ({m}) {{ L {a} = {items_text}; {loop} }} }}"

    def bits(
        self, names: tuple[str, ...], items: Expr, mask: Bits, body: Callable[[], str], *, own: bool
    ) -> str:
        """A loop over the bits of a set; what a variable holds there is bound, too, if it is asked for."""
        m, place = self.scope.fresh("m"), self.scope.fresh("i")
        last = MOST_PLACES - 1 if mask.wide else 63
        given: list[tuple[str, str, Kind, Bounds | None]] = [(names[0], place, NUMBER, (0, last))]
        if isinstance(items, p.Zipped) and isinstance(items.right, p.Cells):
            given.append((names[1], f"S->v[{items.right.place} + {place}]", NUMBER, WORD))
        else:
            low, high = self.printer.bounds.items(items)
            given = [(names[0], place, NUMBER, (max(low, 0), min(high, last)))]
        inner = self._bound(given, body, own)
        begin = f"N {place} = {mask.lowest(m)};"
        return f"for ({mask.type} {m} = {mask.text}; {m}; {m} &= {m} - 1) {{ {begin} {inner} }}"

    def _bound(
        self, given: list[tuple[str, str, Kind, Bounds | None]], body: Callable[[], str], own: bool
    ) -> str:
        """The body, after names were given their values."""
        begin = ""
        found: dict[str, Variable] = {}
        for name, text, kind, bounds in given:
            if own:
                variable = self.scope.fresh("c")
                begin += f"{'N' if kind == NUMBER else 'L'} {variable} = {text}; "
                found[name] = Variable(variable, kind, bounds)
            else:
                outer = self.scope.variable(name)
                begin += f"{outer.text} = {text}; "
                known = bounds if name not in self.scope.changed else outer.bounds
                found[name] = Variable(outer.text, outer.kind, known)
        with self.scope.bound(found):
            return begin + body()

    def paid(self, items: Expr) -> tuple[str, Expr]:
        """What is charged for a list that is there already, before it is gone through; and the list."""
        printer = self.printer
        match items:
            case p.Zipped(left=p.Charged(list=p.Fixed(table=table) as left) as charged):
                return printer.pay(str(len(table.rows)), charged), p.Zipped(left, items.right)
            case p.Charged(list=p.Fixed(table=table)):
                count = str(len(table.rows))
            case p.Charged(list=p.Cells(count=number)):
                count = str(number)
            case p.Charged(list=p.Pieces(handle=handle)):
                count = f"S->zn[{printer.handle(handle)}]"
            case p.Charged(list=p.Local(name=name)) if name in self.scope.zones:
                count = f"S->zn[{self.scope.zones[name]}]"
            case _:
                return "", items
        return printer.pay(count, items), items.list

    # -------------------------------------------------------------- what is gone through
    def _over(self, name: str, items: Expr, body: Callable[[], str], own: bool, changing: bool) -> str:
        printer, i = self.printer, self.scope.fresh("i")
        bounds = printer.bounds.items(items)
        kind = printer.kind(items)
        match items:
            case p.Fixed() if kind == 1:
                return self._fixed(name, number_rows(items.table), body, own)
            case p.Fixed() if kind == 2:
                rows = printer.module.constants.rows(list_rows(items.table))
                count = len(list_rows(items.table))
                inner = self._bound([(name, rows.row(i), 1, bounds)], body, own)
                return f"for (N {i} = 0; {i} < {count}; {i}++) {{ {inner} }}"
            case p.Cells() if kind == 1 and not changing:
                inner = self._bound([(name, f"S->v[{i}]", NUMBER, WORD)], body, own)
                return f"for (N {i} = {items.place}; {i} < {items.place + items.count}; {i}++) {{ {inner} }}"
            case p.Pieces() | p.Local() if not changing and (zone := printer.zone(items)) is not None:
                a, n = self.scope.fresh("a"), self.scope.fresh("n")
                inner = self._bound([(name, f"{a}[{i}]", NUMBER, bounds)], body, own)
                begin = f"N {n} = {zone}; const Piece *{a} = S->za + ZONE_AT[{n}];"
                return f"{{ {begin} for (N {i} = 0; {i} < S->zn[{n}]; {i}++) {{ {inner} }} }}"
            case p.Span():
                return self._span(name, items, body, own)
            case p.Upto():
                n = self.scope.fresh("n")
                inner = self._bound([(name, i, NUMBER, (0, WORD[1]))], body, own)
                loop = f"for (N {i} = 0; {i} < {n}; {i}++) {{ {inner} }}"
                return f"{{ N {n} = {printer.number(items.count)}; {loop} }}"
            case _:
                return self._listed(name, items, kind, bounds, body, own)

    def _fixed(self, name: str, items: tuple[int, ...], body: Callable[[], str], own: bool) -> str:
        i, count = self.scope.fresh("i"), len(items)
        bounds = bounds_of_constant(items) or (0, 0)
        if items == tuple(range(items[0], items[0] + count)) if items else False:
            inner = self._bound([(name, i, NUMBER, bounds)], body, own)
            return f"for (N {i} = {items[0]}; {i} < {items[0] + count}; {i}++) {{ {inner} }}"
        table = self.printer.module.constants.numbers(items)
        inner = self._bound([(name, f"{table}[{i}]", NUMBER, bounds)], body, own)
        return f"for (N {i} = 0; {i} < {count}; {i}++) {{ {inner} }}"

    def _span(
        self, name: str, items: p.Span, body: Callable[[], str], own: bool, charged: p.Charged | None = None
    ) -> str:
        i, low, high = (self.scope.fresh(stem) for stem in "inh")
        inner = self._bound([(name, i, NUMBER, None)], body, own)
        begin = f"N {low} = {self.printer.number(items.low)}, {high} = {self.printer.number(items.high)};"
        paid = "" if charged is None else self.printer.pay(f"{high} - {low} + 1", charged, span=True)
        return f"{{ {begin} {paid} for (N {i} = {low}; {i} <= {high}; {i}++) {{ {inner} }} }}"

    def _listed(
        self, name: str, items: Expr, kind: Kind, bounds: Bounds, body: Callable[[], str], own: bool
    ) -> str:
        """Over a list that is made first."""
        i, a = self.scope.fresh("i"), self.scope.fresh("a")
        begin = f"L {a} = {self.printer.list(items)};"
        if kind in (1, EMPTY):
            inner = self._bound([(name, f"{a}.p[{i}]", NUMBER, bounds)], body, own)
            return f"{{ {begin} for (int32_t {i} = 0; {i} < {a}.n; {i}++) {{ {inner} }} }}"
        q = self.scope.fresh("q")
        item = f"(L){{*{q}, {q} + 1}}" if kind == 2 else f"(L){{lists_in(*{q}, {q} + 1), {q} + 1}}"
        inner = self._bound([(name, item, kind - 1, None)], body, own)
        step = f"{i}++, {q} += 1 + *{q}"
        return f"{{ {begin} int32_t *{q} = {a}.p; for (int32_t {i} = 0; {i} < {a}.n; {step}) {{ {inner} }} }}"

    # -------------------------------------------------------------- several names
    def _taken_apart(self, names: tuple[str, ...], items: p.Fixed, body: Callable[[], str], own: bool) -> str:
        rows, i = list_rows(items.table), self.scope.fresh("i")
        flat = tuple(int(cell) for row in rows for cell in row)  # type: ignore[arg-type]
        table, width = self.printer.module.constants.numbers(flat), len(names)
        given: list[tuple[str, str, Kind, Bounds | None]] = []
        for number, name in enumerate(names):
            column = tuple(row[number] for row in rows)
            given.append((name, f"{table}[{i} + {number}]", NUMBER, bounds_of_constant(column)))
        inner = self._bound(given, body, own)
        return f"for (N {i} = 0; {i} < {len(flat)}; {i} += {width}) {{ {inner} }}"

    def _zipped(self, names: tuple[str, ...], items: p.Zipped, body: Callable[[], str], own: bool) -> str:
        """Over a list that is known beforehand and as many numbers of the state."""
        left, right = items.left, items.right
        if not isinstance(left, p.Fixed) or not isinstance(right, p.Cells):
            raise Declined("pairs of lists that are not known beforehand")
        i, rows = self.scope.fresh("i"), number_rows(left.table)
        count = min(len(rows), right.count)
        plain = rows == tuple(range(len(rows)))
        item = i if plain else f"{self.printer.module.constants.numbers(rows)}[{i}]"
        given: list[tuple[str, str, Kind, Bounds | None]] = [
            (names[0], item, NUMBER, bounds_of_constant(rows)),
            (names[1], f"S->v[{right.place} + {i}]", NUMBER, WORD),
        ]
        inner = self._bound(given, body, own)
        return f"for (N {i} = 0; {i} < {count}; {i}++) {{ {inner} }}"

    def _selections(self, name: str, items: p.Selections, body: Callable[[], str], own: bool) -> str:
        """All ways to take so many of the items, in the order of the list."""
        printer, way = self.printer, self.scope.fresh("w")
        inner = self._bound([(name, f"{way}.list", 1, None)], body, own)
        bounds = f"{printer.number(items.least)}, {printer.number(items.most)}, {items.each}, {items.way}"
        begin = f"Ways {way} = ways(S, {printer.list(items.items)}, {bounds});"
        return f"{{ {begin} while (next_way(S, &{way})) {{ {inner} }} }}"
