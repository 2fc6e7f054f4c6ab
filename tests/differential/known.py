"""Disagreements between builds that were found: those not mended yet, and those that must not come back.

Each has the smallest rules that show it. Whoever mends one moves its rules from `KNOWN` to `MENDED`; as long
as it stands in `KNOWN`, it must still fail.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

_HEAD = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  colour: [red, blue]
  spot: 1..3
components:
  card: {has: {colour: colour}, make: {all: {colour: all, copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player}
  row: {of: card, per: spot}
state:
  round:
    n: int = 0
    ready: bool = false
    kept: "[card]"
rules:
  round:
    do: |
      begin()
      choose for seat(0):
        go: nothing
"""


def sample(rules: str) -> str:
    """A ruleset with a rule `begin` of its own."""
    return _HEAD + "".join(f"  {line}\n" for line in rules.splitlines())


@dataclass(frozen=True)
class Known:
    """A disagreement: rules that show it, and how it is known when a generated ruleset meets it."""

    rules: str
    fails: str  # part of what the referee says, or of a foreign exception
    where: str = ""  # part of the generated ruleset's text, if that is not enough

    def met(self, text: str, failure: BaseException) -> bool:
        told = f"{type(failure).__name__}: {failure}"
        return re.search(self.fails, told) is not None and re.search(self.where, text) is not None


_STEPPED = "recorded and stepped( carefully)? differ|recorded: .*\n +stepped|chance cannot bring"

KNOWN: dict[str, Known] = {
    "a definition that is a zone, as a list": Known(
        "begin():\n  do: |\n    for each c in pile(): n += 1\npile():\n  is: deck",
        "TypeError: .*('int'|list indices|can only concat)",
    ),
    "chance among what all do at once, settled": Known(
        "begin():\n  do: |\n    simultaneously p in players:\n      take: move top(deck) to hand[p]",
        "AssertionError: ends a block",
        "simultaneously",
    ),
    "chance among what all do at once, random": Known(
        "begin():\n  do: |\n    simultaneously p in players:\n      throw: n = random(1..6)",
        _STEPPED,
        "simultaneously",
    ),
    "nothing is drawn, to a place that is not there": Known(
        "begin():\n  do: |\n    draw 1 from hand[seat(0)] to row[n + 7]",
        r"faults differ:(.*\n)*.*is outside",
        "draw|deal",
    ),
}

MENDED: dict[str, str] = {
    "a value that is a list or else a zone": (
        "begin():\n  do: |\n    n = size(if ready then kept else deck)"
    ),
    "an argument that is not used and fails": (
        "begin():\n  do: |\n    ready = always(1 / n)\nalways(int k):\n  is: n == 0"
    ),
    "a start that fails with seed 0 alone": (
        "begin():\n  do: |\n    choose for seat(0):\n      go needs top(deck).colour == red: nothing"
    ),
    "all of a pile, settled at the end of a body": (
        "begin():\n  do: |\n    choose for seat(0):\n      go: move following(top(deck), deck) to deck"
    ),
    "the bottom of a shuffled pile": "begin():\n  do: |\n    if bottom(deck).colour == red: n = 1",
}
