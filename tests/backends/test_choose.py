"""Which engine plays: what is asked for, what is there, and what pays."""

from __future__ import annotations

import os
import pickle
import threading
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.backends import choose
from hoyle.backends.c.unavailable import Unavailable
from hoyle.plan.model import Plan
from tests.backends.native_stand_in import NativeStandIn

NOTHING = Unavailable("no compiler", "nothing is here", "get it")


@pytest.fixture
def game() -> hoyle.Game:
    return hoyle.load("tic-tac-toe", "auto")


class Maker:
    """Stands in for the back end in C: gives native code when it may."""

    def __init__(self, game: hoyle.Game, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game = game
        self.there = self.fails = False
        self.found = self.made = 0
        self.may_end = threading.Event()
        self.may_end.set()
        monkeypatch.setattr(choose, "steps_fast", lambda: True)
        monkeypatch.setattr(choose, "find_native", self.find)
        monkeypatch.setattr(choose, "make_native", self.make)
        monkeypatch.delenv("HOYLE_ENGINE", raising=False)

    def find(self, plan: Plan) -> NativeStandIn | None:
        self.found += 1
        return NativeStandIn(plan, self.game) if self.there else None

    def make(self, plan: Plan) -> NativeStandIn | Unavailable:
        self.made += 1
        assert self.may_end.wait(30)
        return NOTHING if self.fails else NativeStandIn(plan, self.game)


@pytest.fixture
def maker(game: hoyle.Game, monkeypatch: pytest.MonkeyPatch) -> Maker:
    return Maker(game, monkeypatch)


# ---------------------------------------------------------------------- what is asked for


def test_the_nearest_word_counts(maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOYLE_ENGINE", "native")
    assert hoyle.load("tic-tac-toe").start().engine == "native"
    assert hoyle.load("tic-tac-toe", "python").start().engine == "python"
    assert hoyle.load("tic-tac-toe", "python").start(engine="native").engine == "native"
    monkeypatch.setenv("HOYLE_ENGINE", "")
    assert hoyle.load("tic-tac-toe").wanted_engine() == "auto"


@pytest.mark.parametrize("word", ["Native", "c", "", 7])
def test_a_word_that_names_none_is_told(game: hoyle.Game, maker: Maker, word: Any) -> None:
    with pytest.raises(hoyle.StartError, match=r'engine is "auto", "python" or "native", not') as caught:
        game.start(engine=word)
    assert repr(word) in str(caught.value)
    with pytest.raises(hoyle.StartError):
        hoyle.load("tic-tac-toe", word)


def test_a_wrong_variable_is_told_by_its_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOYLE_ENGINE", "fast")
    with pytest.raises(hoyle.StartError, match=r"HOYLE_ENGINE is .* not 'fast'"):
        hoyle.load("tic-tac-toe")


def test_native_that_is_not_there_is_told_with_the_reason(game: hoyle.Game, maker: Maker) -> None:
    maker.fails = True
    for _ in range(2):
        with pytest.raises(hoyle.StartError, match=r"tic-tac-toe .* natively: nothing is here \(get it\)"):
            game.start(engine="native")
    assert maker.made == 1
    assert game.start(engine="auto").engine == "python"


def test_events_and_stepped_chance_are_pythons(game: hoyle.Game, maker: Maker) -> None:
    assert game.start(engine="native", record=True).engine == "python"
    assert game.start(engine="native", chance="stepped").engine == "python"
    assert maker.made == 0


def test_what_is_asked_for_is_pickled(maker: Maker) -> None:
    game = hoyle.load("tic-tac-toe", "native")
    assert pickle.loads(pickle.dumps(game)).engine == "native"


# ---------------------------------------------------------------------- auto


def test_a_few_games_are_python(game: hoyle.Game, maker: Maker) -> None:
    assert {game.start(seed=seed).engine for seed in range(choose.FIRST_STARTS - 1)} == {"python"}
    assert (maker.found, maker.made) == (0, 0)


def _started_until(game: hoyle.Game, engine: str) -> None:
    for seed in range(100_000):
        if game.start(seed=seed).engine == engine:
            return
    pytest.fail(f"never {engine}")


def test_what_is_there_is_found_soon(game: hoyle.Game, maker: Maker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    maker.there = True
    _started_until(game, "native")
    assert (maker.found, maker.made) == (1, 0)


def test_what_is_not_there_is_compiled_when_python_has_taken_long(
    game: hoyle.Game, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    monkeypatch.setattr(choose.Chooser, "compile_seconds", 0.02)
    maker.may_end.clear()
    chooser = game.chooser(None, {})
    while maker.made == 0:
        assert game.start().engine == "python"
    assert chooser.preparing
    assert game.start().engine == "python"  # nobody waits for it
    chooser.prepare(compile=True)
    assert maker.made == 1
    maker.may_end.set()
    chooser.wait(30)
    assert game.start().engine == "native"
    assert maker.found <= 2


def test_what_is_slow_step_by_step_is_not_used_for_steps(
    game: hoyle.Game, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choose, "steps_fast", lambda: False)
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    monkeypatch.setattr(choose.Chooser, "compile_seconds", 0.0)
    for seed in range(100):
        assert game.start(seed=seed).engine == "python"
    assert (maker.found, maker.made) == (0, 0)
    game.chooser(None, {}).consider(1.0)  # for whole games
    game.chooser(None, {}).wait(30)
    assert game.chooser(None, {}).native is not None
    assert game.start().engine == "python"
    assert game.start(engine="native").engine == "native"


def test_what_fails_is_not_tried_again(
    game: hoyle.Game, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    maker.fails = True
    chooser = game.chooser(None, {})
    for _ in range(3):
        chooser.prepare(compile=True)
        chooser.wait(30)
    assert maker.made == 1
    assert chooser.unavailable == NOTHING
    assert game.start().engine == "python"


def test_our_own_mistake_is_no_reason_to_fail(
    game: hoyle.Game, maker: Maker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def mistaken(_: Plan) -> None:
        raise KeyError("lost")

    monkeypatch.setattr(choose, "make_native", mistaken)
    chooser = game.chooser(None, {})
    chooser.prepare(compile=True)
    chooser.wait(30)
    assert chooser.unavailable is not None
    assert "internal error: KeyError('lost')" in chooser.unavailable.reason
    assert game.start().engine == "python"
    with pytest.raises(KeyError):
        hoyle.load("tic-tac-toe").start(engine="native")


def test_native_waits_for_what_is_under_way(game: hoyle.Game, maker: Maker) -> None:
    maker.may_end.clear()
    game.chooser(None, {}).prepare(compile=True)
    threading.Timer(0.1, maker.may_end.set).start()
    assert game.start(engine="native").engine == "native"
    assert maker.made == 1


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_process_that_is_forked_meanwhile_waits_for_nothing(
    game: hoyle.Game, maker: Maker, tmp_path: Path
) -> None:
    maker.may_end.clear()
    chooser = game.chooser(None, {})
    chooser.prepare(compile=True)
    child = os.fork()
    if child == 0:
        maker.may_end.set()
        waiting = chooser.preparing
        engine = game.start(engine="native").engine
        os._exit(0 if not waiting and engine == "native" else 1)
    maker.may_end.set()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    chooser.wait(30)


def test_each_number_of_players_and_option_is_decided_for_itself(maker: Maker) -> None:
    game = hoyle.load("crazy-eights", "auto")
    assert game.chooser(2, {}) is game.chooser(2, {})
    assert game.chooser(2, {}) is not game.chooser(3, {})
    assert game.chooser(2, {"max_plays": 5}) is not game.chooser(2, {})
