"""The sections of a ruleset and what each declares, as an editor's outline shows them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Findings, Place
from hoyle.document.from_yaml import read
from hoyle.document.merge import SECTIONS, rule_id
from hoyle.document.nodes import Entry, Map, Scalar
from hoyle.lsp.buffers import Buffer

SymbolKind: TypeAlias = Literal[
    "section", "rule", "definition", "zone", "variable", "option", "type", "other"
]

_KINDS: dict[str, SymbolKind] = {
    "options": "option",
    "types": "type",
    "components": "type",
    "boards": "type",
    "zones": "zone",
    "match": "definition",
    "players": "definition",
    "requires": "definition",
}


@dataclass(frozen=True, slots=True)
class Symbol:
    name: str
    detail: str
    kind: SymbolKind
    whole: Place
    key: Place
    inside: tuple[Symbol, ...] = ()


def symbols_of(buffer: Buffer) -> list[Symbol]:
    """The outline of a text; that of the last good one while it can't be read."""
    root: Map | None = None
    if buffer.work is not None:
        root = read(buffer.work.file, Findings())
    if root is None and buffer.good is not None and buffer.good.document is not None:
        root = buffer.good.document.layers[0]
    return [_section(entry) for entry in root if entry.key.text in SECTIONS] if root is not None else []


def _section(entry: Entry) -> Symbol:
    inside: list[Symbol] = []
    section = entry.key.text
    for item in entry.value if isinstance(entry.value, Map) else ():
        if section == "state":
            variables = item.value if isinstance(item.value, Map) else ()
            below = tuple(_symbol(one, "variable") for one in variables)
            inside.append(_symbol(item, "section", below))
        elif section == "rules":
            body = item.value
            inside.append(_symbol(item, "definition" if isinstance(body, Map) and "is" in body else "rule"))
        else:
            inside.append(_symbol(item, _KINDS.get(section, "other")))
    return _symbol(entry, "section", tuple(inside))


def _symbol(entry: Entry, kind: SymbolKind, inside: tuple[Symbol, ...] = ()) -> Symbol:
    key, value = entry.key, entry.value
    name = rule_id(key.text)
    detail = key.text[len(name) :].strip()
    if kind == "variable" and isinstance(value, Scalar):
        detail = " ".join(value.text.split())
    whole = Place(key.place.file, key.place.start, max(key.place.end, value.place.end))
    return Symbol(name or key.text, detail, kind, whole, key.place, inside)
