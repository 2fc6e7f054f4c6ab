"""Reads scenarios from the tree of a ruleset, or of a file beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hoyle.diagnostics.catalogue import scenarios as codes
from hoyle.diagnostics.model import Findings, Place
from hoyle.diagnostics.suggest import all_of, did_you_mean
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq
from hoyle.play.event_kinds import EVENTS, TOLD
from hoyle.scenarios.model import Scenario, Step, StepKind
from hoyle.syntax.written import cites_of

_WORDS = ("expect", "scores", "over", "winners", "ranks", "events")
_SEAT = ("may", "may not", "sees", "does not see")


def read_scenarios(root: Map, findings: Findings) -> list[Scenario]:
    node = root.get("scenarios")
    return [_scenario(entry, findings) for entry in node] if isinstance(node, Map) else []


def _scenario(entry: Entry, findings: Findings) -> Scenario:
    body = entry.value if isinstance(entry.value, Map) else Map((), entry.key.place, False)
    players, seed, given, about = (body.get(key) for key in ("players", "seed", "given", "about"))
    chance = tuple(_scalars(body.get("random")))
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
        tuple(" ".join(item.text.split()) for item in chance) if "random" in body else None,
        given if isinstance(given, Map) else None,
        body.entry("begin") or body.entry("call"),
        body.entry("call") if "begin" in body else None,
        tuple(steps),
        tuple(item.place for item in chance),
        _setting_places(body),
    )


def _setting_places(body: Map) -> dict[str, Place]:
    """Where the number of players and the values of options stand; of an unknown one its name is meant."""
    places = {}
    players, options = body.get("players"), body.get("options")
    if players is not None:
        places["players"] = players.place
    for entry in options if isinstance(options, Map) else ():
        places[f"option {entry.key.text}"] = entry.key.place
    return places


def _step(entry: Entry, findings: Findings) -> Step | None:
    text = entry.key.text
    found = re.fullmatch(rf"(?:seat )?(\d+)(?: ({'|'.join(_SEAT)}))?", text)
    if found is not None:
        kind: StepKind = found.group(2) or "do"  # type: ignore[assignment]
        return Step(kind, int(found.group(1)), entry.value, entry.key.place)
    if text in _WORDS:
        if text == "events":
            _check_events(entry.value, findings)
        return Step(text, -1, entry.value, entry.key.place)  # type: ignore[arg-type]
    findings.report(
        codes.BAD_STEP,
        entry.key.place,
        f"`{text}` is not a step",
        help=did_you_mean(text, [*_WORDS, "seat 0", *(f"seat 0 {words}" for words in _SEAT)]),
    )
    return None


def _check_events(node: Node, findings: Findings) -> None:
    """Says so where an event has an entry that no event has, or not those of its kind."""
    items = node.items if isinstance(node, Seq) else (node,)
    for item in items:
        if isinstance(item, Map):
            _check_event(item, findings)


def _check_event(event: Map, findings: Findings) -> None:
    kinds = [entry.key.text for entry in event if entry.key.text in TOLD]
    fields = {name for kind in kinds or TOLD for name in EVENTS[kind].fields}
    if not kinds:
        fields.add("event")
    for entry in event:
        name = entry.key.text
        if name in fields or (name in TOLD and name == kinds[0]):
            continue
        every = {name for kind in TOLD for name in EVENTS[kind].fields}
        if kinds and (name in every or name in TOLD):
            message = f"a `{kinds[0]}` event has no `{name}`"
            help: str | None = f"it has {all_of(EVENTS[kinds[0]].fields)}"
        else:
            message = f"`{name}` is neither a kind of event nor part of one"
            help = did_you_mean(name, [*TOLD, *every]) or f"the kinds are {all_of(TOLD)}"
        findings.report(codes.BAD_STEP, entry.key.place, message, help=help)


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


def _scalars(node: Node | None) -> Iterator[Scalar]:
    for item in node.items if isinstance(node, Seq) else ():
        if isinstance(item, Scalar):
            yield item


def _int(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None
