"""Finds what can come back to itself through calls."""

from __future__ import annotations

from collections.abc import Mapping, Set


def in_circles(calls: Mapping[str, Set[str]]) -> frozenset[str]:
    """Those that can reach themselves.

    >>> sorted(in_circles({"turn": {"draw", "turn"}, "draw": {"count"}, "count": set()}))
    ['turn']
    """
    return frozenset(start for start in calls if start in _reached(calls, start))


def _reached(calls: Mapping[str, Set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    waiting = list(calls[start])
    while waiting:
        name = waiting.pop()
        if name not in seen:
            seen.add(name)
            waiting += calls.get(name, ())
    return seen
