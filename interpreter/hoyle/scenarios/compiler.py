"""Compiles what scenarios say in a ruleset's own terms: conditions of steps, and where a game begins."""

from __future__ import annotations

import dataclasses
from typing import Any

from hoyle.checked.checker import Checker
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, Place
from hoyle.document.nodes import Scalar
from hoyle.ir import program as ir
from hoyle.ir.expressions import value_type
from hoyle.ir.from_checked import Lowering
from hoyle.ir.statements import StatementLowering
from hoyle.ir.types import ValueType
from hoyle.pipeline import Work
from hoyle.play.game import Game
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression
from hoyle.syntax.walk import conjuncts

SETUP = "set-up of a scenario"
DONE = "end of a scenario"
ORIGINAL = "round.original"


class ScenarioCompiler:
    """One ruleset, ready for its scenarios."""

    def __init__(self, work: Work) -> None:
        assert work.model is not None
        assert work.program is not None
        self.model = work.model
        self.program = work.program
        self.lowering = Lowering(self.model, self.program.places)
        self._games: dict[Any, Game] = {}

    # -------------------------------------------------------------- expressions of steps
    def condition(self, scalar: Scalar, findings: Findings) -> list[Part] | None:
        """An `expect`, cut at its `and`s, each with the two sides of its comparison."""
        before = len(findings)
        node = parse_expression(scalar, findings)
        if node is None:
            return None
        checker = Checker.of_fragment(self.model, findings)
        checker.condition(node)
        checker.finish()
        return [self._part(part) for part in conjuncts(node)] if len(findings) == before else None

    def _part(self, node: n.Expr) -> Part:
        lower = StatementLowering(self.lowering, "scenario")
        sides: tuple[tuple[str, ir.Expr, ValueType], ...] = ()
        if isinstance(node, n.Compare):
            sides = tuple(
                (side.at.text, lower.kept_value(side), value_type(self.model.typing.types[side]))
                for side in (node.left, node.right)
                if not _is_literal(side)
            )
        return Part(" ".join(node.at.text.split()), lower.expr(node), sides, node.at.place)

    # -------------------------------------------------------------- games that start in a position
    def game(self, entry: Scalar | None, stops: bool, findings: Findings) -> Game | None:
        """The game whose first round waits for a position, then does what the scenario begins with."""
        key = (None if entry is None else entry.text, stops)
        if key not in self._games:
            calls: tuple[ir.Stmt, ...] = (ir.CallProc(0, ORIGINAL, ()),)
            if entry is not None and entry.text.replace(" ", "") not in ("round", "round()"):
                lowered = self._entry(entry, findings)
                if lowered is None:
                    return None
                calls = lowered
            self._games[key] = Game(self._program(calls, stops))
        return self._games[key]

    def _entry(self, scalar: Scalar, findings: Findings) -> tuple[ir.Stmt, ...] | None:
        before = len(findings)
        node = parse_expression(scalar, findings)
        if node is None:
            return None
        if not isinstance(node, n.Call):
            findings.report(
                codes.BAD_ENTRY, scalar.place, f"`{scalar.text}` is not a call", help="write `rule(…)`"
            )
            return None
        statement = n.CallStatement(node.at, node)
        checker = Checker.of_fragment(self.model, findings)
        checker.statement(statement)
        checker.finish()
        if len(findings) != before:
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
    sides: tuple[tuple[str, ir.Expr, ValueType], ...]
    place: Place


def _is_literal(node: n.Expr) -> bool:
    """Whether a value needs no explanation: a number, a word, `seat(1)`."""
    if isinstance(node, n.Call):
        return all(isinstance(arg, n.Integer) for arg in node.args) and bool(node.args)
    return isinstance(node, n.Integer | n.Quoted)


def _wait(name: str) -> ir.Stmt:
    go = ir.Alternative(0, "go", "go", None, (), (), ())
    return ir.Decide(0, name, "choose", "askedT0", ir.Const(0), (go,), None)
