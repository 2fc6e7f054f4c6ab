"""What the bundled rulesets say of themselves, read from the top of their files without checking them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import yaml

from hoyle.bundled import bundled

if TYPE_CHECKING:
    from pathlib import Path

LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class Entry:
    """One bundled ruleset."""

    id: str
    title: str
    players: str  # as in the file: `2`, `2..10` or `2, 4`
    about: str
    extends: str | None


def entries() -> list[Entry]:
    """The bundled rulesets: the games by id, each followed by its variants."""
    heads = {id: _head(path) for id, path in bundled().items()}
    found = [_entry(id, heads) for id in heads]
    return sorted(found, key=lambda entry: _line_of_descent(entry.id, heads))


def _head(path: Path) -> dict[str, yaml.Node]:
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    root = yaml.compose(path.read_text(encoding="utf-8"), loader)
    if not isinstance(root, yaml.MappingNode):
        return {}
    return {key.value: value for key, value in root.value if isinstance(key, yaml.ScalarNode)}


def _entry(id: str, heads: dict[str, dict[str, yaml.Node]]) -> Entry:
    head: dict[str, yaml.Node] = {}
    for ancestor in _line_of_descent(id, heads):  # what a variant doesn't say, its base does
        head |= heads[ancestor]
    extends = heads[id].get("extends")
    return Entry(
        id,
        _text(head.get("title")) or id,
        _players(head.get("players")),
        _text(heads[id].get("about")),
        extends.value if isinstance(extends, yaml.ScalarNode) else None,
    )


def _line_of_descent(id: str, heads: dict[str, dict[str, yaml.Node]]) -> list[str]:
    line = [id]
    while isinstance(base := heads[line[0]].get("extends"), yaml.ScalarNode):
        if base.value not in heads or base.value in line:
            break
        line.insert(0, base.value)
    return line


def _text(node: yaml.Node | None) -> str:
    if isinstance(node, yaml.MappingNode):  # one text per language
        texts = {key.value: value for key, value in node.value}
        node = texts.get(LANGUAGE) or next(iter(texts.values()), None)
    return " ".join(str(node.value).split()) if isinstance(node, yaml.ScalarNode) else ""


def _players(node: yaml.Node | None) -> str:
    if isinstance(node, yaml.MappingNode):
        node = {key.value: value for key, value in node.value}.get("count")
    if isinstance(node, yaml.SequenceNode):
        return ", ".join(str(item.value) for item in node.value)
    return str(node.value) if isinstance(node, yaml.ScalarNode) else ""
