"""Being told to end: by an exception, once, and not where it would leave something behind."""

from __future__ import annotations

import atexit
import os
import signal
import sys
import threading
from contextlib import contextmanager
from time import monotonic

TYPE_CHECKING = False  # as in cli/main.py
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from types import FrameType
    from typing import Any

    Handler = Callable[[int, FrameType | None], object] | signal.Handlers

# SIGHUP is told when the terminal is closed; Windows has none.
NUMBERS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
PATIENCE = 2.0  # seconds after which another signal means that leaving itself takes too long
LAST_SECONDS = 0.3  # that a thread gets to come to its end


def leave_when_told() -> None:
    """From here on a signal to end is an exception, so that half-written files and workers go too.

    It is one only once: a second would break off the leaving. Signals that the caller has us ignore, as
    `nohup` and a shell's `&` do, stay ignored.
    """
    told: list[float] = []

    def leave(number: int, _: object) -> None:
        told.append(monotonic())
        if len(told) == 1:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            sys.exit(128 + number)
        if told[-1] - told[0] > PATIENCE:
            os._exit(128 + number)

    _instead(leave, (signal.SIG_DFL, signal.default_int_handler))


@contextmanager
def held_back() -> Iterator[None]:
    """Inside, no signal to end gets through; what came is told afterwards.

    A process that is started in it gets none either, until it says so.
    """
    came: list[int] = []
    before = _instead(lambda number, _: came.append(number))
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, NUMBERS) if hasattr(signal, "pthread_sigmask") else None
    try:
        yield
    finally:
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        _back(before)
        for number in came[:1]:
            signal.raise_signal(number)


def leave_to_parent() -> None:
    """In a process that was started with signals held back: ends when told to, but leaves the terminal's
    signals, which all processes get, to the one that started it."""
    for number in NUMBERS:
        signal.signal(number, signal.SIG_DFL if number == signal.SIGTERM else signal.SIG_IGN)
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, NUMBERS)


def end_process(status: int) -> None:
    """The last thing of all: from here on no signal is heard, and no thread that goes on is waited for.

    Native code cannot be broken off; what goes on in such a thread nobody wants any more.
    """
    _instead(signal.SIG_IGN)
    others = [
        one for one in threading.enumerate() if one is not threading.current_thread() and not one.daemon
    ]
    for thread in others:
        thread.join(LAST_SECONDS)
    if any(thread.is_alive() for thread in others):
        atexit._run_exitfuncs()
        os._exit(status)


def _instead(handler: Handler, those: tuple[object, ...] | None = None) -> dict[int, Any]:
    """Sets a handler for the signals to end, where `those` are given only in their place; what was there."""
    before: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():  # no other may set any
        for number in NUMBERS:
            now = signal.getsignal(number)
            if now not in (None, signal.SIG_IGN) and (those is None or now in those):
                before[number] = now
                signal.signal(number, handler)
    return before


def _back(before: dict[int, Any]) -> None:
    for number, handler in before.items():
        signal.signal(number, handler)
