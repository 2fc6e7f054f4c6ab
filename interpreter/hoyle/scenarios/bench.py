"""Prepares a ruleset for its scenarios: expressions of steps are checked and lowered in its own terms."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.checked.expressions import Expressions
from hoyle.checked.from_syntax import Checker
from hoyle.checked.scope import Scope
from hoyle.checked.statements import Statements
from hoyle.checked.unknown import UnknownNames
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, Place
from hoyle.document.nodes import Scalar
from hoyle.ir import program as ir
from hoyle.ir.expressions import type_tag
from hoyle.ir.from_checked import Lowering
from hoyle.ir.statements import StatementLowering
from hoyle.pipeline import Work
from hoyle.play.game import Game
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression
from hoyle.syntax.walk import conjuncts

SETUP = "set-up of a scenario"
DONE = "end of a scenario"
ORIGINAL = "round.original"


class Bench:
    """One ruleset, ready to run scenarios."""

    def __init__(self, work: Work, findings: Findings) -> None:
        assert work.syntax is not None
        assert work.program is not None
        self.findings = findings
        self.program = work.program
        self.checker = Checker(work.syntax, Findings())
        self.checker.check()
        self.checker.findings = findings
        self.checker.declarations.findings = findings
        self.lowering = Lowering(self.checker.model, self.program.places)
        self._games: dict[Any, Game] = {}

    # -------------------------------------------------------------- expressions of steps
    def condition(self, scalar: Scalar) -> list[Part] | None:
        """An `expect`, cut at its `and`s, each with the two sides of its comparison."""
        node = self._checked(scalar)
        return None if node is None else [self._part(part) for part in conjuncts(node)]

    def _checked(self, scalar: Scalar) -> n.Expr | None:
        before = len(self.findings)
        node = parse_expression(scalar, self.findings)
        if node is None:
            return None
        Expressions(self.checker, Scope()).condition(node)
        self._report_unknown()
        return node if len(self.findings) == before else None

    def _report_unknown(self) -> None:
        """Unknown names are kept back until all of a ruleset is read; of a step this is all."""
        self.checker.declarations.unknown.report(self.findings)
        self.checker.declarations.unknown = UnknownNames()

    def _part(self, node: n.Expr) -> Part:
        lower = StatementLowering(self.lowering, "scenario")
        sides: tuple[tuple[str, ir.Expr, str], ...] = ()
        if isinstance(node, n.Compare):
            sides = tuple(
                (side.at.text, lower.kept_value(side), type_tag(self.checker.model.typing.types[side]))
                for side in (node.left, node.right)
                if not _plain(side)
            )
        return Part(" ".join(node.at.text.split()), lower.expr(node), sides, node.at.place)

    # -------------------------------------------------------------- games that start in a position
    def game(self, entry: Scalar | None, stops: bool) -> Game | None:
        """The game whose first round waits for a position, then does what the scenario begins with."""
        key = (None if entry is None else entry.text, stops)
        if key not in self._games:
            calls: tuple[ir.Stmt, ...] = (ir.CallProc(0, ORIGINAL, ()),)
            if entry is not None and entry.text.replace(" ", "") not in ("round", "round()"):
                lowered = self._entry(entry)
                if lowered is None:
                    return None
                calls = lowered
            self._games[key] = Game(self._program(calls, stops))
        return self._games[key]

    def _entry(self, scalar: Scalar) -> tuple[ir.Stmt, ...] | None:
        before = len(self.findings)
        node = parse_expression(scalar, self.findings)
        if node is None:
            return None
        if not isinstance(node, n.Call):
            self.findings.report(
                codes.BAD_ENTRY, scalar.place, f"`{scalar.text}` is not a call", help="write `rule(…)`"
            )
            return None
        statement = n.CallStatement(node.at, node)
        Statements(self.checker, Scope()).statement(statement)
        self._report_unknown()
        if len(self.findings) != before:
            return None
        return tuple(StatementLowering(self.lowering, "scenario").statement(statement))

    def _program(self, calls: tuple[ir.Stmt, ...], stops: bool) -> ir.Program:
        original = self.program.procs["round"]
        body: tuple[ir.Stmt, ...] = (_wait(SETUP),)
        after: tuple[ir.Stmt, ...] = (_wait(DONE),) if stops else ()
        first = ir.Compare("==", ir.Get("round_number"), ir.Const(1))
        again = (ir.CallProc(0, ORIGINAL, ()),)
        staged = ir.If(0, first, (*body, *calls, *after), again)
        procs = dict(self.program.procs)
        procs[ORIGINAL] = dataclasses.replace(original, name=ORIGINAL)
        procs["round"] = dataclasses.replace(original, body=(staged,), asks=True)
        return dataclasses.replace(self.program, procs=procs, places=tuple(self.lowering.places))


@dataclasses.dataclass(frozen=True)
class Part:
    """One condition of an `expect`: its text, its test, and the sides of a comparison, to be shown."""

    text: str
    test: ir.Expr
    sides: tuple[tuple[str, ir.Expr, str], ...]
    place: Place


def _plain(node: n.Expr) -> bool:
    """Whether a value needs no explanation: a number, a word, `seat(1)`."""
    if isinstance(node, n.Call):
        return all(isinstance(arg, n.Integer) for arg in node.args) and bool(node.args)
    return isinstance(node, n.Integer | n.Quoted)


def _wait(name: str) -> ir.Stmt:
    go = ir.Alternative(0, "go", "go", None, (), (), ())
    return ir.Decide(0, name, "choose", "askedT0", ir.Const(0), (go,), None)
