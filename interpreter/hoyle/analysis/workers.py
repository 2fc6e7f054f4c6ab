"""Spreads a batch over processes or threads and puts what comes back in the order of the games."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.analysis.batch import Batch, Fault, Portion, play_portion
from hoyle.analysis.natively import Natively
from hoyle.analysis.tally import Tally

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from hoyle import Game
    from hoyle.analysis.sample import Sample

ALONE_SECONDS = 1.0  # what is done by then needs no workers: starting them takes about as long
PORTION_SECONDS = 0.25  # work handed to a worker at a time: short enough for a smooth progress bar


class FaultyGame(Exception):
    """A game of a batch could not go on; says which, and why."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.message)
        self.fault = fault


class LostWorker(Exception):
    """A process that plays games for a batch has ended before its time."""


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
    alone_seconds: float = ALONE_SECONDS,
    on_trace: Callable[[str], object] | None = None,
    on_progress: Callable[[int], object] | None = None,
    on_engine: Callable[[str], object] | None = None,
    enough: Callable[[Sample], bool] | None = None,
) -> Tally:
    """Play all games of a batch and count them; the counts don't depend on the workers.

    The first games are played here; workers get what is left after `alone_seconds`: they are processes
    for Python, threads for native code. `on_trace` is given the trace of each game in order, also of one
    that cannot go on, `on_progress` the number of games done so far, `on_engine` what plays, in the end.
    `enough` is given each game of a batch that is sampled, in order; the first for which it is true is
    the last that counts.
    """
    game = game or batch.open()
    tally = Tally(batch.players, game.teams(batch.players))
    natively = Natively(game, batch)
    try:
        with closing(_portions(batch, workers, game, alone_seconds, natively)) as portions:
            for portion in portions:
                if on_trace is not None:
                    for text in portion.trace:
                        on_trace(text)
                if enough is None:
                    tally.merge(portion.tally)
                else:
                    for sample in portion.samples:
                        tally.add(sample)
                        if enough(sample):
                            return tally
                if portion.fault is not None:
                    raise FaultyGame(portion.fault)
                if on_progress is not None:
                    on_progress(tally.games)
    finally:
        if on_engine is not None:
            on_engine(natively.told())
    return tally


def _portions(
    batch: Batch, workers: int, game: Game, alone_seconds: float, natively: Natively
) -> Generator[Portion, None, None]:
    began = perf_counter()
    done = 0
    size = 1
    while done < batch.games and (workers == 1 or perf_counter() - began < alone_seconds or natively.coming):
        native = natively.ready()
        if native is not None:
            yield from natively.portions(native, done, workers)
            return
        portion_began = perf_counter()
        indices = range(done, min(done + size, batch.games))
        yield play_portion(game, batch, indices)
        done = indices.stop
        # grows towards a quarter of PORTION_SECONDS, so that the clock is looked at often enough
        size = max(1, min(2 * size, int(len(indices) * PORTION_SECONDS / 4 / _since(portion_began))))
        natively.consider((batch.games - done) * _since(began) / done)
    left = batch.games - done
    if left:
        seconds_a_game = (perf_counter() - began) / done if done else 0.0
        yield from _handed_out(batch, min(workers, left), done, seconds_a_game)


def _since(began: float) -> float:
    return max(perf_counter() - began, 1e-9)


def _handed_out(batch: Batch, workers: int, done: int, seconds_a_game: float) -> Iterator[Portion]:
    left = batch.games - done
    even = -(-left // (4 * workers))  # four portions a worker, so that none waits long for another
    size = max(1, min(even, int(PORTION_SECONDS / seconds_a_game))) if seconds_a_game else even
    parts = (range(start, min(start + size, batch.games)) for start in range(done, batch.games, size))
    others = set(multiprocessing.active_children())
    executor = ProcessPoolExecutor(
        workers, multiprocessing.get_context("spawn"), initializer=_open_game, initargs=(batch,)
    )
    waiting: deque[Future[Portion]] = deque()
    try:
        for part in parts:
            if len(waiting) == 4 * workers:  # enough to keep all busy while the first is waited for
                yield waiting.popleft().result()
            with _interrupts_held():
                waiting.append(executor.submit(_play_part, batch, part))
        while waiting:
            yield waiting.popleft().result()
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - others:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise LostWorker from None
        raise
    executor.shutdown()


_game: Game | None = None  # a worker's own, opened once


def _open_game(batch: Batch) -> None:
    global _game
    _game = batch.open()


def _play_part(batch: Batch, part: range) -> Portion:
    assert _game is not None
    return play_portion(_game, batch, part)


@contextmanager
def _interrupts_held() -> Iterator[None]:
    """Hold interrupts back for a moment: a process that is started then never gets any."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
