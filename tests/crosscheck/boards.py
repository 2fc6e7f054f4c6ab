"""Board games beside OpenSpiel's, with the parameters that make them the same."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import Any

from tests.crosscheck.walk import Action, Pair, own_name


def square(name: str) -> tuple[int, int]:
    """Column and row, from 0."""
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def _squares(label: str) -> list[tuple[int, int]]:
    return [square(name) for name in re.findall(r"\b[a-z]\d+\b", label)]


def _dots(columns: int, rows: int) -> Callable[[str], Action]:
    """They number the lines across row by row, then those upward."""

    def read(label: str) -> int:
        (column, row), (_, other) = _squares(label)
        if row == other:
            return row * columns + column
        return (rows + 1) * columns + row * (columns + 1) + column

    return cache(read)


def _dots_and_boxes(columns: int, rows: int, margin: bool = False) -> Pair:
    return Pair(
        "dots-and-boxes",
        f"dots_and_boxes(num_cols={columns},num_rows={rows}{',utility_margin=true' if margin else ''})",
        _dots(columns, rows),
        options={"columns": columns, "rows": rows, "by_margin": margin},
    )


def _hex(size: int, swap: bool = False) -> Pair:
    def read(label: str) -> int:
        if label == "swap":
            return size * size
        ((column, row),) = _squares(label)
        return row * size + column

    theirs = f"hex(board_size={size}{',swap=true' if swap else ''})"
    return Pair("hex", theirs, cache(read), options={"size": size, "swap": swap})


# They number the points row by row from the top, and a move after the points by both of its ends.
_POINTS = (
    "a7 d7 g7 b6 d6 f6 c5 d5 e5 a4 b4 c4 e4 f4 g4 c3 d3 e3 b2 d2 f2 a1 d1 g1".split()
)  # fmt: skip


@cache
def _morris(label: str) -> int:
    start, *end = (_POINTS.index(word) for word in label.split() if word in _POINTS)
    return len(_POINTS) * (start + 1) + end[0] if end else start


def _go(size: int, komi: float = 7.5) -> Pair:
    def read(label: str) -> int:
        if label == "pass":
            return size * size
        ((column, row),) = _squares(label)
        return row * size + column

    theirs = f"go(board_size={size},komi={komi})"
    options = {"size": size, "komi": int(komi), "half_point": komi % 1 > 0, "ko": "simple"}
    return Pair("go", theirs, cache(read), options=options)


@cache
def _chess(label: str) -> str:
    """As `e7e8q`; castling by its words."""
    if label.startswith("castle"):
        return label
    _, start, _, end, *promoted = label.split()
    return start + end + ({"knight": "n"}.get(promoted[1], promoted[1][0]) if promoted else "")


def _long_notation(theirs: Any, player: int, action: int) -> str:
    import pyspiel

    short = own_name(theirs, player, action)
    if short.startswith("O-O"):
        return "castle queenside" if short.startswith("O-O-O") else "castle kingside"
    move: str = pyspiel.chess.action_to_move(action, theirs.board()).to_lan()
    return move


BOARD_GAMES = (
    # White, our first seat, is their second player.
    Pair(
        "chess",
        "chess",
        _chess,
        named=_long_notation,
        player=lambda seat: 1 - seat,
        returns=lambda found: [float(score) for score in reversed(found)],
    ),
    _dots_and_boxes(2, 2),
    _dots_and_boxes(3, 3, margin=True),
    _dots_and_boxes(5, 4),
    _dots_and_boxes(7, 7),
    _go(9),
    _go(13),
    _go(19),
    _go(3, komi=0.0),
    _go(5, komi=4.0),
    _hex(11),
    _hex(5),
    _hex(4, swap=True),
    _hex(11, swap=True),
    Pair(
        "nine-mens-morris",
        "nine_mens_morris",
        _morris,
        options={"quiet_moves": 1000, "third_time_draws": False, "most_turns": 200},
    ),
)
