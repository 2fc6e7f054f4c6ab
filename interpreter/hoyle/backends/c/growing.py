"""Prints lists of locals that grow at their end: in place, and with a bit set beside them where it helps.

A list is never changed once others may have it; but what lies behind its end is nobody's, and so is a good
place for what is added. A set says at once whether something is in the list, and is a condition of a search.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from hoyle.backends.c.bounds import inside
from hoyle.backends.c.kinds import LIST
from hoyle.backends.c.planes import conjunction, uncharged
from hoyle.backends.c.scope import Held, Scope
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.limits import LONGEST_LIST
from hoyle.plan.model import Block, Function
from hoyle.plan.nodes import Expr

if TYPE_CHECKING:
    from hoyle.backends.c.statements import StatementPrinter

Code: TypeAlias = "Function | Block"

MOST_HELD = 1024
"""Sets of more places would take too long to be emptied."""

_SETTING = (
    s.SetLocal | s.SetItem | s.StartList | s.StartFilled | s.Append | s.AddTo | s.ChooseRandom | s.TakeTop
    | s.Receive
)  # fmt: skip


def growing_lists(code: Code, scope: Scope) -> frozenset[str]:
    """Locals of a function that are lists of numbers to which something is added."""
    if isinstance(code, Block):
        return frozenset()
    found = {
        node.name
        for node in walk(code.body)
        if isinstance(node, s.SetLocal) and _added(node) is not None
    }  # fmt: skip
    for node in walk(code.body):
        match node:
            case s.SetLocal():
                pass
            case _ if isinstance(node, _SETTING):
                found.discard(node.name)
            case s.Act() | s.DrawPieces() if node.into:
                found.discard(node.into)
            case s.Loop() | p.Listed():
                found -= set(node.names)
            case s.ReturnBest() | s.MoveAround() | p.PiecesOfEach() | p.Once():
                found.discard(node.name)
            case s.FillCells():
                found -= set(node.names)
            case s.ApplyChoices():
                found -= {node.name, *(pick for picks, _ in node.bodies for pick in picks)}
            case _:
                pass
    found -= set(code.params)
    return frozenset(name for name in found if scope.kinds.local(scope.owner, name) == LIST)


def _added(stmt: s.SetLocal) -> Expr | None:
    """What is put behind a local."""
    match stmt.value:
        case p.Concat(left=left, right=right) if uncharged(left)[0] == p.Local(stmt.name):
            return right
        case _:
            return None


class GrowingPrinter:
    """Prints what is done with such lists in one function."""

    def __init__(self, statements: StatementPrinter) -> None:
        self.scope, self.e = statements.scope, statements.expressions
        body = () if statements.function is None else statements.function.body
        asked = {
            items.name
            for node in walk(body)
            if isinstance(node, p.In) and isinstance(items := uncharged(node.list)[0], p.Local)
        }
        for name in sorted(self.scope.growing & asked):
            bounds = self.scope.intervals.local(self.scope.owner, name)
            if bounds is not None and inside(bounds, (0, MOST_HELD - 1)):
                words, held = -(-(bounds[1] + 1) // 64), self.scope.fresh("h")
                self.scope.declare(f"uint64_t {held}[{words}] = {{0}};")
                self.scope.sets[name] = Held(held, words)

    def set(self, stmt: s.SetLocal) -> str:
        """Gives such a local another list, or what it has and more."""
        name, added = stmt.name, _added(stmt)
        made = self.scope.variable(name).text.removesuffix(".list")
        if added is not None:
            return self._grown(name, made, stmt.value, added)
        a, held = self.scope.fresh("a"), self.scope.sets.get(name)
        text = f"L {a} = {self.e.list(stmt.value)}; {made} = (Made){{{a}, {a}.n, 0}};"
        if held is not None:
            text += f" memset({held.words}, 0, sizeof {held.words}); put_in({held.words}, {a});"
        return f"{{ {text} }}"

    def _grown(self, name: str, made: str, whole: Expr, added: Expr) -> str:
        assert isinstance(whole, p.Concat)
        held, size = self.scope.sets.get(name), f"{made}.list.n"
        items, charges = uncharged(added)
        text = "".join(self.e.pay(size, charged) for charged in uncharged(whole.left)[1])
        loop = self._one_by_one(name, made, items)
        before = self.scope.fresh("n")
        if loop is not None:
            pays = "".join(self.e.pay(f"{size} - {before}", charged) for charged in charges)
            text += f"int32_t {before} = {size}; {loop} {pays}"
        else:
            a = self.scope.fresh("a")
            text += f"L {a} = {self.e.list(added)}; add_all(S, &{made}, {a});"
            text += "" if held is None else f" put_in({held.words}, {a});"
        return f"{{ {text} if (RARE({size} > {LONGEST_LIST})) trouble(S); }}"

    def _one_by_one(self, name: str, made: str, items: Expr) -> str | None:
        """Adds what is found as it is found, where nothing that is asked meanwhile hangs on it."""
        match items:
            case p.Listed(names=(item,), value=p.Local(name=value)) if item == value:
                pass
            case _:
                return None
        found = self.e.loops.selected(items.names, items.items, items.test)
        if found is None or p.Local(name) in set(
            walk((found.rest, items.items if found.row is None else ()))
        ):
            return None
        rest, held = conjunction(found.rest), self.scope.sets.get(name)

        def add_one() -> str:
            x = self.e.number(p.Local(item))
            adding = f"add(S, &{made}, {x});"
            if held is not None:
                adding += f" {held.words}[{x} >> 6] |= 1ull << ({x} & 63);"
            return adding if rest is None else f"if ({self.e.test(rest)}) {{ {adding} }}"

        pay, whole = self.e.loops.paid(items.items)
        return pay + self.e.loops.chosen(items.names, whole, found, add_one, own=True)

    def has(self, expr: p.In) -> str | None:
        """Whether something is in a list that has a set beside it."""
        items, charges = uncharged(expr.list)
        held = self.scope.sets.get(items.name) if isinstance(items, p.Local) else None
        if held is None:
            return None
        size = f"{self.e.list(items)}.n"
        pays = "".join(self.e.pay(size, charged) for charged in charges)
        return f"({{ {pays}is_in({held.words}, {held.count}, {self.e.number(expr.item)}); }})"
