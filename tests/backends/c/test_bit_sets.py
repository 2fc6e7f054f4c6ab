"""Bit sets of one word and of two, lists that grow in place, choices that are not written out."""

from __future__ import annotations

import platform
import sys
from pathlib import Path

import pytest

import hoyle
from hoyle.backends.c import processor
from hoyle.backends.c.compiler import compilers
from hoyle.backends.c.module import to_c
from hoyle.random import Stream
from tests.play.playing import loaded

pytestmark = pytest.mark.skipif(next(compilers(), None) is None, reason="there is no C compiler")

FLOOD = Path(__file__).parents[2] / "differential" / "combined" / "flood.yaml"


@pytest.mark.parametrize("size", [2, 5, 8, 9, 11, 12, 15])
def test_games_are_the_same_on_boards_of_all_sizes(size: int) -> None:
    game = hoyle.load(FLOOD)
    options = {"size": size, "limit": 45}
    for seed in range(4):
        one = game.start(seed=seed, options=options, engine="python")
        other = game.start(seed=seed, options=options, engine="native")
        luck = Stream(seed)
        while not one.over:
            assert [choice.label for choice in one.decision] == [choice.label for choice in other.decision]
            choice = luck.below(len(one.decision))
            one.apply(choice)
            other.apply(choice)
            assert list(one.v) == list(other.v)
        assert one.result == other.result


@pytest.mark.parametrize("name", ["hex", "flood"])
def test_choices_are_written_out_where_random_play_stops(name: str) -> None:
    game = loaded(name) if name != "flood" else hoyle.load(FLOOD)
    assert "add_span" in to_c(game.chooser(2, {}).plan).text.partition("static void run")[0]
    one, other = game.start(seed=3, engine="python"), game.start(seed=3, engine="native")
    luck, again = Stream(5), Stream(5)
    while not one.over:
        assert one.play_on(luck, decisions=3) == other.play_on(again, decisions=3)
        if not one.over:
            assert [choice.label for choice in one.decision] == [choice.label for choice in other.decision]
        copied = other.copy()
        assert copied.playout(Stream(7)) == one.copy().playout(Stream(7))
        assert one.to_json() == other.to_json()
    assert one.result == other.result


def test_few_choices_are_written_out() -> None:
    """Counting them takes as long."""
    plan = loaded("tic-tac-toe").chooser(2, {}).plan
    assert "add_span(S, " not in to_c(plan).text.partition("static void run")[2]
    assert "#define SPANS (0)" in to_c(plan).text


def test_what_the_processor_can_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    monkeypatch.setattr(sys, "platform", "linux")
    told = tmp_path / "cpuinfo"
    monkeypatch.setattr(processor, "PROCESSORS", told)
    asked = processor.abilities.__wrapped__
    assert asked() == ()  # nobody tells
    told.write_text("flags\t\t: fpu popcnt bmi1 bmi2\n")
    assert asked() == ("popcnt", "bmi", "bmi2")
    told.write_text("flags\t\t: fpu popcnt bmi1 bmi2\nflags\t\t: fpu popcnt\n")
    assert asked() == ()  # one of its processors cannot
    monkeypatch.setattr(platform, "machine", lambda: "aarch64")
    told.write_text("flags\t\t: fpu popcnt bmi1 bmi2\n")
    assert asked() == ()
