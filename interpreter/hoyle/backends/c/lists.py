"""Prints the expressions of a plan that are lists; each is a list of its own, which nothing changes later."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.backends.c.constants import Keys, list_rows
from hoyle.backends.c.declined import Declined
from hoyle.backends.c.kinds import EMPTY, NUMBER
from hoyle.backends.c.planes import conjunction
from hoyle.backends.c.scope import is_flat, is_list
from hoyle.plan import nodes as p
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.c.expressions import ExpressionPrinter


class ListPrinter:
    """Prints lists for one function or block of C."""

    def __init__(self, printer: ExpressionPrinter) -> None:
        self.printer, self.scope = printer, printer.scope
        self.module = printer.module

    def words(self, expr: Expr, text: str) -> str:
        """How many words the items of a list are."""
        return f"{text}.n" if is_flat(self.printer.kind(expr)) else f"words_of({text})"

    def boxed(self, expr: Expr) -> str:
        """A list with its length before it, as it is inside another."""
        name = self.scope.fresh("b")
        return f"({{ L {name} = {self.list(expr)}; boxed(S, {name}, {self.words(expr, name)}); }})"

    def _unboxed(self, expr: Expr, text: str) -> str:
        """A list inside another, which has its length before it."""
        name = self.scope.fresh("b")
        count = f"*{name}" if is_flat(self.printer.kind(expr)) else f"lists_in(*{name}, {name} + 1)"
        return f"({{ const int32_t *{name} = {text}; (L){{{count}, (int32_t *){name} + 1}}; }})"

    def add(self, made: str, item: Expr) -> str:
        """Adds an item to a list in the making."""
        if not is_list(self.printer.kind(item)):
            return f"add(S, &{made}, {self.printer.number(item)});"
        name = self.scope.fresh("b")
        return f"{{ L {name} = {self.list(item)}; add_list(S, &{made}, {name}, {self.words(item, name)}); }}"

    # -------------------------------------------------------------- the cases
    def list(self, expr: Expr) -> str:
        printer = self.printer
        match expr:
            case p.Fixed():
                rows = expr.table.rows
                assert isinstance(rows, tuple)
                return self.module.constants.fixed(rows)  # type: ignore[arg-type]
            case p.Local() if expr.name in self.scope.beginnings:
                return self.scope.beginnings[expr.name].list
            case p.Local() if expr.name in self.scope.zones:
                return f"pieces(S, {self.scope.zones[expr.name]})"
            case p.Local():
                return self.scope.variable(expr.name).text
            case p.Once():
                return printer.once(expr)
            case p.Call():
                return self.module.call(expr, printer)
            case p.Fit():
                return self.list(expr.of)
            case p.Within():
                name, depth = self.scope.fresh("a"), printer.kind(expr)
                ends = f"{expr.low}, {expr.high}, {int(expr.optional)}"
                check = f"all_within(S, {name}.p, {self.words(expr, name)}, {depth}, {ends});"
                return f"({{ L {name} = {self.list(expr.of)}; {check} {name}; }})"
            case p.Frozen():
                return self.list(expr.list)
            case p.Charged():
                return self._charged(expr)
            case p.FitList():
                name, flat = self.scope.fresh("a"), is_flat(printer.kind(expr.list))
                length = f"{name}.n" if flat or not expr.deep else f"words_of({name})"
                check = f"if (RARE({length} > {expr.most})) trouble(S);"
                return f"({{ L {name} = {self.list(expr.list)}; {check} {name}; }})"
            case p.Choose():
                return f"({printer.test(expr.test)} ? {self.list(expr.then)} : {self.list(expr.otherwise)})"
            case p.Cell() | p.Cells() | p.Pieces() | p.PiecesOf() | p.PiecesOfEach():
                return self._of_state(expr)
            case p.Lookup() | p.Mapped() | p.MappedPair() | p.Group():
                return self._of_table(expr)
            case p.Items() | p.Listed() | p.Span() | p.Upto() | p.LinesOf():
                return self._new(expr)
            case p.Concat() | p.TakenOut() | p.Without() | p.WithoutOne() | p.WithItem() | p.Around():
                return self._changed(expr)
            case p.Reversed() | p.Distinct() | p.Sorted():
                word = type(expr).__name__.lower()
                nested = "" if is_flat(printer.kind(expr.list)) else "_lists"
                return f"{word}{nested}(S, {self.list(expr.list)})"
            case p.ItemAt():
                index = printer.number(expr.index)
                return self._unboxed(expr, f"list_at(S, {self.list(expr.list)}, {index})")
            case p.Following():
                item, items = self.boxed(expr.item), self.list(expr.list)
                return self._unboxed(expr, f"following_list(S, {item}, {items})")
            case _:
                raise Declined(f"{type(expr).__name__} as a list")

    def _charged(self, expr: p.Charged) -> str:
        """A list that is paid for; a span before it is made."""
        items = expr.list
        if isinstance(items, p.Span):
            low, high = self.scope.fresh("n"), self.scope.fresh("h")
            begin = f"N {low} = {self.printer.number(items.low)}, {high} = {self.printer.number(items.high)};"
            pay = self.printer.pay(f"{high} - {low} + 1", expr, span=True)
            return f"({{ {begin} {pay} span(S, {low}, {high}); }})"
        name = self.scope.fresh("a")
        pay = self.printer.pay(f"{name}.n", expr)
        return f"({{ L {name} = {self.list(items)}; {pay} {name}; }})"

    def _of_state(self, expr: p.Cell | p.Cells | p.Pieces | p.PiecesOf | p.PiecesOfEach) -> str:
        printer = self.printer
        match expr:
            case p.Cell():
                return f"listed(S, {printer.place(expr)})"
            case p.Cells() if printer.kind(expr) == 1:
                return f"cells(S, {expr.place}, {expr.count})"
            case p.Cells():
                made, i, one = (self.scope.fresh(stem) for stem in "mia")
                last = expr.place + expr.count
                words = f"{one}.n" if printer.kind(expr) == 2 else f"words_of({one})"
                adding = f"L {one} = listed(S, {i}); add_list(S, &{made}, {one}, {words});"
                loop = f"for (N {i} = {expr.place}; {i} < {last}; {i}++) {{ {adding} }}"
                return f"({{ Made {made} = {{{{0, 0}}, 0, 0}}; {loop} {made}.list; }})"
            case p.Pieces():
                return f"pieces(S, {printer.handle(expr.handle)})"
            case p.PiecesOf():
                handles = self.module.constants.numbers(expr.handles)
                return f"pieces_of(S, {handles}, {len(expr.handles)})"
            case p.PiecesOfEach():
                made = self.scope.fresh("m")

                def add_all() -> str:
                    i, h = self.scope.fresh("i"), self.scope.fresh("h")
                    piece = f"S->za[ZONE_AT[{h}] + {i}]"
                    loop = f"for (N {i} = 0; {i} < S->zn[{h}]; {i}++) add(S, &{made}, {piece});"
                    return f"N {h} = {self._iterating(self.printer.handle, expr.handle)}; {loop}"

                loop = self._gone_through((expr.name,), expr.items, add_all)
                return f"({{ Made {made} = {{{{0, 0}}, 0, 0}}; {loop} {made}.list; }})"

    def _iterating(self, printed: Callable[[Expr], str], expr: Expr) -> str:
        """What is printed where nothing is kept that is computed once: as in Python, so that fuel agrees."""
        self.printer.iterating += 1
        text = printed(expr)
        self.printer.iterating -= 1
        return text

    def _gone_through(self, names: tuple[str, ...], items: Expr, body: Callable[[], str]) -> str:
        """A loop whose list is printed so, but not its body."""

        def outside() -> str:
            before, self.printer.iterating = self.printer.iterating, depth
            text = body()
            self.printer.iterating = before
            return text

        depth = self.printer.iterating
        self.printer.iterating += 1
        text = self.printer.loops.each(names, items, outside, own=True, changing=False)
        self.printer.iterating = depth
        return text

    def _of_table(self, expr: p.Lookup | p.Mapped | p.MappedPair | p.Group) -> str:
        printer, constants = self.printer, self.module.constants
        match expr:
            case p.Lookup():
                rows = list_rows(expr.table)
                return constants.rows(rows).row(printer.index(expr.key, len(rows)))
            case p.Mapped():
                table, keys = self.module.mappings.lists(expr.table)
                index = f"index_of(S, {keys.index(printer.number(expr.key))}, {keys.count})"
                return table.row(index)
            case p.MappedPair():
                table, first, second, missing = self.module.mappings.paired_lists(expr.table)
                one, other = (
                    first.index(printer.number(expr.first)),
                    second.index(printer.number(expr.second)),
                )
                place = f"pair_of(S, {missing}, {one}, {first.count}, {other}, {second.count})"
                return table.row(place)
            case p.Group():
                table, keys, count = self.module.mappings.groups(expr.table)
                row = "0" if expr.row is None else printer.index(expr.row, count)
                place = self.key_place(keys, expr.key)
                return table.row(f"{row} * {keys.count + 1} + {place}" if expr.row is not None else place)

    def key_place(self, keys: Keys, key: Expr) -> str:
        """The row of a key; what has no such key has an empty row at the end."""
        name = self.scope.fresh("k")
        text = keys.index(self.printer.number(key))
        return f"({{ N {name} = {text}; (uint64_t){name} < {keys.count} ? {name} : {keys.count}; }})"

    def _new(self, expr: p.Items | p.Listed | p.Span | p.Upto | p.LinesOf) -> str:
        printer = self.printer
        match expr:
            case p.Items(items=()):
                return "((L){0, 0})"
            case p.Items() if printer.kind(expr) == 1 and len(expr.items) <= 2:
                values = ", ".join(map(printer.number, expr.items))
                return f"{('one', 'two')[len(expr.items) - 1]}(S, {values})"
            case p.Items():
                made = self.scope.fresh("m")
                added = " ".join(self.add(made, item) for item in expr.items)
                return f"({{ Made {made} = {{{{0, 0}}, 0, 0}}; {added} {made}.list; }})"
            case p.Listed():
                made = self.scope.fresh("m")

                pay, items = printer.loops.paid(expr.items)
                found = printer.loops.selected(expr.names, items, expr.test)
                test = expr.test if found is None else conjunction(found.rest)

                def add_one() -> str:
                    adding = self.add(made, expr.value)
                    return adding if test is None else f"if ({printer.test(test)}) {adding}"

                if found is None:
                    loop = self._gone_through(expr.names, expr.items, add_one)
                else:
                    loop = pay + printer.loops.chosen(expr.names, items, found, add_one, own=True)
                return f"({{ Made {made} = {{{{0, 0}}, 0, 0}}; {loop} {made}.list; }})"
            case p.Span():
                return printer.called("span", expr.low, expr.high)
            case p.Upto():
                return printer.called("upto", expr.count)
            case p.LinesOf():
                runs, counts = self.module.mappings.runs(self.module.plan.boards[expr.board])
                length = printer.number(expr.length)
                return f"lines(S, {runs}, {counts}, {self.list(expr.nodes)}, {length})"

    def _changed(self, expr: p.Concat | p.TakenOut | p.Without | p.WithoutOne | p.WithItem | p.Around) -> str:
        printer = self.printer
        match expr:
            case p.Concat():
                nested = "" if is_flat(printer.kind(expr)) else "_lists"
                return f"joined{nested}(S, {self.list(expr.left)}, {self.list(expr.right)})"
            case p.TakenOut() | p.Without():
                once = isinstance(expr, p.TakenOut)
                if is_flat(printer.kind(expr.list)):
                    name = "taken_out" if once else "without"
                    return f"{name}(S, {self.list(expr.list)}, {self.list(expr.items)})"
                return f"without_lists(S, {self.list(expr.list)}, {self.list(expr.items)}, {int(once)})"
            case p.WithoutOne():
                return self._without_one(expr)
            case p.WithItem():
                items, index = self.list(expr.list), printer.number(expr.index)
                if is_list(printer.kind(expr.item)):
                    return f"with_list(S, {items}, {index}, {self.boxed(expr.item)})"
                item = printer.number(expr.item)
                name = "with_item" if expr.op == "=" else "with_added"
                return f"{name}(S, {items}, {index}, {'-' if expr.op == '-=' else ''}{item})"
            case p.Around():
                how = ("from", "after", "before").index(expr.how)
                return f"around(S, {self.list(expr.players)}, {printer.number(expr.by)}, {how}, {expr.count})"

    def _without_one(self, expr: p.WithoutOne) -> str:
        """The item is computed for each that it is compared with, as in the other back end."""
        printer = self.printer
        if printer.kind(expr.list) == EMPTY:
            return self.list(expr.list)
        if is_list(printer.kind(expr.item)):
            one, items = self.scope.fresh("x"), self._iterating(self.list, expr.list)
            alone = f"(L){{1, (int32_t *){self.boxed(expr.item)}}}"
            return f"({{ L {one} = {items}; {one}.n ? without_lists(S, {one}, {alone}, 0) : {one}; }})"
        if isinstance(expr.item, p.Known | p.Local):
            items = self._iterating(self.list, expr.list)
            return f"without_one(S, {items}, {printer.number(expr.item)})"
        made, name = self.scope.fresh("m"), "itemC"
        assert printer.kind(expr.list) != NUMBER

        def add_one() -> str:
            x = self.scope.variable(name).text
            return f"if ({x} != {printer.number(expr.item)}) add(S, &{made}, {x});"

        loop = self._gone_through((name,), expr.list, add_one)
        return f"({{ Made {made} = {{{{0, 0}}, 0, 0}}; {loop} {made}.list; }})"
