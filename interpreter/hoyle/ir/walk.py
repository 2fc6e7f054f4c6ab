"""Goes through programs: the one traversal, the one rewriting, free names and substitution."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import count
from typing import Any, TypeVar

from hoyle.ir import nodes as ir
from hoyle.ir.types import ValueType

T = TypeVar("T")

# What a field is called in an annotation when it cannot hold a node.
_LEAVES = frozenset({"int", "str", "bool", "None", "ValueType", "Per", "Place", "Table", "tuple[Typed, ...]"})


_PARTS: dict[type, tuple[str, ...]] = {}


def parts_of(kind: Any) -> tuple[str, ...]:
    """The fields of a node class that may hold nodes."""
    if kind not in _PARTS:
        fields = dataclasses.fields(kind)
        _PARTS[kind] = tuple(field.name for field in fields if not _is_leaf(str(field.type)))
    return _PARTS[kind]


def _is_leaf(annotation: str) -> bool:
    if annotation.startswith(("Literal[", "Word")) and "Expr" not in annotation:
        return True
    return all(word.strip() in _LEAVES for word in annotation.split("|"))


def walk(value: Any) -> Iterator[Any]:
    """All nodes inside a value, each before its parts."""
    if isinstance(value, tuple):
        for item in value:
            yield from walk(item)
    elif isinstance(value, dict):
        for item in value.values():
            yield from walk(item)
    elif dataclasses.is_dataclass(value):
        yield value
        for name in parts_of(type(value)):
            yield from walk(getattr(value, name))


def walk_here(value: Any) -> Iterator[Any]:
    """All nodes that are computed in the state as it is: not what comes after a procedure is supposed."""
    if isinstance(value, tuple):
        for item in value:
            yield from walk_here(item)
    elif dataclasses.is_dataclass(value):
        yield value
        for name in parts_of(type(value)):
            if name != "then" or not isinstance(value, ir.Supposing):
                yield from walk_here(getattr(value, name))


def rebuilt(value: T, change: Callable[[Any], Any]) -> T:
    """The value with `change` done to each of its parts; the very value if nothing has changed."""
    if isinstance(value, tuple):
        items = tuple(change(item) for item in value)
        return items if any(a is not b for a, b in zip(items, value, strict=True)) else value  # type: ignore[return-value]
    if isinstance(value, dict):
        return {key: change(item) for key, item in value.items()}  # type: ignore[return-value]
    if not dataclasses.is_dataclass(value) or isinstance(value, ValueType):
        return value
    changed = {}
    for name in parts_of(type(value)):
        before = getattr(value, name)
        if isinstance(before, tuple | dict) or dataclasses.is_dataclass(before):
            after = change(before)
            if after is not before:
                changed[name] = after
    return dataclasses.replace(value, **changed) if changed else value  # type: ignore[type-var]


def replaced(value: T, given: dict[Any, Any]) -> T:
    """A copy with whole parts replaced, though none that is looked at in another state."""
    if dataclasses.is_dataclass(value) and value in given:
        return given[value]  # type: ignore[no-any-return]
    if isinstance(value, ir.Supposing):
        args, values = replaced((value.args, value.values), given)
        return dataclasses.replace(value, args=args, values=values)
    return rebuilt(value, lambda part: replaced(part, given))


@lru_cache(maxsize=100_000)
def free_names(value: Any) -> frozenset[str]:
    """The locals that an expression reads and does not bind itself."""
    if isinstance(value, tuple):
        return frozenset().union(*map(free_names, value)) if value else frozenset()
    if isinstance(value, ir.Local):
        return frozenset((value.name,))
    if isinstance(value, ir.Quantified):
        inner = free_names(value.test) | free_names(value.value)
        return free_names(value.list) | (inner - {value.local})
    if isinstance(value, ir.Supposing):
        return free_names((value.args, value.values)) | (free_names(value.then) - set(value.names))
    found: frozenset[str] = frozenset()
    if dataclasses.is_dataclass(value):
        for name in parts_of(type(value)):
            found |= free_names(getattr(value, name))
    return found


def substitute(value: T, given: dict[str, ir.Expr], fresh: Callable[[str], str] | None = None) -> T:
    """A copy with locals replaced by expressions, none of whose own names is captured.

    A quantifier's name changes where something put under it uses that name; with `fresh` it always does.
    """
    match value:
        case ir.Local():
            return given.get(value.name, value)  # type: ignore[return-value]
        case ir.Quantified():
            return _under_quantifier(value, given, fresh)  # type: ignore[return-value]
        case ir.Supposing():
            return _supposed(value, given, fresh)  # type: ignore[return-value]
        case _:
            return rebuilt(value, lambda part: substitute(part, given, fresh))


def numbered(expr: ir.Expr) -> ir.Expr:
    """The same with the names that it binds numbered, so that two that differ only in these are equal."""
    names = (f"bound{number}" for number in count(1))
    return substitute(expr, {}, lambda _: next(names))


def _under_quantifier(
    value: ir.Quantified, given: dict[str, ir.Expr], fresh: Callable[[str], str] | None
) -> ir.Quantified:
    inside = (value.test, value.value)
    used = free_names(inside) - {value.local}
    inner = {name: expr for name, expr in given.items() if name in used}
    name = value.local
    captured = frozenset[str]().union(*map(free_names, inner.values()))
    if fresh is not None:
        name = fresh(value.local)
    elif name in captured:
        name = next(
            other
            for number in range(2, len(captured | used) + 3)
            if (other := f"{value.local}R{number}") not in captured | used
        )
    if name != value.local:
        inner[value.local] = ir.Local(name)
    return dataclasses.replace(
        value,
        local=name,
        list=substitute(value.list, given, fresh),
        test=substitute(value.test, inner, fresh),
        value=substitute(value.value, inner, fresh),
    )


def _supposed(
    value: ir.Supposing, given: dict[str, ir.Expr], fresh: Callable[[str], str] | None
) -> ir.Supposing:
    """What replaces a local was computed before: where it looks at the state, it still is."""
    args, values = substitute((value.args, value.values), given, fresh)
    read = free_names(value.then)
    inner = {name: expr for name, expr in given.items() if name in read and name not in value.names}
    names = list(value.names)
    taken = read.union(names, *map(free_names, inner.values()))
    for name, expr in inner.items():
        if not isinstance(expr, ir.Local | ir.Const | ir.Opt) or free_names(expr) & set(names):
            own = next(other for number in count(1) if (other := f"{name}U{number}") not in taken)
            taken |= {own}
            names.append(own)
            values = (*values, expr)
            inner[name] = ir.Local(own)
    then = substitute(value.then, inner, fresh)
    return ir.Supposing(value.proc, args, then, tuple(names), values)


def conjuncts(test: ir.Expr) -> tuple[ir.Expr, ...]:
    """The conditions that `and` joins, in order."""
    return (*conjuncts(test.left), *conjuncts(test.right)) if isinstance(test, ir.And) else (test,)


def conjunction(tests: tuple[ir.Expr, ...]) -> ir.Expr | None:
    """The conditions joined by `and`; None if there are none."""
    found: ir.Expr | None = None
    for test in tests:
        found = test if found is None else ir.And(found, test)
    return found
