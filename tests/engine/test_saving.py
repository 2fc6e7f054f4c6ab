"""A state as data: JSON out and in, here and in another process, and what is not a saved state."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import interpreter as hoyle
from tests.engine.playing import labels, loaded, play_on, waiting, written

ROOT = Path(__file__).parents[2]


def saved(name: str = "stop", decisions: int = 12, **settings: Any) -> dict[str, Any]:
    return play_on(loaded(name).start(seed=3, **settings), 3, most=decisions).to_json()


def test_a_saved_state_is_plain_json() -> None:
    data = saved(players=3)
    assert json.loads(json.dumps(data)) == data
    assert list(data)[:5] == ["hoyle", "version", "ruleset", "hash", "players"]


@pytest.mark.parametrize("chance", ["sampled", "stepped"])
def test_a_resumed_state_goes_on_like_the_original(chance: str) -> None:
    for name in ("stop", "one-more", "hearts", "liars-dice", "rock-paper-scissors"):
        game = loaded(name)
        state = play_on(game.start(max(game.player_counts), 5, None, chance), 5, most=9)  # type: ignore[arg-type]
        if state.over:
            continue
        back = game.resume(json.loads(json.dumps(state.to_json())))
        assert back == state
        assert back.decision.seat == state.decision.seat
        assert labels(back) == labels(state)
        assert back.picks() == state.picks()
        play_on(state, 8, most=150)
        play_on(back, 8, most=150)
        assert back == state
        assert back.events == state.events


def test_a_match_that_is_over_can_be_saved() -> None:
    game = loaded("tic-tac-toe")
    state = play_on(game.start(), 2)
    back = game.resume(state.to_json())
    assert back.over
    assert back == state
    assert back.result == state.result
    assert back.events == state.events


OTHER = """
import json, sys
import interpreter as hoyle
from interpreter.engine.random import Stream
told = json.load(sys.stdin)
game = hoyle.load(told["ruleset"])
state = game.resume(told["state"])
stream = Stream(told["seed"])
first = [choice.label for choice in state.decision.choices]
while not state.over:
    state.apply(stream.below(len(state.decision)))
