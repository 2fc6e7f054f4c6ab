"""Backgammon beside OpenSpiel's, where one action moves by both dice and one outcome is a roll of two."""

from __future__ import annotations

from typing import Any

import hoyle
from tests.crosscheck.walk import Pair

_BAR = 100
_PASS = 26 * 26 + 25 * 26 + 25


def _roll(theirs: Any, one: str, two: str) -> int | None:
    """Theirs come as 12, 21, 13, 31, …, then the doubles; at first an even one says that seat 0 begins."""
    a, b = (int(two), int(one)) if not theirs.history() else (int(one), int(two))
    if a == b:
        return 29 + a if theirs.history() else None
    low, high = sorted((a, b))
    before = sum(6 - first for first in range(1, low)) + high - low - 1
    return 2 * before + (a > b)


def _steps(theirs: Any, action: int) -> tuple[str, ...]:
    seat = theirs.current_player()
    found = []
    for move in theirs.spiel_move_to_checker_moves(seat, action):
        if move.pos == _BAR:
            found.append(f"enter with {move.num}")
        elif move.pos >= 0:
            point = _point(seat, move.pos)
            found.append(f"{'move' if point > move.num else 'bear off'} {point} by {move.num}")
    return tuple(found)


def _point(seat: int, position: int) -> int:
    return 24 - position if seat == 0 else position + 1


def _men(ours: hoyle.State, theirs: Any) -> tuple[object, object]:
    here = [[ours.get("men", seat, place) for place in range(1, 26)] for seat in (0, 1)]
    there = [[0] * 25, [0] * 25]
    for seat in (0, 1):
        for position in range(24):
            there[seat][_point(seat, position) - 1] = theirs.board(seat, position)
        there[seat][24] = theirs.board(seat, _BAR)
    return here, there


def _won(found: tuple[int, ...]) -> list[float]:
    return [float(found[0] - found[1]), float(found[1] - found[0])]


def _nothing(found: tuple[int, ...]) -> list[float]:
    """With three men they count nobody's win: fifteen men have to be off."""
    return [0.0, 0.0]


def _backgammon(parameters: str, **options: Any) -> Pair:
    return Pair(
        "backgammon",
        f"backgammon(max_player_turns=100000,{parameters})",
        str,
        options=options,
        returns=_nothing if "three_men" in options else _won,
        forced=_PASS,
        position=_men,
        steps=_steps,
        two_dice=_roll,
    )


PAIRS = (
    _backgammon("scoring_type=full_scoring"),
    _backgammon("scoring_type=enable_gammons", scoring="gammons"),
    _backgammon("scoring_type=winloss_scoring", scoring="single"),
    _backgammon("hyper_backgammon=true", three_men=True, scoring="single"),
)
