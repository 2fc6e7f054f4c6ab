"""What a seat was shown: the one definition from which views, its events and its worlds follow.

A record notes of everything that happened who could see it at that moment, and for moves also from which
place a piece came. `shown` leaves of an entry what one seat saw, and nothing of what it did not notice.
Pieces that look alike are one and the same here, each named by the first of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from hoyle.ir.program import NONE
from hoyle.plan.events import AS_SET
from hoyle.plan.layout import Slot, apart
from hoyle.plan.model import Plan, Site
from hoyle.plan.visibility import everyone, holders, looks_alike, seat_bit, zone_mask

AS_A_WHOLE = 2
"""How a piece is followed that moves with all others of its zone; its place is then told as -1 less that."""

HIDDEN = -2
"""Stands for a piece that is named, but not known."""

Entry = tuple[Any, ...]


class Eyes:
    """How one seat looks at the games of a plan; None is who only watches."""

    def __init__(self, plan: Plan, seat: int | None, numbers: dict[int, int] | None = None) -> None:
        layout = plan.layout
        self.layout, self.seat, self.bit = layout, seat, seat_bit(layout, seat)
        self.all = everyone(layout)
        self.sees = [bool(zone_mask(layout, handle) & self.bit) for handle in range(len(layout.handles))]
        self.face_up = [zone.seen == "face_up" for zone, _ in layout.handles]
        # Where a zone lies open, or on the table for all to see its backs, so does the order of its pieces.
        # And who holds pieces knows their order, also if it is the others who see them.
        self.ordered = [
            sees or up or bool(holders(layout, handle) & self.bit)
            for handle, (sees, up) in enumerate(zip(self.sees, self.face_up, strict=True))
        ]
        self.nobodys = [zone.seen == "nobody" for zone, _ in layout.handles]
        self.lasting = [zone.lasts for zone, _ in layout.handles]
        self.alike = looks_alike(plan.program)
        self._numbers = numbers or {}  # what sites and alternatives are numbered in stories, where otherwise

    # -------------------------------------------------------------- entries
    def story(self, log: Sequence[Entry]) -> list[Entry]:
        """All that the seat was shown of a record."""
        shown = (self.shown(entry, following) for entry, following in zip(log, [*log[1:], ()], strict=True))
        return [entry for entry in shown if entry is not None]

    def shown(self, entry: Entry, following: Entry = ()) -> Entry | None:
        """What the seat sees of an entry; None if nothing at all. `following` is the entry after it."""
        match entry[0]:
            case "move":
                return self._move(entry)
            case "set":
                return self._set(entry)
            case "random":
                return self._random(entry, following)
            case "decide":
                return self._decide(entry)
            case "reveal":
                return self._reveal(entry)
            case "shuffle":
                _, handle, order, mask = entry
                return "shuffle", handle, self.each_alike(order) if mask & self.bit else None
            case "round":
                return entry[:2]
            case "gather":
                return self._gather(entry)
            case _:
                return entry

    def each_alike(self, pieces: Sequence[int]) -> tuple[int, ...]:
        """Pieces by their looks."""
        alike = self.alike
        return tuple([alike[piece] for piece in pieces])

    def _move(self, entry: Entry) -> Entry:
        _, piece, source, target, bottom, mask, place, followed, values = entry
        seen = mask & self.bit
        where = place if followed or self.ordered[source] else None
        if followed == AS_A_WHOLE and not self.ordered[source]:
            where = -1 - place
        return ("move", self.alike[piece], source, target, bottom, where, values) if seen else (
            "move", None, source, target, bottom, where, None
        )  # fmt: skip

    def _reveal(self, entry: Entry) -> Entry:
        _, pieces, to, masks, handles, places, values = entry
        shown = [
            (self.alike[piece], handle, place if self.tells_place(handle) else None, value)
            if mask & self.bit
            else None
            for piece, mask, handle, place, value in zip(pieces, masks, handles, places, values, strict=True)
        ]
        if not any(one is None or one[2] is not None for one in shown):
            shown.sort()  # in which order they lie in a hand is not shown
        return "reveal", tuple(shown), to

    def holder(self, handle: int) -> int | None:
        """The seat in whose hand a zone is; None if it is in nobody's, or in several ones'."""
        return self._holder[handle]

    @cached_property
    def _holder(self) -> tuple[int | None, ...]:
        seats = {seat_bit(self.layout, seat): seat for seat in range(self.layout.players)}
        return tuple(seats.get(holders(self.layout, handle)) for handle in range(len(self.layout.handles)))

    def tells_place(self, handle: int) -> bool:
        """Whether who is shown a piece of a zone is shown where in it it lies: not in somebody's hand."""
        return self.ordered[handle] or self.nobodys[handle]

    def _gather(self, entry: Entry) -> Entry:
        """Pieces go back all at once: no order tells anything."""
        _, moves, zones = entry
        told = [
            (self.alike[piece] if mask & self.bit else HIDDEN, source, target)
            for piece, source, target, mask in moves
        ]
        # Where a zone lasts, what lies in it is nothing new.
        found = [None if lasts else self.each_alike(z) for lasts, z in zip(self.lasting, zones, strict=True)]
        return "gather", tuple(sorted(told)), tuple(found)

    def _random(self, entry: Entry, following: Entry) -> Entry | None:
        _, label, type_, value, mask = entry
        if type_.kind == "piece":
            return ("random", label, type_, self.alike[value]) if mask == self.all else None
        if mask == AS_SET:
            if following[:2] == ("set", label):
                mask = self.bit if self._set(following) is not None else 0
            else:
                mask = self.all if is_open(self.layout.slots[label]) else 0
        return ("random", label, type_, value) if mask & self.bit else None

    def _set(self, entry: Entry) -> Entry | None:
        _, name, index, value, masks, told, where = entry
        slot = self.layout.slots[name]
        if index is None and slot.indexed:
            return self._set_all(name, slot, value, masks, told)
        if where is not None and self.ordered[where[0]]:
            # Everybody sees a piece being turned over, also one that nobody knows.
            known = masks[0] & self.bit or value
            return "set", name, self.alike[index] if known else HIDDEN, value, where
        if not masks[0] & self.bit:
            return None
        if slot.per_piece and index is not None:
            index = self._index(slot, index)
        return "set", name, index, value if told is None else self._known(value, told), None

    def _index(self, slot: Slot, index: int) -> Any:
        """An index with pieces by their looks."""
        parts = apart(slot.sizes, index) if len(slot.per) > 1 else (index,)
        found = [
            self.alike[part] if type_.kind == "piece" else part
            for part, type_ in zip(parts, slot.per, strict=True)
        ]
        return tuple(found) if len(found) > 1 else found[0]

    def _set_all(self, name: str, slot: Slot, values: Any, masks: Sequence[int], told: Any) -> Entry | None:
        if slot.per_piece and slot.seen == "everyone" and len(set(values)) == 1 and told is None:
            return "set", name, None, ("all", values[0]), None
        if slot.per_piece:
            known = [
                (self._index(slot, index), value if told is None else self._known(value, told[index]))
                for index, (value, mask) in enumerate(zip(values, masks, strict=True))
                if mask & self.bit
            ]
            return ("set", name, None, ("some", tuple(sorted(known))), None) if known else None
        if not any(mask & self.bit for mask in masks):
            return None
        found = [
            (value if told is None else self._known(value, told[index])) if mask & self.bit else None
            for index, (value, mask) in enumerate(zip(values, masks, strict=True))
        ]
        return "set", name, None, ("each", tuple(found)), None

    def _known(self, value: Any, told: Any) -> Any:
        """A value that names pieces, without those that the seat does not know."""
        if isinstance(value, tuple):
            return tuple(self._known(item, mask) for item, mask in zip(value, told, strict=True))
        if value == NONE:
            return NONE
        return self.alike[value] if told & self.bit else HIDDEN

    def _decide(self, entry: Entry) -> Entry:
        _, seat, name, labels, _, site, raw, masks, places, _, unseen = entry
        site = self.number(site)
        if seat == self.seat:
            return "decide", seat, name, site, len(labels), self.choice(raw, masks, places, own=True)
        pick = None if unseen else self.choice(raw, masks, places, own=False)
        return "decide", seat, name, site, None, pick

    def choice(self, raw: Entry, masks: Sequence[Any], places: Sequence[Any], *, own: bool) -> Entry:
        """A choice by the looks of its pieces; `masks` says to whom each is known.

        Whoever takes a choice of pieces that he does not know himself names them by their places.
        """
        parts: list[Any] = [self.number(raw[0])]
        for value, mask, place in zip(raw[1:], masks, places, strict=False):
            if mask is None:
                parts.append(value)
            elif isinstance(mask, tuple):
                each = zip(value, mask, place, strict=True)
                parts.append(tuple(sorted(self._named(piece, one, where, own) for piece, one, where in each)))
            else:
                parts.append(self._named(value, mask, place, own))
        return tuple(parts)

    def number(self, number: int) -> int:
        """How a site, or the block of an alternative, is numbered in stories."""
        return self._numbers.get(number, number)

    def by_looks(self, raw: Entry, kinds: Sequence[str]) -> Entry:
        """A choice by the looks of its pieces, whoever knows them."""
        alike, parts = self.alike, [raw[0]]
        for value, kind in zip(raw[1:], kinds, strict=False):
            if kind == "some":
                parts.append(tuple(sorted([alike[piece] for piece in value])))
            else:
                parts.append(alike[value] if kind else value)
        return tuple(parts)

    def _named(self, piece: int, mask: int, place: int, own: bool) -> int:
        if mask & self.bit:
            return self.alike[piece]
        return HIDDEN - 1 - place if own else HIDDEN

    @cached_property
    def hides(self) -> bool:
        """Whether there can be anything that the seat does not know."""
        return not all(self.sees) or any(
            slot.seen != "everyone" and not (slot.seen == "owner" and self.layout.players == 1)
            for slot in self.layout.slots.values()
        )


