"""A progress bar on the terminal, for what takes long."""

from __future__ import annotations

import sys
from time import perf_counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from types import TracebackType

    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PATIENCE = 2.0  # seconds that pass before a bar is worth showing


class Progress:
    """Shows how many games are done, once it has taken a while, if there is a terminal to show it on."""

    def __init__(self, games: int, before: int = 0, noun: str = "games") -> None:
        """`before` are games of an earlier run: they are done, and say nothing about the speed."""
        self._games, self._before, self._noun = games, before, noun
        self._began = perf_counter()
        self._shown: tuple[Bar, TaskID] | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown is not None:
            self._shown[0].stop()

    def show(self, done: int, of: int | None = None) -> None:
        """Bring the bar up to the number of games done, of so many if that is known only now."""
        self._games = of or self._games
        if self._shown is None:
            if perf_counter() - self._began < PATIENCE or not sys.stderr.isatty():
                return
            self._shown = self._start()
        bar, task = self._shown
        new = max(0, done - self._before)
        rate = new / max(perf_counter() - self._began, 1e-9)
        left = (self._games - done) / rate if rate else None
        bar.update(task, completed=done, total=self._games, rate=_rate(rate), left=_time(left))
        bar.refresh()

    def _start(self) -> tuple[Bar, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
        from rich.progress import Progress as Bar

        # refreshed by hand: a thread of its own would be in the way of starting worker processes
        bar = Bar(
            self._noun,
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("{task.fields[rate]}"),
            TextColumn("{task.fields[left]}"),
            console=Console(file=sys.__stderr__),  # which it may steer
            auto_refresh=False,
            transient=True,
        )
        bar.start()
        return bar, bar.add_task(self._noun, total=self._games, rate="", left="")


def _rate(games_a_second: float) -> str:
    """How fast it goes, in words.

    >>> _rate(51234.5), _rate(0.02)
    ('51,234 a second', '1.2 a minute')
    """
    if games_a_second >= 10:
        return f"{int(games_a_second):,} a second"
    return f"{games_a_second:.1f} a second" if games_a_second >= 1 else f"{60 * games_a_second:.1f} a minute"


def _time(seconds: float | None) -> str:
    """How long it will take, in words.

    >>> _time(42), _time(3725), _time(None)
    ('0:42 left', '1:02:05 left', '')
    """
    if seconds is None:
        return ""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02} left" if hours else f"{minutes}:{rest:02} left"
