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

    def __init__(self, games: int) -> None:
        self._games = games
        self._began = perf_counter()
        self._shown: tuple[Bar, TaskID] | None = None

    def __enter__(self) -> Progress:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._shown is not None:
            self._shown[0].stop()

    def show(self, done: int) -> None:
        """Bring the bar up to the number of games done."""
        if self._shown is None:
            if perf_counter() - self._began < PATIENCE or not sys.stderr.isatty():
                return
            self._shown = self._start()
        bar, task = self._shown
        bar.update(task, completed=done)
        bar.refresh()

    def _start(self) -> tuple[Bar, TaskID]:
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        # refreshed by hand: a thread of its own would be in the way of starting worker processes
        bar = Bar(
            "games",
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            console=Console(stderr=True),
            auto_refresh=False,
            transient=True,
        )
        bar.start()
        return bar, bar.add_task("games", total=self._games)
