"""What happened in a game, as dictionaries; also as one seat or a spectator saw it.

A game that is only played writes nothing down. When somebody asks, its decisions are replayed in a build
that records; the same seed and decisions give the same game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.plan.layout import apart
from hoyle.plan.visibility import seat_bit, variable_mask
from hoyle.play.view import nested

if TYPE_CHECKING:
    from hoyle.play.state import State


def events(state: State) -> list[dict[str, Any]]:
    """Everything that has happened since the start."""
    return [_event(recorded, entry) for recorded in (_recorded(state),) for entry in _story(recorded)]


def events_for(state: State, seat: int | None) -> list[dict[str, Any]]:
    """The same as a seat saw it, None being a spectator: what it could not know is left out or null."""
    recorded = _recorded(state)
    bit = seat_bit(state.plan.layout, seat)
    found = []
    for entry in _story(recorded):
        event = _event(recorded, entry)
        found.append(_masked(recorded, entry, event, bit, seat))
    return found


def _recorded(state: State) -> State:
    """The state in a recording build, replayed as far as needed."""
    if state.plan.mode.record:
        return state
    indices: list[int] = []
    node, known = state.history, state.recorder
    while node is not None and (known is None or node is not known[0]):
        node, index = node
        indices.append(index)
    shadow: State
    if known is not None and node is known[0]:
        shadow = known[1].copy() if indices else known[1]
    else:
        shadow = state.game.replayed(state, record=True)
        indices = []
    for index in reversed(indices):
        shadow.apply(index)
    state.recorder = (state.history, shadow)
    return shadow


def _story(state: State) -> list[tuple[Any, ...]]:
    end = [("end",)] if state.over else []
    return [("start",), *state.log, *end]


def _event(state: State, entry: tuple[Any, ...]) -> dict[str, Any]:
    build, game = state.build, state.game
    labels, zones = game.labels(build), build.plan.zone_names
    kind = entry[0]
    found: dict[str, Any] = {"event": kind}
    match entry:
        case ("start",):
            found |= {
                "ruleset": build.plan.program.id,
                "hash": build.plan.program.hash,
                "players": build.plan.layout.players,
                "options": game.shown_options(build.plan.layout.options),
                "seed": state.start.get("seed"),
            }
        case ("shuffle", handle, order, _):
            found["zone"] = zones[handle]
            found["order"] = None if build.plan.mode.stepped else [labels.pieces[piece] for piece in order]
        case ("random", label, tag, value, _):
            found |= {"label": label, "value": labels.plain(value, tag)}
        case ("decide", seat, name, choices, pick, _, _):
            found |= {"seat": seat, "name": name, "choices": list(choices), "pick": pick}
        case ("move", piece, source, target, bottom, _):
            found |= {"piece": labels.pieces[piece], "from": zones[source], "to": zones[target]}
            if bottom:
                found["bottom"] = True
        case ("reveal", pieces, to):
            found["pieces"] = [labels.pieces[piece] for piece in pieces]
            found["to"] = "everyone" if to is None else list(to)
        case ("set", name, index, value):
            slot = build.plan.layout.slots[name]
            found["name"] = name
            if index is not None and len(slot.per) == 1:
                found["index"] = labels.plain(index, slot.per[0])
            elif index is not None:
                each = zip(apart(slot.sizes, index), slot.lows, slot.per, strict=True)
                found["index"] = [labels.plain(one + low, type_) for one, low, type_ in each]
            if isinstance(value, tuple) and slot.indexed and index is None:
                found["value"] = nested([labels.plain(item, slot.type) for item in value], slot.sizes)
            else:
                found["value"] = labels.plain(value, slot.type)
        case ("score", totals, gained):
            found["scores"] = [int(total) for total in totals]
            if gained is not None:
                found["gained"] = [int(points) for points in gained]
        case ("round", number):
            found["number"] = int(number)
        case ("end",):
            result = state.result
            found |= {"scores": list(result.scores), "winners": list(result.winners)}
    return found


def _masked(
    state: State, entry: tuple[Any, ...], event: dict[str, Any], bit: int, seat: int | None
) -> dict[str, Any]:
    """An event without what a seat could not know."""
    match entry:
        case ("start",):
            event = event | {"seed": None}
        case ("shuffle", _, _, mask) if not mask & bit:
            event = event | {"order": None}
        case ("random", _, _, _, mask) if not mask & bit:
            event = event | {"value": None}
        case ("move", _, _, _, _, mask) if not mask & bit:
            event = event | {"piece": None}
        case ("decide", actor, _, _, _, masks, public) if actor != seat:
            event = event | {"choices": None}
            if not all(mask & bit for mask in masks):
                event = event | {"pick": public}
        case ("reveal", _, to) if to is not None and seat not in to:
            event = event | {"pieces": [None] * len(event["pieces"])}
        case ("set", name, index, _):
            slot = state.plan.layout.slots[name]
            set_ = range(slot.count) if index is None and slot.indexed else (index or 0,)
            if not all(variable_mask(state.plan.layout, name, one) & bit for one in set_) or (
                slot.per_piece or slot.type.names_pieces
            ):
                event = event | {"value": None}
        case _:
            pass
    return event
