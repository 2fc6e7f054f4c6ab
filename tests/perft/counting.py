"""Counts what lies below a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from hoyle import State

CHANCE = -1


def after(state: State) -> Iterator[State]:
    """The states after each choice."""
    for index in range(len(state.decision)):
        below = state.copy()
        below.apply(index)
        yield below


def perft(state: State, depth: int) -> int:
    """The number of sequences of so many choices; games that end before do not count."""
    if state.over:
        return 0
    if depth == 1:
        return len(state.decision)
    return sum(perft(below, depth - 1) for below in after(state))


def histories(state: State) -> Counter[str]:
    """How many ends, choices and chance events there are in the whole tree; for games of few choices."""
    if state.over:
        return Counter(end=1)
    found: Counter[str] = Counter()
    found["chance" if state.decision.seat == CHANCE else "choice"] = 1
    for below in after(state):
        found.update(histories(below))
    return found


def positions(state: State) -> set[State]:
    """The different states that can come up: those that go on alike are the same."""
    found = {state}
    waiting = [state]
    while waiting:
        here = waiting.pop()
        if here.over:
            continue
        for below in after(here):
            if below not in found:
                found.add(below)
                waiting.append(below)
    return found


def value(state: State, known: dict[State, int]) -> int:
    """The first seat's score with best play: for two, without chance, where the scores add up to 0."""
    if state.over:
        return state.result.scores[0]
    if state not in known:
        best = max if state.decision.seat == 0 else min
        known[state] = best(value(below, known) for below in after(state))
    return known[state]
