"""How the classes of tree nodes are made: frozen, with slots, and quick to import."""

from __future__ import annotations

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, TypeVar, dataclass_transform

Kind = TypeVar("Kind")


@dataclass_transform(frozen_default=True, eq_default=False)
def node(kind: type[Kind]) -> type[Kind]:
    """Makes a class a frozen dataclass with slots that compares by identity.

    A docstring that repeats the fields, and functions that compare and show them, are half of what making
    a dataclass takes; a few hundred classes are made whenever a command starts.
    """
    kind.__doc__ = kind.__doc__ or kind.__name__
    return dataclass(frozen=True, slots=True, eq=False, repr=False)(kind)


@dataclass_transform(frozen_default=True)
def value_node(kind: type[Kind]) -> type[Kind]:
    """The same, but nodes of one class with equal fields are equal.

    >>> @value_node
    ... class Pair:
    ...     left: int
    ...     right: int
    >>> Pair(1, 2) == Pair(1, 2), Pair(1, 2)
    (True, Pair(left=1, right=2))
    """
    made = node(kind)
    names = [field.name for field in fields(made)]  # type: ignore[arg-type]
    values = attrgetter(*names) if names else _nothing

    def equal(self: Any, other: object) -> bool:
        return self is other or (type(other) is made and values(self) == values(other))

    def hashed(self: Any) -> int:
        return hash(values(self))

    made.__eq__ = equal  # type: ignore[method-assign]
    made.__hash__ = hashed  # type: ignore[method-assign]
    made.__repr__ = _shown  # type: ignore[method-assign]
    return made


def _nothing(_: object) -> tuple[()]:
    return ()


def _shown(self: Any) -> str:
    parts = ", ".join(f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__name__}({parts})"
