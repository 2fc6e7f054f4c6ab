"""The values that an expression can have, as far as the declarations alone tell."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection
from typing import Any, TypeAlias

from hoyle.checked import model as m
from hoyle.syntax import nodes as n

COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
COUNTS = range(10_001)  # what a list can hold
ABSENT = -(1 << 40)  # of a piece that lacks an attribute
FEW = 100  # values that are looked at one by one

Values: TypeAlias = Collection[int]


def possible(model: m.Model, node: n.Expr) -> Values | None:
    """Every value that it can have in a game, and perhaps more; None if that is not known."""
    match node:
        case n.Integer():
            return (node.value,)
        case n.Name() | n.Quoted():
            return _named(model, model.typing.bindings.get(node))
        case n.Attribute():
            return _attribute(model, node)
        case n.Call() if node.name.text == "size" and isinstance(
            model.typing.targets.get(node), m.BuiltinTarget
        ):
            return COUNTS
        case n.Quantifier() if node.word == "count":
            return COUNTS
        case _:
            return None


def _named(model: m.Model, binding: m.Binding | None) -> Values | None:
    match binding:
        case m.ValueRef() if binding.value is not None:
            return (binding.value,)
        case m.OptionRef():
            return option_values(model.options[binding.name])
        case _:
            return None


def fixed_values(model: m.Model, node: n.Expr) -> tuple[int, ...] | None:
    """The values of a constant, or of a list of constants."""
    match node:
        case n.ListOf():
            found = [fixed_values(model, item) for item in node.items]
            return None if None in found else tuple(value for one in found if one for value in one)
        case n.Integer() | n.Name() | n.Quoted():
            values = possible(model, node)
            return tuple(values) if values is not None and len(values) == 1 else None
        case _:
            return None


def option_values(option: m.Option) -> Values | None:
    """What an option can be set to; None for lists."""
    match option.type.kind:
        case "bool":
            return (False, True)
        case "enum":
            return range(len(option.values))
        case "int":
            return range(option.low, option.high + 1)
        case _:
            return None


def _attribute(model: m.Model, node: n.Attribute) -> Values | None:
    """The values of a column or an attribute."""
    of = model.typing.types.get(node.of)
    name = node.name.text
    found: list[m.Value] = []
    if of is None:
        return None
    if of.kind == "piece" and name in model.components[of.name].attributes:
        found = [piece.get(name) for piece in model.components[of.name].pieces]
    elif of.kind == "enum" and of.name in model.enums and name in model.enums[of.name].columns:
        found = list(model.enums[of.name].columns[name].values)
    return {ABSENT if value is None else value for value in found}


def settled(op: str, left: Values, right: Values) -> bool | None:
    """What a comparison comes to with all these values, if it is always the same."""
    if op not in ("==", "!="):  # which of two is greater is only asked where both are there
        left, right = _there(left), _there(right)
    results = {COMPARE[op](a, b) for a in _telling(left, right) for b in _telling(right, left)}
    return results.pop() if len(results) == 1 else None


def _telling(values: Values, others: Values) -> set[int]:
    """Those among many values at which a comparison with others can change."""
    if len(values) <= FEW:
        return set(values)
    ends = others if len(others) <= FEW else (min(others), max(others))
    near = {near for other in ends for near in (other - 1, other, other + 1)}
    return {min(values), max(values)} | {value for value in near if value in values}


def _there(values: Values) -> Values:
    return set(values) - {ABSENT} if ABSENT in values else values
