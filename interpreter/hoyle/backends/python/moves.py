"""Moves pieces, with all that hangs on it: room, what was revealed, what is unknown, what is recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from hoyle import random
from hoyle.backends.python.checks import pay
from hoyle.ir.program import NONE
from hoyle.plan.faults import Fault
from hoyle.plan.layout import apart
from hoyle.plan.model import Plan
from hoyle.plan.visibility import everyone, piece_mask, variable_mask, zone_mask

if TYPE_CHECKING:
    from hoyle.play.state import State


FREELY, BY_PLACE, AS_A_WHOLE = range(3)
"""How it is told which piece of a zone moves: not at all, by where it lies, or since all of them move."""

Condition = Callable[..., Any]


class Moves:
    """Moves pieces with all that belongs to it: room, what was revealed, what is unknown, events."""

    def __init__(self, plan: Plan) -> None:
        layout = plan.layout
        self.layout, self.starts_alike = layout, plan.starts_alike
        self.record, self.stepped = plan.mode.record, plan.mode.stepped
        self.location, self.known, self.pieces = layout.location, layout.known, layout.pieces
        self.handles, self.sources = layout.handles, layout.sources
        self.rooms = [zone.room for zone, _ in layout.handles]
        # From here on, stepped: for each zone how many lie known at the bottom, and how many unknown above.
        self.unknown = layout.size
        self.round_number = layout.slots["round_number"].base
        self.face_up = layout.slots["face_up"].base if "face_up" in layout.slots else -1
        self.lasting = any(zone.lasts for zone, _ in layout.handles)
        self.open_slots = [
            (slot.base + offset, stride)
            for slot in layout.slots.values()
            if slot.per_piece and slot.seen == "everyone"
            for offset, stride in slot.of_a_piece
        ]
        self.refills: dict[int, Condition] = {}
        self.starts: Condition = lambda v, z, u: []
        self._ready: tuple[list[list[int]], list[int]] | None = None

    def connect(self, starts: Condition, refills: dict[int, Condition]) -> None:
        """Says which functions of the module tell where pieces start, and what may be refilled."""
        self.starts, self.refills = starts, refills

    def leave(self, state: State, piece: int) -> tuple[int, int]:
        """Takes a piece out of its zone; returns the zone, and where it lay there if that is recorded."""
        v = state.v
        source: int = v[self.location + piece]
        zone = state.z[source]
        if not self.stepped:
            if not self.record:
                zone.remove(piece)
                return source, -1
            index = zone.index(piece)
            del zone[index]
            return source, index
        index, place = zone.index(piece), self.unknown + 2 * source
        if index < v[place]:
            v[place] -= 1
        elif index < v[place] + v[place + 1]:
            v[place + 1] -= 1
        del zone[index]
        return source, index

    def enter(
        self,
        state: State,
        piece: int,
        left: tuple[int, int],
        target: int,
        bottom: bool,
        followed: int = FREELY,
    ) -> None:
        v, zone = state.v, state.z[target]
        before = piece_mask(self.layout, v, piece) if self.record else 0
        if bottom:
            zone.insert(0, piece)
            if self.stepped:
                v[self.unknown + 2 * target] += 1
        else:
            zone.append(piece)
        v[self.location + piece] = target
        if self.known >= 0:
            v[self.known + piece] = 0
        room = self.rooms[target]
        if room and len(zone) > room:
            raise Fault("no room", self.handles[target][0].name, room, len(zone))
        if self.record:
            mask = before | piece_mask(self.layout, v, piece)
            source, place = left
            values = self.values(v, piece)
            state.log.append(("move", piece, source, target, bottom, mask, place, followed, values))

    def values(self, v: list[Any], piece: int) -> tuple[Any, ...]:
        """What whoever sees a piece sees of it beside its look: the variables about pieces that are open."""
        return tuple([v[base + stride * piece] for base, stride in self.open_slots])

    def move(self, state: State, piece: int, target: int, bottom: bool, followed: bool = False) -> None:
        how = BY_PLACE if followed else FREELY
        self.enter(state, piece, self.leave(state, piece), target, bottom, how)

    def move_many(
        self,
        state: State,
        items: Sequence[int],
        target: int,
        bottom: bool,
        each: int = 0,
        followed: int = FREELY,
    ) -> None:
        if each:
            pay(state.u, each * len(items))
        how = followed
        # Who sees that a zone is emptied knows which pieces went.
        if self.record and self._is_whole(state, items):
            how = AS_A_WHOLE
        # To the bottom in one stroke: the first of them ends lowest.
        for piece in reversed(items) if bottom else items:
            self.enter(state, piece, self.leave(state, piece), target, bottom, how)

    def _is_whole(self, state: State, items: Sequence[int]) -> bool:
        """Whether these are all the pieces of a zone, in their order."""
        if not items:
            return False
        zone = state.z[state.v[self.location + items[0]]]
        return tuple(zone) == tuple(items)

    def refill(self, state: State, handle: int, each: int = 0) -> None:
        zone, _ = self.handles[handle]
        if state.z[handle] or zone.refill is None or not self.refills[handle](state.v, state.z, state.u):
            return
        pile = state.z[self.sources[handle]]
        items = tuple(pile[: len(pile) - zone.refill.keep]) if zone.refill.keep else tuple(pile)
        if items:
            if each:
                pay(state.u, each * len(items))
            # What is kept back lies on top, so everybody can follow the others.
            for piece in items:
                self.enter(state, piece, self.leave(state, piece), handle, False, BY_PLACE)
            self.shuffle(state, handle)

    def draw(
        self,
        state: State,
        source: int,
        target: int,
        count: int,
        bottom: bool,
        strict: bool,
        each: int,
        each_refilled: int,
    ) -> tuple[int, ...]:
        pile = state.z[source]
        found: list[int] = []
        for _ in range(count):
            if each:
                pay(state.u, each)
            if not pile:
                self.refill(state, source, each_refilled)
                if not pile:
                    if strict:
                        raise Fault("not enough", self.handles[source][0].name)
                    break
            piece = pile[-1]
            found.append(piece)
            if self.stepped:
                self.leave(state, piece)
            else:
                pile.pop()
            self.enter(state, piece, (source, len(pile)), target, bottom, BY_PLACE)
        return tuple(found)

    def shuffle(self, state: State, handle: int, each: int = 0) -> None:
        zone = state.z[handle]
        if each:
            pay(state.u, each * len(zone))
        if self.stepped:
            # Nobody has looked yet: the order is made up piece by piece, when it matters.
            zone.sort()
            state.v[self.unknown + 2 * handle] = 0
            state.v[self.unknown + 2 * handle + 1] = len(zone)
        else:
            self.mix(state, zone)
        if self.known >= 0:
            for piece in zone:
                state.v[self.known + piece] = 0
        if self.record:
            mask = zone_mask(self.layout, handle)
            state.log.append(("shuffle", handle, tuple(reversed(zone)), mask))

    def mix(self, state: State, zone: list[int]) -> None:
        """Brings pieces into a random order."""
        state.rng = random.shuffle(state.rng, zone)

    def reveal(self, state: State, items: Sequence[int], to: Sequence[int] | None) -> None:
        mask = everyone(self.layout) if to is None else sum(1 << player for player in to)
        for piece in items:
            state.v[self.known + piece] |= mask
        if self.record and items:
            v = state.v
            handles = tuple(v[self.location + piece] for piece in items)
            masks = tuple(piece_mask(self.layout, v, piece) for piece in items)
            places = tuple(state.z[h].index(piece) for h, piece in zip(handles, items, strict=True))
            values = tuple(self.values(v, piece) for piece in items)
            seats = None if to is None else tuple(to)
            state.log.append(("reveal", tuple(items), seats, masks, handles, places, values))

    def record_set(self, state: State, name: str, index: int | None, value: Any) -> None:
        """Notes that a variable was set: who sees it, and who knows the piece that it is about."""
        v, slot, layout = state.v, self.layout.slots[name], self.layout
        if index is None and slot.indexed:
            masks = tuple(self._set_mask(v, name, each) for each in range(slot.count))
        else:
            masks = (self._set_mask(v, name, (index or 0) - slot.low),)
        told: Any = None
        if slot.type.names_pieces:
            told = _masks_of(value, lambda piece: piece_mask(layout, v, piece))
        where: tuple[int, int] | None = None
        if name == "face_up" and index is not None:
            handle = v[self.location + index]
            where = handle, state.z[handle].index(index)
        state.log.append(("set", name, index, value, masks, told, where))

    def _set_mask(self, v: list[Any], name: str, index: int) -> int:
        slot = self.layout.slots[name]
        mask = variable_mask(self.layout, name, index)
        if slot.per_piece:
            for type_, one in zip(slot.per, apart(slot.sizes, index), strict=True):
                if type_.kind == "piece":
                    mask &= piece_mask(self.layout, v, one)
        return mask

    def end_of(self, z: list[list[int]], handle: int, word: str) -> int:
        if not z[handle]:
            zone, _ = self.handles[handle]
            which = f"one of `{zone.name}`" if zone.per else f"`{zone.name}`"
            raise Fault("empty zone", word, which)
        return z[handle][-1 if word == "top" else 0]

    def drawable(self, v: list[Any], z: list[list[int]], u: list[int], handle: int) -> int:
        zone, _ = self.handles[handle]
        more = 0
        if zone.refill is not None and self.refills[handle](v, z, u):
            more = max(0, len(z[self.sources[handle]]) - zone.refill.keep)
        return len(z[handle]) + more

    # -------------------------------------------------------------- rounds
    def gather(self, state: State) -> None:
        """Pieces go back to where they start: at first all, later those of zones that do not last."""
        v, z = state.v, state.z
        number = v[self.round_number]
        if self.face_up >= 0:
            v[self.face_up : self.face_up + self.pieces] = [0] * self.pieces
        if self._ready is not None and (number == 1 or not self.lasting):
            for zone, found in zip(z, self._ready[0], strict=True):
                zone[:] = found
            v[self.location : self.location + self.pieces] = self._ready[1]
            if self.known >= 0:
                v[self.known : self.known + self.pieces] = [0] * self.pieces
            return
        targets = self.starts(v, z, state.u)
        if self.starts_alike and not self.record and not self.stepped:
            # Where the pieces start hangs on nothing that changes: then it is found out once.
            every = range(self.pieces)
            self._ready = (
                [[piece for piece in every if targets[piece] == target] for target in range(len(z))],
                targets,
            )
        if self.record:
            # What the round begins with; whoever knows all of it needs nothing of the rounds before.
            state.log.append(("round", number, tuple(v), tuple(map(tuple, z))))
        self._gather(state, targets, number == 1)

    def _gather(self, state: State, targets: list[int], first: bool) -> None:
        v, z = state.v, state.z
        moves: list[tuple[int, int, int, int]] = []
        masks = [piece_mask(self.layout, v, piece) for piece in range(self.pieces)] if self.record else []
        for target, zone in enumerate(z):
            if first or not self.handles[target][0].lasts:
                zone.clear()
        if self.stepped:
            v[self.unknown :] = [0] * (2 * len(self.handles))
        for piece in range(self.pieces):
            source = v[self.location + piece]
            if not first and self.handles[source][0].lasts:
                continue
            target = targets[piece]
            z[target].append(piece)
            v[self.location + piece] = target
            if self.known >= 0:
                v[self.known + piece] = 0
            if self.record and not first and source != target:
                moves.append((piece, source, target, masks[piece]))
        if self.record:
            state.log.append(("gather", tuple(moves), tuple(map(tuple, z))))

    def score_round(self, state: State, gained: tuple[int, ...] | None) -> None:
        state.log.append(("score", tuple(state.v[: self.layout.players]), gained))


class GuidedMoves(Moves):
    """Moves pieces in a world that somebody looks for: shuffles bring what is asked of them."""

    def mix(self, state: State, zone: list[int]) -> None:
        state.start["guide"].shuffle(zone)


def _masks_of(value: Any, mask: Callable[[int], int]) -> Any:
    """Who knows each piece of a value that names pieces: in a list as long, and of nothing: everyone."""
    if isinstance(value, tuple):
        return tuple(_masks_of(item, mask) for item in value)
    return -1 if value == NONE else mask(value)


class SupposedMoves:
    """Moves pieces where that is taken back: a zone gets another list, the one that it had is kept."""

    def __init__(self, plan: Plan) -> None:
        layout = plan.layout
        self.location, self.known, self.handles = layout.location, layout.known, layout.handles

    def move(
        self, v: list[Any], z: list[list[int]], u: list[int], piece: int, target: int, bottom: bool
    ) -> None:
        source = v[self.location + piece]
        z[source] = [other for other in z[source] if other != piece]
        z[target] = zone = [piece, *z[target]] if bottom else [*z[target], piece]
        v[self.location + piece] = target
        if self.known >= 0:
            v[self.known + piece] = 0
        room = self.handles[target][0].room
        if room and len(zone) > room:
            raise Fault("no room", self.handles[target][0].name, room, len(zone))

    def move_many(
        self,
        v: list[Any],
        z: list[list[int]],
        u: list[int],
        items: Sequence[int],
        target: int,
        bottom: bool,
        each: int = 0,
    ) -> None:
        if each:
            pay(u, each * len(items))
        for piece in reversed(items) if bottom else items:
            self.move(v, z, u, piece, target, bottom)

    def draw(
        self,
        v: list[Any],
        z: list[list[int]],
        u: list[int],
        source: int,
        target: int,
        count: int,
        bottom: bool,
        strict: bool,
        each: int,
        each_refilled: int,
    ) -> tuple[int, ...]:
        found: list[int] = []
        for _ in range(count):
            if each:
                pay(u, each)
            if not z[source]:
                if strict:
                    raise Fault("not enough", self.handles[source][0].name)
                break
            found.append(z[source][-1])
            self.move(v, z, u, found[-1], target, bottom)
        return tuple(found)
