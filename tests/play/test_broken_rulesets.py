"""Broken rulesets of ten kinds and more: each gets its message at the right line and column, none a traceback.

In each sample `«` stands where the first message must point at; it is taken out before the ruleset is read.
"""  # noqa: E501

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle import pipeline
from hoyle.cli.main import main

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2..4
types:
  colour: [blue, red]
components:
  card: {has: {colour: colour}, total: 10, make: {all: {colour: all, copies: 5}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
  table: {of: card}
rules:
  round:
    do: |
      deal 2 from deck to hand[p] for p in players
      for each p in players: turn(p)
  turn(player me):
    do: |
      choose for me:
        lay(c in hand[me]):
          move c to table
      otherwise:
        nothing
"""


def changed(old: str, new: str) -> str:
    assert GAME.count(old) == 1
    return GAME.replace(old, new)


# name: (the code of the first message, words of it, the ruleset)
SAMPLES = {
    "not YAML": ("H107", "", changed("zones:\n", "zones: «[\n")),
    "a key twice": (
        "H109",
        "a second time",
        changed("  table: {of: card}\n", "  table: {of: card}\n  «table: {of: card}\n"),
    ),
    "a tab": ("H106", "tab", changed("  hand: {of", "«\thand: {of")),
    "an alias": ("H111", "alias", changed("players: 2..4", "players: «*many")),
    "not after the schema": ("H201", "zons", changed("zones:\n", "«zons:\n")),
    "a wrong kind of value": ("H204", "", changed("players: 2..4", "players: «many")),
    "bad syntax": ("H301", "expected", changed("move c to table", "move c «at table")),
    "an unknown name": ("H401", "tabel", changed("move c to table", "move c to «tabel")),
    "a wrong type": ("H501", "", changed("move c to table", "move c to hand[«c]")),
    "a wrong number of arguments": ("H503", "turn", changed("turn(p)", "«turn(p, p)")),
    "a wrong total": ("H602", "10", changed("total: 10", "total: «11")),
    "a variant of nothing": ("H210", "stopp", "hoyle: 1\nid: sample\ntitle: Sample\nextends: «stopp\n"),
    "an override of nothing": (
        "H212",
        "trun",
        "hoyle: 1\nid: sample\ntitle: Sample\nextends: tic-tac-toe\nrules:\n  «trun:\n    about: nothing\n",
    ),
}


def sample(name: str, folder: Path) -> tuple[Path, int, int]:
    """The file, and the line and column at which its first message must point."""
    text = SAMPLES[name][2]
    before = text[: text.index("«")]
    path = folder / "sample.yaml"
    path.write_text(text.replace("«", ""), encoding="utf-8")
    return path, before.count("\n") + 1, len(before) - before.rfind("\n")


@pytest.mark.parametrize("name", SAMPLES)
def test_the_first_message_stands_at_the_right_place(name: str, tmp_path: Path) -> None:
    code, words, _ = SAMPLES[name]
    path, line, column = sample(name, tmp_path)
    first = pipeline.lint(path)[0]
    assert (first.place.line, first.place.column) == (line, column), first.message
    assert first.code.id == code
    assert first.code.severity == "error"
    assert words in first.message
    with pytest.raises(hoyle.RulesetError) as caught:
        hoyle.load(path)
    assert f"{path}:{line}:{column}: {first.code.id} {first.code.name}: " in str(caught.value)


@pytest.mark.parametrize("name", SAMPLES)
def test_on_the_command_line(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, line, column = sample(name, tmp_path)
    for command in (["lint", str(path)], ["lint", "--format", "concise", str(path)], ["run", str(path)]):
        assert main(command) == 1
        told = capsys.readouterr()
        assert f"{path}:{line}:{column}" in told.out + told.err
        assert "Traceback" not in told.out + told.err
        assert "internal error" not in told.out + told.err


def test_they_are_of_ten_kinds() -> None:
    assert len({code for code, _, _ in SAMPLES.values()}) == len(SAMPLES) >= 10


def test_the_sample_itself_is_good(tmp_path: Path) -> None:
    path = tmp_path / "sample.yaml"
    path.write_text(GAME, encoding="utf-8")
    assert pipeline.lint(path) == []
