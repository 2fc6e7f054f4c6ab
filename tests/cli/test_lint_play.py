"""`hoyle lint` with `--play`, `--select`, `--ignore` and comments that allow findings."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from hoyle.cli.main import main

GAME = """\
hoyle: 1
id: stuck
title: Stuck
players: 2..3
components:
  card: {has: {number: 1..9}, make: {all: {number: all}}}
zones:
  deck: {of: card, seen: nobody, starts: all}
  hand: {of: card, per: player, seen: owner}
rules:
  round:
    do: |
      deal 1 from deck to hand[p] for p in players
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        lay(c in hand[me]):
          move c to deck
          turn(left(me))
        rest needs size(hand[me]) > 5:
          turn(me)
"""


@pytest.fixture
def stuck(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    (tmp_path / "stuck.yaml").write_text(GAME, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "stuck.yaml"


def test_what_playing_finds(stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", stuck]) == 0
    assert capsys.readouterr().out == "stuck.yaml: nothing found\n"
    assert main(["lint", stuck, "--play", "--games", "1", "--trace-dir", "traces"]) == 1
    assert capsys.readouterr().out == (
        "error[H801] dead-end: nobody can act: no alternative is legal, and there is no `otherwise` "
        "(2 players, seed 0; also in 41 other games)\n"
        "  --> stuck.yaml:17:7\n"
        "   |\n"
        "17 |       choose for me:\n"
        "   |       ^^^^^^^^^^^^^^ see it: hoyle replay traces/stuck-dead-end-1.jsonl "
        "--ruleset stuck.yaml --show\n"
        "\n"
        "warning[H808] choice-never-legal: `rest` in `turn` was never legal in 42 games over all numbers "
        "of players and options\n"
        "  --> stuck.yaml:21:9\n"
        "   |\n"
        "21 |         rest needs size(hand[me]) > 5:\n"
        "   |         ^^^^ look at what leads to it\n"
        "\n"
        "1 error, 1 warning in 1 file; the error: H801 at stuck.yaml:17:7\n"
    )
    assert main(["replay", "traces/stuck-dead-end-1.jsonl", "--ruleset", stuck]) == 0
    assert "1 with the same fault of the rules at the end" in capsys.readouterr().out


def test_the_command_of_the_help_plays_the_same_game(stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", stuck, "--play", "--games", "1", "--format", "json", "--select", "dead-end"]) == 1
    (finding,) = json.loads(capsys.readouterr().out)
    assert finding["help"] == "play it again: hoyle run stuck.yaml --players 2 --seed 0"
    assert main(["run", "stuck.yaml", "--players", "2", "--seed", "0"]) == 1
    assert "stuck.yaml:17:7: nobody can act" in capsys.readouterr().err


def test_clean_in_play(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "tic-tac-toe", "--play"]) == 0
    assert capsys.readouterr().out == "tic-tac-toe: nothing found in 4 games\n"


@pytest.mark.parametrize(
    ("words", "codes"),
    [
        (["--select", "H808"], ["H808"]),
        (["--ignore", "H808"], ["H801"]),
        (["--select", "H8", "--ignore", "dead-end,H808"], []),
    ],
)
def test_select_and_ignore(
    words: list[str], codes: list[str], stuck: str, capsys: pytest.CaptureFixture[str]
) -> None:
    status = main(["lint", stuck, "--play", "--games", "1", "--format", "json", *words])
    assert [finding["code"] for finding in json.loads(capsys.readouterr().out)] == codes
    assert status == (1 if codes else 0)


def test_a_warning_can_be_allowed(stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    allowed = GAME.replace("> 5:\n", "> 5:   # hoyle: allow H808 for the variants\n")
    Path(stuck).write_text(allowed, encoding="utf-8")
    assert main(["lint", stuck]) == 0  # not played, so nothing can be said of the comment
    capsys.readouterr()
    assert main(["lint", stuck, "--play", "--games", "1", "--format", "concise"]) == 1
    assert "H808" not in capsys.readouterr().out


@pytest.mark.parametrize("format", ["github", "sarif"])
def test_other_formats(format: str, stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", stuck, "--play", "--games", "1", "--format", format]) == 1
    assert "H801" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--select", "dead-edn"], "did you mean `dead-end`?"),
        (["--ignore", "zzz"], "`hoyle explain` lists all codes"),
        (["--trace-dir", "traces"], "are for --play"),
    ],
)
def test_wrong_usage(words: list[str], part: str, stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", stuck, *words]) == 2
    assert part in capsys.readouterr().err


def test_a_folder_for_traces_that_cannot_be(stuck: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", stuck, "--play", "--games", "1", "--trace-dir", "stuck.yaml"]) == 2
    assert "cannot write to stuck.yaml" in capsys.readouterr().err


def test_an_error_comes_before_the_warnings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also where it stands below them, or in a file that comes later."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text(GAME.replace("id: stuck", "id: a"), encoding="utf-8")
    unused = GAME.replace("id: stuck", "id: b").replace("rules:\n", "rules:\n  unused: {do: nothing}\n")
    (tmp_path / "b.yaml").write_text(unused, encoding="utf-8")
    assert main(["lint", "b.yaml", "a.yaml", "--play", "--games", "1"]) == 1
    shown = capsys.readouterr().out
    heads = [line.partition("[")[0] for line in shown.splitlines() if line.startswith(("error[", "warning["))]
    assert heads == ["error", "error", "warning", "warning", "warning"]
    assert re.search(r"2 errors, 3 warnings in 2 files; the first error: H801 at a.yaml:\d+:7\n$", shown)
