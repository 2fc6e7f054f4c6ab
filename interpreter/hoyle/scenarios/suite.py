"""The scenarios of one ruleset: its own, those beside it, and of a variant also what it inherits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.bundled import bundled, scenario_files
from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Place, RulesetError, SourceFile
from hoyle.document.merge import merged, unextended
from hoyle.document.nodes import Entry, Map, Scalar
from hoyle.pipeline import Work, open_sound, run
from hoyle.scenarios.compiler import ScenarioCompilers
from hoyle.scenarios.file import read_scenario_file
from hoyle.scenarios.from_document import read_scenarios
from hoyle.scenarios.model import Scenario

if TYPE_CHECKING:  # linting reads suites, and runs none
    from hoyle.coverage.measured import Coverage
    from hoyle.scenarios.run import Outcome, Watch

BESIDE = ".scenarios.yaml"


@dataclass(frozen=True)
class Case:
    """A scenario, and how many rulesets below the tested one it stands: 0 for its own."""

    scenario: Scenario
    level: int
    faults: tuple[Diagnostic, ...] = ()  # in how it is written; it is not run


@dataclass(frozen=True)
class Tested:
    """What became of a case; `base` is the ruleset where it passes, if only the variant makes it fail."""

    case: Case
    outcome: Outcome
    seconds: float
    base: str | None = None


@dataclass
class Suite:
    """A ruleset with its scenarios."""

    work: Work
    cases: list[Case]
    ids: tuple[str, ...]  # of the ruleset and its bases
    coverage: Coverage | None = field(default=None)

    @property
    def id(self) -> str:
        return self.ids[0]

    @property
    def files(self) -> tuple[SourceFile, ...]:
        assert self.work.document is not None
        return self.work.document.files

    def run(
        self, watched: bool = False, word: str = "", each: Callable[[Tested], None] | None = None
    ) -> list[Tested]:
        """Runs the cases whose names hold the word; if watched, with what they exercise in `coverage`."""
        cases = [case for case in self.cases if word.lower() in case.scenario.name.lower()]
        if not watched:
            return list(self._run(ScenarioCompilers(self.work), cases, None, each))
        from hoyle.coverage.marks import marked
        from hoyle.coverage.watch import Tracing, measured

        assert self.work.program is not None
        found = marked(self.work.program)
        tracing = Tracing(found)
        with tracing:
            compilers = ScenarioCompilers(self.work, lambda program: marked(program).program)
            results = list(self._run(compilers, cases, tracing.look, each))
        self.coverage = measured(tracing)
        return results

    def _run(
        self,
        compilers: ScenarioCompilers,
        cases: list[Case],
        watch: Watch | None,
        each: Callable[[Tested], None] | None,
    ) -> Iterator[Tested]:
        from hoyle.scenarios.run import Outcome, run_scenario

        bases: dict[int, ScenarioCompilers] = {}
        for case in cases:
            began = perf_counter()
            outcome = Outcome(case.scenario, findings=list(case.faults))
            if not case.faults:
                outcome = run_scenario(compilers, case.scenario, watch)
            base = None
            if not outcome.passed and case.level and not case.faults:
                if case.level not in bases:
                    bases[case.level] = ScenarioCompilers(run(self.files[case.level]))
                if run_scenario(bases[case.level], case.scenario).passed:
                    base = self.ids[case.level]
            tested = Tested(case, outcome, perf_counter() - began, base)
            if each is not None:
                each(tested)
            yield tested


def suite_of(source: str) -> Suite:
    """The suite of a bundled id, a ruleset's file or a file of scenarios; RulesetError if it has errors."""
    if source.endswith(BESIDE) and source not in bundled():
        return _suite_of_file(Path(source))
    return _suite(open_sound(source))


def _suite(work: Work) -> Suite:
    findings = Findings()
    suite = read_suite(work, findings)
    _refuse(findings)
    return suite


