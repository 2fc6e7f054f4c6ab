"""What would be after a rule, wherever an expression may stand; rules that ask where a value is wanted."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from benchmarks.supposing import PAIRS
from hoyle import pipeline
from hoyle.backends.python.module import to_python
from hoyle.cli.main import main
from hoyle.ir import program as ir
from hoyle.ir.json_form import from_json, to_json
from hoyle.plan.faults import Fault
from hoyle.plan.from_program import Setting, make_plan
from hoyle.plan.model import Mode
from hoyle.plan.verify import verify
from tests.play.playing import labels, play_on, waiting, written

LINES = """\
hoyle: 1
id: lines
title: Lines
players: 2
boards:
  board: {nodes: square, grid: [3, 3]}
components:
  stone: {has: {n: 1..3}, make: {all: {n: all}}}
zones:
  bag: {of: stone, starts: all}
  out: {of: stone, per: player}
state:
  round:
    mark: player? per square
    made: int = 0
match:
  ends: supposing undo() then made < 0
  score(player p): supposing claim(p, a1) then marks(p)
rules:
  round:
    do: |
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        place "put {s}, the {supposing claim(me, s) then made}. of all"(s in those s in square where free(s))
          needs open(me, s):
          claim(me, s)
        take(_t in (supposing hand_over(me) then out[me])): hand_over(me)
      otherwise: end round
      turn(left(me))
  free(square s):
    is: not mark[s] exists
  open(player me, square s):
    is: not (supposing claim(me, s) then lined(me))
    why: "that would be {supposing claim(me, s) then marks(me)} marks, now {marks(me)}"
  lined(player me):
    is: any l in lines(square, 3) where all s in l have mark[s] == me
  marks(player me):
    is: count s in square where mark[s] == me
  claim(player me, square s):
    do: |
      mark[s] = me
      made += 1
  undo():
    do: |
      made = 0 - 1
      end match
  hand_over(player me):
    do: |
      if size(bag) > 1: move top(bag) to out[me]
scenarios:
  supposed:
    players: 2
    begin: turn(seat(0))
    then:
      - expect: (supposing claim(seat(0), b2) then marks(seat(0))) == 1 and marks(seat(0)) == 0
      - seat 0: "put a1, the 1. of all"
      - expect: supposing claim(seat(1), b2) then made == 2 and mark[b2] == seat(1)
      - expect: made == 1 and not mark[b2] exists
"""


def game(tmp_path: Path, text: str) -> hoyle.Game:
    return hoyle.load(written(tmp_path, text))


def test_wherever_an_expression_may_stand(tmp_path: Path) -> None:
    state = game(tmp_path, LINES).start(2, 1)
    assert labels(state)[0] == "put a1, the 1. of all"
    assert labels(state)[-1] == "take 3 from bag"
    for square in ("a1", "a2", "b1", "b2"):
        before = list(state.v), [list(zone) for zone in state.z]
        state.apply(next(label for label in labels(state) if label.startswith(f"put {square},")))
        assert before != (list(state.v), state.z)
    assert not any(label.startswith("put c1") for label in labels(state))
    refusal = state.why_not("put c1, the 5. of all")
    assert "that would be 3 marks, now 2" in str(refusal)
    assert play_on(state, 1).over


def test_scenarios_suppose(tmp_path: Path) -> None:
    path = written(tmp_path, LINES)
    assert pipeline.open_ruleset(str(path)).findings.sorted == []
    assert main(["test", str(path)]) == 0


@pytest.mark.parametrize(
    "mode", [Mode(), Mode(record=True), Mode(record=True, stepped=True), Mode(careful=True)]
)
def test_plans_keep_their_promises(tmp_path: Path, mode: Mode) -> None:
    program = game(tmp_path, LINES).program
    assert from_json(to_json(program)) == program
    verify(make_plan(program, Setting(2, {}, mode)))


def test_no_event_tells_of_it(tmp_path: Path) -> None:
    state = game(tmp_path, LINES).start(2, 1)
    state.apply(0)
    assert [event["event"] for event in state.events if event["event"] in ("set", "move")].count("move") == 0
    told = [event for event in state.events if event.get("variable") == "made" or event.get("set") == "made"]
    assert len(told) <= 2


def test_a_rule_that_calls_itself_may_be_supposed_deep(tmp_path: Path) -> None:
    text = ALONE + "  down(int k):\n    do: |\n      n += 1\n      if k > 1: down(k - 1)\n"
    state = game(tmp_path, text).start(2, 1)
    deep, deeper = (ir.Supposing("down", (ir.Const(k),), ir.Get("n")) for k in (400, 600))
    assert state.build.value(state, (), (), deep) == 400
    with pytest.raises(Fault, match="calls inside calls"):
        state.build.value(state, (), (), deeper)
    assert state.get("n") == 0


def test_memories_lists_and_several_indices_are_put_back(tmp_path: Path) -> None:
    text = """\
