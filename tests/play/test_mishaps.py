"""After a mishap a state is what it was: rules that fail, odd ways to copy, wrong words to the contract."""

from __future__ import annotations

import contextlib
import copy
import pickle
from pathlib import Path
from typing import Any

import pytest

import hoyle
from tests.play.playing import NAMES, labels, loaded, play_on, written

FAILING = """\
hoyle: 1
id: failing
title: Failing
players: 2
state:
  round:
    n: int = 0
match:
  score(player p): n
  wins: highest
rules:
  round:
    do: |
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        add: n += 1
        break:
          n += 5
          n = 1 / (n - n)
      turn(left(me))
"""


@pytest.mark.parametrize("record", [False, True])
def test_a_choice_in_which_the_rules_fail_is_taken_back(record: bool, tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, FAILING, "failing"))
    state = game.start(players=2, seed=3, record=record)
    state.apply("add")
    before, told = state.copy(), state.events
    with pytest.raises(hoyle.PlayError, match="division by zero"):
        state.apply("break")
    assert state == before
    assert state.events == told
    assert state.to_json() == before.to_json()
    state.apply("add")
    assert state.get("n") == 2
    assert game.resume(state.to_json()) == state


def test_also_in_a_state_that_was_dealt_anew(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, FAILING, "failing"))
    state = game.start(players=2, seed=3)
    state.apply("add")
    other = state.determinise(0, 1)
    other.apply("add")
    before = other.copy()
    with pytest.raises(hoyle.PlayError, match="division by zero"):
        other.apply("break")
    assert other == before


@pytest.mark.parametrize("name", NAMES)
def test_a_state_is_resumed_by_a_game_that_has_not_been_played(name: str) -> None:
    state = play_on(loaded(name).start(seed=4), 4, most=7)
    assert hoyle.load(name).resume(state.to_json()) == state


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))]
)
@pytest.mark.parametrize("name", NAMES)
def test_every_way_to_copy_is_a_copy(name: str, copied: Any) -> None:
    state = play_on(loaded(name).start(seed=4), 4, most=7)
    twin = copied(state)
    assert twin == state
    assert twin.to_json() == state.to_json()
    if not state.over:
        before = state.to_json()
        assert labels(twin) == labels(state)
        twin.apply(0)
        assert state.to_json() == before
        assert twin != state


def test_a_recording_state_is_pickled_with_its_record() -> None:
    state = play_on(loaded("stop").start(players=3, seed=4, record=True), 4, most=20)
    twin = pickle.loads(pickle.dumps(state))
    assert twin.events == state.events
    twin.apply(0)
    state.apply(0)
    assert twin.events == state.events


@pytest.mark.parametrize(
    ("call", "error", "part"),
    [
        (lambda game, state: game.start(options=[("rounds", 3)]), hoyle.StartError, "dictionary"),
        (lambda game, state: game.start(options={5: 1}), hoyle.StartError, "no option `5`"),
        (lambda game, state: state.view("0"), ValueError, "there is no seat '0'"),
        (lambda game, state: state.view(99), ValueError, "there is no seat 99"),
        (lambda game, state: state.events_for(99), ValueError, "there is no seat 99"),
        (lambda game, state: state.determinise(99, 1), ValueError, "there is no seat 99"),
        (lambda game, state: state.determinise(0, None), ValueError, "the seed must be"),
        (lambda game, state: state.get("hand", -1), IndexError, "no index -1"),
        (lambda game, state: state.get("score", 7), IndexError, "no index 7"),
        (lambda game, state: state.get("hnad", 0), KeyError, "no zone or variable 'hnad'"),
    ],
)
def test_wrong_words(call: Any, error: type[Exception], part: str) -> None:
    game = loaded("stop")
    with pytest.raises(error, match=part):
        call(game, game.start(players=4, seed=1))


def test_a_frame_of_another_kind_is_damage_however_late_it_shows() -> None:
    game = loaded("one-more-thrice")
    state = play_on(game.start(seed=1), 1, most=5)
    data = state.to_json()
    for number, frame in enumerate(data["frames"]):
        for place in range(1, len(frame)):
            for value in (0, [], [0], -1):
                changed = copy.deepcopy(data)
                changed["frames"][number][place] = value
                with contextlib.suppress(hoyle.StartError, hoyle.PlayError):
                    play_on(game.resume(changed), 1, most=200)


UNREADABLE = """\
hoyle: 1
id: unreadable
title: Unreadable
players:
  count: 2
  active(player p): 1 / n > position(p)
state:
  round:
    n: int = 0
rules:
  round:
    do: |
      choose for seat(0):
        bid "bid {6 / k}"(k in 1..3): n = k
        pay(k in 1..3) needs 6 / (k - 4) < 0: n = k
"""


def test_why_a_choice_is_refused_whose_text_cannot_be_computed(tmp_path: Path) -> None:
    """Values that are not on offer are tried, too: what fails for them is no reason to fail."""
    state = hoyle.load(written(tmp_path, UNREADABLE, "unreadable")).start(players=2, seed=3)
    assert state.why_not("bid 6") is None
    assert "no choice `bid 7`" in (state.why_not("bid 7") or "")
    assert "4 is not there to choose" in (state.why_not("pay 4") or "")


def test_who_is_out_where_the_rules_cannot_say(tmp_path: Path) -> None:
    state = hoyle.load(written(tmp_path, UNREADABLE, "unreadable")).start(players=2, seed=3)
    active = state.game.program.active
    assert active is not None
    assert state.out_by(active) == []
    state.apply("pay 1")
    assert state.out_by(active) == [1]


LONG = """\
hoyle: 1
id: long
title: Long
players: 2
rules:
  round:
    do: |
      choose for seat(0):
        go "go {sum b in 1..9999 of (sum c in 1..99 of b + c + k - b - c)}"(k in 1..2): nothing
"""


def test_all_that_is_tried_for_a_refusal_has_one_budget(tmp_path: Path) -> None:
    """A thousand numbers that may be meant, each of which costs a thousandth of it several times."""
    state = hoyle.load(written(tmp_path, LONG, "long")).start(players=2, seed=3)
    assert "no choice `go 7`" in (state.why_not("go 7") or "")
