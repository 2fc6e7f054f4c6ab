"""Finds what stands at the cursor: the meaning of a name, the description of a key, where it is declared."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.diagnostics.model import Place
from hoyle.lsp.buffers import Buffer
from hoyle.lsp.hover import about_key, about_meaning
from hoyle.lsp.schema_keys import meaning_of
from hoyle.lsp.spot import spot_at
from hoyle.lsp.text import word_at
from hoyle.lsp.uses import Meaning, Use, Uses, uses_of


@dataclass(frozen=True, slots=True)
class Hover:
    markdown: str
    start: int
    end: int


def uses_in(buffer: Buffer) -> Uses | None:
    """The uses in the text as it stands; none while it has no model."""
    return uses_of(buffer.current) if buffer.current is not None else None


def hover_at(buffer: Buffer, offset: int) -> Hover | None:
    use = _use_at(buffer, offset)
    if use is not None and buffer.latest is not None:
        return Hover(about_meaning(use.meaning, buffer.latest), use.place.start, use.place.end)
    return _key_at(buffer, offset)


def definition_at(buffer: Buffer, offset: int) -> list[Place]:
    """Where the name at the cursor is declared; from a declaration on to the one that it changes."""
    use = _use_at(buffer, offset)
    if use is None or buffer.latest is None:
        return []
    uses = uses_of(buffer.latest)
    meaning = use.meaning
    if meaning.kind == "rule" and meaning.home == "base":
        return _older_bodies(uses, meaning.name, use.place)
    places = uses.declarations(meaning) or _fallback(uses, meaning)
    if use.place in places:
        places = places[places.index(use.place) + 1 :] or [use.place]
    return places[:1]


def references_at(buffer: Buffer, offset: int, with_declaration: bool) -> list[Place]:
    """Every place of the file that means the same as the name at the cursor."""
    uses = uses_in(buffer)
    use = uses.at(offset) if uses is not None else None
    if uses is None or use is None:
        return []
    found = [other for other in uses.of(use.meaning) if other.place.file is uses.own]
    return [other.place for other in found if with_declaration or not other.declares]


def _use_at(buffer: Buffer, offset: int) -> Use | None:
    """The exact use at the cursor, or while the text is broken what its word means elsewhere."""
    if buffer.current is not None:
        exact = uses_of(buffer.current).at(offset)
        if exact is not None:
            return exact
    if buffer.latest is None or not (buffer.work and buffer.work.findings.has_errors):
        return None
    word = word_at(buffer.text, offset)
    spot = spot_at(buffer.text, offset)
    if word is None or spot.entry_point is None or buffer.work is None:
        return None
    name = buffer.text[word[0] : word[1]]
    meaning = meaning_of_word(buffer.latest, name)
    return Use(Place(buffer.work.file, *word), meaning) if meaning is not None else None


def meaning_of_word(model: m.Model, name: str) -> Meaning | None:
    """What a word means anywhere in the ruleset, without regard to locals."""
    if name in model.rules and "." not in name:
        return Meaning("rule", name)
    if name in model.zones:
        return Meaning("zone", name)
    if name in model.variables:
        return Meaning("state", name)
    if name in model.options:
        return Meaning("option", name)
    if name in FUNCTION or name in VALUE:
        return Meaning("builtin", name)
    if name in model.components:
        return Meaning("component", name)
    if name in model.enums or name in model.ranges:
        return Meaning("type", name)
    for enum in model.enums.values():
        if name in enum.values:
            return Meaning("value", name, enum.name)
    return None


def _older_bodies(uses: Uses, name: str, place: Place) -> list[Place]:
    """Where `base(…)` leads: the declaration in the nearest older file."""
    files = list(uses.document.files)
    level = next((number for number, file in enumerate(files) if file is place.file), 0)
    places = uses.declarations(Meaning("rule", name))
    return [found for found in places if found.file in files[level + 1 :]][:1]


def _fallback(uses: Uses, meaning: Meaning) -> list[Place]:
    """Nodes and attributes that a grid or ring makes are declared by their board."""
    if meaning.kind in ("value", "attribute"):
        for board in uses.model.boards.values():
            if meaning.home in (board.node_type, board.edge_type):
                return uses.declarations(Meaning("board", board.name))
    return []


def _key_at(buffer: Buffer, offset: int) -> Hover | None:
    """The schema's words about the key at the cursor."""
    text = buffer.text
    end = offset
    while end < len(text) and (text[end].isalnum() or text[end] in "_-"):
        end += 1
    spot = spot_at(text, end)
    if not spot.is_key or not spot.before:
        return None
    rest = text[end : text.find("\n", end) if "\n" in text[end:] else len(text)]
    signature = rest[: rest.find(")") + 1] if rest.startswith("(") else ""
    if not rest[len(signature) :].lstrip().startswith(":"):
        return None
    schema = "scenarios" if buffer.holds_scenarios else "ruleset"
    found = meaning_of((*spot.path, spot.before + signature), schema)
    return Hover(about_key(*found), spot.start, end) if found is not None else None
