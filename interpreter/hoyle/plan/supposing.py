"""Plans what would be after a rule: a function that saves, acts, looks and puts everything back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.changes import changes_of
from hoyle.plan.nodes import Expr
from hoyle.plan.numbers import WIDE
from hoyle.plan.recursion import DEPTH

if TYPE_CHECKING:
    from hoyle.plan.expressions import Expressions, Scope
    from hoyle.plan.statements import Statements


class SupposingPlan:
    """Plans `supposing`; the rules that are supposed are functions of their own, which record nothing."""

    def __init__(self, source: Expressions) -> None:
        self.source = source
        self._statements: Statements | None = None

    @property
    def statements(self) -> Statements:
        """Plans the rules that are supposed."""
        from hoyle.plan.statements import Statements

        if self._statements is None:
            self._statements = Statements(self.source.draft.quietly(), self.source, supposed=True)
        return self._statements

    def plan(self, expr: ir.Supposing, scope: Scope) -> Expr:
        """The call of a function that takes what the rule is given, and what the value reads."""
        handing = _Handing(self.source, scope)
        for number, arg in enumerate(expr.args):
            handing.give(f"given{number}U", arg)
        for name in sorted(free_names(expr.then) - set(expr.names)):
            handing.give(name, ir.Local(name))
        for name, value in zip(expr.names, expr.values, strict=True):
            handing.give(name, value)
        if DEPTH in scope.locals and self.source.calls_circle(expr):
            handing.give(DEPTH, ir.Local(DEPTH))
        given = tuple(ir.Local(f"given{number}U") for number in range(len(expr.args)))
        body = self._body(ir.Supposing(expr.proc, given, expr.then), handing.inner)
        name = f"supposing {expr.proc}"
        function = self.source.draft.loop(name, tuple(handing.params), (body,))
        return p.Call(function.number, tuple(handing.args))

    def _body(self, expr: ir.Supposing, inner: Scope) -> s.Stmt:
        source, draft = self.source, self.source.draft
        acts = self.statements.statement(ir.CallProc(-1, expr.proc, expr.args), inner, in_block=False)
        value = source.handed(expr.then, inner)
        changes = changes_of(draft.program, draft.supposed_procs, expr, draft.recursion.supposed)
        ranges = changes.ranges(draft.layout)
        cells = {p.Cell(found.var, found.place): None for found in ranges if found.count == 1}
        for name, indices in changes.single.items():
            cells |= {source.cell(name, index, inner): None for index in indices}
        return s.ReturnSupposed(
            -1,
            tuple(found for found in ranges if found.count > 1),
            tuple(cells),
            changes.handles(draft.layout),
            acts,
            changes.ends,
            value,
        )


class _Handing:
    """What a function is handed, and what its parameters stand for inside."""

    def __init__(self, source: Expressions, scope: Scope) -> None:
        from hoyle.plan.expressions import Scope as NewScope

        self.source, self.scope = source, scope
        self.inner = NewScope()
        self.params: list[str] = []
        self.args: list[Expr] = []

    def give(self, name: str, value: ir.Expr) -> None:
        """Hands a value on under a name; one that is known beforehand, or handed on already, is not."""
        found = self.source.handed(value, self.scope)
        size = self.source.size(value, self.scope)
        if isinstance(found, p.Known):
            self.inner = self.inner.bound(name, found)
        elif isinstance(found, p.Local) and found in self.args:
            self.inner = self.inner.bound(name, p.Local(self.params[self.args.index(found)]))
        else:
            stem = name.partition("I")[0]
            param = stem if stem not in self.params else f"{stem}{len(self.params)}"
            self.params.append(param)
            self.args.append(found)
            self.inner = self.inner.bound(name, p.Local(param))
        self.inner.sizes[name] = min(WIDE, size)
