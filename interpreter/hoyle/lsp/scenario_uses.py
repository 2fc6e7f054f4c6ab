"""What scenarios say in a ruleset's own terms: its names in YAML, and code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TypeAlias

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq

Mention: TypeAlias = tuple[str, Place, bool]  # the name, and whether it is a rule's

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_END = re.compile(r"(top|bottom)\(\s*")


def scenario_uses(layer: Map) -> Iterator[Mention]:
    """Names in `given` and `options`, in events and refusals, and in what is seen."""
    for body in _bodies(layer):
        for section in ("given", "options"):
            for entry in _map(body.get(section)):
                yield from _first_word(entry.key)
        for step in _steps(body):
            yield from _step(step)


def scenario_code(layer: Map) -> Iterator[tuple[Scalar, bool]]:
    """The values of `begin` and `call`, which are statements, and of `expect`, which are not."""
    for body in _bodies(layer):
        for key in ("begin", "call"):
            entry = body.get(key)
            if isinstance(entry, Scalar):
                yield entry, True
        for step in _steps(body):
            if step.key.text == "expect" and isinstance(step.value, Scalar):
                yield step.value, False


def _bodies(layer: Map) -> Iterator[Map]:
    for scenario in _map(layer.get("scenarios")):
        if isinstance(scenario.value, Map):
            yield scenario.value


def _steps(body: Map) -> Iterator[Entry]:
    then = body.get("then")
    for item in then.items if isinstance(then, Seq) else ():
        yield from _map(item)


def _step(step: Entry) -> Iterator[Mention]:
    if step.key.text == "events" and isinstance(step.value, Seq):
        for event in step.value.items:
            for entry in _map(event):
                if entry.key.text in ("to", "from", "zone", "set", "shuffle") and isinstance(
                    entry.value, Scalar
                ):
                    yield from _first_word(entry.value)
    elif step.key.text.endswith("may not"):
        for refusal in _map(step.value):
            if isinstance(refusal.value, Scalar):
                name = refusal.value.text
                yield name, refusal.value.place_of(0, len(name)), True
    elif step.key.text.endswith((" sees", " does not see")):
        named = [entry.key for entry in _map(step.value)]
        items = step.value.items if isinstance(step.value, Seq) else (step.value,)
        for scalar in [*named, *(item for item in items if isinstance(item, Scalar))]:
            yield from _first_word(scalar, _END.match(scalar.text))


def _first_word(scalar: Scalar, before: re.Match[str] | None = None) -> Iterator[Mention]:
    found = _NAME.match(scalar.text, before.end() if before is not None else 0)
    if found is not None:
        yield found.group(), scalar.place_of(*found.span()), False


def _map(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Map) else ()
