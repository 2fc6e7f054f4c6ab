"""Which rules change the state, and which ask somebody something; found over the graph of calls."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoyle.checked.builtins import VALUE
from hoyle.checked.model import Model, RuleInfo
from hoyle.syntax import nodes as n
from hoyle.syntax.ruleset import Rule
from hoyle.syntax.walk import children, walk


def find_effects(model: Model) -> None:
    """Marks every rule that changes the state or takes a decision, itself or through a call."""
    calls: dict[str, set[str]] = {}
    for info in model.rules.values():
        tree = next((part for part in _trees(info.rule) if part is not None), None)
        calls[info.id] = set()
        local = {name for name, _ in info.parameters} | {p.name.text for p in info.rule.parameters}
        nodes = list(walk(tree, _done)) if tree is not None else []
        local |= {node.name.text for node in nodes if isinstance(node, n.Let)}
        for node in nodes:
            match node:
                case (
                    n.Move() | n.Draw() | n.Deal() | n.Shuffle() | n.Reveal() | n.End() | n.Remember()
                    | n.Forget()
                ):  # fmt: skip
                    info.changes = True
                case n.Assign() if node.target.text not in local or (
                    node.target.text in model.variables or node.target.text in VALUE
                ):
                    info.changes = True
                case n.Decision():
                    info.changes = info.asks = True
                case n.Call():
                    if node.name.text == "random":
                        info.changes = True
                    elif node.name.text == "base" and info.base is not None:
                        calls[info.id].add(info.base.id)
                    elif node.name.text in model.rules:
                        calls[info.id].add(node.name.text)
                case _:
                    pass
    changed = True
    while changed:
        changed = False
        for info in model.rules.values():
            for name in calls[info.id]:
                changed |= _inherit(info, model.rules[name])


def _trees(rule: Rule) -> tuple[Any, ...]:
    return rule.body, rule.value, rule.choices


def _done(node: n.Node) -> Iterable[Any]:
    """The parts of a node that really happen: a rule that is supposed changes nothing."""
    return (node.call.args, node.then) if isinstance(node, n.Supposing) else children(node)


def _inherit(info: RuleInfo, other: RuleInfo) -> bool:
    before = info.changes, info.asks
    info.changes |= other.changes
    info.asks |= other.asks
    return before != (info.changes, info.asks)
