"""Processes that play parts of a batch. They end with the process that started them, however that ends.

Each has a pipe of its own to this process, and nobody else has either end: so whoever ends, the other one
finds out, even in the middle of a message. Here is no thread that a leaving could wait for.
"""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
import traceback
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.batch import Batch, Portion, play_portion
from hoyle.analysis.work import Job
from hoyle.signals import held_back, leave_to_parent

if TYPE_CHECKING:
    from multiprocessing.context import SpawnProcess
    from types import TracebackType

    from hoyle import Game

AHEAD = 2  # parts that a process has at a time, so that it need not wait for the next
WINDOW = 4  # parts for each process that are under way or wait for an earlier one
LAST_SECONDS = 1.0  # to end by itself
SIGNAL_SECONDS = 0.2  # in which a signal that all processes get has come to this one


class LostWorker(Exception):
    """A process that plays games for a batch has ended before its time."""


class ChangedRuleset(Exception):
    """A process has read other rules than the one that started it; says of which ruleset."""


class FailedWorker(Exception):
    """A process that plays games for a batch has met an error of ours; says which."""


@dataclass(frozen=True, slots=True)
class _Failed:
    told: str


@dataclass(frozen=True, slots=True)
class _Changed:
    ruleset: str


class Processes:
    """So many processes, each with the batch's game, inside a `with` statement."""

    def __init__(self, batch: Batch, hash: str, count: int) -> None:
        self._batch, self._hash, self._count = batch, hash, count
        self._processes: dict[Connection, SpawnProcess] = {}

    def __enter__(self) -> Processes:
        try:
            for _ in range(self._count):
                with held_back():
                    self._start()
        except BaseException:
            self._end(at_once=True)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end(at_once=kind is not None)

    def portions(self, jobs: Iterator[Job]) -> Iterator[Portion]:
        """What comes of each job, in the order of the jobs; all are of the same ruleset."""
        free = deque(list(self._processes) * AHEAD)
        ready: dict[int, Portion] = {}
        due = handed = 0
        job = next(jobs, None)
        while due < handed or job is not None:
            while job is not None and free and handed - due < WINDOW * self._count:
                _send(free.popleft(), (handed, job))
                handed += 1
                job = next(jobs, None)
            if due not in ready:
                for connection in wait(list(self._processes)):
                    assert isinstance(connection, Connection)
                    number, portion = _received(connection)
                    ready[number] = portion
                    free.append(connection)
            while due in ready:
                yield ready.pop(due)
                due += 1

    def _start(self) -> None:
        ours, theirs = multiprocessing.Pipe()
        process = multiprocessing.get_context("spawn").Process(
            target=_work, args=(theirs, self._batch, self._hash), name="hoyle worker", daemon=True
        )
        try:
            process.start()
        except BaseException:
            ours.close()
            raise
        finally:
            theirs.close()
        self._processes[ours] = process

    def _end(self, *, at_once: bool) -> None:
        with held_back():
            for connection, process in self._processes.items():
                connection.close()  # which they take for the end
                if at_once:
                    process.kill()
            for process in self._processes.values():
                process.join(LAST_SECONDS)
                if process.exitcode is None:
                    process.kill()
                    process.join()
            self._processes.clear()


def _send(connection: Connection, work: tuple[int, Job]) -> None:
    try:
        connection.send(work)
    except OSError:
        raise _lost() from None


def _received(connection: Connection) -> tuple[int, Portion]:
    try:
        found = connection.recv()
    except (EOFError, OSError):
        raise _lost() from None
    if isinstance(found, _Failed):
        raise FailedWorker(found.told)
    if isinstance(found, _Changed):
        raise ChangedRuleset(found.ruleset)
    number, portion = found
    assert isinstance(number, int)
    assert isinstance(portion, Portion)
    return number, portion


def _lost() -> LostWorker:
    time.sleep(SIGNAL_SECONDS)  # one that ends all of us is a better reason
    return LostWorker()


# ------------------------------------------------------------------ in such a process
def _work(connection: Connection, batch: Batch, hash: str) -> None:
    """Plays the parts that come, until there is nobody to play for."""
    leave_to_parent()
    todo: SimpleQueue[tuple[int, Job]] = SimpleQueue()
    threading.Thread(target=_listen, args=(connection, todo), daemon=True).start()
    try:
        game = _opened(batch, hash)
        if game is None:
            connection.send(_Changed(batch.ruleset))
            return
        while True:
            number, (asked, part) = todo.get()
            connection.send((number, play_portion(game, asked, part)))
    except OSError:  # nobody listens
        return
    except Exception as error:  # noqa: BLE001 (told where the others are)
        connection.send(_Failed(_told(error)))


def _opened(batch: Batch, hash: str) -> Game | None:
    """The batch's game, if it is still the one that it was."""
    try:
        game = batch.open()
    except (hoyle.RulesetError, OSError):
        return None
    return game if game.hash == hash else None


def _listen(connection: Connection, todo: SimpleQueue[tuple[int, Job]]) -> None:
    """Takes what comes; when nobody is there any more ends the process, whatever it is at."""
    try:
        while True:
            todo.put(connection.recv())
    except (EOFError, OSError):
        os._exit(0)


def _told(error: Exception) -> str:
    last = traceback.extract_tb(error.__traceback__)[-1]
    what = traceback.format_exception_only(error)[-1].strip()
    return f"{what} (in a worker, {Path(last.filename).name}:{last.lineno}, in {last.name})"
