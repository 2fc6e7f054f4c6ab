"""Leaks that were found once, each in a small ruleset or at a bundled table: none of them is open."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import hoyle
from tests.play.playing import loaded, play_on, waiting, written

HEAD = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  rank: [one, two, three, four, five, six]
components:
  card: {has: {rank: rank}, make: {all: {rank: all}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
  table: {of: card, seen: face_up}
state:
  round:
    STATE
rules:
  round:
    do: |
      BODY
"""


def made(tmp_path: Path, body: str, state: str = "unused: int = 0") -> hoyle.Game:
    text = HEAD.replace("STATE", state.replace("\n", "\n    "))
    return hoyle.load(written(tmp_path, text.replace("BODY", body.replace("\n", "\n      "))))


def told(state: hoyle.State, seat: int | None) -> str:
    return json.dumps(state.events_for(seat))


def share_of_truth(name: str, players: int, what: Any, tries: int = 60) -> float:
    """How often a world has at some place what is really there."""
    same = 0
    for seed in range(tries):
        state = loaded(name).start(players, seed)
        same += what(state.determinise(0, 0)) == what(state)
    return same / tries


# ------------------------------------------------------------------ worlds
def test_chance_to_come_is_not_foreseen() -> None:
    def next_roll(state: hoyle.State) -> Any:
        state = state.copy()
        state.apply("roll")
        return [event["value"] for event in state.events if event["event"] == "random"][-1:]

    assert share_of_truth("pig", 2, next_roll) < 0.5


def test_the_next_deal_is_not_foreseen() -> None:
    def deal(state: hoyle.State) -> Any:
        state = play_on(state.copy(), 3, most=56)
        return state.get("hand", 0)

    assert share_of_truth("hearts", 4, deal, 20) < 0.2


def test_what_was_chosen_unseen_is_chosen_again() -> None:
    ends = Counter[str]()
    for seed in range(90):
        state = loaded("rock-paper-scissors").start(seed=1)
        state.apply(0)
        world = state.determinise(1, seed)
        world.apply(0)
        ends[str(world.result.scores)] += 1
    assert len(ends) == 3
    assert max(ends.values()) < 50


def test_hidden_variables_are_made_up(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "secret = random(1..6)\nfor each p in players: mine[p] = random(1..6)\n"
        "choose for seat(0):\n  go: nothing",
        "secret: 1..6 seen nobody = 1\nmine: 1..6 per player p seen owner = 1",
    )
    same = [0, 0]
    for seed in range(120):
        state = game.start(2, seed)
        world = state.determinise(0, 5)
        assert world.get("mine", 0) == state.get("mine", 0)
        same[0] += world.get("secret") == state.get("secret")
        same[1] += world.get("mine", 1) == state.get("mine", 1)
    assert max(same) < 45, "a sixth, if nothing is known"


def test_frames_that_name_a_hidden_piece(tmp_path: Path) -> None:
    game = made(tmp_path, "let c = top(deck)\nchoose for seat(0):\n  go: nothing\nmove c to table")
    same = 0
    for seed in range(120):
        state = game.start(2, seed)
        world = state.determinise(0, 5)
        state.apply(0)
        world.apply(0)
        same += world.get("table") == state.get("table")
    assert same < 45


@pytest.mark.parametrize(("name", "players"), [("kuhn-poker", 2), ("hearts", 4), ("stop", 3)])
def test_a_world_holds_nothing_of_the_past(name: str, players: int) -> None:
    state = play_on(loaded(name).start(players, 11), 11, most=2)
    world = state.determinise(0, 1)
    assert world.events[0]["seed"] is None
    for kept in (
        pickle.loads(pickle.dumps(world)),
        state.game.resume(json.loads(json.dumps(world.to_json()))),
    ):
        assert kept == world
        assert kept.events[0]["seed"] is None
        assert not kept.picks()
        deals = [event["order"] for event in state.events if event["event"] == "shuffle"]
        assert not any(event.get("order") in deals for event in kept.events if event["event"] == "shuffle")


def test_a_fixed_seed_is_no_permutation_of_the_truth() -> None:
    for seat, seed in ((0, 0), (1, 7)):
        same = 0
        for game_seed in range(60):
            state = loaded("kuhn-poker").start(2, game_seed)
            same += state.determinise(seat, seed).get("hand", 1 - seat) == state.get("hand", 1 - seat)
        assert 15 < same < 45, "one of two cards"


@pytest.mark.parametrize(("name", "players"), [("one-more", 4), ("stop", 4)])
def test_whoever_is_asked_has_a_choice(name: str, players: int) -> None:
    for number, state in enumerate(waiting(loaded(name).start(players, 5), 5, most=40)):
        if number % 4 == 0:
            for seat in (state.seat, (state.seat + 1) % players):
                world = state.determinise(seat, number, 30)
                assert world.over or len(world.decision)


def test_a_world_that_fails_stays_a_world(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "draw 2 from deck to hand[seat(1)]\nchoose for seat(0):\n  go:\n    move top(hand[seat(0)]) to table",
    )
    for seed in range(20):
        world = game.start(2, seed).determinise(0, 3)
        before = world.copy()
        for kept in (world, pickle.loads(pickle.dumps(world)), game.resume(world.to_json())):
            with pytest.raises(hoyle.PlayError):
                kept.apply("go")
            assert kept == before


