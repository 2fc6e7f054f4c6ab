"""Plans statements that cannot stop, and the functions of rules that never do."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, assert_never

from hoyle.ir import program as ir
from hoyle.ir.walk import free_names, walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.depths import depth_of_type
from hoyle.plan.draft import Draft
from hoyle.plan.events import after_fill, after_random, after_score, after_set
from hoyle.plan.expressions import EMPTY, Expressions, Scope, deeper, too_deep
from hoyle.plan.fold import constant_of
from hoyle.plan.hoist import is_total
from hoyle.plan.layout import Slot
from hoyle.plan.limits import LARGEST, LONGEST_LIST, MOST_VALUES
from hoyle.plan.model import Function
from hoyle.plan.nodes import Expr
from hoyle.plan.pieces import PieceStatements
from hoyle.plan.recursion import DEPTH
from hoyle.plan.statement_nodes import Stmt

# A number that changes by so little is checked by one comparison after the change.
SMALL_STEP = 100


class Statements:
    """Turns the statements of a program into those of a plan."""

    def __init__(self, draft: Draft, expressions: Expressions, *, supposed: bool = False) -> None:
        self.draft, self.expressions, self.supposed = draft, expressions, supposed
        self.pieces = PieceStatements(draft, expressions, supposed)
        self._procedures: dict[str, Function] = {}
        if not supposed:
            expressions.statements = self

    # -------------------------------------------------------------- functions
    def function_body(self, stmts: tuple[ir.Stmt, ...], scope: Scope) -> tuple[Stmt, ...]:
        """The body of a rule that is a function."""
        return self.sequence(stmts, scope, in_block=False)

    def procedure(self, proc: ir.Proc) -> Function:
        """The function of a rule with effects that never stops."""
        if proc.name not in self._procedures:
            circular = self.is_circular(proc)
            params = (*proc.params, DEPTH) if circular else proc.params
            name = f"supposed {proc.name}" if self.supposed else proc.name
            function = self.draft.function(name, params, proc.name, effects=True, supposed=self.supposed)
            self._procedures[proc.name] = function
            assert proc.body is not None
            if circular:
                body = self.function_body(proc.body, EMPTY.bound(DEPTH, p.Local(DEPTH)))
                function.body = too_deep(proc.at), *body
            else:
                function.body = self.function_body(proc.body, EMPTY)
        return self._procedures[proc.name]

    def is_circular(self, proc: ir.Proc) -> bool:
        """Whether the function of a rule with effects may come back to itself."""
        recursion = self.draft.recursion
        return proc.name in (recursion.supposed if self.supposed else recursion.circular)

    # -------------------------------------------------------------- statements
    def sequence(
        self, stmts: tuple[ir.Stmt, ...], scope: Scope = EMPTY, in_block: bool = True
    ) -> tuple[Stmt, ...]:
        """Statements one after the other, up to one that leaves."""
        found: list[Stmt] = []
        for stmt in stmts:
            found += self.statement(stmt, scope, in_block)
            if found and isinstance(found[-1], s.Leave | s.Return | s.EndRound):
                break
        return tuple(found)

    def statement(self, stmt: ir.Stmt, scope: Scope, in_block: bool) -> tuple[Stmt, ...]:
        at, expr = stmt.at, self.expressions.expr
        match stmt:
            case ir.SetLocal():
                return self._set_local(stmt, scope)
            case ir.SetVar():
                return self._set_var(stmt, scope)
            case ir.FillVar():
                return self._fill(stmt)
            case ir.Remember():
                memory, record = self.expressions.memory(stmt.memory)
                return s.Remember(at, memory, record), *after_set(self.draft, at, memory, None)
            case ir.Forget():
                memory, _ = self.expressions.memory(stmt.memory)
                return s.EmptyMemory(at, memory), *after_set(self.draft, at, memory, None)
            case ir.Random():
                choose = s.ChooseRandom(at, stmt.name, expr(stmt.list, scope), stmt.type)
                return choose, *after_random(self.draft, stmt)
            case ir.CallProc():
                return self._call(stmt, scope)
            case ir.If():
                return self._if(stmt, scope, in_block)
            case ir.ForEach():
                # A zone may change while it is gone through, so its pieces are taken beforehand.
                items = self.expressions.taken_now(stmt.list, scope)
                return (s.Loop(at, (stmt.local,), items, self.sequence(stmt.body, scope, in_block)),)
            case ir.While():
                return (s.While(at, expr(stmt.test, scope), self.sequence(stmt.body, scope, in_block)),)
            case ir.Repeat():
                return (s.Repeat(at, expr(stmt.times, scope), self.sequence(stmt.body, scope, in_block)),)
            case ir.Return():
                return self._return(stmt, scope, in_block)
            case ir.End():
                return self.end(stmt, in_block)
            case ir.PlayRound():
                # Only where `round` never stops; otherwise it ends a block.
                return (s.PlayRound(at, self.procedure(self.draft.program.procs["round"]).number),)
            case ir.ScoreRound():
                return self._score(stmt)
            case ir.Gather():
                return (s.Gather(at),)
            case ir.Decide() | ir.Settle():
                raise AssertionError("ends a block")
            case (
                ir.Move() | ir.MoveAround() | ir.Draw() | ir.Deal() | ir.Shuffle() | ir.Reveal() | ir.Refill()
            ):  # fmt: skip
                return self.pieces.statement(stmt, scope)
            case _:
                assert_never(stmt)

    def _if(self, stmt: ir.If, scope: Scope, in_block: bool) -> tuple[Stmt, ...]:
        test = self.expressions.expr(stmt.test, scope)
        known = constant_of(test)
        if known is not None:
            return self.sequence(stmt.then if known else stmt.otherwise, scope, in_block)
        then, otherwise = (
            self.sequence(part, scope, in_block) for part in (stmt.then, stmt.otherwise)
        )  # fmt: skip
        if not then and not otherwise and is_total(stmt.test, self.draft.program):
            return ()
        return (s.If(stmt.at, test, then, otherwise),)

    # -------------------------------------------------------------- values
    def _set_local(self, stmt: ir.SetLocal, scope: Scope) -> tuple[Stmt, ...]:
        at, name, value = stmt.at, stmt.name, stmt.value
        is_prefix = isinstance(value, ir.Quantified) and value.word == "those" and value.prefix
        if isinstance(value, ir.Quantified) and is_prefix and name not in free_names(value):
            return self._set_list(at, name, value, scope)
        side = self._step_side(value, scope)
        # A local of our own counts something that is limited already.
        if side is None and not name.islower():
            return (s.SetLocal(at, name, self.expressions.kept(value, scope)),)
        if side is None:
            return (s.SetLocal(at, name, self.expressions.stored(value, scope)),)
        found = s.SetLocal(at, name, self.expressions.expr(value, scope))
        return (found, s.Bound(at, p.Local(name), side)) if name.islower() else (found,)

    def _set_list(self, at: int, name: str, those: ir.Quantified, scope: Scope) -> tuple[Stmt, ...]:
        """A list up to the first item that does not fit, without a function for its loop."""
        assert those.test is not None
        inner = scope.bound(those.local, p.Local(those.local))
        missed = self.expressions.fold(p.Not(self.expressions.expr(those.test, inner)))
        body = (s.If(at, missed, (s.Break(at),)), s.Append(at, name, p.Local(those.local)))
        return (
            s.StartList(at, name),
            s.Loop(at, (those.local,), self.expressions.expr(those.list, scope), body),
            s.SetLocal(at, name, p.Frozen(p.Local(name))),
        )

    def _small(self, value: ir.Expr, scope: Scope) -> int | None:
        found = self.expressions.expr(value, scope)
        return found.value if isinstance(found, p.Known) and abs(found.value) <= SMALL_STEP else None

    def _step_side(self, value: ir.Expr, scope: Scope) -> Literal["above", "below"] | None:
        """Where a stored number may leave its bounds that is changed by a small constant only."""
        if not isinstance(value, ir.Arith) or value.op not in ("+", "-"):
            return None
        step = self._small(value.right, scope)
        if step is None or self.expressions.size(value.left, scope) > LARGEST:
            return None
        if isinstance(self.expressions.expr(value, scope), p.Known):
            return None
        return "above" if (step > 0) == (value.op == "+") else "below"

    def _set_var(self, stmt: ir.SetVar, scope: Scope) -> tuple[Stmt, ...]:
        at, source = stmt.at, self.expressions
        if stmt.index is not None and _reads(stmt.index, stmt.var):
            # The check and the event come after the change, and are about the same index.
            name = self.draft.temporary()
            kept = s.SetLocal(at, name, source.expr(stmt.index, scope))
            return kept, *self._set_var(replace(stmt, index=ir.Local(name)), scope)
        cell = source.cell(stmt.var, stmt.index, scope)
        index = None if stmt.index is None else source.expr(stmt.index, scope)
        event = after_set(self.draft, at, cell, index)
        if self.draft.layout.slots[stmt.var].type.kind == "list":
            value = source.kept(stmt.value, scope)
            if stmt.op != "=":
                value = p.Concat(cell, value) if stmt.op == "+=" else p.TakenOut(cell, value)
            return s.SetCell(at, cell, "=", self._fitting(stmt.var, value)), *event
        if stmt.op == "=":
            side = self._step_side(stmt.value, scope)
            if side is None:
                return s.SetCell(at, cell, "=", source.stored(stmt.value, scope)), *event
            return s.SetCell(at, cell, "=", source.expr(stmt.value, scope)), s.Bound(at, cell, side), *event
        step = self._small(stmt.value, scope)
        if step is not None:
            side = "above" if (step > 0) == (stmt.op == "+=") else "below"
            return s.SetCell(at, cell, stmt.op, p.Known(step)), s.Bound(at, cell, side), *event
        sign: Literal["+", "-"] = "+" if stmt.op == "+=" else "-"
        changed = p.Fit(p.Arith(sign, cell, source.expr(stmt.value, scope)))
        return s.SetCell(at, cell, "=", changed), *event

    def _fitting(self, var: str, value: Expr) -> Expr:
        """A list for a variable: with others of many, or with lists in it, it may be too long."""
        slot = self.draft.layout.slots[var]
        most, deep = MOST_VALUES // slot.count, depth_of_type(slot.type) > 1
        if most < LONGEST_LIST and self.draft.lengths.of(value) > most:
            return p.FitList(value, most, deep, var)
        return p.FitList(value, LONGEST_LIST, deep) if deep and not isinstance(value, p.FitList) else value

    def _fill(self, stmt: ir.FillVar) -> tuple[Stmt, ...]:
        slot, cells = self.draft.layout.slots[stmt.var], self.expressions.cells(stmt.var)
        value = self.expressions.stored(self._for_own_pieces(stmt, slot))
        event = after_fill(self.draft, stmt.at, cells, slot.indexed)
        if not slot.indexed:
            return s.SetCell(stmt.at, p.Cell(stmt.var, slot.base), "=", value), *event
        named = (stmt.local, *stmt.more)
        names = (*named, *("" for _ in slot.per[len(named) :])) if any(named) else ()
        bounds = (slot.lows, slot.sizes) if names else ((), ())
        return s.FillCells(stmt.at, cells, value, names, *bounds), *event

    def _for_own_pieces(self, stmt: ir.FillVar, slot: Slot) -> ir.Expr:
        """A first value that is computed only for pieces that a variable is about; others have none."""
        value, free = stmt.value, free_names(stmt.value)
        for name, type_ in zip((stmt.local, *stmt.more), slot.per, strict=False):
            if type_.kind != "piece" or name not in free:
                continue
            first, last = self.draft.layout.ends_of(type_)
            if last - first + 1 < self.draft.layout.pieces:
                mine = ir.In(ir.Local(name), ir.Span(ir.Const(first), ir.Const(last)))
                value = ir.Choice(mine, value, ir.Const(ir.NONE))
        return value

    # -------------------------------------------------------------- calls
    def _call(self, stmt: ir.CallProc, scope: Scope) -> tuple[Stmt, ...]:
        procs = self.draft.supposed_procs if self.supposed else self.draft.program.procs
        proc = procs[stmt.proc]
        if proc.pure:
            value = self.expressions.call(stmt.proc, stmt.args, scope)
            if stmt.into is None:
                return (s.Evaluate(stmt.at, value),)
            return (s.SetLocal(stmt.at, stmt.into, value),)
        function = self.procedure(proc)
        circular = self.is_circular(proc)
        if not (stmt.into or function.body or circular) and is_total(stmt.args, self.draft.program):
            return ()  # with these options the rule does nothing
        args = tuple(self.expressions.stored(arg, scope) for arg in stmt.args)
        if circular:
            args = (*args, deeper(scope))
        return (s.Act(stmt.at, function.number, args, stmt.into),)

    def _return(self, stmt: ir.Return, scope: Scope, in_block: bool) -> tuple[Stmt, ...]:
        value = None if stmt.value is None else self.expressions.stored(stmt.value, scope)
        return (s.Leave(stmt.at, value) if in_block else s.Return(stmt.at, value),)

    def end(self, stmt: ir.End, in_block: bool) -> tuple[Stmt, ...]:
        leave = s.EndRound(stmt.at, in_block)
        if stmt.what == "round":
            return (leave,)
        ended = p.Cell("match_ended", self.draft.layout.slots["match_ended"].base)
        return s.SetCell(stmt.at, ended, "=", p.Known(1)), leave

    # -------------------------------------------------------------- scores
    def _score(self, stmt: ir.ScoreRound) -> tuple[Stmt, ...]:
        """All gains are computed before any is added."""
        at, slot = stmt.at, self.draft.layout.slots["score"]
        found: list[Stmt] = []
        gains: list[Expr] = []
        if stmt.value is not None:
            for seat in range(self.draft.layout.players):
                name = self.draft.temporary()
                value = self.expressions.expr(stmt.value, EMPTY.bound(stmt.local, p.Known(seat)))
                found.append(s.SetLocal(at, name, value))
                gains.append(p.Local(name))
            for seat, gain in enumerate(gains):
                total = p.Cell("score", slot.base + seat)
                found.append(s.SetCell(at, total, "=", p.Fit(p.Arith("+", total, gain))))
        event = after_score(self.draft, at, tuple(gains) if gains else None)
        return *found, *event, s.CountRound(at)


_ASK_WHO_IS_ACTIVE = ("active", "next", "previous")  # which a definition of the ruleset says


def _reads(expr: ir.Expr, var: str) -> bool:
    """Whether an expression may look at a variable."""
    return any(
        isinstance(node, ir.Call | ir.Supposing | ir.Times)
        or (isinstance(node, ir.Get | ir.GetEach) and node.var == var)
        or (isinstance(node, ir.Fn) and node.name in _ASK_WHO_IS_ACTIVE)
        for node in walk(expr)
    )
