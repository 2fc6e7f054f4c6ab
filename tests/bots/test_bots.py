"""Bots: known by name and budget, deterministic, each seat with luck of its own."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import hoyle
from hoyle.analysis.batch import Batch
from hoyle.analysis.workers import play_batch
from hoyle.bots.registry import BOTS, BadBot, UnknownBot, choice_of, make_bot, read_bot, seat_streams
from hoyle.random import Stream


def waiting(choices: int) -> Any:
    """What a bot that does not look knows: a decision with so many choices."""
    return SimpleNamespace(decision=SimpleNamespace(seat=0, choices=list(range(choices))))


@pytest.mark.parametrize("name", ["random", "first"])
@pytest.mark.parametrize("choices", [1, 2, 7, 40])
def test_every_bot_picks_one_of_the_choices(name: str, choices: int) -> None:
    bot, stream = make_bot(name), Stream(3)
    assert all(0 <= bot.choose(waiting(choices), stream) < choices for _ in range(50))


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_has_a_line_for_people(name: str) -> None:
    assert BOTS[name].about


@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_a_match(name: str) -> None:
    state = hoyle.load("tic-tac-toe").start(seed=1)
    written = name if BOTS[name].iterations is None else f"{name}:3"
    bot, streams = make_bot(written), seat_streams(1, 2)
    while not state.over:
        state.apply(bot.choose(state.perspective(), streams[state.seat]))
    assert state.result.ranks in ((1, 2), (2, 1), (1, 1))


def test_an_unknown_bot_is_refused() -> None:
    with pytest.raises(UnknownBot, match="rnadom"):
        make_bot("rnadom")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("greedy:5", "does not think"),
        ("flat:", "is not a budget"),
        ("flat:0", "is not a budget"),
        ("flat:-3", "is not a budget"),
        ("ismcts:many", "is not a budget"),
        ("ismcts:99999999999", "is not a budget"),
        ("ismcts:0s", "is not a budget"),
        ("ismcts:2s", "nobody can play again"),
    ],
)
def test_a_budget_that_makes_no_sense_is_refused(written: str, told: str) -> None:
    with pytest.raises(BadBot, match=told):
        make_bot(written)


def test_seconds_are_for_those_whom_a_clock_may_stop() -> None:
    assert read_bot("ismcts:1.5s")[1].seconds == 1.5
    state = hoyle.load("tic-tac-toe").start(seed=1)
    assert 0 <= make_bot("ismcts:0.01s", clock=True).choose(state.perspective(), Stream(1)) < 9


def test_first_takes_the_first() -> None:
    assert make_bot("first").choose(waiting(5), Stream(1)) == 0


def test_random_is_uniform_and_repeatable() -> None:
    bot = make_bot("random")
    picks = [bot.choose(waiting(4), stream) for stream in [Stream(11)] for _ in range(8000)]
    again = [bot.choose(waiting(4), stream) for stream in [Stream(11)] for _ in range(8000)]
    assert picks == again
    assert all(abs(count - 2000) < 200 for count in Counter(picks).values())


def test_seats_have_streams_of_their_own() -> None:
    draws = [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 4)]
    assert len(set(draws)) == 4
    assert draws == [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 4)]
    assert draws[:2] == [tuple(stream.below(1000) for _ in range(8)) for stream in seat_streams(42, 2)]


def test_the_figures_do_not_hang_on_the_workers() -> None:
    batch = Batch("kuhn-poker", 2, 12, 5, ("ismcts:6", "flat:4"))
    alone = play_batch(batch, workers=1)
    assert play_batch(batch, workers=2, alone_seconds=0.0) == alone


@pytest.mark.parametrize(("name", "players"), [("connect-four", 2), ("hearts", 4)])
def test_both_engines_choose_alike(name: str, players: int) -> None:
    found = []
    for engine in ("python", "native"):
        game = hoyle.load(name, engine)
        try:
            state = game.start(players, seed=5)
        except hoyle.StartError:
            pytest.skip("there is no compiler here")
        streams = seat_streams(5, players)
        bots = [make_bot("ismcts:6"), make_bot("flat:6"), make_bot("greedy"), make_bot("random")]
        while not state.over and state.decisions < 24:
            state.apply(bots[state.seat].choose(state.perspective(), streams[state.seat]))
        found.append(state.picks())
    assert found[0] == found[1]


COSTLY = """\
hoyle: 1
id: costly
title: Costly
players: 2
state:
  round:
    points: int per player = 0
match:
  score(player p): points[p]
rules:
  round:
    do: |
      choose for seat(0):
        one: goes_on(1)
        worst: goes_on(-1000)
        best: goes_on(2)
  goes_on(int n):
    do: |
      points[seat(0)] = n
      choose for seat(1):
        up: points[seat(1)] = 1
        down: points[seat(1)] = -1
"""


@pytest.mark.parametrize("engine", ["python", "native"])
def test_how_large_leads_may_be_is_known_before_any_is_compared(engine: str, tmp_path: Path) -> None:
    path = tmp_path / "costly.yaml"
    path.write_text(COSTLY, encoding="utf-8")
    game = hoyle.load(path, engine)  # type: ignore[arg-type]
    try:
        state = game.start(seed=1)
    except hoyle.StartError:
        pytest.skip("there is no compiler here")
    for seed in range(20):
        assert state.decision[choice_of(make_bot("greedy"), state, Stream(seed))].action == "best"
