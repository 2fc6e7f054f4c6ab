"""Calls a function for one job after the other, in processes that end with the one that started them."""

from __future__ import annotations

import multiprocessing
import os
import threading
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import TYPE_CHECKING, TypeVar, TypeVarTuple

from hoyle.analysis.processes import LostWorker
from hoyle.signals import held_back, leave_to_parent

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence

_Job = TypeVarTuple("_Job")
_Found = TypeVar("_Found")


def in_processes(
    function: Callable[[*_Job], _Found], jobs: Sequence[tuple[*_Job]], workers: int
) -> Generator[_Found, None, None]:
    """What a function returns for each of several jobs, in their order; with one worker it is called here."""
    if workers == 1 or len(jobs) < 2:
        for job in jobs:
            yield function(*job)
        return
    children = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")
    executor = ProcessPoolExecutor(min(workers, len(jobs)), context, initializer=end_with_parent)
    try:
        with held_back():
            waiting = [executor.submit(function, *job) for job in jobs]
        for future in waiting:
            yield future.result()
    except BaseException as error:
        executor.shutdown(wait=False, cancel_futures=True)
        for process in set(multiprocessing.active_children()) - children:
            process.terminate()
        if isinstance(error, BrokenProcessPool):
            raise LostWorker from None
        raise
    executor.shutdown()


def end_with_parent() -> None:
    """In a process that plays: it ends with the one that started it, however that ends."""
    leave_to_parent()
    parent = multiprocessing.parent_process()
    assert parent is not None

    def wait() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()
