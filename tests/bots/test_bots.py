"""Bots: known by name, deterministic, each seat with luck of its own."""

from __future__ import annotations

from collections import Counter
from types import SimpleNamespace
from typing import Any

import pytest

from hoyle.bots.registry import BOTS, UnknownBot, make_bot, seat_streams
from hoyle.random import Stream


def waiting(choices: int) -> Any:
    """A state at a decision with so many choices."""
    return SimpleNamespace(decision=SimpleNamespace(seat=0, choices=list(range(choices))))


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("choices", [1, 2, 7, 40])
def test_every_bot_picks_one_of_the_choices(name: str, choices: int) -> None:
    bot, stream = make_bot(name), Stream(3)
    assert all(0 <= bot.choose(waiting(choices), stream) < choices for _ in range(50))


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_has_a_line_for_people(name: str) -> None:
    assert BOTS[name][2]


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownBot, match="rnadom"):
        make_bot("rnadom")


def test_first_takes_the_first() -> None:
    assert make_bot("first").choose(waiting(5), Stream(1)) == 0


def test_random_is_uniform_and_repeatable() -> None:
    bot = make_bot("random")
    picks = [bot.choose(waiting(4), stream) for stream in [Stream(11)] for _ in range(8000)]
    again = [bot.choose(waiting(4), stream) for stream in [Stream(11)] for _ in range(8000)]
    assert picks == again
    assert all(abs(count - 2000) < 200 for count in Counter(picks).values())


def test_seats_have_streams_of_their_own() -> None:
    draws = [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 4)]
    assert len(set(draws)) == 4
    assert draws == [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 4)]
    assert draws[:2] == [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 2)]
