"""`hoyle diff --play`: how a variant moves the figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from hoyle.analysis.paired import FEWEST_PAIRS
from hoyle.analysis.sample import Sample
from hoyle.cli.main import main
from hoyle.diff.play import Moved, figures


def played(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    assert main(["diff", *arguments, "--play", "--format", "json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def by_name(found: dict[str, Any]) -> dict[str, dict[str, Any]]:
    return {f"{one['name']} {one['seat']}": one for one in found["play"]["figures"]}


def test_a_variant_that_is_longer(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("one-more", "one-more-thrice", "--games", "60", "--players", "3", "--seed", "5")
    found = played(capsys, *arguments)
    assert [section["section"] for section in found["sections"]] == ["Options"]
    assert (found["play"]["pairs"], found["play"]["players"]) == (60, 3)
    moved = by_name(found)
    assert len(moved) == 2 * 3 + 3
    assert moved["rounds a game None"]["clear"]
    assert 0 < moved["rounds a game None"]["low"] < moved["rounds a game None"]["difference"]
    assert not moved["wins 0"]["clear"]
    assert played(capsys, *arguments) == found


def test_the_figures_are_those_of_a_run(capsys: pytest.CaptureFixture[str]) -> None:
    moved = by_name(played(capsys, "nim", "nim", "--games", "50", "--seed", "3"))
    assert main(["run", "nim", "--games", "50", "--seed", "3", "--workers", "1", "--json"]) == 0
    run = json.loads(capsys.readouterr().out)
    assert moved["decisions a game None"]["base"] == pytest.approx(run["decisions_mean"])
    assert moved["choices a decision None"]["base"] == pytest.approx(run["choices_mean"])
    assert moved["wins 0"]["base"] == pytest.approx(run["win_share"][0])
    assert moved["score 1"]["base"] == pytest.approx(run["score_mean"][1])
    assert all(one["difference"] == one["low"] == one["high"] == 0 for one in moved.values())


def test_as_a_table(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "one-more", "one-more-thrice", "--play", "--games", "60"]) == 0
    out = capsys.readouterr().out
    assert "60 games of each with the same seeds from 0, 3 players, random moves." in out
    (rounds,) = [line for line in out.splitlines() if "rounds a game" in line]
    assert rounds.endswith("higher")
    (wins,) = [line for line in out.splitlines() if "wins, seat 0" in line]
    assert wins.endswith("pp")
    assert main(["diff", "nim", "nim", "--play", "--games", "20", "--format", "markdown"]) == 0
    assert "No game went differently." in capsys.readouterr().out


def sample(decisions: int, choices: int = 10) -> Sample:
    return Sample(0, 0, (1, 0), (0,), (1, 2), decisions, choices, 1)


def moved_decisions(old: list[int], new: list[int]) -> Moved:
    found = figures([(sample(a), sample(b)) for a, b in zip(old, new, strict=True)], 2)
    return next(one for one in found if one.name == "decisions a game")


def test_the_interval_is_that_of_the_paired_differences() -> None:
    # games of very different length, of which each becomes longer by 1 to 3
    old = [10, 500, 30, 900, 20, 70, 400, 5, 60, 800, 90, 15]
    moved = moved_decisions(old, [length + 1 + number % 3 for number, length in enumerate(old)])
    assert moved.found.value == pytest.approx(2)
    assert moved.found.margin == pytest.approx(2.201 * 0.8528 / 12**0.5, rel=0.01)
    assert moved.clear


def test_few_games_are_never_clear() -> None:
    assert moved_decisions([10], [20]).found.margin is None
    few = FEWEST_PAIRS - 1
    assert not moved_decisions([10] * few, [20] * few).clear
    assert moved_decisions([10] * FEWEST_PAIRS, [20] * FEWEST_PAIRS).clear
    assert figures([], 2) == ()


def test_choices_are_a_quotient_of_sums() -> None:
    pairs = [(sample(10, 30), sample(10, 40)), (sample(30, 60), sample(10, 20))]
    moved = next(one for one in figures(pairs, 2) if one.name == "choices a decision")
    assert (moved.found.before, moved.found.after) == (90 / 40, 60 / 20)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nim", "nim", "--games", "5"], "add --play"),
        (["nim", "one-more", "--play"], "no number of players"),
        (["nim", "nim", "--play", "--players", "9"], "9 players can't play both"),
    ],
)
def test_what_cannot_be_compared(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["diff", *arguments]) == 2
    assert message in capsys.readouterr().err


def test_a_game_that_cannot_go_on(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stuck = tmp_path / "stuck.yaml"
    stuck.write_text(
        "hoyle: 1\nid: stuck\ntitle: Stuck\nplayers: 2\n"
        "components:\n  card: {make: {all: {copies: 1}}}\n"
        "zones:\n  deck: {of: card, starts: all}\n  pile: {of: card}\n"
        "rules:\n  round:\n    do: |\n      move deck to pile\n      move top(deck) to pile\n",
        encoding="utf-8",
    )
    assert main(["diff", "nim", str(stuck), "--play", "--games", "2"]) == 1
    err = capsys.readouterr().err
    assert "a game of stuck could not go on" in err
    assert f"hoyle run {stuck}" in err


def test_both_are_played_until_it_is_sure(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["diff", "nim", "nim", "--play", "--until-sure", "5%", "--format", "json"]) == 0
    played = json.loads(capsys.readouterr().out)["play"]
    assert played["settled"] == ["alike", "alike"]
    assert played["games"] < 1000
    assert main(["diff", "nim", "nim", "--play", "--until-sure", "5%", "--games", "3"]) == 0
    assert "Not all is sure after 3 games of each: seat 0 is not settled and" in capsys.readouterr().out
    assert main(["diff", "nim", "nim", "--until-sure", "5%"]) == 2
    assert "--until-sure says how to play, and nothing is played" in capsys.readouterr().err
