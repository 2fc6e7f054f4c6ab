"""What a seat has seen, and what play has proved, is kept in its worlds; nothing is invented there."""

from __future__ import annotations

import os
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import count
from typing import Any

import pytest

import hoyle
from hoyle.random import Stream
from tests.play.playing import loaded, play_on, waiting


def test_cards_passed_on_are_known_until_they_are_played() -> None:
    state = loaded("hearts").start(4, 3)
    held = set(state.get("hand", 0))
    for _ in range(4):
        state.apply(0)
    passed = held - set(state.get("hand", 0))
    assert len(passed) == 3
    for seed in range(20):
        assert passed <= set(state.determinise(0, seed).get("hand", 1))


def test_cards_that_were_played_do_not_come_back() -> None:
    state = play_on(loaded("briscola").start(4, 3), 3, most=24)
    played = {
        event["piece"] for event in state.events if event["event"] == "move" and "hand" in event["from"]
    }
    for seed in range(20):
        world = state.determinise(state.seat, seed)
        held = [card for seat in range(4) for card in world.get("hand", seat)]
        assert not played & set(held)


def test_hands_have_their_sizes_before_cards_are_passed() -> None:
    for seed in range(5):
        state = loaded("hearts").start(4, seed)
        world = state.determinise(state.seat, seed)
        assert [len(world.get("hand", seat)) for seat in range(4)] == [13] * 4
        assert play_on(world, seed, most=60).decisions >= 56


def test_voids_are_kept() -> None:
    """Who did not follow suit holds none of it; every world is a position that the cards shown lead to."""
    looked = 0
    for number, state in enumerate(waiting(loaded("hearts").start(4, 8), 8, most=50)):
        if number < 12 or number % 5 or state.seat < 0:
            continue
        voids = proved_voids(state)
        for seed in range(5):
            world = state.determinise(state.seat, seed)
            assert world.exact
            for seat, suit in voids:
                looked += 1
                assert not any(card.endswith(suit) for card in world.get("hand", seat))
    assert looked >= 50


def proved_voids(state: hoyle.State) -> set[tuple[int, str]]:
    """Who did not follow which suit in this round."""
    found: set[tuple[int, str]] = set()
    trick: list[tuple[int, str]] = []
    for event in state.events:
        if event["event"] == "round":
            found, trick = set(), []
        elif event["event"] == "move" and event["to"].startswith("played"):
            seat, suit = int(event["to"][7:-1]), event["piece"].split()[-1]
            if len(trick) == 4:
                trick = []
            trick.append((seat, suit))
            if suit != trick[0][1]:
                found.add((seat, trick[0][1]))
    return found


def test_a_seat_sees_what_it_has_chosen_unseen() -> None:
    state = loaded("rock-paper-scissors").start(seed=1)
    state.apply("show paper")
    assert state.view(0)["decision"]["chosen"] == "show paper"
    assert "chosen" not in state.view(None)["decision"]


def test_dice_out_of_play_stay_out() -> None:
    state = loaded("liars-dice").start(3, 4)
    stream = Stream(4)
    while state.rounds < 3:
        state.apply(stream.below(len(state.decision)))
    for seed in range(10):
        world = state.determinise(0, seed)
        assert [len(world.get("cup", seat)) for seat in range(3)] == [
            len(state.get("cup", s)) for s in range(3)
        ]
        assert world.view(0) == state.view(0)


# ------------------------------------------------------------------ cards that can be followed
def followed(events: list[dict[str, Any]]) -> dict[str, Counter[str]]:
    """Which cards surely lie in which hand, as one reads it off the events that a seat is told."""
    known: dict[str, Counter[str]] = defaultdict(Counter)
    for event in events:
        match event:
            case {"event": "round"}:
                known.clear()
            case {"event": "move", "piece": None, "from": str(source)}:
                known[source].clear()
            case {"event": "move", "piece": str(card), "from": str(source), "to": str(target)}:
                known[source][card] -= known[source][card] > 0
                if target.startswith("hand"):
                    known[target][card] += 1
    return known


@pytest.mark.parametrize(
    ("name", "players", "seeds"),
    [("go-fish", 3, range(2)), ("go-fish", 2, range(3)), ("stop", 3, range(16))],
)
def test_cards_that_can_be_followed_stay_where_they_are(name: str, players: int, seeds: range) -> None:
    """Handed over in go fish, hands exchanged in Stop: in worlds that fit, and in others."""
    looked = 0
    for seed in seeds:
        for number, state in enumerate(waiting(loaded(name).start(players, seed), seed, most=45)):
            known = followed(state.events_for(0)) if number % 5 == 4 else {}
            held = {seat: known[f"hand[{seat}]"] for seat in range(1, players) if f"hand[{seat}]" in known}
            if not any(held.values()):
                continue
            for tries in (None, 0):
                world = state.determinise(0, number, tries)
                for seat, cards in held.items():
                    looked += cards.total()
                    assert cards <= Counter(world.get("hand", seat)), (seed, number, tries)
    assert looked >= 40


