"""What a ruleset reads: the trees of its rules, and the names in them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.checked import model as m
from hoyle.checked.effects import walk
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s


def rule_trees(rule: s.Rule) -> tuple[Any, ...]:
    """Everything of a rule that is evaluated, its `why` included."""
    return (rule.body, rule.value, *(exception.test for exception in rule.exceptions), *texts(rule.why))


def texts(text: s.Text | None) -> tuple[Any, ...]:
    return tuple(text.languages.values()) if text is not None else ()


def other_trees(model: m.Model) -> tuple[Any, ...]:
    """What is evaluated without being called by a rule."""
    syntax = model.syntax
    found: list[Any] = [syntax.rounds, syntax.ends, *syntax.refill_when.values()]
    found += [definition.value for definition in (syntax.score, syntax.active) if definition is not None]
    found += [definition.value for definition in syntax.starts.values()]
    for requirement in syntax.requires:
        found += [requirement.test, *texts(requirement.why)]
    for variable in model.variables.values():
        found += [variable.first, variable.later]
    return tuple(found)


def nodes_in(model: m.Model, tree: Any) -> Iterator[n.Node]:
    """All nodes of a tree, with those in the `{…}` of labels."""
    for node in walk(tree):
        yield node
        if isinstance(node, n.Quoted):
            yield from walk(model.typing.labels.get(node, ()))


def read_by(model: m.Model, tree: Any) -> Iterator[m.Binding]:
    """What the names in a tree stand for; what is only set is not read."""
    for node in nodes_in(model, tree):
        binding = model.typing.bindings.get(node)
        if binding is not None and not isinstance(node, n.Ident):
            yield binding


def called_by(model: m.Model, tree: Any) -> set[str]:
    """The rules that a tree calls."""
    found = set()
    for node in nodes_in(model, tree):
        if isinstance(node, n.Call):
            target = model.typing.targets.get(node)
            if isinstance(target, m.RuleTarget):
                found.add(target.id)
    return found
