"""Batches in native code: when they go over to it, and that the figures stay the same."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

import hoyle
from hoyle.analysis.batch import Batch
from hoyle.analysis.tally import Tally
from hoyle.analysis.workers import FaultyGame, play_batch
from hoyle.backends import choose
from hoyle.backends.c.unavailable import Unavailable
from hoyle.cli.main import main
from hoyle.plan.model import Plan
from tests.backends.native_stand_in import NativeStandIn

BATCH = Batch("crazy-eights", players=3, games=40, seed=5, bots=("random", "first", "random"))
NOTHING = Unavailable("no compiler", "nothing is here", "get it")


class Stage:
    """Games that can be played natively, by something that notes what it plays."""

    def __init__(self, ruleset: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.game = hoyle.load(ruleset, "auto")
        self.refuses: tuple[int, ...] = ()
        self.native: NativeStandIn | Unavailable | None = None
        self.there = True
        monkeypatch.setattr(choose, "find_native", lambda plan: self.make(plan) if self.there else None)
        monkeypatch.setattr(choose, "make_native", self.make)

    def make(self, plan: Plan) -> NativeStandIn | Unavailable:
        if self.native is None:
            self.native = NativeStandIn(plan, self.game, self.refuses)
        return self.native

    def played(self) -> list[int]:
        """The games that were played natively, in order."""
        assert isinstance(self.native, NativeStandIn)
        parts = (part for _, part in self.native.played)
        return sorted(index for part in parts for index in part if index not in self.refuses)

    def told(self, batch: Batch, workers: int = 1) -> tuple[Tally, str]:
        told: list[str] = []
        tally = play_batch(batch, workers=workers, game=self.game, on_engine=told.append)
        return tally, told[0]


@pytest.fixture
def stage(monkeypatch: pytest.MonkeyPatch) -> Stage:
    return Stage("crazy-eights", monkeypatch)


@pytest.mark.parametrize("workers", [1, 2, 5])
def test_the_figures_are_the_same(stage: Stage, workers: int) -> None:
    expected, told = stage.told(replace(BATCH, engine="python"))
    assert told == "Python, as asked for"
    tally, told = stage.told(replace(BATCH, engine="native"), workers)
    assert told == "native"
    assert tally == expected
    assert stage.played() == list(range(40))


def test_teams_and_games_that_are_given_up_are_counted_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage("spades", monkeypatch)
    batch = Batch("spades", players=4, games=12, seed=2, bots=("random",) * 4, max_decisions=200)
    expected, _ = stage.told(replace(batch, engine="python"))
    assert 0 < expected.unfinished < 12
    assert stage.told(replace(batch, engine="native"))[0] == expected


def test_what_native_code_cannot_play_python_plays(stage: Stage) -> None:
    stage.refuses = (0, 7, 8, 39)
    expected, _ = stage.told(replace(BATCH, engine="python"))
    tally, told = stage.told(replace(BATCH, engine="native"), workers=2)
    assert (tally, told) == (expected, "native")
    assert len(set(stage.played())) >= 36


def test_a_fault_is_told_as_python_tells_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    path = tmp_path / "faulty.yaml"
    path.write_text(
        """\
hoyle: 1
id: faulty
title: Faulty
about: Divides by what may be nothing.
players: 1
state:
  match:
    got: int = 0
match:
  score(player p): got
  wins: highest
rules:
  round:
    do: |
      let n = random(0..9)
      got = 6 / n
"""
    )
    stage = Stage(str(path), monkeypatch)
    batch = Batch(str(path), players=1, games=40, seed=3, bots=("random",))
    with pytest.raises(FaultyGame) as expected:
        stage.told(replace(batch, engine="python"))
    index = expected.value.fault.index
    stage.refuses = (index,)
    with pytest.raises(FaultyGame) as caught:
        stage.told(replace(batch, engine="native"), workers=2)
    assert caught.value.fault == expected.value.fault


# ---------------------------------------------------------------------- when


def test_few_games_stay_python(stage: Stage) -> None:
    _, told = stage.told(replace(BATCH, games=2))
    assert told == "Python: it was done before native code would have paid"
    assert stage.native is None


def test_many_games_go_over_when_it_is_there(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    stage.there = True
    tally, told = stage.told(replace(BATCH, games=400), workers=2)
    assert told.startswith("native from game ")
    assert told.endswith(" on, until then Python")
    first = int(told.split()[3])
    assert stage.played() == list(range(first, 400))
    assert tally.games == 400


def test_nothing_is_compiled_unless_it_pays(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    monkeypatch.setattr(choose.Chooser, "compile_seconds", 1e9)
    stage.there = False
    assert stage.told(BATCH)[1].startswith("Python")
    assert stage.native is None
    monkeypatch.setattr(choose.Chooser, "compile_seconds", 0.0)
    assert stage.told(replace(BATCH, games=400))[1].startswith("native")


def test_without_a_compiler_it_is_said_once(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choose.Chooser, "look_seconds", 0.0)
    monkeypatch.setattr(choose.Chooser, "compile_seconds", 0.0)
    stage.there, stage.native = False, NOTHING
    assert stage.told(replace(BATCH, games=60))[1] == "Python: nothing is here; get it"
    with pytest.raises(hoyle.StartError, match="cannot be played natively: nothing is here"):
        stage.told(replace(BATCH, engine="native"))


def test_traces_are_pythons(stage: Stage) -> None:
    assert stage.told(replace(BATCH, games=2, traced=True))[1] == "Python, which writes traces"


def test_bots_that_it_does_not_know_step_its_states(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NativeStandIn, "bots", frozenset())
    _, told = stage.told(replace(BATCH, games=3, engine="native"))
    assert told == "native, one decision at a time"
    assert stage.played() == []


# ---------------------------------------------------------------------- the command


def test_the_table_ends_with_the_engine(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["run", "tic-tac-toe", "--games", "3", "--engine", "python"]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "engine              Python, as asked for"


def test_a_wrong_engine_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    assert main(["run", "tic-tac-toe", "--engine", "fast"]) == 2
    assert 'engine is "auto", "python" or "native", not \'fast\'' in capsys.readouterr().err
    monkeypatch.setenv("HOYLE_ENGINE", "fast")
    assert main(["run", "tic-tac-toe"]) == 2
    assert "HOYLE_ENGINE is" in capsys.readouterr().err
