"""What parts are worth: effects that are there are found, and those that are not are not claimed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.analysis.batch import Batch
from hoyle.cli.main import main
from hoyle.pipeline import open_sound
from hoyle.weigh.holding import Round, gain
from hoyle.weigh.parts import Part
from hoyle.weigh.worth import Weighed, weigh


@pytest.fixture(scope="module")
def options(tmp_path_factory: pytest.TempPathFactory) -> Weighed:
    batch = Batch("one-more", 3, 60, 1, ("random",) * 3, engine="python")
    folder = tmp_path_factory.mktemp("without")
    return weigh(open_sound("one-more"), batch, folder, probes=3, kinds=("option",))


def test_an_option_that_makes_games_longer_is_clear(options: Weighed) -> None:
    worth = next(one for one in options.worths if one.part.name == "losses_to_win 4")
    length = worth.effects[0]
    assert length.figure == "decisions"
    assert length.clear
    assert length.found.value > 0
    assert options.worths[0].part.name.startswith("losses_to_win")


def test_an_option_that_changes_no_game_has_no_effect(options: Weighed) -> None:
    worth = next(one for one in options.worths if one.part.name == "reshuffle true")
    assert all(effect.found.value == 0 and not effect.clear for effect in worth.effects)
    assert worth.size == 0


def test_chances_are_corrected_for_all_that_is_said(options: Weighed) -> None:
    assert options.tests == sum(len(one.effects) for one in options.worths) == 20
    for worth in options.worths:
        for effect in worth.effects:
            assert effect.chance >= effect.found.chance


def test_a_game_that_cannot_be_played_without_a_part_says_why(tmp_path: Path) -> None:
    batch = Batch("one-more", 3, 10, 1, ("random",) * 3, engine="python")
    found = weigh(open_sound("one-more"), batch, tmp_path, kinds=("piece",))
    kept = {one.name: one.why for one in found.kept}
    assert "has not enough pieces to deal" in kept["card, sign ±"]


def test_who_is_dealt_a_good_piece_gains() -> None:
    part = Part("piece", "card, kind ace", pieces=frozenset({"ace"}), count=1)
    hands = [({"ace": 1}, {}), ({}, {"ace": 1})]
    rounds = []
    for game in range(40):
        hand = hands[game % 2]
        lucky = 1 - game % 2 if game % 5 else game % 2
        rounds.append(Round(game, (float(lucky), 1.0 - lucky), hand, ({}, {})))
    found = gain(rounds, part, dealt=True)
    assert found is not None
    assert found.value == pytest.approx(0.6)
    assert found.chance < 0.001
    assert gain(rounds, part, dealt=False) is None


def test_the_command_prints_a_table_and_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    words = [
        "weigh",
        "mister-zero",
        "--games",
        "12",
        "--probes",
        "2",
        "--only",
        "exception",
        "--workers",
        "1",
    ]
    assert main([*words, "--keep", str(tmp_path / "kept")]) == 0
    text = capsys.readouterr().out
    assert "not_the_lowest_again, unless second_zero" in text
    assert "corrected together (Holm)" in text
    assert len(list((tmp_path / "kept").iterdir())) == 2
    assert main([*words, "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["parts"][0]["kind"] == "exception"


def test_a_kind_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["weigh", "stop", "--only", "pieces"]) == 2
    assert "did you mean `piece`?" in capsys.readouterr().err
