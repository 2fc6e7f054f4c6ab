"""Reads scenarios from a ruleset and from the files beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.diagnostics.suggest import all_of, did_you_mean
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq
from hoyle.document.schema import check_scenario_file
from hoyle.scenarios.model import EVENT_FIELDS, EVENT_KINDS, Scenario, Step, StepKind
from hoyle.syntax.written import cites_of

_WORDS = ("expect", "scores", "over", "winners", "events")


def read_scenario_file(path: str | Path, findings: Findings) -> tuple[SourceFile | None, Map | None]:
    """A file of scenarios and its tree, checked for its form, as far as there are any."""
    file = read_path(path, findings)
    return file, read_scenarios_root(file, findings) if file is not None else None


def read_scenarios_root(file: SourceFile, findings: Findings) -> Map | None:
    """The tree of a file of scenarios, checked for its form."""
    root = read(file, findings)
    if root is not None:
        check_scenario_file(root, findings)
    return root


def read_scenarios(root: Map, findings: Findings) -> list[Scenario]:
    node = root.get("scenarios")
    return [_scenario(entry, findings) for entry in node] if isinstance(node, Map) else []


def _scenario(entry: Entry, findings: Findings) -> Scenario:
    body = entry.value if isinstance(entry.value, Map) else Map((), entry.key.place, False)
    players, seed, given, about = (body.get(key) for key in ("players", "seed", "given", "about"))
    steps = []
    then = body.get("then")
    for item in then.items if isinstance(then, Seq) else ():
        for step in item if isinstance(item, Map) else ():
            read_step = _step(step, findings)
            if read_step is not None:
                steps.append(read_step)
    return Scenario(
        entry.key.text,
        entry.key.place,
        about.text if isinstance(about, Scalar) else "",
        cites_of(body),
        _int(players),
        python_value(body.get("options")) or {},
        _int(seed) if _int(seed) is not None else 1,  # type: ignore[arg-type]
        tuple(_words(body.get("random"))) if "random" in body else None,
        given if isinstance(given, Map) else None,
        body.entry("begin") or body.entry("call"),
        tuple(steps),
    )


def _step(entry: Entry, findings: Findings) -> Step | None:
    text = entry.key.text
    found = re.fullmatch(r"(?:seat )?(\d+)( may not| may)?", text)
    if found is not None:
        kinds: dict[str | None, StepKind] = {None: "do", " may": "may", " may not": "may not"}
        return Step(kinds[found.group(2)], int(found.group(1)), entry.value, entry.key.place)
    if text in _WORDS:
        if text == "events":
            _check_events(entry.value, findings)
        return Step(text, -1, entry.value, entry.key.place)  # type: ignore[arg-type]
    findings.report(
        codes.BAD_STEP,
        entry.key.place,
        f"`{text}` is not a step",
        help=did_you_mean(text, [*_WORDS, "seat 0", "seat 0 may", "seat 0 may not"]),
    )
    return None


def _check_events(node: Node, findings: Findings) -> None:
    """Says so where an event has an entry that no event has."""
    items = node.items if isinstance(node, Seq) else ()
    for entry in (entry for item in items if isinstance(item, Map) for entry in item):
        name = entry.key.text
        if name not in EVENT_KINDS and name not in EVENT_FIELDS:
            near = did_you_mean(name, [*EVENT_KINDS, *EVENT_FIELDS])
            findings.report(
                codes.BAD_STEP,
                entry.key.place,
                f"`{name}` is neither a kind of event nor part of one",
                help=near or f"the kinds are {all_of(EVENT_KINDS)}",
            )


def python_value(node: Node | None) -> Any:
    """What a node says, as Python has it."""
    match node:
        case None:
            return None
        case Scalar():
            return node.value
        case Seq():
            return [python_value(item) for item in node.items]
        case Map():
            return {entry.key.text: python_value(entry.value) for entry in node}


def _words(node: Node | None) -> Iterator[str]:
    for item in node.items if isinstance(node, Seq) else ():
        if isinstance(item, Scalar):
            yield " ".join(item.text.split())


def _int(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
