"""Finds conditions that are settled beforehand, and loops that nothing can end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from interpreter.checked import model as m
from interpreter.checked.effects import walk
from interpreter.checked.scope import path_of
from interpreter.diagnostics.catalogue import lint as codes
from interpreter.diagnostics.model import Findings
from interpreter.lint.reading import other_trees, rule_trees
from interpreter.syntax import nodes as n


def check_conditions(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself; what a base says was looked at there."""
    own = model.syntax.document.files[0]
    trees = [(rule_trees(info.rule), info.rule.cites) for info in model.rules.values()]
    for tree, cites in [*trees, (other_trees(model), ())]:
        for node in walk(tree):
            if node.at.place.file is not own:
                continue
            if isinstance(node, n.Compare) and _settled(model, node):
                findings.report(
                    codes.SETTLED_CONDITION,
                    node.at.place,
                    _said(node),
                    help="compare with something that can change, or leave the condition out",
                    cites=cites,
                )
            elif isinstance(node, n.While) and _endless(model, node):
                findings.report(
                    codes.ENDLESS_LOOP,
                    node.test.at.place,
                    "nothing inside this loop can change its condition",
                    help="change what it looks at, or leave the loop with `return` or `end round`",
                    cites=cites,
                )


def _settled(model: m.Model, node: n.Compare) -> bool:
    """Whether both sides are the same, or both are values that never change."""
    left, right = path_of(node.left), path_of(node.right)
    if left is not None and left == right:
        return True
    return _is_fixed(model, node.left) and _is_fixed(model, node.right)


def _said(node: n.Compare) -> str:
    if path_of(node.left) != path_of(node.right):
        return "both sides are fixed, so this is always the same"
    always = node.op in ("==", "<=", ">=")
    return f"`{node.left.at.text}` stands on both sides, so this is {'always' if always else 'never'} true"


def _is_fixed(model: m.Model, node: n.Expr) -> bool:
    if isinstance(node, n.Integer):
        return True
    return isinstance(model.typing.bindings.get(node), m.ValueRef)


def _endless(model: m.Model, loop: n.While) -> bool:
    """Whether the body leaves everything alone that the test looks at, and never leaves the loop."""
    if any(isinstance(node, n.Call) and _rule(model, node) is not None for node in walk(loop.test)):
        return False  # what a rule looks at is not followed
    return not any(_may_end(model, node, set(_names(loop.test))) for node in walk(loop.body))


def _may_end(model: m.Model, node: n.Node, looked_at: set[str]) -> bool:
    match node:
        case n.Return() | n.End():
            return True
        case n.Assign():
            return node.target.text in looked_at
        case n.Move() | n.Draw() | n.Deal() | n.Shuffle():
            return bool(looked_at & set(model.zones))
        case n.Call():
            info = _rule(model, node)
            return info is not None and info.changes
        case n.Decision():
            return any(_may_end(model, inner, looked_at) for inner in walk(_bodies(node)))
        case _:
            return False


def _bodies(node: n.Decision) -> tuple[Any, ...]:
    return (*(alternative.body for alternative in node.alternatives), node.otherwise or ())


def _rule(model: m.Model, node: n.Call) -> m.RuleInfo | None:
    target = model.typing.targets.get(node)
    return model.rules[target.id] if isinstance(target, m.RuleTarget) else None


def _names(tree: n.Expr) -> Iterator[str]:
    return (node.text for node in walk(tree) if isinstance(node, n.Name))
