"""All positions of a small game, by what a seat was shown on the way to them."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import hoyle
from hoyle.play.decision import CHANCE
from hoyle.play.events import recorded_state

Story = tuple[Any, ...]


def stories(state: hoyle.State, seat: int | None) -> Story:
    """What a seat was shown so far; of a state that records."""
    eyes = state.game.eyes(state.build, seat)
    return tuple(eyes.story(state.log))


def tree(name: str, players: int = 2, **options: Any) -> hoyle.State:
    """The beginning of a game whose chance is stepped, and which records."""
    return recorded_state(hoyle.load(name).start(players, 0, options, chance="stepped"))


def nodes(root: hoyle.State) -> Iterator[tuple[hoyle.State, Fraction]]:
    """Every position after every history, and how likely chance makes it."""
    waiting = [(root, Fraction(1))]
    while waiting:
        state, likely = waiting.pop()
        yield state, likely
        if state.over:
            continue
        weights = state.weights if state.seat == CHANCE else [1] * len(state.c)
        total = sum(weights) if state.seat == CHANCE else 1
        for index, weight in enumerate(weights):
            after = state.copy()
            after.apply(index)
            waiting.append((after, likely * Fraction(weight, total)))


def information_sets(root: hoyle.State) -> dict[int, dict[Story, list[tuple[hoyle.State, Fraction]]]]:
    """For each seat the positions at which it decides, by what it was shown."""
    found: dict[int, dict[Story, list[tuple[hoyle.State, Fraction]]]] = {}
    for state, likely in nodes(root):
        if not state.over and state.seat != CHANCE:
            sets = found.setdefault(state.seat, {})
            sets.setdefault(stories(state, state.seat), []).append((state, likely))
    return found
