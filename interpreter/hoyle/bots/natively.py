"""Searches in machine code, where there is some: the same choices, without Python in between."""

from __future__ import annotations

from collections.abc import Sequence
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.bots import tree
from hoyle.bots.logs import tables
from hoyle.bots.thinking import MOST_PLIES, TRIES
from hoyle.bots.worth import CUT

if TYPE_CHECKING:
    from hoyle.bots.registry import Budget
    from hoyle.bots.thinking import Thinking

AT_ONCE = 0.02  # seconds between two looks at the clock, and at whether somebody wants to interrupt
FEW = 16  # worlds, before it is known how long they take
MOST = 1 << 40


def searched_natively(
    thinking: Thinking,
    budget: Budget,
    consider: Sequence[int] | None = None,
    *,
    most_plies: int = MOST_PLIES,
) -> list[tuple[int, float]] | None:
    """How often each choice was taken, and the sum of what came of it; None if Python has to search.

    `consider` are the choices among which a flat search divides its playouts; without it, it is a tree.
    With 0 for the `most_plies` of a playout it values what comes of the choices themselves.
    """
    playouts = -1 if consider is None or budget.iterations is None else budget.iterations
    logs, shifts = tables()
    worth = thinking.worth
    search = thinking.outlook.search(
        thinking.root,
        before=worth.before,
        rounds=thinking.rounds,
        this_round=thinking.this_round,
        most_plies=most_plies,
        tries=TRIES,
        most_nodes=tree.MOST_NODES,
        wide=tree.WIDE,
        width=tree.WIDTH,
        exploration=tree.EXPLORATION,
        cut=CUT,
        met=(worth.largest, worth.least, worth.most),
        logs=logs,
        shifts=shifts,
        consider=consider,
        playouts=playouts,
    )
    if search is None:
        return None
    rng, effort, began, at_once = thinking.rng, thinking.effort, perf_counter(), FEW
    stream = rng.state
    left = MOST if consider is not None or budget.iterations is None else budget.iterations
    while True:
        now = perf_counter()
        if not left or (budget.seconds is not None and now - began >= budget.seconds):
            break
        stream, told = search.run(stream, min(left, at_once))
        left -= told.done
        if told.status == "wants a world":
            if not search.give(told.wanted, thinking.places(told.wanted)):
                return None
        elif told.status == "in trouble":  # a fault above all: Python finds out, from the beginning
            return None
        elif told.full or told.status == "no worlds":
            break
        else:
            at_once = max(1, at_once * 2 if perf_counter() - now < AT_ONCE else at_once // 2)
    found = search.found()
    if found is not None:
        rng.state = stream
        worth.largest, worth.least, worth.most = search.met()
        effort.playouts += told.playouts
        effort.refused += told.refused
    return found
