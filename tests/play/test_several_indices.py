"""State and zones per several types, items of lists, memories: how they are played, seen, told and given."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any, Literal

import pytest

import hoyle
from hoyle.ir import program as ir
from hoyle.ir.json_form import from_json, to_json
from hoyle.play.errors import PlayError, StartError
from tests.play.playing import labels, play_on, written

GAME = """\
hoyle: 1
id: sample
title: Sample
players: {count: [2, 4], teams: {4: [[0, 2], [1, 3]]}}
types:
  row: 1..3
  suit: [red, black]
components:
  token: {has: {suit: suit}, make: {all: {suit: all, copies: 6}}}
boards:
  board: {nodes: square, grid: [3, 2]}
zones:
  bag: {of: token, seen: nobody, starts(token t): "t.suit == red"}
  heap:
    of: token
    per: [player, row]
    seen: owner
    room: 6
    starts(player p, row k, token t): t.suit == black and p == seat(1) and k == 2
  camp: {of: token, per: [suit, player], seen: team}
state:
  round:
    men: int per player p, square s = 10 * position(p) + position(s)
    cost: int per row a, row b = a * b
    secret: int per square, player p seen owner = position(p)
    worth: int per token, player
    path: "[int] = [1, 2, 3]"
    trail: "[int] per player = [0, 0]"
    to_move: player = seat(0)
    positions: memory of men, to_move
rules:
  round:
    do: |
      remember positions
      choose for to_move:
BODY
      to_move = left(to_move)
      round_again()
  round_again:
    do: |
      choose for seat(0):
        go: nothing
"""


def made(folder: Path, body: str) -> hoyle.Game:
    text = GAME.replace("BODY\n", "".join(f"        {line}\n" for line in body.splitlines()))
    return hoyle.load(written(folder, text))


def after(folder: Path, body: str, choice: str | int = 0, players: int = 2) -> hoyle.State:
    state = made(folder, body).start(players, 1)
    state.apply(choice)
    return state


# ------------------------------------------------------------------ values
def test_a_variable_starts_by_its_indices(tmp_path: Path) -> None:
    state = made(tmp_path, "go: nothing").start(2, 1)
    assert [[state.get("men", p, s) for s in range(6)] for p in (0, 1)] == [
        [0, 1, 2, 3, 4, 5],
        [10, 11, 12, 13, 14, 15],
    ]
    assert [state.get("cost", a, b) for a in (1, 2, 3) for b in (1, 2, 3)] == [1, 2, 3, 2, 4, 6, 3, 6, 9]


def test_the_right_one_is_set(tmp_path: Path) -> None:
    state = after(tmp_path, "go(s in square, k in row): men[seat(1), s] += 100 * cost[k, k]", "go c1 3")
    assert state.get("men", 1, 2) == 12 + 900
    assert sum(state.get("men", p, s) for p in (0, 1) for s in range(6)) == 15 + 75 + 900


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("sum n in men[seat(1), square] of n", 75),
        ("sum n in men[players, b2] of n", 4 + 14),
        ("men[left(seat(0)), [a1, c2]][1]", 15),
        ("size(heap[players, 2])", 6),
        ("size(heap[seat(1), row])", 6),
        ("size(heap[seat(1), 1..1])", 0),
        ("cost[2, row][2] + size(cost[row, 1])", 9),
        ("count s in square where men[seat(0), s] > 3", 2),
        ("sum s in square of men[seat(0), s] * men[seat(1), s]", 205),
        ("path[path[0]]", 2),
        ("times(positions)", 1),
    ],
)
def test_values(expression: str, value: int, tmp_path: Path) -> None:
    assert after(tmp_path, f"go: path[0] = {expression}").get("path")[0] == value


def test_items_of_lists(tmp_path: Path) -> None:
    body = """\
go:
  let own = [5, 6]
  let early = own
  own[1] = 9
  own[0] -= 1
  path[2] = own[1]
  path[0] += early[1] + own[0]
  trail[seat(1)][1] -= 4
  trail[seat(1)][0] = random([7])
