"""`docs/semantics.md`: its tables are those of the code, and what it says in prose is tried out."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

import hoyle
from hoyle.ir.program import LARGEST, NONE
from hoyle.plan import limits
from hoyle.plan.faults import FAULTS
from hoyle.plan.numbers import WIDE
from tests.docs.pages import DOCS

PAGE = (DOCS / "semantics.md").read_text(encoding="utf-8")

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  colour: [red, blue]
components:
  card: {has: {colour: colour}, total: 4, make: {all: {colour: all, copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  heap: {of: card, seen: everyone}
state:
  match:
    n: int = 0
    many: "[int] = []"
rules:
  round:
    do: |
"""


def game(tmp_path: Path, body: str, rules: str = "") -> hoyle.Game:
    text = GAME + textwrap.indent(textwrap.dedent(body), "      ")
    text += textwrap.indent(textwrap.dedent(rules), "  ")
    path = tmp_path / "sample.yaml"
    path.write_text(text, encoding="utf-8")
    return hoyle.load(str(path))


def fault(start: Callable[[], object]) -> hoyle.PlayError:
    with pytest.raises(hoyle.PlayError) as raised:
        start()
    return raised.value


# ------------------------------------------------------------------ tables
def test_every_fault_stands_in_the_table_with_its_words_and_family() -> None:
    rows = re.findall(r"^\| `([^`]+)` \| (.+?) \| (fault|limit|dead end) \|$", PAGE, re.MULTILINE)
    assert rows == [(code, found.words, found.family) for code, found in FAULTS.items()]


@pytest.mark.parametrize(
    ("code", "limit"),
    [
        ("fuel", limits.FUEL),
        ("jumps", limits.MOST_JUMPS),
        ("depth", limits.DEEPEST),
        ("list length", limits.LONGEST_LIST),
        ("selections", limits.MOST_SELECTIONS),
        ("choices", limits.MOST_CHOICES),
        ("values", limits.MOST_VALUES),
        ("decisions", limits.MOST_DECISIONS),
    ],
)
def test_every_limit_is_the_one_in_the_code(code: str, limit: int) -> None:
    assert re.search(rf"\| {limit:,} \| `{code}` \|", PAGE)


def test_the_numbers_are_those_of_the_code() -> None:
    assert f"`none`, is −{-NONE:,}" in PAGE
    assert PAGE.count(f"| {LARGEST:,} | fault `too large` |") == 2
    assert f"| {WIDE:,} | fault `too large` |" in PAGE
    assert NONE < -LARGEST


# ------------------------------------------------------------------ numbers
def test_inside_an_expression_sums_are_exact(tmp_path: Path) -> None:
    state = game(tmp_path, "n = 999999999\nn = (n + n + n + n) / 4\n").start()
    assert state.get("n") == 999_999_999


@pytest.mark.parametrize(
    ("body", "rules"),
    [
        ("n = 999999999\nn = n + n\n", ""),
        ("n = 999999999\nn += n\n", ""),
        ("n = 999999999\nrepeat 5 times:\n  n += 1\n", ""),
        ("n = -999999999\nrepeat 5 times:\n  n -= 1\n", ""),
        ("n = 999999999\nlet k = n\nrepeat 5 times:\n  k = k + 1\n", ""),
        ("n = 999999999\nlet k = max(n + n, 0)\n", ""),
        ("n = 999999999\nmany = [n + n]\n", ""),
        ("n = 999999999\nmany = each p in players of n + n\n", ""),
        ("n = 99999\nlet k = n * n\n", ""),
        ("n = 999999999\nn = double(n)\n", "double(int a):\n  is: a + a\n"),
        ("n = 999999999\ntake(n + n)\n", "take(int a):\n  do: |\n    n = 1\n"),
    ],
)
def test_what_is_stored_is_bounded(tmp_path: Path, body: str, rules: str) -> None:
    assert fault(game(tmp_path, body, rules).start).code == "too large"


