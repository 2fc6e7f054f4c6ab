"""`hoyle run`: figures, determinism, and an answer to every kind of wrong input."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from hoyle.cli.main import main
from hoyle.play.traces import read_trace

KEYS = [
    "ruleset",
    "hash",
    "players",
    "games",
    "seed",
    "options",
    "bots",
    "win_share",
    "score_mean",
    "score_sd",
    "decisions_mean",
    "decisions_sd",
    "choices_mean",
    "rounds_mean",
    "unfinished",
    "teams",
    "team_win_share",
    "nobody_won",
    "table_win_share",
    "claims",
    "sure",
    "seconds",
    "games_per_second",
    "decisions_per_second",
]


def figures(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    assert main(["run", *words, "--json"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n") == 1
    found = json.loads(printed)
    assert isinstance(found, dict)
    return found


def without_times(found: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in found.items() if key not in KEYS[-3:]}


def test_json_has_exactly_the_promised_members(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "tic-tac-toe", "--games", "20", "--seed", "3")
    assert list(found) == KEYS
    assert found["ruleset"] == "tic-tac-toe"
    assert (found["players"], found["games"], found["seed"], found["unfinished"]) == (2, 20, 3, 0)
    assert found["bots"] == ["random", "random"]
    assert sum(found["win_share"]) == pytest.approx(1)  # type: ignore[call-overload]
    assert 5 <= found["decisions_mean"] <= 9  # type: ignore[operator]
    assert found["rounds_mean"] == 1


def test_a_game_without_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "if-zero-stop", "--players", "3", "--games", "5")
    assert found["decisions_mean"] == 0
    assert found["choices_mean"] is None
    assert found["rounds_mean"] == 10
    assert found["options"] == {"rounds": 10, "first_player": "random", "match_winner": "points"}


def test_colours_only_colour(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    command = ["run", "crazy-eights", "--games", "3", "--workers", "1", "--max-decisions", "30"]
    shown = []
    for wanted in (False, True):
        monkeypatch.setattr("hoyle.cli.commands.run.coloured", lambda _, wanted=wanted: wanted)
        assert main(command) == 0
        shown.append(capsys.readouterr().out.rpartition("time")[0])
    without, coloured = shown
    assert "\x1b" not in without
    assert coloured.startswith("\x1b[1mCrazy eights: 2 players, 3 games, seed 0\x1b[0m\n")
    assert "\x1b[1mseat   bot " in coloured
    assert re.search(r"\x1b\[33munfinished +\d games?, given up after 30 decisions; .*\x1b\[0m\n$", coloured)
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == without


def test_options_reach_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(
        capsys, "if-zero-stop", "--option", "rounds=3", "--option", "first_player=rotate", "--games", "4"
    )
    assert found["rounds_mean"] == 3
    assert found["options"] == {"rounds": 3, "first_player": "rotate", "match_winner": "points"}


def test_random_tic_tac_toe_has_the_known_shares(capsys: pytest.CaptureFixture[str]) -> None:
    """Random against random: 58.49 % for the first player, 28.81 % for the second, 12.70 % drawn."""
    found = figures(capsys, "tic-tac-toe", "--games", "4000", "--seed", "1")
    shares = found["win_share"]
    assert isinstance(shares, list)
    first, second = shares
    assert first == pytest.approx(0.5849 + 0.1270 / 2, abs=0.03)
    assert second == pytest.approx(0.2881 + 0.1270 / 2, abs=0.03)


def test_first_bots_play_one_and_the_same_game(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "tic-tac-toe", "--games", "10", "--bots", "first")
    assert found["decisions_sd"] == 0


def test_figures_do_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    runs = []
    for workers in ("1", "2"):
        trace = tmp_path / f"{workers}.jsonl"
        words = ["kuhn-poker", "--games", "200", "--workers", workers, "--trace", str(trace)]
        runs.append((without_times(figures(capsys, *words)), trace.read_bytes()))
    assert runs[0] == runs[1]


def test_two_processes_with_different_hash_seeds_agree_to_the_byte(tmp_path: Path) -> None:
    results = []
    for hash_seed in ("1", "2"):
        trace = tmp_path / hash_seed
        command = [sys.executable, "-m", "hoyle", "run", "if-zero-stop", "--players", "4"]
        command += ["--games", "20", "--seed", "9", "--json", "--trace", str(trace)]
        environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        results.append((re.sub(r', "seconds".*', "", done.stdout), trace.read_bytes()))
    assert results[0] == results[1]


def test_a_trace_tells_every_game_from_start_to_end(tmp_path: Path) -> None:
    trace = tmp_path / "games.jsonl"
    assert main(["run", "kuhn-poker", "--games", "3", "--json", "--trace", str(trace)]) == 0
    events = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    text = trace.read_text(encoding="utf-8")
    assert text.count('"start"') >= 3
    assert text.count('"end"') >= 3
    assert len(events) > 9


def test_the_table_for_people(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "if-zero-stop", "--players", "4", "--games", "30", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("If Zero Stop: 4 players, 30 games, seed 1\n")
    assert "options: rounds 10, first_player random, match_winner points" in printed
    assert re.search(
        r"^   3   random +\d+\.\d% +\d+\.\d% to \d+\.\d% +-?\d+\.\d\d ± \d+\.\d\d", printed, re.M
    )
    assert "rounds a game       10.00 ± 0.00" in printed
    assert "unfinished          none\n" in printed
    assert re.search(r"^time +[\d.]+ s \([\d,]+ games and 0 decisions a second\)$", printed, re.M)


@pytest.mark.parametrize("workers", ["1", "2"])
def test_games_are_played_until_it_is_sure(capsys: pytest.CaptureFixture[str], workers: str) -> None:
    words = ["nim", "--until-sure", "8%", "--seed", "3", "--workers", workers]
    found = figures(capsys, *words)
    assert found["sure"] == {"width": 0.08, "reached": True}
    assert found["games"] == 353  # the same however they are spread
    assert main(["run", *words]) == 0
    printed = capsys.readouterr().out
    assert (
        "sure                after 353 games: each seat's wins to ± 8 pp, all seats together at 95 %; "
        "99,647 games saved\n" in printed
    )
    assert main(["run", *words, "--games", "100"]) == 0
    printed = capsys.readouterr().out
    assert "sure                not after 100 games: " in printed


def test_what_is_claimed_of_seats_was_tested(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "tic-tac-toe", "--games", "400", "--seed", "1")
    claims = found["claims"]
    assert isinstance(claims, list)
    assert [claim["clear"] for claim in claims] == [True, True]
    assert main(["run", "tic-tac-toe", "--games", "400", "--seed", "1"]) == 0
    printed = capsys.readouterr().out
    assert (
        "seats               0 is ahead (p < 0.001) and 1 is behind (p < 0.001); "
        "2 tested together, 400 games\n" in printed
    )


def test_games_that_are_too_long_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "tic-tac-toe", "--games", "6", "--max-decisions", "4")
    assert found["unfinished"] == 6
    assert found["win_share"] == [None, None]
    assert main(["run", "tic-tac-toe", "--games", "6", "--max-decisions", "4"]) == 0
    printed = capsys.readouterr().out
    assert "unfinished          6 games, given up after 4 decisions; the figures are without them" in printed
    assert not re.search(r" 0 decisions a second", printed)  # those that were taken count all the same


def test_out_takes_the_place_of_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    out = tmp_path / "figures.json"
    assert main(["run", "tic-tac-toe", "--json", "--out", str(out)]) == 0
    assert capsys.readouterr().out == ""
    assert json.loads(out.read_text(encoding="utf-8"))["games"] == 1
    assert list(tmp_path.iterdir()) == [out]


@pytest.mark.parametrize(
    ("words", "parts"),
    [
        (["if-zero-stp"], ["no ruleset `if-zero-stp`", "did you mean `if-zero-stop`?"]),
        (["zzz"], ["no ruleset `zzz`", "`hoyle list`"]),
        (["nowhere/game.yaml"], ["there is no file nowhere/game.yaml"]),
        (["game.yaml"], ["there is no file game.yaml"]),
        (["if-zero-stop", "--players", "11"], ["--players 11", "2 to 10 players"]),
        (["if-zero-stop", "--players", "0"], ["--players", "at least 1"]),
        (["if-zero-stop", "--games", "-3"], ["--games", "at least 1, not -3"]),
        (["if-zero-stop", "--games", "many"], ["--games", "`many` is not a whole number"]),
        (["if-zero-stop", "--seed", "-1"], ["--seed", "at least 0"]),
        (["if-zero-stop", "--workers", "0"], ["--workers", "at least 1"]),
        (["if-zero-stop", "--workers", "5000"], ["--workers", "at most 256, not 5000"]),
        (["if-zero-stop", "--bots", "rnadom"], ["no bot `rnadom`", "did you mean `random`?"]),
        (["if-zero-stop", "--players", "3", "--bots", "random,first"], ["2 bots for 3 players"]),
        (["nim", "--bots", "flat:few"], ["`few` is not a budget", "as in `flat:200`"]),
        (["nim", "--bots", "greedy:7"], ["the bot `greedy` does not think", "write `greedy` alone"]),
        (["nim", "--bots", "ismcts:2s"], ["nobody can play again", "seconds are for `hoyle play`"]),
        (["if-zero-stop", "--option", "rouns=3"], ["no option `rouns`", "`rounds`", "match_winner"]),
        (["if-zero-stop", "--option", "rounds"], ["NAME=VALUE"]),
        (["if-zero-stop", "--option", "rounds=ten"], ["`ten` is not a whole number"]),
        (["if-zero-stop", "--option", "rounds=0"], ["rounds"]),
        (["if-zero-stop", "--option", "first_player=me"], ["first_player", "rotate"]),
        (["if-zero-stop", "--option", "rounds=3", "--option", "rounds=4"], ["set twice"]),
        (["if-zero-stop", "--trace", "nowhere/trace.jsonl"], ["cannot write", "no folder nowhere"]),
        (["if-zero-stop", "--out", "."], ["is a folder"]),
        (["if-zero-stop", "--out", "same", "--trace", "./same"], ["both"]),
        ([], ["RULESET"]),
    ],
)
def test_wrong_input_gets_an_answer(
    words: list[str],
    parts: list[str],
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", *words]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "Traceback" not in printed.err
    assert all(part in printed.err for part in parts), printed.err
    assert list(tmp_path.iterdir()) == []


def test_a_broken_ruleset_is_shown_with_its_findings(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ruleset = tmp_path / "broken.yaml"
    ruleset.write_text("hoyle: 1\nid: broken\n", encoding="utf-8")
    assert main(["run", str(ruleset)]) == 1
    printed = capsys.readouterr().err
    assert "broken.yaml:" in printed
    assert "Traceback" not in printed


def told_command(printed: str, beginning: str) -> list[str]:
    """A command that a message tells, as it is pasted into a shell."""
    (line,) = [line for line in printed.splitlines() if line.strip().startswith(beginning)]
    return shlex.split(line)[1:]


@pytest.mark.parametrize("workers", ["1", "2"])
def test_a_game_that_cannot_go_on_leaves_its_trace(
    workers: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("hoyle.analysis.workers.ALONE_SECONDS", 0.0)
    folder = tmp_path / "my games"
    folder.mkdir()
    ruleset, trace, out = folder / "dead-end.yaml", folder / "trace.jsonl", folder / "figures"
    ruleset.write_text(DEAD_END, encoding="utf-8")
    words = [str(ruleset), "--games", "50", "--seed", "3", "--workers", workers]
    assert main(["run", *words, "--trace", str(trace), "--out", str(out)]) == 1
    printed = capsys.readouterr().err
    assert re.match(
        r"hoyle: game \d+ of 50 could not go on: .*dead-end.yaml:\d+:\d+: there is no first", printed
    )
    assert sorted(folder.iterdir()) == [ruleset, trace]  # the figures would be those of no run
    games = list(read_trace(trace.read_bytes().splitlines()))
    assert [game.events[-1]["event"] for game in games[:-1]] == ["end"] * (len(games) - 1)
    assert games[-1].events[-1] == {
        "event": "fault",
        "rule": "stuck",
        "message": "there is no first one: nothing fits",
    }
    assert f"hoyle: game {len(games)} of 50 could" in printed
    assert main(told_command(printed, "hoyle replay")) == 0
    assert "; 1 with the same fault of the rules at the end" in capsys.readouterr().out


def test_the_command_that_is_told_plays_that_very_game(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ruleset, trace, again = tmp_path / "dead-end.yaml", tmp_path / "all", tmp_path / "one"
    text = DEAD_END.replace("players: 2\n", "players: 2..3\noptions:\n  seed: {default: 1, range: 0..9}\n")
    text = text.replace("top(heap).worth == 1:", "top(heap).worth == 1 or seed != 4:")
    text = text.replace("          draw 1", "          if size(bag) == 0: end round\n          draw 1")
    ruleset.write_text(text.replace("        go:", "        wait: turn(me)\n        go:"), encoding="utf-8")
    for bots in (["random"], ["random", "first", "random"]):
        words = [str(ruleset), "--games", "50", "--seed", "5", "--players", "3", "--option", "seed=4"]
        words += ["--bots", ",".join(bots), "--max-decisions", "200"]
        assert main(["run", *words, "--trace", str(trace)]) == 1
        printed = capsys.readouterr().err
        command = told_command(printed, "hoyle run")
        assert main([*command, "--trace", str(again)]) == 1
        assert capsys.readouterr().err.startswith("hoyle: the game could not go on: ")
        last = trace.read_text(encoding="utf-8").rpartition('{"event":"start"')
        assert again.read_text(encoding="utf-8") == last[1] + last[2]


def test_a_game_that_cannot_start_is_told_likewise(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    ruleset, trace = tmp_path / "dead-end.yaml", tmp_path / "trace"
    text = DEAD_END.replace("      turn(seat(0))\n", "      stuck()\n      turn(seat(0))\n")
    ruleset.write_text(text, encoding="utf-8")
    assert main(["run", str(ruleset), "--games", "3", "--trace", str(trace)]) == 1
    assert "game 1 of 3 could not go on" in capsys.readouterr().err
    kinds = [json.loads(line)["event"] for line in trace.read_text(encoding="utf-8").splitlines()]
    assert kinds == ["start", "fault"]


def test_an_option_of_a_ruleset_without_options(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    ruleset = tmp_path / "dead-end.yaml"
    ruleset.write_text(DEAD_END, encoding="utf-8")
    assert main(["run", str(ruleset), "--option", "size=4"]) == 2
    assert "it has no options at all" in capsys.readouterr().err


DEAD_END = """\
hoyle: 1
id: dead-end
title: A game that gets stuck
players: 2
components:
  chip: {has: {worth: 1..2}, total: 2, make: {chips: {worth: all}}}
zones:
  bag:  {of: chip, seen: nobody, starts: all, shuffled: true}
  heap: {of: chip, seen: everyone}
match:
  score(player p): 0
  wins: highest
rules:
  round:
    do: |
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        go:
          draw 1 from bag to heap
          if top(heap).worth == 1: turn(me)
          else: stuck()
  stuck:
    do: |
      let c = first c in heap where c.worth == 3
      move c to bag
"""
