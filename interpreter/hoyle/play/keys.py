"""Keys of choices: the same for look-alikes, and the same in every world that a seat thinks possible."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from hoyle.plan.visibility import everyone, piece_mask, seat_bit, zone_mask

if TYPE_CHECKING:
    from hoyle.plan.model import Plan
    from hoyle.play.state import State

Key: TypeAlias = tuple[Any, ...]

_UNKNOWN = -1  # in the place of a look
_NUMBER, _LIST, _PIECE = 0, 1, 2  # picks, as `backends/c/search/keys.h` knows them


class _Pieces(NamedTuple):
    """A pick of pieces: its place in a choice, whether of several, and whether the zone tells them apart."""

    place: int
    several: bool
    zoned: bool


class Taken(NamedTuple):
    """A choice that was taken, and who knew its pieces before."""

    raw: tuple[Any, ...]
    seat: int
    own: Key
    unseen: bool
    masks: dict[int, int]


class Keys:
    """What tells the choices of one plan apart.

    The index of a choice differs between worlds, and so do the pieces themselves: of two that look alike
    either may be the one that is listed. So a piece is replaced by its look, or by where it lies if the
    chooser does not know it.
    """

    def __init__(self, plan: Plan) -> None:
        layout = plan.layout
        self._plan, self._layout = plan, layout
        self._looks = tuple(
            (number, look) for number, one in enumerate(plan.program.components) for look in one.looks
        )
        self._masks = tuple(zone_mask(layout, handle) for handle in range(len(layout.handles)))
        self._cells = tuple(
            (slot.base + offset, stride)
            for slot in layout.slots.values()
            if slot.per_piece and slot.seen == "everyone"
            for offset, stride in slot.of_a_piece
        )
        self._pieces: dict[int, tuple[_Pieces, ...]] = {}
        self._unseen: set[int] = set()  # blocks of choices that nobody else sees
        hidden = {
            zone.component for zone, _ in layout.handles if zone.seen != "everyone"
        }  # fmt: skip
        self.public = True
        """Whether everybody sees every choice that is taken."""
        for block, (site, number) in plan.alternatives.items():
            picks = site.decide.alternatives[number].picks if site.decide is not None and number >= 0 else ()
            self._pieces[block] = tuple(
                _Pieces(place, pick.kind == "some", pick.zones == 2)
                for place, pick in enumerate(picks, 1)
                if pick.type.kind == "piece"
            )
            if site.decide is not None and site.decide.how == "simultaneously":
                self._unseen.add(block)
                self.public = False
            if any(pick.type.kind == "piece" and pick.type.name in hidden for pick in picks):
                self.public = False

    def of(self, state: State) -> list[Key]:
        """The key of each choice of a state, as whoever chooses knows its pieces."""
        pieces = self._pieces
        found: list[Key] = state.c[:]
        for index, raw in enumerate(found):
            picks = pieces[raw[0]]
            if picks:
                found[index] = self._key(state, raw, picks, 1 << state.seat)
        return found

    def _key(self, state: State, raw: tuple[Any, ...], picks: tuple[_Pieces, ...], bit: int) -> Key:
        key = list(raw)
        for place, several, zoned in picks:
            value = raw[place]
            if several:
                key[place] = tuple(sorted(self._look(state, piece, zoned, bit) for piece in value))
            else:
                key[place] = self._look(state, value, zoned, bit)
        return tuple(key)

    def _look(self, state: State, piece: int, zoned: bool, bit: int) -> Key:
        if piece < 0:  # nothing was picked
            return ()
        numbers = state.v
        handle = numbers[self._layout.location + piece]
        if not self._masks[handle] & bit and not piece_mask(self._layout, numbers, piece) & bit:
            return _UNKNOWN, handle, state.z[handle].index(piece)
        look = self._looks[piece]
        if zoned:
            look = *look, handle  # type: ignore[assignment]
        if self._cells:
            return *look, *(numbers[base + stride * piece] for base, stride in self._cells)
        return look

    # -------------------------------------------------------------- what others see of a choice
    def taken(self, state: State, index: int, own: Key) -> Taken:
        """Notes a choice before it is taken."""
        raw = state.c[index]
        masks = {}
        for place, several, _ in self._pieces[raw[0]]:
            for piece in raw[place] if several else (raw[place],):
                if piece >= 0:
                    masks[piece] = piece_mask(self._layout, state.v, piece)
        return Taken(raw, state.seat, own, raw[0] in self._unseen, masks)

    def seen(self, taken: Taken, after: State, seat: int) -> Key | None:
        """What a seat has seen of a choice once it was taken; None: nothing at all.

        A piece that the seat knew before, or knows where it lies now, is seen; of another only that there
        was one.
        """
        raw = taken.raw
        if seat == taken.seat:
            return seat, *taken.own
        if taken.unseen:
            return None
        picks = self._pieces[raw[0]]
        if not picks:
            return taken.seat, *raw
        key: list[Any] = [taken.seat, *raw]
        bit = seat_bit(self._layout, seat)
        for place, several, _ in picks:
            looks = [
                self._looks[piece]
                if piece >= 0 and (taken.masks[piece] | piece_mask(self._layout, after.v, piece)) & bit
                else (_UNKNOWN,)
                for piece in (raw[place] if several else (raw[place],))
            ]
            key[place + 1] = tuple(sorted(looks))
        return tuple(key)

    @property
    def hides_nothing(self) -> bool:
        """Whether all zones and variables are open to everybody."""
        layout = self._layout
        return all(mask == everyone(layout) for mask in self._masks) and all(
            slot.seen == "everyone" for slot in layout.slots.values()
        )

    # -------------------------------------------------------------- for machine code
    @cached_property
    def tables(self) -> list[int] | None:
        """All that keys are made of, as numbers; None if some of it is none.

        In the order in which `backends/c/search/search.h` reads them.
        """
        layout = self._layout
        lists = [slot for slot in layout.slots.values() if slot.type.kind in ("list", "memory")]
        places = {place for slot in lists for place in range(slot.base, slot.base + slot.count)}
        if layout.players > 30 or any(base in places for base, _ in self._cells):
            return None
        numbers = {look: number for number, look in enumerate(dict.fromkeys(self._looks))}
        face_up = layout.slots["face_up"].base if "face_up" in layout.slots else -1
        faced = [int(zone.seen == "face_up") for zone, _ in layout.handles]
        at, picks = [-1] * (max(self._pieces, default=-1) + 1), list[int]()
        for block in self._pieces:
            at[block] = len(picks)
            kinds = self._kinds(block)
            picks += [len(kinds), int(block in self._unseen), *kinds]
        return [
            layout.location, layout.known, face_up, everyone(layout), len(faced), *self._masks, *faced,
            len(self._looks), *(numbers[look] for look in self._looks),
            len(self._cells), *(number for cell in self._cells for number in cell),
            len(at), *at, len(picks), *picks,
        ]  # fmt: skip

    def _kinds(self, block: int) -> list[int]:
        """What each pick of a choice is: a number, a list of them, or pieces."""
        pieces = {place: (several, zoned) for place, several, zoned in self._pieces[block]}
        site, number = self._plan.alternatives[block]
        picks = site.decide.alternatives[number].picks if site.decide is not None and number >= 0 else ()
        kinds = []
        for place, pick in enumerate(picks, 1):
            if place in pieces:
                several, zoned = pieces[place]
                kinds.append(_PIECE + 2 * several + zoned)
            else:
                kinds.append(_LIST if pick.kind == "some" or pick.type.kind == "list" else _NUMBER)
        return kinds
