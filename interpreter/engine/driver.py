"""Runs blocks until somebody must choose or the match is over."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from interpreter.engine.errors import EndRound, Fault, PlayError
from interpreter.engine.runtime import FUEL_LIMIT

if TYPE_CHECKING:
    from interpreter.engine.build import Build
    from interpreter.engine.state import State

Frame = tuple[int, ...]

# Jumps by way of the driver between two decisions.
MOST_JUMPS = 50_000
_JUMPS = range(MOST_JUMPS)


def advance(state: State, frame: Frame | None) -> None:
    """Goes on from a frame; afterwards the state waits for a choice or is over."""
    build = state.build
    blocks, stack = build.blocks, state.k
    build.fuel[0] = FUEL_LIMIT
    state.depth = 0
    try:
        for _ in _JUMPS:
            if frame is None:
                if not stack:
                    state.over = True
                    state.c = []
                    state.seat = -1
                    return
                frame = stack.pop()
            try:
                frame = blocks[frame[0]](state, *frame[1:])  # type: ignore[misc]
            except EndRound:
                # The lowest frame is the match's own: there the round is scored.
                del stack[1:]
                frame = None
                continue
            if frame is not None and not frame:
                return
    except (Fault, IndexError, KeyError, ZeroDivisionError, RecursionError) as error:
        raise explained(build, error) from None
    raise explained(
        build, Fault(f"more than {MOST_JUMPS:,} steps without a decision: a loop does not end"), state
    )


def explained(build: Build, error: Exception, state: State | None = None) -> PlayError:
    """The fault in terms of the ruleset: which rule, at which place."""
    rule, at = "", -1
    for found in traceback.extract_tb(error.__traceback__):
        if found.filename == build.file and found.lineno is not None:
            origin = build.origins[found.lineno]
            rule = origin[0] or rule
            at = origin[1] if origin[1] >= 0 else at
    if state is not None and state.k:
        rule = build.source_rule(state.k[-1][0])
    if isinstance(error, Fault):
        message = str(error)
    elif isinstance(error, ZeroDivisionError):
        message = "a division by zero"
    elif isinstance(error, RecursionError):
        message = "too many calls inside calls: a rule calls itself without end"
    else:
        message = "something was looked at that is not there: the top of an empty zone, an item beyond a list"
    place = build.program.places[at] if 0 <= at < len(build.program.places) else None
    if place is not None and not place.file:
        place = None
    return PlayError(message, rule, place)
