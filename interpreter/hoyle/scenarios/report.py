"""Tells how scenarios came out: to people, to programs, and to CI systems."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as xml

from hoyle.coverage.measured import Coverage
from hoyle.coverage.show import as_json, lines, table
from hoyle.diagnostics.model import Code, Diagnostic, Place
from hoyle.diagnostics.render import render_full, render_json
from hoyle.scenarios.model import Failure
from hoyle.scenarios.suite import Suite, Tested
from hoyle.terminal import Paint
from hoyle.wording import counted

# Only for its look: a failure is shown like a finding, but it is none.
_FAILED = Code("H000", "failed", "error", "a scenario that fails")


@dataclass
class Tests:
    """What was tested of one ruleset; `faults` if it could not be."""

    source: str
    suite: Suite | None = None
    results: list[Tested] = field(default_factory=list)
    faults: list[Diagnostic] = field(default_factory=list)
    coverage: Coverage | None = None

    @property
    def name(self) -> str:
        return self.suite.id if self.suite is not None else self.source

    @property
    def failed(self) -> list[Tested]:
        return [tested for tested in self.results if not tested.outcome.passed]


def passed(tests: Iterable[Tests]) -> bool:
    return not any(one.failed or one.faults for one in tests)


# ------------------------------------------------------------------ for people
def as_text(tests: Sequence[Tests], colour: bool = False, coverage: str | None = None) -> str:
    """Every failure with its source line, what was expected beside what came out, and a summary."""
    parts: list[str] = []
    for one in tests:
        if one.faults:
            parts.append(render_full(one.faults, colour))
        parts += [_failure(one, tested, colour) for tested in one.failed]
        if one.coverage is not None and one.suite is not None:
            shown = table(one.coverage) if coverage == "table" else lines(one.coverage, one.suite.files)
            parts.append(f"coverage of {one.name}\n{shown}" if coverage == "table" else shown)
    return "\n".join([*parts, summary(tests) + "\n"])


def summary(tests: Sequence[Tests]) -> str:
    """One line about everything."""
    ran = sum(len(one.results) for one in tests)
    failed = [tested for one in tests for tested in one.failed]
    text = f"{counted(ran, 'scenario')} of {counted(len(tests), 'ruleset')}"
    faulty = sum(1 for one in tests if one.faults)
    words = (
        [f"{ran - len(failed)} passed", f"{len(failed)} failed"] if failed else ["all passed"] if ran else []
    )
    changed = sum(1 for tested in failed if tested.base is not None)
    if changed:
        words[-1] += f" ({changed} because of a variant)"
    if faulty:
        words.append(f"{counted(faulty, 'ruleset')} with errors")
    return f"{text}: {', '.join(words)}" if words else text


def _failure(one: Tests, tested: Tested, colour: bool) -> str:
    scenario = tested.case.scenario
    head = f"FAILED {one.name}: {scenario.name}"
    about = f"\n  {' '.join(scenario.about.split())}" if scenario.about else ""
    blocks = [_block(failure, colour, _notes(one, tested)) for failure in tested.outcome.failures]
    if tested.outcome.findings:
        blocks.append(render_full(tested.outcome.findings, colour).rsplit("\n", 2)[0] + "\n")
    return f"{Paint(colour)('error', head)}{about}\n" + "\n".join(blocks)


def _notes(one: Tests, tested: Tested) -> list[str]:
    assert one.suite is not None
    notes = []
    if tested.case.scenario.cites:
        notes.append(f"rulebook: {', '.join(tested.case.scenario.cites)}")
    if tested.base is not None:
        beside = Path(one.suite.files[0].name).with_suffix(".scenarios.yaml").name
        notes.append(f"it passes in {tested.base}: what {one.name} changes makes it fail")
        notes.append(f"help: write how it goes here, under the same name, in {beside}, or set it `off` there")
    elif tested.case.level:
        notes.append(f"inherited from {one.suite.ids[tested.case.level]}, where it fails too")
    return notes


def _block(failure: Failure, colour: bool, notes: list[str]) -> str:
    margin = " " * len(str(failure.place.line))
    shown = [failure.message, *excerpt(failure.place, colour)]
    for row in _sides(failure):
        shown.append(f"{margin} | {row}".rstrip())
    if failure.instead:
        shown += [f"{margin} = what is so, to be pasted if it is right:"]
        shown += [f"{margin}     {line}" for line in failure.instead.splitlines()]
    shown += [f"{margin} = {note}" for note in notes]
    return "\n".join(shown) + "\n"


def _sides(failure: Failure) -> list[str]:
    """What was expected and what came out: side by side if they are lists, else one above the other."""
    if failure.rows:
        width = max(len("expected"), *(len(left) for left, _ in failure.rows))
        rows = [("expected", "actual"), *failure.rows]
        return ["", *(f"{left:{width}}   {right}".rstrip() for left, right in rows)]
    if failure.expected or failure.actual:
        return ["", f"expected: {failure.expected}", f"actual:   {failure.actual}"]
    return []


def excerpt(place: Place, colour: bool) -> list[str]:
    """The place, its source line and the caret, as the linter shows them."""
    shown = render_full([Diagnostic(_FAILED, "", place)], colour).splitlines()
    return shown[1:-2]


# ------------------------------------------------------------------ for programs
def as_json_text(tests: Sequence[Tests]) -> str:
    """One JSON object: the rulesets with their scenarios, and the totals."""
    results = [tested for one in tests for tested in one.results]
    failed = sum(1 for tested in results if not tested.outcome.passed)
    found = {
        "passed": len(results) - failed,
        "failed": failed,
        "rulesets": [_ruleset(one) for one in tests],
    }
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _ruleset(one: Tests) -> dict[str, Any]:
    found: dict[str, Any] = {
        "ruleset": one.name,
        "findings": json.loads(render_json(one.faults)),
        "scenarios": [_tested(one, tested) for tested in one.results],
    }
    if one.coverage is not None:
        found["coverage"] = as_json(one.coverage)
    return found


def _tested(one: Tests, tested: Tested) -> dict[str, Any]:
    assert one.suite is not None
    scenario = tested.case.scenario
    return {
        "name": scenario.name,
        **_where(scenario.place),
        "passed": tested.outcome.passed,
        "inherited_from": one.suite.ids[tested.case.level] if tested.case.level else None,
        "because_of_variant": tested.base is not None,
        "cites": list(scenario.cites),
        "failures": [
            {
                "message": failure.message,
                **_where(failure.place),
                "expected": failure.expected,
                "actual": failure.actual,
                "instead": failure.instead,
            }
            for failure in tested.outcome.failures
        ],
        "findings": json.loads(render_json(tested.outcome.findings)),
    }


def _where(place: Place) -> dict[str, Any]:
    line, column = place.file.line_column(place.start)
    return {"file": place.file.name, "line": line, "column": column}


# ------------------------------------------------------------------ for CI systems
def as_junit(tests: Sequence[Tests]) -> str:
    """JUnit's XML: a suite for each ruleset, a case for each scenario."""
    root = xml.Element("testsuites", name="hoyle")
    for one in tests:
        root.append(_suite(one))
    for key in ("tests", "failures", "errors"):
        root.set(key, str(sum(int(suite.get(key, "0")) for suite in root)))
    root.set("time", f"{sum(float(suite.get('time', '0')) for suite in root):.3f}")
    xml.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{xml.tostring(root, encoding="unicode")}\n'


