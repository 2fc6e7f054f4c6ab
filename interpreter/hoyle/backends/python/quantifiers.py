"""Writes quantifiers as loops of their own, with inner quantifiers as loops within them."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.backends.python.module import Line
from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.fold import Constant
from hoyle.plan.hoist import replaced
from hoyle.plan.index import grouped
from hoyle.plan.liveness import reads

if TYPE_CHECKING:
    from hoyle.backends.python.expressions import ExpressionSource

# A test of so few items is written out for each, if it has no more nodes than this.
MOST_UNROLLED = 4
LARGEST_UNROLLED = 20

Names = dict[str, str]
"""What a local is called in the source, where it is not `l_` + its name."""


def local(name: str, names: Names) -> str:
    return names.get(name, f"l_{name}")


class QuantifierSource:
    """Writes quantifiers as loops; a quantifier that is another's test becomes a loop within it."""

    def __init__(self, source: ExpressionSource) -> None:
        self.source = source

    def write(self, expr: ir.Quantified, names: Names) -> str:
        """The source of a quantifier: a short expression, or the call of a function with its loop."""
        short = self._by_count(expr, names) or self._unrolled(expr, names) or self._listed(expr, names)
        if short is not None:
            return short
        free = sorted(reads(expr))
        # The function's own names: whatever the surroundings call them.
        given = {name: f"a_{re.sub('[^A-Za-z0-9_]', '_', name)}" for name in free}
        given[expr.local] = f"x_{expr.local}"
        name, takes = self.source.module.quantifier([given[name] for name in free], self.lines(expr, given))
        return f"{name}({', '.join([*takes, *(local(item, names) for item in free)])})"

    def _items(self, expr: ir.Quantified, names: Names) -> tuple[str, ir.Expr | None]:
        """What a loop goes through, and what is still to be tested of each item."""
        groups = grouped(self.source.folder, expr)
        if groups is None:
            return self.source.write(expr.list, names), expr.test
        table = self.source.module.table(groups.items, f"{expr.local}_by")
        return f"{table}.get({self.source.write(groups.by, names)}, ())", groups.rest

    def _listed(self, expr: ir.Quantified, names: Names) -> str | None:
        """A list as a comprehension, or as what is there already."""
        if expr.word not in ("those", "each") or expr.prefix:
            return None
        item = local(expr.local, names)
        items, test = self._items(expr, names)
        if test is None and expr.value is None:
            return items
        if test is None and isinstance(expr.value, ir.Get):
            looked = self.source.whole_variable(expr.list, expr.local, (expr.value,))
            if looked is not None:
                return f"v[{looked[1].base}:{looked[1].base + looked[1].count}]"
        value = item if expr.value is None else self.source.frozen(expr.value, names)
        where = "" if test is None else f" if {self.source.write(test, names)}"
        return f"[{value} for {item} in {items}{where}]"

    def _unrolled(self, expr: ir.Quantified, names: Names) -> str | None:
        """A test of very few items, written out for each."""
        constant = self.source.folder.value(expr.list)
        if expr.word not in ("any", "all", "no") or expr.test is None or not isinstance(constant, tuple):
            return None
        size = sum(1 for _ in nodes_of(expr.test))
        if not 0 < len(constant) <= MOST_UNROLLED or size > LARGEST_UNROLLED or expr.prefix:
            return None
        parts = []
        for item in constant:
            if not isinstance(item, int):
                return None
            test = replaced(expr.test, {ir.Local(expr.local): ir.Const(item)})
            parts.append(self.source.write(test, names))
        text = f"({(' and ' if expr.word == 'all' else ' or ').join(parts)})"
        return f"(not {text})" if expr.word == "no" else text

    def _by_count(self, expr: ir.Quantified, names: Names) -> str | None:
        """A quantifier that compares all of a variable with one value: a search in a slice."""
        test = expr.test
        negated = isinstance(test, ir.Not)
        if isinstance(test, ir.Not):
            test = test.of
        if isinstance(test, ir.Exists):
            test, negated = ir.Compare("==", test.of, ir.Const(ir.NONE)), not negated
        if not isinstance(test, ir.Compare) or test.op not in ("==", "!=") or expr.prefix:
            return None
        negated ^= test.op == "!="
        looked = self.source.whole_variable(expr.list, expr.local, (test.left,))
        if (
            looked is None
            or test.left != ir.Get(looked[0], ir.Local(expr.local))
            or expr.local in reads(test.right)
        ):
            return None
        slot = looked[1]
        if slot.type.startswith("list:"):
            return None
        value, cells = self.source.write(test.right, names), f"v[{slot.base}:{slot.base + slot.count}]"
        word = expr.word
        if word == "count":
            return f"({slot.count} - {cells}.count({value}))" if negated else f"{cells}.count({value})"
        if word not in ("any", "all", "no"):
            return None
        if word in ("any", "no"):
            found = f"{cells}.count({value}) != {slot.count}" if negated else f"{value} in {cells}"
            return f"({found})" if word == "any" else f"(not ({found}))"
        return f"({value} not in {cells})" if negated else f"({cells}.count({value}) == {slot.count})"

    def lines(self, expr: ir.Quantified, names: Names) -> list[Line]:
        found: list[Line] = []

        def out(indent: int, text: str) -> None:
            found.append((indent, text, -1))

        word = expr.word
        if word in ("any", "no", "all"):
            hit = "False" if word in ("no", "all") else "True"
            self.loop(expr, names, 1, out, lambda indent: out(indent, f"return {hit}"))
            out(1, f"return {'True' if word in ('no', 'all') else 'False'}")
            return found
        w = self.source.write
        item = local(expr.local, names)
        items, rest = self._items(expr, names)
        head = f"for {item} in {items}:"
        test = None if rest is None else w(rest, names)
        if word in ("highest", "lowest"):
            assert expr.value is not None
            sign = ">" if word == "highest" else "<"
            out(1, "best_ = None")
            out(1, head)
            if test is not None:
                out(2, f"if {test}:")
            deep = 3 if test is not None else 2
            out(deep, f"key_ = {w(expr.value, names)}")
            out(deep, f"if best_ is None or key_ {sign} best_: best_ = key_; found_ = {item}")
            out(1, f"if best_ is None: raise Fault('`{word}` of nothing')")
            out(1, "return found_")
            return found
        if word == "first":
            out(1, head)
            out(2, f"if {test}: return {item}" if test is not None else f"return {item}")
            out(1, "raise Fault('there is no first one: nothing fits')")
            return found
        start = "[]" if word in ("those", "each") else "0"
        out(1, f"sum_ = {start}")
        out(1, head)
        if test is not None and expr.prefix:
            out(2, f"if not {test}: break")
        elif test is not None:
            out(2, f"if {test}:")
        deep = 3 if test is not None and not expr.prefix else 2
        if word == "those":
            out(deep, f"sum_.append({item})")
        else:
            out(deep, f"sum_ += {'1' if expr.value is None else w(expr.value, names)}")
        out(1, "return sum_")
        return found

    def loop(
        self,
        expr: ir.Quantified,
        names: Names,
        indent: int,
        out: Callable[[int, str], None],
        hit: Callable[[int], None],
    ) -> None:
        """A loop that does `hit` at the first item that decides any, no or all."""
        constant = self.source.folder.value(expr.list)
        item = local(expr.local, names)
        test = expr.test if expr.test is not None else ir.Const(1)
        unrolled = self._rows(expr, constant, test)
        if unrolled is not None and isinstance(constant, tuple):
            cells = [f"{item}{i}_" for i in range(unrolled)]
            shift = self._shift(test, expr.local)
            if shift is not None:
                # The rows only say where to look in one variable: let them hold the places themselves.
                base = self.source.layout.slots[shift].base
                constant = tuple(tuple(base + int(cell) for cell in row) for row in constant)  # type: ignore[arg-type,union-attr]
            out(indent, f"for {', '.join(cells)} in {self.source.constant(constant)}:")
            text = self._over_cells(test, expr.local, cells, names, shift)
            out(indent + 1, f"if {'not ' if expr.word == 'all' else ''}{text}:")
            hit(indent + 2)
            return
        items, rest = self._items(expr, names)
        out(indent, f"for {item} in {items}:")
        if expr.word == "all":
            out(indent + 1, f"if not {self.source.write(test, names)}:")
            hit(indent + 2)
            return
        self.condition(rest if rest is not None else ir.Const(1), names, indent + 1, out, hit)

    def condition(
        self,
        test: ir.Expr,
        names: Names,
        indent: int,
        out: Callable[[int, str], None],
        hit: Callable[[int], None],
    ) -> None:
        """`if test: hit`, with inner quantifiers as loops."""
        if isinstance(test, ir.And) and self.source.folder.value(test) is None:
            self.condition(
                test.left,
                names,
                indent,
                out,
                lambda deeper: self.condition(test.right, names, deeper, out, hit),
            )
            return
        short = self._unrolled(test, names) if isinstance(test, ir.Quantified) else None
        if isinstance(test, ir.Quantified) and test.word in ("any", "no", "all") and short is None:
            inner = dict(names)
            inner[test.local] = f"x{indent}_{test.local}"
            if test.word == "any":

                def hit_and_stop(deeper: int) -> None:
                    hit(deeper)
                    out(deeper, "break")

                self.loop(test, inner, indent, out, hit_and_stop)
            else:
                self.loop(test, inner, indent, out, lambda deeper: out(deeper, "break"))
                out(indent, "else:")
                hit(indent + 1)
            return
        out(indent, f"if {short or self.source.write(test, names)}:")
        hit(indent + 1)

    def _rows(self, expr: ir.Quantified, constant: Constant | None, test: ir.Expr) -> int | None:
        """The common length of constant rows, if every use of a row is a quantifier over it."""
        if not isinstance(constant, tuple) or not constant or not isinstance(constant[0], tuple):
            return None
        length = len(constant[0])
        if not 1 <= length <= 6 or any(not isinstance(row, tuple) or len(row) != length for row in constant):
            return None
        return length if _only_quantified(test, expr.local) else None

    def _shift(self, test: ir.Expr, row: str) -> str | None:
        """The variable, if every look at a cell of a row is at that variable's value there."""
        found: set[str] = set()
        for node in nodes_of(test):
            if isinstance(node, ir.Quantified) and node.list == ir.Local(row):
                looks = [
                    n
                    for n in nodes_of(node.test)
                    if isinstance(n, ir.Get) and n.index == ir.Local(node.local)
                ]
                uses = [n for n in nodes_of(node.test) if n == ir.Local(node.local)]
                if len(looks) != len(uses):
                    return None
                found |= {look.var for look in looks}
        return found.pop() if len(found) == 1 else None

    def _over_cells(self, test: ir.Expr, row: str, cells: list[str], names: Names, shift: str | None) -> str:
        """A test of a row, written out for each of its cells."""
        match test:
            case ir.And() | ir.Or():
                word = "and" if isinstance(test, ir.And) else "or"
                left = self._over_cells(test.left, row, cells, names, shift)
                return f"({left} {word} {self._over_cells(test.right, row, cells, names, shift)})"
            case ir.Not():
                return f"(not {self._over_cells(test.of, row, cells, names, shift)})"
            case ir.Quantified(list=ir.Local(name=name)) if name == row:
                parts = []
                for cell in cells:
                    inner = dict(names)
                    inner[test.local] = cell
                    if shift is not None:
                        inner[f"{shift}[{test.local}]"] = f"v[{cell}]"
                    parts.append("True" if test.test is None else self.source.write(test.test, inner))
                joined = f"({(' and ' if test.word == 'all' else ' or ').join(parts)})"
                return f"(not {joined})" if test.word == "no" else joined
            case _:
                return self.source.write(test, names)


def _only_quantified(test: ir.Expr, row: str) -> bool:
    match test:
        case ir.And() | ir.Or():
            return _only_quantified(test.left, row) and _only_quantified(test.right, row)
        case ir.Not():
            return _only_quantified(test.of, row)
        case ir.Quantified(list=ir.Local(name=name), word=word) if name == row:
            inner = reads(test.test) if test.test is not None else frozenset()
            return word in ("any", "all", "no") and not test.prefix and row not in inner
        case _:
            return row not in reads(test)
