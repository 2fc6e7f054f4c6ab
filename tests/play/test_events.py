"""Events tell the whole story; a seat's events tell only what it could know."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import hoyle
from tests.play.playing import NAMES, loaded, play_on, random_game, waiting, written

FIELDS = {
    "start": {"ruleset", "hash", "players", "options", "seed"},
    "shuffle": {"zone", "order"},
    "random": {"label", "value"},
    "decide": {"seat", "name", "choices", "pick"},
    "move": {"piece", "from", "to"},
    "reveal": {"pieces", "to"},
    "set": {"name", "value"},
    "score": {"scores"},
    "round": {"number"},
    "end": {"scores", "winners"},
}
MAY_HAVE = {"move": {"bottom"}, "set": {"index"}, "score": {"gained"}}


@pytest.mark.parametrize("name", NAMES)
def test_every_event_has_its_fields(name: str) -> None:
    game = loaded(name)
    state = play_on(game.start(max(game.player_counts), 4), 4, most=150)
    events = state.events
    assert events[0]["event"] == "start"
    assert events[0]["hash"] == game.hash
    for event in events:
        fields = set(event) - {"event"}
        assert fields >= FIELDS[event["event"]]
        assert fields <= FIELDS[event["event"]] | MAY_HAVE.get(event["event"], set())
    if state.over:
        assert events[-1] == {
            "event": "end", "scores": list(state.result.scores), "winners": list(state.result.winners)
        }  # fmt: skip
    decides = [event for event in events if event["event"] == "decide"]
    assert len(decides) == state.decisions
    assert all(event["pick"] in event["choices"] for event in decides)


@pytest.mark.parametrize("name", NAMES)
def test_the_moves_tell_where_every_piece_is(name: str) -> None:
    """Zones begin as the pieces start; from there on their contents follow from the moves alone."""
    game = loaded(name)
    state = play_on(game.start(min(game.player_counts), 6), 6, most=120)
    pieces, zones = state.game.labels(state.build).pieces, state.plan.zone_names
    told = {zone: Counter[str]() for zone in zones}
    for piece, handle in enumerate(state.build.starts(*blank(state))):
        told[zones[handle]][pieces[piece]] += 1
    for event in state.events:
        if event["event"] == "move":
            assert told[event["from"]][event["piece"]] > 0, event
            told[event["from"]][event["piece"]] -= 1
            told[event["to"]][event["piece"]] += 1
        elif event["event"] == "shuffle":
            assert Counter(event["order"]) == +told[event["zone"]], (
                "a shuffle changes the order, not the pieces"
            )
    for handle, zone in enumerate(zones):
        assert +told[zone] == Counter(pieces[piece] for piece in state.z[handle]), zone


def blank(state: hoyle.State) -> tuple[list[Any], list[list[int]]]:
    """Numbers and zones as they are when the first round is set up."""
    numbers: list[Any] = [0] * len(state.v)
    numbers[state.plan.layout.slots["round_number"].base] = 1
    return numbers, [[] for _ in state.z]


def test_events_since_a_mark() -> None:
    state = loaded("stop").start(players=3, seed=2)
    mark = state.mark()
    assert state.events_since(mark) == []
    state.apply(0)
    news = state.events_since(mark)
    assert news[0]["event"] == "decide"
    assert state.events[:mark] + news == state.events
    other = state.mark()
    state.apply(0)
    assert state.events_since(mark)[: len(news)] == news
    assert state.events_since(other)[0]["event"] == "decide"


def test_events_are_the_same_whether_recorded_or_replayed() -> None:
    for name in ("stop", "one-more", "if-zero-stop", "liars-dice"):
        game = loaded(name)
        recorded, played = (game.start(3, 9, record=record) for record in (True, False))
        assert play_on(recorded, 9, most=60).events == play_on(played, 9, most=60).events


def test_asking_for_events_on_the_way_changes_nothing() -> None:
    asked, silent = (loaded("stop").start(players=4, seed=3) for _ in range(2))
    for waits in waiting(asked, 5, most=80):
        if waits.decisions % 7 == 0:
            assert waits.events[0]["event"] == "start"
    play_on(silent, 5, most=80)
    assert asked == silent
    assert asked.events == silent.events


def test_copies_share_a_past_and_not_a_future() -> None:
    state = play_on(loaded("stop").start(players=4, seed=3), 5, most=10)
    past = state.events
    one, two = state.copy(), state.copy()
    one.apply(0)
    two.apply(len(two.decision) - 1)
    assert one.events[: len(past)] == two.events[: len(past)] == past
    assert state.events == past


def test_decisions_replayed_give_the_same_events() -> None:
    state = random_game("one-more", 4, 12)
    replay = loaded("one-more").start(4, 12)
    for event in state.events:
        if event["event"] == "decide":
            replay.apply(event["pick"])
    assert replay == state
    assert replay.events == state.events


# ---------------------------------------------------------------- what a seat saw


def strings_in(value: Any) -> set[str]:
    if isinstance(value, dict):
        return {text for item in value.values() for text in strings_in(item)}
    if isinstance(value, list | tuple):
        return {text for item in value for text in strings_in(item)}
    return {value} if isinstance(value, str) else set()


def test_a_seat_sees_its_own_cards_and_not_the_others() -> None:
    state = loaded("kuhn-poker").start(seed=5)
    hands = [state.get("hand", seat)[0] for seat in (0, 1)]
    for seat in (0, 1):
        moves = [event for event in state.events_for(seat) if event["event"] == "move"]
        assert [event["piece"] for event in moves] == [
            hands[0] if seat == 0 else None,
            hands[1] if seat else None,
        ]
        assert hands[1 - seat] not in strings_in(state.events_for(seat))
    assert not {"jack", "queen", "king"} & strings_in(state.events_for(None))
    state.apply("bet")
    state.apply("bet")
    assert state.over
    for watcher in (0, 1, None):
        told = [event for event in state.events_for(watcher) if event["event"] == "reveal"]
        assert sorted(card for event in told for card in event["pieces"]) == sorted(hands)


def test_the_seed_is_told_to_nobody_at_the_table() -> None:
    state = loaded("stop").start(players=3, seed=987654)
    assert state.events[0]["seed"] == 987654
    for seat in (0, 1, 2, None):
        assert state.events_for(seat)[0]["seed"] is None
        assert "987654" not in repr(state.view(seat)) + repr(state.events_for(seat))


def is_part_of(told: dict[str, Any], event: dict[str, Any]) -> bool:
    """Whether an event is what somebody may have noticed of another one."""
    for key, value in told.items():
        if key == "shown" or value is None or value == event.get(key):
            continue
        if key == "pick":  # a label with dots for what the seat does not know
            if re.fullmatch(".+".join(map(re.escape, value.split("…"))), event[key]):
                continue
            return False
        if isinstance(event[key], list) and all(item == value for item in event[key]):
            continue  # what all of many are set to, without how many there are
        if key == "pieces" and sorted(map(str, value)) == sorted(event[key]):
            continue  # in which order they lie in a hand is not shown
        if not isinstance(value, list) or len(value) != len(event[key]):
            return False
        if any(item not in (None, other) for item, other in zip(value, event[key], strict=True)):
            return False
    return set(told) - {"shown"} == set(event)


@pytest.mark.parametrize("name", NAMES)
def test_a_seat_is_told_nothing_that_did_not_happen(name: str) -> None:
    game = loaded(name)
    state = play_on(game.start(max(game.player_counts), 8), 8, most=100)
    events = state.events
    for seat in (0, max(game.player_counts) - 1, None):
        masked = state.events_for(seat)
        assert [told for told in masked if told["event"] in ("round", "score", "end")] == [
            event for event in events if event["event"] in ("round", "score", "end")
        ]
        left = iter(events)
        waiting: list[dict[str, Any]] = []  # pieces that go back all at once: their order tells nothing
        for told in masked:
            for number, event in enumerate(waiting):
                if is_part_of(told, event):
                    del waiting[number]
                    break
            else:
                for event in left:
                    if is_part_of(told, event):
                        break
                    waiting.append(event)
                else:
                    raise AssertionError(told)
        own = [event for event in masked if event["event"] == "decide" and event["seat"] == seat]
        assert all(event["choices"] for event in own)
        assert all(event["pick"] for event in own)


NEXT = """\
hoyle: 1
id: next
title: Next
players:
  count: 3
  active(player p): lives[p] > 0
state:
  round:
    lives: int per player = 2
rules:
  round:
    do: |
      lives[next(seat(0))] = 0
      lives[next(seat(0))] -= 2
      choose for seat(0):
        go: nothing
"""


def test_an_event_names_what_was_set_though_the_next_player_is_another_now(tmp_path: Path) -> None:
    events = hoyle.load(str(written(tmp_path, NEXT))).start(3, 1).events
    assert [(event["index"], event["value"]) for event in events if "index" in event] == [(1, 0), (2, 0)]
