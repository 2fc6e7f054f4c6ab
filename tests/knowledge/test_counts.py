"""As many information sets as other systems have, and views and choices that follow from them."""

from __future__ import annotations

import pytest

from tests.knowledge.trees import information_sets, tree


@pytest.mark.parametrize(
    ("name", "options", "each"),
    [
        ("kuhn-poker", {}, 6),
        ("leduc-poker", {}, 468),
        pytest.param("liars-dice", {"dice_each": 1, "one_round": True}, 12_288, marks=pytest.mark.slow),
    ],
)
def test_as_many_information_sets_as_openspiel_has(name: str, options: dict[str, int], each: int) -> None:
    sets = information_sets(tree(name, **options))
    assert {seat: len(found) for seat, found in sets.items()} == {0: each, 1: each}


@pytest.mark.parametrize("name", ["kuhn-poker", "rock-paper-scissors"])
def test_equal_stories_have_equal_views_and_equal_choices(name: str) -> None:
    for found in information_sets(tree(name)).values():
        for states in found.values():
            first, _ = states[0]
            for state, _ in states[1:]:
                assert state.view(state.seat) == first.view(first.seat)
                assert state.events_for(state.seat) == first.events_for(first.seat)
                assert [choice.label for choice in state.decision] == [c.label for c in first.decision]
