"""How the classes of tree nodes are made: frozen, with slots, and quick to import."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
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
    names = [one.name for one in fields(made)]  # type: ignore[arg-type]
    values = attrgetter(*names) if names else _nothing

    def equal(self: Any, other: object) -> bool:
        return self is other or (type(other) is made and values(self) == values(other))

    def hashed(self: Any) -> int:
        return hash(values(self))

    made.__eq__ = equal  # type: ignore[method-assign]
    made.__hash__ = hashed  # type: ignore[method-assign]
    made.__repr__ = _shown  # type: ignore[method-assign]
    return made


def added(default: Any) -> Any:
    """A field that nodes did not always have: where it has its default, a program's JSON leaves it out.

    So a program that says nothing new has the JSON, and the hash, that it always had.
    """
    return field(default=default, metadata={"added": True})


def _nothing(_: object) -> tuple[()]:
    return ()


def _shown(self: Any) -> str:
    parts = ", ".join(f"{one.name}={getattr(self, one.name)!r}" for one in fields(self) if one.repr)
    return f"{type(self).__name__}({parts})"
