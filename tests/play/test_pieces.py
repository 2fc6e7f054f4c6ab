"""Decks with discards of their own, the name of what a draw brings, and lists less lists."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.diagnostics.model import SourceFile
from hoyle.pipeline import run
from tests.play.playing import written

_HEAD = """\
hoyle: 1
id: sample
title: Sample
players: 3
components:
  card: {has: {owner: 0..2, n: 1..3}, make: {all: {owner: all, n: all}}}
  coin: {has: {n: 1..2}, make: {all: {n: all}}}
"""
_OWN = """\
zones:
  deck:
    of: card
    per: player
    seen: nobody
    shuffled: true
    refill: {from: discard, keep: 1}
    starts(player p, card c): seat(c.owner) == p
  discard: {of: card, per: player}
  hand: {of: card, per: player}
  purse: {of: coin, starts: all}
"""
_RULES = """\
state:
  round:
    n: int = 0
    kept: "[card]"
    dice: "[int]"
rules:
  round:
    do: |
"""
_ASK = "      choose for seat(0):\n        go: nothing\n"


def sample(body: str, zones: str = _OWN) -> str:
    return _HEAD + zones + _RULES + "".join(f"      {line}\n" for line in body.splitlines()) + _ASK


def started(folder: Path, body: str, zones: str = _OWN) -> hoyle.State:
    return hoyle.load(written(folder, sample(body, zones))).start(seed=5)


# ------------------------------------------------------------------ refills
def test_each_deck_is_refilled_from_its_own_discards(tmp_path: Path) -> None:
    body = """\
move deck[p] to discard[p] for p in players
draw 1 from deck[seat(1)] to hand[seat(2)]
n = drawable(deck[seat(1)]) * 10 + drawable(deck[seat(2)])"""
    state = started(tmp_path, body)
    # Two went under the top one; the others' discards lie as they lay.
    assert [len(state.z[handle]) for handle in range(9)] == [0, 1, 0, 3, 1, 3, 0, 0, 1]
    assert state.get("n") == 12


def test_a_deck_that_is_not_known_beforehand_has_its_own_source(tmp_path: Path) -> None:
    body = """\
move deck[p] to discard[p] for p in players
for each p in players:
  n = n * 10 + left_in(deck[p])
  draw 2 from deck[p] to hand[p]"""
    text = sample(body) + "  left_in(zone of card z):\n    is: drawable(z)\n"
    state = hoyle.load(written(tmp_path, text)).start(seed=5)
    assert state.get("n") == 222
    assert [len(state.z[handle]) for handle in range(9)] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_one_pile_can_be_the_source_of_many(tmp_path: Path) -> None:
    zones = """\
zones:
  heap: {of: card, starts: all}
  deck: {of: card, per: player, refill: {from: heap, keep: 2}}
  hand: {of: card, per: player}
  purse: {of: coin, starts: all}
"""
    state = started(
        tmp_path, "draw 3 from deck[seat(1)] to hand[seat(0)]\nn = drawable(deck[seat(2)])", zones
    )
    assert [len(zone) for zone in state.z[:4]] == [2, 0, 4, 0]
    assert state.get("n") == 0


@pytest.mark.parametrize(
    ("zones", "help"),
    [
        ("deck: {of: card, starts: all, refill: {from: deck}}", "a zone is refilled from another one"),
        ("deck: {of: card, starts: all, refill: {from: purse}}",
         "`purse` holds `coin`, `deck` holds `card`: both must hold the same component"),
        ("deck: {of: card, starts: all, refill: {from: hand}}",
         "there is one `hand` per player, and a single `deck`: give `deck` `per: player`, too"),
        ("deck: {of: card, starts: all}\n  row: {of: card, per: spot, refill: {from: hand}}",
         "`row` is one per spot, `hand` one per player: both must be per the same, or `hand` a single zone"),
    ],
)  # fmt: skip
def test_a_refill_that_does_not_work_is_told(zones: str, help: str) -> None:
    text = _HEAD.replace("components:", "types:\n  spot: 1..3\ncomponents:")
    text += f"zones:\n  {zones}\n  hand: {{of: card, per: player}}\n  purse: {{of: coin, starts: all}}\n"
    text += _RULES + "      n = 1\n" + _ASK
    found = run(SourceFile("sample.yaml", text), leave_out=("lint",)).findings.sorted
    assert [(one.code.id, one.help) for one in found] == [("H611", help)]


# ------------------------------------------------------------------ what a draw brings
def test_what_a_draw_brings_is_a_list_in_the_order_drawn(tmp_path: Path) -> None:
    body = """\
