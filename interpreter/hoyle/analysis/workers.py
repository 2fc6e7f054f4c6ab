"""Spreads a batch over processes or threads and puts what comes back in the order of the games."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.analysis.batch import Batch, Fault, Portion, play_portion
from hoyle.analysis.natively import Natively
from hoyle.analysis.processes import Job, Processes
from hoyle.analysis.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Iterator

    from hoyle import Game
    from hoyle.analysis.cluster import Cluster
    from hoyle.analysis.rows import Rows
    from hoyle.analysis.sample import Sample

ALONE_SECONDS = 1.0  # what is done by then needs no workers: starting them takes about as long
PORTION_SECONDS = 0.25  # work handed to a worker at a time: short enough for a smooth progress bar


class FaultyGame(Exception):
    """A game of a batch could not go on; says which, and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class Interrupted(KeyboardInterrupt):
    """Somebody has stopped a batch; the games up to then are counted."""

    def __init__(self, tally: Tally) -> None:
        super().__init__("interrupted")
        self.tally = tally


def usable_cores() -> int:
    """How many processes can really run at the same time."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def play_batch(
    batch: Batch,
    *,
    workers: int = 1,
    game: Game | None = None,
    cluster: Cluster | None = None,
    alone_seconds: float = ALONE_SECONDS,
    kept: Iterable[Rows] = (),
    on_rows: Callable[[Rows], object] | None = None,
    on_trace: Callable[[str], object] | None = None,
    on_progress: Callable[[int], object] | None = None,
    on_engine: Callable[[str], object] | None = None,
    enough: Callable[[Sample], bool] | None = None,
) -> Tally:
    """Play all games of a batch and count them; the counts don't depend on the workers.

    The first games are played here; workers get what is left after `alone_seconds`: they are processes
    for Python, threads for native code; or all are played by a `cluster`. `kept` are the first games, which
    have been played before. `on_rows` is given the rows of a batch that is sampled, `on_trace` the trace of
    each game, both in order, also of those before one that cannot go on; `on_progress` the number of games
    done so far, `on_engine` what plays, in the end. `enough` is given each game of a batch that is sampled,
    in order; the first for which it is true is the last that counts.
    """
    game = game or batch.open()
    tally = Tally(batch.players, game.teams(batch.players))
    try:
        for rows in kept:
            part, last = _counted(
                batch, game, rows.part(rows.first, min(batch.games, rows.first + len(rows))), enough
            )
            tally = tally.with_more(part)
            if last:
                return tally
        source = _Source(batch, workers, game, alone_seconds, cluster)
        try:
            with closing(source.portions(tally.games)) as portions:
                for portion in portions:
                    if on_trace is not None:
                        for text in portion.trace:
                            on_trace(text)
                    part, last = portion.tally, False
                    if enough is not None:
                        part, last = _counted(batch, game, portion.rows, enough)
                    if on_rows is not None:
                        first = portion.rows.first
                        on_rows(portion.rows.part(first, first + part.games))
                    tally = tally.with_more(part)
                    if last:
                        return tally
                    if portion.fault is not None:
                        raise FaultyGame(portion.fault)
                    if on_progress is not None:
                        on_progress(tally.games)
        finally:
            if on_engine is not None:
                on_engine(source.told())
    except KeyboardInterrupt:
        raise Interrupted(tally) from None
    return tally


def _counted(
    batch: Batch, game: Game, rows: Rows, enough: Callable[[Sample], bool] | None
) -> tuple[Tally, bool]:
    """The tally of games up to the one that is enough, and whether there is one."""
    tally = Tally(batch.players, game.teams(batch.players))
    for sample in rows:
        tally.add(sample)
        if enough is not None and enough(sample):
            return tally, True
    return tally, False


def play_samples(
    batch: Batch,
    *,
    workers: int = 1,
    game: Game | None = None,
    cluster: Cluster | None = None,
    on_progress: Callable[[int], object] | None = None,
) -> Iterator[Sample]:
    """Play the games of a batch and give each by itself, in the order of their numbers.

    They are the same for any number of workers and any engine; `game.actions` names the actions counted.
    Whoever stops reading stops the games that are left.
    """
    batch = replace(batch, sampled=True)
    game = game or batch.open()
    with closing(_Source(batch, workers, game, ALONE_SECONDS, cluster).portions(0)) as portions:
        for portion in portions:
            yield from portion.rows
            if portion.fault is not None:
                raise FaultyGame(portion.fault)
            if on_progress is not None:
                on_progress(portion.rows.first + len(portion.rows))


class _Source:
    """Where the games of a batch come from: this process, others, or a cluster."""

    def __init__(
        self, batch: Batch, workers: int, game: Game, alone_seconds: float, cluster: Cluster | None
    ) -> None:
        self.batch, self.workers, self.game, self.alone_seconds = batch, workers, game, alone_seconds
        self.cluster = cluster
        self.natively = Natively(game, batch) if cluster is None else None

    def told(self) -> str:
        """What played, for people."""
        if self.natively is not None:
            return self.natively.told()
        assert self.cluster is not None
        return self.cluster.told()

    def portions(self, first: int) -> Generator[Portion, None, None]:
        """All games from one on, in the order of their numbers."""
        if self.natively is None:
            assert self.cluster is not None
            yield from self.cluster.portions(self.game, self.batch, first)
        else:
            yield from self._portions(self.natively, first)

    def _portions(self, natively: Natively, first: int) -> Generator[Portion, None, None]:
        batch, workers = self.batch, self.workers
        began = perf_counter()
        done = first
        size = 1
        while done < batch.games and (
            workers == 1 or perf_counter() - began < self.alone_seconds or natively.coming
        ):
            native = natively.ready()
            if native is not None:
                yield from natively.portions(native, done, workers)
                return
            portion_began = perf_counter()
            indices = range(done, min(done + size, batch.games))
            yield play_portion(self.game, batch, indices)
            done = indices.stop
            # grows towards a quarter of PORTION_SECONDS, so that the clock is looked at often enough
            size = max(1, min(2 * size, int(len(indices) * PORTION_SECONDS / 4 / _since(portion_began))))
            natively.consider((batch.games - done) * _since(began) / (done - first))
        left = batch.games - done
        if left:
            seconds_a_game = (perf_counter() - began) / (done - first) if done > first else 0.0
            native = None
            workers = min(workers, left)
            with Processes(batch, self.game.hash, workers) as processes:
                for portion in processes.portions(_jobs(batch, workers, done, seconds_a_game)):
                    yield portion
                    done = portion.rows.first + portion.tally.games
                    native = natively.ready()
                    if native is not None:  # it was long in coming
                        break
            if native is not None:
                yield from natively.portions(native, done, workers)


def _since(began: float) -> float:
    return max(perf_counter() - began, 1e-9)


def _jobs(batch: Batch, workers: int, done: int, seconds_a_game: float) -> Iterator[Job]:
    """The games of a batch from one on, in parts for several workers."""
    left = batch.games - done
    even = -(-left // (4 * workers))  # four portions a worker, so that none waits long for another
    size = max(1, min(even, int(PORTION_SECONDS / seconds_a_game))) if seconds_a_game else even
    for start in range(done, batch.games, size):
        yield batch, range(start, min(start + size, batch.games))
