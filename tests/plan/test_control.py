"""Control: jumps, frames and waiting, as planned blocks; how a state that was read back asks again."""

from __future__ import annotations

import pytest

from hoyle.plan.from_program import Mode
from tests.plan.planning import PLAIN, as_text, plan
from tests.plan.readable import blocks, lines

ASK = """\
ask(player p):
  do: |
    choose for p:
      go: m = 1
"""
CASES: dict[str, tuple[Mode, str, str]] = {
    "choose: a wait, or what is done otherwise": (PLAIN, """
        let k = 5
        choose for who:
          go(i in 1..n): m = i + k
        otherwise: n = 7
        """, """
        block 0 with arguments ()
          k = 5
          ListChoices(0, ())
          IfChoices()
            wait 2(k) for who@21
          n@5 = 7
          leave
        block 3 with a choice picks (i) (k)
          m@6 = Fit((i + k), False)
          leave
        again 2(k)
          SetSeat(who@21, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "nothing nests where somebody is asked in between": (PLAIN, """
        turn(who)
        ---
        turn(player p):
          do: |
            choose for p:
              go: turn(left(p))
              stop: end round
        """, """
        block 0 with arguments ()
          jump 1(who@21)
        block 1 with arguments (p)
          ListChoices(0, ())
          IfChoices()
            wait 3(p) for p
          Fail(no choice, ())
        block 4 with a choice (p)
          jump 1(((p + 1) % 2))
        block 5 with a choice ()
          EndRound(True)
        again 3(p)
          SetSeat(p, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "a frame that would only jump is passed over": (PLAIN, """
        while n < 3: ask(who)
        """, """
        block 0 with arguments ()
          jump 3()
        block 1 with arguments (p)
          ListChoices(0, ())
          IfChoices()
            wait 8(p) for p
          Fail(no choice, ())
        block 3 with arguments ()
          if (n@5 < 3):
            push 3()
            jump 1(who@21)
          leave
        block 7 with a frame ()
          jump 3()
        block 9 with a choice ()
          m@6 = 1
          leave
        again 8(p)
          SetSeat(p, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "a loop that may not ask leaves first": (PLAIN, """
        while n < 3:
          n += 1
          if m > n: ask(who)
        """, """
        block 0 with arguments ()
          jump 3()
        block 1 with arguments (p)
          ListChoices(0, ())
          IfChoices()
            wait 10(p) for p
          Fail(no choice, ())
        block 3 with arguments ()
          if (n@5 < 3):
            n@5 += 1
            Bound(n@5, above)
            if (m@6 > n@5):
              push 3()
              jump 1(who@21)
            jump 6()
          leave
        block 6 with arguments ()
          jump 3() unwinding
        block 9 with a frame ()
          jump 6()
        block 11 with a choice ()
          m@6 = 1
          leave
        again 10(p)
          SetSeat(p, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "so does a rule that calls itself, in last position or not": (PLAIN, """
        again(1)
        ---
        again(int k):
          do: |
            n = k
            if k > 9: again(k + 1)
            again(k)
        """, """
        block 0 with arguments ()
          jump 1(1) unwinding
        block 1 with arguments (k)
          n@5 = k
          if (k > 9):
            push 6(k) counted
            jump 1(Fit((k + 1), False)) unwinding
          jump 3(k)
        block 3 with arguments (k)
          jump 1(k) unwinding
        block 6 with a frame (k)
          jump 3(k)
        """),
    "a value comes back through a frame": (PLAIN, """
        let k = n
        let v = given(k)
        n = v + k
        ---
        given(int a):
          do: |
            choose for who:
              one: return a
              two: return 2
        """, """
        block 0 with arguments ()
          k = n@5
          push 3(k)
          jump 1(k)
        block 1 with arguments (a)
          ListChoices(0, ())
          IfChoices()
            wait 4(a) for who@21
          Fail(no choice, ())
        block 3 with a frame (k)
          Receive(v)
          n@5 = Fit((v + k), False)
          leave
        block 5 with a choice (a)
          leave a
        block 6 with a choice ()
          leave 2
        again 4(a)
          SetSeat(who@21, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "offer: one after the other, passing is a choice": (PLAIN, """
        offer to p in players:
          take: gold[p] = n
        otherwise: n = 2
        """, """
        block 0 with arguments ()
          whoB1 = (0, 1)
          turnB2 = 0
          jump 3(turnB2, whoB1)
        block 3 with arguments (turnB2, whoB1)
          while (turnB2 < Size(whoB1)):
            p = whoB1[turnB2]
            turnB2 = (turnB2 + 1)
            ListChoices(0, ())
            IfChoices()
              AddPass(4)
              wait 2(p, turnB2, whoB1) for p
          n@5 = 2
          leave
        block 4 with a choice (, turnB2, whoB1)
          jump 3(turnB2, whoB1)
        block 5 with a choice (p, , )
          gold@17[p] = n@5
          leave
        again 2(p, turnB2, whoB1)
          SetSeat(whoB1[(turnB2 - 1)], None)
          ListChoices(0, ())
          AddPass(4)
          ShowChoices()
        """),
    "simultaneously: noted first, then applied": (PLAIN, """
        simultaneously p in players:
          bid(i in 1..2): gold[p] = i
          stay: nothing
        otherwise: n = 5
        """, """
        block 0 with arguments ()
          whoB1 = (0, 1)
          turnB2 = 0
          gotB3 = ()
          jump 3(gotB3, turnB2, whoB1)
        block 3 with arguments (gotB3, turnB2, whoB1)
          while (turnB2 < Size(whoB1)):
            p = whoB1[turnB2]
            turnB2 = (turnB2 + 1)
            ListChoices(0, ())
            IfChoices()
              wait 2(gotB3, p, turnB2, whoB1) for p
            NoteChoice(gotB3, None, ())
          IfNobodyChose(gotB3)
            n@5 = 5
            leave
          apply gotB3 for p in whoB1:
            with (i):
              gold@17[p] = i
            with ():
          leave
        block 4 with a choice picks (i) (gotB3, , turnB2, whoB1)
          NoteChoice(gotB3, 0, (i))
          jump 3(gotB3, turnB2, whoB1)
        block 5 with a choice (gotB3, , turnB2, whoB1)
          NoteChoice(gotB3, 1, ())
          jump 3(gotB3, turnB2, whoB1)
        again 2(gotB3, p, turnB2, whoB1)
          SetSeat(whoB1[(turnB2 - 1)], None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "with an option off its branch is not there": (PLAIN, """
        if extra: ask(who)
        else: n = 1
        n = 2
        """, """
        block 0 with arguments ()
          n@5 = 1
          jump 3()
        block 1 with arguments (p)
          ListChoices(0, ())
          IfChoices()
            wait 7(p) for p
          Fail(no choice, ())
        block 3 with arguments ()
          n@5 = 2
          leave
        block 6 with a frame ()
          jump 3()
        block 8 with a choice ()
          m@6 = 1
          leave
        again 7(p)
          SetSeat(p, None)
          ListChoices(0, ())
          ShowChoices()
        """),
    "stepped: a random value": (Mode(stepped=True), """
        let die = random(1..6)
        n = die
        """, """
        block 0 with arguments ()
          ListOutcomes(3, random, (1, 2, 3, 4, 5, 6))
          wait 2() for -1
        block 3 with a choice picks (die) ()
          n@5 = die
          leave
        again 2()
          SetSeat(-1, None)
          ListOutcomes(3, random, (1, 2, 3, 4, 5, 6))
          ShowChoices()
        """),
    "stepped: until the order is known": (Mode(stepped=True), """
        if bottom(deck).rank == 1: n = 2
        """, """
        block 0 with arguments ()
          jump 5()
        block 3 with a choice picks (pieceB0) ()
          Settle(0, pieceB0)
          jump 5()
        block 4 with arguments ()
          if (<piece.card.rank>[EndOf(0, bottom, False)] == 1):
            n@5 = 2
          leave
        block 5 with arguments ()
          ListOutcomes(3, all, 0)
          IfChoices()
            wait 2() for -1
          jump 4()
        again 2()
          SetSeat(-1, None)
          ListOutcomes(3, all, 0)
          ShowChoices()
        """),
}  # fmt: skip


def shown(mode: Mode, rules: str) -> str:
    """The blocks, and how each site asks again."""
    whole = as_text(rules) + "\n"
    found = plan(f"{whole}---\n{ASK}" if "ask(" in whole else whole, mode=mode)
    again = [
        "\n".join([f"again {site.id}({', '.join(site.frame)})", *lines(site.again, 1)])
        for site in found.sites.values()
    ]
    return "\n".join([blocks(found), *again])


@pytest.mark.parametrize("what", CASES)
def test_control(what: str) -> None:
    mode, rules, expected = CASES[what]
    assert shown(mode, rules) == as_text(expected)


def test_a_branch_that_an_option_rules_out_is_not_planned() -> None:
    rules = "if extra: ask(who)\nn = 2\n---\n" + ASK
    assert "jump 1" not in blocks(plan(rules))
    assert "jump 1" in blocks(plan(rules, extra=1))


def test_frames_hold_what_the_program_needs_whatever_the_options() -> None:
    """So that a saved game does not hang on them."""
    rules = "let k = n\nask(who)\nif extra: n = k\n---\n" + ASK
    assert plan(rules).frames == plan(rules, extra=1).frames


def test_rules_and_alternatives_can_be_found_by_block() -> None:
    found = plan("n = 1\nask(who)\n---\n" + ASK)
    ((number, (site, index)),) = found.alternatives.items()
    assert (found.rules[number], site.rule, index) == ("ask", "ask", 0)
    assert site.bodies == (number,)
    assert found.rules[found.entry] == "match"
