"""Finds the comments of a ruleset: YAML's, and those of the action language inside block scalars."""

from __future__ import annotations

import re
from collections.abc import Iterator

from hoyle.diagnostics.model import Findings, Place, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.syntax.keys import entry_point

_CANDIDATE = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)
_ACTION = re.compile(r'"[^"\n]*"|#[^\n]*')


def comments_of(file: SourceFile) -> list[Place]:
    """The place of every comment, without those `#` that belong to a text."""
    root = read(file, Findings())
    taken: list[tuple[int, int]] = []
    found: list[Place] = []
    if root is not None:
        for path, scalar in scalars_of(root):
            if scalar.style == "literal" and entry_point(path) is not None:
                for match in _ACTION.finditer(scalar.text):
                    if match.group().startswith("#"):
                        found.append(scalar.place_of(match.start(), match.end()))
            # The header's own comment (`do: |  # why`) is YAML's.
            start = scalar.place.start
            if scalar.style in ("literal", "folded"):
                line_end = file.text.find("\n", start, scalar.place.end)
                start = scalar.place.end if line_end < 0 else line_end
            taken.append((start, _end_of(scalar)))
    taken.sort()
    index = 0
    for match in _CANDIDATE.finditer(file.text):
        while index < len(taken) and taken[index][1] <= match.start():
            index += 1
        if index == len(taken) or match.start() < taken[index][0]:
            found.append(Place(file, match.start(), match.end()))
    return sorted(found, key=lambda place: place.start)


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


def _end_of(scalar: Scalar) -> int:
    """Where a scalar's text ends; a block's token may reach over the comments below it."""
    if scalar.style not in ("literal", "folded"):
        return scalar.place.end
    return scalar.offsets[-1] if scalar.text else scalar.place.start
