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
    fingers: 0..5 = 2
    fist: 1..5?
    thrown: "[1..5]"
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


KNOWN: dict[str, Known] = {}

MENDED: dict[str, str] = {
    "nothing is drawn, to a place that is not there": (
        "begin():\n  do: |\n    draw 1 from hand[seat(0)] to row[n + 7]"
    ),
    "none are drawn, from a place that is not there": (
        "begin():\n  do: |\n    draw n from row[n + 7] to hand[seat(0)]"
    ),
    "a place that is not there, behind a condition": (
        "begin():\n  do: |\n    choose for seat(0):\n"
        "      go(k in 1..3) needs k > 1 and n == 0, k > 5 and size(row[n + 7]) == k: nothing\n"
        "    otherwise: nothing"
    ),
    "a definition that is a zone, as a list": (
        "begin():\n  do: |\n    for each c in pile(): n += 1\n    move top(pile()) to hand[seat(1)]\n"
        "    let some = kept + [bottom(pile())]\n    some = pile()\n    n += size(some)\n"
        "pile():\n  is: if n == 0 then deck else hand[seat(0)]"
    ),
    "a rule that returns a zone or a list": (
        "begin():\n  do: |\n    let some = either(deck)\n    n = size(some)\n"
        "    kept = either(hand[seat(0)])\n"
        "either(zone of card z):\n  do: |\n    n += 1\n    if size(z) > 3: return z\n    return [top(deck)]"
    ),
    "what a rule with effects returns, a zone, as a list": (
        "begin():\n  do: |\n    kept = made()\n    kept += if n > 1 then made() else hand[seat(0)]\n"
        "    let some = kept\n    some = made()\n    n += size(some)\n"
        "made():\n  do: |\n    n += 1\n    return deck"
    ),
    "a zone that is shuffled, as the top of another says": (
        "begin():\n  do: |\n    move top(deck) to row[2]\n    if top(deck).colour == red: n = 1\n"
        "    shuffle row[position(top(deck).colour) + 1]"
    ),
    "chance among what all do at once, settled": (
        "begin():\n  do: |\n    simultaneously p in players:\n      take: move top(deck) to hand[p]"
    ),
    "chance among what all do at once, random": (
        "begin():\n  do: |\n    simultaneously p in players:\n      throw: n = random(1..6)"
    ),
    "chance among what all do at once, by a rule and left": (
        "begin():\n  do: |\n    simultaneously p in players:\n"
        "      bet(k in 1..2, to q in players): bring(q, k)\n      leave needs p == seat(1): return\n"
        "    n += 100\n"
        "bring(player q, int k):\n  do: |\n    draw 1 from deck to hand[q]\n"
        "    n += size(hand[q]) * k"
    ),
    "chance among what some do at once, and nobody": (
        "begin():\n  do: |\n    simultaneously p in players:\n"
        "      throw(k in 1..2) needs p == seat(n): n = random(k..6)\n    otherwise: n = 3"
    ),
    "what a draw brings": (
        "begin():\n  do: |\n    let got = draw 2 from deck to hand[seat(0)]\n    n = size(got)\n"
        "    got = draw size(got) + 5 from deck to bottom of row[1]\n    kept = got + got\n"
        "    kept -= draw 1 from row[1] to deck\n    kept += draw 1 from hand[seat(1)] to deck"
    ),
    "a list less another": (
        "begin():\n  do: |\n    kept = deck - [top(deck)] - hand[seat(0)]\n    kept -= [kept[0], kept[1]]\n"
        "    let some = [1, 3, 3, 2] - [3, 4]\n    some -= [3]\n"
        "    if some == [1, 2]: n = size(some - [2, 2])"
    ),
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
    "random pieces for each, where the first cannot go anywhere": (
        "begin():\n  do: |\n    move random(card) to hand[seat(1 / n)] for p in players"
    ),
    "random pieces for each, where one changes where the next goes": (
        "begin():\n  do: |\n    move random(card) to hand[seat(size(hand[seat(0)]) % 2)] for p in players"
    ),
    "random pieces for each, to where the top of a shuffled pile says": (
        "begin():\n  do: |\n    move random(card) to row[position(top(deck).colour) + 1] for p in players"
    ),
    "the bottom of a shuffled pile": "begin():\n  do: |\n    if bottom(deck).colour == red: n = 1",
}

# What the generator does not write: all builds must agree about these, too.
WRITTEN: dict[str, str] = {
    "shared alternatives, with arguments of all kinds": """\
begin():
  do: |
    let k = 3
    choose for seat(1) "With {k}?" needs n < 5:
      stay(c in 1..k): n += c
      also common(seat(1), k + 1, n)
    n += k
    later()
later():
  do: |
    offer to q in players "You, {q}?":
      also common(q, position(q) + n, 4)
    otherwise: n -= 1
    at_once()
at_once():
  do: |
    simultaneously q in players:
      also common(q, position(q), n)
common(player p, int k, int c):
  choices: |
    add(x in 1..2) needs x != position(p):
      k += x
      n += k * 10 + c
    also deep(p, k + c)
deep(player p, int k):
  choices: |
    leave "leave {k}": return
    look needs k > 2: n = n + k - position(p)""",
    "ranges, kept and left": """\
begin():
  do: |
    let k = random(1..9)
    fingers = min(5, k)
    fist = if k > 7 then none else fingers
    if fist exists: thrown += [fist + 0]
    give(seat(0), k % 7)
    again(k)
again(int k):
  do: |
    choose for seat(1):
      up(x in 1..3): fingers += x
      down: fingers -= k
      add(x in 1..k): thrown += [x, x]
      put(x in 1..k): thrown[0] = x
      more: thrown[0] += k
      give(x in 1..k): give(seat(1), x)
      guess(x in 1..k) needs x <= 5, near(x): fist = x
      worse(x in 1..k) needs x > 4 or near(x): fist = 6 - x
      also common(seat(1), k - 2)
      look needs supposing give(seat(0), k) then fingers > 2: nothing
    if size(thrown) < 5: again(k - 1)
give(player p, 0..5 x):
  do: |
    fingers = x
    x = fingers + position(p)
    n = x
near(1..5 x):
  is: abs(x - fingers) < 2
common(player p, 0..5 x):
  choices: |
    take(y in 0..x): fingers = y
    leave "leave {x}" needs p == seat(1): n = x""",
    "shared alternatives in a loop": """\
begin():
  do: |
    while n < 9:
      choose for seat(0):
        also moves(n)
moves(int k):
  choices: |
    up(by x in 1..2):
      n += x
      if n > 6: return
    down needs k > 3: n = k + 4""",
}

# Who has won, by what chance brings: `match` of the ruleset above.
WON: dict[str, str] = {
    "the top of a shuffled pile": "wins(player p): ready and (top(deck).colour == red) == (p == seat(0))",
    "a list that hangs on the order": (
        'wins: lowest\n  ties(player p): "each c in over() of position(c.colour) * (1 + position(p))"'
    ),
    "nobody": "wins(player _p): n > 99",
}


def won_by(match: str) -> str:
    """A ruleset in which something else than the score decides."""
    rules = "begin():\n  do: |\n    n = 1\nover():\n  is: those c in deck where ready"
    # Where chance is stepped, the order of a pile is settled for the result at the end, not before.
    text = sample(rules).replace("go: nothing", "go: ready = true")
    return text.replace("rules:\n", f"match:\n  {match}\nrules:\n", 1)
