"""Whole games of a batch in native code: whether and when, and spread over threads."""

from __future__ import annotations

import threading
from collections import Counter, deque
from concurrent.futures import Future, ThreadPoolExecutor
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.analysis.batch import Batch, Portion, empty_portion, play_portion
from hoyle.analysis.tally import Moments, Tally

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle import Game
    from hoyle.analysis.work import Work
    from hoyle.backends.choose import Chooser
    from hoyle.backends.contract import Counts, NativeBuild

PATIENCE_SECONDS = 5.0  # that one core goes on with Python while native code is on its way
PORTION_SECONDS = 0.25  # of native code at a time, which cannot be interrupted
FIRST_GAMES = 16  # of which it is found out how long one takes


class Natively:
    """What becomes of a batch's wish for native code."""

    def __init__(self, game: Game, batch: Batch) -> None:
        self.game, self.batch = game, batch
        self.chooser: Chooser | None = None
        self.first: int | None = None  # the first game that native code played
        self._why = ""
        self._asked_at = 0.0
        wanted = game.wanted_engine(batch.engine)
        if wanted == "python":
            self._why = "as asked for"
        elif batch.traced:
            self._why = "which writes traces"
        else:
            self.chooser = game.chooser(batch.players, dict(batch.options))
            if wanted == "native":
                game.demand(self.chooser)

    def consider(self, seconds: float) -> None:
        """Has native code looked for, or compiled, if what is left would take Python so long that it pays."""
        if self.chooser is not None:
            self.chooser.consider(seconds)
            if self.chooser.preparing:
                self._asked_at = self._asked_at or perf_counter()

    @property
    def coming(self) -> bool:
        """Whether it is worth waiting for."""
        if self.chooser is None or not self.chooser.preparing:
            return False
        return perf_counter() - self._asked_at < PATIENCE_SECONDS

    def ready(self) -> NativeBuild | None:
        """Native code that can play all of this batch's bots."""
        native = self.chooser.native if self.chooser is not None else None
        return native if native is not None and native.bots.issuperset(self.batch.bots) else None

    def portions(self, native: NativeBuild, work: Work, workers: int) -> Iterator[Portion]:
        """Plays the games that are left, in their order."""
        executor = ThreadPoolExecutor(min(workers, work.left), "hoyle native")
        waiting: deque[Future[tuple[Portion, float]]] = deque()
        size = FIRST_GAMES
        try:
            while True:
                while len(waiting) < 2 * workers and (job := work.take(size)) is not None:
                    batch, part = job
                    if self.first is None:
                        self.first = part.start
                    waiting.append(executor.submit(_timed, native, self.game, batch, part))
                if not waiting:
                    return
                portion, seconds = waiting.popleft().result()
                wanted = int(portion.tally.games * PORTION_SECONDS / seconds)
                even = -(-work.left // (2 * workers))
                size = max(1, min(4 * size, wanted, even))
                yield portion
        finally:
            executor.shutdown(wait=False, cancel_futures=True)

    def told(self) -> str:
        """Which engine it was, and why not the other, for people."""
        if self.first is not None:
            return "native" if self.first == 0 else f"native from game {self.first} on, until then Python"
        if self.chooser is None:
            return f"Python, {self._why}"
        if self.chooser.unavailable is not None:
            why = self.chooser.unavailable
            return f"Python: {why.reason}" + (f"; {why.help}" if why.help else "")
        if self.chooser.native is not None:
            return "native, one decision at a time"
        return "Python: it was done before native code would have paid"


def _timed(native: NativeBuild, game: Game, batch: Batch, part: range) -> tuple[Portion, float]:
    began = perf_counter()
    portion = play_natively(native, game, batch, part)
    return portion, max(perf_counter() - began, 1e-9)


_in_python = threading.Lock()


def play_natively(native: NativeBuild, game: Game, batch: Batch, part: range) -> Portion:
    """Plays games of a batch; one that native code cannot play is left to Python, which finds the fault."""
    portion = empty_portion(game, batch, part.start)
    while part:
        counts = native.play(batch.seed, part, batch.bots, batch.max_decisions, rows=batch.sampled)
        portion.tally.merge(_tally(portion.tally, counts))
        portion.rows.extend(counts.rows)
        part = part[counts.done :]
        if part:
            with _in_python:
                one = play_portion(game, batch, part[:1], engine="python")
            if one.fault is not None:
                portion.fault = one.fault
                return portion
            portion.tally.merge(one.tally)
            portion.rows.extend(one.rows.words)
            part = part[1:]
    return portion


def _tally(like: Tally, counts: Counts) -> Tally:
    tally = Tally(like.players, like.teams)
    tally.wins, tally.team_wins = _counters(counts.wins), _counters(counts.team_wins)
    tally.nobody, tally.everybody = counts.nobody, counts.everybody
    tally.scores = [Moments(counts.finished, *sums) for sums in counts.scores]
    tally.decisions = Moments(counts.finished, *counts.decisions)
    tally.rounds = Moments(counts.finished, *counts.rounds)
    tally.choices, tally.taken = counts.choices, counts.taken
    tally.unfinished = counts.done - counts.finished
    return tally


def _counters(rows: list[list[int]]) -> list[Counter[int]]:
    return [Counter({sharers: times for sharers, times in enumerate(row) if times}) for row in rows]
