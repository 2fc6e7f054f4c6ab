"""Worlds that native code finds are the ones that Python finds, byte for byte."""

from __future__ import annotations

import pytest

import hoyle
from hoyle.backends.choose import MindChooser
from hoyle.backends.contract import find_native_minds
from hoyle.plan.model import Mode
from hoyle.play.knowledge.native_minds import Past
from hoyle.play.knowledge.worlds import Worlds
from hoyle.random import Stream
from tests.play.playing import loaded

TRIES = 60


def native(name: str) -> hoyle.Game:
    """A game that is played, and whose worlds are looked for, in native code."""
    game = hoyle.load(name, "native")
    try:
        game.start(game.player_counts[0])
    except hoyle.StartError as error:
        if "compiler" in str(error):
            pytest.skip(str(error))
        raise
    return game


def same(name: str, players: int, seed: int, every: int, most: int) -> int:
    """Compares worlds at some decisions of a game; how many were found."""
    state, twin = hoyle.load(name, "python").start(players, seed), native(name).start(players, seed)
    stream, found = Stream(seed), 0
    while not state.over and state.decisions < most:
        if state.decisions % every == every // 2:
            worlds, others = Worlds(state, state.seat), Worlds(twin, twin.seat)
            for number in range(2):
                one, other = worlds.exact(number, TRIES), others.exact(number, TRIES)
                assert (one is None) == (other is None), (state.decisions, number)
                if one is None or other is None:
                    continue
                found += 1
                compare(one, other)
        index = stream.below(len(state.decision))
        state.apply(index)
        twin.apply(index)
    return found


def compare(one: hoyle.State, other: hoyle.State) -> None:
    """They are one world, came about alike, and hold nothing else."""
    assert other.engine == "native"
    assert one == other
    assert one.in_python().c == other.in_python().c
    past = other.start["past"]
    assert isinstance(past, Past)
    assert past.entries == one.start["past"]
    assert other.to_json() == one.to_json()


@pytest.mark.parametrize(
    ("name", "players", "every", "most"),
    [
        ("hearts", 4, 23, 120),  # a pass, tricks
        ("stop", 3, 31, 100),  # hands that are exchanged, jumping in, a pile that is shuffled again
        ("go-fish", 3, 17, 120),  # handed over unseen
        ("liars-dice", 3, 5, 40),  # hidden variables
        ("curtain-call", 3, 7, 60),  # chosen unseen
        ("euchre", 4, 13, 60),  # shown to some
    ],
)
def test_native_worlds_are_those_of_python(name: str, players: int, every: int, most: int) -> None:
    assert same(name, players, 3, every, most) >= 4


@pytest.mark.slow
@pytest.mark.parametrize("players", [2, 5, 10])
@pytest.mark.parametrize(
    "name", ["stop", "go-fish", "crazy-eights", "millrace", "gin-rummy", "dominoes", "spades"]
)
def test_native_worlds_are_those_of_python_at_any_table(name: str, players: int) -> None:
    counts = loaded(name).player_counts
    assert same(name, min(counts, key=lambda count: abs(count - players)), 8, 11, 150) >= 1


def test_a_native_world_goes_on_like_its_twin() -> None:
    """A world in native code and the same one in Python play on alike, and are taken back alike."""
    worlds = []
    for game in (hoyle.load("hearts", "python"), native("hearts")):
        state, stream = game.start(4, 2), Stream(2)
        for _ in range(30):
            state.apply(stream.below(len(state.decision)))
        worlds.append(state.determinise(state.seat, 4))
    one, other = worlds
    stream = Stream(9)
    while not one.over and one.decisions < 60:
        assert [choice.label for choice in one.decision] == [choice.label for choice in other.decision]
        index = stream.below(len(one.decision))
        one.apply(index)
        other.apply(index)
    assert one == other
    assert one.events_for(one.seat) == other.events_for(other.seat)
    assert one.determinise(one.seat, 3) == other.determinise(other.seat, 3)


def test_native_code_is_looked_for_once_python_has_taken_long(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever looks for a world or two waits for no compiler."""
    game = loaded("hearts")
    plan = game.build(4, game.chosen_options({}, 4), Mode(record=True, guided=True)).plan
    asked: list[bool] = []
    chooser = MindChooser(plan)
    monkeypatch.setattr(chooser, "prepare", lambda *, compile: asked.append(compile))
    for _ in range(30):
        chooser.spent(0.05)
    assert asked[:2] == [False, False]
    assert asked[-1] is True
    assert chooser.native is None
    assert len(asked) == 28


def test_nothing_is_found_that_was_not_compiled(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path))
    game = loaded("kuhn-poker")
    plan = game.build(2, game.chosen_options({}, 2), Mode(record=True, guided=True)).plan
    assert find_native_minds(plan) is None
