"""What kind of value an integer stands for."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Literal, TypeAlias, get_args

Kind: TypeAlias = Literal[
    "int", "bool", "range", "player", "team", "enum", "node", "edge", "piece", "zone", "list", "any", "none",
    "memory",
]  # fmt: skip

_KINDS = frozenset(get_args(Kind))
_NAMED = frozenset({"range", "enum", "node", "edge", "piece"})


@dataclass(frozen=True, slots=True)
class ValueType:
    """`name` is the enum's, range's, component's or board's; a piece without one is of any component."""

    kind: Kind
    name: str = ""
    item: ValueType | None = None  # of a list
    optional: bool = False  # may be absent

    def __str__(self) -> str:
        """How the type is spelled in a program's JSON.

        >>> str(ValueType("list", item=ValueType("enum", "colour"), optional=True))
        'list:enum:colour?'
        """
        text: str = self.kind
        if self.kind == "list":
            text = f"list:{self.item}"
        elif self.kind in _NAMED:
            text = f"{self.kind}:{self.name}"
        return f"{text}?" if self.optional else text

    @property
    def element(self) -> ValueType:
        """The type of a list's items."""
        assert self.item is not None
        return self.item

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
    plain = text.removesuffix("?")
    kind, _, rest = plain.partition(":")
    if kind not in _KINDS or bool(rest) > (kind in _NAMED or kind == "list"):
        raise ValueError(f"no type is spelled {text!r}")
    if kind == "list":
        return ValueType("list", item=read_type(rest), optional=plain != text)
    return ValueType(kind, rest, optional=plain != text)  # type: ignore[arg-type]
