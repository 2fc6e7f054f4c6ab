"""What the JSON Schema says about the keys of a ruleset: which there are, and what they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from hoyle.document.schema import schema_of

_PATTERN_WORD = re.compile(r"\^([a-z]+)\\s")
# A key with a signature is of little use without one.
_SIGNATURES = {
    "score": "score(player p)",
    "ties": "ties(player p)",
    "active": "active(player p)",
    "starts": "starts(…)",
}


def _variants(schema: Any) -> Iterator[dict[str, Any]]:
    """A schema and all that it refers to."""
    if isinstance(schema, dict):
        yield schema
        for meant in schema.get("allOf", ()):
            yield from _variants(meant)


def _children(schema: dict[str, Any], key: str) -> Iterator[Any]:
    if key == "-":
        yield schema.get("items")
    if key in schema.get("properties", {}):
        yield schema["properties"][key]
        return
    for pattern, child in schema.get("patternProperties", {}).items():
        if re.search(pattern, key):
            yield child
            return
    yield schema.get("additionalProperties")


def _at(path: tuple[str, ...], name: str) -> list[dict[str, Any]]:
    """Every schema that speaks about the value at a path."""
    found = list(_variants(schema_of(name)))
    for key in path:
        below: list[dict[str, Any]] = []
        for schema in found:
            for child in _children(schema, key):
                below += _variants(child)
        found = below
    return found


def meaning_of(path: tuple[str, ...], name: str = "ruleset") -> tuple[str, str] | None:
    """Title and description of the key at the end of a path.

    >>> meaning_of(("zones", "deck", "room"))
    ('Room', 'How many pieces it can hold.')
    """
    schemas = _at(path, name)
    title = next((schema["title"] for schema in schemas if "title" in schema), None)
    description = next((schema["description"] for schema in schemas if "description" in schema), None)
    return (title or path[-1], description) if description is not None else None


def keys_at(path: tuple[str, ...], name: str = "ruleset") -> dict[str, str]:
    """The keys that a mapping at a path may have, each with its description."""
    found: dict[str, str] = {}
    for schema in _at(path, name):
        words = [*schema.get("properties", {})]
        for pattern in schema.get("patternProperties", {}):
            if match := _PATTERN_WORD.match(pattern):
                word = match.group(1)
                words.append(f"{word}(player p)" if word in words else word)
        for word in words:
            meaning = meaning_of((*path, word), name)
            found.setdefault(_SIGNATURES.get(word, word), meaning[1] if meaning is not None else "")
    return found


def values_at(path: tuple[str, ...], name: str = "ruleset") -> list[str]:
    """The words that a value at a path may be."""
    for schema in _at(path, name):
        if "enum" in schema:
            return [str(word) for word in schema["enum"]]
        if schema.get("type") == "boolean":
            return ["true", "false"]
    return []
