"""Several batches with the same seeds, each played by a process: what is compared with one of them."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.batch import Batch
from hoyle.analysis.processes import LostWorker
from hoyle.analysis.stakes import probed
from hoyle.analysis.workers import FaultyGame, play_batch
from hoyle.signals import held_back, leave_to_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from hoyle.analysis.sample import Sample

NO_END = 5  # games at the beginning that are given up: the others would be, too
LONGER = 20  # times the longest game of the first side, and a game of another one is given up
LEAST_LIMIT = 2_000


@dataclass(frozen=True, slots=True)
class Side:
    """One way to play: its games in order, what hung on a decision of each, or why there are none."""

    batch: Batch
    samples: tuple[Sample, ...] = ()
    stakes: tuple[float, ...] = ()  # of the first games, as many as were asked for
    fault: str | None = None

    @property
    def unfinished(self) -> int:
        return sum(not sample.finished for sample in self.samples)


def play_side(batch: Batch, probes: int = 0) -> Side:
    """Plays a batch game by game, and looks into a decision of each of the first so many."""
    samples: list[Sample] = []

    def enough(sample: Sample) -> bool:
        samples.append(sample)
        return len(samples) == NO_END and not any(one.finished for one in samples)

    batch = replace(batch, sampled=True)
    try:
        game = batch.open()
        play_batch(batch, workers=1, game=game, enough=enough)
        stakes = [
            probed(game, batch, sample.index, sample.decisions) if sample.decisions else 0.0
            for sample in samples[:probes]
            if sample.finished
        ]
    except hoyle.RulesetError as error:
        return Side(batch, fault=error.diagnostics[0].message)
    except (FaultyGame, hoyle.StartError, hoyle.PlayError) as error:
        return Side(batch, tuple(samples), fault=str(error))
    if not any(sample.finished for sample in samples):
        return Side(batch, tuple(samples), fault="its games do not come to an end")
    return Side(batch, tuple(samples), tuple(stakes))


def play_sides(
    batches: Sequence[Batch],
    *,
    probes: int = 0,
    workers: int = 1,
    on_progress: Callable[[int], object] | None = None,
) -> list[Side]:
    """Plays batches side by side, the first of them first: it says how long a game may be."""
    first = play_side(batches[0], probes)
    sides = [first]
    if on_progress is not None:
        on_progress(1)
    if first.fault is not None or len(batches) == 1:
        return sides
    longest = max(sample.decisions for sample in first.samples)
    limit = min(batches[0].max_decisions, max(LEAST_LIMIT, LONGER * longest))
    others = [replace(batch, max_decisions=limit) for batch in batches[1:]]
    if workers == 1:
        for batch in others:
            sides.append(play_side(batch, probes))
            if on_progress is not None:
                on_progress(len(sides))
        return sides
    children = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(min(workers, len(others)), context, initializer=_end_with_parent)
    try:
        with held_back():
            waiting = [executor.submit(play_side, batch, probes) for batch in others]
        for future in waiting:
            sides.append(future.result())
            if on_progress is not None:
                on_progress(len(sides))
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - children:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise LostWorker from None
        raise
    executor.shutdown()
    return sides


def _end_with_parent() -> None:
    """In a process that plays: it ends with the one that started it, however that ends."""
    leave_to_parent()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