def _suite(one: Tests) -> xml.Element:
    wrong = [tested for tested in one.results if tested.outcome.findings]
    failed = [tested for tested in one.failed if not tested.outcome.findings]
    suite = xml.Element(
        "testsuite",
        name=_clean(one.name),
        tests=str(len(one.results) + bool(one.faults)),
        failures=str(len(failed)),
        errors=str(len(wrong) + bool(one.faults)),
        skipped="0",
        time=f"{sum(tested.seconds for tested in one.results):.3f}",
    )
    if one.faults:
        case = xml.SubElement(suite, "testcase", classname=_clean(one.name), name="lint", time="0.000")
        _told(case, "error", one.faults[0].message, render_full(one.faults))
    for tested in one.results:
        scenario = tested.case.scenario
        case = xml.SubElement(
            suite,
            "testcase",
            classname=_clean(one.name),
            name=_clean(scenario.name),
            file=_clean(scenario.place.file.name),
            line=str(scenario.place.line),
            time=f"{tested.seconds:.3f}",
        )
        if tested.outcome.findings:
            findings = tested.outcome.findings
            _told(case, "error", findings[0].message, render_full(findings))
        elif tested.outcome.failures:
            failure = tested.outcome.failures[0]
            _told(case, "failure", failure.message, _block(failure, False, _notes(one, tested)))
    return suite


def _told(case: xml.Element, tag: str, message: str, text: str) -> None:
    found = xml.SubElement(
        case, tag, message=_clean(message), type="ruleset" if tag == "error" else "scenario"
    )
    found.text = "\n" + _clean(text)


def _clean(text: str) -> str:
    """The text without characters that XML cannot hold at all."""
    return re.sub("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]", "\ufffd", text)
