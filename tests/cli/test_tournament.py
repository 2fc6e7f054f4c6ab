"""`hoyle tournament`: who is better, as a table and as JSON, and what is wrong with the words."""

from __future__ import annotations

import json
import re
import sys

import pytest

from hoyle.cli.main import main


def test_the_table_says_who_is_better(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "connect-four", "--bots", "first,random", "--until-sure", "10%"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Connect four: 2 players, ")
    assert "first is better" in printed
    assert "A block is a seed with 2 ways to sit; the intervals hold for all pairs together" in printed
    assert re.search(r"Every pair is settled: [0-9,]+ of 20,000 games saved", printed)


def test_json_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    found = []
    for _ in range(2):
        words = ["tournament", "pig", "--bots", "first,random", "--games", "12", "--seed", "4", "--json"]
        assert main(words) == 0
        read = json.loads(capsys.readouterr().out)
        del read["seconds"]
        found.append(read)
    assert found[0] == found[1]
    (pair,) = found[0]["pairs"]
    assert (pair["bot"], pair["against"], pair["blocks"]) == ("first", "random", 12)
    assert pair["low"] <= pair["wins_ahead"] <= pair["high"]
    assert found[0]["games"] == 24
    assert [rating["bot"] for rating in found[0]["ratings"]] == ["first", "random"]


def test_all_at_one_table(capsys: pytest.CaptureFixture[str]) -> None:
    words = [
        "tournament",
        "go-fish",
        "--players",
        "2",
        "--bots",
        "first,random",
        "--together",
        "--games",
        "3",
    ]
    assert main([*words, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["games"] == 6


def test_without_openskill_it_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    assert main(["tournament", "pig", "--bots", "first,random", "--games", "2"]) == 0
    assert "ratings need openskill: pip install 'hoyle[analysis]'" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nim", "--bots", "first"], "one bot has nobody to play against"),
        (["nim", "--bots", "first,first"], "a bot is named twice"),
        (["nim", "--bots", "first,rnadom"], "did you mean `random`?"),
        (["nim", "--bots", "first,random", "--players", "3"], "Nim is not for 3"),
        (["stop", "--bots", "first,random", "--players", "3", "--together"], "2 bots for 3 players"),
        (["nim", "--bots", "first,random", "--until-sure", "much"], "`much` is not a percentage"),
        (["nim", "--bots", "first,random", "--until-sure", "0%"], "must be more than 0%"),
        (["nim", "--bots", "first,random", "--option", "piles=x"], "`x` is not a whole number"),
    ],
)
def test_wrong_words_get_an_answer(capsys: pytest.CaptureFixture[str], words: list[str], said: str) -> None:
    assert main(["tournament", *words]) == 2
    assert said in capsys.readouterr().err


def test_games_that_never_end_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "pig", "--bots", "first,random", "--games", "2", "--max-decisions", "3"]) == 1
    assert "no game came to an end within 3 decisions" in capsys.readouterr().err
