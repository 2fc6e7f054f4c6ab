"""Starting: what is asked for must be possible, and the error says what is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import hoyle
from tests.play.playing import NAMES, loaded, written

PLAYERS: list[tuple[str, Any, str]] = [
    ("stop", 1, "stop is for 2 to 10 players, not 1"),
    ("stop", 11, "stop is for 2 to 10 players, not 11"),
    ("stop", 0, "stop is for 2 to 10 players, not 0"),
    ("stop", -2, "stop is for 2 to 10 players, not -2"),
    ("stop", True, "stop is for 2 to 10 players, not True"),
    ("stop", "4", "stop is for 2 to 10 players, not 4"),
    ("mister-zero", 3, "mister-zero is for 2 or 4 players, not 3"),
    ("tic-tac-toe", 3, "tic-tac-toe is for 2 players, not 3"),
]

OPTIONS: list[tuple[str, dict[str, Any], str]] = [
    ("stop", {"hand_sise": 5}, "stop has no option `hand_sise`; did you mean `hand_size`?"),
    (
        "stop",
        {"zzz": 5},
        "stop has no option `zzz`; its options are `hand_size`, `forgot_penalty`, `target`, `jump_in`",
    ),
    ("tic-tac-toe", {"size": 4}, "tic-tac-toe has no option `size`; its options are `misere`"),
    ("stop", {"hand_size": 0}, "the option `hand_size` is a number from 1 to 51, not 0"),
    ("stop", {"hand_size": 52}, "the option `hand_size` is a number from 1 to 51, not 52"),
    ("stop", {"hand_size": "many"}, "the option `hand_size` is a number from 1 to 51, not 'many'"),
    ("stop", {"hand_size": True}, "the option `hand_size` is a number from 1 to 51, not True"),
    ("stop", {"hand_size": 5.5}, "the option `hand_size` is a number from 1 to 51, not 5.5"),
    ("stop", {"hand_size": None}, "the option `hand_size` is a number from 1 to 51, not None"),
    ("stop", {"hand_size": [5]}, "the option `hand_size` is a number from 1 to 51, not [5]"),
    ("stop", {"jump_in": "yes"}, "the option `jump_in` is true or false, not 'yes'"),
    ("stop", {"jump_in": 2}, "the option `jump_in` is true or false, not 2"),
    ("stop", {"jump_in": []}, "the option `jump_in` is true or false, not []"),
    (
        "one-more",
        {"exchange_pick": "nobody"},
        "the option `exchange_pick` is one of owner, random, not 'nobody'",
    ),
    ("one-more", {"exchange_pick": 1}, "the option `exchange_pick` is one of owner, random, not 1"),
    (
        "one-more",
        {"exchange_pick": ["owner"]},
        "the option `exchange_pick` is one of owner, random, not ['owner']",
    ),
    ("nim", {"piles": [1, 21]}, "the option `piles` is a list of 1 to 10 numbers from 1 to 20, not [1, 21]"),
    ("nim", {"piles": []}, "the option `piles` is a list of 1 to 10 numbers from 1 to 20, not []"),
    ("nim", {"piles": 5}, "the option `piles` is a list of 1 to 10 numbers from 1 to 20, not 5"),
    ("nim", {"piles": "1,x"}, "the option `piles` is a list of 1 to 10 numbers from 1 to 20, not '1,x'"),
    (
        "nim",
        {"piles": [1] * 11},
        "the option `piles` is a list of 1 to 10 numbers from 1 to 20, not " + str([1] * 11),
    ),
]


@pytest.mark.parametrize(("name", "players", "message"), PLAYERS)
def test_a_wrong_number_of_players(name: str, players: Any, message: str) -> None:
    with pytest.raises(hoyle.StartError) as caught:
        loaded(name).start(players=players)
    assert str(caught.value) == message


@pytest.mark.parametrize(("name", "options", "message"), OPTIONS)
def test_a_wrong_option(name: str, options: dict[str, Any], message: str) -> None:
    for _ in range(2):  # what was refused once is refused again
        with pytest.raises(hoyle.StartError) as caught:
            loaded(name).start(options=options)
        assert str(caught.value) == message


def test_an_option_of_a_ruleset_without_options(tmp_path: Path) -> None:
    text = "hoyle: 1\nid: sample\ntitle: Sample\nplayers: 2\n"
    text += "match:\n  score(player p): 0\n  wins: highest\nrules:\n  round:\n    do: end round\n"
    with pytest.raises(hoyle.StartError) as caught:
        hoyle.load(written(tmp_path, text)).start(options={"size": 4})
    assert str(caught.value) == "sample has no option `size`; it has none"


@pytest.mark.parametrize("seed", ["7", 1.0, None, True, -1, 2**64])
def test_a_seed_is_a_whole_number_of_64_bits(seed: Any) -> None:
    with pytest.raises(hoyle.StartError) as caught:
        loaded("stop").start(seed=seed)
    assert str(caught.value) == f"the seed must be a whole number from 0 to {2**64 - 1}, not {seed!r}"


def test_chance_is_sampled_or_stepped() -> None:
    with pytest.raises(hoyle.StartError, match='chance is "sampled" or "stepped", not \'loaded dice\''):
        loaded("stop").start(chance="loaded dice")  # type: ignore[arg-type]


def test_what_does_not_go_together() -> None:
    with pytest.raises(hoyle.StartError) as caught:
        loaded("stop").start(players=10, options={"hand_size": 11})
    assert str(caught.value) == "stop: 10 hands of 11 cards are more than the 103 that can be dealt"
    loaded("stop").start(players=10, options={"hand_size": 10})
    loaded("stop").start(players=2, options={"hand_size": 51})


def test_options_are_taken_as_words_too() -> None:
    game = loaded("stop")
    words = game.start(players=3, seed=1, options={"hand_size": " 5 ", "jump_in": "false"})
    values = game.start(players=3, seed=1, options={"hand_size": 5, "jump_in": False})
    assert words == values
    assert loaded("nim").start(options={"piles": "3, 4"}) == loaded("nim").start(options={"piles": [3, 4]})
    assert loaded("nim").start(options={"piles": (3, 4)}).to_json()["options"]["piles"] == [3, 4]


def test_equal_values_of_another_type_are_not_taken_for_each_other() -> None:
    """1 and True are equal in Python: a cached opening must not let one in for the other."""
    game = hoyle.load("stop")
    game.start(options={"jump_in": True, "forgot_penalty": 1})
    with pytest.raises(hoyle.StartError):
        game.start(options={"jump_in": 1, "forgot_penalty": 1})
    with pytest.raises(hoyle.StartError):
        game.start(options={"jump_in": True, "forgot_penalty": True})
    game.start(players=2)
    with pytest.raises(hoyle.StartError):
        game.start(players=2.0)  # type: ignore[arg-type]


def test_seeds_of_any_size() -> None:
    game = loaded("stop")
    seeds = [0, 1, 2**31, 2**32 + 1, 2**63, 2**64 - 1]
    assert len({game.start(players=4, seed=seed) for seed in seeds}) == len(seeds)
    for seed in seeds:
        state = game.start(players=4, seed=seed)
        assert game.resume(state.to_json()) == state


def test_the_seed_decides() -> None:
    game = loaded("stop")
    assert game.start(players=4, seed=5) == game.start(players=4, seed=5)
    hands = {tuple(game.start(players=4, seed=seed).get("hand", 0)) for seed in range(20)}
    assert len(hands) == 20


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_starts_with_the_fewest_players_and_its_defaults(name: str) -> None:
    game = loaded(name)
    state = game.start()
    assert state.plan.layout.players == min(game.player_counts)
    assert game.shown_options(state.plan.layout.options) == game.options


def test_a_ruleset_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(hoyle.RulesetError):
        hoyle.load(tmp_path / "missing.yaml")
    with pytest.raises(hoyle.RulesetError):
        hoyle.load("no-such-game")
    with pytest.raises(hoyle.RulesetError) as caught:
        hoyle.load(written(tmp_path, "hoyle: 1\nid: x\n"))
    assert caught.value.diagnostics
