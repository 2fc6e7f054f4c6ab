"""Picks among numbers without a bound: a hint that says what to declare, and fails nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle import pipeline
from hoyle.cli.main import main
from hoyle.diagnostics.model import SourceFile
from hoyle.lsp import server
from tests.play.playing import written

HEAD = """\
hoyle: 1
id: sample
title: Sample
players: 2
options:
  most: {default: 4, range: 1..6}
  sizes: {default: [1, 2], range: 1..9, size: 1..3}
state:
  match:
    chips: int per player = 20
    pot: 0..99
    fixed: int = 30
    bag: "[int] = [1]"
    dice: "[1..6] = [1]"
rules:
  round:
    do: |
      turn(seat(0), 3)
  turn(player me, int limit):
    do: |
      chips[me] += limit
      bag += [chips[me], fixed]
      pot = min(99, pot + size(bag) + dice[0])
"""


def hints(decision: str, more: str = "") -> list[tuple[str, str | None]]:
    body = "".join(f"      {line}\n" for line in decision.splitlines())
    rules = "".join(f"  {line}\n" for line in more.splitlines())
    work = pipeline.run(
        SourceFile("sample.yaml", f"{HEAD}{body}      turn(left(me), limit + 1)\n{rules}"), "lint"
    )
    assert not work.findings.has_errors, work.findings.errors
    return [(found.message, found.help) for found in work.findings.sorted if found.code.id == "H723"]


@pytest.mark.parametrize(
    "pick",
    [
        "n in 1..6",
        "n in 1..most",
        "n in 1..pot",
        "n in 1..fixed",
        "n in dice",
        "n in sizes",
        "n in 1..min(chips[me], 10)",
        "n in those k in 0..pot where k < chips[me]",
        "n in 1..size(bag)",
        "q in players, n in 0..pot",
        "ns in 2 of dice",
        "n in those k in bag where k > 0 and k < 100",
        "n in 0..bid()",
    ],
)
def test_a_bound_is_found(pick: str) -> None:
    text = f"choose for me:\n  bet({pick}): nothing\n"
    assert hints(text, "bid():\n  is: pot + most\n") == []


@pytest.mark.parametrize(
    ("pick", "message", "help_"),
    [
        (
            "n in 1..chips[me]",
            "nothing says how far `n` can go: `chips` has no bound",
            "declare a range, as in `chips: 0..100 per player = 20`",
        ),
        (
            "n in bag",
            "nothing says how far `n` can go: `bag` has no bound",
            "declare a range, as in `bag: [0..100] = [1]`",
        ),
        (
            "ns in 2 of bag",
            "nothing says how far `ns` can go: `bag` has no bound",
            "declare a range, as in `bag: [0..100] = [1]`",
        ),
        (
            "n in 0..limit",
            "nothing says how far `n` can go: the parameter `limit` has no bound",
            "declare it with a range, as in `0..100 limit`",
        ),
        (
            "n in 0..all_of(me)",
            "nothing says how far `n` can go",
            "write `1..min(…, 100)`, or declare a range for what it hangs on",
        ),
    ],
)
def test_no_bound(pick: str, message: str, help_: str) -> None:
    text = f"choose for me:\n  bet({pick}): nothing\n"
    assert hints(text, "all_of(player p):\n  is: chips[p] + chips[left(p)]\n") == [(message, help_)]


def test_alternatives_that_are_shared() -> None:
    shared = "choose for me:\n  also more(limit)\n"
    assert hints(shared, "more(int k):\n  choices: |\n    bet(n in 1..k): pot = n % 9\n") == [
        (
            "nothing says how far `n` can go: the parameter `k` has no bound",
            "declare it with a range, as in `0..100 k`",
        )
    ]
    assert hints(shared, "more(0..9 k):\n  choices: |\n    bet(n in 1..k): pot = n\n") == []


BET = "      choose for me:\n        bet(n in 1..chips[me]): pot = n % 9\n      turn(left(me), limit + 1)\n"


def test_nothing_fails_for_a_hint(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    clean = HEAD.replace("  most: {default: 4, range: 1..6}\n", "")
    clean = clean.replace("  sizes: {default: [1, 2], range: 1..9, size: 1..3}\n", "").replace(
        "options:\n", ""
    )
    path = str(written(tmp_path, clean + BET))
    assert main(["lint", path]) == 0
    said = capsys.readouterr().out
    assert said.startswith(
        "hint[H723] unbounded-pick: nothing says how far `n` can go: `chips` has no bound\n"
    )
    assert said.endswith("\n1 hint in 1 file\n")
    assert main(["lint", path, "--format", "github"]) == 0
    assert capsys.readouterr().out.startswith("::notice file=")
    assert main(["lint", path, "--format", "sarif"]) == 0
    run = json.loads(capsys.readouterr().out)["runs"][0]
    assert [result["level"] for result in run["results"]] == ["note"]
    assert main(["lint", path, "--format", "json"]) == 0
    assert [found["severity"] for found in json.loads(capsys.readouterr().out)] == ["hint"]
    assert main(["lint", path, "--ignore", "unbounded-pick"]) == 0
    assert "nothing found" in capsys.readouterr().out
    assert server._SEVERITIES["hint"] == 3


def test_a_hint_can_be_allowed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    allowed = BET.replace("pot = n % 9", "pot = n % 9  # hoyle: allow H723 no limit")
    # Behind warnings, and allowed where it stands.
    assert main(["lint", str(written(tmp_path, HEAD + BET))]) == 1
    said = capsys.readouterr().out
    assert said.index("warning[H703]") < said.index("hint[H723]")
    assert said.endswith("2 warnings, 1 hint in 1 file\n")
    assert main(["lint", str(written(tmp_path, HEAD + allowed)), "--select", "H723"]) == 0
    assert "nothing found" in capsys.readouterr().out
