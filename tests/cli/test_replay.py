"""`hoyle replay`: the same again, the first difference, and an answer to every kind of damage."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest

import hoyle
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
    assert first == f"{where}: game 1 goes differently at its event {number}"
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


# ------------------------------------------------------------------ looking through a game
@pytest.fixture
def browsed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    def session(lines: str, *words: str, status: int = 0) -> str:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        assert main(["replay", *words]) == status
        return capsys.readouterr().out

    return session


@pytest.fixture
def cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    path = tmp_path / "cards.jsonl"
    words = ["run", "crazy-eights", "--players", "3", "--games", "2", "--seed", "4", "--trace", str(path)]
    assert main(words) == 0
    capsys.readouterr()
    return path


def test_forward_back_and_to_a_decision(browsed, trace: Path) -> None:  # type: ignore[no-untyped-def]
    printed = browsed("\nback\nback\n3\ngo 99\nend\nnext\nback 2\nquit\n", str(trace), "--browse")
    last = printed.partition("· position 0 of ")[2].partition(" ")[0]
    assert "── Tic-tac-toe · position 0 of " in printed
    assert f"0/{last}> \nTic-tac-toe begins: Player 1, Player 2\nRound 1\n  Player 1: place at " in printed
    assert (
        f"0/{last}> back\n  the game has {last} decisions: positions go from 0 to {last}\n0/{last}> 3"
        in printed
    )
    assert "the match is over\n" in printed
    assert f"{last}/{last}> next\n  the game has {last} decisions: " in printed
    assert printed.endswith(f"{int(last) - 2}/{last}> quit\n")


def test_a_position_is_the_same_from_either_side(browsed, cards: Path) -> None:  # type: ignore[no-untyped-def]
    """Stepping back shows what was shown on the way forward."""
    printed = browsed("next 30\nback\nback\nnext\nnext\nlook\n", str(cards), "--browse")
    tables = [part for part in printed.split("── Crazy eights · ") if part.startswith("position 30 of")]
    assert len(tables) == 3
    first, *others = [table.partition("30/")[0] for table in tables]
    assert all(other == first for other in others)


def test_one_seats_eyes(browsed, cards: Path) -> None:  # type: ignore[no-untyped-def]
    printed = browsed("choices\nseat 0\nseat none\nseat 7\nseat all\n", str(cards), "--browse", "--seat", "1")
    before, _, after = printed.partition("> seat 0\n")
    hands = [line for line in before.splitlines() if " hand  " in line]
    assert [line.endswith("face down") for line in hands] == [True, False, True]
    hands = [line for line in after.splitlines() if " hand  " in line]
    assert [line.endswith("face down") for line in hands] == [False, True, True, *[True] * 3, *[False] * 3]
    assert "> choices\n  only Player " in before or "  ▸ " in before
    assert "  seats go from 0 (Player 1) to 2 (Player 3), or `none` or `all`\n" in printed


def test_found_written_and_said(browsed, trace: Path, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    page = tmp_path / "game.md"
    lines = f"find b2\nfind zzz\nlog\nwrite {page}\nwrite {tmp_path}\nhelp\nxyz\n"
    printed = browsed(lines, str(trace), "--browse", "--game", "2")
    assert "place at b2\n" in printed
    assert "  nothing is chosen after this with `zzz` in it\n" in printed
    assert f"  written to {page}\n" in printed
    assert f"  {tmp_path} is a folder, not a file\n" in printed
    assert "  `help` tells what can be typed\n" in printed
    text = page.read_text(encoding="utf-8")
    assert text.startswith("# Tic-tac-toe\n\nTic-tac-toe begins: Player 1, Player 2\n")
    assert "\n1. **Player 1: place at " in text


def test_a_branch_is_played_on(browsed, trace: Path) -> None:  # type: ignore[no-untyped-def]
    printed = browsed("next 2\nplay\n1\nquit\nlook\nend\nplay\nquit\n", str(trace), "--browse")
    assert "Player 1: Where do you place your mark?\n" in printed
    branch = printed.partition("> play\n")[2]
    assert "the game is not finished\n\n── Tic-tac-toe · position 2 of " in branch
    assert "  the match is over: there is nothing left to play\n" in printed


def test_people_are_counted_from_one_and_seats_from_nought(browsed, cards: Path) -> None:  # type: ignore[no-untyped-def]
    printed = browsed("player 1\nseat 1\nplayer 0\n", str(cards), "--browse")
    first, second = printed.partition("> player 1\n")[2].split("> seat 1\n")
    assert " seen by Player 1 " in first
    assert " seen by Player 2 " in second
    assert "seat 0" not in printed
    assert "  `help` tells what can be typed\n" in second


@pytest.mark.parametrize("seat", ["0", "none", "all"])
def test_a_transcript(seat: str, browsed, cards: Path) -> None:  # type: ignore[no-untyped-def]
    printed = browsed("", str(cards), "--transcript", "text", "--seat", seat)
    assert printed.startswith("Crazy eights begins: ")
    assert "\nThe match is over.\n" in printed
    dealt = [line for line in printed.splitlines()[:7] if " gets " in line or "you get " in line]
    own = sum(" of " in line for line in dealt)
    assert own == {"0": 1, "none": 0, "all": 3}[seat]


def test_a_game_of_the_trace_in_a_language(browsed, trace: Path) -> None:  # type: ignore[no-untyped-def]
    words = ["--transcript", "markdown", "--game", "3", "--language", "it"]
    assert browsed("", str(trace), *words).startswith("# Tris\n\nComincia Tris: Giocatore 1, Giocatore 2\n")


VARIANT = """\
hoyle: 1
id: no-centre
extends: tic-tac-toe
title: Tic-tac-toe around the centre
rules:
  empty:
    is: mark[s] == none and s != b2
    why: "{s} is not for laying"
