"""Says what is wrong in scenarios as far as it can be known without playing them.

To start a game takes longer than to lint its ruleset, because code is written for every number of players
and set of options. What is looked at here needs only names and the layout.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings
from hoyle.document.nodes import Scalar
from hoyle.pipeline import Work, open_ruleset
from hoyle.plan.layout import Layout, make_layout, zone_name
from hoyle.play.errors import StartError
from hoyle.play.game import Game
from hoyle.random import MASK
from hoyle.scenarios.compiler import ScenarioCompiler
from hoyle.scenarios.from_document import read_scenario_file
from hoyle.scenarios.model import Scenario
from hoyle.scenarios.position import GivenReader
from hoyle.scenarios.suite import owner_of, read_suite


def scenario_findings(work: Work) -> list[Diagnostic]:
    """What is wrong in the scenarios of a ruleset without errors, but not in those that it inherits."""
    findings = Findings()
    own = [case for case in read_suite(work, findings).cases if case.level == 0]
    if own:
        check = _Check(work, findings)
        for case in own:
            for fault in case.faults:
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
    if work is not None and work.program is not None and not work.findings.has_errors:
        assert file is not None
        for finding in scenario_findings(work):
            if finding.place.file.text == file.text:
                findings.add(finding)
    return findings.sorted


class _Check:
    def __init__(self, work: Work, findings: Findings) -> None:
        assert work.program is not None
        self.findings = findings
        self.compiler = ScenarioCompiler(work)
        self.game = Game(work.program)
        self.laid_out = cache(self._laid_out)

    def scenario(self, scenario: Scenario) -> None:
        self.compiler.game(scenario.entry_text, scenario.stops_after_call, self.findings)
        try:
            players = self.game.chosen_players(scenario.players)
            self.game.chosen_options(scenario.options)
        except StartError as error:
            self.findings.report(codes.BAD_SETTING, scenario.place, str(error))
            return
        if not 0 <= scenario.seed <= MASK:
            message = f"the seed must be a whole number from 0 to {MASK}, not {scenario.seed}"
            self.findings.report(codes.BAD_SETTING, scenario.place, message)
        if scenario.given is not None:
            layout, zone_names = self.laid_out(players)
            values: list[Any] = [0] * layout.size
            GivenReader(layout, zone_names, values, self.findings).read(scenario.given)
        for step in scenario.steps:
            if step.seat >= players:
                message = f"there is no seat {step.seat}: they go from 0 to {players - 1}"
                self.findings.report(codes.BAD_STEP, step.place, message)
            if step.kind == "expect" and isinstance(step.value, Scalar):
                self.compiler.condition(step.value, self.findings)

    def _laid_out(self, players: int) -> tuple[Layout, tuple[str, ...]]:
        layout = make_layout(self.game.program, players, {})  # the options change no name
        return layout, tuple(zone_name(layout, handle) for handle in range(len(layout.handles)))
