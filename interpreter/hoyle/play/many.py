"""Many states at once: for those who learn or search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, cast

from hoyle.play.errors import IllegalChoice
from hoyle.play.state import State, bounds

if TYPE_CHECKING:
    from hoyle.play.native import NativeState
    from hoyle.play.standing import Result
    from hoyle.random import Stream


def step_many(states: Sequence[State], choices: Sequence[int]) -> list[int]:
    """Takes a choice in each of many states, by its index; how many choices each has then, 0 if it is over.

    States may be of several games. If a choice is illegal or fails, the states before it have been played.
    """
    if len(states) != len(choices):
        raise IllegalChoice(f"{len(choices)} choices for {len(states)} states")
    from hoyle.backends.c.binding import EXTENSION, extension

    if EXTENSION and all(isinstance(state, extension.Position) for state in states):
        return extension.step_many(list(states), choices)
    found = []
    for state, choice in zip(states, choices, strict=True):
        state.apply(choice)
        found.append(0 if state.over else len(state.decision))
    return found


def play_many(
    states: Sequence[State], stream: Stream, *, decisions: int | None = None, rounds: int | None = None
) -> list[Result]:
    """How each of many states ends if all choices from there on are random; the states stay as they are.

    With a bound on decisions or rounds, how it stands there. One stream serves all, one after the other.
    Native states are played without the interpreter's lock, so that threads with streams of their own share
    the cores.
    """
    from hoyle.backends.c.binding import EXTENSION, extension

    found: list[Result] = []
    all_states, bound = tuple(states), bounds(decisions, rounds)
    while len(found) < len(all_states):
        state = all_states[len(found)]
        if EXTENSION and isinstance(state, extension.Position) and state.plain is None:
            stream.state, standings = extension.end_many(all_states, len(found), stream.state, *bound)
            mine = cast("Sequence[NativeState]", all_states[len(found) : len(found) + len(standings)])
            found += [each.result_of_words(words) for each, words in zip(mine, standings, strict=True)]
            if len(found) == len(all_states):
                break
            state = all_states[len(found)]
        found.append(state.playout(stream, decisions=decisions, rounds=rounds))
    return found
