"""Batches: the same figures whatever the workers, and faults that say which game."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hoyle.analysis.batch import Batch, play_portion
from hoyle.analysis.sample import Sample
from hoyle.analysis.summary import summarise
from hoyle.analysis.workers import FaultyGame, play_batch
from hoyle.random import derive
from tests.analysis.guessing import open_guessing

BATCH = Batch("guessing", players=3, games=60, seed=5, bots=("random",) * 3, load=open_guessing)


def test_every_game_is_counted_once() -> None:
    tally = play_batch(BATCH)
    assert tally.games == tally.finished == 60
    assert tally.decisions.total == 60 * 8
    assert tally.choices == 60 * 8 * 6
    shares = [sum(n / sharers for sharers, n in wins.items()) for wins in tally.wins]
    assert sum(shares) == pytest.approx(60)


@pytest.mark.parametrize("workers", [1, 2, 3])
def test_figures_and_traces_do_not_depend_on_the_workers(workers: int) -> None:
    batch = replace(BATCH, traced=True)
    alone: list[str] = []
    expected = play_batch(batch, workers=1, on_trace=alone.append)
    spread: list[str] = []
    tally = play_batch(batch, workers=workers, alone_seconds=0, on_trace=spread.append)
    assert tally == expected
    assert summarise(tally) == summarise(expected)
    assert spread == alone
    assert [json.loads(text.splitlines()[0])["seed"] for text in spread] == [derive(5, i) for i in range(60)]


def test_portions_add_up_in_any_order() -> None:
    game = open_guessing("guessing")
    whole = play_portion(game, BATCH, range(60)).tally
    parts = [play_portion(game, BATCH, part).tally for part in (range(40, 60), range(7), range(7, 40))]
    total = parts[0]
    total.merge(parts[1])
    total.merge(parts[2])
    assert summarise(total) == summarise(whole)


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_ends_with_the_game_that_is_enough(workers: int) -> None:
    samples: list[Sample] = []

    def enough(sample: Sample) -> bool:
        samples.append(sample)
        return sample.index == 40

    tally = play_batch(replace(BATCH, sampled=True), workers=workers, alone_seconds=0, enough=enough)
    assert [sample.index for sample in samples] == list(range(41))
    assert [sample.seed for sample in samples] == [derive(5, index) for index in range(41)]
    assert tally == play_batch(replace(BATCH, games=41))


def test_a_game_depends_on_its_index_only() -> None:
    game = open_guessing("guessing")
    traced = replace(BATCH, traced=True)
    assert (
        play_portion(game, traced, range(17, 18)).trace[0] == play_portion(game, traced, range(60)).trace[17]
    )


def test_seeds_differ_from_game_to_game_and_from_run_to_run() -> None:
    seeds = {derive(seed, index) for seed in range(20) for index in range(50)}
    assert len(seeds) == 1000


@pytest.mark.parametrize("workers", [1, 2])
def test_the_first_game_that_breaks_is_told(workers: int) -> None:
    breaking = replace(BATCH, options={"breaking_seed": derive(5, 41)})
    with pytest.raises(FaultyGame, match="nothing can be done") as caught:
        play_batch(breaking, workers=workers, alone_seconds=0)
    assert caught.value.fault.index == 41


def test_long_games_are_given_up_and_counted() -> None:
    tally = play_batch(replace(BATCH, games=4, options={"turns": 50}, max_decisions=49))
    assert (tally.games, tally.finished, tally.unfinished) == (4, 0, 4)
    assert tally.taken == 4 * 49
    summary = summarise(tally)
    assert summary.win_share == [None] * 3
    assert summary.decisions.mean is None
    exactly = play_batch(replace(BATCH, games=4, options={"turns": 50}, max_decisions=50))
    assert exactly.unfinished == 0


def test_progress_is_told_up_to_the_last_game() -> None:
    seen: list[int] = []
    play_batch(BATCH, on_progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 60


def test_a_trace_that_could_not_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.play.traces.MOST_BYTES", 100)
    told: list[str] = []
    with pytest.raises(FaultyGame, match="the trace of this game is longer than 64 MiB"):
        play_batch(replace(BATCH, traced=True), on_trace=told.append)
    assert told == []
