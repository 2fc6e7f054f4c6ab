"""Sequences of choices from the start; the deeper counts are marked slow."""

from __future__ import annotations

import pytest

import hoyle
from tests.perft.counting import perft
from tests.perft.laid_out import chess

# Othello: https://aartbik.blogspot.com/2009/02/perft-for-reversi.html (passes come from ply 9 on, deeper than
# we go). Connect four: 7 to the power of the depth, until a column can be full. Draughts: as
# others count up to ply 6; from ply 7 on there are chains of captures, which are several choices here. All of
# them, and breakthrough and oware, as OpenSpiel 2.0.2 counts. Dots and boxes, hex, Go: the
# 24 lines, 121 cells or 361 points in any order, and a pass. Nine men's morris: the points in any order up to
# ply 5, then as OpenSpiel. Chess: https://www.chessprogramming.org/Perft_Results
COUNTS = {
    "tic-tac-toe": (9, 72, 504, 3024, 15120),
    "connect-four": (7, 49, 343, 2401, 16807, 117649),
    "othello": (4, 12, 56, 244, 1396, 8200),
    "breakthrough": (22, 484, 11132),
    "oware": (6, 36, 190, 1014, 5219),
    "draughts": (7, 49, 302, 1469, 7361),
    "chess": (20, 400, 8902, 197281),
    "dots-and-boxes": (24, 24 * 23, 24 * 23 * 22),
    "go": (362, 361 * 361 + 362),
    "hex": (121, 121 * 120),
    "nine-mens-morris": (24, 552, 12144, 255024),
}
DEEPER = {
    ("tic-tac-toe", 6): 54720,
    ("tic-tac-toe", 7): 148176,
    ("tic-tac-toe", 8): 200448,
    ("tic-tac-toe", 9): 127872,
    ("connect-four", 7): 823536,
    ("othello", 7): 55092,
    ("othello", 8): 390216,
    ("breakthrough", 4): 256036,
    ("oware", 6): 27332,
    ("oware", 7): 139157,
    ("draughts", 6): 36768,
    ("draughts", 7): 179255,
    ("chess", 5): 4865609,
    ("nine-mens-morris", 5): 5100480,
    ("nine-mens-morris", 6): 96223680,
}


@pytest.mark.parametrize(
    ("ruleset", "depth", "count"),
    [(ruleset, depth, count) for ruleset, counts in COUNTS.items() for depth, count in enumerate(counts, 1)],
)
def test_shallow(ruleset: str, depth: int, count: int) -> None:
    assert perft(hoyle.load(ruleset).start(), depth) == count


@pytest.mark.slow
@pytest.mark.parametrize(("ruleset", "depth"), DEEPER)
def test_deep(ruleset: str, depth: int) -> None:
    assert perft(hoyle.load(ruleset).start(), depth) == DEEPER[ruleset, depth]


def test_go_on_four_points() -> None:
    """With simple ko as OpenSpiel 2.0.2 counts; with superko as many, until a position comes up again."""
    game = hoyle.load("go")
    simple = game.start(options={"size": 2, "ko": "simple"})
    assert [perft(simple, depth) for depth in range(1, 8)] == [5, 21, 68, 156, 316, 604, 1168]
    superko = game.start(options={"size": 2})
    assert [perft(superko, depth) for depth in range(1, 8)] == [5, 21, 68, 156, 316, 604, 1088]


# https://www.chessprogramming.org/Perft_Results, positions 2 (Kiwipete) to 6
CHESS = {
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq -": (48, 2039, 97862, 4085603),
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - -": (14, 191, 2812, 43238, 674624),
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq -": (6, 264, 9467, 422333),
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ -": (44, 1486, 62379, 2103487),
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - -": (46, 2079, 89890, 3894594),
}


@pytest.mark.parametrize("position", CHESS)
def test_chess_from_a_given_position(position: str) -> None:
    state, counts = chess(position), CHESS[position][:3]
    assert tuple(perft(state, depth) for depth in range(1, len(counts) + 1)) == counts


@pytest.mark.slow
@pytest.mark.parametrize(
    ("position", "depth"),
    [(position, depth) for position in CHESS for depth in range(4, len(CHESS[position]) + 1)],
)
def test_chess_deeper(position: str, depth: int) -> None:
    assert perft(chess(position), depth) == CHESS[position][depth - 1]
