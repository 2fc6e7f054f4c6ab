"""Says what is wrong in scenarios of a ruleset that has errors itself, in so far as it can be told."""

from __future__ import annotations

import re

from hoyle.checked.builtins import VALUE
from hoyle.checked.checker import Checker
from hoyle.checked.consequences import due_to
from hoyle.checked.model import Model
from hoyle.diagnostics.catalogue import checked
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Map, Scalar
from hoyle.scenarios.model import Scenario, is_round
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression

# Of code only unknown names are reported: types may be as they are because of the ruleset's errors.
_SURE = (checked.UNKNOWN_NAME, checked.UNKNOWN_RULE, checked.UNKNOWN_VALUE, checked.UNKNOWN_ATTRIBUTE)


class NamesCheck:
    """Looks for names that the ruleset has not, whatever else is wrong with it."""

    def __init__(self, model: Model, errors: list[Diagnostic], findings: Findings) -> None:
        assert model.declarations is not None
        self.model, self.findings = model, findings
        self.lost = model.declarations.syntax.lost
        # What the ruleset's own errors speak of need not be said again.
        self.said = {word for error in errors for word in re.findall(r"`(\w+)", error.message)}
        self.declared = model.declarations.syntax.names.declared

    def scenario(self, scenario: Scenario) -> None:
        if scenario.entry_text is not None and not is_round(scenario.entry_text):
            self._code(scenario.entry_text, is_call=True)
        if scenario.given is not None:
            self._given(scenario.given)
        self._options(scenario)
        most = max(self.model.counts, default=0)
        if self.lost is not None and "players" in self.lost.sections:
            most = 0
        for step in scenario.steps:
            if step.kind == "expect" and isinstance(step.value, Scalar):
                self._code(step.value, is_call=False)
            elif most and step.seat >= most:
                message = f"there is no seat {step.seat}: they go from 0 to {most - 1}"
                self.findings.report(codes.BAD_STEP, step.place, message)

    def _code(self, scalar: Scalar, is_call: bool) -> None:
        node = parse_expression(scalar, self.findings)
        if node is None:
            return
        own = Findings()
        checker = Checker.of_fragment(self.model, own)
        if is_call and isinstance(node, n.Call):
            checker.statement(n.CallStatement(node.at, node))
        else:
            checker.expr(node)
        checker.finish()
        for finding in own.sorted:
            if finding.code in _SURE:
                self._add(finding)

    def _given(self, given: Map) -> None:
        state = (name for name, value in VALUE.items() if value.assignable)
        known = {*self.declared, *state, "round_number", "rest"}
        for entry in given:
            found = re.match(r"\s*([a-z_][a-z0-9_]*)", entry.key.text)
            name = found.group(1) if found else entry.key.text
            if name not in known:
                message = f"there is no zone or variable `{name}`"
                help_ = did_you_mean(name, known - self.model.options.keys())
                self._add(Diagnostic(codes.UNKNOWN_GIVEN, message, entry.key.place, help=help_))

    def _options(self, scenario: Scenario) -> None:
        for name in scenario.options:
            if name not in self.declared:
                near = did_you_mean(str(name), self.model.options)
                message = f"{self.model.id} has no option `{name}`{f'; {near}' if near else ''}"
                place = scenario.setting_places.get(f"option {name}", scenario.place)
                self._add(Diagnostic(codes.BAD_SETTING, message, place, names=(str(name),)))

    def _add(self, finding: Diagnostic) -> None:
        if self.said.intersection(re.findall(r"`(\w+)`", finding.message)):
            return
        if self.lost is None or not due_to(self.lost, finding):
            self.findings.add(finding)
