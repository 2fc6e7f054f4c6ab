"""What play offers to those who look ahead: keys, scores as they stand, aims, a cheap way to fail."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.bundled import bundled
from hoyle.random import Stream
from tests.play.playing import loaded

RULESETS = [name for name in bundled() if not name.startswith("if-zero-stop")]


def positions(name: str, every: int, most: int = 4) -> list[hoyle.State]:
    """Some positions of a random game with the fewest players who are more than one."""
    game = loaded(name)
    state = game.start(min(count for count in game.player_counts if count > 1), seed=3)
    stream = Stream(8)
    found: list[hoyle.State] = []
    while not state.over and len(found) < most:
        if state.decisions % every == 0 and len(state.decision) > 1:
            found.append(state.copy())
        state.apply(stream.below(len(state.decision)))
    return found


@pytest.mark.parametrize("name", RULESETS)
def test_keys_tell_choices_apart_and_are_the_same_in_all_worlds(name: str) -> None:
    for state in positions(name, 5):
        keys = state.decision.keys
        assert len(set(keys)) == len(keys)
        assert [choice.key for choice in state.decision] == keys
        perspective = state.perspective()
        for seed in range(3):
            world = perspective.world(seed)
            assert sorted(world.decision.keys) == sorted(keys)
            labels = {choice.key: choice.label for choice in world.decision}
            assert all(labels[choice.key] == choice.label for choice in state.decision)


def test_a_world_is_the_same_for_the_same_seed_and_its_luck_is_its_own() -> None:
    state = loaded("stop").start(3, seed=1)
    worlds = [state.perspective().world(seed) for seed in (1, 1, 2)]
    assert worlds[0] == worlds[1] != worlds[2]
    assert state.rng not in {world.rng for world in worlds}


def test_what_others_have_chosen_unseen_is_chosen_again() -> None:
    picked = set()
    for own in range(3):
        state = loaded("rock-paper-scissors").start(seed=1)
        state.apply(own)
        worlds = [state.perspective().world(seed) for seed in range(40)]
        ends = []
        for world in worlds:
            assert world.attempt(0)
            ends.append(world.result.scores)
        assert len(set(ends)) == 3
        picked.add(tuple(ends))
    assert len(picked) == 1, "a world must not hang on what was chosen"


def test_simultaneous_decisions_say_who_acts() -> None:
    state = loaded("hearts").start(4, seed=1)
    assert state.decision.seats == (0, 1, 2, 3)
    assert not state.keys.public
    assert loaded("connect-four").start().decision.seats == (0,)
    assert loaded("connect-four").start().keys.public


def test_a_face_down_choice_shows_nothing_to_others() -> None:
    state = loaded("crazy-eights").start(2, seed=1)
    index = next(number for number, choice in enumerate(state.decision) if choice.action == "play")
    keys, after = state.keys, state.copy()
    taken = keys.taken(after, index, state.decision.keys[index])
    hidden = keys.seen(taken, after, 1)  # it lies in the hand as before
    assert after.attempt(index)
    shown = keys.seen(taken, after, 1)  # it lies on the pile
    assert hidden != shown
    assert keys.seen(taken, after, 0) == (0, *taken.own)


def test_the_score_as_it_stands_is_that_of_the_round_so_far() -> None:
    state = loaded("stop").start(3, seed=1)
    held = state.scored
    assert state.result.scores == (0, 0, 0)
    assert all(points > 0 for points in held)
    while state.rounds == 0:
        state.apply(0)
    assert state.result.scores != (0, 0, 0)


@pytest.mark.parametrize(
    ("name", "players", "aim"),
    [
        ("kuhn-poker", 2, "score"),
        ("blackjack", 1, "score"),
        ("hanabi", 3, "together"),
        ("stop", 3, "rank"),
        ("spades", 4, "rank"),
    ],
)
def test_what_players_are_after(name: str, players: int, aim: str) -> None:
    assert loaded(name).aim(players) == aim


def test_what_players_are_after_changes_no_hash(tmp_path_factory: pytest.TempPathFactory) -> None:
    base = loaded("nim")
    path = tmp_path_factory.mktemp("aim") / "nim-for-money.yaml"
    text = "hoyle: 1\nid: nim\ntitle: Nim\nextends: nim\nmatch:\n  aim: score\n"
    path.write_text(text, encoding="utf-8")
    game = hoyle.load(path)
    assert (base.aim(2), game.aim(2)) == ("rank", "score")
    assert game.hash == base.hash


TRAP = """\
hoyle: 1
id: trap
title: Trap
players: 2
match:
  score(player p): 0
rules:
  round:
    do: |
      choose for seat(0):
        fine(n in 1..2): end round
        trap(n in 1..2): hole(n)
  hole(int n):
    do: |
      let x = 1 / (n - n)
      if x == 1: end round
"""


def test_a_failed_attempt_is_not_played_again(tmp_path_factory: pytest.TempPathFactory) -> None:
    path = tmp_path_factory.mktemp("fault") / "trap.yaml"
    path.write_text(TRAP, encoding="utf-8")
    game = hoyle.load(path)
    state = game.start(seed=1)
    index = next(number for number, choice in enumerate(state.decision) if choice.action == "trap")
    builds = len(game._builds)
    assert state.copy().attempt(index) is False
    assert len(game._builds) == builds, "no careful build was made to find out why"
    with pytest.raises(hoyle.PlayError, match="division"):
        state.apply(index)
    from hoyle.bots.registry import make_bot

    for name in ("greedy", "flat:12", "ismcts:12"):
        chosen = make_bot(name).choose(state.perspective(), Stream(2))
        assert state.decision[chosen].action == "fine"