let got = draw 2 from deck[seat(0)] to hand[seat(1)]
n = size(got)
if got == hand[seat(1)] + []: n += 10
got = draw size(got) + 3 from deck[seat(0)] to bottom of hand[seat(2)]
n += 100 * size(got)
kept = got
kept += draw 1 from deck[seat(1)] to discard[seat(1)]
if kept == [bottom(hand[seat(2)]), top(discard[seat(1)])]: n += 1000"""
    assert started(tmp_path, body).get("n") == 1112


def test_where_chance_is_stepped_it_is_the_same(tmp_path: Path) -> None:
    body = "let got = draw 2 from deck[seat(0)] to hand[seat(1)]\nif got == hand[seat(1)] + []: n = size(got)"
    state = hoyle.load(written(tmp_path, sample(body))).start(seed=5, chance="stepped")
    while state.decision.seat < 0:
        state.apply(len(state.decision) - 1)
    assert state.get("n") == 2


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("let got = draw 1 from purse to hand[seat(0)]\nn = size(got)", "H501"),
        ("n = draw 1 from deck[seat(0)] to hand[seat(0)]", "H501"),
        ("let got = draw 1 from deck to hand[seat(0)]\nn = size(got)", "H507"),
        ("let got = (draw 1 from deck[seat(0)] to hand[seat(0)])", "H301"),
    ],
)
def test_what_it_cannot_be_is_an_error(body: str, code: str) -> None:
    found = run(SourceFile("sample.yaml", sample(body)), leave_out=("lint",)).findings.sorted
    assert [one.code.id for one in found] == [code]


def test_a_name_that_nobody_reads_is_told() -> None:
    text = sample("let got = draw 1 from deck[seat(0)] to hand[seat(0)]")
    found = run(SourceFile("sample.yaml", text)).findings.sorted
    assert "the local `got` is never used" in [one.message for one in found]


# ------------------------------------------------------------------ lists less lists
@pytest.mark.parametrize(
    ("value", "found"),
    [
        ("[3, 5, 3] - [3]", [5, 3]),
        ("[3, 5, 3] - [3, 3, 3]", [5]),
        ("[3, 5, 3] - [4]", [3, 5, 3]),
        ("[3, 5, 3, 1] - [1, 5] - [3]", [3]),
        ("[] - [1]", []),
        ("(1..6) - [2, 4, 6]", [1, 3, 5]),
        ("[1, 1] + [2] - [1]", [1, 2]),
    ],
)
def test_each_item_is_taken_out_once(value: str, found: list[int], tmp_path: Path) -> None:
    assert started(tmp_path, f"dice = {value}").get("dice") == found
    assert started(tmp_path, f"let held = {value}\ndice = held").get("dice") == found


def test_dice_are_spent(tmp_path: Path) -> None:
    body = "dice = [3, 3, 6]\ndice -= [3]\nlet held = dice + [6]\nheld -= [6, 2]\ndice += held"
    assert started(tmp_path, body).get("dice") == [3, 6, 3, 6]


def test_a_zone_stands_for_its_pieces(tmp_path: Path) -> None:
    body = "kept = deck[seat(1)] - deck[seat(0)] - [top(deck[seat(1)])]"
    state = started(tmp_path, body)
    assert state.v[state.build.plan.layout.slots["kept"].base] == tuple(state.z[1][:-1])


@pytest.mark.parametrize(
    ("body", "message", "help"),
    [
        ("dice = dice - 3", "a list of int is wanted to take out of the list, not an int",
         "in brackets it is a list: `[3]`"),
        ("dice = dice + 3", "a list of int is wanted to add to the list, not an int",
         "in brackets it is a list: `[3]`"),
        ("dice -= 3", "a list is shortened by a list of int, not by an int",
         "in brackets it is a list: `[3]`"),
        ("dice = dice - players",
         "a list of int is wanted to take out of the list, not a list of player", None),
    ],
)  # fmt: skip
def test_one_item_for_a_list_is_told(body: str, message: str, help: str | None) -> None:
    found = run(SourceFile("sample.yaml", sample(body)), leave_out=("lint",)).findings.sorted
    assert [(one.message, one.help) for one in found] == [(message, help)]


# ------------------------------------------------------------------ zones as values
def test_a_rule_can_say_which_zone_is_meant(tmp_path: Path) -> None:
    body = """\
move top(deck[seat(0)]) to fuller()
let z = fuller()
draw 1 from z to hand[seat(1)]
n = size(fuller())"""
    text = (
        sample(body)
        + "  fuller():\n    is: if size(deck[seat(1)]) > 3 then deck[seat(2)] else deck[seat(1)]\n"
    )
    state = hoyle.load(written(tmp_path, text)).start(seed=5)
    assert [len(state.z[handle]) for handle in range(9)] == [2, 4, 2, 0, 0, 0, 0, 1, 0]
    assert state.get("n") == 2
