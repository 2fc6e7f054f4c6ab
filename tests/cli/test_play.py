"""`hoyle play`: a session typed into a pipe."""

from __future__ import annotations

import errno
import io
import json
from pathlib import Path

import pytest

from hoyle.cli.main import main


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def session(lines: str, *words: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["play", *words]) == status
        printed = capsys.readouterr()
        return printed.out if status == 0 else printed.err

    return session


def test_a_whole_game(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("take 7\n1\n2\n1\n", "nim", "--seat", "all", "--seed", "1", "--option", "piles=7,1,1")
    assert printed == (
        "Nim: 2 players, you are seat 0 and seat 1, seed 1\n"
        "options: piles 7,1,1, last_loses true\n"
        "\n"
        "round 1, scores 0, 0\n"
        "  won none\n"
        "  objects: 7, 1, 1, 0, 0, 0, 0, 0, 0, 0\n"
        "seat 0, turn:\n"
        "  1 take 1 from pile 1\n"
        "  2 take 2 from pile 1\n"
        "  3 take 3 from pile 1\n"
        "  4 take 4 from pile 1\n"
        "  5 take 5 from pile 1\n"
        "  6 take 6 from pile 1\n"
        "  7 take 7 from pile 1\n"
        "  8 take 1 from pile 2\n"
        "  9 take 1 from pile 3\n"
        "> take 7\n"
        "\n"
        "round 1, scores 0, 0\n"
        "  won none\n"
        "  objects: 0, 1, 1, 0, 0, 0, 0, 0, 0, 0\n"
        "seat 1, turn:\n"
        "  1 take 1 from pile 2\n"
        "  2 take 1 from pile 3\n"
        "> 1\n"
        "\n"
        "round 1, scores 0, 0\n"
        "  won none\n"
        "  objects: 0, 0, 1, 0, 0, 0, 0, 0, 0, 0\n"
        "seat 0, turn:\n"
        "  1 take 1 from pile 3\n"
        "> 2\n"
        "  there is one choice\n"
        "> 1\n"
        "  scores: -1, 1\n"
        "the match is over: -1, 1\n"
        "seat 1 wins\n"
    )


def test_bots_undo_and_questions(typed) -> None:  # type: ignore[no-untyped-def]
    lines = "\nhelp\nplace\nwhy place at z9\nwhy place at b2\nb2\nplace at b2\nundo\nundo\nquit\n"
    printed = typed(lines, "tic-tac-toe", "--seed", "1")
    assert printed.startswith(
        "Tic-tac-toe: 2 players, you are seat 0, seed 1\noptions: misere false\n\nround 1"
    )
    assert "  choose by number or label; `help` tells what else can be typed\n" in printed
    assert "  undo              take your last choice back\n" in printed
    assert "  which one? place at a1, place at b1, " in printed
    assert "> why place at z9\n  seat 0 has no choice `place at z9` at `turn`" in printed
    assert "> why place at b2\n  it is possible\n" in printed
    assert "> b2\n  seat 0 has no choice `b2` at `turn`; " in printed
    assert "> place at b2\n  seat 1: place at " in printed
    assert "> undo\n  taken back\n\nround 1" in printed
    assert "> undo\n  there is nothing to take back\n" in printed
    assert printed.endswith("> quit\nthe game is not finished\n")


def test_the_board_is_drawn(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("place at b2\n", "tic-tac-toe", "--seat", "all")
    assert "  mark:\n    3 . . .\n    2 . 0 .\n    1 . . .\n      a b c\nseat 1, turn:\n" in printed
    assert printed.endswith("> \nthe game is not finished\n")


def test_only_what_the_seat_may_know(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed("", "crazy-eights", "--players", "3", "--seat", "1", "--seed", "4")
    table = [line for line in printed.splitlines() if line.startswith("  hand[")]
    assert [line.endswith(" hidden") for line in table] == [True, False, True]


def test_saved_and_resumed(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    printed = typed(f"1\nsave {path}\nsave {tmp_path}\n", "tic-tac-toe", "--seed", "3")
    assert f"  saved; go on with: hoyle play tic-tac-toe --resume {path}\n" in printed
    assert f"  {tmp_path} is a folder, not a file\n" in printed
    assert len(json.loads(path.read_text(encoding="utf-8"))["history"]) == 2
    again = typed("", "tic-tac-toe", "--resume", str(path))
    table = again.partition("\n\n")[2].partition("seat 0, turn:")[0]
    assert "  mark:\n    3 . . .\n" in table
    assert f"\n\n{table}" in printed


def test_places_where_a_game_cannot_be_saved(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    other, long = tmp_path / "nim.yaml", "x" * 300
    other.write_text("hoyle: 1\n", encoding="utf-8")
    typing = f"save {other}\nsave /dev/full\nsave {long}\nsave a\0b\n1\n"
    printed = typed(typing, "tic-tac-toe")
    assert f"  {other} exists and is not a saved game; choose another name\n" in printed
    assert other.read_text(encoding="utf-8") == "hoyle: 1\n"
    assert "  /dev/full is not a regular file\n" in printed
    assert f"  cannot write {long}: File name too long\n" in printed
    assert "  cannot write a\0b: embedded null byte\n" in printed
    assert "> 1\n  seat 1: place at " in printed


def test_a_full_disk_does_not_end_the_game(  # type: ignore[no-untyped-def]
    typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("os.replace", full)
    printed = typed(f"save {tmp_path / 'game'}\n1\n", "tic-tac-toe")
    assert f"  cannot write {tmp_path / 'game'}: No space left on device\n" in printed
    assert "> 1\n  seat 1: place at " in printed
    assert list(tmp_path.iterdir()) == []


def test_a_game_is_saved_over_an_older_one(typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    assert typed(f"save {path}\n1\nsave {path}\n", "tic-tac-toe").count("  saved; ") == 2
    assert len(json.loads(path.read_text(encoding="utf-8"))["history"]) == 2


def test_half_a_command_and_far_too_large_a_number(typed) -> None:  # type: ignore[no-untyped-def]
    printed = typed(f"save\nwhy\n{'9' * 5000}\n", "tic-tac-toe")
    assert "> save\n  save what? write `save FILE`\n" in printed
    assert "> why\n  why what? write `why LABEL`\n" in printed
    assert "  there are 9 choices\n" in printed


@pytest.mark.parametrize("words", [["--players", "2"], ["--seed", "0"], ["--option", "misere=true"]])
def test_a_saved_game_has_its_settings(words: list[str], typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    typed(f"save {path}\n", "tic-tac-toe")
    printed = typed("", "tic-tac-toe", "--resume", str(path), *words, status=2)
    assert printed.startswith(f"hoyle: {words[0]} is for a new game, and --resume goes on with a saved one\n")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nim", "--seat", "2"], "seats go from 0 to 1"),
        (["nim", "--seat", "x"], "there is no such seat"),
        (["nim", "--seat", "9" * 5000], "there is no such seat"),
        (["nim", "--players", "5"], "nim is for 2 players, not 5"),
        (["nim", "--option", "piles"], "there is no `=` in it"),
        (["nim", "--resume", "nowhere.json"], "cannot read nowhere.json"),
    ],
)
def test_wrong_usage(words: list[str], part: str, typed) -> None:  # type: ignore[no-untyped-def]
    assert part in typed("", *words, status=2)


@pytest.mark.parametrize("text", ["[]", "{}", "not json", '{"hoyle": "state", "version": 1}'])
def test_a_damaged_save(text: str, typed, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "game.json"
    path.write_text(text, encoding="utf-8")
    assert typed("", "nim", "--resume", str(path), status=2).startswith("hoyle: ")
