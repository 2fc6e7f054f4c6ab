"""What is computed once, cut, counted or settled is what the rules say; each sample was wrong once."""

from __future__ import annotations

from fractions import Fraction

import pytest

import hoyle
from hoyle.plan.from_program import Mode
from hoyle.play.game import Game
from tests.plan.planning import HEAD, as_text, function, plan, program
from tests.plan.readable import text

MODES = (Mode(), Mode(careful=True), Mode(record=True))


def start(rules: str, head: str = HEAD, chance: str = "sampled") -> hoyle.State:
    return Game(program(as_text(rules) + "\n", head)).start(seed=1, chance=chance)  # type: ignore[arg-type]


def labels(state: hoyle.State) -> list[str]:
    return [choice.label for choice in state.decision]


# ------------------------------------------------------------------ computed once
BEST = """
---
best:
  do: |
    let c = top(heap)
    return c.rank
boss:
  do: |
    let c = top(heap)
    return if c.rank == 1 then seat(0) else seat(1)
bosses:
  do: |
    let c = top(heap)
    return if c.rank == 1 then [seat(0)] else [seat(1)]
"""


@pytest.mark.parametrize(
    "needs",
    [
        "k > 5 and best() == k or any c in hand[seat(0)] where c.rank == best() and c.rank == k",
        "k > 5 and top(heap).rank == k or any c in hand[who] where c.rank == top(heap).rank and c.rank == k",
        "any c in (if n > 0 then hand[boss()] else heap) where c.rank == k",
    ],
)
def test_what_is_remembered_is_not_computed_where_it_is_not_needed(needs: str) -> None:
    """The heap is empty, and so is the hand: nobody looks at the top of the heap."""
    rules = f"choose for seat(0):\n  go(k in 1..2) needs {needs}: n = 1\n  stay: n = 2\n{BEST}"
    assert labels(start(rules)) == ["stay"]


@pytest.mark.parametrize(
    "alternative",
    [
        "go(k in 1..2) needs k > 0 and size(those c in hand[boss()] where c.rank == k) == 0: n = 1",
        "go(p in players) needs n == 0 and p in (bosses() except p) + players: n = 1",
    ],
)
def test_what_is_remembered_may_be_gone_through(alternative: str) -> None:
    rules = f"move top(deck) to heap\nchoose for seat(0):\n  {alternative}\n  stay: n = 2\n{BEST}"
    assert len(labels(start(rules))) == 3


# ------------------------------------------------------------------ counted
def test_a_circle_of_calls_of_both_kinds_is_counted() -> None:
    """`two` is called as a statement, `one` for its value."""
    rules = """
        let x = one(1)
        n = x
        ---
        one(int k):
          do: |
            two(k)
            return 1
        two(int k):
          do: |
            let y = one(k)
            return y
        """
    with pytest.raises(hoyle.PlayError) as caught:
        start(rules)
    assert caught.value.code == "depth"


# ------------------------------------------------------------------ too large
def test_a_sum_that_a_definition_gives_is_checked() -> None:
    rules = """
        many = [999999999, 999999999]
        repeat 10 times: many += many
        if total() > 5: n = 1
        ---
        total:
          is: sum i in many of i
        """
    with pytest.raises(hoyle.PlayError) as caught:
        start(rules)
    assert (caught.value.code, caught.value.rule) == ("too large", "total")


def test_a_sum_of_sums_is_checked_on_the_way() -> None:
    """So that none leaves 64 bits."""
    found = plan("let x = sum i in many of (sum j in many of i + j)\nn = 1\n")
    assert "AddTo(total, Fit(Call(" in text(function(found, "sum i"))


# ------------------------------------------------------------------ the index of what changes
@pytest.mark.parametrize(("statement", "value"), [("price[price[1]] += 2", 3), ("price[price[1]] = 2", 2)])
def test_an_index_that_reads_what_is_changed(statement: str, value: int) -> None:
    rules = f"price[1] = 1\n{statement}\nn = price[1]\nchoose for seat(0):\n  go: n = 1\n"
    state = Game(program(rules)).start(record=True)
    assert state.get("n") == value
    told = [event for event in state.events if event["event"] == "set" and event["name"] == "price"]
    assert (told[-1]["index"], told[-1]["value"]) == (1, value)


# ------------------------------------------------------------------ stepped
@pytest.mark.parametrize(
    "rules",
    [
        "n = random(1..6)\nif bottom(deck).rank == 1: n = 2\n",
        "choose for seat(0):\n  go:\n    if bottom(deck).rank == 1: n = 2\n  stay: n = 1\n",
        "ask()\nm = 1\nif bottom(deck).rank == 1: n = 2\n---\n"
        "ask:\n  do: |\n    choose for seat(0):\n      go: n = 1\n",
    ],
)
def test_a_whole_zone_is_settled_wherever_a_block_begins(rules: str) -> None:
    state = start(rules, chance="stepped")
    while not state.over:
        state.apply(0)
    assert state.get("n") in (0, 1, 2)


PILES = """\
hoyle: 1
id: piles
title: Piles
players: 2
types:
  colour: [red, blue]
components:
  card: {has: {colour: colour}, make: {all: {colour: all, copies: 2}}}
zones:
  deck: {of: card, starts: all}
  pile: {of: card, per: player}
state:
  round:
    n: int = 0
    who: player = seat(0)
"""
# A red and a blue card each, shuffled.
DEALT = "".join(
    f"move first c in deck where c.colour == {colour} to pile[seat({seat})]\n"
    for seat in (0, 1)
    for colour in ("red", "blue")
) + "for each p in players: shuffle pile[p]\n"  # fmt: skip
SCORED = PILES + "match:\n  score(player p): if top(pile[p]).colour == red then 1 else 0\n"
HALF, MOST = Fraction(1, 2), Fraction(3, 4)


def likely(state: hoyle.State) -> Fraction:
    """How likely it is that n becomes 1, or seat 0 scores."""
    if state.over:
        return Fraction(int(state.get("n") == 1 or state.result.scores[0] == 1))
    weights = state.weights if state.seat < 0 else [1]
    found = Fraction(0)
    for index, weight in enumerate(weights):
        after = state.copy()
        after.apply(index)
        found += Fraction(weight, sum(weights)) * likely(after)
    return found


@pytest.mark.parametrize(
    ("rules", "share"),
    [
        ("if any p in players where top(pile[p]).colour == red: n = 1", MOST),
        ("if lucky(who): n = 1\n---\nlucky(player p):\n  is: top(pile[p]).colour == red", HALF),
        ("if on_top(pile[who]): n = 1\n---\non_top(zone of card z):\n  is: top(z).colour == red", HALF),
        ("choose for who:\n  see(p in players) needs top(pile[p]).colour == red: n = 1\n"
         "otherwise: n = 0", MOST),
        ("move pile[p] to pile[left(p)] for p in players\nif top(pile[who]).colour == red: n = 1", HALF),
        ("let c = first c in pile[players] where true\nif c.colour == red: n = 1", HALF),
        ("move those c in pile[p] where c.colour == red to deck for p in players\n"
         "n = size(deck) - 1", Fraction(1)),
    ],
)  # fmt: skip
def test_zones_that_are_named_by_what_is_bound_are_settled(rules: str, share: Fraction) -> None:
    assert likely(start(DEALT + rules, PILES, "stepped")) == share


def test_zones_that_only_the_score_looks_at_are_settled() -> None:
    assert likely(start(DEALT + "n = 0", SCORED, "stepped")) == HALF
