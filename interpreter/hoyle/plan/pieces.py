"""Plans what moves, shows or shuffles pieces; `written_out` has moves on which nothing else hangs."""

from __future__ import annotations

from typing import TypeAlias, assert_never

from hoyle.ir import program as ir
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.draft import Draft
from hoyle.plan.expressions import Expressions, Scope
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt

PieceStatement: TypeAlias = ir.Move | ir.MoveAround | ir.Draw | ir.Deal | ir.Shuffle | ir.Reveal | ir.Refill


class PieceStatements:
    """Turns the statements that move, show or shuffle pieces into those of a plan."""

    def __init__(self, draft: Draft, expressions: Expressions, supposed: bool = False) -> None:
        self.draft, self.expressions, self.anew = draft, expressions, supposed

    def statement(self, stmt: PieceStatement, scope: Scope) -> tuple[Stmt, ...]:
        at, expr = stmt.at, self.expressions.expr
        match stmt:
            case ir.Move():
                return self._move(stmt, scope)
            case ir.MoveAround():
                return (self._move_around(stmt, scope),)
            case ir.Draw():
                return self._draw(stmt, scope)
            case ir.Deal():
                one = ir.Draw(at, ir.Const(1), stmt.source, stmt.to, stmt.bottom, True)
                around = s.Loop(at, (stmt.local,), expr(stmt.list, scope), self._draw(one, scope))
                return (s.Loop(at, (self.draft.temporary(),), p.Upto(expr(stmt.count, scope)), (around,)),)
            case ir.Shuffle():
                return (s.Shuffle(at, expr(stmt.zone, scope)),)
            case ir.Reveal():
                to = None if stmt.to is None else expr(stmt.to, scope)
                return (s.Reveal(at, expr(stmt.pieces, scope), to),)
            case ir.Refill():
                return (s.Refill(at, expr(stmt.zone, scope)),)
            case _:
                assert_never(stmt)

    # -------------------------------------------------------------- moves
    def _move(self, stmt: ir.Move, scope: Scope) -> tuple[Stmt, ...]:
        at, source = stmt.at, self.expressions
        what, to = source.expr(stmt.what, scope), source.expr(stmt.to, scope)
        if stmt.kind != "one":
            items = p.Frozen(p.Pieces(what) if stmt.kind == "zone" else what)
            return (s.MovePieces(at, source.fold(items), to, stmt.bottom, self.anew),)
        followed = self.draft.mode.record and stmt.at in self.draft.by_place
        return (s.MovePiece(at, what, to, stmt.bottom, self.anew, followed),)

    def _move_around(self, stmt: ir.MoveAround, scope: Scope) -> Stmt:
        source = self.expressions
        what = source.expr(stmt.what, scope)
        if stmt.random:
            pieces: Expr = p.Items((p.RandomPiece(what),))
        elif stmt.kind == "one":
            pieces = p.Items((what,))
        else:
            pieces = source.fold(p.Frozen(p.Pieces(what) if stmt.kind == "zone" else what))
        items = source.taken_now(stmt.list, scope)
        to = source.expr(stmt.to, scope)
        followed = 0
        if self.draft.mode.record and not stmt.random:
            followed = 2 if stmt.kind == "zone" else int(stmt.at in self.draft.by_place)
        return s.MoveAround(stmt.at, stmt.local, items, pieces, to, stmt.bottom, self.anew, followed=followed)

    def _draw(self, stmt: ir.Draw, scope: Scope) -> tuple[Stmt, ...]:
        pile, to, count = (
            self.expressions.expr(part, scope) for part in (stmt.source, stmt.to, stmt.count)
        )  # fmt: skip
        return (s.DrawPieces(stmt.at, pile, to, count, stmt.bottom, stmt.strict, stmt.into, self.anew),)
