"""Small readers of the located tree: ranges, words, texts."""

from __future__ import annotations

import re

from hoyle.diagnostics.model import Place, SourceFile
from hoyle.document.nodes import Map, Node, Scalar, Seq

EMPTY = Map((), Place(SourceFile("", ""), 0, 0), False)


def as_map(node: Node | None) -> Map:
    return node if isinstance(node, Map) else EMPTY


def as_text(node: Node | None) -> str | None:
    return node.text if isinstance(node, Scalar) else None


def as_int(node: Node | None) -> int | None:
    value = node.value if isinstance(node, Scalar) else None
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def as_range(node: Node | None) -> tuple[int, int] | None:
    """`2..10` or a single number."""
    text = as_text(node)
    if text is None:
        return None
    found = re.fullmatch(r"\s*(-?\d{1,9})\s*(?:\.\.\s*(-?\d{1,9}))?\s*", text)
    if found is None:
        return None
    low = int(found.group(1))
    return low, int(found.group(2)) if found.group(2) is not None else low


def as_items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Seq) else ()


def languages(node: Node | None) -> dict[str, str]:
    """A text for people, as language → text."""
    if isinstance(node, Scalar):
        return {"en": node.text}
    return {entry.key.text: entry.value.text for entry in as_map(node) if isinstance(entry.value, Scalar)}
