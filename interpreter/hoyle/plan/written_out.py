"""Writes moves out where nothing else hangs on them: no event, no room to run out of, nothing stepped.

It comes after the charges are placed, so that a plan that records has the same.
"""

from __future__ import annotations

from dataclasses import replace

from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.draft import Draft
from hoyle.plan.model import Function
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt


class WritingOut:
    """Replaces moves by what they come to, in all statements."""

    def __init__(self, draft: Draft) -> None:
        self.draft = draft
        self._plain = not (draft.mode.record or draft.mode.stepped)
        self._has_rooms = any(zone.room for zone in draft.program.zones)

    def functions(self, functions: list[Function]) -> None:
        for function in functions:
            function.body = self.sequence(function.body)

    def sequence(self, stmts: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        for stmt in stmts:
            found += self._statement(stmt)
        same = len(found) == len(stmts) and all(new is old for new, old in zip(found, stmts, strict=True))
        return stmts if same else tuple(found)

    def _statement(self, stmt: Stmt) -> tuple[Stmt, ...]:
        match stmt:
            case s.MovePiece() if self._is_plain(stmt):
                return self._move(stmt)
            case s.DrawPieces() if self._is_plain(stmt):
                return self._draw(stmt)
            case s.If():
                then, otherwise = self.sequence(stmt.then), self.sequence(stmt.otherwise)
                if then is stmt.then and otherwise is stmt.otherwise:
                    return (stmt,)
                return (replace(stmt, then=then, otherwise=otherwise),)
            case s.Loop():
                body, unbroken = self.sequence(stmt.body), self.sequence(stmt.unbroken)
                if body is stmt.body and unbroken is stmt.unbroken:
                    return (stmt,)
                return (replace(stmt, body=body, unbroken=unbroken),)
            case s.Repeat() | s.While() | s.ReturnSupposed():
                body = self.sequence(stmt.body)
                return (stmt,) if body is stmt.body else (replace(stmt, body=body),)
            case s.IfChoices() | s.IfNew() | s.IfNobodyChose():
                then = self.sequence(stmt.then)
                return (stmt,) if then is stmt.then else (replace(stmt, then=then),)
            case s.ApplyChoices():
                bodies = tuple((picks, self.sequence(body)) for picks, body in stmt.bodies)
                return (replace(stmt, bodies=bodies),)
            case _:
                return (stmt,)

    def _is_plain(self, stmt: s.MovePiece | s.DrawPieces) -> bool:
        if not (self._plain or stmt.anew):
            return False
        if isinstance(stmt, s.DrawPieces):
            known = isinstance(stmt.source, p.Known | p.Handle) and isinstance(
                stmt.handle, p.Known | p.Handle
            )
            if stmt.bottom or not known:
                return False
        match stmt.handle:
            case p.Known(value=handle) | p.Handle(first=handle):
                return not self.draft.layout.handles[handle][0].room
            case _:
                return not self._has_rooms

    def _named(self, at: int, value: Expr, found: list[Stmt]) -> Expr:
        """A local that holds a value that is used more than once."""
        if isinstance(value, p.Known | p.Local):
            return value
        name = self.draft.temporary()
        found.append(s.SetLocal(at, name, value))
        return p.Local(name)

    def _move(self, stmt: s.MovePiece) -> tuple[Stmt, ...]:
        found: list[Stmt] = []
        piece = self._named(stmt.at, stmt.piece, found)
        handle = self._named(stmt.at, stmt.handle, found)
        lay = s.LayDown(stmt.at, piece, handle, stmt.bottom, stmt.anew)
        return *found, s.TakeUp(stmt.at, piece, stmt.anew), lay

    def _draw(self, stmt: s.DrawPieces) -> tuple[Stmt, ...]:
        at, source = stmt.at, stmt.source
        assert isinstance(source, p.Known | p.Handle)
        first = source.value if isinstance(source, p.Known) else source.first
        zone = self.draft.layout.handles[first][0]
        found: list[Stmt] = []
        handle = self._named(at, stmt.handle, found)
        pile = self._named(at, source, found)
        name = self.draft.temporary()
        take: tuple[Stmt, ...] = (
            s.TakeTop(at, name, pile, stmt.anew),
            s.LayDown(at, p.Local(name), handle, False, stmt.anew),
        )
        came: tuple[Stmt, ...] = ()
        if stmt.into:
            # Another local than the one that is set, which may say how many are drawn.
            several = self.draft.temporary()
            found.append(s.StartList(at, several))
            take = *take, s.Append(at, several, p.Local(name))
            came = (s.SetLocal(at, stmt.into, p.Frozen(p.Local(several))),)
        body: list[Stmt] = [s.Charge(at, stmt.each, stmt.late)] if stmt.each else []
        if zone.refill is not None:
            body.append(s.If(at, p.IsEmpty(pile), (s.Refill(at, pile, stmt.each_refilled, stmt.late),)))
        if stmt.strict:
            body += [s.If(at, p.IsEmpty(pile), (s.Fail(at, "not enough", (zone.name,)),)), *take]
        else:
            # When there are no more, there will be none, however many are still wanted.
            none_left: tuple[Stmt, ...] = () if stmt.count == p.Known(1) else (s.Break(at),)
            body.append(s.If(at, p.HasItems(p.Pieces(pile)), take, none_left))
        if stmt.count == p.Known(1):
            return *found, *body, *came
        return *found, s.Loop(at, (self.draft.temporary(),), p.Upto(stmt.count), tuple(body)), *came
