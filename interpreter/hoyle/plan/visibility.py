"""Who sees what: bit sets of seats, with one more bit for a spectator."""

from __future__ import annotations

from typing import Any

from hoyle.ir.program import Program
from hoyle.plan.layout import Layout, Slot, ZoneSlot, apart


def looks_alike(program: Program) -> tuple[int, ...]:
    """For each piece the first one that looks like it."""
    found: list[int] = []
    for component in program.components:
        first: dict[int, int] = {}
        for offset, look in enumerate(component.looks):
            found.append(first.setdefault(look, component.first + offset))
    return tuple(found)


def everyone(layout: Layout) -> int:
    return (1 << (layout.players + 1)) - 1


def seat_bit(layout: Layout, seat: int | None) -> int:
    """A seat's bit; None is the spectator. ValueError if nobody sits there."""
    if seat is not None and (type(seat) is not int or not 0 <= seat < layout.players):
        raise ValueError(f"there is no seat {seat!r}: seats go from 0 to {layout.players - 1}")
    return 1 << (layout.players if seat is None else seat)


def owners(layout: Layout, slot: Slot | ZoneSlot, index: int, partners: bool = False) -> int:
    """The seats to whom one of many belongs, by the player or team among the indices; `partners`: theirs."""
    indices = (index,) if len(slot.per) == 1 else apart(slot.sizes, index)
    for per, one in zip(slot.per, indices, strict=True):
        if per.kind == "player" and not partners:
            return 1 << one
        if per.kind in ("player", "team"):
            team = layout.team_of[one] if per.kind == "player" else one
            return sum(1 << seat for seat in layout.teams[team])
    return 0


def holders(layout: Layout, handle: int) -> int:
    """Who holds the pieces of a zone."""
    zone, index = layout.handles[handle]
    return owners(layout, layout.zones[zone.name], index)


def zone_mask(layout: Layout, handle: int) -> int:
    """Who sees the pieces of a zone because of the zone's declaration."""
    if not layout.zone_masks:
        layout.zone_masks = tuple(_zone_mask(layout, handle) for handle in range(len(layout.handles)))
    return layout.zone_masks[handle]


def _zone_mask(layout: Layout, handle: int) -> int:
    zone, index = layout.handles[handle]
    slot = layout.zones[zone.name]
    own = owners(layout, slot, index)
    match zone.seen:
        case "everyone":
            return everyone(layout)
        case "owner":
            return own
        case "others":
            return everyone(layout) & ~own
        case "team":
            return owners(layout, slot, index, partners=True)
        case _:
            return 0


def piece_mask(layout: Layout, numbers: list[Any], piece: int) -> int:
    """Who knows which piece this is: by its zone, because it lies face up, or because it was revealed."""
    handle = numbers[layout.location + piece]
    mask = zone_mask(layout, handle)
    if layout.handles[handle][0].seen == "face_up" and numbers[layout.slots["face_up"].base + piece]:
        mask = everyone(layout)
    if layout.known >= 0:
        mask |= numbers[layout.known + piece]
    return mask


def variable_mask(layout: Layout, name: str, index: int) -> int:
    """Who sees a state variable, or one of its many."""
    slot = layout.slots[name]
    if slot.seen == "everyone":
        return everyone(layout)
    return owners(layout, slot, index) if slot.seen == "owner" else 0
