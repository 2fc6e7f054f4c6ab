"""Cutting: rules that may stop become blocks, and where they wait sites; frames hold what is still needed."""

from __future__ import annotations

import dataclasses

import pytest

from hoyle.plan import blocks as b
from hoyle.plan.from_program import Mode
from tests.plan.planning import PLAIN, as_text, graph
from tests.plan.readable import expression, lines

STEPPED = Mode(stepped=True)
ASK = """\
ask(player p):
  do: |
    choose for p:
      go: m = 1
"""


def shown(found: b.Graph, rule: str = "round") -> str:
    """The blocks of one rule: what they are called with, their statements, how they end."""
    text: list[str] = []
    for block in found.blocks:
        if block.proc != rule or block.id in found.sites:
            continue
        receive = f" {block.receive} =" if block.receive else ""
        text.append(f"{block.id}({', '.join(block.params or ())}){' entry' if block.entry else ''}{receive}")
        text += lines(tuple(block.stmts), 1)
        text.append(f"  {_end(block.end)}")
    for site in found.sites.values():
        if site.proc == rule:
            others = {"passing": site.passing, "otherwise": site.otherwise, "done": site.done}
            ways = "".join(f", {name} {number}" for name, number in others.items() if number >= 0)
            text.append(f"site {site.id}({', '.join(site.frame)}): {site.bodies}{ways}")
    return "\n".join(text)


def _end(end: b.Terminator | None) -> str:
    assert end is not None
    match end:
        case b.Goto():
            return f"goto {end.target}{' back' if end.back else ''}"
        case b.Branch():
            return f"if {expression(end.test)}: {end.then} else {end.otherwise}"
        case b.CallEnd():
            then = "in last position" if end.next is None else f"then {end.next}"
            return f"call {end.proc}{expression(end.args)} {then}"
        case _:
            values = [getattr(end, field.name) for field in dataclasses.fields(end) if field.name != "at"]
            return f"{type(end).__name__.lower()} {', '.join(map(expression, values))}"


