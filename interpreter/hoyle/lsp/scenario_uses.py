"""The names of a ruleset that its scenarios mention."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, TypeAlias

from hoyle.diagnostics.model import Findings, Place
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq
from hoyle.syntax import nodes as n
from hoyle.syntax.parser import parse_expression, parse_procedure
from hoyle.syntax.walk import children

Mention: TypeAlias = tuple[str, Place, bool]  # the name, and whether it is a rule's

_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def scenario_uses(layer: Map) -> Iterator[Mention]:
    """Names in `given`, `options`, `begin`, `call`, `expect`, in events and in refusals."""
    for scenario in _map(layer.get("scenarios")):
        body = scenario.value if isinstance(scenario.value, Map) else None
        if body is None:
            continue
        for section in ("given", "options"):
            for entry in _map(body.get(section)):
                yield from _first_word(entry.key)
        for key in ("begin", "call"):
            yield from _actions(body.get(key), statement=True)
        then = body.get("then")
        for item in then.items if isinstance(then, Seq) else ():
            for step in _map(item):
                yield from _step(step)


def _step(step: Entry) -> Iterator[Mention]:
    if step.key.text == "expect":
        yield from _actions(step.value, statement=False)
    elif step.key.text == "events" and isinstance(step.value, Seq):
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


def _first_word(scalar: Scalar) -> Iterator[Mention]:
    found = _NAME.match(scalar.text)
    if found is not None:
        yield found.group(), scalar.place_of(*found.span()), False


def _actions(node: Node | None, statement: bool) -> Iterator[Mention]:
    if not isinstance(node, Scalar):
        return
    silent = Findings()
    tree: Any = parse_procedure(node, silent) if statement else parse_expression(node, silent)
    yield from _free(tree, frozenset())


def _free(tree: Any, bound: frozenset[str]) -> Iterator[Mention]:
    """The names in a tree that no quantifier or loop in it declares."""
    if isinstance(tree, tuple):
        for item in tree:
            if isinstance(item, n.Let):
                yield from _free(item.value, bound)
                bound |= {item.name.text}
            else:
                yield from _free(item, bound)
        return
    if not isinstance(tree, n.Node):
        return
    if isinstance(tree, n.Name | n.Ident) and tree.text not in bound:
        yield tree.text, tree.at.place, False
    elif isinstance(tree, n.Call):
        yield tree.name.text, tree.name.at.place, True
        yield from _free(tree.args, bound)
    elif isinstance(tree, n.Attribute):
        yield from _free(tree.of, bound)
    elif isinstance(tree, n.Quantifier | n.Total | n.Extreme | n.Each | n.ForEach):
        yield from _free(tree.list, bound)
        inner = bound | {tree.name.text}
        for child in children(tree):
            if child is not tree.list and child is not tree.name:
                yield from _free(child, inner)
    else:
        for child in children(tree):
            yield from _free(child, bound)


def _map(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Map) else ()
