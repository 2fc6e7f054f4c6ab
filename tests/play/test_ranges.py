"""A range is kept: wherever a number comes from, and nothing is checked where it cannot fail."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from tests.plan.planning import HEAD, plan
from tests.play.playing import labels, written

RULESET = """\
hoyle: 1
id: sample
title: Sample
players: 2
options:
  most: {default: 4, range: 1..6}
types:
  pips: 1..6
components:
  card: {has: {number: 1..4}, make: {all: {number: all}}}
  coin: {has: {heads: bool}, make: {all: {heads: true, copies: 2}}}
zones:
  deck: {of: card, starts: all}
  purse: {of: coin, starts: all}
state:
  match:
    lives: 0..9 per player = 3
  round:
    die: pips = 1
    luck: pips?
    thrown: "[pips] = [2]"
    owners: "[player?] = [none, seat(1)]"
    shown: card?
rules:
  round:
    do: |
      turn(seat(0), 2)
  turn(player me, pips k):
    do: |
      let double = k * 2
      choose for me:
        jump(n in 1..most): lives[me] -= n
        add(n in 5..7): thrown += [n]
        none: luck = none
        wait: die = if luck exists then luck else k
      if double > 3: turn(left(me), k)
scenarios:
  positions:
    given: {die: 7, lives: [10, 3], thrown: [3, 0], luck: none}
    begin: turn(seat(0), 1)
    then:
      - seat 0: wait
"""


@pytest.fixture
def game(tmp_path: Path) -> hoyle.Game:
    return hoyle.load(written(tmp_path, RULESET))


def test_a_number_outside_stops_the_match_and_names_the_rule(game: hoyle.Game) -> None:
    state = game.start()
    with pytest.raises(hoyle.PlayError) as caught:
        state.apply("jump 4")
    error = caught.value
    assert (error.code, error.family, error.rule) == ("out of range", "fault", "turn")
    assert error.message == "`lives` cannot hold -1: it goes from 0 to 9"
    assert error.place is not None
    assert RULESET.splitlines()[error.place.line - 1].strip() == "jump(n in 1..most): lives[me] -= n"
    # The choice is taken back.
    assert state.get("lives", 0) == 3
    state.apply("jump 3")
    assert state.get("lives", 0) == 0


def test_scenarios_cannot_give_it(tmp_path: Path) -> None:
    from hoyle.pipeline import open_ruleset
    from hoyle.scenarios.check import scenario_findings

    found = scenario_findings(open_ruleset(written(tmp_path, RULESET)))
    assert [finding.message for finding in found if finding.code.id == "H652"] == [
        "`7` is not a number from 1 to 6",
        "`10` is not a number from 0 to 9",
        "`0` is not a number from 1 to 6",
    ]


def saved(game: hoyle.Game) -> dict[str, Any]:
    state = game.start()
    state.apply("wait")
    data: dict[str, Any] = state.to_json()
    return data


def test_a_saved_state_is_read_back(game: hoyle.Game) -> None:
    resumed = game.resume(saved(game))
    assert resumed.get("owners") == game.start().get("owners")
    assert labels(resumed)[0] == "jump 1"


@pytest.mark.parametrize(
    ("var", "value"),
    [("die", 0), ("die", 7), ("lives", -1), ("luck", 9), ("thrown", [2, 8]), ("shown", 5), ("owners", [2])],
)
def test_a_saved_state_cannot_hold_it(game: hoyle.Game, var: str, value: object) -> None:
    data = saved(game)
    data["numbers"][game.start().plan.layout.slots[var].base] = value
    with pytest.raises(hoyle.StartError, match=f"`{var}` holds a value that it cannot hold"):
        game.resume(data)


def test_nor_can_its_frames(game: hoyle.Game) -> None:
    data = saved(game)
    frame = data["frames"][-1]
    names = game.start().plan.sites[frame[0]].frame
    for name, value in (("me", 2), ("k", 7), ("double", 13)):
        changed = [*frame]
        changed[1 + names.index(name)] = value
        with pytest.raises(hoyle.StartError, match="a frame holds a value that it cannot hold"):
            game.resume({**data, "frames": [*data["frames"][:-1], changed]})


# ------------------------------------------------------------------ where nothing is checked
def checks(rules: str) -> int:
    """How many checks of ranges there are in the plan of some rules."""
    made = plan(f"{rules}\n", head=RANGED)
    functions, blocks = (one.body for one in made.functions), (one.body for one in made.blocks.values())
    return sum(isinstance(node, p.Within) for node in walk((*functions, *blocks)))


RANGED = HEAD.replace(
    "    m: int = 0\n", '    m: int = 0\n    lives: 0..3\n    luck: 1..6?\n    thrown: "[1..6]"\n'
)


@pytest.mark.parametrize(
    "body",
    [
        "lives = 3",
        "lives = if n > 3 then 1 else 2",
        "lives = n % 4",
        "lives = max(0, min(n, 3))",
        "if lives > 0: lives -= 1",
        "if lives < 3:\n  lives += 1",
        "if lives == 3: return\nlives += 1",
        "lives = position(who)",
        "luck = random(1..6)",
        "luck = none",
        "for each k in 2..5: thrown += [k]",
        "thrown = thrown - [1]",
        "thrown[0] = 3",
        "if n >= 0 and n <= 3: lives = n",
        "if luck exists: thrown += [luck]",
        "choose for who:\n  take(k in 0..3): lives = k",
        "choose for who:\n  take(k in 0..9) needs k < 4: lives = k",
        "n = half(3)\n---\nhalf(1..6 k):\n  is: k / 2\n",
        "if lives > 0: n = half(lives)\n---\nhalf(1..6 k):\n  is: k / 2\n",
        "lives = 1 + half(n % 5)\n---\nhalf(0..4 k):\n  is: k / 2\n",
    ],
)
def test_no_check_where_none_can_fail(body: str) -> None:
    assert checks(body) == 0


@pytest.mark.parametrize(
    "body",
    [
        "lives = n",
        "lives -= 1",
        "if lives > 0: lives -= 2",
        "if lives > 0:\n  lives = 0\n  lives -= 1",
        "if lives > 0:\n  change()\n  lives -= 1\n---\nchange():\n  do: |\n    lives = 0\n",
        "while n > 0:\n  lives += 1\n  n -= 1",
        "luck = lives",
        "thrown += [lives]",
        "thrown[0] = lives",
        "thrown[0] += 1",
        "n = half(n)\n---\nhalf(1..6 k):\n  is: k / 2\n",
        "simultaneously p in players:\n  drop needs lives > 0: lives -= 1",
    ],
)
def test_a_check_where_one_can(body: str) -> None:
    assert checks(body) == 1
