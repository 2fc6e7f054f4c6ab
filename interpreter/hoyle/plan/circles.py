"""Circles in graphs of calls: what can come back to itself, found in one pass however long the chains are."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

T = TypeVar("T")


def circles(graph: Mapping[T, Iterable[T]]) -> list[list[T]]:
    """Groups of those that can reach each other, most of them of one; each after those that it leads to.

    >>> circles({"turn": ["draw", "turn"], "draw": ["count"], "count": []})
    [['count'], ['draw'], ['turn']]
    """
    number: dict[T, int] = {}
    lowest: dict[T, int] = {}
    open_: list[T] = []
    is_open: set[T] = set()
    found: list[list[T]] = []
    for start in graph:
        if start in number:
            continue
        number[start] = lowest[start] = len(number)
        open_.append(start)
        is_open.add(start)
        path = [(start, iter(graph[start]))]
        while path:
            here, ways = path[-1]
            for to in ways:
                if to not in graph:
                    continue
                if to not in number:
                    number[to] = lowest[to] = len(number)
                    open_.append(to)
                    is_open.add(to)
                    path.append((to, iter(graph[to])))
                    break
                if to in is_open:
                    lowest[here] = min(lowest[here], number[to])
            else:
                path.pop()
                if path:
                    above = path[-1][0]
                    lowest[above] = min(lowest[above], lowest[here])
                if lowest[here] == number[here]:
                    group = [open_.pop()]
                    while group[-1] != here:
                        group.append(open_.pop())
                    is_open.difference_update(group)
                    found.append(group[::-1])
    return found


def in_circles(graph: Mapping[T, Iterable[T]]) -> frozenset[T]:
    """Those that can reach themselves.

    >>> sorted(in_circles({"turn": {"draw", "turn"}, "draw": {"count"}, "count": set()}))
    ['turn']
    """
    return frozenset(
        one for group in circles(graph) for one in group if len(group) > 1 or one in graph[group[0]]
    )
