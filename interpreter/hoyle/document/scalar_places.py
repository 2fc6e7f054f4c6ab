"""Finds where in the file each character of a YAML scalar stands."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

_BREAK = re.compile(r"\r\n|\n|\r")
_BLANK = re.compile(r"[ \t\r\n]+")
_CONTINUED = re.compile(r"\\(?:\r\n|\n|\r)(?:[ \t]|\r\n|\n|\r)*")
_ESCAPE_LENGTH = {"x": 4, "u": 6, "U": 10}

Located = tuple[str, int]


def offsets_of(source_text: str, start: int, end: int, style: str, text: str) -> tuple[int, ...]:
    """For each character of a scalar's value, and one past the end, its offset in the file.

    A character made by an escape stands where the escape begins, one made by folding at the line end.

    >>> offsets_of("a: 'it''s'", 3, 10, "single", "it's")
    (4, 5, 6, 8, 9)
    """
    located: list[Located]
    if style == "plain":
        # A folded fence can't occur at the ends of a plain scalar, so its whole stretch is content.
        located = list(_flow_characters(source_text, start, end, style))
        past = end
    elif style in ("single", "double"):
        located = list(_flow_characters(source_text, start + 1, end - 1, style))
        past = end - 1
    else:
        located = _block_characters(source_text, start, style, text)
        past = located[-1][1] + 1 if located else min(start + 1, end)
    offsets = [offset for _, offset in located[: len(text)]]
    # Too few can only mean that the reader and this module disagree: stay inside the scalar, never fail.
    offsets += [past] * (len(text) + 1 - len(offsets))
    return tuple(offsets)


def _flow_characters(source: str, start: int, end: int, style: str) -> Iterator[Located]:
    """The characters of a plain or quoted scalar between its fences, each with its offset."""
    position = start
    while position < end:
        char = source[position]
        if blank := _BLANK.match(source, position, end):
            # Taken as a whole: looking ahead from each blank of a long run would be quadratic.
            yield from _folded(source, blank.start(), blank.end())
            position = blank.end()
        elif style == "single" and char == "'":
            yield char, position
            position += 2
        elif style == "double" and char == "\\":
            if continued := _CONTINUED.match(source, position, end):
                # The escaped line end itself vanishes; each further empty line is a line end.
                breaks = list(_BREAK.finditer(source, position + 1, continued.end()))
                yield from (("\n", line_end.end() - 1) for line_end in breaks[1:])
                position = continued.end()
            else:
                yield char, position
                position += _ESCAPE_LENGTH.get(source[position + 1 : position + 2], 2)
        else:
            yield char, position
            position += 1


def _folded(source: str, start: int, end: int) -> Iterator[Located]:
    """What a run of white space becomes: with line ends a blank, or one line end fewer than it has."""
    breaks = list(_BREAK.finditer(source, start, end))
    if not breaks:
        yield from ((source[offset], offset) for offset in range(start, end))
    elif len(breaks) == 1:
        yield " ", breaks[0].start()
    else:
        yield from (("\n", line_end.end() - 1) for line_end in breaks[1:])


def _block_characters(source: str, start: int, style: str, text: str) -> list[Located]:
    """The characters of a literal or folded block scalar, each with its offset."""
    header_end = _BREAK.search(source, start)
    if header_end is None:
        return []
    indent = _indent_of(source, header_end.end(), text)
    # Chomping only cuts line ends off the end, so the text is a beginning of what the lines say.
    return list(islice(_block_lines(source, header_end.end(), indent, style == "folded"), len(text)))


def _indent_of(source: str, start: int, text: str) -> int:
    """The blanks before each line of a block's content.

    An indicator in the header counts from the parent's indentation, which isn't known here; but the blanks
    at the beginning of the text are those that its first line has beyond the indentation.
    """
    content = text.lstrip("\n")
    if not content:
        return len(source)  # blank lines only
    for _ in range(len(text) - len(content)):
        line_break = _BREAK.search(source, start)
        start = line_break.end() if line_break else len(source)
    return max(_blanks(source, start) - _blanks(content, 0), 0)


def _blanks(text: str, start: int) -> int:
    end = start
    while text[end : end + 1] == " ":
        end += 1
    return end - start


def _block_lines(source: str, start: int, indent: int, folded: bool) -> Iterator[Located]:
    """The characters of all lines from an offset on, with every line end kept that folding keeps."""
    pending: list[int] = []  # line ends since the last line that has content
    foldable = False  # the last line with content doesn't begin with white space
    begun = False
    while start < len(source):
        line_break = _BREAK.search(source, start)
        end = line_break.start() if line_break else len(source)
        content = start + indent
        if content < end:
            more_indented = source[content] in " \t"
            if begun and folded and foldable and not more_indented:
                if len(pending) == 1:
                    yield " ", pending[0]
                else:
                    yield from (("\n", offset) for offset in pending[1:])
            else:
                yield from (("\n", offset) for offset in pending)
            for offset in range(content, end):
                yield source[offset], offset
            pending, foldable, begun = [], not more_indented, True
        if line_break is None:
            break
        pending.append(line_break.end() - 1)
        start = line_break.end()
    yield from (("\n", offset) for offset in pending)
