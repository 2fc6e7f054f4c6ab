"""The values of expressions over what is known before a game starts."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from hoyle.checked import model as m
from hoyle.syntax import nodes as n

Constant: TypeAlias = int | tuple[int, ...] | None

_MOST = 1_000_000_000
_MOST_ITEMS = 10_000
_COMPARE: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.floordiv, "%": operator.mod,
}  # fmt: skip


@dataclass(frozen=True)
class Known:
    """What an expression may read: the number of players, options, and locals by their unique names."""

    model: m.Model
    players: int | None
    options: Mapping[str, int | bool | tuple[int, ...]]
    locals: Mapping[str, m.Value] = field(default_factory=dict)

    def with_locals(self, values: Mapping[str, m.Value]) -> Known:
        return replace(self, locals=values)


class NotKnown(Exception):
    """Something that only a game can tell."""

    def __init__(self, node: n.Node) -> None:
        super().__init__()
        self.node = node


class Undefined(Exception):
    """Something without a value, such as a division by zero."""

    def __init__(self, node: n.Node, message: str) -> None:
        super().__init__(message)
        self.node = node


def value_of(node: n.Expr, known: Known) -> Constant:
    """The value of an expression that was checked: numbers, truth as 0 and 1, the places of values."""
    match node:
        case n.Integer():
            return node.value
        case n.Name() | n.Quoted():
            return _name(node, known)
        case n.Attribute():
            return _attribute(node, known)
        case n.Call():
            return _call(node, known)
        case n.ListOf():
            return tuple(_number(item, known) for item in node.items)
        case n.Range():
            return _span(node, known)
        case n.Index():
            return _item(node, known)
        case n.Minus():
            return -_number(node.of, known)
        case n.Arithmetic():
            return _arithmetic(node, known)
        case n.Compare():
            return int(_compared(node, known))
        case n.Exists():
            return int(value_of(node.of, known) is not None)
        case n.Member():
            items = value_of(node.list, known)
            return int(isinstance(items, tuple) and value_of(node.item, known) in items)
        case n.Not():
            return int(not value_of(node.of, known))
        case n.And():
            return int(bool(value_of(node.left, known) and value_of(node.right, known)))
        case n.Or():
            return int(bool(value_of(node.left, known) or value_of(node.right, known)))
        case n.Conditional():
            return value_of(node.then if value_of(node.test, known) else node.otherwise, known)
        case _:
            raise NotKnown(node)


def _number(node: n.Expr, known: Known) -> int:
    found = value_of(node, known)
    if not isinstance(found, int):
        raise NotKnown(node)
    return found


def _name(node: n.Name | n.Quoted, known: Known) -> Constant:
    match known.model.typing.bindings.get(node):
        case m.LocalRef(name) if name in known.locals:
            value = known.locals[name]
            return None if value is None else int(value)
        case m.OptionRef(name) if name in known.options:
            option = known.options[name]
            return option if isinstance(option, tuple) else int(option)
        case m.ValueRef(value=value):
            return value
        case m.TypeRef(type_) if type_.kind == "enum":
            return tuple(range(len(known.model.enums[type_.name].values)))
        case m.TypeRef(type_) if type_.kind == "int" and type_.name in known.model.ranges:
            span = known.model.ranges[type_.name]
            return tuple(range(span.low, span.high + 1))
        case m.BuiltinRef("players") if known.players is not None:
            return tuple(range(known.players))
        case _:
            raise NotKnown(node)


def _attribute(node: n.Attribute, known: Known) -> Constant:
    owner, value = known.model.typing.types.get(node.of), value_of(node.of, known)
    if owner is None or owner.inner.kind != "enum" or not isinstance(value, int):
        raise NotKnown(node)
    found = known.model.enums[owner.inner.name].columns[node.name.text].values[value]
    return None if found is None else int(found)


def _call(node: n.Call, known: Known) -> Constant:
    target = known.model.typing.targets.get(node)
    if isinstance(target, m.RuleTarget):
        rule = known.model.rules[target.id].rule
        if rule.value is None or rule.exceptions:
            raise NotKnown(node)
        names = [known.model.typing.locals[parameter.name] for parameter in rule.parameters]
        given = zip(names, (_number(arg, known) for arg in node.args), strict=True)
        return value_of(rule.value, known.with_locals(dict(given)))
    match node.name.text:
        case "size":
            items = value_of(node.args[0], known)
            if isinstance(items, tuple):
                return len(items)
            raise NotKnown(node)
        case "min" | "max" as name:
            both = [_number(arg, known) for arg in node.args]
            return min(both) if name == "min" else max(both)
        case "abs":
            return abs(_number(node.args[0], known))
        case "position":
            return _number(node.args[0], known)
        case _:
            raise NotKnown(node)


def _span(node: n.Range, known: Known) -> tuple[int, ...]:
    low, high = _number(node.low, known), _number(node.high, known)
    if high - low > _MOST_ITEMS:
        raise Undefined(node, f"the range {low}..{high} is too long")
    return tuple(range(low, high + 1))


def _item(node: n.Index, known: Known) -> int:
    items, index = value_of(node.of, known), _number(node.index, known)
    if not isinstance(items, tuple):
        raise NotKnown(node)
    if not 0 <= index < len(items):
        raise Undefined(node, f"there is no item {index} in a list of {len(items)}")
    return items[index]


def _arithmetic(node: n.Arithmetic, known: Known) -> int:
    left, right = _number(node.left, known), _number(node.right, known)
    if node.op in ("/", "%") and right == 0:
        raise Undefined(node, "this divides by zero")
    found = _ARITHMETIC[node.op](left, right)
    if abs(found) > _MOST:
        raise Undefined(node, f"the number {found} is too large; numbers end at {_MOST}")
    return found


def _compared(node: n.Compare, known: Known) -> bool:
    left, right = value_of(node.left, known), value_of(node.right, known)
    if node.op in ("==", "!="):
        return (left == right) == (node.op == "==")
    if not isinstance(left, int) or not isinstance(right, int):
        return False
    return _COMPARE[node.op](left, right)
