"""Reads a misspelt section as the one that it means, so that its names are known to all that follows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from difflib import SequenceMatcher

from hoyle.diagnostics.catalogue.document import UNKNOWN_KEY
from hoyle.diagnostics.model import Findings
from hoyle.document.merge import SECTIONS
from hoyle.document.nodes import Entry, Map, Scalar

_HEAD = ("hoyle", "id", "extends", "title", "about", "cites")
_SCOPES = ("match", "round")
_AS_WRITTEN = "plain"
# Nearer than for a suggestion: what stands below is taken for what the key means.
_NEAR = 0.75


def as_meant(root: Map, findings: Findings) -> Map:
    """The tree of a ruleset with its misspelt sections under their right names, each a finding."""
    root = _corrected(root, (*_HEAD, *SECTIONS), None, findings)
    state = root.entry("state")
    if state is None or not isinstance(state.value, Map):
        return root
    scopes = _corrected(state.value, _SCOPES, "state", findings)
    if scopes is state.value:
        return root
    entries = (replace(entry, value=scopes) if entry is state else entry for entry in root)
    return replace(root, entries=tuple(entries))


def is_corrected(entry: Entry) -> bool:
    """Whether a key stands otherwise in the file than in the tree."""
    place = entry.key.place
    return entry.key.style == _AS_WRITTEN and place.file.text[place.start : place.end] != entry.key.text


def _corrected(node: Map, keys: Sequence[str], where: str | None, findings: Findings) -> Map:
    missing = [key for key in keys if key not in node]
    entries = []
    for entry in node:
        meant = _meant(entry.key, missing) if entry.key.text not in keys else None
        # A section holds entries; only `players` can be a single value.
        if meant in SECTIONS and meant != "players" and not isinstance(entry.value, Map):
            meant = None
        if meant is not None:
            missing.remove(meant)
            inside = f" in `{where}`" if where is not None else ""
            message = f"there is no key `{entry.key.text}`{inside}"
            findings.report(UNKNOWN_KEY, entry.key.place, message, help=f"did you mean `{meant}`?")
            entry = replace(entry, key=replace(entry.key, text=meant))
        entries.append(entry)
    return node if entries == list(node) else replace(node, entries=tuple(entries))


def _meant(key: Scalar, missing: Sequence[str]) -> str | None:
    if key.style != _AS_WRITTEN:
        return None
    near = {name: SequenceMatcher(None, key.text.lower(), name).ratio() for name in missing}
    best = max(near, key=near.__getitem__, default=None)
    return best if best is not None and near[best] >= _NEAR else None
