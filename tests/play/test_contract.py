"""The play contract: deciding, results, copies, equality and refusals."""

from __future__ import annotations

import re
from itertools import chain
from pathlib import Path

import pytest

import hoyle
from tests.play.playing import labels, loaded, play_on, waiting, written

RULESETS = Path(__file__).parents[2] / "rulesets"


# ---------------------------------------------------------------- deciding


def test_a_choice_is_taken_as_an_object_by_index_or_by_label() -> None:
    states = [loaded("tic-tac-toe").start() for _ in range(4)]
    decision = states[0].decision
    assert (decision.seat, decision.name, len(decision.choices)) == (0, "turn", 9)
    states[0].apply(decision.choices[4])
    states[1].apply(4)
    states[2].apply("place at b2")
    states[3].apply("  place   at b2 ")
    assert len(set(states)) == 1
    assert states[0].decision.seat == 1
    assert "place at b2" not in labels(states[0])


def test_a_choice_has_an_action_arguments_and_a_label() -> None:
    state = loaded("tic-tac-toe").start()
    choice = state.decision.choices[0]
    assert (choice.action, choice.args, choice.label) == ("place", {"s": "a1"}, "place at a1")
    assert repr(choice) == "<place at a1>"
    stop = loaded("stop").start(players=2, seed=4, options={"hand_size": 2})
    riders = [
        choice.label
        for waits in waiting(stop, 4)
        for choice in waits.decision
        if choice.args.get("declaring") is True
    ]
    assert riders
    assert all(label.endswith(" declaring") for label in riders)


def test_a_decision_is_the_sequence_of_its_choices() -> None:
    decision = loaded("tic-tac-toe").start().decision
    every = [choice.label for choice in decision]
    assert len(decision) == len(every) == 9
    assert decision[-1].label == every[-1]
    assert decision[-1].index == 8
    assert [choice.label for choice in decision[2:4]] == every[2:4]
    assert [choice.label for choice in decision.choices] == every
    with pytest.raises(IndexError):
        decision[9]
    assert repr(decision).startswith("<seat 0, turn: place at a1, ")


def test_a_stale_choice_is_refused() -> None:
    state = loaded("tic-tac-toe").start()
    first = state.decision.choices[0]
    last = state.decision.choices[8]
    state.apply(first)
    for stale in (first, last):
        with pytest.raises(hoyle.IllegalChoice, match="not one of the decision that is due now"):
            state.apply(stale)
    assert state.decisions == 1


def test_the_choice_of_an_equal_state_is_good() -> None:
    state = loaded("tic-tac-toe").start()
    other = state.copy()
    state.apply(other.decision.choices[3])
    assert state.picks() == [3]


def test_a_choice_reads_the_same_after_it_was_taken() -> None:
    """`apply(choice)` and then printing it is what everybody writes."""
    for name in ("tic-tac-toe", "stop", "kuhn-poker", "mister-zero"):
        state = loaded(name).start(seed=1)
        taken = []
        while not state.over:
            choice = state.decision.choices[0]
            taken.append((choice, choice.label, choice.action, choice.args))
            state.apply(choice)
        assert [choice.label for choice, *_ in taken] == [label for _, label, *_ in taken]
        assert [(choice.action, choice.args) for choice, *_ in taken] == [tuple(item[2:]) for item in taken]


@pytest.mark.parametrize("index", [-1, 9, 1000])
def test_an_index_that_is_not_there(index: int) -> None:
    state = loaded("tic-tac-toe").start()
    with pytest.raises(hoyle.IllegalChoice, match=re.escape(f"no choice {index}; they go from 0 to 8")):
        state.apply(index)
    assert state == loaded("tic-tac-toe").start()


def test_an_illegal_label_says_why() -> None:
    state = loaded("tic-tac-toe").start()
    state.apply("place at a1")
    before = state.copy()
    with pytest.raises(hoyle.IllegalChoice) as marked:
        state.apply("place at a1")
    assert str(marked.value) == f"a1 is marked already ({place('tic-tac-toe', 'needs empty(s)', 'empty(s)')})"
    with pytest.raises(hoyle.IllegalChoice) as unknown:
        state.apply("jump over the moon")
    assert str(unknown.value).startswith("seat 1 has no choice `jump over the moon` at `turn`; ")
    with pytest.raises(hoyle.IllegalChoice):
        state.apply("")
    assert state == before


