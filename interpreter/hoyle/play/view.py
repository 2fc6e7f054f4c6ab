"""What a seat may know of a position, as plain data."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan.layout import Slot
from hoyle.plan.visibility import piece_mask, seat_bit, variable_mask
from hoyle.play.knowledge.sight import UNKNOWN
from hoyle.play.nesting import nested

if TYPE_CHECKING:
    from hoyle.plan.layout import Layout
    from hoyle.play.knowledge.sight import Sight
    from hoyle.play.knowledge.story import Eyes
    from hoyle.play.state import State

HIDDEN = "?"
_APART = ("score", "round_number", "match_ended")


def view(state: State, seat: int | None) -> dict[str, Any]:
    """Zones (top first, None for a piece that the seat does not know), state, scores, the decision due."""
    from hoyle.play.knowledge.worlds import sight_of

    layout, build = state.plan.layout, state.build
    bit = seat_bit(layout, seat)
    sight = sight_of(state, seat)
    found: dict[str, Any] = {
        "ruleset": build.plan.program.id,
        "seat": seat,
        "players": layout.players,
        "round": state.v[layout.slots["round_number"].base],
        "scores": [int(score) for score in state.v[: layout.players]],
        "over": state.over,
        "zones": {
            name: _zone(state, handle, sight.zones[handle], sight.eyes)[::-1]
            for handle, name in enumerate(build.plan.zone_names)
        },
        "state": _variables(state, bit),
    }
    if not state.over:
        found["decision"] = _due(state, seat)
        found["waiting"] = _waiting(state, sight)
    return found


def _due(state: State, seat: int | None) -> dict[str, Any]:
    """The decision that is due; to who takes it also what from, and to who has chosen unseen what it was."""
    decision = state.decision
    due: dict[str, Any] = {"seat": decision.seat, "name": decision.name}
    if decision.seat == seat:
        due["choices"] = decision.labels
        if decision.question is not None:
            due["question"] = decision.question
    elif seat is not None:
        chosen = _chosen(state, seat)
        if chosen is not None:
            due["chosen"] = chosen
    return due


def _chosen(state: State, seat: int) -> str | None:
    """What a seat has chosen, unseen, while others are still to choose."""
    frame = state.k[-1]
    site = state.plan.sites[frame[0]]
    if not site.got or site.decide is None:
        return None
    words = dict(zip(site.frame, frame[1:], strict=True))
    for asked, picked in zip(words[site.who], words[site.got], strict=False):
        if asked == seat and picked:
            words[site.decide.local] = asked
            index, *picks = picked
            own = (frame[0], *(words[name] for name in site.frame))
            return state.game.labels(state.build).choice((site.bodies[index], *picks), own, state)
    return None


def _waiting(state: State, sight: Sight) -> list[dict[str, Any]]:
    """The rules of the ruleset that wait, outermost first, with what everybody can tell of their locals."""
    from hoyle.play.knowledge.glimpse import Spot, Unknown, Value, waiting_rules

    labels, rules = state.game.labels(state.build), state.plan.program.procs

    def shown(value: Value, type_: ValueType) -> Any:
        match value:
            case Unknown():
                return HIDDEN
            case Spot(handle=handle, place=place):
                return labels.pieces[sight.zones[handle][place]]
            case tuple():
                return [shown(item, type_.element) for item in value]
            case _:
                return labels.plain(value, type_)

    return [
        {"rule": rule, "locals": {name: shown(value, type_) for name, type_, value in named}}
        for rule, named in waiting_rules(state, sight, state.game.open_locals(state.build))
        if rule in rules
    ]


# ------------------------------------------------------------------ pieces
def _zone(state: State, handle: int, known: list[int], eyes: Eyes) -> list[Any]:
    """The pieces of a zone as a seat knows them, bottom first, with what it sees of them besides."""
    layout, zone, v = state.plan.layout, state.z[handle], state.v
    if eyes.ordered[handle]:
        return [
            None if look == UNKNOWN else _piece(state, look, _open_values(layout, v, piece, eyes.bit))
            for look, piece in zip(known, zone, strict=True)
        ]
    # In which order they lie is not known: what is seen of each now is given out by looks.
    seen: dict[int, list[tuple[Any, ...]]] = {}
    for piece in zone:
        if piece_mask(layout, v, piece) & eyes.bit:
            seen.setdefault(eyes.alike[piece], []).append(_open_values(layout, v, piece, eyes.bit))
    for values in seen.values():
        values.sort(reverse=True)
    return [
        None if look == UNKNOWN else _piece(state, look, seen[look].pop() if seen.get(look) else ())
        for look in known
    ]


def _open_values(layout: Layout, v: list[Any], piece: int, bit: int) -> tuple[Any, ...]:
    """The variables about a piece that are open, if the seat sees the piece now."""
    if not piece_mask(layout, v, piece) & bit:
        return ()
    return tuple(
        v[slot.base + offset + stride * piece]
        for slot in open_slots(layout).values()
        for offset, stride in slot.of_a_piece
    )


def open_slots(layout: Layout) -> dict[str, Slot]:
    """The variables about pieces that whoever sees a piece sees with it."""
    return {name: slot for name, slot in layout.slots.items() if slot.per_piece and slot.seen == "everyone"}


def _piece(state: State, look: int, values: tuple[Any, ...]) -> Any:
    shown = values_of(state, look, values)
    label = state.game.labels(state.build).pieces[look]
    return {"piece": label, **shown} if shown else label


def values_of(state: State, piece: int, values: Sequence[Any]) -> dict[str, Any]:
    """What is seen of a piece beside its look, by the names of the variables that are about its kind."""
    labels, layout = state.game.labels(state.build), state.plan.layout
    kind = next(
        component.name
        for component in state.plan.program.components
        if component.first <= piece < component.first + len(component.labels)
    )
    found: dict[str, Any] = {}
    start = 0
    for name, slot in open_slots(layout).items():
        count = len(slot.of_a_piece)
        here, start = values[start : start + count], start + count
        if len(here) == count and ValueType("piece", kind) in slot.per:
            sizes = [size for size, type_ in zip(slot.sizes, slot.per, strict=True) if type_.kind != "piece"]
            found[name] = nested([labels.plain(value, slot.type) for value in here], tuple(sizes))
    return found


# ------------------------------------------------------------------ variables
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


def _value(state: State, value: Any, type_: ValueType, bit: int) -> Any:
    """A variable that names a piece tells no more than the piece's own zone."""
    if type_.names_pieces:
        if isinstance(value, tuple):
            return [_value(state, item, type_.element, bit) for item in value]
        if value != NONE and not piece_mask(state.plan.layout, state.v, value) & bit:
            return HIDDEN
    return state.game.labels(state.build).plain(value, type_)
