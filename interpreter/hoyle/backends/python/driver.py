"""Runs blocks until somebody must choose or the match is over."""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

from hoyle.backends.python.runtime import FUEL_LIMIT, WAIT
from hoyle.plan.faults import EndRound, Fault, PlayError

if TYPE_CHECKING:
    from hoyle.backends.python.build import Build
    from hoyle.play.state import State

Frame = tuple[int, ...]

FAULTS = (Fault, IndexError, KeyError, ZeroDivisionError, RecursionError)
"""What generated code may raise because of the ruleset."""

# Jumps by way of the driver between two decisions.
MOST_JUMPS = 50_000
_JUMPS = range(MOST_JUMPS)


def take(state: State, choice: Frame) -> None:
    """Goes on with a choice; afterwards the state waits for the next one or is over."""
    build, stack = state.build, state.k
    build.fuel[0] = FUEL_LIMIT
    state.depth = 0
    try:
        try:
            frame = build.blocks[choice[0]](state, choice, stack.pop())  # type: ignore[misc]
        except EndRound:
            # The lowest frame is the match's own: there the round is scored.
            del stack[1:]
            frame = None
        if frame is not WAIT:
            _run(state, frame)
    except FAULTS as error:
        raise located(state, error) from None
    except TypeError:
        # Frames hold values without their types, so data made by hand can be wrong in a way that shows late.
        if not state.start.get("restored"):
            raise
        raise PlayError(
            "the state was read from damaged data: a frame holds a value that cannot be there"
        ) from None


def begin(state: State) -> None:
    """Starts a match."""
    state.build.fuel[0] = FUEL_LIMIT
    state.depth = 0
    try:
        _run(state, (state.build.entry,))
    except FAULTS as error:
        raise located(state, error) from None


def _run(state: State, frame: Frame | None) -> None:
    """Runs frames until somebody must choose or nothing is left to do."""
    build = state.build
    blocks, stack = build.blocks, state.k
    for _ in _JUMPS:
        if frame is None:
            if not stack:
                state.over = True
                state.c = []
                state.seat = -1
                return
            frame = stack.pop()
        try:
            frame = blocks[frame[0]](state, frame)  # type: ignore[misc]
        except EndRound:
            del stack[1:]
            frame = None
            continue
        if frame is WAIT:
            return
    message = f"more than {MOST_JUMPS:,} steps without a decision: a loop or a chain of calls does not end"
    raise PlayError(message, *build.whereabouts((frame or stack[-1])[0]))


def located(state: State, error: Exception) -> PlayError:
    """The fault with the rule it is in.

    Small rules are written out where they are called, so the game is played again with every rule a
    function of its own: there the fault shows where it really is.
    """
    found = explained(state.build, error)
    if not state.build.plain:
        try:
            state.game.replayed(state, plain=True)
        except PlayError as better:
            return better
        except Exception:  # noqa: BLE001 (the first explanation is good enough)
            return found
    return found


def explained(build: Build, error: Exception) -> PlayError:
    """The fault in terms of the ruleset: which rule, at which place."""
    rule, at = "", -1
    for found in traceback.extract_tb(error.__traceback__):
        if found.filename == build.file and found.lineno is not None:
            origin = build.origins[found.lineno]
            rule = origin[0] or rule
            at = origin[1] if origin[1] >= 0 else at
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