"""


def test_with_a_changed_ruleset(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = tmp_path / "no-centre.yaml"
    variant.write_text(VARIANT, encoding="utf-8")
    assert main(["replay", str(trace), "--ruleset", str(variant), "--anyway"]) == 1
    printed = capsys.readouterr().out
    assert "goes differently at its event " in printed
    assert "  the game leaves the rails after " in printed
    assert "  in the rule `turn` (" in printed
    assert "  what has changed since tic-tac-toe:\n" in printed
    assert "    rules: " in printed
    assert "empty" in printed.partition("what has changed")[2]


def test_a_choice_that_is_refused_now(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant, path = tmp_path / "no-centre.yaml", tmp_path / "one.jsonl"
    variant.write_text(VARIANT, encoding="utf-8")
    state = hoyle.load("tic-tac-toe").start(record=True)
    state.apply("place at b2")
    path.write_text("".join(json.dumps(event) + "\n" for event in state.events), encoding="utf-8")
    assert main(["replay", str(path), "--ruleset", str(variant), "--anyway"]) == 1
    printed = capsys.readouterr().out
    assert "  the game leaves the rails after 0 of 1 decisions\n" in printed
    assert "  `place at b2` is refused now: b2 is not for laying (" in printed


def test_a_game_that_stays_on_the_rails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant, path = tmp_path / "no-centre.yaml", tmp_path / "one.jsonl"
    variant.write_text(VARIANT, encoding="utf-8")
    state = hoyle.load("tic-tac-toe").start(record=True)
    state.apply("place at a1")
    path.write_text("".join(json.dumps(event) + "\n" for event in state.events), encoding="utf-8")
    assert main(["replay", str(path), "--ruleset", str(variant), "--anyway"]) == 1
    assert "  the game stays on the rails to its end: " in capsys.readouterr().out


def test_the_former_ruleset_is_given(trace: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    variant = tmp_path / "no-centre.yaml"
    variant.write_text(VARIANT, encoding="utf-8")
    words = ["replay", str(trace), "--ruleset", str(variant), "--anyway", "--was"]
    assert main([*words, "nim"]) == 2
    assert "--was nim: this game was not recorded with it" in capsys.readouterr().err
    assert main([*words, "tic-tac-toe"]) == 1
    changed(trace, 1, hash="0123")
    assert main(words[:-1]) == 1
    assert "can be told with --was RULESET" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["--seat", "0"], "--seat says how to look at one game"),
        (["--game", "2"], "--game says how to look at one game"),
        (["--browse", "--transcript", "text"], "two ways to look at a game"),
        (["--browse", "--game", "9"], "has 3 games"),
        (["--browse", "--seat", "5"], "there is no such seat"),
        (["--browse", "--language", "tlh"], "has no text in it"),
        (["--was", "nim"], "--was is for a ruleset that has changed"),
    ],
)
def test_wrong_usage(words: list[str], part: str, trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(trace), *words]) == 2
    assert part in capsys.readouterr().err