CASES: dict[str, tuple[Mode, str, str]] = {
    "nothing stops, so nothing is cut": (PLAIN, "n = 1\nif m > 0: n = 2\n", ""),
    "if: both branches go on where they meet": (PLAIN, """\
        let k = 5
        if n > 0: ask(who)
        else: n = 3
        n = k
        """, """
        0() entry
          k = 5
          if (n > 0): 4 else 5
        3(k)
          n = k
          leave None
        4(k)
          call ask(who) then 6
        5(k)
          n = 3
          goto 3
        6(k) entry
          goto 3
        """),
    "a call in last position leaves no frame": (PLAIN, "n = 2\nask(who)\n", """
        0() entry
          n = 2
          call ask(who) in last position
        """),
    "what cannot stop stays in one piece": (PLAIN, """\
        for each p in players: gold[p] = 1
        ask(who)
        while n > 3: n -= 1
        """, """
        0() entry
          for p in players():
            gold[p] = 1
          call ask(who) then 3
        3() entry
          while (n > 3):
            n -= 1
          leave None
        """),
    "while": (PLAIN, """\
        let k = 5
        while n < k: ask(who)
        """, """
        0() entry
          k = 5
          goto 3
        3(k) entry
          if (n < k): 5 else 4
        4()
          leave None
        5(k)
          call ask(who) then 7
        6(k)
          goto 3 back
        7(k) entry
          goto 6
        """),
    "for each: the list is taken beforehand": (PLAIN, """\
        let k = 5
        for each p in players: ask(p)
        n = k
        """, """
        0() entry
          k = 5
          itemsB1 = frozen(players())
          turnB2 = 0
          goto 3
        3(itemsB1, k, turnB2) entry
          if (turnB2 < size(itemsB1)): 5 else 4
        4(k)
          n = k
          leave None
        5(itemsB1, k, turnB2)
          p = ItemAt(itemsB1, turnB2)
          turnB2 = (turnB2 + 1)
          call ask(p) then 7
        6(itemsB1, k, turnB2)
          goto 3 back
        7(itemsB1, k, turnB2) entry
          goto 6
        """),
    "repeat": (PLAIN, "repeat n times: ask(who)\n", """
        0() entry
          timesB1 = n
          goto 3
        3(timesB1) entry
          if (timesB1 > 0): 5 else 4
        4()
          leave None
        5(timesB1)
          timesB1 = (timesB1 - 1)
          call ask(who) then 7
        6(timesB1)
          goto 3 back
        7(timesB1) entry
          goto 6
        """),
    "return and end": (PLAIN, """\
        if n > 3: return
        ask(who)
        if n > 2:
          ask(who)
          end match
        """, """
        0() entry
          if (n > 3):
            Return(None)
          call ask(who) then 3
        3() entry
          if (n > 2): 4 else 5
        4()
          call ask(who) then 6
        5()
          leave None
        6() entry
          stop match
        """),
    "choose: what is asked again is kept, the picks are not": (PLAIN, """\
        let k = 5
        let other = 6
        choose for who:
          go(i in 1..k) needs i < other: n = i
          stay: n = k
        otherwise: n = 7
        m = 1
        """, """
        0() entry
          k = 5
          other = 6
          ask 4
        3()
          m = 1
          leave None
        5(i, k, other) entry
          n = i
          goto 3
        6(k, other) entry
          n = k
          goto 3
        7()
          n = 7
          goto 3
        site 4(k, other): [5, 6], otherwise 7
        """),
    "offer": (PLAIN, """\
        let k = 5
        offer to p in players:
          take: gold[p] = k
        otherwise: n = 2
        """, """
        0() entry
          k = 5
          whoB1 = frozen(players())
          turnB2 = 0
          goto 4
        4(k, turnB2, whoB1) entry
          ask 3
        5(k, p, turnB2, whoB1) entry
          goto 4
        6(k, p, turnB2, whoB1) entry
          gold[p] = k
          leave None
        7()
          n = 2
          leave None
        site 3(k, p, turnB2, whoB1): [6], passing 5, otherwise 7
        """),
    "simultaneously: what was chosen is kept": (PLAIN, """\
        let k = 5
        simultaneously p in players:
          bid(i in 1..2): gold[p] = i + k
        otherwise: n = 5
        """, """
        0() entry
          k = 5
          whoB1 = frozen(players())
          turnB2 = 0
          gotB3 = Items(())
          goto 4
        4(gotB3, k, turnB2, whoB1) entry
          ask 3
        5(i, gotB3, k, p, turnB2, whoB1) entry
          goto 4
        6()
          n = 5
          leave None
        7()
          leave None
        site 3(gotB3, k, p, turnB2, whoB1): [5], otherwise 6, done 7
        """),
    "stepped: a random value": (STEPPED, """\
        let k = 5
        let die = random(1..k)
        n = die
        """, """
        0() entry
          k = 5
          chance 3
        4(die, k) entry
          n = die
          leave None
        site 3(k): [4]
        """),
    "stepped: the top of a zone": (STEPPED, """\
        let k = 5
        if top(deck).rank == k: n = 2
        """, """
        0() entry
          k = 5
          chance 3
        4(pieceB0, k) entry
          goto 5
        5(k) entry
          if (top(deck).rank == k):
            n = 2
          leave None
        site 3(k): [4], done 5
        """),
    "stepped: all of a zone, until nothing is left to find out": (STEPPED, """\
        let k = 5
        if bottom(deck).rank == k: n = 2
        """, """
        0() entry
          k = 5
          goto 6
        4(pieceB0, k) entry
          goto 6 back
        5(k) entry
          if (bottom(deck).rank == k):
            n = 2
          leave None
        6(k) entry
          chance 3
        site 3(k): [4], done 5
        """),
}  # fmt: skip


@pytest.mark.parametrize("what", CASES)
def test_cutting(what: str) -> None:
    mode, body, expected = CASES[what]
    rules = f"{as_text(body)}\n---\n{ASK}"
    assert shown(graph(rules, mode)) == as_text(expected)
