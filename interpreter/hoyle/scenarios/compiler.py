"""Compiles what scenarios say in a ruleset's own terms: conditions of steps, and where a game begins."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from hoyle.checked.checker import Checker
from hoyle.checked.types import PLAYER
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, Place
from hoyle.document.nodes import Scalar
from hoyle.ir import program as ir
from hoyle.ir.from_checked import Lowering
from hoyle.ir.statements import StatementLowering
from hoyle.pipeline import Work
from hoyle.play.game import Game
from hoyle.scenarios.model import Scenario, is_round
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
        """An `expect`, cut at its `and`s."""
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
        return Part(" ".join(node.at.text.split()), lower.expr(node), node)

    # -------------------------------------------------------------- games that start in a position
    def game(self, entry: Scalar | None, stops: bool, findings: Findings) -> Game | None:
        """The game whose first round waits for a position, then does what the scenario begins with."""
        key = (None if entry is None else entry.text, stops)
        if key not in self._games:
            calls: tuple[ir.Stmt, ...] = (ir.CallProc(0, ORIGINAL, ()),)
            if entry is not None and not is_round(entry):
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
                codes.BAD_ENTRY, scalar.place, f"`{scalar.text}` is not a call", help=self._called(scalar)
            )
            return None
        statement = n.CallStatement(node.at, node)
        checker = Checker.of_fragment(self.model, findings)
        checker.statement(statement)
        checker.finish()
        if len(findings) != before:
            return None
        return tuple(StatementLowering(self.lowering, "scenario").statement(statement))

    def _called(self, scalar: Scalar) -> str:
        """How a rule is called whose name stands alone."""
        info = self.model.rules.get(scalar.text.strip())
        if info is None:
            return "write `rule(…)`"
        names = ("seat(0)" if type_ == PLAYER else name for name, type_ in info.parameters)
        return f"write `{info.rule.name}({', '.join(names)})`"

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


class ScenarioCompilers:
    """One ruleset, ready for scenarios of every shape."""

    def __init__(
        self, work: Work, change: Callable[[ir.Program], ir.Program] = lambda program: program
    ) -> None:
        assert work.program is not None
        self.work = work
        self.change = change
        self.first = self._compiler(work)
        self.settings = Game(work.program, programs=work.family)
        self._compilers: dict[int, ScenarioCompiler] = {}

    def of(self, scenario: Scenario) -> ScenarioCompiler:
        """The compiler for a scenario's players and options; StartError if these cannot be played."""
        if self.work.family is None:
            return self.first
        players = self.settings.chosen_players(scenario.players)
        options = self.settings.chosen_options(scenario.options, players)
        program = self.settings.program_for(players, options)
        key = id(program)  # programs are kept by the family
        if key not in self._compilers:
            self._compilers[key] = self._compiler(self.work.shaped(players, options))
        return self._compilers[key]

    def _compiler(self, work: Work) -> ScenarioCompiler:
        assert work.program is not None
        return ScenarioCompiler(dataclasses.replace(work, program=self.change(work.program)))


@dataclasses.dataclass(frozen=True)
class Part:
    """One condition of an `expect`: its text, its test, and how it is written."""

    text: str
    test: ir.Expr
    node: n.Expr

    @property
    def place(self) -> Place:
        return self.node.at.place


def _wait(name: str) -> ir.Stmt:
    go = ir.Alternative(0, "go", "go", None, (), (), ())
    return ir.Decide(0, name, "choose", "askedT0", ir.Const(0), (go,), None)