def place(name: str, line: str, word: str) -> str:
    """Where a word of a line of a bundled ruleset stands, as messages write it."""
    path = loaded(name).path
    assert path is not None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if line in text:
            return f"{path}:{number}:{text.index(word) + 1}"
    raise AssertionError(line)


def test_a_match_that_is_over() -> None:
    state = play_on(loaded("tic-tac-toe").start(), 3)
    assert state.over
    with pytest.raises(hoyle.IllegalChoice, match="the match is over: nothing is left to decide"):
        state.apply(0)
    with pytest.raises(hoyle.IllegalChoice, match="the match is over: nothing is left to decide"):
        state.apply("place at a1")
    with pytest.raises(hoyle.PlayError, match="the match is over: nothing is left to decide"):
        _ = state.decision
    assert state.why_not("place at a1") == "the match is over"
    assert repr(state) == "<State of tic-tac-toe, 2 players, over>"


def test_a_choice_kept_from_before_the_end_is_refused() -> None:
    state = loaded("kuhn-poker").start()
    kept = state.decision.choices[0]
    play_on(state, 1)
    with pytest.raises(hoyle.IllegalChoice):
        state.apply(kept)


# ---------------------------------------------------------------- results


def test_the_result_of_a_win() -> None:
    state = loaded("tic-tac-toe").start()
    for square in ("a1", "a2", "b1", "b2", "c1"):
        state.apply(f"place at {square}")
    assert state.over
    assert state.result.scores == (1, -1)
    assert state.result.winners == (0,)
    assert state.result.ranks == (1, 2)


TABLE = """\
hoyle: 1
id: sample
title: Sample
players: 4
state:
  match:
    points: int per player = 0
match:
  score(player p): points[p]
  wins: {wins}
rules:
  round:
    do: |
      points[seat(0)] = {0}
      points[seat(1)] = {1}
      points[seat(2)] = {2}
      points[seat(3)] = {3}
"""


@pytest.mark.parametrize(
    ("wins", "points", "winners", "ranks"),
    [
        ("highest", (5, 7, 7, 1), (1, 2), (3, 1, 1, 4)),
        ("lowest", (5, 7, 7, 1), (3,), (2, 3, 3, 1)),
        ("highest", (0, 0, 0, 0), (0, 1, 2, 3), (1, 1, 1, 1)),
        ("lowest", (-3, -3, 8, -3), (0, 1, 3), (1, 1, 4, 1)),
    ],
)
def test_equals_share_a_rank(
    wins: str, points: tuple[int, ...], winners: tuple[int, ...], ranks: tuple[int, ...], tmp_path: Path
) -> None:
    state = hoyle.load(written(tmp_path, TABLE.format(*points, wins=wins))).start()
    assert state.over
    assert (state.result.scores, state.result.winners, state.result.ranks) == (points, winners, ranks)


# ---------------------------------------------------------------- copies and equality


def test_a_copy_is_independent() -> None:
    state = play_on(loaded("stop").start(players=3, seed=2), 5, most=20)
    before, json = state.copy(), state.to_json()
    copy = state.copy()
    play_on(copy, 9, most=40)
    assert copy != state
    assert state == before
    assert state.to_json() == json
    assert labels(state) == labels(before)


def test_equal_states_have_equal_hashes_and_others_differ() -> None:
    game = loaded("kuhn-poker")
    first, same, other = game.start(seed=1), game.start(seed=1), game.start(seed=2)
    assert first == same
    assert hash(first) == hash(same)
    assert first != other
    assert first != game.start(seed=1, chance="stepped")
    assert first != "a state"
    assert len({first, same, first.copy()}) == 1


def test_two_ways_to_the_same_position_are_equal() -> None:
    one, two = loaded("tic-tac-toe").start(), loaded("tic-tac-toe").start()
    for square in ("a1", "b2", "c3"):
        one.apply(f"place at {square}")
    for square in ("c3", "b2", "a1"):
        two.apply(f"place at {square}")
    assert one == two
    assert hash(one) == hash(two)
    assert one.picks() != two.picks()