json.dump({"first": first, "state": state.to_json(), "events": state.events}, sys.stdout)
"""


def in_another_process(told: dict[str, Any], hash_seed: str) -> Any:
    done = subprocess.run(
        [sys.executable, "-c", OTHER],
        input=json.dumps(told),
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


@pytest.mark.parametrize("name", ["stop", "mister-zero"])
def test_another_process_goes_on_alike(name: str) -> None:
    game = loaded(name)
    state = play_on(game.start(players=4, seed=11), 11, most=13)
    here = json.loads(json.dumps({"first": labels(state), "state": state.to_json()}))
    told = {"ruleset": name, "state": state.to_json(), "seed": 21}
    one, two = in_another_process(told, "1"), in_another_process(told, "4242")
    assert one == two
    assert one["first"] == here["first"]
    play_on(state, 21)
    assert one["state"] == json.loads(json.dumps(state.to_json()))
    assert one["events"] == json.loads(json.dumps(state.events))


# ---------------------------------------------------------------- what is not a saved state


def without(key: str) -> Any:
    def change(data: dict[str, Any]) -> None:
        del data[key]

    return change


def with_(key: str, value: Any) -> Any:
    def change(data: dict[str, Any]) -> None:
        data[key] = value

    return change


def shorten(key: str) -> Any:
    def change(data: dict[str, Any]) -> None:
        data[key] = data[key][:-1]

    return change


def double_a_piece(data: dict[str, Any]) -> None:
    data["zones"][1].append(data["zones"][0][0])


def lose_a_piece(data: dict[str, Any]) -> None:
    data["zones"][0].pop()


def move_a_piece_behind_the_back_of_its_zone(data: dict[str, Any]) -> None:
    data["zones"][1].append(data["zones"][0].pop())


def change_the_top_frame(data: dict[str, Any]) -> None:
    data["frames"][-1][0] = 99_999


def an_early_frame_of_nowhere(data: dict[str, Any]) -> None:
    data["frames"][0][0] = 99_999


def an_early_frame_of_nowhere_negative(data: dict[str, Any]) -> None:
    data["frames"][0][0] = -1


def shorten_the_top_frame(data: dict[str, Any]) -> None:
    data["frames"][-1] = data["frames"][-1][:-1]


def shorten_the_first_frame(data: dict[str, Any]) -> None:
    data["frames"][0] = [*data["frames"][0], 5]


DAMAGES = [
    *(without(key) for key in saved(players=3) if key not in ("position",)),
    with_("hoyle", "trace"),
    with_("version", 2),
    with_("hash", "0" * 16),
    with_("players", 99),
    with_("players", "three"),
    with_("options", {"hand_size": 1000}),
    with_("options", {"unknown": 1}),
    with_("options", None),
    with_("chance", "stepped"),
    with_("chance", "loaded"),
    with_("seed", "seven"),
    with_("seed", -1),
    with_("numbers", None),
    with_("numbers", "many"),
    with_("zones", {}),
    with_("zones", [[0, 1, 2]]),
    with_("frames", []),
    with_("frames", [[]]),
    with_("frames", "top"),
    with_("seat", 17),
    with_("seat", "north"),
    with_("random", "no hex"),
    with_("random", 5),
    with_("random", "1" * 40),
    with_("random", "-1"),
    with_("over", True),
    with_("decisions", -5),
    with_("rounds", None),
    with_("history", None),
    with_("history", [-1]),
    shorten("numbers"),
    shorten("zones"),
    shorten("history"),
    double_a_piece,
    lose_a_piece,
    move_a_piece_behind_the_back_of_its_zone,
    change_the_top_frame,
    an_early_frame_of_nowhere,
    an_early_frame_of_nowhere_negative,
    shorten_the_top_frame,
    shorten_the_first_frame,
]


@pytest.mark.parametrize("number", range(len(DAMAGES)))
def test_a_damaged_state_is_refused(number: int) -> None:
    data = copy.deepcopy(saved(players=3))
    DAMAGES[number](data)
    with pytest.raises(hoyle.StartError):
        loaded("stop").resume(data)


@pytest.mark.parametrize("data", [None, 5, "text", [], {}, {"hoyle": "state"}, {"hoyle": "state", "version": 1}])
def test_what_is_no_state_at_all(data: Any) -> None:
    with pytest.raises(hoyle.StartError):
        loaded("stop").resume(data)


def test_the_state_of_another_ruleset_is_refused_by_name() -> None:
    data = saved("tic-tac-toe", 2)
    with pytest.raises(hoyle.StartError) as caught:
        loaded("kuhn-poker").resume(data)
    game, other = loaded("kuhn-poker"), loaded("tic-tac-toe")
    assert str(caught.value) == (
        f"this state belongs to tic-tac-toe {other.hash}, not to kuhn-poker {game.hash}"
    )


def test_a_state_from_before_a_rule_changed_is_refused(tmp_path: Path) -> None:
    text = Path(loaded("tic-tac-toe").path or "").read_text(encoding="utf-8")
    before = hoyle.load(written(tmp_path, text))
    after = hoyle.load(written(tmp_path, text.replace("full(): end round", "full(): end match")))
    state = before.start()
    assert before.resume(state.to_json()) == state
    with pytest.raises(hoyle.StartError):
        after.resume(state.to_json())


def test_random_damage_never_ends_in_anything_but_a_start_error() -> None:
    """Any one number of a saved state changed: it is refused, or it is a state that can be looked at."""
    from interpreter.engine.random import Stream

    stream = Stream(1)
    data = saved(players=3)
    game = loaded("stop")
    for _ in range(300):
        damaged = copy.deepcopy(data)
        key = ("numbers", "zones", "frames", "history")[stream.below(4)]
        where = damaged[key]
        while where and isinstance(where[index := stream.below(len(where))], list) and where[index]:
            where = where[index]
        where[index] = (-7, 0, 1, 3, 50, 200, 10**12)[stream.below(7)]
        try:
            state = game.resume(damaged)
        except hoyle.StartError:
            continue
        assert state.over or labels(state)


def test_the_history_is_of_the_game() -> None:
    state = loaded("stop").start(players=3, seed=1)
    picks = []
    for waits in waiting(state, 4, most=30):
        assert waits.picks() == picks
        picks.append(0)
        waits.picks()
        picks[-1] = -1
        break
    replay = loaded("stop").start(players=3, seed=1)
    for index in play_on(state, 4, most=30).picks():
        replay.apply(index)
    assert replay == state
