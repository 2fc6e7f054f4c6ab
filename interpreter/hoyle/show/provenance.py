"""Says which ruleset an entry of a variant comes from, and which have changed it."""

from __future__ import annotations

from collections.abc import Iterator

from hoyle.document.merge import SECTIONS, is_off
from hoyle.document.nodes import Document, Entry, Map, scalars_of
from hoyle.show.declarations import text_of
from hoyle.wording import listed


class Provenance:
    """The rulesets that a document is made of, the variant first."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.ids = [
            text_of(layer.get("id")) or file.name
            for file, layer in zip(document.files, document.layers, strict=True)
        ]
        self._level = {id(file): number for number, file in enumerate(document.files)}

    def of(self, entry: Entry) -> str:
        """Where an entry comes from; nothing where there is only one ruleset it could be."""
        if len(self.ids) == 1:
            return ""
        levels = sorted(set(self._levels(entry)), reverse=True)
        if not levels:
            return ""
        first, *others = [self.ids[level] for level in levels]
        if others:
            return f"{first}, changed by {listed(others)}"
        return f"new in {first}" if levels == [0] else first

    def removed(self) -> Iterator[tuple[str, str, str]]:
        """What a variant has switched off: what it is, its name, and who did."""
        for name, layer in zip(self.ids, self.document.layers, strict=True):
            for section, noun in SECTIONS.items():
                entries = layer.get(section)
                for entry in entries if isinstance(entries, Map) else ():
                    if is_off(entry, (section,)):
                        part = section == "rules" and "." in entry.key.text
                        yield "alternative" if part else noun, entry.key.text, name

    def _levels(self, entry: Entry) -> Iterator[int]:
        value = entry.value
        if isinstance(value, Map):
            for inner in value:
                yield from self._levels(inner)
        else:
            for _, scalar in scalars_of(value):
                yield self._level[id(scalar.place.file)]
        if entry.base is not None:
            yield from self._levels(entry.base)
