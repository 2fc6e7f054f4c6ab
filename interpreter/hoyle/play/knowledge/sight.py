"""Where a seat knows pieces to lie: what it sees, and what it has seen and can follow."""

from __future__ import annotations

from hoyle.play.knowledge.story import HIDDEN, Entry, Eyes

UNKNOWN = -1
"""Stands for a piece of which the seat does not know which it is."""


class Sight:
    """The zones as one seat knows them: bottom first, each piece by its look or unknown.

    It is made of what the seat was shown and of nothing else. A piece that it knows stays known as long as it
    can be followed: until it is shuffled among others, or one leaves its zone and the seat is not told which.
    In somebody else's hand the pieces are in the order in which the seat can follow them.
    """

    __slots__ = ("eyes", "zones")

    def __init__(self, eyes: Eyes, zones: list[list[int]] | None = None) -> None:
        self.eyes = eyes
        self.zones: list[list[int]] = zones if zones is not None else [[] for _ in eyes.sees]

    def copy(self) -> Sight:
        return Sight(self.eyes, [zone[:] for zone in self.zones])

    def take(self, shown: Entry) -> None:
        """Goes on with what the seat is shown."""
        match shown:
            case ("move", look, source, target, bottom, place, _):
                piece = self._left(source, look, place)
                zone = self.zones[target]
                zone.insert(0 if bottom else len(zone), piece)
            case ("gather", _, zones):
                for handle, pieces in enumerate(zones):
                    if pieces is not None:
                        self.zones[handle] = list(pieces)
            case ("shuffle", handle, order):
                self._shuffled(handle, order)
            case ("reveal", pieces, _):
                self._revealed(pieces)
            case ("set", "face_up", look, value, (handle, place)):
                # Who sees a piece turned face down has seen it before.
                if value and look != HIDDEN and self.eyes.face_up[handle]:
                    self.zones[handle][place] = look
            case _:
                pass

    def _left(self, source: int, look: int | None, place: int | None) -> int:
        """Takes a piece out of its zone: which one, as far as the seat knows."""
        zone = self.zones[source]
        if place is not None and (place < 0 or self.eyes.tells_place(source)):
            known = zone.pop(place if place >= 0 else -1 - place)
            return known if look is None else look
        if look is not None:
            zone.remove(look if look in zone else UNKNOWN)
            return look
        # It may have been any of them; if all are the same, it was one of these.
        if len(set(zone)) == 1:
            return zone.pop()
        zone[:] = [UNKNOWN] * (len(zone) - 1)
        return UNKNOWN

    def _shuffled(self, handle: int, order: tuple[int, ...] | None) -> None:
        zone = self.zones[handle]
        if order is not None:
            zone[:] = reversed(order)
        elif len(set(zone)) > 1:
            zone[:] = [UNKNOWN] * len(zone)

    def _revealed(self, pieces: tuple[Entry | None, ...]) -> None:
        held: dict[int, list[int]] = {}
        for piece in pieces:
            if piece is None:
                continue
            look, handle, place, _ = piece
            if place is not None:
                self.zones[handle][place] = look
            else:
                held.setdefault(handle, []).append(look)
        for handle, looks in held.items():
            zone = self.zones[handle]
            for look in set(looks):
                for _ in range(looks.count(look) - zone.count(look)):
                    zone[len(zone) - 1 - zone[::-1].index(UNKNOWN)] = look
