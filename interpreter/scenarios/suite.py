"""The scenarios of one ruleset: its own, those beside it, and of a variant also what it inherits."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter

from interpreter.bundled import bundled, scenario_files
from interpreter.coverage.marks import marked
from interpreter.coverage.measured import Coverage, measured
from interpreter.coverage.tracing import Tracing
from interpreter.diagnostics.catalogue import scenarios as codes
from interpreter.diagnostics.model import Diagnostic, Findings, RulesetError, SourceFile
from interpreter.document.merge import merged, settled
from interpreter.document.nodes import Entry, Map, Scalar
from interpreter.pipeline import Work, open_ruleset, run
from interpreter.scenarios.bench import Bench
from interpreter.scenarios.files import read_scenario_file
from interpreter.scenarios.from_document import read_scenarios
from interpreter.scenarios.model import Scenario
from interpreter.scenarios.run import Outcome, Watch, run_scenario

BESIDE = ".scenarios.yaml"


@dataclass(frozen=True)
class Case:
    """A scenario, and how many rulesets below the tested one it stands: 0 for its own."""

    scenario: Scenario
    level: int


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
            return list(self._run(self.work, cases, None, each))
        assert self.work.program is not None
        found = marked(self.work.program)
        tracing = Tracing(found)
        with tracing:
            work = dataclasses.replace(self.work, program=found.program)
            results = list(self._run(work, cases, tracing.look, each))
        self.coverage = measured(tracing)
        return results

    def _run(
        self, work: Work, cases: list[Case], watch: Watch | None, each: Callable[[Tested], None] | None
    ) -> Iterator[Tested]:
        bench = Bench(work, Findings())
        bases: dict[int, Bench] = {}
        for case in cases:
            began = perf_counter()
            outcome = run_scenario(bench, case.scenario, watch)
            base = None
            if not outcome.passed and case.level:
                if case.level not in bases:
                    bases[case.level] = Bench(run(self.files[case.level]), Findings())
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
    return _suite(_opened(source))


def _opened(source: str) -> Work:
    work = open_ruleset(source)
    if work.program is None or work.findings.has_errors:
        raise RulesetError(finding for finding in work.findings.sorted if finding.code.severity == "error")
    return work


def _suite(work: Work) -> Suite:
    assert work.document is not None
    findings = Findings()
    levels = [
        _own(file, layer, findings)
        for file, layer in zip(work.document.files, work.document.layers, strict=True)
    ]
    root = settled(levels[-1], findings)
    for level in reversed(levels[:-1]):
        root = merged(level, root, findings)
    cases = [Case(scenario, _level(scenario, levels)) for scenario in read_scenarios(root, findings)]
    _refuse(findings)
    ids = tuple(_id(layer) for layer in work.document.layers)
    return Suite(work, cases, ids)


def _suite_of_file(path: Path) -> Suite:
    """Only the scenarios of one file, for the ruleset that it names."""
    findings = Findings()
    _, root = read_scenario_file(path, findings)
    _refuse(findings)
    assert root is not None
    named = root.get("for")
    name = named.text if isinstance(named, Scalar) else ""
    beside = path.with_name(f"{name}.yaml")
    suite = _suite(_opened(str(beside) if beside.is_file() else name))
    own = {scenario.name for scenario in read_scenarios(root, findings)}
    cases = [
        case
        for case in suite.cases
        if case.scenario.name in own and case.scenario.place.file.text == root.place.file.text
    ]
    return dataclasses.replace(suite, cases=cases)


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


def _refuse(findings: Findings) -> None:
    errors: list[Diagnostic] = [found for found in findings.sorted if found.code.severity == "error"]
    if errors:
        raise RulesetError(errors)


def _id(layer: Map) -> str:
    found = layer.get("id")
    return found.text if isinstance(found, Scalar) else layer.place.file.name
