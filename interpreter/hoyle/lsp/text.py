"""Turns offsets into an editor's lines and columns, and back."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from hoyle.diagnostics.model import Place

Position = tuple[int, int]  # line and column, both counted from 0
Span = tuple[Position, Position]

_LINE_END = re.compile(r"\r\n|\n|\r")
_WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def _width(char: str, encoding: str) -> int:
    """How many units of the editor's encoding a character takes."""
    if encoding == "utf-32":
        return 1
    if encoding == "utf-8":
        return len(char.encode("utf-8", "surrogatepass"))
    return 2 if char > "\uffff" else 1


@dataclass(frozen=True, eq=False)
class Lines:
    """A text cut into lines as editors do it; columns count UTF-16 units unless the editor asks otherwise.

    >>> Lines("a\\r\\n🂡b").position(4), Lines("a\\r\\n🂡b").offset((1, 2))
    ((1, 2), 4)
    """

    text: str
    encoding: str = "utf-16"
    starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = (0, *(found.end() for found in _LINE_END.finditer(self.text)))
        object.__setattr__(self, "starts", starts)

    def position(self, offset: int) -> Position:
        offset = min(max(offset, 0), len(self.text))
        line = bisect_right(self.starts, offset) - 1
        return line, sum(_width(char, self.encoding) for char in self.text[self.starts[line] : offset])

    def offset(self, position: Position) -> int:
        """The offset of a position; one past the end of a line or of the text is brought back."""
        line, column = position
        if line >= len(self.starts):
            return len(self.text)
        at, end = self.starts[line], self.line_end(line)
        while at < end and column > 0:
            column -= _width(self.text[at], self.encoding)
            at += 1
        return at

    def line_end(self, line: int) -> int:
        """Where a line ends, without its line end."""
        last = self.starts[line + 1] if line + 1 < len(self.starts) else len(self.text)
        return self.starts[line] + len(self.text[self.starts[line] : last].rstrip("\r\n"))

    def span(self, start: int, end: int) -> Span:
        return self.position(start), self.position(max(start, end))


def span_of(place: Place, encoding: str) -> Span:
    return Lines(place.file.text, encoding).span(place.start, place.end)


def word_at(text: str, offset: int) -> tuple[int, int] | None:
    """The word that an offset stands in or just behind."""
    start = offset
    while start > 0 and (text[start - 1].isalnum() or text[start - 1] == "_"):
        start -= 1
    found = _WORD.match(text, start)
    return found.span() if found is not None and found.end() >= offset else None
