"""Recursion: which rules come back to themselves, which may stop; depth is counted by us, not by the host."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

import hoyle
from hoyle.plan.circles import in_circles
from hoyle.plan.from_program import Mode
from hoyle.plan.limits import DEEPEST
from hoyle.plan.recursion import DEPTH, find_recursion
from hoyle.play.game import Game
from tests.plan.planning import as_text, function, plan, program
from tests.plan.readable import text

T = TypeVar("T")


@pytest.mark.parametrize(
    ("calls", "circular"),
    [
        ({"a": "", "b": "a"}, ""),
        ({"a": "a"}, "a"),
        ({"a": "b", "b": "a", "c": "a"}, "a b"),
        ({"a": "b", "b": "c", "c": "b"}, "b c"),
        ({"a": "unknown"}, ""),
    ],
)
def test_circles(calls: dict[str, str], circular: str) -> None:
    found = in_circles({name: set(called.split()) for name, called in calls.items()})
    assert found == set(circular.split())


RULES = """\
round:
  do: |
    if even(3): pay(2)
    talk()
    tell()
even(int k):
  do: |
    if k == 0: return true
    let o = odd(k - 1)
    return o
odd(int k):
  do: |
    if k == 0: return false
    let e = even(k - 1)
    return e
pay(int k):
  do: |
    n += k
    if k > 0: pay(k - 1)
talk:
  do: |
    ask()
ask:
  do: |
    choose for who:
      go: n = 1
tell:
  do: |
    draw 1 from deck to heap
    n = random(1..6)
"""


def test_which_rules_are_circular_and_which_may_stop() -> None:
    found = find_recursion(program(RULES), stepped=False)
    assert found.circular == {"even", "odd", "pay"}
    # One that acts and calls itself is cut too, so that a call in last position costs no depth.
    assert found.stopping == {"round", "talk", "ask", "pay"}


def test_where_chance_is_stepped_it_stops_too() -> None:
    assert find_recursion(program(RULES), stepped=True).stopping == {"round", "talk", "ask", "pay", "tell"}


def test_definitions_in_a_circle_are_told_how_deep_they_are() -> None:
    rules = """\
        n = deep(3)
        ---
        deep(int k):
          do: |
            if k == 0: return 0
            if any i in 1..9 where deep(k - i) > 2: return 1
            return 2
        """
    found = plan(rules)
    assert found.recursive
    assert text(function(found, "deep")) == as_text("""
        function deep(k, depthD)
          if (depthD > 500):
            Fail(depth, ())
          if (k == 0):
            return 0
          if Call(2, (k, depthD)):
            return 1
          return 2
        """)
    # Through a quantifier's own function, too, which counts for nothing itself.
    assert text(function(found, "any i")) == as_text("""
        function any i(k, depthD)
          for i in (1, 2, 3, 4, 5, 6, 7, 8, 9):
            if (Call(1, (Fit((k - i), True), (depthD + 1))) > 2):
              return 1
          return 0
        """)
    assert text(function(found, "round")).splitlines()[1] == "  n@5 = Call(1, (3, 0))"


def test_other_plans_need_no_room() -> None:
    found = plan("n = 1\nask()\n---\nask:\n  do: |\n    choose for who:\n      go: n = 2\n")
    assert not found.recursive
    assert not any(DEPTH in function.params for function in found.functions)


# ------------------------------------------------------------------ however deep the host is
SUMMED = """\
round:
  do: |
    repeat 3 times: ask()
ask:
  do: |
    choose for seat(0):
      shallow: n = summed(2)
      deep: n = summed(400)
      deepest: n = summed({deepest})
      too_deep: n = summed({too_deep})
      endless: n = summed(-1)
summed(int k):
  do: |
    if k == 0: return 0
    let rest = {call}
    return rest + 1
"""
CALLS = {
    "a definition that calls itself": "summed(k - 1)",
    "through a quantifier": "sum i in [k - 1] of summed(i)",
    "through quantifiers in each other": "sum i in [k] of (sum j in [i - 1] of summed(j))",
}


def far_down(frames: int, act: Callable[[], T]) -> T:
    """Does something where the host's own calls are so deep already."""
    return act() if frames == 0 else far_down(frames - 1, act)


def game(call: str) -> Game:
    rules = SUMMED.format(call=call, deepest=DEEPEST, too_deep=DEEPEST + 1)
    return Game(program(rules))


@pytest.mark.parametrize("what", CALLS)
@pytest.mark.parametrize("frames", [0, 700])
def test_a_deep_value_is_computed(what: str, frames: int) -> None:
    state = far_down(frames, game(CALLS[what]).start)
    far_down(frames, lambda: state.apply("deep"))
    assert state.get("n") == 400
    far_down(frames, lambda: state.apply("deepest"))
    assert state.get("n") == DEEPEST


@pytest.mark.parametrize("choice", ["too deep", "endless"])
@pytest.mark.parametrize("frames", [0, 700])
def test_one_that_never_ends_is_a_fault_at_the_same_decision(choice: str, frames: int) -> None:
    state = far_down(frames, game("summed(k - 1)").start)
    far_down(frames, lambda: state.apply("shallow"))
    with pytest.raises(hoyle.PlayError) as caught:
        far_down(frames, lambda: state.apply(choice))
    assert caught.value.code == "depth"
    assert caught.value.message == "too many calls inside calls: a rule calls itself without end"
    assert caught.value.rule == "summed"
    # The choice was taken back, and the game can go on.
    assert (state.decisions, state.get("n")) == (1, 2)
    far_down(frames, lambda: state.apply("deep"))
    assert state.get("n") == 400


@pytest.mark.parametrize("frames", [0, 700])
def test_rules_that_ask_are_counted_alike(frames: int) -> None:
    """As frames: as many as functions may be, and one more is a fault."""
    rules = """\
        again(1)
        ---
        again(int k):
          do: |
            choose for seat(0):
              deeper:
                again(k + 1)
                n = k
              back: n = k
        """
    state = far_down(frames, Game(program(rules)).start)
    with pytest.raises(hoyle.PlayError, match="too many calls inside calls"):
        while True:
            far_down(frames, lambda: state.apply("deeper"))
    assert state.decisions == DEEPEST - 1
    state.apply("back")
    assert (state.over, state.get("n")) == (True, 1)


def test_a_careful_plan_counts_alike() -> None:
    rules = SUMMED.format(call=CALLS["through a quantifier"], deepest=DEEPEST, too_deep=DEEPEST + 1)
    for mode in (Mode(), Mode(careful=True)):
        assert "if (depthD > 500):" in text(function(plan(rules, mode=mode), "summed"))
