"""Finds values that a chain of `if … else if …` forgets."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.effects import walk
from hoyle.checked.scope import path_of
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import all_of
from hoyle.lint.reading import rule_trees
from hoyle.lint.values import fixed_values
from hoyle.syntax import nodes as n


def check_chains(model: m.Model, findings: Findings) -> None:
    """Checks the rules of the file itself: a chain that names most values of a type, but not all."""
    own = model.syntax.document.files[0]
    for info in model.rules.values():
        for node in walk(rule_trees(info.rule)):
            if not isinstance(node, n.If) or node.otherwise is not None or node.at.place.file is not own:
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
    tests = [_test(model, test) for test, _ in node.branches]
    first = tests[0]
    if first is None or any(test is None or test[0] != first[0] for test in tests):
        return node, (), set()
    subject = node.branches[0][0]
    assert isinstance(subject, n.Compare | n.Member)
    looked_at = subject.left if isinstance(subject, n.Compare) else subject.item
    type = model.typing.types[looked_at].inner
    values = model.enums[type.name].values if type.kind == "enum" and type.name in model.enums else ()
    return looked_at, values, {value for test in tests if test is not None for value in test[1]}


def _test(model: m.Model, test: n.Expr) -> tuple[str, tuple[int, ...]] | None:
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