def read_suite(work: Work, findings: Findings) -> Suite:
    """The cases, each with its own faults; the findings are what is wrong around them."""
    assert work.document is not None
    found = Findings()
    levels = [
        _own(file, layer, found)
        for file, layer in zip(work.document.files, work.document.layers, strict=True)
    ]
    root = unextended(levels[-1], found)
    for level in reversed(levels[:-1]):
        root = merged(level, root, found)
    steps = Findings()
    scenarios = read_scenarios(root, steps)
    faults: dict[str | None, list[Diagnostic]] = {scenario.name: [] for scenario in scenarios}
    for finding in found.sorted:
        faults.setdefault(_around(finding.place, root), []).append(finding)
    # What the schema refused cannot be understood either, which need not be said.
    refused = {name for name, some in faults.items() if some}
    for scenario in scenarios:
        if not scenario.steps:
            message = f"`{scenario.name}` shows nothing: `then` has no steps"
            steps.report(codes.BAD_STEP, scenario.place, message, help="add one, such as `expect: …`")
    for finding in steps.sorted:
        if (name := _around(finding.place, root)) not in refused:
            faults.setdefault(name, []).append(finding)
    for finding in faults.pop(None, ()):
        findings.add(finding)
    cases = [Case(scenario, _level(scenario, levels), tuple(faults[scenario.name])) for scenario in scenarios]
    ids = tuple(_id(layer) for layer in work.document.layers)
    return Suite(work, cases, ids)


def _around(place: Place, root: Map) -> str | None:
    """The scenario that a place stands in."""
    section = root.get("scenarios")
    for entry in section if isinstance(section, Map) else ():
        start, end = entry.key.place, entry.value.place
        if place.file is start.file and start.start <= place.start <= max(start.end, end.end):
            return entry.key.text
    return None


def _suite_of_file(path: Path) -> Suite:
    """Only the scenarios of one file, for the ruleset that it names."""
    findings = Findings()
    _, root = read_scenario_file(path, findings)
    _refuse(findings, root)
    assert root is not None
    suite = _suite(open_sound(owner_of(path, root) or ""))
    # Compared by their text: the file may be reached under several names.
    cases = [case for case in suite.cases if case.scenario.place.file.text == root.place.file.text]
    return dataclasses.replace(suite, cases=cases)


def owner_of(path: Path, root: Map | None) -> str | None:
    """The ruleset that a file of scenarios is for: the file beside it, or an id."""
    named = root.get("for") if root is not None else None
    if not isinstance(named, Scalar):
        return None
    beside = path.with_name(f"{named.text}.yaml")
    return str(beside) if beside.is_file() else named.text


def _own(file: SourceFile, layer: Map, findings: Findings) -> Map:
    """A ruleset with nothing but its scenarios, those that stand beside it included."""
    entries: list[Entry] = []
    section = layer.entry("scenarios")
    if section is not None and isinstance(section.value, Map):
        entries += section.value.entries
    key = section.key if section is not None else None
    for path in scenario_files(Path(file.name)):
        _, root = read_scenario_file(path, findings)
        if root is not None:
            _check_owner(root, layer, findings)
        beside = root.entry("scenarios") if root is not None else None
        if beside is not None and isinstance(beside.value, Map):
            entries += beside.value.entries
            key = key or beside.key
    if key is None:
        return Map((), layer.place, False)
    return Map((Entry(key, Map(tuple(entries), key.place, False)),), layer.place, False)


def _check_owner(root: Map, layer: Map, findings: Findings) -> None:
    """A file of scenarios says which ruleset it is for: the one beside it."""
    owner, id_ = root.get("for"), layer.get("id")
    if isinstance(owner, Scalar) and isinstance(id_, Scalar) and owner.text != id_.text:
        findings.report(
            codes.BAD_SETTING,
            owner.place,
            f"these scenarios are for `{owner.text}`, but they stand beside `{id_.text}`",
            help=f"write `for: {id_.text}`, or rename the file",
        )


def _level(scenario: Scenario, levels: list[Map]) -> int:
    """The first ruleset, from the variant down, that says anything about a scenario."""
    for number, level in enumerate(levels):
        section = level.get("scenarios")
        if isinstance(section, Map) and scenario.name in section:
            return number
    raise AssertionError(scenario.name)


def _refuse(findings: Findings, root: Map | None = None) -> None:
    """Raises the errors, except those inside of one scenario."""
    errors: list[Diagnostic] = [
        found
        for found in findings.sorted
        if found.code.severity == "error" and (root is None or _around(found.place, root) is None)
    ]
    if errors:
        raise RulesetError(errors)


def _id(layer: Map) -> str:
    found = layer.get("id")
    return found.text if isinstance(found, Scalar) else layer.place.file.name