def test_another_option_is_another_state() -> None:
    game = loaded("connect-four")
    assert game.start(options={"in_a_row": 3}) != game.start(options={"in_a_row": 5})


# ---------------------------------------------------------------- refusals


def test_why_not_is_none_for_what_is_legal_and_changes_nothing() -> None:
    for name in ("stop", "mister-zero", "one-more", "hearts"):
        game = loaded(name)
        state = play_on(game.start(players=max(game.player_counts), seed=3), 3, most=3)
        before = state.copy()
        assert {state.why_not(label) for label in labels(state)} == {None}
        assert state.why_not("nonsense") is not None
        assert state == before


def test_a_refusal_carries_the_condition_and_its_place() -> None:
    state = loaded("tic-tac-toe").start()
    state.apply("place at a1")
    refusal = state.refusal("place at a1")
    assert (refusal.label, refusal.condition, refusal.reason) == (
        "place at a1",
        "empty",
        "a1 is marked already",
    )
    assert Path(refusal.place.file).name == "tic-tac-toe.yaml"
    assert state.refusal("place at b2") is None


def test_what_is_half_said_or_misspelt() -> None:
    state = loaded("tic-tac-toe").start()
    assert "did you mean `place at a1`" in str(state.why_not("plce at a1"))
    assert "also wants `at s`" in str(state.why_not("place"))


# ---------------------------------------------------------------- looking


def test_get_reads_zones_and_variables() -> None:
    state = loaded("stop").start(players=3, seed=1)
    assert len(state.get("hand", 1)) == 7
    assert state.get("dealer") == "seat 0" or state.get("dealer") == 0
    with pytest.raises(KeyError):
        state.get("nothing_of_that_name")


def test_a_seat_that_is_not_there_has_no_view() -> None:
    state = loaded("stop").start(players=3, seed=1)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"there is no seat {seat}: seats go from 0 to 2"):
            state.view(seat)


def test_a_view_shows_the_own_hand_and_the_size_of_the_others() -> None:
    state = loaded("stop").start(players=3, seed=1)
    view = state.view(1)
    assert sorted(view["zones"]["hand[1]"]) == sorted(state.get("hand", 1))
    assert view["zones"]["hand[0]"] == [None] * 7
    assert view["zones"]["hand[2]"] == [None] * 7
    assert set(view["zones"]["deck"]) == {None}
    assert view["zones"]["discard"] == state.get("discard")[::-1]
    assert (view["seat"], view["players"], view["round"], view["scores"]) == (1, 3, 1, [0, 0, 0])
    asked = state.decision.seat
    assert "choices" not in state.view((asked + 1) % 3)["decision"]
    assert state.view(asked)["decision"]["choices"] == labels(state)
    spectator = state.view(None)
    assert spectator["zones"]["hand[1]"] == [None] * 7
    assert "choices" not in spectator["decision"]


def test_a_redeal_changes_what_is_hidden_and_only_that() -> None:
    state = play_on(loaded("stop").start(players=4, seed=6), 6, most=15)
    before = state.copy()
    other = state.determinise(2, 1)
    assert state == before
    assert other.get("hand", 2) == state.get("hand", 2)
    assert other.get("discard") == state.get("discard")
    assert other.get("hand", 0) != state.get("hand", 0) or other.get("hand", 1) != state.get("hand", 1)
    assert sorted(chain(*other.z)) == sorted(chain(*state.z))
    assert state.determinise(2, 1) == other
    assert state.determinise(2, 2) != other
    play_on(other, 3)  # and it can be played to its end
    assert other.over


# ---------------------------------------------------------------- simultaneous decisions


def test_simultaneous_choices_stay_hidden_until_all_have_chosen() -> None:
    state = loaded("rock-paper-scissors").start()
    assert state.decision.seat == 0
    views = []
    for choice in state.decision.choices:
        copy = state.copy()
        copy.apply(choice)
        assert copy.decision.seat == 1
        views.append((copy.view(1), copy.view(None), copy.events_for(1)))
    assert views[0] == views[1] == views[2]
