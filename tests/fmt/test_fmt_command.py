"""`hoyle fmt` at the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.main import main

ROUGH = "hoyle: 1\ntitle: A\nid: a\nplayers: 2\nrules:\n  round:\n    do: |\n        let x=1\n"
LAID = "hoyle: 1\nid: a\ntitle: A\nplayers: 2\n\nrules:\n  round:\n    do: |\n      let x = 1\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "rough.yaml").write_text(ROUGH, encoding="utf-8")
    (tmp_path / "laid.yaml").write_text(LAID, encoding="utf-8")
    return tmp_path


def test_writes(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "."]) == 0
    assert capsys.readouterr().out == "laid out rough.yaml\n"
    assert (folder / "rough.yaml").read_text(encoding="utf-8") == LAID
    assert main(["fmt", "."]) == 0
    assert capsys.readouterr().out == "2 files: nothing to lay out\n"


def test_check(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "rough.yaml", "laid.yaml", "--check"]) == 1
    assert capsys.readouterr().out == "would lay out rough.yaml\n"
    assert (folder / "rough.yaml").read_text(encoding="utf-8") == ROUGH
    assert main(["fmt", "laid.yaml", "--check"]) == 0
    assert capsys.readouterr().out == "laid.yaml: nothing to lay out\n"


def test_diff(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "laid.yaml", "rough.yaml", "--diff"]) == 1
    assert capsys.readouterr().out == (
        "--- rough.yaml\n"
        "+++ rough.yaml\n"
        "@@ -1,8 +1,9 @@\n"
        " hoyle: 1\n"
        "+id: a\n"
        " title: A\n"
        "-id: a\n"
        " players: 2\n"
        "+\n"
        " rules:\n"
        "   round:\n"
        "     do: |\n"
        "-        let x=1\n"
        "+      let x = 1\n"
    )
    assert (folder / "rough.yaml").read_text(encoding="utf-8") == ROUGH


def test_a_file_that_is_no_yaml_does_not_hold_up_the_others(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "broken.yaml").write_text("hoyle: [1\n", encoding="utf-8")
    assert main(["fmt", "broken.yaml", "rough.yaml"]) == 1
    printed = capsys.readouterr()
    assert printed.out == "laid out rough.yaml\n"
    assert "error[H107] unclosed" in printed.err
    assert (folder / "broken.yaml").read_text(encoding="utf-8") == "hoyle: [1\n"


def test_bundled_rulesets_are_not_touched(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["fmt", "nim"]) == 2
    assert "is a bundled ruleset" in capsys.readouterr().err
