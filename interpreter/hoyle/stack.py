"""Room on the stack for what goes as deep as a ruleset is long: chains of rules, one thing in the other."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from typing import Any, TypeVar

T = TypeVar("T")

# Address space, of which only what is used is taken.
_BYTES = 512 << 20
_DEEPEST = 100_000


class TooDeep(Exception):
    """Something goes deeper than any stack can hold."""


def with_room(call: Callable[..., T], *args: Any, **named: Any) -> T:
    """What a call gives, done again with much more room if the stack runs out.

    It is done again from the beginning, so it must not have effects before that.
    """
    try:
        return call(*args, **named)
    except RecursionError:
        if threading.current_thread().name == _NAME:
            raise
        return _deep(call, args, named)


_NAME = "hoyle with room"


def _deep(call: Callable[..., T], args: tuple[Any, ...], named: dict[str, Any]) -> T:
    found: list[T] = []
    failed: list[BaseException] = []

    def run() -> None:
        try:
            found.append(call(*args, **named))
        except RecursionError:
            failed.append(TooDeep())
        except BaseException as error:  # noqa: BLE001 (raised again where it was called)
            failed.append(error)

    limit, size = sys.getrecursionlimit(), threading.stack_size(_BYTES)
    sys.setrecursionlimit(max(limit, _DEEPEST))
    try:
        thread = threading.Thread(target=run, name=_NAME)
        thread.start()
    finally:
        threading.stack_size(size)
    try:
        thread.join()
    finally:
        sys.setrecursionlimit(limit)
    if failed:
        raise failed[0]
    return found[0]
