"""How well bots play: floors, which the same seeds make the same figures everywhere."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bots.arena import share

SMALL = [
    ("tic-tac-toe", 2, "greedy", "random", 12, 0.6),
    ("tic-tac-toe", 2, "flat:30", "random", 6, 0.75),
    ("tic-tac-toe", 2, "ismcts:40", "random", 6, 0.8),
    ("tic-tac-toe", 2, "ismcts:60", "ismcts:6", 6, 0.6),
    ("liars-dice", 2, "ismcts:20", "random", 2, 0.75),
    ("crazy-eights", 4, "greedy", "random", 4, 0.4),
]

LARGE: list[tuple[str, int, str, str, int, float, dict[str, Any]]] = [
    ("connect-four", 2, "flat:100", "random", 20, 0.9, {}),
    ("connect-four", 2, "ismcts:100", "random", 20, 0.9, {}),
    ("connect-four", 2, "ismcts:200", "flat:200", 15, 0.6, {}),
    ("connect-four", 2, "ismcts:200", "ismcts:20", 15, 0.8, {}),
    ("connect-four", 2, "ismcts:100", "greedy", 15, 0.85, {}),
    ("oware", 2, "ismcts:50", "greedy", 6, 0.8, {}),
    ("crazy-eights", 4, "greedy", "random", 20, 0.5, {}),
    ("mister-zero", 2, "ismcts:100", "random", 6, 0.8, {}),
    ("briscola", 4, "flat:50", "random", 6, 0.6, {}),
    ("hearts", 4, "flat:50", "random", 10, 0.4, {"hands": 1}),
    ("stop", 3, "greedy", "random", 10, 0.45, {"target": 100}),
]


@pytest.mark.parametrize(("name", "players", "one", "other", "seeds", "floor"), SMALL)
def test_a_floor(name: str, players: int, one: str, other: str, seeds: int, floor: float) -> None:
    assert share(name, players, one, other, range(1, seeds + 1)) >= floor


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "one", "other", "seeds", "floor", "options"), LARGE)
def test_a_floor_in_more_games(
    name: str, players: int, one: str, other: str, seeds: int, floor: float, options: dict[str, Any]
) -> None:
    assert share(name, players, one, other, range(1, seeds + 1), options) >= floor


@pytest.mark.parametrize("bot", ["greedy", "flat:9", "ismcts:12"])
def test_nobody_sees_what_is_chosen_at_the_same_time(bot: str) -> None:
    assert 0.35 <= share("rock-paper-scissors", 2, bot, "random", range(1, 61)) <= 0.65


@pytest.mark.slow
def test_rock_paper_scissors_stays_at_half() -> None:
    assert 0.45 <= share("rock-paper-scissors", 2, "ismcts:100", "random", range(1, 401)) <= 0.55
