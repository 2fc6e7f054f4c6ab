"""A state as data: JSON out and in, here and in another process, and what is not a saved state."""

from __future__ import annotations

import copy
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.random import Stream
from tests.play.playing import labels, loaded, play_on, written

ROOT = Path(__file__).parents[2]

Change = Callable[[dict[str, Any]], object]


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
import hoyle
from hoyle.random import Stream
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


def lacks(key: str) -> Change:
    return lambda data: data.pop(key)


def has(key: str, value: Any) -> Change:
    return lambda data: data.update({key: value})


KEYS = (
    "hoyle", "version", "hash", "players", "options", "chance", "seed", "numbers", "zones", "frames", "seat",
    "random", "over", "rounds", "decisions", "history",
)  # fmt: skip
DAMAGES: dict[str, Change] = {
    **{f"no {key}": lacks(key) for key in KEYS},
    "another kind of file": has("hoyle", "trace"),
    "another version": has("version", 2),
    "another ruleset": has("hash", "0" * 16),
    "too many players": has("players", 99),
    "players in words": has("players", "three"),
    "an option out of range": has("options", {"hand_size": 1000}),
    "an unknown option": has("options", {"unknown": 1}),
    "options of no kind": has("options", None),
    "another kind of chance": has("chance", "stepped"),
    "an unknown kind of chance": has("chance", "loaded"),
    "a seed in words": has("seed", "seven"),
    "a seed below zero": has("seed", -1),
    "no numbers at all": has("numbers", None),
    "numbers in words": has("numbers", "many"),
    "a number too few": lambda data: data["numbers"].pop(),
    "a number of a list": lambda data: data["numbers"].__setitem__(0, [1, 2]),
    "a number that is too large": lambda data: data["numbers"].__setitem__(0, 10**12),
    "zones of no kind": has("zones", {}),
    "zones too few": has("zones", [[0, 1, 2]]),
    "an empty zone too few": lambda data: data["zones"].pop(),
    "a piece twice": lambda data: data["zones"][1].append(data["zones"][0][0]),
    "a piece lost": lambda data: data["zones"][0].pop(),
    "a piece elsewhere than it says": lambda data: data["zones"][1].append(data["zones"][0].pop()),
    "no frames at all": has("frames", []),
    "an empty frame": has("frames", [[]]),
    "frames in words": has("frames", "top"),
    "a top frame of nowhere": lambda data: data["frames"][-1].__setitem__(0, 99_999),
    "a lower frame of nowhere": lambda data: data["frames"][0].__setitem__(0, 99_999),
    "a lower frame below zero": lambda data: data["frames"][0].__setitem__(0, -1),
    "a top frame too short": lambda data: data["frames"][-1].pop(),
    "a lower frame too long": lambda data: data["frames"][0].append(5),
    "a seat that is not there": has("seat", 17),
    "a seat that is not asked": lambda data: data.update(seat=(data["seat"] + 1) % 3),
    "a seat in words": has("seat", "north"),
    "random that is no hexadecimal number": has("random", "no hex"),
    "random that is a number": has("random", 5),
    "random of 160 bits": has("random", "1" * 40),
    "random below zero": has("random", "-1"),
    "over in the middle": has("over", True),
    "decisions below zero": has("decisions", -5),
    "rounds of no kind": has("rounds", None),
    "a history of no kind": has("history", None),
    "a history below zero": lambda data: data["history"].__setitem__(0, -1),
    "a history that is too short": lambda data: data["history"].pop(),
}  # fmt: skip


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_state_is_refused(damage: str) -> None:
    data = copy.deepcopy(saved(players=3))
    DAMAGES[damage](data)
    with pytest.raises(hoyle.StartError):
        loaded("stop").resume(data)


@pytest.mark.parametrize(
    "data", [None, 5, "text", [], {}, {"hoyle": "state"}, {"hoyle": "state", "version": 1}]
)
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


def test_the_history_is_what_was_picked() -> None:
    state = play_on(loaded("stop").start(players=3, seed=1), 4, most=30)
    replay = loaded("stop").start(players=3, seed=1)
    for index in state.picks():
        replay.apply(index)
    assert replay == state


@pytest.mark.parametrize("game", ["nim", "stop", "crazy-eights"])
def test_a_history_that_leads_elsewhere_is_told_where_it_is_needed(game: str) -> None:
    state = hoyle.load(game).start(seed=5)
    for _ in range(6):
        state.apply(0)
    data = state.to_json()
    for changed in ([*data["history"][:2], 1, *data["history"][3:]], [9] * 6):
        damaged = state.game.resume(data | {"history": changed})
        damaged.apply(len(damaged.decision) - 1)  # playing on needs no past
        for seat in (None, 0):
            with pytest.raises(hoyle.StartError, match="its `history` leads elsewhere"):
                damaged.events_for(seat)
    whole = state.game.resume(data)
    assert whole.events == state.events
    assert whole.view(0) == state.view(0)
