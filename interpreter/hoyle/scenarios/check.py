"""Says what is wrong in scenarios as far as it can be known without playing them.

To start a game takes longer than to lint its ruleset, because code is written for every number of players
and set of options. What is looked at here needs only names and the layout.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hoyle.bundled import scenario_files
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Place
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map, Scalar, Seq
from hoyle.ir.program import Condition, Pick, Program
from hoyle.ir.walk import walk
from hoyle.pipeline import Work, open_ruleset
from hoyle.plan.layout import Layout, make_layout, zone_name
from hoyle.play.errors import StartError
from hoyle.play.game import Game
from hoyle.random import MASK
from hoyle.scenarios.check_names import NamesCheck
from hoyle.scenarios.compiler import ScenarioCompiler, ScenarioCompilers
from hoyle.scenarios.event_names import check_event_names
from hoyle.scenarios.file import read_scenario_file
from hoyle.scenarios.model import Scenario, Step
from hoyle.scenarios.position import GivenReader
from hoyle.scenarios.settings import wrong_setting
from hoyle.scenarios.sight import sights
from hoyle.scenarios.suite import owner_of, read_suite
from hoyle.wording import counted


def scenario_findings(work: Work) -> list[Diagnostic]:
    """What is wrong in the scenarios of a ruleset, but not in those that it inherits.

    Where the ruleset has errors, that is what can be told all the same.
    """
    findings = Findings()
    if work.document is None:
        for path in scenario_files(Path(work.file.name)):
            read_scenario_file(path, findings)
        return findings.sorted
    around = Findings()
    own = [case for case in read_suite(work, around).cases if case.level == 0]
    id_ = work.document.layers[0].get("id")
    refused = any(id_ is not None and error.place == id_.place for error in work.findings.errors)
    for finding in around.sorted:
        if not (refused and finding.code is codes.BAD_SETTING):  # whose they are can't be told then
            findings.add(finding)
    told = {finding.place for finding in work.findings.each}  # of scenarios in the ruleset itself
    check = _check_of(work, findings) if own else None
    if check is not None:
        for case in own:
            for fault in case.faults if told.isdisjoint(fault.place for fault in case.faults) else ():
                findings.add(fault)
            if not case.faults:
                check.scenario(case.scenario)
    return findings.sorted


def file_findings(path: str) -> list[Diagnostic]:
    """What is wrong in a file of scenarios, by itself and for the ruleset that it names."""
    findings = Findings()
    file, root = read_scenario_file(path, findings)
    owner = owner_of(Path(path), root)
    work = open_ruleset(owner) if owner is not None and file is not None else None
    if work is not None and work.document is not None:
        assert file is not None
        for finding in scenario_findings(work):
            if finding.place.file.text == file.text:
                findings.add(finding)
    return findings.sorted


def refusing(program: Program) -> tuple[str, ...]:
    """What can refuse a choice: the conditions of all choices, the picks whose lists may lack something."""
    found = {"unknown": None}
    for node in walk(program.procs):
        if isinstance(node, Condition):
            found[node.name] = None
        elif isinstance(node, Pick):
            found[node.word] = None
    return tuple(found)


def _check_of(work: Work, findings: Findings) -> _Check | NamesCheck | None:
    if work.program is not None and not work.findings.has_errors:
        return _Check(work, findings)
    if work.model is None:
        return None
    return NamesCheck(work.model, work.findings.errors, findings)


class _Check:
    def __init__(self, work: Work, findings: Findings) -> None:
        assert work.program is not None
        self.findings = findings
        self.compilers = ScenarioCompilers(work)
        self.game = Game(work.program, programs=work.family)
        self.laid_out = cache(self._laid_out)
        self.refusing = refusing(work.program)

    def scenario(self, scenario: Scenario) -> None:
        if scenario.second is not None:
            message = "`begin` and `call` together: a scenario starts in one place"
            help = "keep `begin` if the round goes on after it, `call` if it is to stop there"
            self.findings.report(codes.TWO_ENTRIES, scenario.second.key.place, message, help=help)
        try:
            players = self.game.chosen_players(scenario.players)
            self.game.chosen_options(scenario.options, players)
            compiler = self.compilers.of(scenario)
        except StartError as error:
            self.compilers.first.game(scenario.entry_text, scenario.stops_after_call, self.findings)
            place, message = wrong_setting(self.game, scenario, error)
            self.findings.report(codes.BAD_SETTING, place, message)
            return
        compiler.game(scenario.entry_text, scenario.stops_after_call, self.findings)
        if not 0 <= scenario.seed <= MASK:
            message = f"the seed must be a whole number from 0 to {MASK}, not {scenario.seed}"
            self.findings.report(codes.BAD_SETTING, scenario.place, message)
        if scenario.given is not None:
            layout, zone_names = self.laid_out(compiler, players)
            values: list[Any] = [0] * layout.size
            GivenReader(layout, zone_names, values, self.findings).read(scenario.given)
        for step in scenario.steps:
            self._step(step, players, compiler)

    def _step(self, step: Step, players: int, compiler: ScenarioCompiler) -> None:
        if step.seat >= players:
            self._no_seat(step.seat, players, step.place)
            return
        match step.kind:
            case "expect" if isinstance(step.value, Scalar):
                compiler.condition(step.value, self.findings)
            case "may not" if isinstance(step.value, Map):
                for entry in step.value:
                    self._refusal(entry)
            case "sees" | "does not see":
                sights(step, *self.laid_out(compiler, players), self.findings)
            case "events":
                check_event_names(step.value, *self.laid_out(compiler, players), self.findings)
            case "winners" if isinstance(step.value, Seq):
                for item in step.value.items:
                    seat = item.value if isinstance(item, Scalar) else None
                    if isinstance(seat, int) and not 0 <= seat < players:
                        self._no_seat(seat, players, item.place)
            case "scores" if isinstance(step.value, Seq) and len(step.value.items) != players:
                message = f"{counted(players, 'seat')}, but {counted(len(step.value.items), 'score')}"
                help = "give the score of every seat, in seat order"
                self.findings.report(codes.BAD_STEP, step.value.place, message, help=help)
            case _:
                pass

    def _no_seat(self, seat: int, players: int, place: Place) -> None:
        message = f"there is no seat {seat}: they go from 0 to {players - 1}"
        self.findings.report(codes.BAD_STEP, place, message)

    def _refusal(self, entry: Entry) -> None:
        """What is said to refuse a choice has to be something that can."""
        value = entry.value
        name = " ".join(value.text.split()) if isinstance(value, Scalar) else ""
        if name in self.refusing:
            return
        message = f"nothing called `{name}` refuses a choice"
        if name in self.game.program.procs:
            message = f"the rule `{name}` is not among the conditions of any choice, so it refuses none"
        near = did_you_mean(name, self.refusing)
        help = (
            near or "write a rule after `needs`, the name of a pick, or `unknown` for what is never a choice"
        )
        self.findings.report(codes.UNKNOWN_REFUSAL, value.place, message, help=help)

    def _laid_out(self, compiler: ScenarioCompiler, players: int) -> tuple[Layout, tuple[str, ...]]:
        layout = make_layout(compiler.program, players, {})  # in one program the options change no name
        return layout, tuple(zone_name(layout, handle) for handle in range(len(layout.handles)))
