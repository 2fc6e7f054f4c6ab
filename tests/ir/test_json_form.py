"""Programs as JSON: out and in, the hash, and the same game from what came back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hoyle
from hoyle.ir import program as ir
from hoyle.ir.json_form import from_json, hash_of, to_json
from hoyle.ir.verify import verify
from hoyle.play.game import Game
from tests.play.playing import NAMES, loaded, play_on, written


def there_and_back(program: ir.Program) -> ir.Program:
    return from_json(json.loads(json.dumps(to_json(program))))


@pytest.mark.parametrize("name", NAMES)
def test_a_program_survives_json(name: str) -> None:
    program = loaded(name).program
    back = there_and_back(program)
    assert back == program
    assert back.places == program.places
    assert back.hash == program.hash == hash_of(back) == hash_of(program)
    verify(back)


@pytest.mark.parametrize("name", NAMES)
def test_a_program_that_came_back_plays_the_same_game(name: str) -> None:
    game = loaded(name)
    players = max(game.player_counts)
    original = play_on(game.start(players, 7), 7, most=60)
    program = game.program_for(players, game.chosen_options({}, players))
    other = play_on(Game(there_and_back(program)).start(players, 7), 7, most=60)
    assert other == original
    assert other.events == original.events


def test_a_state_goes_on_in_a_program_that_came_back() -> None:
    game = loaded("stop")
    state = play_on(game.start(4, 7), 7, most=20)
    other = Game(there_and_back(game.program)).resume(state.to_json())
    assert play_on(other, 1, most=30).events == play_on(state, 1, most=30).events


def test_another_version_is_refused() -> None:
    data = to_json(loaded("tic-tac-toe").program)
    with pytest.raises(ValueError, match="program version 99, but this engine runs version 1"):
        from_json(data | {"version": 99})
    with pytest.raises(ValueError, match="program version None"):
        from_json({key: value for key, value in data.items() if key != "version"})


@pytest.mark.parametrize("name", ["tic-tac-toe", "stop"])
def test_no_python_of_ours_is_in_the_json(name: str) -> None:
    text = json.dumps(to_json(loaded(name).program), allow_nan=False)
    assert "object at 0x" not in text


# ---------------------------------------------------------------- the hash

TEXT = Path(loaded("kuhn-poker").path or "").read_text(encoding="utf-8")


def hash_after(folder: Path, old: str, new: str) -> str:
    assert old in TEXT
    return hoyle.load(written(folder, TEXT.replace(old, new, 1))).hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("hoyle: 1\n", "# a comment\n\n\nhoyle: 1\n"),
        ("      reveal hand[players]\n", "      # shown to all\n      reveal hand[players]\n"),
        ("title: {en: Kuhn poker, it: Poker di Kuhn}", "title: Another title"),
        ("about: The smallest poker with a bluff in it; three cards, one bet, two players.\n", ""),
        ("if matched: showdown()", "if  matched :  showdown( )"),
        ("        bet:\n", "\n        bet:\n"),
    ],
)
def test_comments_places_and_titles_do_not_count(old: str, new: str, tmp_path: Path) -> None:
    assert hash_after(tmp_path, old, new) == loaded("kuhn-poker").hash


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("staked: int per player = 1", "staked: int per player = 2"),
        ("staked[me] += bet_size", "staked[me] += bet_size + 1"),
        ("rank: [jack, queen, king]", "rank: [queen, jack, king]"),
        ("wins: highest", "wins: lowest"),
        ("seen: owner", "seen: everyone"),
        ("shuffled: true, ", ""),
        ("        bet:\n", "        raise:\n"),
        ("if me == seat(1): showdown()", "if me == seat(0): showdown()"),
    ],
)
def test_a_changed_rule_changes_the_hash(old: str, new: str, tmp_path: Path) -> None:
    assert hash_after(tmp_path, old, new) != loaded("kuhn-poker").hash


def test_every_ruleset_has_a_hash_of_its_own() -> None:
    assert len({loaded(name).hash for name in NAMES}) == len(NAMES)
