"""Every scenario of every bundled ruleset comes out as it says, and shows the points that its rules cite."""

from __future__ import annotations

import re
from functools import cache

import pytest

from hoyle.bundled import bundled
from hoyle.scenarios.model import Scenario
from hoyle.scenarios.suite import Suite, suite_of

# A variant's own changes are shown by its own scenarios; what it inherits by its base's.
BASES = [name for name, path in bundled().items() if path.parent.name != "variants"]


@cache
def suite(name: str) -> Suite:
    return suite_of(name)


def own_scenarios(name: str) -> list[Scenario]:
    return [case.scenario for case in suite(name).cases if case.level == 0]


@pytest.mark.parametrize("name", bundled())
def test_every_scenario_passes(name: str) -> None:
    """For a variant also those of its base that it does not switch off."""
    told = []
    for tested in suite(name).run():
        outcome = tested.outcome
        told += [f"{outcome.scenario.name}: {failure}" for failure in outcome.failures]
        told += [f"{outcome.scenario.name}: {finding}" for finding in outcome.findings]
        assert told or outcome.steps == len(outcome.scenario.steps) > 0
    assert told == []


def test_every_ruleset_has_scenarios_of_its_own() -> None:
    assert [name for name in bundled() if not own_scenarios(name)] == []


@pytest.mark.parametrize("name", bundled())
def test_a_scenario_has_a_name_of_its_own(name: str) -> None:
    names = [case.scenario.name for case in suite(name).cases]
    assert len(set(names)) == len(names)


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
    shown = {point for scenario in own_scenarios(name) for point in scenario.cites}
    assert sorted(cited - shown) == []


@pytest.mark.parametrize("name", BASES)
def test_no_scenario_shows_a_point_that_the_ruleset_does_not_name(name: str) -> None:
    named = set(re.findall(r"\b[A-Z]+-\d+\b", bundled()[name].read_text(encoding="utf-8")))
    shown = {point for scenario in own_scenarios(name) for point in scenario.cites}
    assert sorted(shown - named) == []
