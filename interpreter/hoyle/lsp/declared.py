"""The names that the YAML of one file declares, and those that it mentions outside the action language."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place
from hoyle.document.merge import rule_id
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq

BUILTIN_TYPES = ("int", "bool", "player", "team", "direction")

_Kind: TypeAlias = Literal[
    "zone", "state", "option", "rule", "type", "component", "board", "value", "attribute"
]
Declared: TypeAlias = tuple[_Kind, str, str, Place, bool]  # kind, name, home, place, whether it declares


def declared_in(layer: Map) -> Iterator[Declared]:
    """Every declared or mentioned name of a file."""
    for entry in _entries(layer, "options"):
        yield "option", entry.key.text, "", word_place(entry.key), True
        yield from _values(f"option {entry.key.text}", _get(entry.value, "values"))
    for entry in _entries(layer, "types"):
        yield "type", entry.key.text, "", word_place(entry.key), True
        values = entry.value if isinstance(entry.value, Seq) else _get(entry.value, "values")
        yield from _values(entry.key.text, values)
        yield from _attributes(entry.key.text, _get(entry.value, "columns"))
    for entry in _entries(layer, "components"):
        yield "component", entry.key.text, "", word_place(entry.key), True
        yield from _attributes(entry.key.text, _get(entry.value, "has"))
    for entry in _entries(layer, "boards"):
        yield from _board(entry)
    for entry in _entries(layer, "zones"):
        yield from _zone(entry)
    for scope in ("match", "round"):
        for entry in _map(_get(layer.get("state"), scope)):
            yield "state", entry.key.text, "", word_place(entry.key), True
    for entry in _entries(layer, "rules"):
        name = rule_id(entry.key.text)
        rule, dot, _ = name.partition(".")
        start = len(entry.key.text) - len(entry.key.text.lstrip())
        yield "rule", rule, "", entry.key.place_of(start, start + len(rule)), not dot


def word_place(scalar: Scalar) -> Place:
    """The place of a scalar's text, without quotation marks."""
    return scalar.place_of(0, len(scalar.text))


def _board(entry: Entry) -> Iterator[Declared]:
    yield "board", entry.key.text, "", word_place(entry.key), True
    nodes = _get(entry.value, "nodes")
    for key in ("nodes", "edges"):
        name = _get(entry.value, key)
        if isinstance(name, Scalar):
            yield "type", name.text, "", word_place(name), True
    if isinstance(nodes, Scalar):
        for node in _map(_get(entry.value, "at")):
            yield "value", node.key.text, nodes.text, word_place(node.key), True
        yield from _attributes(nodes.text, _get(entry.value, "attributes"))


def _zone(entry: Entry) -> Iterator[Declared]:
    yield "zone", entry.key.text, "", word_place(entry.key), True
    of, per = _get(entry.value, "of"), _get(entry.value, "per")
    source = _get(_get(entry.value, "refill"), "from")
    if isinstance(of, Scalar):
        yield "component", of.text, "", word_place(of), False
    for one in per.items if isinstance(per, Seq) else (per,):
        if isinstance(one, Scalar):
            yield "type", one.text, "", word_place(one), False
    if isinstance(source, Scalar):
        yield "zone", source.text, "", word_place(source), False


def _values(home: str, values: Node | None) -> Iterator[Declared]:
    keys = values.items if isinstance(values, Seq) else [entry.key for entry in _map(values)]
    for key in keys:
        if isinstance(key, Scalar):
            yield "value", key.text, home, word_place(key), True


def _attributes(home: str, attributes: Node | None) -> Iterator[Declared]:
    for entry in _map(attributes):
        yield "attribute", entry.key.text, home, word_place(entry.key), True


def _entries(layer: Map, section: str) -> tuple[Entry, ...]:
    return _map(layer.get(section))


def _get(node: Node | None, key: str) -> Node | None:
    return node.get(key) if isinstance(node, Map) else None


def _map(node: Node | None) -> tuple[Entry, ...]:
    return node.entries if isinstance(node, Map) else ()
