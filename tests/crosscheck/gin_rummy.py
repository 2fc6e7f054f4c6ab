"""Gin rummy beside OpenSpiel's, which numbers melds; most discards are sensible, so that hands get good."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import Any

import hoyle
from tests.crosscheck.walk import Pair

_SUITS = ("spades", "clubs", "diamonds", "hearts")
_RANKS = ("ace", "2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king")
_WORDS = {"take": 52, "draw": 53, "pass": 54, "done": 54, "knock": 55}
_DRAW = 53
_FIRST_MELD = 56


def _cards(text: str) -> list[int]:
    """Their numbers of the cards that are named: suit by suit from the ace up."""
    found = re.findall(r"(\w+) of (\w+)", text)
    return [13 * _SUITS.index(suit) + _RANKS.index(rank) for rank, suit in found]


def _meld(cards: list[int]) -> int:
    """Sets come by rank, of three by the missing suit, then of four; runs by length, suit and rank."""
    suits, lowest = {card // 13 for card in cards}, min(card % 13 for card in cards)
    if len(suits) > 1:
        return 5 * lowest + (4 if len(suits) == 4 else min(set(range(4)) - suits))
    shorter = sum(4 * (14 - length) for length in range(3, len(cards)))
    return 65 + shorter + min(suits) * (14 - len(cards)) + lowest


@cache
def _read(label: str) -> int:
    if label in _WORDS:
        return _WORDS[label]
    cards = _cards(label)
    return cards[0] if len(cards) == 1 else _FIRST_MELD + _meld(cards)


# ------------------------------------------------------------------ a reading of the rules of its own
def _is_meld(cards: tuple[int, ...]) -> bool:
    in_order = sorted(cards)
    run = in_order[-1] // 13 == in_order[0] // 13 and in_order[-1] - in_order[0] == len(cards) - 1
    return run or len({card % 13 for card in cards}) == 1


_MELDS = [frozenset(meld) for size in (3, 4) for meld in combinations(range(52), size) if _is_meld(meld)]
_MELDS += [frozenset(range(first, first + 5)) for first in range(52) if _is_meld((first, first + 4))]


def _deadwood(cards: frozenset[int], melds: list[frozenset[int]] = _MELDS) -> int:
    inside = [meld for meld in melds if meld <= cards]
    worth = sum(min(card % 13 + 1, 10) for card in cards)
    return min([worth, *(_deadwood(cards - meld, inside) for meld in inside)])


def _may_knock(cards: frozenset[int], limit: int) -> bool:
    return any(_deadwood(cards - {card}) <= limit for card in cards)


def _judged(ours: hoyle.State) -> set[str]:
    """They count a hand of eleven by its most valuable melds, and lay off two cards at each end of a run."""
    seat, limit = ours.decision.seat, ours.get("limit")
    names = ours.get("hand", seat)
    hand = frozenset(_cards(", ".join(names)))
    match ours.decision.name:
        case "finish":
            return {f"discard {name}" for name in names} | ({"knock"} if _may_knock(hand, limit) else set())
        case "at_the_wall":
            top = _cards(ours.get("discards")[-1])
            return {"pass"} | ({"knock"} if _may_knock(hand | frozenset(top), limit) else set())
        case "lay_off":
            spreads = [_cards(", ".join(ours.get("spread", 1 - seat, slot))) for slot in (1, 2, 3)]
            found = {"done"}
            for slot, spread in enumerate(filter(None, spreads), 1):
                fitting = [name for name in names if _is_meld((*spread, *_cards(name)))]
                found |= {f"lay off {name} on {slot}" for name in fitting}
            return found
    return set()


def _sensible(ours: hoyle.State, labels: list[str]) -> list[int]:
    """A discard is taken if it helps; what leaves the least deadwood is thrown, or one knocks."""
    hand = frozenset(_cards(", ".join(ours.get("hand", ours.decision.seat))))
    if "draw" in labels:
        taken = hand | {_read(f"discard {ours.get('discards')[-1]}")}
        helps = min(_deadwood(taken - {card}) for card in hand) < _deadwood(hand)
        return [labels.index("take" if helps else "draw")]
    if not labels[0].startswith("discard"):
        return []
    left = {n: _deadwood(hand - {_read(label)}) for n, label in enumerate(labels) if label != "knock"}
    least = [n for n, deadwood in left.items() if deadwood == min(left.values())]
    return [*least, *(n for n, label in enumerate(labels) if label == "knock")]


def _won(found: tuple[int, ...]) -> list[float]:
    return [float(found[0] - found[1]), float(found[1] - found[0])]


def _gin(parameters: str = "", **options: Any) -> Pair:
    return Pair(
        "gin-rummy",
        f"gin_rummy({parameters})",
        _read,
        options={"hands": 1, "ties_undercut": False, "last_knock": True, "may_return": True, **options},
        outcome=_read,
        returns=_won,
        forced=_DRAW,
        judge=_judged,
        sensible=_sensible,
        merges=True,
        ends_unasked=True,
    )


PAIRS = (
    _gin(),
    _gin("oklahoma=true,gin_bonus=20,undercut_bonus=10", oklahoma=True, gin_bonus=20, undercut_bonus=10),
    _gin("hand_size=7,knock_card=8", hand_size=7, knock_at=8),
    _gin("hand_size=4,knock_card=5", hand_size=4, knock_at=5),
)
