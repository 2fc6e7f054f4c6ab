"""The types of the action language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Kind = Literal[
    "int", "bool", "player", "team", "enum", "piece", "node", "edge", "list", "maybe", "zone", "none", "any",
    "nothing", "memory",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Type:
    """`name` says which enum, component or board; `item` what a list or a maybe holds.

    `any` is the type of what is already known to be wrong: it fits everywhere, so that one mistake
    is one finding.
    """

    kind: Kind
    name: str = ""
    item: Type | None = None

    def __str__(self) -> str:
        match self.kind:
            case "list":
                return f"[{self.item}]"
            case "maybe":
                return f"{self.item}?"
            case "zone":
                return f"zone of {self.name}"
            case "enum" if self.name.startswith("option "):
                return f"a value of the {self.name}"
            case "enum" | "piece" | "node" | "edge":
                return self.name
            case _:
                return self.kind

    @property
    def inner(self) -> Type:
        """The type without its `?`."""
        return self.item if self.kind == "maybe" and self.item is not None else self

    @property
    def element(self) -> Type:
        """What a list holds."""
        assert self.kind == "list"
        assert self.item is not None
        return self.item

    @property
    def single(self) -> Type:
        """What one of several is: the item of a list, a piece of a zone; a single value itself."""
        if self.kind == "zone":
            return piece(self.name)
        return self.element if self.kind == "list" else self


INT = Type("int")
BOOL = Type("bool")
PLAYER = Type("player")
TEAM = Type("team")
NONE = Type("none")
ANY = Type("any")
NOTHING = Type("nothing")
MEMORY = Type("memory")
DIRECTION = Type("enum", "direction")


def list_of(item: Type) -> Type:
    return Type("list", item=item)


def maybe(item: Type) -> Type:
    return item if item.kind in ("maybe", "any") else Type("maybe", item=item)


def piece(component: str) -> Type:
    return Type("piece", component)


def fits(actual: Type, wanted: Type) -> bool:
    """Whether a value of one type may stand where the other is wanted.

    >>> fits(PLAYER, maybe(PLAYER)), fits(maybe(PLAYER), PLAYER)
    (True, False)
    """
    if actual == wanted or "any" in (actual.kind, wanted.kind):
        return True
    if wanted.kind == "maybe":
        return actual.kind == "none" or fits(actual.inner, wanted.inner)
    if wanted.kind == "list":
        if actual.kind == "zone":
            return fits(piece(actual.name), wanted.element)
        return actual.kind == "list" and fits(actual.element, wanted.element)
    return False


def comparable(left: Type, right: Type) -> bool:
    """Whether `==` between the two makes sense."""
    if "none" in (left.kind, right.kind):
        return left.kind in ("maybe", "none", "any") or right.kind in ("maybe", "none", "any")
    return fits(left.inner, right.inner) or fits(right.inner, left.inner)


def joined(left: Type, right: Type) -> Type | None:
    """The type of a value that is one or the other; what an empty list holds the other tells.

    >>> joined(list_of(ANY), list_of(PLAYER)) == joined(list_of(PLAYER), list_of(ANY)) == list_of(PLAYER)
    True
    """
    if "any" in (left.kind, right.kind):
        return right if left.kind == "any" else left
    if (fits(left, right) or fits(right, left)) and "list" in (left.kind, right.kind):
        inner = joined(left.single, right.single)
        if inner is not None:
            return list_of(inner)
    if fits(left, right):
        return right
    if fits(right, left):
        return left
    if left.kind == "none":
        return maybe(right)
    if right.kind == "none":
        return maybe(left)
    if left.kind == "maybe" or right.kind == "maybe":
        inner = joined(left.inner, right.inner)
        return None if inner is None else maybe(inner)
    return None


def builtin_type(text: str) -> Type:
    """The type that a built-in's signature writes."""
    simple = {"int": INT, "bool": BOOL, "player": PLAYER, "team": TEAM, "none": NONE, "direction": DIRECTION}
    simple["memory"] = MEMORY
    if text.startswith("["):
        return list_of(builtin_type(text[1:-1]))
    return simple[text]


def per_words(per: tuple[Type, ...]) -> str:
    """The types of several indices, as a message names them.

    >>> per_words((PLAYER, Type("node", "square")))
    'player and square'
    """
    return " and ".join(type_.name if type_.kind == "int" and type_.name else str(type_) for type_ in per)


def described(type_: Type, word: str | None = None) -> str:
    """The type with its article, as a message names it.

    >>> described(list_of(PLAYER)), described(maybe(INT))
    ('a list of player', 'an int or none')
    """
    if word is None and type_.kind == "none":
        return "none"
    if word is None and type_ == NOTHING:
        return "nothing"
    if word is None and type_.kind == "list":
        return f"a list of {type_.element}"
    if word is None and type_.kind == "maybe":
        return f"{described(type_.inner)} or none"
    shown = word or str(type_)
    if shown.startswith("a value"):
        return shown
    return f"{'an' if shown[:1] in 'aeiou' else 'a'} {shown}"
