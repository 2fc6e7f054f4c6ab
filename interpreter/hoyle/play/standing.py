"""Who has won, and who stands before whom: what `match` says about it, in the state as it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from hoyle.ir import nodes as ir
from hoyle.ir.walk import walk
from hoyle.plan.faults import Fault
from hoyle.plan.limits import FUEL
from hoyle.play.errors import play_error

if TYPE_CHECKING:
    from hoyle.ir.program import Proc, Program
    from hoyle.play.state import State

Aim: TypeAlias = Literal["rank", "score", "together"]
"""What players are after: to stand before others, points, or what is good for all of them."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended: rank 1 is for winners alone, and equals share a rank.

    Members of a team have won together and have the same rank: that of the best of them.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]


def result_of(state: State) -> Result:
    """Scores, winners and ranks as they are now."""
    program, layout = state.plan.program, state.plan.layout
    scores = tuple(int(score) for score in state.v[: layout.players])
    sign = 1 if program.wins == "highest" else -1
    won, ties = program.won, program.ties
    seats = range(layout.players)
    left = [FUEL]  # for all together
    # The higher the better: whether somebody has won, the score, then what tells equals apart.
    standing = [
        (_value(state, won, seat, left), sign * scores[seat], _value(state, ties, seat, left))
        for seat in seats
    ]
    if len(layout.teams) < layout.players:
        standing = [max(standing[member] for member in layout.teams[team]) for team in layout.team_of]
    best = max(standing)
    if won is None:
        winners = tuple(seat for seat in seats if standing[seat] == best)
    else:
        winners = tuple(seat for seat in seats if standing[seat][0])
    order = sorted(standing, reverse=True)
    first = 1 if winners else 2
    return Result(scores, winners, tuple(order.index(own) + first for own in standing))


def _value(state: State, definition: Proc | None, seat: int, left: list[int]) -> Any:
    """What the ruleset says of a player, as something that can be compared; 0 where it says nothing."""
    if definition is None:
        return 0
    assert definition.value is not None
    try:
        found = state.build.value(state, definition.params, (seat,), definition.value, left)
    except Fault as fault:
        fault.rule = fault.rule or definition.name
        fault.place = fault.place or state.plan.program.places[definition.at]
        raise play_error(fault) from None
    return tuple(found) if isinstance(found, list | tuple) else int(found)


def scored(state: State) -> tuple[int, ...]:
    """The scores if the round ended now; those of the rounds so far where its rules cannot say.

    A ruleset scores rounds that are over: what it looks at need not be there before.
    """
    scores = tuple(int(score) for score in state.v[: state.plan.layout.players])
    scoring = state.game.scoring(state.build)
    if state.over or scoring is None or scoring.value is None:
        return scores
    left = [FUEL]  # for all together
    try:
        return tuple(
            score + int(state.build.value(state, (scoring.local,), (seat,), scoring.value, left))
            for seat, score in enumerate(scores)
        )
    except Fault:
        return scores


def aim_of(program: Program, players: int) -> Aim:
    """What players are after: what the ruleset says; or points, where there is nobody to be better than; what
    all share, where scores and winning are the same for everybody; or else a good rank."""
    if program.aim:
        return program.aim
    if players == 1:
        return "score"
    scoring = program.scoring
    shared = program.won is not None and not _reads(program.won.value, program.won.params)
    if shared and (scoring is None or not _reads(scoring.value, (scoring.local,))):
        return "together"
    return "rank"


def _reads(expr: Any, names: tuple[str, ...]) -> bool:
    return any(isinstance(node, ir.Local) and node.name in names for node in walk(expr))


def out_by(state: State, active: Proc) -> list[int]:
    """Who is not active, as the ruleset's rule says; nobody where it cannot say."""
    assert active.value is not None
    left = [FUEL]  # for all together
    try:
        return [
            seat
            for seat in range(state.plan.layout.players)
            if not state.build.value(state, active.params, (seat,), active.value, left)
        ]
    except Fault:
        return []
