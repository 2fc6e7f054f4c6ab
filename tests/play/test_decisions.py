"""Decisions: questions for people, conditions of all alternatives, alternatives that several share."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.cli.main import main
from hoyle.pipeline import open_sound
from tests.play.playing import labels, written

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2..3
state:
  round:
    n: int = 0
    coins: int per player = 5
    also: bool = false
rules:
  round:
    do: |
      for each p in players: turn(p)
      asked()
  turn(player me):
    do: |
      let c = 3
      choose for me "How many, {me}? {c} at most" needs rich(me):
        take(k in 1..c): n += k
        also common(left(me), c + n)
      otherwise: n += 100
      n += c
  asked():
    do: |
      offer to q in players "Do you, {q}?" needs not also:
        also common(q, coins[q] - 1)
        also: also = true
      otherwise: nothing
  common(player p, int k):
    choices: |
      give(c in 1..2) needs c < k:
        coins[p] -= c
        k += 1
        n += k * 10
      rest: nothing
  rich(player p):
    is: coins[p] > 3
    why: "{p} has only {coins[p]}"
"""


@pytest.fixture
def game(tmp_path: Path) -> hoyle.Game:
    return hoyle.load(str(written(tmp_path, GAME)))


def value(state: hoyle.State, name: str) -> Any:
    return state.view(None)["state"][name]


def test_a_question_is_for_whoever_chooses(game: hoyle.Game) -> None:
    state = game.start(2)
    assert state.decision.question == "How many, seat 0? 3 at most"
    assert state.decision.name == "turn"
    assert state.view(0)["decision"]["question"] == state.decision.question
    assert "question" not in state.view(1)["decision"]
    assert game.resume(state.to_json()).decision.question == state.decision.question
    assert "question" not in str(state.events)
    state.apply("rest")
    state.apply("rest")
    assert state.decision.question == "Do you, seat 0?"
    state.apply("pass")
    assert state.decision.question == "Do you, seat 1?"


def test_without_a_question_there_is_none(tmp_path: Path) -> None:
    unasked = hoyle.load(str(written(tmp_path, GAME.replace(' "How many, {me}? {c} at most"', ""))))
    state = unasked.start()
    assert state.decision.question is None


def test_words_for_people_are_not_part_of_the_hash(tmp_path: Path, game: hoyle.Game) -> None:
    plain = GAME.replace('"Do you, {q}?" ', "")
    asked = GAME.replace('"Do you, {q}?"', '"You?"')
    hashes = {hoyle.load(str(written(tmp_path, text))).hash for text in (plain, asked)}
    assert len(hashes) == 1
    assert game.hash not in hashes, "what it computes has to be kept in frames"


def test_needs_of_a_decision_hold_for_all_alternatives(game: hoyle.Game) -> None:
    state = game.start(3)
    state.apply("give 2")
    assert value(state, "coins")[1] == 3
    # Seat 1 is not rich any more: what stands under `otherwise` has happened.
    assert (state.seat, value(state, "n")) == (2, 40 + 3 + 100 + 3)


def test_a_refusal_names_the_condition_of_the_decision(game: hoyle.Game) -> None:
    state = game.start(2)
    # It holds for all alternatives or for none, so in a game nobody would be asked.
    state.v[state.plan.layout.slots["coins"].base] = 2
    state.game.ask_again(state)
    for label in ("take 1", "give 1", "rest"):
        refused = state.refusal(label)
        assert (refused.condition, refused.reason) == ("rich", "seat 0 has only 2")
        assert (refused.place.line, refused.place.column) == (18, 57)


def test_shared_alternatives_stand_where_also_does(game: hoyle.Game) -> None:
    state = game.start(2)
    assert labels(state) == ["take 1", "take 2", "take 3", "give 1", "give 2", "rest"]
    state.apply("rest")
    state.apply("rest")
    assert labels(state) == ["give 1", "give 2", "rest", "also", "pass"], "`also` can still be a name"


def test_arguments_are_bound_once_and_capture_nothing(game: hoyle.Game) -> None:
    state = game.start(2)
    state.apply("give 1")  # k is c + n = 3, and 4 in the body; the rule's own c is 3 after it, not 1
    assert value(state, "n") == 43
    state.apply("rest")
    # Of each player asked: coins[q] - 1 before the body changes anything.
    state.apply("give 2")
    assert state.over
    assert value(state, "n") == 43 + 3 + 50


def test_a_variant_changes_what_is_shared_for_all(tmp_path: Path, game: hoyle.Game) -> None:
    variant = """\
hoyle: 1
id: two
extends: sample.yaml
title: Two
rules:
  common.rest:
    needs: n > 0
  common.give:
    do: coins[p] += 10 * c
  common:
    add: |
      sing: n += 1
"""
    state = hoyle.load(str(written(tmp_path, variant, "two"))).start(2)
    assert labels(state) == ["take 1", "take 2", "take 3", "give 1", "give 2", "sing"]
    state.apply("give 2")
    assert value(state, "coins") == [5, 25]
    off = variant.replace("    needs: n > 0\n", "").replace("common.rest:", "common.rest: off")
    assert "rest" not in labels(hoyle.load(str(written(tmp_path, off, "two"))).start(2))
    anew = variant.partition("rules:")[0] + "rules:\n  common:\n    choices: |\n      hum: nothing\n"
    assert labels(hoyle.load(str(written(tmp_path, anew, "two"))).start(2))[3:] == ["hum"]


def test_a_rule_that_lends_is_no_procedure(tmp_path: Path, game: hoyle.Game) -> None:
    program = open_sound(str(tmp_path / "sample.yaml")).program
    assert program is not None
    assert "common" not in program.procs


def test_the_command_line_asks_and_shows(
    tmp_path: Path,
    game: hoyle.Game,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda *_: "quit")
    main(["play", "sample.yaml", "--players", "2"])
    assert "Player 1: How many, Player 1? 3 at most" in capsys.readouterr().out
    assert main(["show", "sample.yaml"]) == 0
    shown = capsys.readouterr().out
    assert shown.count("rest: nothing") == 1
    assert "turn (choose: take, also common)" in shown
    assert "common (alternatives: give, rest)" in shown
    assert main(["lint", "--play", "sample.yaml"]) == 0


def test_what_a_list_that_began_empty_holds_is_called_by_its_name(tmp_path: Path) -> None:
    text = (
        "hoyle: 1\nid: sample\ntitle: Sample\nplayers: 2\nboards: {board: {nodes: square, grid: [2, 2]}}\n"
        "rules:\n  round:\n    do: |\n      choose for seat(0):\n        go(to s in corners()): nothing\n"
        "  corners:\n    do: |\n      let found = []\n"
        "      for each s in square:\n        if s.row == 1: found += [s]\n      return found\n"
    )
    assert labels(hoyle.load(str(written(tmp_path, text))).start(2)) == ["go to a1", "go to b1"]
