"""Every scenario of every bundled ruleset comes out as it says, and shows the points that its rules cite."""

from __future__ import annotations

import re

import pytest

from interpreter.bundled import bundled
from interpreter.diagnostics.model import Findings
from interpreter.pipeline import open_ruleset
from interpreter.scenarios.from_document import read_scenarios, scenarios_beside
from interpreter.scenarios.model import Scenario
from interpreter.scenarios.run import run_scenarios

# A variant's own changes are shown by its own scenarios; what it inherits by its base's.
BASES = [name for name, path in bundled().items() if path.parent.name != "variants"]


def scenarios_of(name: str) -> list[Scenario]:
    findings = Findings()
    work = open_ruleset(name)
    assert work.document is not None
    found = read_scenarios(work.document.root, findings) + scenarios_beside(bundled()[name], findings)
    assert findings.sorted == []
    return found


@pytest.mark.parametrize("name", bundled())
def test_every_scenario_passes(name: str) -> None:
    found = scenarios_of(name)
    told = []
    for outcome in run_scenarios(open_ruleset(name), found):
        told += [f"{outcome.scenario.name}: {failure}" for failure in outcome.failures]
        told += [f"{outcome.scenario.name}: {finding}" for finding in outcome.findings]
        assert outcome.steps == len(outcome.scenario.steps) or told
    assert told == []


def test_every_ruleset_has_scenarios() -> None:
    assert [name for name in bundled() if not scenarios_of(name)] == []


@pytest.mark.parametrize("name", bundled())
def test_a_scenario_does_something_and_has_a_name_of_its_own(name: str) -> None:
    found = scenarios_of(name)
    names = [scenario.name for scenario in found]
    assert len(set(names)) == len(names)
    assert [scenario.name for scenario in found if not scenario.steps] == []


@pytest.mark.parametrize("name", BASES)
def test_every_point_that_a_ruleset_cites_is_shown_in_a_scenario(name: str) -> None:
    text = bundled()[name].read_text(encoding="utf-8")
    cited = {
        point
        for inside in re.findall(r"cites: \[([^\]]*)\]", text)
        for point in re.split(r"\s*,\s*", inside)
        if re.fullmatch(r"[A-Z]+-\d+", point)
    }
    assert cited, f"{name} cites nothing"
    shown = {point for scenario in scenarios_of(name) for point in scenario.cites}
    assert sorted(cited - shown) == []


@pytest.mark.parametrize("name", BASES)
def test_no_scenario_shows_a_point_that_no_rule_cites(name: str) -> None:
    cited = set(re.findall(r"\b[A-Z]+-\d+\b", bundled()[name].read_text(encoding="utf-8")))
    shown = {point for scenario in scenarios_of(name) for point in scenario.cites}
    assert sorted(shown - cited) == []