"""
    state = after(tmp_path, body)
    assert (state.get("path"), state.get("trail", 0), state.get("trail", 1)) == ([11, 2, 9], [0, 0], [7, -4])


# ------------------------------------------------------------------ faults
@pytest.mark.parametrize(
    ("body", "code", "words"),
    [
        ("path[3] = 1", "no place", "`path` has no item 3 to set: it has 3, counted from 0"),
        ("path[-1] = 1", "no place", "`path` has no item -1 to set: it has 3, counted from 0"),
        ("path[7] += 1", "no place", "`path` has no item 7 to set: it has 3, counted from 0"),
        (
            "trail[seat(0)][size(path)] = 1",
            "no place",
            "`trail` has no item 3 to set: it has 2, counted from 0",
        ),
        ("cost[2, size(path) + 1] = 1", "no index", "the index 4 is outside 1..3"),
        ("path[0] = cost[0, 1]", "no index", "the index 0 is outside 1..3"),
        ("path[0] = size(heap[seat(0), 1..4])", "no index", "the index 4 is outside 1..3"),
        ("path[0] = 1000000 * 1000 + path[1]", "too large", "the number 1000000002 is too large"),
        ("while true: remember positions", "memory", "`positions` remembers more than 10,000 positions"),
    ],
)
def test_what_is_not_there_is_named(body: str, code: str, words: str, tmp_path: Path) -> None:
    state = made(tmp_path, f"go: {body}" if not body.startswith("while") else f"go:\n  {body}").start(2, 1)
    before = state.to_json()
    with pytest.raises(PlayError) as caught:
        state.apply(0)
    assert caught.value.code == code
    assert words in caught.value.message
    assert caught.value.rule == "round"
    assert state.to_json() == before


# ------------------------------------------------------------------ what is seen and told
def test_views_nest_by_index(tmp_path: Path) -> None:
    state = made(tmp_path, "go: nothing").start(2, 1)
    view = state.view(1)
    assert view["state"]["men"] == [[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]]
    assert view["state"]["cost"] == [[1, 2, 3], [2, 4, 6], [3, 6, 9]]
    assert view["state"]["secret"] == [["?", 1]] * 6
    assert state.view(None)["state"]["secret"] == [["?", "?"]] * 6
    assert view["state"]["positions"] == 1
    assert json.loads(json.dumps(view)) == view


def test_the_owner_is_the_player_among_the_indices(tmp_path: Path) -> None:
    state = made(tmp_path, "go: move bag to camp[red, seat(2)]").start(4, 1)
    state.apply(0)
    black = {"piece": "black", "worth": [0, 0, 0, 0]}
    assert state.view(1)["zones"]["heap[1, 2]"] == [black] * 6
    # Which pieces each round begins with is in the rules, so that others can follow them.
    assert state.view(0)["zones"]["heap[1, 2]"] == state.view(None)["zones"]["heap[1, 2]"] == ["black"] * 6
    # Who sees a piece, and does not only know which one it is, sees what it is worth.
    seen = [isinstance(state.view(seat)["zones"]["camp[red, 2]"][0], dict) for seat in range(4)]
    assert seen == [True, False, True, False]


def test_events_tell_every_index(tmp_path: Path) -> None:
    changes = "men[seat(1), c2] -= 1", "cost[3, k] = 0", "secret[a1, seat(0)] = 5", "forget positions"
    body = "\n  ".join(["go(k in row):", *changes])
    state = after(tmp_path, body, "go 2")
    told = [event for event in state.events if event["event"] == "set"][-5:-1]
    assert told == [
        {"event": "set", "name": "men", "index": [1, "c2"], "value": 14},
        {"event": "set", "name": "cost", "index": [3, 2], "value": 0},
        {"event": "set", "name": "secret", "index": ["a1", 0], "value": 5},
        {"event": "set", "name": "positions", "value": 0},
    ]

    def shown(seat: int | None) -> list[Any]:
        events = [event for event in state.events_for(seat) if event.get("name") == "secret"]
        return [event["value"] for event in events]

    assert (shown(0), shown(1), shown(None)) == ([[[0, None]] * 6, 5], [[[None, 1]] * 6], [])
    filled = next(event for event in state.events if event.get("name") == "men")
    assert filled["value"] == [[0, 1, 2, 3, 4, 5], [10, 11, 12, 13, 14, 15]]


def test_a_label_says_which_of_several_zones(tmp_path: Path) -> None:
    state = made(tmp_path, "go(t in heap[players, 2] + bag): nothing").start(2, 1)
    assert labels(state) == ["go black from heap[1, 2]", "go red from bag"]


def test_look_alikes_are_told_apart_by_what_is_per_piece_and_player(tmp_path: Path) -> None:
    body = "go(t in bag): worth[t, seat(1)] = 3"
    path = written(
        tmp_path, GAME.replace("BODY", f"        {body}").replace("go: nothing", "take(u in bag): nothing")
    )
    state = hoyle.load(path).start(2, 1)
    assert labels(state) == ["go red"]
    state.apply(0)
    assert labels(state) == ["take red", "take red"]


@pytest.mark.parametrize(
    ("name", "indices", "words"),
    [
        ("men", (), "there is one 'men' per player and square: it takes 2 indices"),
        ("men", (0,), "there is one 'men' per player and square: it takes 2 indices"),
        ("trail", (), "there is one 'trail' per player: it takes one index"),
        ("heap", (0,), "there is one 'heap' per player and row: it takes 2 indices"),
        ("path", (0,), "'path' is single: it takes no index"),
        ("men", (0, 6), "'men' has no index 6"),
        ("cost", (0, 1), "'cost' has no index 0"),
    ],
)
def test_get_wants_every_index(name: str, indices: tuple[int, ...], words: str, tmp_path: Path) -> None:
    state = made(tmp_path, "go: nothing").start(2, 1)
    with pytest.raises(IndexError, match=words):
        state.get(name, *indices)


# ------------------------------------------------------------------ memories
AGAIN = """\
hoyle: 1
id: again
title: Again
players: 2
state:
  match:
    rounds_seen: memory of place
  round:
    place: int = 0
    up: player = seat(0)
    positions: memory of place, up
