"""What scenarios and games exercise, as a table, on the lines, and for programs."""

from __future__ import annotations

import sys

import pytest

from hoyle.coverage.marks import marked
from hoyle.coverage.measured import Coverage
from hoyle.coverage.show import as_json, lines, table
from hoyle.coverage.watch import Tracing, WatchedGame, measured, of_random_games, play_watched
from hoyle.diagnostics.model import SourceFile
from hoyle.pipeline import Work, compile_ruleset, run
from hoyle.play.game import Game

GAME = """\
hoyle: 1
id: tiny
title: Tiny
players: 2
options:
  twice: {default: false}
state:
  round:
    coins: int = 3
    taker: player = seat(0)
rules:
  round:
    do: |
      if twice:
        coins = 6
      else:
        coins = 3
      turn(seat(0))

  turn(player me):
    do: |
      choose for me:
        take needs some_coins():
          coins -= 1
          taker = me
          if coins == 0: end round
          turn(left(me))
        grab(n in 7..9) needs n <= coins:
          coins = 0
      otherwise:
        nothing

  some_coins:
    is: coins > 0
"""


def tiny() -> Work:
    work = run(SourceFile("tiny.yaml", GAME))
    assert not work.findings.has_errors, work.findings.sorted
    return work


def of_games(*settings: dict[str, object]) -> Coverage:
    work = tiny()
    assert work.program is not None
    found = marked(work.program)
    tracing = Tracing(found)
    with tracing:
        for options in settings:
            play_watched(Game(found.program), tracing, 2, 1, options)
    return measured(tracing)


def test_the_table() -> None:
    assert table(of_games({})) == (
        "rule        run  statements  branches  choices\n"
        "round       yes         3/4       1/2        –\n"
        "turn        yes         6/7       2/3      1/2\n"
        "some_coins  yes           –         –        –\n"
        "total       3/3        9/11       3/5      1/2\n"
        "\n"
        "not exercised:\n"
        "tiny.yaml:14:10: in `round`: its condition never held\n"
        "tiny.yaml:28:9: `grab` in `turn` was never on offer\n"
        "tiny.yaml:22:7: in `turn`: `otherwise` was never needed\n"
    )


def test_the_lines() -> None:
    shown = lines(of_games({}), tiny().document.files)  # type: ignore[union-attr]
    assert shown.splitlines()[0] == "tiny.yaml   (+ exercised   ~ in part   - not exercised)"
    marks = {line[2:].strip().partition(" | ")[2].strip(): line[0] for line in shown.splitlines()[1:]}
    assert [(text, mark) for text, mark in marks.items() if mark != " "] == [
        ("round:", "+"),
        ("if twice:", "~"),
        ("coins = 6", "-"),
        ("coins = 3", "+"),
        ("turn(seat(0))", "+"),
        ("turn(player me):", "+"),
        ("choose for me:", "~"),
        ("take needs some_coins():", "+"),
        ("coins -= 1", "+"),
        ("taker = me", "+"),
        ("if coins == 0: end round", "+"),
        ("turn(left(me))", "+"),
        ("grab(n in 7..9) needs n <= coins:", "-"),
        ("coins = 0", "-"),
        ("some_coins:", "+"),
    ]


def test_what_the_options_fold_away_counts_as_not_exercised() -> None:
    both = of_games({}, {"twice": True})
    assert str(of_games({"twice": True}).count("branch", "round")) == "1/2"
    assert str(both.count("branch", "round")) == "2/2"


def test_for_programs() -> None:
    found = as_json(of_games({}))
    assert found["rules"][0] == {
        "rule": "round",
        "run": True,
        "statements": {"met": 3, "of": 4},
        "branches": {"met": 1, "of": 2},
        "choices": {"met": 0, "of": 0},
    }
    assert found["total"]["choices"] == {"met": 1, "of": 2}
    assert [item["kind"] for item in found["missing"]] == ["branch", "choice", "branch"]


@pytest.mark.parametrize("name", ["crazy-eights", "mister-zero", "rock-paper-scissors", "if-zero-stop"])
def test_a_marked_program_plays_the_same_games(name: str) -> None:
    program = compile_ruleset(name)
    plain, watched = Game(program), Game(marked(program).program)
    assert plain.hash == watched.hash
    states = [game.start(max(program.counts), seed=5) for game in (plain, watched)]
    while not states[0].over:
        for state in states:
            state.apply(state.decisions % len(state.decision.choices))
    assert states[0].v == states[1].v
    assert states[0].events == states[1].events


def test_random_games_and_rules_that_ran() -> None:
    program = compile_ruleset("crazy-eights")
    coverage = of_random_games(program, 4)
    assert not coverage.ran("draw_owed")  # only with an option
    found = marked(program)
    game = WatchedGame(found.program)
    state = game.start(2, 1)
    while not state.over:
        state.apply(state.decisions % len(state.decision.choices))
    assert "turn" in game.ran
    assert "fits" in game.ran  # a definition, which is written out where it is used in ordinary games
    assert "draw_owed" not in game.ran


def test_tracing_leaves_a_tracer_as_it_was() -> None:
    before = sys.gettrace()
    of_games({})
    assert sys.gettrace() is before
