"""Values as declarations write them: a word, a number, a range, or several of these."""

from __future__ import annotations

import re
from typing import TypeAlias

from hoyle.diagnostics.model import Place
from hoyle.document.nodes import Map, Node, Scalar, Seq, as_map
from hoyle.nodes import node


@node
class Several:
    """A list of values."""

    items: tuple[Written, ...]
    place: Place


Written: TypeAlias = Scalar | Several


@node
class Span:
    """A range such as `2..10`, or a single number; without bounds where it is neither."""

    bounds: tuple[int, int] | None
    place: Place


def written(node: Node) -> Written:
    """A value of the document; nothing but single values and lists of them means anything."""
    match node:
        case Scalar():
            return node
        case Seq():
            return Several(tuple(written(item) for item in node.items), node.place)
        case Map():
            return Several((), node.place)


def scalar_of(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def scalars_of(node: Node | None) -> tuple[Scalar, ...]:
    """One value or a list of values, as several."""
    items = node.items if isinstance(node, Seq) else (node,)
    return tuple(item for item in items if isinstance(item, Scalar))


def text_of(value: Node | Written | None) -> str | None:
    return value.text if isinstance(value, Scalar) else None


def number_of(value: Node | Written | None) -> int | None:
    found = value.value if isinstance(value, Scalar) else None
    return found if isinstance(found, int) and not isinstance(found, bool) else None


def numbers_of(value: Written | None) -> tuple[int | None, ...]:
    return tuple(number_of(item) for item in items_of(value))


def items_of(value: Written | None) -> tuple[Written, ...]:
    return value.items if isinstance(value, Several) else ()


def bounds_of(value: Node | Written | None) -> tuple[int, int] | None:
    """The ends of `2..10`, or of a single number."""
    found = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:\.\.\s*(-?\d{1,9}))?\s*", text_of(value) or "")
    if found is None:
        return None
    low = int(found.group(1))
    return low, int(found.group(2)) if found.group(2) is not None else low


def languages_of(node: Node | None) -> dict[str, str]:
    """A text for people, as language → text."""
    if isinstance(node, Scalar):
        return {"en": node.text}
    return {entry.key.text: entry.value.text for entry in as_map(node) if isinstance(entry.value, Scalar)}


def cites_of(owner: Map) -> tuple[str, ...]:
    """The rulebook points that a declaration cites."""
    node = owner.get("cites")
    if isinstance(node, Scalar):
        return (node.text,)
    return (
        tuple(item.text for item in node.items if isinstance(item, Scalar)) if isinstance(node, Seq) else ()
    )
