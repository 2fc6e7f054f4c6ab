"""Turns of backgammon and the ways to lay down a hand of gin rummy, as OpenSpiel 2.0.2 counts them."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import hoyle
from tests.perft.counting import CHANCE, after, histories


def rolls(state: hoyle.State) -> Iterator[hoyle.State]:
    """The states after each roll of two dice; where a double is rolled again, without doubles."""
    for one in after(state):
        for both in after(one):
            if both.decision.seat != CHANCE:
                yield both


def turns(state: hoyle.State) -> Iterator[hoyle.State]:
    """The states at the end of a turn, one for each way to play the dice one after the other."""
    if state.over or state.decision.seat == CHANCE:
        yield state
    else:
        for below in after(state):
            yield from turns(below)


def whole_turns(state: hoyle.State, number: int) -> int:
    """In how many ways so many turns can be rolled and played."""
    ends = (end for rolled in rolls(state) for end in turns(rolled))
    return sum(1 for _ in ends) if number == 1 else sum(whole_turns(end, number - 1) for end in ends)


@pytest.mark.parametrize(("number", "count"), [(1, 758), pytest.param(2, 2013200, marks=pytest.mark.slow)])
def test_turns_of_backgammon(number: int, count: int) -> None:
    """Nobody is without a move in the first two turns, so every roll is followed by a choice."""
    assert whole_turns(hoyle.load("backgammon").start(chance="stepped"), number) == count


FIRST = (
    "5 of spades, 6 of spades, 7 of spades, 8 of spades, 8 of clubs, 8 of diamonds, 8 of hearts, "
    "ace of hearts, 2 of hearts, 3 of hearts"
)
SECOND = (
    "4 of spades, 4 of hearts, king of spades, king of clubs, king of hearts, "
    "9 of diamonds, 10 of diamonds, jack of diamonds, queen of diamonds, 2 of clubs"
)


def test_a_knock_at_gin_rummy_ends_in_3124_ways() -> None:
    state = hoyle.load("gin-rummy").start(options={"hands": 1, "may_return": True}, chance="stepped")
    for card in [*FIRST.split(", "), *SECOND.split(", "), "king of diamonds"]:
        state.apply(card)
    state.apply("take")
    state.apply("knock")
    found = histories(state)
    assert (found["end"], found["choice"]) == (3124, 3559)
