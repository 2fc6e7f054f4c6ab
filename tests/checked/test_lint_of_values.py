"""What the declared values of pieces, types and options tell about a rule."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.diagnostics.model import Diagnostic
from tests.checked.samples import found_in

GAME = """\
options:
  pace:  {default: slow, values: [slow, fast, furious]}
  limit: {default: 5, range: 1..9}
  open:  {default: false}
types:
  suit: [clubs, hearts, spades, stars]
components:
  tile:
    has:  {suit: "suit?", worth: 1..9}
    make: {suited: {suit: clubs..spades, worth: 1..6}, plain: {worth: 7}}
zones:
  bag: {of: tile, seen: nobody, starts: all, shuffled: true}
rules:
  round:
    do: |
      if open: shuffle bag
      if pace == fast: draw limit from bag to bag
      if pace == furious: draw 2 from bag to bag
      for each t in bag:
        if t.suit == clubs: shuffle bag
        BODY
"""


def findings(body: str, folder: Path) -> list[Diagnostic]:
    return found_in(GAME.replace("BODY", body.replace("\n", "\n        ")), folder, "lint")


@pytest.mark.parametrize(
    ("test", "often"),
    [
        ("t.suit == stars", "never"),  # no tile has stars
        ("t.suit != stars", "always"),
        ("t.worth > 7", "never"),  # the type goes to 9, the tiles to 7
        ("t.worth >= 1", "always"),
        ("t.worth == 8", "never"),
        ("limit > 0", "always"),
        ("limit == 10", "never"),
        ("size(bag) < 0", "never"),
        ("size(bag) >= 0", "always"),
        ("(count u in bag where u.worth > 3) < 0", "never"),
        ("2 > 1", "always"),
    ],
)
def test_settled_by_the_values_that_there_are(test: str, often: str, tmp_path: Path) -> None:
    (found,) = findings(f"if {test}: shuffle bag", tmp_path)
    assert found.code.id == "H710"
    assert found.message.endswith(f" this is {often} true")


@pytest.mark.parametrize(
    "test",
    [
        "t.suit == spades",
        "t.suit exists",
        "t.worth > 6",
        "t.worth < 2",
        "t.worth == 7",
        "t.worth == limit",
        "limit < 9",
        "limit != 4",
        "size(bag) == 2",
        "size(bag) > 0",
        "size(players) == 4",
        "(count u in bag where u.worth > 3) > 5",
    ],
)
def test_open_conditions(test: str, tmp_path: Path) -> None:
    assert findings(f"if {test}: shuffle bag", tmp_path) == []


def test_a_chain_that_forgets_a_value(tmp_path: Path) -> None:
    chain = "if t.suit == clubs: shuffle bag\nelse if t.suit in [hearts, spades]: draw 1 from bag to bag"
    (found,) = findings(chain, tmp_path)
    assert (found.code.id, found.message) == ("H713", "nothing is said here for `stars`")
    assert found.help == "add `else if t.suit == stars: …`, or `else: nothing`"


@pytest.mark.parametrize(
    "chain",
    [
        "if t.suit == clubs: shuffle bag\nelse if t.suit in [hearts, spades]: nothing\nelse: shuffle bag",
        "if t.suit == clubs: shuffle bag\nelse if t.suit == hearts: nothing",  # two of four are singled out
        "if t.suit == clubs: shuffle bag\nelse if t.worth == 3: nothing",
        "if t.suit in [clubs, hearts, spades]: shuffle bag",
    ],
)
def test_chains_that_forget_nothing(chain: str, tmp_path: Path) -> None:
    assert findings(chain, tmp_path) == []


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "pace == furious",
            "pace == fast",
            "the values `slow` and `furious` of the option `pace` mean the same",
        ),
        (
            "if pace == fast: draw limit",
            "if limit > 9: draw 1",
            "all values of the option `limit` mean the same",
        ),
    ],
)
def test_values_of_an_option_that_make_no_difference(
    old: str, new: str, message: str, tmp_path: Path
) -> None:
    text = GAME.replace("BODY", "nothing").replace(old, new)
    assert message in [found.message for found in found_in(text, tmp_path, "lint") if found.code.id == "H714"]
