"""The located tree of a YAML document."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place, SourceFile
from hoyle.document.scalar_places import offsets_of

Style = Literal["plain", "single", "double", "literal", "folded"]


@dataclass(frozen=True, eq=False)
class Scalar:
    """A scalar as text; `value` is what YAML 1.2 makes of it (str, int, float, bool or None)."""

    text: str
    place: Place  # the whole token, quotes or block header included
    style: Style
    in_flow: bool  # stands inside {…} or […]

    @property
    def value(self) -> str | int | float | bool | None:
        """What YAML 1.2's core schema makes of the text.

        Only plain scalars are resolved, and `on`, `no` and `012` stay text.
        """
        from hoyle.document.scalar_values import resolve

        return resolve(self.text) if self.style == "plain" else self.text

    @cached_property
    def offsets(self) -> tuple[int, ...]:
        """For each character of `text` (and one past the end) its offset in the file."""
        return offsets_of(self.place.file.text, self.place.start, self.place.end, self.style, self.text)

    def place_of(self, start: int, end: int) -> Place:
        """The place in the file of a stretch of the text."""
        last = len(self.offsets) - 1
        begin = self.offsets[min(max(start, 0), last)]
        if end <= start:
            return Place(self.place.file, begin, begin)
        return Place(self.place.file, begin, self.offsets[min(end - 1, last)] + 1)


@dataclass(frozen=True, eq=False)
class Seq:
    items: tuple[Node, ...]
    place: Place
    in_flow: bool


@dataclass(frozen=True, eq=False)
class Entry:
    """One key of a mapping; `base` is the entry of the base ruleset that it replaces or extends."""

    key: Scalar
    value: Node
    base: Entry | None = None


@dataclass(frozen=True, eq=False)
class Map:
    entries: tuple[Entry, ...]
    place: Place
    in_flow: bool

    @cached_property
    def _by_key(self) -> dict[str, Entry]:
        return {entry.key.text: entry for entry in self.entries}

    def __iter__(self) -> Iterator[Entry]:
        return iter(self.entries)

    def __contains__(self, key: str) -> bool:
        return key in self._by_key

    def entry(self, key: str) -> Entry | None:
        return self._by_key.get(key)

    def get(self, key: str) -> Node | None:
        entry = self._by_key.get(key)
        return entry.value if entry is not None else None

    def keys(self) -> list[str]:
        return list(self._by_key)


Node: TypeAlias = Scalar | Seq | Map

_NOTHING = Map((), Place(SourceFile("", ""), 0, 0), False)


def as_map(node: Node | None) -> Map:
    """The mapping, or an empty one where there is none."""
    return node if isinstance(node, Map) else _NOTHING


@dataclass(frozen=True, eq=False)
class Document:
    """A ruleset with all its bases merged in."""

    root: Map
    files: tuple[SourceFile, ...]  # the variant first, then its base, then that one's base
    layers: tuple[Map, ...]  # each file's own tree, in the same order
