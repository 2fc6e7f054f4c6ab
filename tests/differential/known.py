"""Disagreements that are known and not mended yet: each with the smallest ruleset that shows it.

Whoever mends one takes it out here; as long as it stands, its sample must still fail.
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


@dataclass(frozen=True)
class Known:
    """A disagreement: rules that show it, and how it is known when a generated ruleset meets it."""

    rules: str
    fails: str  # part of what the referee says, or of a foreign exception
    where: str = ""  # part of the generated ruleset's text, if that is not enough

    @property
    def ruleset(self) -> str:
        return _HEAD + "".join(f"  {line}\n" for line in self.rules.splitlines())

    def met(self, text: str, failure: BaseException) -> bool:
        told = f"{type(failure).__name__}: {failure}"
        return re.search(self.fails, told) is not None and re.search(self.where, text) is not None


_HANDLE = "TypeError: .*('int'|list indices|can only concat)"
_STEPPED = "recorded and stepped( carefully)? differ|recorded: .*\n +stepped|chance cannot bring"

KNOWN: dict[str, Known] = {
    # ------------------------------------------------------------ all builds
    "a value that is a list or else a zone": Known(
        "begin():\n  do: |\n    n = size(if ready then kept else deck)", _HANDLE
    ),
    "a definition that is a zone, as a list": Known(
        "begin():\n  do: |\n    for each c in pile(): n += 1\npile():\n  is: deck", _HANDLE
    ),
    # ------------------------------------------------------------ optimised
    "an argument that is not used does not fail": Known(
        "begin():\n  do: |\n    ready = always(1 / n)\nalways(int k):\n  is: n == 0",
        r"fast: goes on\n +careful: \d",
    ),
    "a game does not start whose sibling of seed 0 fails": Known(
        "begin():\n  do: |\n    choose for seat(0):\n      go needs top(deck).colour == red: nothing",
        r"at the start, faults differ:\n +fast: \d",
    ),
    # ------------------------------------------------------------ stepped
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
    "all of a pile, settled at the end of a body": Known(
        "begin():\n  do: |\n    choose for seat(0):\n      go: move following(top(deck), deck) to deck",
        "TypeError: 'NoneType' object is not callable",
    ),
    "nothing is drawn, to a place that is not there": Known(
        "begin():\n  do: |\n    draw 1 from hand[seat(0)] to row[n + 7]",
        r"faults differ:(.*\n)*.*is outside",
        "draw|deal",
    ),
}
