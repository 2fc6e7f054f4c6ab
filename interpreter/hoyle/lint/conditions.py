"""Finds conditions that are settled beforehand, loops without an end, and values that a chain forgets."""

from __future__ import annotations

from typing import Any

from hoyle.checked import model as m
from hoyle.checked.scope import path_of
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import all_of, either
from hoyle.lint.values import ABSENT, COUNTS, Values, fixed_values, possible, settled
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import names_in, other_trees, own_alternatives, rule_trees, walk


def check_conditions(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself; what a base says was looked at there."""
    own = model.syntax.document.files[0]
    trees = [(rule_trees(info.rule), info.rule.cites) for info in model.rules.values()]
    for tree, cites in [*trees, (other_trees(model.syntax), ())]:
        for node in walk(tree):
            if node.at.file is not own:
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
    looked_at = names_in(loop.test)
    return not any(_may_end(model, node, looked_at) for node in walk(loop.body))


def _may_end(model: m.Model, node: n.Node, looked_at: set[str]) -> bool:
    match node:
        case n.Return() | n.End() | n.Also():
            return True
        case n.Assign():
            return node.target.text in looked_at
        case n.Remember() | n.Forget():
            return node.memory.text in looked_at
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
    lent = tuple(item for item in node.alternatives if isinstance(item, n.Also))
    return (*(one.body for one in own_alternatives(node.alternatives)), *lent, node.otherwise or ())


def _rule(model: m.Model, node: n.Call) -> m.RuleInfo | None:
    target = model.typing.targets.get(node)
    return model.rules[target.id] if isinstance(target, m.RuleTarget) else None


# ---------------------------------------------------------------- chains of `if … else if …`
def check_chains(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself: a chain that names most values of a type, but not all."""
    own = model.syntax.document.files[0]
    for info in model.rules.values():
        for node in walk(rule_trees(info.rule)):
            if not isinstance(node, n.If) or node.otherwise is not None or node.at.file is not own:
                continue
            subject, values, handled = _chain(model, node)
            left = [value for number, value in enumerate(values) if number not in handled]
            if len(node.branches) > 1 and 0 < len(left) < len(handled):
                findings.report(
                    codes.FORGOTTEN_VALUE,
                    subject.at.place,
                    f"nothing is said here for {all_of(left)}",
                    help=f"add `else if {subject.at.text} == {left[0]}: …`, or `else: nothing`",
                    cites=info.rule.cites,
                )


def _chain(model: m.Model, node: n.If) -> tuple[n.Node, tuple[str, ...], set[int]]:
    """What a chain looks at, all values of it, and those that it names; no values if it is no such chain."""
    tests = [_values_named(model, test) for test, _ in node.branches]
    first = tests[0]
    if first is None or any(test is None or test[0] != first[0] for test in tests):
        return node, (), set()
    subject = node.branches[0][0]
    assert isinstance(subject, n.Compare | n.Member)
    looked_at = subject.left if isinstance(subject, n.Compare) else subject.item
    type = model.typing.types[looked_at].inner
    values = model.enums[type.name].values if type.kind == "enum" and type.name in model.enums else ()
    return looked_at, values, {value for test in tests if test is not None for value in test[1]}


def _values_named(model: m.Model, test: n.Expr) -> tuple[str, tuple[int, ...]] | None:
    """The path and the values of `path == value` or `path in [values]`."""
    match test:
        case n.Compare(op="==", left=subject, right=value):
            values = fixed_values(model, value)
        case n.Member(item=subject, list=n.ListOf() as listed):
            values = fixed_values(model, listed)
        case _:
            return None
    path = path_of(subject)
    return None if path is None or values is None else (path, values)
