"""Searches in Python and in machine code: the same visits, the same sums, the same random numbers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from math import log
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.bots import flat, ismcts, tree
from hoyle.bots.flat import FlatBot
from hoyle.bots.greedy import GreedyBot
from hoyle.bots.logs import log_of
from hoyle.bots.natively import searched_natively
from hoyle.bots.registry import Budget, choice_of, make_bot, seat_streams
from hoyle.bots.thinking import Effort, Thinking
from hoyle.random import Stream
from tests.bots.test_looking_ahead import RULESETS, TRAP
from tests.play.playing import loaded

SMALL = [
    ("tic-tac-toe", 2), ("connect-four", 2), ("oware", 2), ("pig", 3), ("mister-zero", 4), ("kuhn-poker", 2),
    ("leduc-poker", 2), ("liars-dice", 3), ("rock-paper-scissors", 2), ("goofspiel", 3), ("one-more", 3),
    ("crazy-eights", 2), ("hanabi", 2), ("curtain-call", 3),
]  # fmt: skip


def started(name: str, players: int, seed: int) -> hoyle.State:
    """A match in machine code."""
    try:
        return loaded(name).start(players, seed, engine="native")
    except hoyle.StartError:
        pytest.skip("there is no compiler here")


def asked(state: hoyle.State, every: int, most: int) -> Iterator[hoyle.State]:
    """Some decisions of a random game that are ones."""
    stream = Stream(9)
    number = 0
    while not state.over and most:
        if len(state.decision) > 1:
            number += 1
            if number % every == 1 or every == 1:
                most -= 1
                yield state
        state.apply(stream.below(len(state.decision)))


def both(state: hoyle.State, iterations: int, *, is_flat: bool) -> list[Any]:
    """What the two searches of a kind find, over the very same worlds."""
    outlook, found = state.outlook(), []
    consider = list(range(len(outlook.keys)))[::-1] if is_flat else None
    for machine in (True, False):
        thinking = Thinking(outlook, Stream(5), Effort())
        assert thinking.possible
        bot = FlatBot(Budget(iterations))
        bot.effort = thinking.effort
        counted: Any
        if machine:
            counted = searched_natively(thinking, bot.budget, consider)
            assert counted is not None, "machine code gave up"
        elif consider is None:
            counted = tree.Tree(thinking).searched(bot.budget)
        else:
            counted = bot._played_out(thinking, consider)
        found.append((counted, thinking.rng.state, thinking.effort.refused, thinking.effort.playouts))
    return found


def alike(name: str, players: int, every: int, most: int, iterations: int) -> None:
    compared = looked = 0
    for state in asked(started(name, players, 4), every, most):
        for is_flat in (False, True):
            machine, python = both(state, iterations, is_flat=is_flat)
            assert machine == python
            assert max(times for times, _ in machine[0]) > 0
            compared += 1
        looked += looks_alike(state)
    assert compared
    assert looked


def looks_alike(state: hoyle.State) -> bool:
    """Looking one choice ahead, too; if machine code can: where the score cannot be said, Python has to."""
    outlook, found = state.outlook(), []
    choices = range(len(outlook.keys))
    for machine in (True, False):
        thinking = Thinking(outlook, Stream(5), Effort())
        bot = GreedyBot()
        bot.effort = thinking.effort
        if machine:
            counted = searched_natively(thinking, Budget(5 * len(choices)), choices, most_plies=0)
            if counted is None:
                return False
        else:
            counted = bot._looked_at(thinking, choices, 5)
        worth = thinking.worth
        met = worth.largest, worth.least, worth.most
        found.append((counted, thinking.rng.state, met, thinking.effort.playouts))
    assert found[0] == found[1]
    assert found[0][3] == 5 * len(choices)
    return True


@pytest.mark.parametrize(("name", "players"), SMALL)
def test_both_searches_find_the_same(name: str, players: int) -> None:
    alike(name, players, 2, 3, 50)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in RULESETS if name != "blackjack"])
def test_both_searches_find_the_same_in_every_ruleset(name: str) -> None:
    counts = loaded(name).player_counts
    for players in {min(count for count in counts if count > 1), max(counts)}:
        alike(name, players, 5, 6, 60)


def test_the_values_of_a_match_that_is_cut_are_the_same() -> None:
    """Of chess played at random little is over after 400 decisions: the score as it stands counts."""
    state = started("chess", 2, 1)
    machine, python = both(state, 6, is_flat=False)
    assert machine == python


def test_worlds_that_do_not_fit_are_passed_over_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    places = Thinking.places
    monkeypatch.setattr(
        Thinking, "places", lambda self, number: places(self, number) if number % 3 == 0 else None
    )
    for state in asked(started("crazy-eights", 2, 4), 3, 2):
        machine, python = both(state, 30, is_flat=False)
        assert machine == python
        assert machine[2] > 20, "few were refused"


def test_where_nothing_fits_any_more_the_search_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    places = Thinking.places
    monkeypatch.setattr(
        Thinking, "places", lambda self, number: places(self, number) if number % 4 == 0 else None
    )
    for module in ("thinking", "natively"):
        monkeypatch.setattr(f"hoyle.bots.{module}.TRIES", 5)
    for state in asked(started("crazy-eights", 2, 4), 3, 2):
        machine, python = both(state, 500, is_flat=False)
        assert machine == python
        assert machine[3] < 500, "it went on"


@pytest.mark.parametrize("name", ["connect-four", "liars-dice"])
def test_trees_have_room_for_so_many_nodes(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tree, "MOST_NODES", 60)
    machine, python = both(next(asked(started(name, 2, 4), 1, 1)), 500, is_flat=False)
    assert machine == python
    assert machine[3] < 100, "no more iterations than nodes"


def test_a_fault_of_the_rules_is_left_to_python(tmp_path: Path) -> None:
    path = tmp_path / "trap.yaml"
    path.write_text(TRAP, encoding="utf-8")
    found = []
    for engine in ("native", "python"):
        game = hoyle.load(path, engine)
        try:
            state = game.start(seed=1)
        except hoyle.StartError:
            pytest.skip("there is no compiler here")
        if engine == "native":
            thinking = Thinking(state.outlook(), Stream(2), Effort())
            before = thinking.rng.state
            assert searched_natively(thinking, Budget(50)) is None
            assert thinking.rng.state == before
        picks = []
        for bot in ("flat:12", "ismcts:12"):
            stream = Stream(2)
            picks.append((choice_of(make_bot(bot), state, stream), stream.state))
        found.append(picks)
    assert found[0] == found[1]


@pytest.mark.parametrize("bot", ["flat:0.02s", "ismcts:0.02s"])
def test_a_budget_may_be_seconds(bot: str) -> None:
    state = started("connect-four", 2, 1)
    made: Any = make_bot(bot, clock=True)
    assert 0 <= choice_of(made, state, Stream(1)) < 7
    assert made.effort.playouts > 0


@pytest.mark.parametrize(
    ("name", "players", "bots"),
    [
        ("tic-tac-toe", 2, ["ismcts:30", "flat:20"]),
        ("connect-four", 2, ["ismcts:20", "flat:20"]),
        ("kuhn-poker", 2, ["ismcts:40", "ismcts:20"]),
        ("goofspiel", 2, ["ismcts:20", "flat:20"]),
        ("mister-zero", 2, ["ismcts:10", "flat:10"]),
        ("liars-dice", 2, ["ismcts:15", "flat:10"]),
    ],
)
def test_whole_games_are_the_same(name: str, players: int, bots: list[str]) -> None:
    """With machine code's search, with Python's over native states, and with Python alone."""
    started(name, players, 1)
    found = []
    for engine, machine in (("native", True), ("native", False), ("python", False)):
        with pytest.MonkeyPatch.context() as patch:
            if not machine:
                for module in (flat, ismcts):
                    patch.setattr(module, "searched_natively", lambda *_: None)
            state = hoyle.load(name, engine).start(players, 6)  # type: ignore[arg-type]
            streams = seat_streams(6, players)
            made = [make_bot(bot) for bot in bots]
            while not state.over:
                state.apply(choice_of(made[state.seat], state, streams[state.seat]))
            found.append((state.picks(), [stream.state for stream in streams]))
    assert found[0] == found[1] == found[2]


def test_the_other_binding_searches_alike() -> None:
    """`ctypes` in the place of the extension."""
    started("crazy-eights", 2, 4)
    words = (
        "from tests.bots.test_natively import asked, both, started\n"
        "state = next(asked(started('crazy-eights', 2, 4), 1, 1))\n"
        "print(both(state, 25, is_flat=False)[0], both(state, 25, is_flat=True)[0])\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", words], env=os.environ | more, capture_output=True, text=True, check=True
        ).stdout
        for more in ({}, {"HOYLE_BINDING": "ctypes"})
    ]
    assert said[0] == said[1] != ""


def test_logarithms_are_right_and_go_on() -> None:
    assert all(abs(log_of(number) - log(number)) < 1e-12 for number in range(1, 1024))
    assert all(abs(log_of(number) - log(number)) < 2e-3 for number in (1024, 5000, 123_456, 10_000_000))
