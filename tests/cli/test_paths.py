"""Names that no file can have, and files that aren't files: every command says what is wrong."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main

LONG = "a" * 5000


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copy(bundled()["tic-tac-toe"], "mine.yaml")
    return tmp_path


def refusal(capsys: pytest.CaptureFixture[str], *words: str, status: int = 2) -> str:
    assert main(list(words)) == status
    printed = capsys.readouterr().err
    assert printed.startswith("hoyle")
    assert "bug" not in printed
    return printed


@pytest.mark.parametrize(
    "words",
    [
        ["lint", LONG],
        ["lint", f"{LONG}.yaml"],
        ["run", LONG],
        ["test", LONG],
        ["show", LONG],
        ["fmt", LONG],
        ["diff", "stop", LONG],
        ["play", LONG],
        ["replay", LONG],
        ["play", "nim", "--resume", LONG],
        ["new", "x", "--extends", LONG],
        ["new", "x", "--dir", LONG],
        ["new", "a" * 252],
        ["run", "nim", "--out", LONG],
        ["run", "nim", "--trace", LONG],
    ],
    ids=lambda words: " ".join(words)[:30],
)
def test_names_that_are_too_long(words: list[str], capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    assert "File name too long" in refusal(capsys, *words)
    assert [path.name for path in folder.iterdir()] == ["mine.yaml"]


def test_the_longest_names_serve(capsys: pytest.CaptureFixture[str], folder: Path) -> None:
    """Drafts and files of scenarios would have longer ones."""
    name = "a" * 250
    assert main(["new", name]) == 0
    assert main(["test", f"{name}.yaml"]) == 0
    assert main(["run", "nim", "--out", name]) == 0
    assert sorted(path.name for path in folder.iterdir()) == [name, f"{name}.yaml", "mine.yaml"]


@pytest.mark.parametrize("command", ["lint", "fmt", "test", "run"])
def test_what_is_no_regular_file(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("fifo.yaml")
    Path("loop.yaml").symlink_to("loop.yaml")
    Path("astray.yaml").symlink_to("nowhere.yaml")
    assert "fifo.yaml is not a regular file" in refusal(capsys, command, "fifo.yaml")
    assert "loop.yaml: Too many levels of symbolic links" in refusal(capsys, command, "loop.yaml")
    astray = refusal(capsys, command, "astray.yaml")
    assert "there is no file nowhere.yaml, where astray.yaml leads" in astray


@pytest.mark.parametrize(
    ("words", "told", "status"),
    [
        (["replay"], "sparse:1: the trace of this game is longer than 64 MiB", 1),
        (["play", "nim", "--resume"], "sparse is larger than 64 MiB", 2),
    ],
)
def test_only_what_ends_is_read(
    words: list[str], told: str, status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    os.mkfifo("fifo")
    with Path("sparse").open("wb") as stream:
        stream.truncate(1 << 32)
    assert "fifo is not a regular file" in refusal(capsys, *words, "fifo")
    assert "/dev/zero is not a regular file" in refusal(capsys, *words, "/dev/zero")
    assert told in refusal(capsys, *words, "sparse", status=status)


def test_scenarios_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    os.mkfifo("mine.scenarios.yaml")
    assert main(["test", "mine.yaml"]) == 1
    assert "it is not a regular file" in capsys.readouterr().out


def test_a_folder_that_cannot_be_looked_into(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def closed(path: object) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "listdir", closed)  # whoever tests may be allowed everything
    monkeypatch.setattr(os, "scandir", closed)
    for command in ("lint", "fmt", "test"):
        assert "Permission denied" in refusal(capsys, command, ".")


@pytest.mark.parametrize(
    "words",
    [
        ["lint", ""],
        ["fmt", ""],
        ["run", "nim", "--out", ""],
        ["run", "nim", "--out="],
        ["run", "nim", "--trace", ""],
        ["lint", "nim", "--select", ""],
        ["new", "x", "--dir", ""],
        ["play", "nim", "--resume", ""],
    ],
)
def test_empty_words(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert "must not be empty" in refusal(capsys, *words)


def test_a_list_of_no_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert "there is no code in `,`" in refusal(capsys, "lint", "nim", "--select", ",")


@pytest.mark.parametrize("option", ["--out", "--trace"])
def test_what_is_read_is_not_overwritten(
    option: str, capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    Path("other.yaml").write_text("hoyle: 1\nid: other\nextends: ./mine.yaml\ntitle: Other\n", "utf-8")
    Path("mine.scenarios.yaml").write_text("hoyle: 1\nfor: mine\nscenarios: {}\n", "utf-8")
    Path("link").symlink_to("mine.yaml")
    before = {path: path.read_bytes() for path in folder.iterdir()}
    for output in ("other.yaml", "./mine.yaml", "link", "mine.scenarios.yaml"):
        assert f"{option} {output} would overwrite " in refusal(capsys, "run", "other.yaml", option, output)
    assert {path: path.read_bytes() for path in folder.iterdir()} == before
