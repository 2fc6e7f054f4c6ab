"""Piles are clicked for the choices that take from them."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.web.knowledge import knowledge_of
from tests.web.cellar import CELLAR
from tests.web.serving import serving


def piles(state: hoyle.State) -> dict[str, set[str]]:
    """The piles of each kind of choice of who is to choose."""
    found: dict[str, set[str]] = {}
    for offered in knowledge_of(state, state.decision.seat).choices:
        found.setdefault(offered.action, set()).update(offered.zones)
    return found


def first(id: str, action: str) -> hoyle.State:
    """A position where that can be chosen."""
    for seed in range(50):
        state = hoyle.load(id).start(seed=seed)
        for _ in range(60):
            if state.over:
                break
            if any(choice.action == action for choice in state.decision):
                return state
            state.apply(seed % len(state.decision))
    raise AssertionError(f"nobody can {action} in {id}")


@pytest.mark.parametrize(
    ("id", "action", "wanted"),
    [
        ("blackjack", "hit", {"hit": {"deck"}, "stand": set()}),
        ("gin-rummy", "draw", {"draw": {"stock"}, "take": {"discards"}}),
        ("crazy-eights", "take", {"take": {"deck"}}),
        ("stop", "play", {"play": set()}),
        ("chess", "move", {"move": set()}),
    ],
)
def test_a_pile_stands_for_the_choice_that_takes_from_it(
    id: str, action: str, wanted: dict[str, set[str]]
) -> None:
    found = piles(first(id, action))
    assert wanted.items() >= {name: found[name] for name in found.keys() & wanted.keys()}.items()
    assert found[action] == wanted[action]


def test_why_nothing_is_taken_from_a_pile(tmp_path: Path) -> None:
    file = tmp_path / "cellar.yaml"
    file.write_text(CELLAR)
    with serving(file) as server:
        table = server.table("cellar", bots=[None, None])
        people = [server.sit(table, seat) for seat in range(2)]
        people[0].turn()
        for what, answer in (("deck", "it is possible"), ("thrown", "none of your choices")):
            people[0].say("why", what=what)
            assert people[0].hear_of("why")["text"].startswith(answer)
        label = [one["label"] for one in people[0].frames[-1]["choices"]].index("draw")
        people[0].choose(people[0].frames[-1], label)
        people[1].turn()
        people[1].say("why", what="deck")
        assert people[1].hear_of("why")["text"] == "with five cards or more nobody draws"
        for one in people:
            one.close()


def test_what_a_choice_adds_cites_its_rule_too(tmp_path: Path) -> None:
    """A rider, such as declaring a last card, stands on the rule that allows it."""
    file = tmp_path / "cellar.yaml"
    file.write_text(CELLAR)
    game = hoyle.load(str(file))
    for seed in range(40):
        state = game.start(seed=seed)
        for offered in knowledge_of(state, state.decision.seat).choices:
            if offered.label.startswith("lay"):
                assert ("quiet" in offered.rules) == offered.label.endswith("loudly")
                if offered.label.endswith("loudly"):
                    return
    raise AssertionError("nobody can lay a card loudly")
