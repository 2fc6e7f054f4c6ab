"""Several batches with the same seeds, each played by a process: what is compared with one of them."""

from __future__ import annotations

from contextlib import closing
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.batch import Batch
from hoyle.analysis.pool import in_processes
from hoyle.analysis.stakes import probed
from hoyle.analysis.workers import FaultyGame, play_batch

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


def play_side(batch: Batch, probes: int = 0, workers: int = 1) -> Side:
    """Plays a batch game by game, and looks into a decision of each of the first so many."""
    samples: list[Sample] = []

    def enough(sample: Sample) -> bool:
        samples.append(sample)
        return len(samples) == NO_END and not any(one.finished for one in samples)

    batch = replace(batch, sampled=True)
    try:
        game = batch.open()
        play_batch(batch, workers=workers, game=game, enough=enough)
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
    """Plays batches side by side, the first of them first: it says how long a game may be.

    All workers play that one; so they do each of the others where these are fewer than workers.
    """
    first = play_side(batches[0], probes, workers)
    sides = [first]
    if on_progress is not None:
        on_progress(1)
    if first.fault is not None or len(batches) == 1:
        return sides
    longest = max(sample.decisions for sample in first.samples)
    limit = min(batches[0].max_decisions, max(LEAST_LIMIT, LONGER * longest))
    others = [replace(batch, max_decisions=limit) for batch in batches[1:]]
    at_once, each = (workers, 1) if len(others) >= workers else (1, workers)
    with closing(in_processes(play_side, [(batch, probes, each) for batch in others], at_once)) as played:
        for side in played:
            sides.append(side)
            if on_progress is not None:
                on_progress(len(sides))
    return sides
