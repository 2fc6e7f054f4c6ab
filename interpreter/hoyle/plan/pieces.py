"""Plans what moves pieces: written out where nothing else hangs on a move, through the runtime otherwise."""

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

    def _is_plain(self, to: ir.Expr) -> bool:
        """Whether nothing but the move itself happens: no event, no room to run out of, nothing stepped."""
        if self.draft.mode.record or self.draft.mode.stepped:
            return False
        if isinstance(to, ir.ZoneAt):
            return not self.draft.layout.zones[to.zone].zone.room
        return not any(zone.room for zone in self.draft.program.zones)

    def _named(self, at: int, value: Expr, found: list[Stmt]) -> Expr:
        """A local that holds a value that is used more than once."""
        if isinstance(value, p.Known | p.Local):
            return value
        name = self.draft.temporary()
        found.append(s.SetLocal(at, name, value))
        return p.Local(name)

    # -------------------------------------------------------------- moves
    def _move(self, stmt: ir.Move, scope: Scope) -> tuple[Stmt, ...]:
        at, source = stmt.at, self.expressions
        what, to = source.expr(stmt.what, scope), source.expr(stmt.to, scope)
        if stmt.kind != "one":
            items = p.Frozen(p.Pieces(what) if stmt.kind == "zone" else what)
            return (s.MovePieces(at, source.fold(items), to, stmt.bottom, self.anew),)
        if not self._is_plain(stmt.to):
            return (s.MovePiece(at, what, to, stmt.bottom, self.anew),)
        found: list[Stmt] = []
        piece = self._named(at, what, found)
        handle = self._named(at, to, found)
        lay = s.LayDown(at, piece, handle, stmt.bottom, self.anew)
        return *found, s.TakeUp(at, piece, self.anew), lay

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
        return s.MoveAround(stmt.at, stmt.local, items, pieces, to, stmt.bottom, self.anew)

    def _draw(self, stmt: ir.Draw, scope: Scope) -> tuple[Stmt, ...]:
        at, source = stmt.at, self.expressions
        pile, to, count = (source.expr(part, scope) for part in (stmt.source, stmt.to, stmt.count))
        if (
            not isinstance(stmt.source, ir.ZoneAt)
            or not isinstance(stmt.to, ir.ZoneAt)
            or stmt.bottom
            or not self._is_plain(stmt.to)
        ):
            flags = stmt.bottom, stmt.strict, stmt.into, self.anew
            return (s.DrawPieces(at, pile, to, count, *flags),)
        zone = self.draft.layout.zones[stmt.source.zone].zone
        found: list[Stmt] = []
        handle = self._named(at, to, found)
        pile = self._named(at, pile, found)
        name = self.draft.temporary()
        take: tuple[Stmt, ...] = (
            s.TakeTop(at, name, pile, self.anew),
            s.LayDown(at, p.Local(name), handle, False, self.anew),
        )
        came: tuple[Stmt, ...] = ()
        if stmt.into:
            # Another local than the one that is set, which may say how many are drawn.
            several = self.draft.temporary()
            found.append(s.StartList(at, several))
            take = *take, s.Append(at, several, p.Local(name))
            came = (s.SetLocal(at, stmt.into, p.Frozen(p.Local(several))),)
        body: list[Stmt] = []
        if zone.refill is not None:
            body.append(s.If(at, p.IsEmpty(pile), (s.Refill(at, pile),)))
        if stmt.strict:
            body += [s.If(at, p.IsEmpty(pile), (s.Fail(at, "not enough", (zone.name,)),)), *take]
        else:
            body.append(s.If(at, p.HasItems(p.Pieces(pile)), take))
        if count == p.Known(1):
            return *found, *body, *came
        return *found, s.Loop(at, (self.draft.temporary(),), p.Upto(count), tuple(body)), *came