match:
  rounds: 2
rules:
  round:
    do: |
      turn(seat(0))
  turn(player me):
    do: |
      up = me
      remember positions
      if times(positions) == 3:
        remember rounds_seen
        score[seat(0)] += times(rounds_seen)
        end round
      choose for me:
        stay: nothing
        step: place = 1 - place
        leap:
          place += 2
          forget positions
      turn(left(me))
"""


def test_a_position_comes_up_three_times(tmp_path: Path) -> None:
    state = hoyle.load(written(tmp_path, AGAIN)).start(2, 1)
    # After each choice of both, the place is 0 and seat 0 is up: for the second and the third time.
    for label in ("step", "step", "stay", "stay"):
        assert state.rounds == 0
        state.apply(label)
    assert (state.rounds, state.get("positions"), state.get("rounds_seen")) == (1, 1, 1)
    for _ in range(4):
        state.apply("leap")
        assert state.get("positions") == 1
    for _ in range(4):
        state.apply("stay")
    assert state.over
    assert (state.get("rounds_seen"), state.result.scores) == (2, (2, 0))


@pytest.mark.parametrize("chance", ["sampled", "stepped"])
def test_a_memory_is_saved_and_goes_on(chance: Literal["sampled", "stepped"], tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, AGAIN))
    state = game.start(2, 1, chance=chance)
    play_on(state, 3, 4)
    data = json.loads(json.dumps(state.to_json()))
    again = game.resume(data)
    assert again == state
    assert hash(again) == hash(state)
    assert again.copy().get("positions") == state.get("positions")
    assert play_on(again, 5).result == play_on(state, 5).result


@pytest.mark.parametrize("damage", [[[0]], [[0, 0, 0]], [[0, 7]], [0], 3, [[0, [1]]]])
def test_a_damaged_memory_is_refused(damage: Any, tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, AGAIN))
    data = game.start(2, 1).to_json()
    place = data["numbers"].index([[0, 0]])
    broken = copy.deepcopy(data)
    broken["numbers"][place] = damage
    with pytest.raises(StartError, match="`positions` holds a value that it cannot hold"):
        game.resume(broken)


# ------------------------------------------------------------------ programs and scenarios
def test_programs_go_through_json(tmp_path: Path) -> None:
    body = "go(s in square):\n  men[seat(1), s] += size(heap[players, 2])\n  path[0] = 3\n  forget positions"
    program = made(tmp_path, body).program
    data = json.loads(json.dumps(to_json(program)))
    assert from_json(data) == program
    per = {var["name"]: var["per"] for var in data["vars"]}
    assert (per["men"], per["trail"], per["path"]) == ("player,node:square", "player", "")
    assert [var.get("remembers") for var in data["vars"]][-2:] == [None, ["men", "to_move"]]


SCENARIO = """\
scenarios:
  it_holds:
    players: 2
    given:
GIVEN
    begin: round_again()
    then:
      - expect: HOLDS
