"""Finds options that are asked for in such a way that some of their values make no difference."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.diagnostics.suggest import all_of
from hoyle.lint.values import COMPARE, fixed_values, option_values, settled
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import other_trees, rule_trees, walk


def check_options(model: m.Model, findings: Findings) -> None:
    """Checks the options of the file itself, against the rules of its bases too."""
    trees = (other_trees(model.syntax), *(rule_trees(info.rule) for info in model.rules.values()))
    nodes = list(walk(trees))
    for name, option in model.options.items():
        if option.place.file is not model.syntax.document.files[0]:
            continue
        for values in _equal(model, option, [node for node in nodes if _is(model, node, name)], nodes):
            findings.report(
                codes.EQUAL_VALUES,
                option.place,
                f"the values {all_of(values)} of the option `{name}` mean the same"
                if values
                else f"all values of the option `{name}` mean the same",
                help="say in a rule what each of them does, or leave some out",
                cites=option.cites,
            )


def _equal(model: m.Model, option: m.Option, uses: list[n.Node], nodes: list[n.Node]) -> Iterator[list[str]]:
    """Names of values that no test can tell apart; an empty list if that goes for all numbers."""
    values = option_values(option)
    tests = [test for node in nodes if (test := _test(model, node, option.name)) is not None]
    if values is None or not tests or len(tests) < len(uses):
        return  # elsewhere than in a test every value counts
    if option.type.kind != "enum":
        if all(settled(op, values, (other,)) is not None for op, others in tests for other in others):
            yield []
        return
    groups: defaultdict[tuple[bool, ...], list[str]] = defaultdict(list)
    for number, value in enumerate(option.values):
        told = (any(COMPARE[op](number, other) for other in others) for op, others in tests)
        groups[tuple(told)].append(value)
    yield from (group for group in groups.values() if len(group) > 1)


def _test(model: m.Model, node: n.Node, name: str) -> tuple[str, tuple[int, ...]] | None:
    """A comparison of the option with constants, as an operator and the constants."""
    match node:
        case n.Compare(op=op, left=left, right=right) if _is(model, left, name):
            others = fixed_values(model, right)
        case n.Member(item=item, list=listed) if _is(model, item, name):
            op, others = "==", fixed_values(model, listed)
        case _:
            return None
    return None if others is None else (op, others)


def _is(model: m.Model, node: n.Node, name: str) -> bool:
    return model.typing.bindings.get(node) == m.OptionRef(name)
