"""What a seat may know, and what it cannot know dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan.visibility import piece_mask, seat_bit, variable_mask
from hoyle.random import MASK, Stream

if TYPE_CHECKING:
    from hoyle.plan.layout import Layout
    from hoyle.play.state import State

HIDDEN = "?"
_APART = ("score", "round_number", "match_ended")


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Zones (top first, None for a piece that the seat does not know), state, scores, the decision due."""
    layout, build = state.plan.layout, state.build
    bit = seat_bit(layout, seat)
    found: dict[str, Any] = {
        "ruleset": build.plan.program.id,
        "seat": seat,
        "players": layout.players,
        "round": state.v[layout.slots["round_number"].base],
        "scores": [int(score) for score in state.v[: layout.players]],
        "over": state.over,
        "zones": {
            name: [_piece(state, piece, bit) for piece in reversed(state.z[handle])]
            for handle, name in enumerate(build.plan.zone_names)
        },
        "state": _variables(state, bit),
    }
    if not state.over:
        decision = state.decision
        due: dict[str, Any] = {"seat": decision.seat, "name": decision.name}
        if decision.seat == seat:
            due["choices"] = [choice.label for choice in decision.choices]
            if decision.question is not None:
                due["question"] = decision.question
        found["decision"] = due
    return found


def _piece(state: State, piece: int, bit: int) -> Any:
    if not piece_mask(state.plan.layout, state.v, piece) & bit:
        return None
    labels = state.game.labels(state.build)
    layout = state.plan.layout
    kind = next(
        component.name
        for component in state.plan.program.components
        if component.first <= piece < component.first + len(component.labels)
    )
    shown = {
        name: nested(
            [
                labels.plain(state.v[slot.base + offset + stride * piece], slot.type)
                for offset, stride in slot.of_a_piece
            ],
            tuple(size for size, type_ in zip(slot.sizes, slot.per, strict=True) if type_.kind != "piece"),
        )
        for name, slot in layout.slots.items()
        if ValueType("piece", kind) in slot.per and slot.seen == "everyone"
    }
    return {"piece": labels.pieces[piece], **shown} if shown else labels.pieces[piece]


def shown_variables(layout: Layout) -> tuple[str, ...]:
    """The variables that a view lists: what is per piece is shown with the piece, and the scores apart."""
    return tuple(name for name, slot in layout.slots.items() if name not in _APART and not slot.per_piece)


def _variables(state: State, bit: int) -> dict[str, Any]:
    layout = state.plan.layout
    found: dict[str, Any] = {}
    for name in shown_variables(layout):
        slot = layout.slots[name]
        if name == "clockwise" and not state.plan.turns_around:
            continue
        values = [
            _value(state, state.v[slot.base + index], slot.type, bit)
            if variable_mask(layout, name, index) & bit
            else HIDDEN
            for index in range(slot.count)
        ]
        found[name] = nested(values, slot.sizes)
    return found


def nested(values: list[Any], sizes: tuple[int, ...]) -> Any:
    """Values by their indices: a list for each value of the first, and so on; a single one itself.

    >>> nested([1, 2, 3, 4], (2, 2)), nested([1], ())
    ([[1, 2], [3, 4]], 1)
    """
    if len(sizes) <= 1:
        return values if sizes else values[0]
    width = len(values) // sizes[0]
    return [nested(values[width * row : width * (row + 1)], sizes[1:]) for row in range(sizes[0])]


def _value(state: State, value: Any, type_: ValueType, bit: int) -> Any:
    """A variable that names a piece tells no more than the piece's own zone."""
    if type_.names_pieces:
        if isinstance(value, tuple):
            return [_value(state, item, type_.element, bit) for item in value]
        if value != NONE and not piece_mask(state.plan.layout, state.v, value) & bit:
            return HIDDEN
    return state.game.labels(state.build).plain(value, type_)


def hidden_positions(state: State, seat: int | None) -> dict[str, list[tuple[int, int]]]:
    """Per component the places (zone, index) whose pieces a seat does not know."""
    layout = state.plan.layout
    bit = seat_bit(layout, seat)
    found: dict[str, list[tuple[int, int]]] = {}
    for handle, zone in enumerate(state.z):
        for index, piece in enumerate(zone):
            if not piece_mask(layout, state.v, piece) & bit:
                found.setdefault(layout.handles[handle][0].component, []).append((handle, index))
    return found


def redeal(state: State, seat: int | None, seed: int) -> State:
    """A copy that a seat cannot tell from the original: what it does not know is dealt anew."""
    if type(seed) is not int or not 0 <= seed <= MASK:
        raise ValueError(f"the seed must be a whole number from 0 to {MASK}, not {seed!r}")
    new = state.in_python()
    layout = new.plan.layout
    stream = Stream(seed)
    # What others were shown, and which side is up, belongs to the place where a piece lies.
    bases = [layout.known] if layout.known >= 0 else []
    bases += [layout.slots["face_up"].base] if "face_up" in layout.slots else []
    for places in hidden_positions(state, seat).values():
        pieces = [state.z[handle][index] for handle, index in places]
        dealt = pieces[:]
        for i in range(len(dealt) - 1, 0, -1):
            j = stream.below(i + 1)
            dealt[i], dealt[j] = dealt[j], dealt[i]
        for (handle, index), before, piece in zip(places, pieces, dealt, strict=True):
            new.z[handle][index] = piece
            new.v[layout.location + piece] = handle
            for base in bases:
                new.v[base + piece] = state.v[base + before]
    for name, slot in layout.slots.items():
        if slot.seen != "everyone" and not slot.per_piece and slot.indexed:
            _redeal_variable(new, name, seat, stream)
    if not new.over:
        new.c = []
        new.game.ask_again(new)
    new.start = new.start | {"origin": new.copy()}
    return new


def _redeal_variable(state: State, name: str, seat: int | None, stream: Stream) -> None:
    """Hidden variables change places among those whose values the seat does not know."""
    layout = state.plan.layout
    slot = layout.slots[name]
    bit = seat_bit(layout, seat)
    indices = [index for index in range(slot.count) if not variable_mask(layout, name, index) & bit]
    values = [state.v[slot.base + index] for index in indices]
    for i in range(len(values) - 1, 0, -1):
        j = stream.below(i + 1)
        values[i], values[j] = values[j], values[i]
    for index, value in zip(indices, values, strict=True):
        state.v[slot.base + index] = value
