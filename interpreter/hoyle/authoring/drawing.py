"""Draws a board with characters."""

from __future__ import annotations

from hoyle.checked.model import Board

_WIDEST = 26  # columns of a grid that still fit on a line


def drawing(board: Board) -> str | None:
    """A grid as a grid, a ring as a row of its nodes; nothing for what is too large or has no such shape."""
    if board.kind == "grid" and board.width <= _WIDEST:
        return _grid(board.width, board.height)
    if board.kind == "ring" and len(board.nodes) <= _WIDEST:
        return f"{' - '.join(board.nodes)} - (around)"
    return None


def _grid(width: int, height: int) -> str:
    """The cells of a grid, its rows counted from below.

    >>> print(_grid(3, 2))
    2 . . .
    1 . . .
      a b c
    """
    margin = len(str(height))
    rows = [f"{row:>{margin}} {' '.join('.' * width)}" for row in range(height, 0, -1)]
    letters = " ".join(chr(ord("a") + column) for column in range(width))
    return "\n".join([*rows, f"{'':{margin}} {letters}"])
