"""What printed code calls, by the names that it uses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.backends.python.chance import Chance, GuidedChance
from hoyle.backends.python.checks import (
    GO_ON,
    WAIT,
    EndRound,
    all_within,
    fit,
    fit_deep,
    fit_list,
    fit_wide,
    following,
    in_range,
    item_at,
    joined,
    out_of_fuel,
    paid,
    remembered,
    seat,
    selections,
    taken_out,
    times,
    too_large,
    with_added,
    with_item,
    within,
    within_or_none,
    without,
)
from hoyle.backends.python.moves import GuidedMoves, Moves, SupposedMoves
from hoyle.ir.program import NONE
from hoyle.plan.faults import Fault
from hoyle.plan.layout import around
from hoyle.plan.model import Plan
from hoyle.plan.visibility import piece_mask

if TYPE_CHECKING:
    pass


def functions(plan: Plan) -> dict[str, Any]:
    """The runtime of one plan, by the names that printed code uses."""
    moves = GuidedMoves(plan) if plan.mode.guided else Moves(plan)
    supposed = SupposedMoves(plan)
    chance = GuidedChance(plan) if plan.mode.guided else Chance(plan)
    return _SHARED | {
        "piece_mask": lambda state, piece: piece_mask(plan.layout, state.v, piece),
        "move": moves.move,
        "move_many": moves.move_many,
        "draw": moves.draw,
        "suppose_move": supposed.move,
        "suppose_move_many": supposed.move_many,
        "suppose_draw": supposed.draw,
        "refill": moves.refill,
        "shuffle": moves.shuffle,
        "reveal": moves.reveal,
        "record_set": moves.record_set,
        "gather": moves.gather,
        "score_round": moves.score_round,
        "drawable": moves.drawable,
        "end_of": moves.end_of,
        "choose_randomly": chance.choose_randomly,
        "random_piece": chance.random_piece,
        "outcomes_random": chance.outcomes_random,
        "outcomes_top": chance.outcomes_top,
        "outcomes_all": chance.outcomes_all,
        "settle": chance.settle,
        "connect": moves.connect,
    }


_SHARED: dict[str, Any] = {
    "WAIT": WAIT, "GO_ON": GO_ON, "Fault": Fault, "EndRound": EndRound, "NONE": NONE, "fit": fit,
    "fit_wide": fit_wide, "within": within, "within_or_none": within_or_none, "all_within": all_within,
    "times": times, "too_large": too_large, "item_at": item_at, "in_range": in_range, "seat": seat,
    "with_item": with_item, "with_added": with_added, "remembered": remembered,
    "following": following, "without": without, "joined": joined, "taken_out": taken_out,
    "selections": selections, "around": around, "out_of_fuel": out_of_fuel, "paid": paid,
    "fit_list": fit_list, "fit_deep": fit_deep,
}  # fmt: skip
