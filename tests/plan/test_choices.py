"""Lists of choices: when each condition is looked at, what is computed once, which look alike."""

from __future__ import annotations

import pytest

from tests.plan.planning import as_text, plan
from tests.plan.readable import text

DEFINITIONS = """\
best:
  do: |
    let c = top(heap)
    return c.rank
best_of(player p):
  do: |
    let c = top(hand[p])
    return c.rank
"""

CASES: dict[str, tuple[str, str]] = {
    "one pick among all of a variable: ready-made choices go along with its values":
        ("go(s in square) needs not owner[s] exists: n = 1", """
        function choices round()
          return [choiceP for choiceP, heldP in Zipped(((3, 0), (3, 1), (3, 2), (3, 3), (3, 4), (3, 5), (3, 6), (3, 7), (3, 8)), owner@8..16) where (heldP == none)]
        """),  # noqa: E501
    "where more is asked of the pick, the items do":
        ("go(s in square) needs not owner[s] exists and s.column != 1: n = 1", """
        function choices round()
          return [<choices>[s] for s, heldP in Zipped((0, 1, 2, 3, 4, 5, 6, 7, 8), owner@8..16) where ((heldP == none) and (<node.square.column>[s] != 1))]
        """),  # noqa: E501
    "one pick, nothing to tell apart: one list":
        ("take(k in 1..5) needs k < n: n = k", """
        function choices round()
          return [ChoiceOf(3, (k)) for k in (1, 2, 3, 4, 5) where (k < n@5)]
        """),
    "look-alikes are told apart by their key":
        ("lay(c in heap): n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          for c in Pieces(1):
            IfNew(<look>[c])
              add <choices>[c] to choices
          return choices
        """),
    "where they lie belongs to it, if there are several zones":
        ("lay(c in heap + hand[who]): n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          for c in Concat(Frozen(Pieces(1)), Frozen(Pieces(hand@2[who@21]))):
            IfNew(Items((<look>[c], location@22[c])))
              add <choices>[c] to choices
          return choices
        """),
    "of several the looks, in any order":
        ("give(cs in 1..2 of heap, to p in players): n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          for cs in Selections(Pieces(1), 1, 2):
            for p in (0, 1):
              IfNew(Items((Sorted([<look>[pieceP] for pieceP in cs]), p)))
                add ChoiceOf(3, (cs, p)) to choices
          return choices
        """),
    "riders: without, then with, if they may":
        ("lay(k in 1..2, quietly if n > 1, loudly if true): n = 1", """
        function choices round()
          StartList(choices)
          for k in (1, 2):
            for quietly in ((0, 1) if (n@5 > 1) else (0,)):
              for loudly in (0, 1):
                add ChoiceOf(3, (k, quietly, loudly)) to choices
          return choices
        """),
    "a condition that reads no pick comes before all loops":
        ("lay(c in heap) needs n > 1, c.rank == 1: n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          if (n@5 > 1):
            for c in Pieces(1):
              if (<piece.card.rank>[c] == 1):
                IfNew(<look>[c])
                  add <choices>[c] to choices
          return choices
        """),
    "each as soon as its picks are made, their order kept":
        ("go(s in square, with k in 1..3) needs k > 1, owner[s] exists: n = 1", """
        function choices round()
          StartList(choices)
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            for k in (1, 2, 3):
              if ((k > 1) and (owner@8[s] != none)):
                add ChoiceOf(3, (s, k)) to choices
          return choices
        """),
    "split at `and` where nothing can fail":
        ("go(s in square, with k in 1..3) needs owner[s] exists and k > 1 and n > m: n = 1", """
        function choices round()
          StartList(choices)
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            if (owner@8[s] != none):
              for k in (1, 2, 3):
                if ((k > 1) and (n@5 > m@6)):
                  add ChoiceOf(3, (s, k)) to choices
          return choices
        """),
    "not split where something can":
        ("go(s in square, with k in 1..3) needs owner[s] exists and k / m > 1: n = 1", """
        function choices round()
          StartList(choices)
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            for k in (1, 2, 3):
              if ((owner@8[s] != none) and ((k / m@6) > 1)):
                add ChoiceOf(3, (s, k)) to choices
          return choices
        """),
    "nor where a later pick's list can fail":
        ("go(s in square, with k in 1..n) needs owner[s] exists and k > 1: n = 1", """
        function choices round()
          StartList(choices)
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            for k in Span(1, n@5):
              if ((owner@8[s] != none) and (k > 1)):
                add ChoiceOf(3, (s, k)) to choices
          return choices
        """),
    "computed before the loop, if there is anything to loop over":
        ("lay(c in heap) needs c.rank == top(deck).rank: n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          itemsP0 = Pieces(1)
          if HasItems(itemsP0):
            fixed0H0 = <piece.card.rank>[EndOf(0, top, False)]
            for c in itemsP0:
              if (<piece.card.rank>[c] == fixed0H0):
                IfNew(<look>[c])
                  add <choices>[c] to choices
          return choices
        """),
    "for each value of the pick before":
        ("call(p in players, with c in hand[p]) needs c.rank == best_of(p): n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          for p in (0, 1):
            itemsP1 = Pieces(hand@2[p])
            if HasItems(itemsP1):
              fixed1H0 = Call(1, (p))
              for c in itemsP1:
                if (<piece.card.rank>[c] == fixed1H0):
                  IfNew(Items((p, <look>[c])))
                    add ChoiceOf(3, (p, c)) to choices
          return choices
        """),
    "remembered when it is first needed":
        ("go(k in 1..2, j in 3..4) needs k == 1 and j > best(): n = 1", """
        function choices round()
          StartList(choices)
          Forget(fixed1H0)
          for k in (1, 2):
            for j in (3, 4):
              if ((k == 1) and (j > once(fixed1H0: Call(1, ())))):
                add ChoiceOf(3, (k, j)) to choices
          return choices
        """),
    "and forgotten where it is another":
        ("call(p in players, k in 1..2) needs k == 1 and best_of(p) == 1: n = 1", """
        function choices round()
          StartList(choices)
          for p in (0, 1):
            Forget(fixed1H0)
            for k in (1, 2):
              if ((k == 1) and (once(fixed1H0: Call(1, (p))) == 1)):
                add ChoiceOf(3, (p, k)) to choices
          return choices
        """),
    "no picks": ("stay needs n > 1: n = 1", """
        function choices round()
          StartList(choices)
          if (n@5 > 1):
            add (3,) to choices
          return choices
        """),
    "alternatives one after the other":
        ("one(p in players): n = 1\n  two: n = 2", """
        function choices round()
          StartList(choices)
          for p in (0, 1):
            add <choices>[p] to choices
          add (4,) to choices
          return choices
        """),
    "a list that several pick from is made once":
        ("one(c in those c in heap where c.rank == n): n = 1\n"
         "  two(d in those d in heap where d.rank == n, k in 1..2): n = 2", """
        function choices round()
          StartList(choices)
          Forget(listP0)
          NewKeys()
          for c_2 in once(listP0: [c for c in Pieces(1) where (<piece.card.rank>[c] == n@5)]):
            IfNew(<look>[c_2])
              add <choices>[c_2] to choices
          NewKeys()
          for d_2 in once(listP0: [d for d in Pieces(1) where (<piece.card.rank>[d] == n@5)]):
            for k in (1, 2):
              IfNew(Items((<look>[d_2], k)))
                add ChoiceOf(4, (d_2, k)) to choices
          return choices
        """),
    "an attribute of what does not change is remembered":
        ("lay(c in heap) needs m > 1 and c.rank == top(deck).rank: n = 1", """
        function choices round()
          StartList(choices)
          NewKeys()
          Forget(fixed0H0)
          for c in Pieces(1):
            if ((m@6 > 1) and (<piece.card.rank>[c] == once(fixed0H0: <piece.card.rank>[EndOf(0, top, False)]))):
              IfNew(<look>[c])
                add <choices>[c] to choices
          return choices
        """),  # noqa: E501
}  # fmt: skip


def shown(alternatives: str) -> str:
    rules = f"choose for who:\n  {alternatives}\notherwise: nothing\n---\n{DEFINITIONS}"
    functions = [function for function in plan(rules).functions if function.name == "choices round"]
    return "\n".join(map(text, functions))


@pytest.mark.parametrize("what", CASES)
def test_choices(what: str) -> None:
    alternatives, expected = CASES[what]
    assert shown(alternatives) == as_text(expected)
