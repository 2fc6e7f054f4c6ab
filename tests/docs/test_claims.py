"""What the language page says in prose, tried out in small rounds without decisions."""

from __future__ import annotations

import textwrap
from pathlib import Path
from typing import Any

import pytest

import hoyle

TABLE = """\
hoyle: 1
id: claims
title: Claims
players:
  count: 4
  active(player p): not out[p]
types:
  rank: [low, high]
components:
  card: {has: {rank: rank}, total: 6, make: {all: {rank: all, copies: 3}}}
boards:
  board: {nodes: square, grid: [3, 3]}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true, refill: {from: discard, keep: 1}}
  discard: {of: card, seen: everyone}
  slot: {of: card, seen: everyone, room: 1}
  hand: {of: card, per: player, seen: owner}
state:
  match:
    got: "[int] = []"
  round:
    out: bool per player = false
    maybe: player?
rules:
  round:
    do: |
"""


def got(tmp_path: Path, body: str, rules: str = "") -> Any:
    """What a round leaves in `got`."""
    text = (
        TABLE
        + textwrap.indent(textwrap.dedent(body), "      ")
        + textwrap.indent(textwrap.dedent(rules), "  ")
    )
    path = tmp_path / "claims.yaml"
    path.write_text(text, encoding="utf-8")
    return hoyle.load(str(path)).start(players=4, seed=1).get("got")


def seats(expression: str) -> str:
    return f"got = each p in {expression} of position(p)\n"


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("players from seat(1)", [1, 2, 3, 0]),
        ("players after seat(1)", [2, 3, 0, 1]),
        ("players before seat(1)", [0, 3, 2, 1]),
        ("[seat(0), seat(2)] from seat(1)", [2, 0]),
        ("[seat(0), seat(2)] after seat(1)", [2, 0]),
        ("[seat(0), seat(2)] before seat(1)", [0, 2]),
        ("[seat(2), seat(0)] after seat(2)", [0, 2]),
        ("players except [seat(1), seat(3)]", [0, 2]),
    ],
)
def test_around_the_table(expression: str, expected: list[int], tmp_path: Path) -> None:
    assert got(tmp_path, seats(expression)) == expected


@pytest.mark.parametrize(
    ("expression", "expected"),
    [
        ("-1 / 2", -1),
        ("-1 % 2", 1),
        ("7 / 2", 3),
        ("size(3..2)", 0),
        ("size(neighbours(b2))", 8),
        ("size(neighbours(a1))", 3),
        ("sum c in hand[seat(0)] of 5", 0),
    ],
)
def test_arithmetic(expression: str, expected: int, tmp_path: Path) -> None:
    assert got(tmp_path, f"got = [{expression}]\n") == [expected]


def test_next_starts_from_a_seat(tmp_path: Path) -> None:
    body = """\
        out[seat(1)] = true
        out[seat(2)] = true
        got = [position(next(seat(0))), position(next(seat(1))), position(previous(seat(2)))]
        out[seat(3)] = true
        got = got + [position(next(seat(0))), position(next(seat(2)))]
        clockwise = false
        out[seat(3)] = false
        got = got + [position(next(seat(0))), position(left(seat(0)))]
        """
    assert got(tmp_path, body) == [3, 3, 0, 0, 0, 3, 1]


def test_a_draw_refills_piece_by_piece_and_takes_what_there_is(tmp_path: Path) -> None:
    body = """\
        draw 4 from deck to discard
        got = [size(deck), size(discard), drawable(deck)]
        draw 3 from deck to hand[seat(0)]
        got = got + [size(hand[seat(0)]), size(deck), size(discard)]
        draw 9 from deck to hand[seat(0)]
        got = got + [size(hand[seat(0)]), size(deck), size(discard)]
        """
    assert got(tmp_path, body) == [2, 4, 5, 3, 2, 1, 5, 0, 1]


def test_a_loop_goes_through_the_list_as_it_was(tmp_path: Path) -> None:
    body = """\
        for each c in deck:
          move c to discard
          got = got + [size(deck)]
        """
    assert got(tmp_path, body) == [5, 4, 3, 2, 1, 0]


def test_all_of_nothing_and_ties(tmp_path: Path) -> None:
    body = """\
        let none_here = all c in hand[seat(0)] have c.rank == high
        let best = highest p in players by 0
        got = [if none_here then 1 else 0, position(best)]
        """
    assert got(tmp_path, body) == [1, 0]


def test_hands_go_around_at_once(tmp_path: Path) -> None:
    body = """\
        draw 1 from deck to hand[seat(0)]
        draw 2 from deck to hand[seat(1)]
        draw 3 from deck to hand[seat(2)]
        move hand[p] to hand[left(p)] for p in players
        got = each p in players of size(hand[p])
        """
    assert got(tmp_path, body) == [0, 1, 2, 3]


def test_a_turn_that_calls_the_next_turn_costs_no_depth(tmp_path: Path) -> None:
    rules = """\
        turn(player me, int n):
          do: |
            choose for me:
              go: turn(next(me), n + 1)
              stop: got = [n]
        """
    path = tmp_path / "claims.yaml"
    text = TABLE + "      turn(seat(0), 0)\n" + textwrap.indent(textwrap.dedent(rules), "  ")
    path.write_text(text, encoding="utf-8")
    state = hoyle.load(str(path)).start(players=4, seed=1)
    for _ in range(5000):
        state.apply("go")
    assert len(state.k) < 5
    state.apply("stop")
    assert state.over
    assert state.get("got") == [5000]


def test_a_call_in_last_position_costs_no_depth(tmp_path: Path) -> None:
    rules = """\
        down(int n):
          do: |
            if n > 0: down(n - 1)
            else: got = [n]
        """
    assert got(tmp_path, "down(5000)\n", rules) == [0]


ERRORS = {
    "top(discard)": "let c = top(discard)\nmove c to deck",
    "first": "let c = first c in hand[seat(0)] where c.rank == low\nmove c to deck",
    "highest": "let c = highest c in hand[seat(0)] by c.rank\nmove c to deck",
    "random": "let c = random(hand[seat(0)])\nmove c to deck",
    "index": "got = [got[3]]",
    "seat": "got = [position(seat(4))]",
    "next": "for each p in players: out[p] = true\ngot = [position(next(seat(0)))]",
    "following": "got = [position(following(seat(0), [seat(1)]))]",
    "deal": "deal 2 from deck to hand[p] for p in players",
    "room": "move deck to slot",
    "zero": "got = [1 / size(discard)]",
    "large": "let n = 999999999\nrepeat 3 times: n = n + n\ngot = [n]",
    "loop": "while size(deck) > 0: got = [1]",
    "recursion": "endless(1)",
}


@pytest.mark.parametrize("body", ERRORS.values(), ids=ERRORS.keys())
def test_errors_name_the_rule(body: str, tmp_path: Path) -> None:
    rules = """\
        endless(int n):
          do: |
            endless(n + 1)
            got = [n]
        """
    with pytest.raises(hoyle.PlayError) as raised:
        got(tmp_path, f"{body}\n", rules)
    assert raised.value.rule in ("round", "endless"), str(raised.value)
    assert raised.value.place is not None
