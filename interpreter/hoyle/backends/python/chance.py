"""What chance brings: sampled, stepped, or as a story wants it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from hoyle import random
from hoyle.ir.types import PIECE, ValueType
from hoyle.plan.faults import Fault
from hoyle.plan.model import Plan

if TYPE_CHECKING:
    from hoyle.play.state import State

Outcomes = tuple[list[tuple[int, ...]], list[int]]


class Chance:
    """What chance brings, sampled or stepped."""

    def __init__(self, plan: Plan) -> None:
        self.layout, self.record = plan.layout, plan.mode.record
        self.unknown = plan.layout.size
        self.looks = tuple(look for component in plan.program.components for look in component.looks)
        self.piece_slots = [
            (slot.base + offset, stride)
            for slot in plan.layout.slots.values()
            if slot.per_piece
            for offset, stride in slot.of_a_piece
        ]

    def choose_randomly(self, state: State, items: Sequence[int], type_: ValueType) -> int:
        count = len(items)
        if not count:
            raise Fault("none random")
        found = state.scripted(items, type_) if "script" in state.start else None
        if found is None:
            state.rng = (state.rng + random.GAMMA) & random.MASK
            found = items[(random.mix(state.rng) * count) >> 64]
        return found

    def random_piece(self, state: State, items: Sequence[int]) -> int:
        found = self.choose_randomly(state, items, PIECE)
        if self.record:
            state.log.append(("random", "piece", PIECE, found, 0))
        return found

    # -------------------------------------------------------------- stepped
    def outcomes_random(self, state: State, block: int, items: Sequence[int]) -> Outcomes:
        if not len(items):
            raise Fault("none random")
        counted: dict[int, int] = {}
        for item in items:
            counted[item] = counted.get(item, 0) + 1
        return [(block, item) for item in counted], list(counted.values())

    def outcomes_top(self, state: State, block: int, handle: int) -> Outcomes:
        """What the top piece may be; nothing if it is known."""
        place = self.unknown + 2 * handle
        if len(state.z[handle]) > state.v[place] + state.v[place + 1]:
            return [], []
        return self._settling(state, block, handle, whole=False)

    def outcomes_all(self, state: State, block: int, handle: int) -> Outcomes:
        """What the highest piece may be of which nothing is known; nothing if the whole order is known."""
        return self._settling(state, block, handle, whole=True)

    def _settling(self, state: State, block: int, handle: int, whole: bool) -> Outcomes:
        place, zone = self.unknown + 2 * handle, state.z[handle]
        below, unknown = state.v[place], state.v[place + 1]
        first: dict[tuple[int, ...], int] = {}
        counted: dict[int, int] = {}
        for piece in zone[below : below + unknown]:
            look = (self.looks[piece], *(state.v[base + step * piece] for base, step in self.piece_slots))
            one = first.setdefault(look, piece)
            counted[one] = counted.get(one, 0) + 1
        if len(counted) > 1:
            return [(block, piece) for piece in counted], list(counted.values())
        # Where all look alike, there is nothing to find out.
        if whole:
            state.v[place + 1] = 0
        elif counted:
            self.settle(state, handle, next(iter(counted)))
        return [], []

    def settle(self, state: State, handle: int, piece: int) -> None:
        place, zone = self.unknown + 2 * handle, state.z[handle]
        zone.remove(piece)
        zone.insert(state.v[place] + state.v[place + 1] - 1, piece)
        state.v[place + 1] -= 1


class GuidedChance(Chance):
    """Chance in a world that somebody looks for."""

    def choose_randomly(self, state: State, items: Sequence[int], type_: ValueType) -> int:
        if not len(items):
            raise Fault("none random")
        found: int = state.start["guide"].random(items, type_.kind == "piece")
        return found
