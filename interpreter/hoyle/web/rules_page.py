"""The rules as a page for browsers: what `hoyle show` says, with anchors for rules and points."""

from __future__ import annotations

from functools import lru_cache
from html import escape
from typing import assert_never

from hoyle.page import Bullets, Code, Heading, Page, Paragraph, Table
from hoyle.pipeline import open_sound
from hoyle.show.ruleset import show
from hoyle.stack import with_room

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="icon" href="/static/icon.svg">
<link rel="stylesheet" href="/static/hoyle.css">
</head>
<body class="rules-page">
<main>
{body}
</main>
</body>
</html>
"""


RULEBOOK = "Rulebook"  # how `hoyle show` heads what the rulebook says


@lru_cache(maxsize=64)
def rules_page(source: str, hash: str) -> str:
    """The page of a ruleset; made again when its hash has changed."""
    page = with_room(show, open_sound(source, leave_out=("lint",)))
    page = rulebook_first(page)
    title = next((block.text for block in page if isinstance(block, Heading)), "Rules")
    return _PAGE.format(title=escape(title), body=as_html(page))


def rulebook_first(page: Page) -> Page:
    """A page with what the rulebook says first: players read that, and authors read on."""
    starts = [number for number, block in enumerate(page) if isinstance(block, Heading) and block.level == 2]
    ends = [*starts[1:], len(page)]
    for start, end in zip(starts, ends, strict=True):
        block = page[start]
        if isinstance(block, Heading) and block.text == RULEBOOK:
            return [*page[: starts[0]], *page[start:end], *page[starts[0] : start], *page[end:]]
    return page


def as_html(page: Page) -> str:
    """A page as HTML.

    >>> as_html([Heading(1, "A & B"), Paragraph("see `c`")])
    '<h1>A &amp; B</h1>\\n<p>see <code>c</code></p>'
    """
    parts: list[str] = []
    for block in page:
        match block:
            case Heading(3):
                anchor = f' id="{_anchor(block.text)}"' if _anchor(block.text) else ""
                parts.append(f"<h3{anchor}>{_inline(block.text)}</h3>")
            case Heading():
                parts.append(f"<h{block.level}>{_inline(block.text)}</h{block.level}>")
            case Paragraph():
                parts.append(f"<p>{_inline(block.text)}</p>")
            case Table():
                parts.append(_table(block))
            case Code():
                parts.append(f'<pre tabindex="0"><code>{escape(block.text.rstrip())}</code></pre>')
            case Bullets():
                items = "".join(f"<li>{_inline(item)}</li>" for item in block.items)
                parts.append(f"<ul>{items}</ul>")
            case _:
                assert_never(block)
    return "\n".join(parts)


def _table(table: Table) -> str:
    """A table without its empty columns; rows of the rulebook can be pointed at."""
    used = [column for column in range(len(table.head)) if any(row[column] for row in table.rows)]
    head = "".join(f'<th scope="col">{_inline(table.head[column])}</th>' for column in used)
    rows = []
    for row in table.rows:
        anchor = f' id="{_anchor(row[0])}"' if table.head[0] == "point" else ""
        rows.append(f"<tr{anchor}>{''.join(f'<td>{_inline(row[column])}</td>' for column in used)}</tr>")
    shown = f"<thead><tr>{head}</tr></thead>" if any(table.head[column] for column in used) else ""
    inside = f"<table>{shown}<tbody>{''.join(rows)}</tbody></table>"
    return f'<div class="wide" tabindex="0" role="group">{inside}</div>'


def _anchor(text: str) -> str:
    """What can be pointed at: the name before any parameters.

    >>> _anchor("turn(player me)"), _anchor("ST-3")
    ('turn', 'ST-3')
    """
    return escape(text.split("(")[0].split(":")[0].strip().replace(" ", "-"))


def _inline(text: str) -> str:
    parts = escape(text).split("`")
    if len(parts) % 2 == 0:  # a mark without its other half
        return escape(text)
    return "".join(f"<code>{part}</code>" if number % 2 else part for number, part in enumerate(parts))
