"""Which lines of a file belong to which entry of a mapping, comments and empty lines included."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from hoyle.diagnostics.model import SourceFile
from hoyle.document.nodes import Entry, Map, Node, Scalar, Seq, scalars_of
from hoyle.syntax.keys import entry_point


@dataclass(frozen=True, slots=True)
class Chunk:
    """An entry with the comments above it: lines from `start` up to `end`, counted from 0."""

    name: str
    start: int
    end: int
    key_line: int
    tall: bool  # a block mapping or list over several lines
    loose_comments: bool  # comments between it and the next that belong to neither


class Lines:
    """A file's lines, and what stands in them."""

    def __init__(self, file: SourceFile, root: Map) -> None:
        self.file = file
        self.root = root
        self.text = [file.line(number) for number in range(1, len(file.line_starts) + 1)]
        self.in_block: set[int] = set()  # lines of block scalars, without the header
        self.fixed: set[int] = set()  # lines on which blanks at the end, or empty lines, may mean something
        self.keeps_ends = False  # a block scalar whose empty lines at the end count
        for path, scalar in scalars_of(root):
            first, last = self.line_of(scalar.place.start), self.last_line(scalar)
            inside = set(range(first + 1, last + 1))
            if scalar.style in ("literal", "folded"):
                self.in_block |= inside
                self.keeps_ends |= "+" in self.text[first][self.column_of(scalar) :].partition("#")[0]
            if scalar.style != "literal" or entry_point(path) is None:
                self.fixed |= inside

    def line_of(self, offset: int) -> int:
        return self.file.line_column(offset)[0] - 1

    def column_of(self, scalar: Scalar) -> int:
        return scalar.place.column - 1

    def last_line(self, node: Node) -> int:
        """The last line on which something of a node stands."""
        match node:
            case Scalar(style="literal" | "folded"):
                length = len(node.text.rstrip("\n"))
                return self.line_of(node.offsets[length - 1] if length else node.place.start)
            case Scalar():
                return self.line_of(max(node.place.end - 1, node.place.start))
            case Map(in_flow=False) if node.entries:
                return max(self.last_line(part) for entry in node for part in (entry.key, entry.value))
            case Seq(in_flow=False) if node.items:
                return max(self.last_line(item) for item in node.items)
            case _:
                return self.line_of(max(node.place.end - 1, node.place.start))

    def is_comment(self, line: int) -> bool:
        return line not in self.in_block and self.text[line].lstrip(" ").startswith("#")

    def is_empty(self, line: int) -> bool:
        return line not in self.in_block and not self.text[line].strip()

    def indent(self, line: int) -> int:
        return len(self.text[line]) - len(self.text[line].lstrip(" "))

    def chunks(self, mapping: Map) -> list[Chunk] | None:
        """The entries of a block mapping; nothing if two share a line or the keys aren't aligned."""
        entries = mapping.entries
        if mapping.in_flow or not entries:
            return None
        keys = [self.line_of(entry.key.place.start) for entry in entries]
        column = self.column_of(entries[0].key)
        for entry, line in zip(entries, keys, strict=True):
            if self.column_of(entry.key) != column or self.text[line][:column].strip(" "):
                return None
        if len(set(keys)) < len(keys):
            return None
        ends = [self._end(entry, column) for entry in entries]
        starts = [self._start(line, column) for line in keys]
        if mapping is self.root:
            starts[0] = keys[0]  # what stands above is the file's own
        return list(self._chunks(entries, keys, starts, ends))

    def _chunks(
        self, entries: tuple[Entry, ...], keys: list[int], starts: list[int], ends: list[int]
    ) -> Iterator[Chunk]:
        for number, entry in enumerate(entries):
            # What stands below the last entry of the file is the file's own.
            end = ends[number] if number == len(entries) - 1 else starts[number + 1]
            loose = any(self.is_comment(line) for line in range(ends[number], end))
            tall = isinstance(entry.value, Map | Seq) and not entry.value.in_flow
            yield Chunk(entry.key.text, starts[number], end, keys[number], tall, loose)

    def _start(self, key_line: int, column: int) -> int:
        start = key_line
        while start > 0 and self.is_comment(start - 1) and self.indent(start - 1) == column:
            start -= 1
        return start

    def _end(self, entry: Entry, column: int) -> int:
        """The line behind an entry and the comments below that are indented deeper than its key."""
        end = max(self.last_line(entry.value), self.line_of(entry.key.place.start)) + 1
        while end < len(self.text) and self.is_comment(end) and self.indent(end) > column:
            end += 1
        return end
