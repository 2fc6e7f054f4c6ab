"""`hoyle lint` and `hoyle list`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main

BROKEN = "hoyle: 1\nid: broken\ntitle: Broken\nplayers: 2\ncolour: blue\n"


def test_list_shows_every_bundled_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert sorted(line.split()[0] for line in lines[1:]) == sorted(bundled())
    row = next(line for line in lines if line.startswith("if-zero-stop "))
    assert row.split(maxsplit=2) == ["if-zero-stop", "2..10", "If Zero Stop"]


def test_list_for_programs(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--json"]) == 0
    entries = {entry["id"]: entry for entry in json.loads(capsys.readouterr().out)}
    assert entries["tic-tac-toe"]["players"] == "2"
    assert entries["tic-tac-toe"]["extends"] is None


def test_scenarios_are_not_rulesets() -> None:
    assert not [id for id in bundled() if "scenarios" in id]


def test_ids_are_the_names_of_their_files() -> None:
    import hoyle

    assert hoyle.load("if-zero-stop").id == "if-zero-stop"


def test_a_clean_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lint", "if-zero-stop", "tic-tac-toe"]) == 0
    assert capsys.readouterr().out == "2 rulesets: nothing found\n"


@pytest.mark.parametrize("format", ["full", "concise", "json"])
def test_findings(format: str, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset = tmp_path / "broken.yaml"
    ruleset.write_text(BROKEN, encoding="utf-8")
    assert main(["lint", str(ruleset), "--format", format]) == 1
    printed = capsys.readouterr()
    assert "Traceback" not in printed.err
    assert "broken.yaml" in printed.out
    if format == "json":
        assert json.loads(printed.out)
    else:
        assert "broken.yaml:5:1" in printed.out


def test_a_folder_is_all_its_rulesets(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("one.yaml", "below/two.yaml", "one.scenarios.yaml", "notes.txt"):
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(BROKEN, encoding="utf-8")
    beside = "for: broken\nscenarios: {first: {then: [{over: true}]}}\n"
    (tmp_path / "one.scenarios.yaml").write_text(beside, encoding="utf-8")
    assert main(["lint", str(tmp_path), "--format", "concise"]) == 1
    printed = capsys.readouterr().out
    assert "one.yaml:5:1" in printed
    assert "two.yaml:5:1" in printed
    assert "scenarios" not in printed


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["if-zero-stpo"], "did you mean `if-zero-stop`?"),
        (["nowhere.yaml"], "there is no file nowhere.yaml"),
        (["."], "there are no rulesets in ."),
        ([], "FILE"),
        (["if-zero-stop", "--format", "pretty"], "concise"),
    ],
)
def test_wrong_usage(
    words: list[str],
    part: str,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["lint", *words]) == 2
    assert part in capsys.readouterr().err
