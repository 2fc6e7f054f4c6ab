"""`hoyle replay`: the same again, the first difference, and an answer to every kind of damage."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.cli.main import main


@pytest.fixture
def trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "games.jsonl"
    assert main(["run", "tic-tac-toe", "--games", "3", "--seed", "2", "--trace", str(path)]) == 0
    capsys.readouterr()
    return path


def changed(path: Path, line: int, **fields: object) -> str:
    """Changes an event of the trace; returns how the line is called."""
    lines = path.read_text(encoding="utf-8").splitlines()
    lines[line - 1] = json.dumps(json.loads(lines[line - 1]) | fields)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return f"{path}:{line}"


def test_the_same(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(trace)]) == 0
    events = len(trace.read_text(encoding="utf-8").splitlines())
    assert capsys.readouterr().out == f"{trace}: 3 games, {events} events, all the same\n"


def test_shown(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(trace), "--show"]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("tic-tac-toe: 2 players, seed ")
    assert sum(line.startswith("end: scores ") for line in printed) == 3
    assert any(line.startswith("  seat 0 (turn, 9 choices): place at ") for line in printed)


def test_the_first_difference(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    number = next(index for index, line in enumerate(lines, 1) if '"decide"' in line)
    where = changed(trace, number, pick="place at nowhere")
    assert main(["replay", str(trace)]) == 1
    first, before, now = capsys.readouterr().out.splitlines()
    assert first == f"{where}: game 1 of 3 goes differently at its event {number}"
    assert before == (
        '  in the trace: {"event": "decide", "seat": 0, "name": "turn", "pick": "place at nowhere"}'
    )
    assert now == '  played again: {"event": "decide", "seat": 0, "name": "turn", "pick": null}'


def test_another_version(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    where = changed(trace, 1, hash="0123")
    assert main(["replay", str(trace)]) == 1
    printed = capsys.readouterr().err
    assert f"{where}: tic-tac-toe has changed since: its hash was 0123, and is " in printed
    assert "--anyway" in printed
    assert main(["replay", str(trace), "--anyway"]) == 0


def test_another_ruleset(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(trace), "--ruleset", "nim"]) == 1
    assert "this game is of tic-tac-toe, not of nim" in capsys.readouterr().err
    changed(trace, 1, ruleset="my-game")
    assert main(["replay", str(trace)]) == 2
    assert "say where it is with --ruleset FILE" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"players": 9}, "this game cannot start: tic-tac-toe is for 2 players, not 9"),
        ({"options": {"colour": [1, {}]}}, "this game cannot start: tic-tac-toe has no option `colour`"),
        ({"event": "strat"}, "there is no event `strat`"),
        ({"seed": None}, "the seed is hidden"),
    ],
)
def test_damage(
    fields: dict[str, object], part: str, trace: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    where = changed(trace, 1, **fields)
    assert main(["replay", str(trace)]) == 1
    printed = capsys.readouterr().err
    assert f"hoyle: {where}: {part}" in printed
    assert "Traceback" not in printed


@pytest.mark.parametrize(("kind", "field"), [("decide", "choices"), ("end", "winners")])
def test_lists_that_are_none(kind: str, field: str, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = trace.read_text(encoding="utf-8").splitlines()
    number = next(index for index, line in enumerate(lines, 1) if f'"event":"{kind}"' in line)
    where = changed(trace, number, **{field: 5})
    assert main(["replay", str(trace), "--show"]) == 1
    assert capsys.readouterr().err == f"hoyle: {where}: the `{kind}` event has no proper `{field}`\n"


def test_lists_without_end(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep: list[object] = []
    for _ in range(400):
        deep = [deep]
    changed(trace, 1, options={"misere": deep})
    assert main(["replay", str(trace), "--show"]) == 1
    assert "nested too deep" in capsys.readouterr().err


def test_no_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.jsonl")]) == 2
    assert "cannot read" in capsys.readouterr().err
