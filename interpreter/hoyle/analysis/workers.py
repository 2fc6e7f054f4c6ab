"""Spreads a batch over processes or threads and puts what comes back in the order of the games."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.analysis.batch import Batch, Fault, Portion, play_portion
from hoyle.analysis.natively import Natively
from hoyle.analysis.processes import Processes
from hoyle.analysis.tally import Tally
from hoyle.analysis.work import Job, Work

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable

    from hoyle import Game
    from hoyle.analysis.cluster import Cluster
    from hoyle.analysis.rows import Rows
    from hoyle.analysis.sample import Sample

ALONE_SECONDS = 1.0  # what is done by then needs no workers: starting them takes about as long
PORTION_SECONDS = 0.25  # work handed to a worker at a time: short enough for a smooth progress bar


class FaultyGame(Exception):
    """A game of a batch could not go on; says which, and why."""

    def __init__(self, fault: Fault, batch: Batch) -> None:
        super().__init__(fault.message)
        self.fault, self.batch = fault, batch


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
        work = Work(batch, tally.games)
        source = _Source(work, workers, game, alone_seconds, cluster)
        try:
            with closing(source.portions()) as portions:
                for portion in portions:
                    work.due()
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
                        raise FaultyGame(portion.fault, batch)
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
) -> Generator[Sample, None, None]:
    """Play the games of a batch and give each by itself, in the order of their numbers.

    They are the same for any number of workers and any engine; `game.actions` names the actions counted.
    Whoever stops reading stops the games that are left.
    """
    work = Work(replace(batch, sampled=True))
    with closing(play_work(work, workers=workers, game=game or batch.open(), cluster=cluster)) as jobs:
        for (_, part), samples in jobs:
            yield from samples
            if on_progress is not None:
                on_progress(part.stop)


def play_work(
    work: Work, *, workers: int = 1, game: Game, cluster: Cluster | None = None
) -> Generator[tuple[Job, Rows], None, None]:
    """Play what work hands out, job by job in its order: the games of each."""
    with closing(_Source(work, workers, game, ALONE_SECONDS, cluster).portions()) as portions:
        for portion in portions:
            job = work.due()
            yield job, portion.rows
            if portion.fault is not None:
                raise FaultyGame(portion.fault, job[0])


class _Source:
    """Where the games of some work come from: this process, others, or a cluster."""

    def __init__(
        self, work: Work, workers: int, game: Game, alone_seconds: float, cluster: Cluster | None
    ) -> None:
        self.work, self.workers, self.game, self.alone_seconds = work, workers, game, alone_seconds
        self.cluster = cluster
        self.natively = Natively(game, work.batch) if cluster is None else None

    def told(self) -> str:
        """What played, for people."""
        if self.natively is not None:
            return self.natively.told()
        assert self.cluster is not None
        return self.cluster.told()

    def portions(self) -> Generator[Portion, None, None]:
        """What comes of all jobs of the work, in their order; whoever reads asks the work what is `due`."""
        if self.natively is None:
            assert self.cluster is not None
            yield from self.cluster.portions(self.game, self.work)
        else:
            yield from self._portions(self.natively)

    def _portions(self, natively: Natively) -> Generator[Portion, None, None]:
        work, workers = self.work, self.workers
        began = perf_counter()
        done, size = 0, 1
        while work.left and (workers == 1 or perf_counter() - began < self.alone_seconds or natively.coming):
            native = natively.ready()
            if native is not None:
                yield from natively.portions(native, work, workers)
                return
            portion_began = perf_counter()
            job = work.take(size)
            if job is None:
                return
            batch, part = job
            yield play_portion(self.game, batch, part)
            done += len(part)
            # grows towards a quarter of PORTION_SECONDS, so that the clock is looked at often enough
            size = max(1, min(2 * size, int(len(part) * PORTION_SECONDS / 4 / _since(portion_began))))
            natively.consider(work.left * _since(began) / done)
        if work.left:
            seconds_a_game = (perf_counter() - began) / done if done else 0.0
            native = None
            workers = min(workers, work.left)
            even = -(-work.left // (4 * workers))  # four portions a worker, so that none waits long
            size = max(1, min(even, int(PORTION_SECONDS / seconds_a_game))) if seconds_a_game else even
            with Processes(work.batch, self.game.hash, workers) as processes:
                for portion in processes.portions(work.jobs(size)):
                    yield portion
                    native = natively.ready()
                    if native is not None:  # it was long in coming
                        break
            if native is not None:
                work.give_back()
                yield from natively.portions(native, work, workers)


def _since(began: float) -> float:
    return max(perf_counter() - began, 1e-9)
