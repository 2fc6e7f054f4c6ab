"""Finds conditions that are settled beforehand, and loops that nothing can end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.checked import model as m
from hoyle.checked.effects import walk
from hoyle.checked.scope import path_of
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import either
from hoyle.lint.reading import other_trees, rule_trees
from hoyle.lint.values import ABSENT, COUNTS, Values, possible, settled
from hoyle.syntax import nodes as n


def check_conditions(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself; what a base says was looked at there."""
    own = model.syntax.document.files[0]
    trees = [(rule_trees(info.rule), info.rule.cites) for info in model.rules.values()]
    for tree, cites in [*trees, (other_trees(model), ())]:
        for node in walk(tree):
            if node.at.place.file is not own:
                continue
            if isinstance(node, n.Compare) and (said := _settled(model, node)) is not None:
                findings.report(
                    codes.SETTLED_CONDITION,
                    node.at.place,
                    said,
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


def _settled(model: m.Model, node: n.Compare) -> str | None:
    """Why a comparison always comes to the same, if it does."""
    left, right = path_of(node.left), path_of(node.right)
    if left is not None and left == right:
        return (
            f"`{node.left.at.text}` stands on both sides, so this is {_often(node.op in ('==', '<=', '>='))}"
        )
    ours, theirs = possible(model, node.left), possible(model, node.right)
    if not ours or not theirs:
        return None
    always = settled(node.op, ours, theirs)
    if always is None:
        return None
    if len(ours) == len(theirs) == 1:
        return f"both sides are fixed, so this is {_often(always)}"
    extents = [_extent(model, side, values) for side, values in ((node.left, ours), (node.right, theirs))]
    return f"{' and '.join(extent for extent in extents if extent)}, so this is {_often(always)}"


def _extent(model: m.Model, node: n.Expr, values: Values) -> str:
    """How far the values of one side go; nothing for a constant."""
    if isinstance(node, n.Integer | n.Name | n.Quoted) and len(values) == 1:
        return ""
    said, type = f"`{node.at.text}` is", model.typing.types[node].inner
    there = sorted(value for value in values if value != ABSENT)
    if values is COUNTS:
        return f"{said} at least 0"
    if type.kind == "enum" and type.name in model.enums and 0 < len(there) < 8:
        return f"{said} {either(f'`{model.enums[type.name].values[value]}`' for value in there)}"
    if type.kind == "int" and there:
        return f"{said} {there[0]} to {there[-1]}" if len(there) > 1 else f"{said} {there[0]}"
    return f"`{node.at.text}` has no such value"


def _often(always: bool) -> str:
    return "always true" if always else "never true"


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