"""


@pytest.mark.parametrize(
    ("given", "holds"),
    [
        ("men[0, a1]: 3", "men[seat(0), a1] == 3 and men[seat(1), a1] == 10"),
        ("men[seat 1, c2]: 8", "men[seat(1), c2] == 8 and men[seat(0), c2] == 5"),
        ("men: 4", "all p in players have men[p, square] == [4, 4, 4, 4, 4, 4]"),
        ("men: [[1, 2, 3, 4, 5, 6], 7]", "men[seat(0), c1] == 3 and men[seat(1), b2] == 7"),
        ("cost[1, 3]: 0", "cost[1, 3] == 0 and cost[3, 1] == 3"),
        ("trail: [[4], [5, 6]]", "trail[seat(0)] == [4] and trail[seat(1)][1] == 6"),
        ("'heap[0, 3]': [black, black]", "size(heap[seat(0), 3]) == 2 and size(heap[seat(1), 2]) == 4"),
        ("'heap[seat 0,3]': [black]", "size(heap[seat(0), row]) == 1"),
    ],
)
def test_what_a_scenario_gives(given: str, holds: str, tmp_path: Path) -> None:
    scenario = SCENARIO.replace("GIVEN", f"      {given}").replace("HOLDS", holds)
    path = written(tmp_path, GAME.replace("BODY", "        go: nothing") + scenario)
    (outcome,) = _outcomes(path)
    assert outcome.findings == []
    assert [str(failure) for failure in outcome.failures] == []


def _outcomes(path: Path) -> list[Any]:
    from hoyle.diagnostics.model import Findings
    from hoyle.pipeline import open_ruleset
    from hoyle.scenarios.from_document import read_scenarios
    from hoyle.scenarios.run import run_scenarios

    work = open_ruleset(str(path))
    assert work.document is not None
    return run_scenarios(work, read_scenarios(work.document.root, Findings()))


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("men[0]: 3", "`men` has 2 indices, not 1"),
        ("men[0, z9]: 3", "`z9` is not an index of `men`"),
        ("men[5, a1]: 3", "`5` is not an index of `men`"),
        ("path[0]: 3", "`path` has no index"),
        ("men: [[1, 2], 7]", "each list of `men` has 6 values, not 2"),
        ("men: [1, 2, 3]", "`men` has 2 lists of values, not 3"),
        ("positions: 3", "`positions` is a memory, which cannot be given"),
        ("'heap[0]': [black]", "there is no zone `heap[0]`"),
    ],
)
def test_what_a_scenario_cannot_give(given: str, message: str, tmp_path: Path) -> None:
    scenario = SCENARIO.replace("GIVEN", f"      {given}").replace("HOLDS", "true")
    path = written(tmp_path, GAME.replace("BODY", "        go: nothing") + scenario)
    (outcome,) = _outcomes(path)
    assert [finding.message for finding in outcome.findings] == [message]


TWO_COMPONENTS = """\
hoyle: 1
id: two
title: Two
players: 2
types:
  spot: 1..3
  colour: [red, blue]
components:
  stone: {has: {heavy: bool}, make: {all: {heavy: [true, false], copies: 2}}}
  card: {has: {colour: colour, number: 1..2}, make: {all: {colour: all, number: all}}}
zones:
  deck: {of: card, starts: all}
  bag: {of: stone, starts: all}
state:
  round:
    hue: colour per card c = c.colour
    double: int per card c = c.number * 2
    weight: 0..9 per card c, player p = c.number + position(p)
    heavy: bool per player, stone x = x.heavy
    trail: "[int] per player p, spot = [position(p)]"
    marks: memory of hue, weight
rules:
  round:
    do: |
      remember marks
      choose for seat(0):
        look(c in deck): double[c] += weight[c, seat(1)]
        lift(x in bag) needs heavy[seat(0), x]: trail[seat(1), 2] += [position(hue[bottom(deck)])]
      ask()
  ask():
    do: |
      choose for seat(1):
        go: nothing
"""


def test_what_is_about_pieces_of_one_component_leaves_those_of_another_alone(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, TWO_COMPONENTS))
    state = game.start(record=True)
    assert labels(state) == ["look red 1", "look red 2", "look blue 1", "look blue 2", "lift True"]
    assert [state.get("double", piece) for piece in range(4, 8)] == [2, 4, 2, 4]
    assert [state.get("weight", 5, seat) for seat in (0, 1)] == [2, 3]
    assert [state.get("trail", seat, 3) for seat in (0, 1)] == [[0], [1]]
    state.apply("look red 2")
    again = game.resume(state.to_json())
    assert again.get("double", 5) == 7
    assert again.view(0) == state.view(0)
    with pytest.raises(TypeError, match="an index of 'double' is a number, not 'red'"):
        state.get("double", "red")  # type: ignore[arg-type]
    damaged = state.to_json()
    damaged["numbers"][state.plan.layout.slots["hue"].base + 5] = ir.NONE
    with pytest.raises(StartError, match="`hue` holds a value that it cannot hold"):
        game.resume(damaged)
