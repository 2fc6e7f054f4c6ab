"""Hanabi beside OpenSpiel's: actions that count seats from who acts, and what every holder was told."""

from __future__ import annotations

from functools import cache
from typing import Any

import hoyle
from tests.crosscheck.walk import Pair

_COLOURS = ("red", "yellow", "green", "white", "blue")


def _told(ours: hoyle.State, theirs: Any) -> tuple[object, object]:
    """Tokens, and each card with what its holder was told: `B1 || BX` is a blue 1, told to be blue."""
    lines = str(theirs).splitlines()
    tokens = [int(lines[0].split()[-1]), int(lines[1].split()[-1])]
    there = [line.split("|")[0] + line.split("|")[2] for line in lines if " || " in line]
    here = []
    for seat in range(theirs.num_players()):
        for place, card in enumerate(ours.get("hand", seat), 1):
            colour, number = card.split()
            told = ours.get("told_colour", seat, place), ours.get("told_number", seat, place)
            here.append(f"{_letter(colour)}{number}  {_letter(told[0])}{told[1] or 'X'}")
    return ([ours.get("fuses_left"), ours.get("hints")], here), (tokens, there)


def _letter(colour: str | None) -> str:
    return "X" if colour is None else colour[0].upper()


def _hanabi(
    players: int, colours: int = 5, numbers: int = 5, hand: int = 5, hints: int = 8, lives: int = 3
) -> Pair:
    def read(label: str, seat: int) -> int:
        """Their actions: throw away, play, a colour to each of the others, a number to each of the others."""
        verb, *_, last = label.split()
        if verb in ("throw", "play"):
            return int(last) - 1 + (hand if verb == "play" else 0)
        offset = (int(label.split()[2]) - seat) % players - 1
        if last in _COLOURS:
            return 2 * hand + offset * colours + _COLOURS.index(last)
        return 2 * hand + (players - 1) * colours + offset * numbers + int(last) - 1

    def card(label: str) -> int:
        colour, number = label.split()
        return _COLOURS.index(colour) * numbers + int(number) - 1

    return Pair(
        "hanabi",
        f"hanabi(players={players},colors={colours},ranks={numbers},hand_size={hand},"
        f"max_information_tokens={hints},max_life_tokens={lives})",
        str,
        seated=cache(read),
        players=players,
        options={
            "colours": colours, "numbers": numbers, "hand_size": hand, "hint_tokens": hints, "fuses": lives,
        },
        outcome=cache(card),
        position=_told,
    )  # fmt: skip


PAIRS = (
    _hanabi(2),
    _hanabi(2, lives=50),
    _hanabi(3, lives=50, hints=3),
    _hanabi(5, hand=4, lives=50),
    _hanabi(4, colours=3, numbers=3, hand=2, hints=2, lives=50),
    _hanabi(2, colours=2, numbers=2, hand=2, hints=3, lives=50),
)
