"""What the tests of play share: loaded games, rulesets written on the spot, and random playouts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import hoyle
from hoyle.bundled import bundled
from hoyle.random import Stream

NAMES = tuple(bundled())


@cache
def loaded(name: str) -> hoyle.Game:
    """A bundled game, compiled once for all tests of a process."""
    return hoyle.load(name)


def written(folder: Path, text: str, name: str = "sample") -> Path:
    path = folder / f"{name}.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def labels(state: hoyle.State) -> list[str]:
    return [choice.label for choice in state.decision.choices]


def waiting(state: hoyle.State, seed: int, most: int = 100_000) -> Iterator[hoyle.State]:
    """The state at each of its decisions, each taken at random afterwards."""
    stream = Stream(seed)
    for _ in range(most):
        if state.over:
            return
        yield state
        state.apply(stream.below(len(state.decision)))


def play_on(state: hoyle.State, seed: int, most: int = 100_000) -> hoyle.State:
    """The same state after random decisions, at most so many."""
    for _ in waiting(state, seed, most):
        pass
    return state


def random_game(name: str, players: int, seed: int, options: dict[str, Any] | None = None) -> hoyle.State:
    """A whole random game."""
    return play_on(loaded(name).start(players, seed, options), seed)
