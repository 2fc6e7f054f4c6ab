"""What a seat sees and does not see, as scenarios test it."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.main import main
from hoyle.scenarios.suite import suite_of

GAME = """\
hoyle: 1
id: peeking
title: Peeking
players: 3
types:
  colour: [red, blue]
components:
  card:
    has: {colour: colour, worth: 1..6}
    label: "{colour} {worth}"
    make: {every: {colour: all, worth: all}}
  die: {make: {all: {copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all}
  hand: {of: card, per: player, seen: owner}
  row: {of: card, seen: face_up}
  cup: {of: die, starts: all}
  bin: {of: card}
state:
  round:
    secret: int per player seen owner = 0
    bids: int per colour = 0
    last: player?
    men: int per player, colour seen owner = 2
    face: 1..6 per die = 3
match:
  score(player p): men[p, red] + secret[p] + bids[red] + (sum d in cup of face[d])
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        peek:
          reveal top(deck) to me
          secret[me] = 3
          last = me
        turn_up(c in row): face_up[c] = true
        show(to p in players): reveal hand[me] to p
      turn(left(me))
scenarios:
  one:
    given:
      deck: [blue 2, red 1]
      hand[0]: [red 4, red 5]
      row: [blue 6, red 6]
    begin: turn(seat(0))
    then:
"""

RIGHT = """\
- seat 0 does not see: [deck, top(deck)]
- seat 0 sees: ['hand[0]', 'secret[0]', last]
- seat 0: peek
- seat 0 sees:
    hand[0]: [red 4, red 5]
    top(deck): blue 2
    secret[0]: 3
    secret: [3, hidden, hidden]
    last: seat 0
    bids: [0, 0]
    bids[blue]: 0
    men[0, blue]: 2
    men[seat 1,red]: hidden
    men: [[2, 2], [hidden, hidden], [hidden, hidden]]
    cup: [die, {piece: die, face: 3}]
    bin: []
    bottom(deck): hidden
- seat 1 sees: {last: 0, 'hand[0]': [hidden, hidden], top(row): hidden}
- seat 1 does not see:
    - hand[0]
    - deck
    - secret[0]
    - secret[seat 2]
- seat 1 does not see: {'hand[0]': red 4, deck: [blue 2, red 1], top(deck): blue 2}
- seat 1 does not see: row
- seat 1: turn up blue 6
- seat 0 sees: {row: [blue 6, hidden]}
- events: {set: face_up, index: blue 6, value: true}
- seat 2: show to seat 1
- seat 0: show to seat 2
- events: [{decide: show to seat 2, seat: seat 0}, {reveal: [red 5, red 4], to: seat 2}]
- seat 2 sees: {'hand[0]': [red 4, red 5]}
- seat 1 does not see: ['hand[0]']
"""


def outcome(folder: Path, steps: str) -> list[str]:
    path = folder / "peeking.yaml"
    path.write_text(GAME + "".join(f"      {line}\n" for line in steps.splitlines()), encoding="utf-8")
    assert main(["lint", str(path), "--select", "H6"]) == 0
    (tested,) = suite_of(str(path)).run()
    return [str(failure).partition("yaml:")[2] for failure in tested.outcome.failures]


def test_what_is_right(tmp_path: Path) -> None:
    assert outcome(tmp_path, RIGHT) == []


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("seat 1 sees: {top(deck): blue 2}", "seat 1 sees something else in `top(deck)`"),
        ("seat 1 sees: {'hand[0]': [red 4, red 5]}", "seat 1 sees something else in `hand[0]`"),
        ("seat 0 sees: {'hand[0]': red 4}", "seat 0 sees something else in `hand[0]`"),
        ("seat 0 sees: {'hand[0]': [red 5, red 4]}", "seat 0 sees something else in `hand[0]`"),
        ("seat 0 sees: {'secret[1]': 0}", "seat 0 sees something else in `secret[1]`"),
        ("seat 0 sees: {last: seat 0}", "seat 0 sees something else in `last`"),
        ("seat 0 sees: [secret]", "seat 0 does not see all of `secret`"),
        ("seat 0 sees: [bin]", "`bin` is empty: there is nothing to see or not to see"),
        ("seat 0 sees: {top(bin): red 4}", "`bin` is empty: there is nothing to see or not to see"),
        ("seat 0 does not see: [secret]", "seat 0 sees `secret`"),
        ("seat 0 does not see: ['hand[0]']", "seat 0 sees `hand[0]`"),
        ("seat 0 does not see: [bin]", "`bin` is empty: there is nothing to see or not to see"),
        ("seat 0 does not see: {'hand[0]': red 4}", "seat 0 sees `red 4` in `hand[0]`"),
        ("seat 1 does not see: {top(deck): red 1}", "`red 1` is not in `top(deck)`"),
    ],
)
def test_what_is_wrong(step: str, said: str, tmp_path: Path) -> None:
    (failure,) = outcome(tmp_path, f"- {step}\n")
    assert said in failure


def test_what_is_so_can_be_pasted(tmp_path: Path) -> None:
    """The step that a failure prints passes."""
    for wrong in (
        "- seat 1 sees: {top(deck): blue 2, 'hand[0]': [], secret: 1, cup: 2, last: seat 1}",
        "- seat 0: peek\n- events: [{move: red 4}]",
        "- seat 0 may: [peek]",
        "- seat 0 may not: {turn up red 1: unknown}",
    ):
        (failure,) = outcome(tmp_path, wrong)
        before = wrong.splitlines()[:-1]
        instead = failure.partition("    what is so:\n")[2].splitlines()
        assert instead
        assert outcome(tmp_path, "\n".join([*before, *(line[6:] for line in instead)])) == []
