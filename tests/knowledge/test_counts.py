"""As many information sets as other systems have, and views and choices that follow from them."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from tests.knowledge.trees import information_sets, tree

DARK_HEX = "tests/knowledge/dark_hex.yaml"
"""A game in which what the other does is not told, only that it was done."""


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


# ------------------------------------------------------------------ counted by OpenSpiel in the same run
@pytest.mark.parametrize(
    ("name", "options", "other", "each"),
    [
        ("goofspiel", {"cards": 3, "order": "downward"}, "num_cards=3,points_order=descending", (8, 8)),
        ("goofspiel", {"cards": 3, "order": "shuffled"}, "num_cards=3,points_order=random", (45, 45)),
        ("goofspiel", {"cards": 4, "order": "upward"}, "num_cards=4,points_order=ascending", (81, 81)),
        (DARK_HEX, {"columns": 2, "rows": 2}, "num_cols=2,num_rows=2", (33, 101)),
        pytest.param(
            DARK_HEX, {"columns": 3, "rows": 2}, "num_cols=3,num_rows=2", (3373, 8349), marks=pytest.mark.slow
        ),
        pytest.param(
            DARK_HEX,
            {"columns": 2, "rows": 3},
            "num_cols=2,num_rows=3",
            (3823, 16019),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_as_many_information_sets_where_choices_are_not_told(
    name: str, options: dict[str, Any], other: str, each: tuple[int, int]
) -> None:
    """OpenSpiel is asked, too, where it is installed (the extra `crosscheck`)."""
    if name == DARK_HEX:
        kind, least = f"dark_hex(obstype=reveal-numturns,{other})", 1
    else:  # its last bid, which is forced, is no decision in OpenSpiel
        kind, least = f"goofspiel(imp_info=True,{other})", 2
        options = options | {"hidden_bids": True}
    sets = information_sets(tree(name, **options))
    counts = [sum(len(states[0][0].c) >= least for states in sets[seat].values()) for seat in (0, 1)]
    assert tuple(counts) == each
    pyspiel = pytest.importorskip("pyspiel")
    assert counted_by(pyspiel.load_game(kind)) == list(each)


def counted_by(game: Any) -> list[int]:
    """How many information sets with a choice another system has, for each of two players."""
    found: dict[int, set[str]] = defaultdict(set)
    waiting = [game.new_initial_state()]
    while waiting:
        state = waiting.pop()
        if state.is_terminal():
            continue
        if state.is_chance_node():
            waiting += [state.child(outcome) for outcome, _ in state.chance_outcomes()]
        elif state.is_simultaneous_node():
            one, other = ([*state.legal_actions(player)] for player in (0, 1))
            for player, able in enumerate((one, other)):
                if len(able) > 1:
                    found[player].add(state.information_state_string(player))
            for first in one:
                for second in other:
                    after = state.clone()
                    after.apply_actions([first, second])
                    waiting.append(after)
        else:
            player = state.current_player()
            found[player].add(state.information_state_string(player))
            waiting += [state.child(action) for action in state.legal_actions()]
    return [len(found[0]), len(found[1])]


@pytest.mark.parametrize("name", ["kuhn-poker", "rock-paper-scissors"])
def test_equal_stories_have_equal_views_and_equal_choices(name: str) -> None:
    for found in information_sets(tree(name)).values():
        for states in found.values():
            first, _ = states[0]
            for state, _ in states[1:]:
                assert state.view(state.seat) == first.view(first.seat)
                assert state.events_for(state.seat) == first.events_for(first.seat)
                assert [choice.label for choice in state.decision] == [c.label for c in first.decision]
