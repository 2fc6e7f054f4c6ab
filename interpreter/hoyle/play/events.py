"""What happened in a game, as dictionaries; also as one seat or a spectator saw it.

A game that is only played writes nothing down. When somebody asks, its decisions are replayed in a build
that records; the same seed and decisions give the same game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from hoyle.plan.layout import Slot, apart
from hoyle.play.errors import IllegalChoice, PlayError, StartError
from hoyle.play.knowledge.story import HIDDEN, Entry, Eyes
from hoyle.play.nesting import nested

if TYPE_CHECKING:
    from hoyle.play.state import State


def events(state: State) -> list[dict[str, Any]]:
    """Everything that has happened since the start."""
    recorded = recorded_state(state)
    return [event for entry in _record(recorded) for event in _events(recorded, entry)]


def events_for(state: State, seat: int | None, since: int = 0) -> list[dict[str, Any]]:
    """The same as a seat saw it, None being a spectator: what it could not know is left out or null."""
    if type(since) is not int or since < 0:
        raise ValueError(f"events are counted from 0 on, not from {since!r}")
    recorded = recorded_state(state)
    eyes = recorded.game.eyes(recorded.build, seat)
    told, count = _told(recorded, eyes)
    end = _events(recorded, ("end",)) if recorded.over else []
    return [dict(event) for event in told[since:count]] + end[max(0, since - count) :]


def _told(recorded: State, eyes: Eyes) -> tuple[list[dict[str, Any]], int]:
    """What a seat has been told so far, and how much of the list that is: copies share it and go on in it."""
    log, key = recorded.log, ("told", eyes.seat)
    done, known = recorded.kept.get(key, (0, None))
    told, count = known or (_events(recorded, ("start",)), 1)
    if known is None:
        told[0]["seed"] = None
    elif len(told) > count and done < len(log):
        told = told[:count]  # another copy has gone on otherwise
    for number in range(done, len(log)):
        entry = log[number]
        shown = eyes.shown(entry, log[number + 1] if number + 1 < len(log) else ())
        if shown is not None:
            told += _events_shown(recorded, entry, shown, eyes)
    count = len(told) if done < len(log) else count
    recorded.kept[key] = len(log), (told, count)
    return told, count


def recorded_state(state: State) -> State:
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
        shadow = _recorded_again(state)
        indices = []
    for index in reversed(indices):
        shadow.apply(index)
    state.recorder = (state.history, shadow)
    return shadow


def _recorded_again(state: State) -> State:
    """The same game in a recording build; StartError if it was read back with another one's history."""
    if not state.start.get("restored"):
        return state.game.replayed(state, record=True)
    try:
        shadow = state.game.replayed(state, record=True)
    except (IllegalChoice, PlayError):
        shadow = None
    # Looked at only here, where all is played again anyway: reading would take many times as long.
    if shadow is None or any(getattr(shadow, part) != getattr(state, part) for part in _REACHED):
        raise StartError(f"this is not a saved state of {state.game.id}: its `history` leads elsewhere")
    return shadow


_REACHED = ("v", "z", "k", "rng", "seat", "over", "rounds")


def _record(state: State) -> list[Entry]:
    end = [("end",)] if state.over else []
    return [("start",), *state.log, *end]


def _events(state: State, entry: Entry) -> list[dict[str, Any]]:
    """The events of an entry, with all that they tell."""
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
        case ("decide", seat, name, choices, index, *_):
            found |= {"seat": seat, "name": name, "choices": list(choices), "pick": choices[index]}
        case ("move", piece, source, target, bottom, *_):
            found |= {"piece": labels.pieces[piece], "from": zones[source], "to": zones[target]}
            if bottom:
                found["bottom"] = True
        case ("gather", moves, _):
            return [
                {"event": "move", "piece": labels.pieces[piece], "from": zones[source], "to": zones[target]}
                for piece, source, target, _ in moves
            ]
        case ("reveal", pieces, to, *_):
            found["pieces"] = [labels.pieces[piece] for piece in pieces]
            found["to"] = "everyone" if to is None else list(to)
        case ("set", name, index, value, *_):
            slot = build.plan.layout.slots[name]
            found["name"] = name
            if index is not None:
                found["index"] = _index(state, slot, index)
            if isinstance(value, tuple) and slot.indexed and index is None:
                found["value"] = nested([labels.plain(item, slot.type) for item in value], slot.sizes)
            else:
                found["value"] = labels.plain(value, slot.type)
        case ("score", totals, gained):
            found["scores"] = [int(total) for total in totals]
            if gained is not None:
                found["gained"] = [int(points) for points in gained]
        case ("round", number, *_):
            found["number"] = int(number)
        case ("end",):
            result = state.result
            found |= {"scores": list(result.scores), "winners": list(result.winners)}
    return [found]


def _index(state: State, slot: Slot, index: int) -> Any:
    labels = state.game.labels(state.build)
    if len(slot.per) == 1:
        return labels.plain(index, slot.per[0])
    each = zip(apart(slot.sizes, index), slot.lows, slot.per, strict=True)
    return [labels.plain(one + low, type_) for one, low, type_ in each]


def _events_shown(state: State, entry: Entry, shown: Entry, eyes: Eyes) -> list[dict[str, Any]]:
    """The events of an entry with what a seat was shown of it."""
    labels, zones = state.game.labels(state.build), state.build.plan.zone_names
    if shown[0] == "gather":
        return [
            {"event": "move", "piece": _label(state, piece), "from": zones[source], "to": zones[target]}
            for piece, source, target in shown[1]
        ]
    (event,) = _events(state, entry)
    match shown:
        case ("shuffle", _, None):
            event["order"] = None
        case ("decide", _, _, _, None, _):
            told = entry[9]
            event |= {"choices": None, "pick": told[eyes.layout.players if eyes.seat is None else eyes.seat]}
        case ("move", piece, _, _, _, _, values):
            event["piece"] = _label(state, piece)
            if values:
                event["shown"] = _values(state, piece, values)
        case ("reveal", pieces, _):
            event["pieces"] = [None if piece is None else labels.pieces[piece[0]] for piece in pieces]
            values = [None if piece is None else _values(state, piece[0], piece[3]) for piece in pieces]
            if any(values):
                event["shown"] = values
        case ("set", name, index, value, _):
            slot = eyes.layout.slots[name]
            if index == HIDDEN:
                event["index"] = None
            event["value"] = _value_shown(state, slot, value)
        case _:
            pass
    return [event]


def _label(state: State, piece: int | None) -> str | None:
    return None if piece is None or piece == HIDDEN else state.game.labels(state.build).pieces[piece]


def _values(state: State, piece: int, values: Sequence[Any]) -> dict[str, Any]:
    """What a seat sees of a piece beside its look, by the names of the variables."""
    from hoyle.play.view import values_of

    return values_of(state, piece, values)


def _value_shown(state: State, slot: Slot, value: Any) -> Any:
    """The value of a variable as a seat was shown it."""
    labels = state.game.labels(state.build)
    match value:
        case ("all", one):
            return labels.plain(one, slot.type)
        case ("some", _):
            return None
        case ("each", values):
            return nested([_plain(labels, item, slot) for item in values], slot.sizes)
        case _:
            return _plain(labels, value, slot)


def _plain(labels: Any, value: Any, slot: Slot) -> Any:
    """A value for JSON, null for pieces that are not known."""
    if value is None or value == HIDDEN:
        return None
    if isinstance(value, tuple) and slot.type.names_pieces:
        element = slot.type.single
        return [None if item == HIDDEN else labels.plain(item, element) for item in value]
    return labels.plain(value, slot.type)