# ------------------------------------------------------------------ events
def test_dice_in_a_cup_are_told_to_its_owner_alone() -> None:
    state = loaded("liars-dice").start(3, 4)
    for seat in (0, 1, 2, None):
        rolls = [event for event in state.events_for(seat) if event["event"] == "random"]
        assert len(rolls) == (0 if seat is None else 5)


def test_a_value_that_its_owner_sees_is_told_to_the_owner(tmp_path: Path) -> None:
    game = made(
        tmp_path, "mine[seat(1)] = random(1..6)\nchoose for seat(0):\n  go: nothing",
        "mine: int per player p seen owner = 0",
    )  # fmt: skip
    state = game.start(2, 3)
    value = state.get("mine", 1)
    rolls = {
        seat: [e["value"] for e in state.events_for(seat) if e["event"] == "random"] for seat in (0, 1, None)
    }
    assert rolls == {0: [], 1: [value], None: []}


def test_first_values_are_told_each_to_its_owner(tmp_path: Path) -> None:
    game = made(
        tmp_path, "choose for seat(0):\n  go: nothing", "mine: int per player p seen owner = 40 + position(p)"
    )
    state = game.start(2, 3)
    assert ("40" in told(state, 0), "41" in told(state, 0)) == (True, False)
    assert ("40" in told(state, 1), "41" in told(state, 1)) == (False, True)
    assert "40" not in told(state, None)


def test_each_gets_a_first_value_of_its_own(tmp_path: Path) -> None:
    game = made(
        tmp_path, "choose for seat(0):\n  go: nothing", "mine: int per player p seen owner = random(1..1000)"
    )
    values = [tuple(game.start(2, seed).get("mine", seat) for seat in (0, 1)) for seed in range(5)]
    assert any(one != two for one, two in values)


def test_pieces_that_go_back_are_gathered_in_no_order() -> None:
    """Where two hands are exchanged that nobody saw, everybody else is told the same."""
    state = play_on(loaded("one-more").start(3, 2), 2, most=400)
    events = state.events_for(None)
    first = next(n for n, event in enumerate(events) if event["event"] == "round" and event["number"] == 2)
    back = []
    for event in events[first + 1 :]:
        if event["event"] != "move":
            break
        back.append((event["piece"] is None, event["from"]))
    unseen = [zone for hidden, zone in back if hidden]
    assert unseen
    assert unseen == sorted(unseen), "by zones, and not by the numbers of the pieces"


def test_the_index_of_a_variable_names_no_hidden_piece(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "draw 1 from deck to hand[seat(1)]\nmark[top(hand[seat(1)])] = 3\nhidden[top(hand[seat(1)])] = 2\n"
        "draw 1 from deck to table\nface_up[top(table)] = false\nchoose for seat(0):\n  go: nothing",
        "mark: int per card = 0\nhidden: int per card seen nobody = 0",
    )
    for seed in range(5):
        state = game.start(2, seed)
        card, lying = state.get("hand", 1)[0], state.get("table")[0]
        for seat in (0, None):
            assert f'"{card}"' not in told(state, seat)
            assert f'"{lying}"' not in told(state, seat)
        assert f'"{card}"' in told(state, 1)


def test_a_value_kept_for_something_hidden(tmp_path: Path) -> None:
    game = made(
        tmp_path, "let kept = random(100..999)\nsecret = kept\nchoose for seat(0):\n  go: nothing",
        "secret: int seen nobody = 0",
    )  # fmt: skip
    state = game.start(2, 3)
    for seat in (0, 1, None):
        assert str(state.get("secret")) not in told(state, seat)


def test_labels_tell_others_what_they_see(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "draw 3 from deck to hand[seat(0)]\nchoose for seat(0):\n"
        '  keep "keep {c}"(c in hand[seat(0)]): nothing\n'
        "  put(cards in 2 of hand[seat(0)]): nothing",
    )
    for index, heard in ((0, "keep …"), (3, "put … and …")):
        state = game.start(2, 3)
        held = state.get("hand", 0)
        state.apply(index)
        for seat in (1, None):
            first = told(state, seat).partition('"round", "number": 2')[0]
            assert not any(f'"{card}"' in first for card in held)
            picks = [event["pick"] for event in state.events_for(seat) if event["event"] == "decide"]
            assert picks == [heard]
        assert all(f'"{card}"' in told(state, 0) for card in held)


def test_what_is_shown_to_each_alone_is_not_shown_to_who_watches(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "reveal top(deck) to seat(0)\nreveal top(deck) to seat(1)\nchoose for seat(0):\n  go: nothing",
    )
    state = game.start(2, 3)
    card = state.get("deck")[-1]
    assert card in told(state, 0)
    assert card in told(state, 1)
    assert card not in told(state, None)
    assert state.view(None)["zones"]["deck"][0] is None


def test_who_peeks_is_told_by_what_is_shown(tmp_path: Path) -> None:
    game = made(
        tmp_path,
        "draw 3 from deck to hand[seat(1)]\nlet c = random(hand[seat(1)])\nreveal c to seat(0)\n"
        "choose for seat(0):\n  go: nothing",
    )
    state = game.start(2, 3)
    names = [event["event"] for event in state.events_for(1)]
    assert "random" not in names, "the owner is not told which of his cards was looked at"
