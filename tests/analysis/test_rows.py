"""Each game of a batch by itself: the same rows from Python and native code, for any number of workers."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from dataclasses import replace

import pytest

import hoyle
from hoyle.analysis.batch import Batch, play_game
from hoyle.analysis.rows import Rows
from hoyle.analysis.sample import Sample
from hoyle.analysis.tally import Tally
from hoyle.analysis.workers import FaultyGame, play_batch, play_samples
from hoyle.backends import choose
from hoyle.backends.c.binding import BINDING
from hoyle.backends.c.unavailable import Unavailable
from hoyle.random import derive
from tests.analysis.test_batch import BATCH

STOP = Batch(
    "stop-short-evening", players=3, games=30, seed=4, bots=("random", "first", "random"), max_decisions=90
)


def rows_of(batch: Batch, workers: int = 1) -> list[Sample]:
    return list(play_samples(batch, workers=workers))


def has_compiler() -> bool:
    game = hoyle.load("tic-tac-toe")
    return not isinstance(game.chooser(2, {}).now(), Unavailable)


def test_a_row_counts_what_was_chosen() -> None:
    """Counted apart, by the names of decisions and actions that everybody sees."""
    game = hoyle.load(STOP.ruleset, "python")
    names = game.actions(3, {}).names
    assert len(names) == len(set(names)) > 10
    for sample in rows_of(replace(STOP, games=5, engine="python")):
        picks: Counter[str] = Counter()
        state, again = play_game(game, STOP, sample.index)
        retold = game.start(players=3, seed=sample.seed)
        for pick in state.picks():
            decision = retold.decision
            picks[f"{decision.name}.{decision.choices[pick].action}"] += 1
            retold.apply(pick)
        assert Counter(dict(zip(names, sample.actions, strict=True))) == picks
        assert sum(sample.actions) == sample.decisions
        assert replace(sample, actions=()) == again


def test_actions_are_the_same_whatever_the_options() -> None:
    game = hoyle.load("stop")
    assert game.actions(4, {}).names == game.actions(4, {"jump_in": False}).names


def test_rows_do_not_depend_on_the_workers() -> None:
    rows = rows_of(BATCH)
    assert [sample.index for sample in rows] == list(range(BATCH.games))
    assert rows_of(BATCH, workers=2) == rows


def test_rows_add_up_to_the_tally() -> None:
    tally = Tally(3, ())
    for sample in rows_of(replace(STOP, engine="python")):
        tally.add(sample)
    assert tally == play_batch(replace(STOP, engine="python"))
    assert tally.unfinished
    assert tally.finished


@pytest.mark.skipif(not has_compiler(), reason="there is no compiler")
@pytest.mark.parametrize("ruleset", ["stop-short-evening", "spades", "if-zero-stop", "tic-tac-toe", "hanabi"])
def test_native_rows_are_those_of_python(ruleset: str) -> None:
    players = max(hoyle.load(ruleset).player_counts)
    batch = Batch(ruleset, players, 20, 4, ("random",) * players, max_decisions=300)
    rows = rows_of(replace(batch, engine="python"))
    assert rows_of(replace(batch, engine="native")) == rows


@pytest.mark.skipif(not has_compiler(), reason="there is no compiler")
def test_native_rows_by_ctypes_are_those_of_python() -> None:
    code = (
        "from tests.analysis.test_rows import *\n"
        "print(rows_of(replace(STOP, engine='native')) == rows_of(replace(STOP, engine='python')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, BINDING: "ctypes", "PYTHONPATH": os.pathsep.join(sys.path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "True\n"


def test_what_native_code_refuses_has_its_row(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.backends.native_stand_in import NativeStandIn

    game = hoyle.load("crazy-eights", "auto")
    batch = Batch("crazy-eights", players=3, games=12, seed=5, bots=("random",) * 3)
    monkeypatch.setattr(choose, "find_native", lambda plan: None)
    monkeypatch.setattr(choose, "make_native", lambda plan: NativeStandIn(plan, game, (0, 7, 11)))
    native = list(play_samples(replace(batch, engine="native"), game=game))
    assert native == rows_of(replace(batch, engine="python"))


def test_games_before_a_fault_are_given() -> None:
    breaking = replace(BATCH, options={"breaking_seed": derive(5, 41)})
    given = []
    with pytest.raises(FaultyGame, match="nothing can be done"):
        for sample in play_samples(breaking):
            given.append(sample.index)
    assert given == list(range(41))


def test_a_part_of_rows() -> None:
    rows = Rows(3, players=2, actions=1)
    for index in range(3, 9):
        rows.append(Sample(index, (1 << 64) - index, (index, -1), (0,), (1, 2), 4, 9, 1, actions=(4,)))
    part = rows.part(5, 7)
    assert [sample.index for sample in part] == [5, 6]
    assert list(part) == list(rows)[2:4]
    assert next(iter(rows)).seed == (1 << 64) - 3
