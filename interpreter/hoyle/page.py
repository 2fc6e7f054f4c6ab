"""A page for people: headings, paragraphs, tables and code, written as plain text or as Markdown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from textwrap import indent, wrap
from typing import TypeAlias, assert_never

from hoyle.tables import aligned, markdown_table

WIDTH = 100


@dataclass(frozen=True, slots=True)
class Heading:
    level: int  # 1 the page, 2 a section, 3 an entry
    text: str


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; columns in which nothing stands are left out."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Code:
    """Lines that keep their shape: `language` is for Markdown."""

    text: str
    language: str = ""


@dataclass(frozen=True, slots=True)
class Bullets:
    items: tuple[str, ...]


Block: TypeAlias = Heading | Paragraph | Table | Code | Bullets
Page: TypeAlias = list[Block]


def as_text(page: Page) -> str:
    """The page for a terminal."""
    parts: list[str] = []
    margin = ""
    for block in page:
        match block:
            case Heading(1):
                parts.append(f"{block.text}\n{'=' * len(block.text)}")
                margin = ""
            case Heading(2):
                parts.append(block.text.upper())
                margin = "  "
            case Heading():
                parts.append(f"  {block.text}")
                margin = "    "
            case _:
                _join(parts, indent(_block_text(block), margin), margin)
    return "\n\n".join(parts) + "\n"


def _join(parts: list[str], text: str, margin: str) -> None:
    """Puts what belongs to a heading below it without an empty line."""
    if parts and margin and "\n\n" not in parts[-1]:
        parts[-1] += f"\n{text}"
    else:
        parts.append(text)


def _block_text(block: Paragraph | Table | Code | Bullets) -> str:
    match block:
        case Paragraph():
            return "\n".join(wrap(block.text, WIDTH, break_long_words=False, break_on_hyphens=False))
        case Table():
            return _table_text(block)
        case Code():
            return indent(block.text.rstrip("\n"), "  ")
        case Bullets():
            return "\n".join(f"- {item}" for item in block.items)
        case _:
            assert_never(block)


def _table_text(table: Table) -> str:
    head, rows = _used(table)
    lines = aligned([head, *rows])
    return "\n".join(lines if any(head) else lines[1:])


def as_markdown(page: Page) -> str:
    """The page as Markdown."""
    parts = []
    for block in page:
        match block:
            case Heading():
                parts.append(f"{'#' * block.level} {_escaped(block.text)}")
            case Paragraph():
                parts.append(_escaped(block.text))
            case Table():
                parts.append(_markdown_table(block))
            case Code():
                parts.append(f"```{block.language}\n{block.text.rstrip(chr(10))}\n```")
            case Bullets():
                parts.append("\n".join(f"- {_escaped(item)}" for item in block.items))
            case _:
                assert_never(block)
    return "\n\n".join(parts) + "\n"


def _markdown_table(table: Table) -> str:
    head, rows = _used(table)
    escaped = [[_escaped(cell) for cell in row] for row in (head, *rows)]
    return markdown_table(escaped[0], escaped[1:])


def _escaped(text: str) -> str:
    """A text whose signs Markdown does not take for its own, except where it marks code.

    >>> print(_escaped("a*b `c_d` <e>"))
    a\\*b `c_d` \\<e>
    """
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part[:1] == "`" else re.sub(r"([\\*_<\[#])", r"\\\1", part) for part in parts)


def _used(table: Table) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    keep = [column for column in range(len(table.head)) if any(row[column] for row in table.rows)]
    return tuple(table.head[c] for c in keep), [tuple(row[c] for c in keep) for row in table.rows]
