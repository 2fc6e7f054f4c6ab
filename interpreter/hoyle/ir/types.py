"""What kind of value an integer stands for."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "int", "bool", "range", "player", "team", "enum", "node", "edge", "piece", "zone", "list", "any", "none",
    "memory",
]  # fmt: skip

_KINDS = frozenset(get_args(Kind))
_NAMED = frozenset({"range", "enum", "node", "edge", "piece"})
_SPELLED = re.compile(r"([a-z]+)(?::(.*?))?(\?)?")
_ENDS = re.compile(r"(-?\d+)\.\.(-?\d+)")


@dataclass(frozen=True, slots=True)
class ValueType:
    """`name` is the enum's, range's, component's or board's; a piece without one is of any component.

    A number that is declared to lie in a range has its ends.
    """

    kind: Kind
    name: str = ""
    item: ValueType | None = None  # of a list
    optional: bool = False  # may be absent
    ends: tuple[int, int] | None = field(default=None, repr=False)  # of an int

    def __str__(self) -> str:
        """How the type is spelled in a program's JSON.

        >>> str(ValueType("list", item=ValueType("enum", "colour"), optional=True))
        'list:enum:colour?'
        >>> str(ValueType("int", ends=(1, 6)))
        'int:1..6'
        """
        text: str = self.kind
        if self.kind == "list":
            # In brackets, so that it is the items that may be absent.
            text = f"list:({self.item})" if self.element.optional else f"list:{self.item}"
        elif self.ends is not None:
            text = f"int:{self.ends[0]}..{self.ends[1]}"
        elif self.kind in _NAMED:
            text = f"{self.kind}:{self.name}"
        return f"{text}?" if self.optional else text

    @property
    def element(self) -> ValueType:
        """The type of a list's items."""
        assert self.item is not None
        return self.item

    @property
    def single(self) -> ValueType:
        """What one value is in it: the type itself, or that of the items of a list, however deep."""
        return self if self.item is None else self.item.single

    @property
    def names_pieces(self) -> bool:
        """Whether values are pieces, or lists of them, which not everybody may know."""
        return self.kind == "piece" or (self.item is not None and self.item.names_pieces)


INT = ValueType("int")
BOOL = ValueType("bool")
PLAYER = ValueType("player")
PIECE = ValueType("piece")


def list_of(item: ValueType) -> ValueType:
    return ValueType("list", item=item)


def within(type_: ValueType, ends: tuple[int, int] | None) -> ValueType:
    """The type with the ends of a range where it is about numbers.

    >>> str(within(list_of(INT), (1, 6)))
    'list:int:1..6'
    """
    if ends is None:
        return type_
    if type_.item is not None:
        return replace(type_, item=within(type_.item, ends))
    return replace(type_, ends=ends) if type_.kind == "int" else type_


Per: TypeAlias = tuple[ValueType, ...]
"""By what something is indexed, in order; nothing if it is single."""


def read_per(text: str) -> Per:
    """The types of several indices, spelled one after the other.

    >>> [str(type_) for type_ in read_per("player,node:square")]
    ['player', 'node:square']
    """
    return tuple(map(read_type, text.split(","))) if text else ()


@cache
def read_type(text: str) -> ValueType:
    """The type that is spelled so; ValueError if it is none.

    >>> read_type("piece:card?")
    ValueType(kind='piece', name='card', item=None, optional=True)
    """
    found = _SPELLED.fullmatch(text)
    kind, rest, optional = found.groups() if found is not None else ("", None, None)
    absent = optional is not None
    if kind == "list" and rest:
        bracketed = rest.startswith("(") and rest.endswith("?)")
        return ValueType("list", item=read_type(rest[1:-1] if bracketed else rest), optional=absent)
    ends = _ENDS.fullmatch(rest) if kind == "int" and rest else None
    if ends is not None:
        return ValueType("int", optional=absent, ends=(int(ends[1]), int(ends[2])))
    if kind not in _KINDS or kind == "list" or (rest is not None and kind not in _NAMED):
        raise ValueError(f"no type is spelled {text!r}")
    return ValueType(kind, rest or "", optional=absent)  # type: ignore[arg-type]
