"""Puts a mark at the beginning of every block of a program that may or may not be run.

A mark is an assignment to a local that nobody reads, with a place of its own: wherever the code for that
place runs, the block has been exercised. So a branch that is folded away, because the options rule it
out, has no code and counts as not exercised. Definitions become functions, which are not written out where
they are used; otherwise no code would be theirs.
"""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.ir import program as ir

Kind: TypeAlias = Literal["rule", "branch", "choice", "statement"]
_MARK = "markC"


@dataclass(frozen=True, slots=True)
class Point:
    """One thing that can be exercised; `shows` are the places whose code shows that it was."""

    kind: Kind
    rule: str
    name: str  # a choice's name, or which way a branch goes
    place: ir.Place
    shows: frozenset[int]
    inside: int | None = None  # the mark of the block that it is part of


@dataclass(frozen=True, slots=True)
class Marked:
    """A program that plays the same games, and its points; a choice is known by its alternative's place."""

    program: ir.Program
    points: tuple[Point, ...]


def marked(program: ir.Program) -> Marked:
    """The program with marks in all its rules."""
    return _Marking(program).marked()


class _Marking:
    def __init__(self, program: ir.Program) -> None:
        self.program = program
        self.places = list(program.places)
        self.points: list[Point] = []
        self.rule = ""
        self.inside: int | None = None

    def marked(self) -> Marked:
        procs = {name: self._proc(proc) for name, proc in self.program.procs.items()}
        program = dataclasses.replace(self.program, procs=procs, places=tuple(self.places))
        return Marked(program, tuple(self.points))

    # -------------------------------------------------------------- points
    def _mark(self, kind: Kind, name: str, at: int) -> ir.SetLocal:
        """A mark that shows a new point."""
        number = len(self.places)
        self.places.append(self.places[at])
        self.points.append(Point(kind, self.rule, name, self.places[at], frozenset({number}), self.inside))
        return ir.SetLocal(number, _MARK, ir.Const(0))

    def _stated(self, at: int, *also: int) -> None:
        shows = frozenset({at, *also})
        self.points.append(Point("statement", self.rule, "", self.places[at], shows, self.inside))

    # -------------------------------------------------------------- rules
    def _proc(self, proc: ir.Proc) -> ir.Proc:
        self.rule, self.inside = proc.name, None
        first = self._mark("rule", proc.name, proc.at)
        if proc.body is not None:
            return dataclasses.replace(proc, body=self._marked_block(first, proc.body))
        assert proc.value is not None
        return dataclasses.replace(proc, body=(first, ir.Return(proc.at, proc.value)), value=None)

    def _marked_block(self, mark: ir.SetLocal, stmts: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        around, self.inside = self.inside, mark.at
        found = (mark, *(self._statement(stmt) for stmt in stmts))
        self.inside = around
        return found

    def _branch(self, name: str, at: int, stmts: tuple[ir.Stmt, ...]) -> tuple[ir.Stmt, ...]:
        return self._marked_block(self._mark("branch", name, at), stmts)

    def _statement(self, stmt: ir.Stmt) -> ir.Stmt:
        match stmt:
            case ir.If():
                return self._if(stmt)
            case ir.ForEach() | ir.While() | ir.Repeat():
                self._stated(stmt.at)
                return dataclasses.replace(stmt, body=self._branch("loop", stmt.at, stmt.body))
            case ir.Decide():
                return self._decide(stmt)
            case _:
                self._stated(stmt.at)
                return stmt

    def _if(self, stmt: ir.If) -> ir.If:
        number = len(self.points)
        then = self._branch("then", stmt.at, stmt.then)
        otherwise = self._branch("else", stmt.at, stmt.otherwise)
        assert isinstance(then[0], ir.SetLocal)
        assert isinstance(otherwise[0], ir.SetLocal)
        # A test that the options decide has no code of its own, but the way that it leads to has.
        self._stated(stmt.at, then[0].at, otherwise[0].at)
        self.points.insert(number, self.points.pop())
        return dataclasses.replace(stmt, then=then, otherwise=otherwise)

    def _decide(self, stmt: ir.Decide) -> ir.Decide:
        self._stated(stmt.at)
        alternatives = []
        for alternative in stmt.alternatives:
            mark = self._mark("choice", alternative.name, alternative.at)
            alternatives.append(
                dataclasses.replace(alternative, body=self._marked_block(mark, alternative.body))
            )
        otherwise = stmt.otherwise
        if otherwise is not None:
            otherwise = self._branch("otherwise", _first(otherwise, stmt.at), otherwise)
        return dataclasses.replace(stmt, alternatives=tuple(alternatives), otherwise=otherwise)


def _first(stmts: tuple[ir.Stmt, ...], at: int) -> int:
    """Where a block begins; `nothing` leaves no statement, and then it is where it belongs to."""
    return stmts[0].at if stmts else at
