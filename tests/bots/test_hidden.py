"""What a bot chooses does not hang on what its seat cannot know."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.bots.registry import make_bot
from hoyle.random import Stream
from tests.bots.test_looking_ahead import RULESETS, positions


def chosen_alike(name: str, bot: str, every: int, most: int, truths: int) -> None:
    """In several truths of one information set the bot makes the same choice."""
    for state in positions(name, every, most):
        seat = state.seat
        found: set[Any] = set()
        for truth in [state, *(state.determinise(seat, 1000 + number) for number in range(truths))]:
            if sorted(truth.decision.keys) != sorted(state.decision.keys):
                continue
            truth.rng = 77 + len(found)  # what chance will bring is hidden, too
            choice = make_bot(bot).choose(truth.perspective(), Stream(5))
            found.add(truth.decision.keys[choice])
        assert len(found) == 1, (name, state.decisions, found)


@pytest.mark.parametrize("name", RULESETS)
def test_the_choice_is_the_same_in_all_truths(name: str) -> None:
    chosen_alike(name, "flat:6", 7, 2, 2)


@pytest.mark.slow
@pytest.mark.parametrize("bot", ["greedy", "ismcts:30"])
@pytest.mark.parametrize("name", RULESETS)
def test_the_choice_is_the_same_in_more_truths(name: str, bot: str) -> None:
    chosen_alike(name, bot, 3, 6, 5)