hoyle: 1
id: kept
title: Kept
players: 2
boards:
  board: {nodes: square, grid: [2, 2]}
state:
  match:
    men: int per player p, square s = 1
    path: '[int] = [1, 2, 3]'
    past: memory of men
rules:
  round:
    do: |
      remember past
      choose for seat(0):
        go(p in players, s in square) needs supposing step_to(p, s, 5) then times(past) == 1 and path[1] == 5:
          step_to(p, s, 0)
  step_to(player p, square s, int k):
    do: |
      men[p, s] = k
      men[left(p), s] += 1
      path[1] = k
      remember past
"""
    state = game(tmp_path, text).start(2, 1)
    assert len(labels(state)) == 8
    assert state.get("path") in ([1, 2, 3], (1, 2, 3))
    state.apply(0)
    assert state.over


@pytest.mark.parametrize("name", PAIRS)
def test_it_is_what_one_would_carry_through_the_rules_by_hand(name: str) -> None:
    supposing, by_hand = (hoyle.load(path).start(2, 1) for path in PAIRS[name])
    for state, other in zip(waiting(supposing, 1, 60), waiting(by_hand, 1, 60), strict=True):
        assert labels(state) == labels(other)
    assert supposing.decisions == 60


@pytest.mark.parametrize(("others", "copied"), [(1, True), (40, False)])
def test_much_of_the_state_is_copied_and_little_is_put_back(
    tmp_path: Path, others: int, copied: bool
) -> None:
    text = f"""\
hoyle: 1
id: kept
title: Kept
players: 2
types: {{other: 1..{others}, place: 1..12}}
components:
  chip: {{make: {{all: {{copies: 2}}}}}}
zones:
  box: {{of: chip, starts: all}}
  pot: {{of: chip, per: player}}
state:
  round:
    rest: int per other = 7
    men: int per place = 1
rules:
  round:
    do: |
      choose for seat(0):
        go(k in place) needs supposing spoil(k) then men[1] + size(pot[seat(0)]) > 5: spoil(k)
  spoil(int k):
    do: |
      move top(box) to pot[seat(0)]
      for each p in place: men[p] += k
      if k > 11: end round
"""
    played = game(tmp_path, text)
    state = played.start(2, 1)
    assert labels(state) == [f"go {k}" for k in range(4, 13)]
    assert ("v = v.copy()" in to_python(make_plan(played.program, Setting(2, {}, Mode()))).text) == copied
    assert [state.get("men", place) for place in range(1, 13)] == [1] * 12
    assert list(map(len, state.z)) == [2, 0, 0]
    state.apply("go 12")
    assert state.over
    assert state.get("men", 1) == 13


ALONE = """\
hoyle: 1
id: alone
title: Alone
players: 2
state:
  round:
    n: int = 0
rules:
  round:
    do: |
      repeat wanted(seat(0)) times: n += 1
      for each p in chosen(seat(0)): n += 10
      if sure(seat(0)): n += 100
      else if sure(seat(1)): n += 200
      else: n += 300
      n += 1000
      last()
  last():
    do: |
      if random([true, true]): n += die()
      done()
  done():
    do: |
      choose for seat(0):
        stop: nothing
  die():
    do: |
      return random([5, 5])
  wanted(player p):
    do: |
      choose for p:
        want(k in 0..3): return k
  chosen(player p):
    do: |
      choose for p:
        everybody: return players
        nobody: return players except players
  sure(player p):
    do: |
      return if n > 99 then false else asked(p)
  asked(player p):
    do: |
      choose for p:
        aye: return true
        nay: return false
"""


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        (["want 3", "everybody", "aye"], 1128),
        (["want 0", "nobody", "nay", "aye"], 1205),
        (["want 0", "nobody", "nay", "nay"], 1305),
    ],
)
def test_rules_that_ask_where_a_value_is_wanted(tmp_path: Path, answers: list[str], expected: int) -> None:
    for stepped in (False, True):
        state = game(tmp_path, ALONE).start(2, 1, chance="stepped" if stepped else "sampled")
        for answer in answers:
            state.apply(answer)
        while state.decision.name != "done":
            state.apply(0)
        assert state.get("n") == expected


def test_a_value_that_is_returned_as_it_is_leaves_no_frame(tmp_path: Path) -> None:
    text = """\
hoyle: 1
id: tail
title: Tail
players: 2
state:
  round:
    n: int = 0
rules:
  round:
    do: |
      n = turn(seat(0), 0)
      end match
  turn(player me, int k):
    do: |
      if stops(me): return k
      return turn(left(me), k + 1)
  stops(player me):
    do: |
      choose for me:
        go: return false
        stop: return true
"""
    state = game(tmp_path, text).start(2, 1)
    depth = len(state.k)
    for _ in range(1200):
        state.apply("go")
    assert len(state.k) == depth
    state.apply("stop")
    assert state.over
    assert state.get("n") == 1200
