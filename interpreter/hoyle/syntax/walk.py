"""One way through the syntax tree: the parts of a node, all nodes of a tree, a tree with one node changed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from hoyle.syntax import nodes as n
from hoyle.syntax.ruleset import Rule, Ruleset, Text

Tree = TypeVar("Tree")


_PARTS: dict[type[n.Node], tuple[str, ...]] = {}


def _parts_of(node: n.Node) -> tuple[str, ...]:
    """The fields of a node that can hold nodes: all but the place."""
    kind = type(node)
    if kind not in _PARTS:
        _PARTS[kind] = tuple(field.name for field in dataclasses.fields(kind) if field.name != "at")
    return _PARTS[kind]


def children(node: n.Node) -> Iterator[Any]:
    """The nodes, and tuples of nodes, that a node consists of."""
    for name in _parts_of(node):
        value = getattr(node, name)
        if isinstance(value, tuple | n.Node):
            yield value


def walk(tree: Any, into: Callable[[n.Node], Iterable[Any]] | None = None) -> Iterator[n.Node]:
    """All nodes of a tree, each before its parts; `into` says which parts are looked at, if not all."""
    waiting = [tree]
    while waiting:
        item = waiting.pop()
        if isinstance(item, n.Node):
            yield item
            # Not `children`, in the usual case: a generator for each node takes as long as all the rest.
            parts = [getattr(item, name) for name in _parts_of(item)] if into is None else [*into(item)]
            waiting += parts[::-1]
        elif isinstance(item, tuple):
            waiting += item[::-1]


def names_in(tree: Any) -> set[str]:
    """The names that a tree uses."""
    return {node.text for node in walk(tree) if isinstance(node, n.Name)}


def replaced(tree: Tree, old: n.Node, new: n.Node) -> Tree:
    """A copy of the tree in which one node, found by identity, is another."""
    copy: Tree = _replaced(tree, old, new)
    return copy


def _replaced(tree: Any, old: n.Node, new: n.Node) -> Any:
    if tree is old:
        return new
    if isinstance(tree, tuple):
        items = tuple(_replaced(item, old, new) for item in tree)
        return items if any(a is not b for a, b in zip(items, tree, strict=True)) else tree
    if isinstance(tree, n.Node):
        parts = ((name, getattr(tree, name)) for name in _parts_of(tree))
        copies = {name: (part, _replaced(part, old, new)) for name, part in parts}
        changed = {name: copy for name, (part, copy) in copies.items() if copy is not part}
        return dataclasses.replace(tree, **changed) if changed else tree
    return tree


def conjuncts(expr: n.Expr) -> list[n.Expr]:
    """The conditions that `and` joins."""
    if isinstance(expr, n.And):
        return [*conjuncts(expr.left), *conjuncts(expr.right)]
    return [expr]


def own_alternatives(offered: tuple[n.Offered, ...]) -> list[n.Alternative]:
    """The alternatives without those that another rule lends."""
    return [item for item in offered if isinstance(item, n.Alternative)]


def decisions_in(block: n.Block) -> list[n.Decision]:
    """The decision statements of a rule, without those that a variant's `otherwise` brought."""
    return [node for node in walk(block, _own_parts) if isinstance(node, n.Decision)]


def _own_parts(node: n.Node) -> Iterable[Any]:
    if isinstance(node, n.Decision) and node.otherwise_name is not None:
        return node.alternatives
    return children(node)


# ---------------------------------------------------------------- the trees of a ruleset
def texts(text: Text | None) -> tuple[Any, ...]:
    """A text for people in each of its languages."""
    return tuple(text.languages.values()) if text is not None else ()


def rule_trees(rule: Rule) -> tuple[Any, ...]:
    """Everything of a rule that is evaluated, its `why` included."""
    return (
        rule.body,
        rule.value,
        rule.choices,
        *(exception.test for exception in rule.exceptions),
        *texts(rule.why),
    )


def other_trees(ruleset: Ruleset) -> tuple[Any, ...]:
    """What is evaluated without being called by a rule."""
    found: list[Any] = [ruleset.rounds, ruleset.ends, *ruleset.refill_when.values()]
    found += [definition.value for definition in ruleset.definitions]
    found += [definition.value for definition in ruleset.starts.values()]
    for requirement in ruleset.requires:
        found += [requirement.test, *texts(requirement.why)]
    for variable in ruleset.state.values():
        found += [variable.declaration.first, variable.declaration.later]
    return (*found, *ruleset.formulas)
