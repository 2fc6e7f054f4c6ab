"""Takes out of a document what was refused, so that the rest can still be checked."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from hoyle.diagnostics.catalogue.document import BAD_KEY, DUPLICATE_KEY, MISSING_KEY, UNKNOWN_KEY
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Place
from hoyle.diagnostics.suggest import closest
from hoyle.document.merge import SECTIONS, rule_id
from hoyle.document.misspelt import is_corrected
from hoyle.document.nodes import Document, Entry, Map, Node, Seq

# Sections whose entries declare nothing but their own names.
_DECLARE_NOTHING_INSIDE = frozenset({"rules", "match", "requires", "rulebook", "scenarios"})
# Where what is missing may have been anything: a value, a direction, the type of an index.
_DECLARE_ALL_INSIDE = frozenset({"boards", "types"})


@dataclass(frozen=True)
class Lost:
    """What was taken out: what is said about these names later may be due to that."""

    sections: frozenset[str]  # where something is missing
    whole: frozenset[str]  # of them those whose names are not known
    names: frozenset[str]


@dataclass(frozen=True)
class Pruned:
    """A document's tree as far as later stages can use it; nothing is lost where nothing was refused."""

    root: Map
    lost: Lost | None = None


def prune(document: Document, findings: Findings) -> Pruned:
    """The tree without the smallest entries that hold what the findings are about."""
    return _Pruning(findings.each_error).pruned(document) if findings.has_errors else Pruned(document.root)


class _Pruning:
    def __init__(self, errors: list[Diagnostic]) -> None:
        self.refused: dict[Place, set[Code]] = {}
        self.sections: set[str] = set()
        self.whole: set[str] = set()
        self.names: set[str] = set()
        for error in errors:
            if error.code in (BAD_KEY, DUPLICATE_KEY):  # no longer in the tree
                self.names |= _words(_entry_text(error.place))
            else:
                self.refused.setdefault(_start(error.place), set()).add(error.code)

    def pruned(self, document: Document) -> Pruned:
        for layer in document.layers:  # with what a merge left out
            self._left(layer, ())
        root = self._left(document.root, ())
        if "rules" not in root:
            self.sections.add("rules")
            self.whole.add("rules")
        return Pruned(root, Lost(frozenset(self.sections), frozenset(self.whole), frozenset(self.names)))

    def _left(self, node: Map, path: tuple[str, ...]) -> Map:
        kept: list[Entry] = []
        for entry in node:
            here = (*path, rule_id(entry.key.text))
            value = self._left(entry.value, here) if isinstance(entry.value, Map) else entry.value
            found = {code for place in _places(entry) for code in self.refused.get(_start(place), ())}
            if is_corrected(entry):
                found.discard(UNKNOWN_KEY)
            # An entry that says too little can still be looked at; further inside it would mislead.
            stays = not found or (found == {MISSING_KEY} and len(here) <= 2)
            if stays:
                kept.append(entry if value is entry.value else replace(entry, value=value))
            if found:
                self._lose(entry, here, stays)
        return node if list(node) == kept else replace(node, entries=tuple(kept))

    def _lose(self, entry: Entry, path: tuple[str, ...], stays: bool) -> None:
        section, *names = path
        if names[-1:] in (["about"], ["cites"]):
            return
        if section not in SECTIONS:  # misspelt
            section = closest(section, [*SECTIONS, "extends"]) or section
        self.sections.add(section)
        scope = section == "state" and names[:1] in (["match"], ["round"])
        self.names.update(names[1:] if scope else names)
        if (
            len(names) == scope
            or section in _DECLARE_ALL_INSIDE
            or names[1:2] == ["values"]
            or (section == "rules" and len(names) == 1 and not stays)
        ):
            self.whole.add(section)
        if not stays and section not in _DECLARE_NOTHING_INSIDE:
            place = entry.value.place
            self.names |= _words(entry.key.text) | _words(place.file.text[place.start : place.end])


def _start(place: Place) -> Place:
    return Place(place.file, place.start, place.start)


def _places(entry: Entry) -> Iterator[Place]:
    """Where an entry can be refused: its key, its value, what its lists hold."""
    yield entry.key.place
    nodes: list[Node] = [entry.value]
    while nodes:
        node = nodes.pop()
        if isinstance(node, Seq):
            nodes += node.items
        if not isinstance(node, Map) or node.in_flow:  # others begin where their first key does
            yield node.place


def _entry_text(place: Place) -> str:
    """The line of a key; of a section also all that is indented below it."""
    lines = re.compile(r"[^\n]*(\n[ \n][^\n]*)*" if place.column == 1 else r"[^\n]*")
    found = lines.match(place.file.text, place.start)
    return found.group() if found is not None else ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[A-Za-z_]\w*", text))
