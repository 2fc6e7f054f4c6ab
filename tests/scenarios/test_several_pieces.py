"""Choices of several pieces: named in any order, refused with a reason wherever they stand in a label."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import main

GAME = """\
hoyle: 1
id: sums
title: Sums
players: 2
components:
  card: {has: {worth: 1..6}, label: "{worth}", make: {all: {worth: all, copies: 2}}}
  die: {make: {all: {copies: 2}}}
zones:
  deck:  {of: card, seen: nobody, starts: all}
  table: {of: card}
  hand:  {of: card, per: player, seen: owner}
  cup:   {of: die, starts: all}
state:
  round:
    face: 1..6 per die = 1
match:
  score(player p): sum d in cup of face[d]
  wins: highest
rules:
  round:
    do: |
      move those c in deck where c.worth < 5 to table
      move deck to hand[seat(0)]
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        take(cards in 2..3 of table, with c in hand[me]) needs adds_up(c, cards):
          move cards to hand[me]
        show "lay {cards} down"(cards in 2..2 of hand[me]) needs twins(cards): nothing
        stop: nothing
      end round
  adds_up(card c, [card] cards):
    is: (sum d in cards of d.worth) == c.worth
    why: "that is not {c}"
  twins([card] cards):
    is: all c in cards have c.worth == cards[0].worth
    why: "those are no twins"
"""


@pytest.fixture
def state(tmp_path: Path) -> hoyle.State:
    path = tmp_path / "sums.yaml"
    path.write_text(GAME, encoding="utf-8")
    return hoyle.load(path).start(players=2, seed=1)


@pytest.mark.parametrize(
    "label", ["take 1, 1 and 4 with 6", "take 1, 4 and 1 with 6", "take 4, 1 and 1 with 6"]
)
def test_any_order_means_the_same(label: str, state: hoyle.State) -> None:
    assert state.why_not(label) is None
    state.apply(label)
    assert state.over


def test_refused_in_the_middle_of_a_label(state: hoyle.State) -> None:
    refusal = state.refusal("take 2 and 3 with 6")
    assert (refusal.condition, refusal.reason) == ("adds_up", "that is not 6")
    assert state.refusal("take 2 and 5 with 6").condition == "cards"
    assert state.refusal("take 2, 2 and 2 with 6").condition == "cards"  # there are only two
    assert state.refusal("take 2 and 9 with 6").condition == "unknown"


def test_refused_by_a_label_of_its_own(state: hoyle.State) -> None:
    assert state.why_not("lay 5 and 5 down") is None
    assert state.refusal("lay 5 and 6 down").condition == "twins"


def test_half_a_label_is_no_choice(state: hoyle.State) -> None:
    with pytest.raises(hoyle.IllegalChoice):
        state.apply("take 1, 1 and 4")
    with pytest.raises(hoyle.IllegalChoice):
        state.apply("take")


DICE = """\
scenarios:
  scripted:
    players: 2
    random: RANDOM
    then:
      - seat 0: roll
      - seat 0: roll
      - expect: at_risk == 10
      - events: [{random: pips, value: 6}]
"""


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ("[4, 6]", "1 scenario of 1 ruleset: all passed"),
        ("[4, 6, 2]", "`2` never comes up: chance was not asked so often"),
        ("[4, 7]", "`7` cannot come up (in the rule `turn`, "),
        ("six", "expected a list, found the text `six`"),
    ],
)
def test_what_chance_brings(
    values: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "mine.yaml"
    text = "hoyle: 1\nid: mine\nextends: pig\ntitle: Mine\noptions: {target: 50}\n"
    path.write_text(text + DICE.replace("RANDOM", values), encoding="utf-8")
    main(["test", str(path), "-k", "scripted"])
    printed = capsys.readouterr()
    assert said in printed.out + printed.err


def test_a_value_for_each_piece_of_one_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "sums.yaml"
    given = "scenarios:\n  faces:\n    given: {'hand[0]': ['6'], face: [2, 5]}\n    begin: turn(seat(0))\n"
    steps = "    then:\n      - seat 0: stop\n      - scores: [7, 7]\n"
    path.write_text(GAME + given + steps, encoding="utf-8")
    assert main(["test", str(path)]) == 0, capsys.readouterr().out