def test_what_a_definition_gives_is_bounded_more_widely(tmp_path: Path) -> None:
    rules = "d0(int a):\n  is: a + a\n" + "".join(
        f"d{level}(int a):\n  is: d{level - 1}(d{level - 1}(a))\n" for level in range(1, 6)
    )
    assert game(tmp_path, "n = 999999999\nif d3(n) > 5:\n  n = 1\n", rules).start().get("n") == 1
    error = fault(game(tmp_path, "n = 999999999\nif d5(n) > 5:\n  n = 1\n", rules).start)
    assert error.code == "too large"


def test_an_absent_number_is_stored_where_a_sum_may_be(tmp_path: Path) -> None:
    body = "let k = if n == 0 then none else n + n\nmany = [if k exists then 1 else 0]\n"
    assert game(tmp_path, body).start().get("many") == [0]


# ------------------------------------------------------------------ order
def test_nothing_is_computed_that_is_not_needed(tmp_path: Path) -> None:
    body = """\
        if n > 0 and 1 / n > 0:
          n = 5
        if n == 0 or 1 / n > 0:
          n = 6
        """
    assert game(tmp_path, body).start().get("n") == 6


def test_a_zone_is_gone_through_as_it_was(tmp_path: Path) -> None:
    body = "for each c in deck:\n  move c to heap\n  n += 1\n"
    assert game(tmp_path, body).start().get("n") == 4


# ------------------------------------------------------------------ choices


def test_choices_come_in_the_order_of_what_is_written(tmp_path: Path) -> None:
    body = """\
        choose for seat(0):
          bid(a in 1..2, on c in colour):
            n = a
          stay:
            n = 3
        """
    labels = [choice.label for choice in game(tmp_path, body).start().decision]
    assert labels == ["bid 1 on red", "bid 1 on blue", "bid 2 on red", "bid 2 on blue", "stay"]


def test_several_come_fewest_first_and_look_alikes_once(tmp_path: Path) -> None:
    body = """\
        move those c in deck where c.colour == red to heap
        move those c in deck where c.colour == blue to heap
        choose for seat(0):
          take(cs in 1..2 of heap):
            n = 1
        """
    labels = [choice.label for choice in game(tmp_path, body).start().decision]
    assert labels == ["take red", "take blue", "take red and red", "take red and blue", "take blue and blue"]


def test_passing_comes_last(tmp_path: Path) -> None:
    body = """\
        offer to p in players:
          join:
            n = 1
        otherwise: nothing
        """
    assert [choice.label for choice in game(tmp_path, body).start().decision] == ["join", "pass"]


# ------------------------------------------------------------------ chance
def outcomes(state: hoyle.State, result: Callable[[hoyle.State], object]) -> dict[object, Fraction]:
    """How likely each result is, found by walking through all of chance."""
    if state.over:
        return {result(state): Fraction(1)}
    found: dict[object, Fraction] = {}
    weights = state.weights
    for index, weight in enumerate(weights):
        after = state.copy()
        after.apply(index)
        for what, share in outcomes(after, result).items():
            found[what] = found.get(what, Fraction(0)) + share * Fraction(weight, sum(weights))
    return found


def test_the_bottom_of_a_shuffled_zone_is_as_likely_as_any(tmp_path: Path) -> None:
    body = "if bottom(deck).colour == red:\n  n = 1\n"
    state = game(tmp_path, body).start(chance="stepped")
    assert outcomes(state, lambda end: end.get("n")) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_every_order_of_a_zone_moved_as_a_whole_is_as_likely(tmp_path: Path) -> None:
    state = game(tmp_path, "move deck to heap\n").start(chance="stepped")
    found = outcomes(state, lambda end: tuple(end.get("heap")))
    assert len(found) == 6
    assert set(found.values()) == {Fraction(1, 6)}


def test_what_does_not_ask_for_the_order_settles_nothing(tmp_path: Path) -> None:
    body = "if any c in deck where c.colour == red:\n  n = size(deck)\n"
    assert game(tmp_path, body).start(chance="stepped").over