def taken(story: Sequence[Entry], position: int, kinds: Callable[[int], Sequence[str]]) -> Entry | None:
    """The choice at a decision of a story, with pieces that what follows shows; None if it was unseen.

    A card is chosen from a hand and then laid open: so the seat knows which one it was. `kinds` says by
    the block of a choice which of its picks are pieces.
    """
    pick: Entry | None = story[position][5]
    if pick is None or not has_hidden(pick):
        return pick
    shown: list[int] = []
    for entry in story[position + 1 :]:
        if entry[0] == "decide":
            break
        if entry[0] == "move" and entry[1] is not None and entry[5] is None:
            shown.append(entry[1])
    for part, kind in zip(pick[1:], kinds(pick[0]), strict=False):
        for look in part if kind == "some" else (part,) if kind else ():
            if look in shown:
                shown.remove(look)  # of which it was known beforehand
    if not shown:
        return pick
    found: list[Any] = []
    for part in pick:
        if isinstance(part, tuple) and HIDDEN in part:
            missing = part.count(HIDDEN)
            if missing > len(shown):
                return pick
            found.append(tuple(sorted([*(p for p in part if p != HIDDEN), *shown[:missing]])))
            del shown[:missing]
        elif part == HIDDEN:
            if not shown:
                return pick
            found.append(shown.pop(0))
        else:
            found.append(part)
    return tuple(found)


