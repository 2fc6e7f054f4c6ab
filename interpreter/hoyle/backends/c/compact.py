"""Prints choices as bit sets, where whoever plays on at random only wants to know how many there are.

An alternative with one pick, whose conditions are all bit sets, is a span of choices: its block and the bits.
Nobody but the loops that play whole games meets such a list; they write out the one choice that is taken.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.backends.c.bits import MOST_PLACES, Bits
from hoyle.backends.c.constants import list_rows, number_rows
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.choices import LIST
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

if TYPE_CHECKING:
    from hoyle.backends.c.control import ControlPrinter


# Of fewer places the choices are written out as fast as they are counted.
FEWEST_PLACES = 24


class _Other(Exception):
    """Choices that are no bit sets."""


class CompactPrinter:
    """Prints the choices of one function that lists them."""

    def __init__(self, control: ControlPrinter) -> None:
        self.control, self.e = control, control.e

    def whole(self, body: tuple[Stmt, ...]) -> str:
        """All choices as spans, for who wants them so; empty if they cannot be had so."""
        self.spans = self.places = 0
        try:
            text = " ".join(map(self._statement, body))
        except _Other:
            return ""
        if self.places < FEWEST_PLACES:
            return ""
        module = self.control.module
        module.most_spans = max(module.most_spans, self.spans)
        return f"if (S->head.x->compact) {{ list_spans(S); {text} return; }}"

    def _statement(self, stmt: Stmt) -> str:
        match stmt:
            case s.StartList(name=name) if name == LIST:
                return ""
            case s.Return(value=p.Listed() as listed):
                return self._listed(listed)
            case s.Return():
                return ""
            case s.Forget():
                return self.control.statements.statement(stmt)
            case s.If(otherwise=()):
                then = " ".join(map(self._statement, stmt.then))
                return f"if ({self.e.test(stmt.test)}) {{ {then} }}"
            case s.Append(name=name) if name == LIST:
                return self._single(stmt.item)
            case s.Loop(names=(name,), unbroken=()):
                return self._loop(name, stmt)
            case _:
                raise _Other

    def _single(self, item: Expr) -> str:
        """A choice without picks."""
        match item:
            case p.Fixed():
                block, *picks = number_rows(item.table)
            case p.ChoiceOf(block=block, picks=()):
                picks = []
            case _:
                raise _Other
        if picks:
            raise _Other
        self.spans += 1
        return f"add_span(S, {block}, 1, 0);"

    def _loop(self, name: str, loop: s.Loop) -> str:
        match loop.body:
            case (s.If(test=test, then=(s.Append(item=item),), otherwise=()),):
                return self._span((name,), loop.items, test, item)
            case (s.Append(item=item),):
                return self._span((name,), loop.items, None, item)
            case _:
                raise _Other

    def _listed(self, listed: p.Listed) -> str:
        pay, items = self.e.loops.paid(listed.items)
        if isinstance(listed.value, p.Local) and isinstance(items, p.Zipped):
            left, right = items.left, items.right
            assert isinstance(left, p.Fixed)
            assert isinstance(right, p.Cells)
            found = self.e.selector.held(listed.names[1], right, listed.test)
            rows = list_rows(left.table)
            blocks = {row[0] for row in rows}
            if found is None or found.rest or len(blocks) != 1 or len(rows) != right.count:
                raise _Other
            if any(row[1:] != (number,) for number, row in enumerate(rows)):
                raise _Other
            self.places += right.count
            return pay + self._add(int(blocks.pop()), found.mask)  # type: ignore[arg-type]
        return self._span(listed.names, listed.items, listed.test, listed.value)

    def _span(self, names: tuple[str, ...], whole: Expr, test: Expr | None, item: Expr) -> str:
        """The choices of a loop through the places of a board, or the like."""
        pay, items = self.e.loops.paid(whole)
        found = self.e.loops.selected(names, items, test)
        if found is None or found.rest or not found.in_order or found.row is not None:
            raise _Other
        low, high = self.e.bounds.items(items)
        self.places += min(high - low + 1, MOST_PLACES)
        return pay + self._add(self._block(item, names[0]), found.mask)

    def _block(self, item: Expr, name: str) -> int:
        match item:
            case p.ChoiceOf(block=block, picks=(p.Local(name=picked),)) if picked == name:
                return block
            case p.Lookup(key=p.Local(name=picked)) if picked == name:
                rows = list_rows(item.table)
                blocks = {row[0] for row in rows}
                if len(blocks) == 1 and all(row[1:] == (number,) for number, row in enumerate(rows)):
                    return int(blocks.pop())  # type: ignore[arg-type]
                raise _Other
            case _:
                raise _Other

    def _add(self, block: int, mask: Bits) -> str:
        self.spans += 1
        if not mask.wide:
            return f"add_span(S, {block}, {mask.text}, 0);"
        m = self.control.scope.fresh("m")
        halves = f"(uint64_t){m}, (uint64_t)({m} >> 64)"
        return f"{{ Wide {m} = {mask.text}; add_span(S, {block}, {halves}); }}"
