"""Which rule calls which, from `round` on."""

from __future__ import annotations

from hoyle.checked.model import Model, RuleInfo, RuleTarget
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import rule_trees, walk

_STEP = "  "


def calls_of(model: Model, id: str) -> list[str]:
    """The rules that a rule calls, in the order in which it first names them."""
    found: dict[str, None] = {}
    for tree in rule_trees(model.rules[id].rule):
        for node in walk(tree):
            if isinstance(node, n.Call):
                target = model.typing.targets.get(node)
                if isinstance(target, RuleTarget) and target.id in model.rules:
                    found.setdefault(target.id)
    return list(found)


# A tree with longer branches is no help to anybody.
DEEPEST_SHOWN = 40


def flow(model: Model, start: str = "round") -> str:
    """The procedures as a tree of calls; what was shown before is only named again.

    Conditions and definitions are left out: they are asked, nothing happens in them.
    """
    lines: list[str] = []
    shown: set[str] = set()

    def visit(id: str, depth: int) -> None:
        info = model.rules[id]
        again = id in shown
        below = [name for name in calls_of(model, id) if _acts(model.rules[name])]
        mark = f" ({_decision(info)})" if _decision(info) else ""
        more = " …" if (again or depth == DEEPEST_SHOWN) and below else ""
        lines.append(f"{_STEP * depth}{shown_name(id)}{mark}{more}")
        if again or depth == DEEPEST_SHOWN:
            return
        shown.add(id)
        for name in below:
            visit(name, depth + 1)

    if start in model.rules:
        visit(start, 0)
    return "\n".join(lines)


def shown_name(id: str) -> str:
    """A rule's id for people: what a variant replaced is kept under `rule.base`."""
    return id.replace(".base", " of the base")


def _acts(info: RuleInfo) -> bool:
    return info.rule.body is not None or info.rule.choices is not None


def _decision(info: RuleInfo) -> str:
    for node in walk(info.rule.body or ()):
        if isinstance(node, n.Decision):
            return f"{node.how}: {_names(node.alternatives)}"
    return f"alternatives: {_names(info.rule.choices)}" if info.rule.choices is not None else ""


def _names(offered: tuple[n.Offered, ...]) -> str:
    return ", ".join(
        f"also {item.call.name.text}" if isinstance(item, n.Also) else item.name.text for item in offered
    )