def has_hidden(pick: Entry) -> bool:
    """Whether a choice names pieces that are not known."""
    return any(part == HIDDEN or (isinstance(part, tuple) and HIDDEN in part) for part in pick)


def names_places(pick: Entry) -> bool:
    """Whether a choice names pieces by where they lie, since the chooser does not know them."""
    return any(
        min(part, default=0) < HIDDEN if isinstance(part, tuple) else part < HIDDEN and part > NONE
        for part in pick
    )


def is_open(slot: Slot) -> bool:
    """Whether everybody sees a variable, whatever it is about."""
    return slot.seen == "everyone" and not slot.per_piece


def numbered_alike(plan: Plan, other: Plan) -> dict[int, int]:
    """The numbers that sites and blocks of alternatives have in another plan of the same program."""
    found: dict[int, int] = {}
    places: dict[int, list[Site]] = {}
    for site in other.sites.values():
        if site.decide is not None:
            places.setdefault(site.decide.at, []).append(site)
    for site in plan.sites.values():
        if site.decide is not None and places.get(site.decide.at):
            same = places[site.decide.at].pop(0)
            found[site.id] = same.id
            found |= dict(zip(site.bodies, same.bodies, strict=True))
            if site.passing >= 0:
                found[site.passing] = same.passing
    return found