def test_who_had_to_draw_in_stop_had_nothing_that_fits() -> None:
    """A player on turn who draws one card without being asked holds no card that could have been laid."""
    looked = 0
    for seed in range(12):
        before: hoyle.State | None = None
        for state in waiting(loaded("stop").start(3, seed, {"jump_in": False}), seed, most=40):
            for seat, colour, kind in had_to_draw(before, state):
                for number in range(3):
                    world = state.determinise(state.seat, number)
                    for card in world.get("hand", seat)[:-1] if world.exact else ():
                        looked += 1  # a jolly alone cannot be laid
                        assert card == "jolly" or not {colour, kind} & set(card.split())
            before = state.copy()
    assert looked >= 100


def had_to_draw(before: hoyle.State | None, state: hoyle.State) -> Iterator[tuple[int, str, str]]:
    """Who could not lay a card since the last one was laid in turn, and which card that was."""
    if before is None or before.rounds != state.rounds or before.decision.name != "turn":
        return
    top = state.get("discard")[-1].split()
    moved = [e for e in state.events[len(before.events) :] if e["event"] == "move"]
    laid = [e for e in moved if e["to"] == "discard"]
    if len(laid) != 1 or not top[-1].isdigit():
        return
    for seat in {0, 1, 2} - {before.seat, state.seat}:
        drawn = [e for e in moved if e["to"] == f"hand[{seat}]"]
        if len(drawn) == 1 and drawn[0]["from"] == "deck":
            yield seat, top[0], top[-1]


def test_who_asks_in_go_fish_holds_what_he_asks_for() -> None:
    looked = 0
    for seed in range(4):
        for state in waiting(loaded("go-fish").start(3, seed), seed, most=30):
            seat, rank = asked_in_vain(state.events)
            for number in range(0 if seat in (-1, state.seat) else 3):
                world = state.determinise(state.seat, number)
                looked += world.exact
                assert not world.exact or any(
                    card.startswith(f"{rank} of") for card in world.get("hand", seat)
                )
    assert looked >= 60


def asked_in_vain(events: list[dict[str, Any]]) -> tuple[int, str]:
    """Who asked last and was given nothing, and for what; nobody if he has laid cards since."""
    last = max((n for n, event in enumerate(events) if event["event"] == "decide"), default=None)
    if last is None or any(e["event"] == "move" and e["from"] != "deck" for e in events[last:]):
        return -1, ""
    return events[last]["seat"], events[last]["pick"].split()[-1]


def test_what_waiting_rules_hold_is_in_every_view() -> None:
    """Who exchanges with whom, and for which card: everybody was told, and nothing on the table says it."""
    looked = 0
    for seed in range(6):
        for state in waiting(loaded("one-more").start(4, seed), seed):
            if state.decision.name == "trade":
                looked += 1
                for seat in (*range(4), None):
                    turn, trade = state.view(seat)["waiting"][-2:]
                    assert (turn["rule"], trade["rule"]) == ("turn", "trade")
                    assert turn["locals"]["c"] == state.view(seat)["zones"]["table"][0]
                    assert tuple(trade["locals"]["pair"]) == state.decision.seats
    assert looked


def test_what_hangs_on_something_hidden_is_not() -> None:
    """In euchre nobody is told which card the dealer took up and where it lies."""
    looked = 0
    for seed in range(6):
        for state in waiting(loaded("euchre").start(4, seed), seed, most=8):
            if state.decision.name == "lay_away":
                looked += 1
                assert state.view(None)["waiting"][-1]["locals"]["given"] == "?"
    assert looked


# ------------------------------------------------------------------ at length
@pytest.mark.slow
def test_no_deal_of_hearts_contradicts_what_was_shown() -> None:
    """So many deals as HOYLE_DEALS says: sizes of hands, own hand, voids, cards that can be followed."""
    wanted, deals = int(os.environ.get("HOYLE_DEALS", "1000")), 0
    inexact = 0
    for seed in count():
        for number, state in enumerate(waiting(loaded("hearts").start(4, seed), seed, most=56)):
            if number % 8 != seed % 8:
                continue
            voids, known = proved_voids(state), followed(state.events_for(state.seat))
            sizes = [len(state.get("hand", seat)) for seat in range(4)]
            events = state.events
            began = max(n for n, event in enumerate(events) if event["event"] == "round")
            moves = [event for event in events[began:] if event["event"] == "move"]
            played = {event["piece"] for event in moves if event["to"].startswith("played")}
            for one in range(400):
                world = state.determinise(state.seat, one)
                deals, inexact = deals + 1, inexact + (not world.exact)
                hands = [world.get("hand", seat) for seat in range(4)]
                assert [len(hand) for hand in hands] == sizes
                assert hands[state.seat] == state.get("hand", state.seat)
                assert not [(s, suit) for s, suit in voids if any(c.endswith(suit) for c in hands[s])]
                assert all(known[f"hand[{s}]"] <= Counter(hands[s]) for s in range(4))
                assert not played & {card for hand in hands for card in hand}
        if deals >= wanted:
            break
    print(f"{deals:,} deals of hearts, none of them inconsistent, {inexact:,} not exact")
