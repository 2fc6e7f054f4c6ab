"""The located tree of a YAML document."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from hoyle.diagnostics.model import Place, SourceFile
from hoyle.document.scalar_places import offsets_of

Style = Literal["plain", "single", "double", "literal", "folded"]

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip

# Python refuses to convert longer digit strings, and no game counts that far.
_MOST_DIGITS = 4000


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


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar; whatever YAML 1.1 would have surprised with stays text.

    >>> resolve("12"), resolve("012"), resolve("no"), resolve("~"), resolve("1..9")
    (12, '012', 'no', None, '1..9')
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text) if len(text) <= _MOST_DIGITS else text
    if _FLOAT.match(text):
        return float(text)
    if _NOT_FINITE.match(text):
        return float(text.replace(".", ""))
    return text


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


def scalars_of(node: Node, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Scalar]]:
    """Every value below a node (and keys, as their own path) with the keys that lead to it."""
    if isinstance(node, Scalar):
        yield path, node
    elif isinstance(node, Seq):
        for item in node.items:
            yield from scalars_of(item, (*path, "-"))
    elif isinstance(node, Map):
        for entry in node:
            yield (*path, entry.key.text, "key"), entry.key
            yield from scalars_of(entry.value, (*path, entry.key.text))
