"""Finds first values that look into zones in which nothing lies yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings, Related
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import rule_trees, walk


def check_first_values(model: m.Model, findings: Findings) -> None:
    """Checks the variables of the file itself, also where a called rule looks."""
    own = model.syntax.document.files[0]
    for variable in model.variables.values():
        for value in (variable.first, variable.later):
            if value is None or value.at.file is not own:
                continue
            in_first_round = variable.scope == "match" and value is variable.first
            seen: set[str] = set()
            for node, name in _looks(model, value, set()):
                zone = model.zones[name]
                if name in seen or zone.starts != "none" or (zone.lasts and not in_first_round):
                    continue
                seen.add(name)
                direct = any(node is own_node for own_node in walk(value))
                findings.report(
                    codes.EMPTY_AT_START,
                    node.at.place if direct else value.at.place,
                    f"`{name}` is still empty when `{variable.name}` gets this value: no piece starts in it",
                    help="set it in `round`, after the deal",
                    related=[] if direct else [Related(node.at.place, "looked at here")],
                    names=(name, variable.name),
                )


def _looks(model: m.Model, tree: Any, called: set[str]) -> Iterator[tuple[n.Node, str]]:
    """The zones that a tree names, itself or through the rules that it calls."""
    for node in walk(tree):
        binding = model.typing.bindings.get(node)
        if isinstance(binding, m.ZoneRef):
            yield node, binding.name
        target = model.typing.targets.get(node) if isinstance(node, n.Call) else None
        if isinstance(target, m.RuleTarget) and target.id not in called:
            called.add(target.id)
            yield from _looks(model, rule_trees(model.rules[target.id].rule), called)
