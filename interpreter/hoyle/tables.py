"""Rows of cells as lines of text: below each other, as Markdown, or as the squares of a board."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence


def aligned(rows: Sequence[Sequence[str]], right: Collection[int] = (), gap: str = "  ") -> list[str]:
    """Rows as lines whose cells stand below each other; the columns in `right` end there, the others begin.

    >>> aligned([("card", "number"), ("ace", "4")], right={1})
    ['card  number', 'ace        4']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    sides = [">" if number in right else "<" for number in range(len(widths))]
    lines = []
    for row in rows:
        cells = (f"{cell:{side}{width}}" for cell, side, width in zip(row, sides, widths, strict=True))
        lines.append(gap.join(cells).rstrip())
    return lines


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]], right: Collection[int] = ()) -> str:
    """A table of Markdown, of cells that are Markdown already.

    >>> print(markdown_table(["a", "b"], [["`x|y`", "1"]], right={1}))
    | a | b |
    | --- | ---: |
    | `x\\|y` | 1 |
    """
    lines = [head, ["---:" if number in right else "---" for number in range(len(head))], *rows]
    return "\n".join("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in lines)


def grid_lines(cells: Mapping[str, str], width: int, height: int) -> list[str]:
    """A board of squares with its highest row on top; a square without a text is a dot.

    >>> grid_lines({"a1": "x", "b2": "10"}, 2, 2)
    ['2  . 10', '1  x  .', '   a  b']
    """
    letters = [chr(ord("a") + column) for column in range(width)]
    cell, margin = max(map(len, cells.values()), default=1), len(str(height))
    rows = [
        (str(row), [cells.get(f"{letter}{row}", ".") for letter in letters]) for row in range(height, 0, -1)
    ]
    rows.append(("", letters))
    return [f"{name:>{margin}} {' '.join(f'{text:>{cell}}' for text in texts)}" for name, texts in rows]
