"""A world where none was found that fits the whole story: made up from what a seat can tell of now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan.faults import Fault
from hoyle.plan.layout import Slot, apart
from hoyle.play.knowledge.glimpse import UNSEEN, Glimpse, Spot, Unknown, Value
from hoyle.play.knowledge.open_locals import OpenLocals
from hoyle.play.knowledge.sight import UNKNOWN
from hoyle.play.knowledge.story import Entry, Eyes
from hoyle.play.state import PythonState
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle.backends.contract import Build
    from hoyle.play.game import Game

_DEALS = 200
"""How often is dealt, until whoever is asked has a choice, and the seat the choices that it has."""

_WIDE = 10
"""Numbers without bounds that nobody knows are made up from 0 to this."""

_LONG = 3
"""Lists that nobody knows are at most so long."""

_ABSENT = 4
"""What may be absent is so once in so many times."""


class Loose:
    """Positions in which a seat sees the same now, made of what it can tell."""

    def __init__(
        self, game: Game, build: Build, found: Glimpse, open_locals: OpenLocals, own: list[Entry] | None
    ) -> None:
        self.game, self.build, self.glimpse, self.open_locals = game, build, found, open_locals
        self.plan, self.layout = build.plan, build.plan.layout
        self.eyes: Eyes = game.eyes(build, found.seat)
        self.own = own  # what the seat can choose from, if it is asked

    def world(self, seed: int) -> PythonState:
        """A position for a seed."""
        best: PythonState | None = None
        for attempt in range(_DEALS):
            new = _Making(self, Stream(derive(seed, attempt))).world()
            if new.over or self._asks(new):
                return new
            if best is None or (new.c and not best.c):
                best = new
        assert best is not None
        return best

    def _asks(self, new: PythonState) -> bool:
        """Whether the one who is asked has a choice; the seat, what it knows that it can choose."""
        if not new.c or new.seat != self.glimpse.asked:
            return False
        return self.own is None or self.choices(new) == self.own

    def choices(self, state: PythonState) -> list[Entry]:
        """What is to be chosen from, as the seat sees it."""
        eyes, labels = self.eyes, self.game.labels(self.build)
        return [
            eyes.choice(raw, labels.masks(raw, state), labels.places(raw, state), own=True) for raw in state.c
        ]


class _Making:
    """One position in the making."""

    def __init__(self, loose: Loose, stream: Stream) -> None:
        self.loose, self.stream = loose, stream
        self.layout, self.plan, self.glimpse = loose.layout, loose.plan, loose.glimpse
        self.state = PythonState(loose.game, loose.build, {"seed": None, "rng": 0})
        self.unseen: dict[str, list[int]] = {}  # by component: the pieces that the seat does not see

    def world(self) -> PythonState:
        """The position, with its choices if it could be asked for them."""
        new, seen = self.state, self.glimpse
        new.rounds, new.over, new.seat = seen.rounds, seen.over, seen.asked
        self._deal()
        self._fill()
        if not new.over:
            new.k = [(frame.block, *map(self._value, frame.values)) for frame in seen.frames]
            if seen.called_by:
                new.k[:0] = self._callers(seen.called_by)
            self._ask()
        return new

    # -------------------------------------------------------------- pieces
    def _deal(self) -> None:
        """Known pieces lie where they are known to be; the others anywhere else."""
        layout, alike, stream = self.layout, self.loose.eyes.alike, self.stream
        free: dict[int, list[int]] = {}
        for piece in range(layout.pieces - 1, -1, -1):
            free.setdefault(alike[piece], []).append(piece)
        places: dict[str, list[tuple[int, int]]] = {}
        zones = self.state.z = [[UNKNOWN] * len(known) for known in self.glimpse.zones]
        for handle, known in enumerate(self.glimpse.zones):
            for place, look in enumerate(known):
                if look == UNKNOWN:
                    places.setdefault(layout.handles[handle][0].component, []).append((handle, place))
                else:
                    zones[handle][place] = free[look].pop()
        left = {piece for pieces in free.values() for piece in pieces}
        for component in layout.program.components:
            pool = [p for p in range(component.first, component.first + len(component.labels)) if p in left]
            for i in range(len(pool) - 1, 0, -1):
                j = stream.below(i + 1)
                pool[i], pool[j] = pool[j], pool[i]
            for (handle, place), piece in zip(places.get(component.name, ()), pool, strict=True):
                zones[handle][place] = piece
        v = self.state.v
        for handle, zone in enumerate(zones):
            for piece in zone:
                v[layout.location + piece] = handle
        for spot, mask in self.glimpse.shown_to.items():
            v[layout.known + self._at(spot)] = mask

    def _at(self, spot: Spot) -> int:
        return self.state.z[spot.handle][spot.place]

    # -------------------------------------------------------------- variables
    def _fill(self) -> None:
        """What the seat sees of variables is as it is; the rest gets any value that it can have."""
        layout, v = self.layout, self.state.v
        for name, slot in layout.slots.items():
            if slot.per_piece:
                self._fill_about_pieces(name, slot)
        for slot, indices, value in self.glimpse.cells:
            number = 0
            for index, low, size in zip(indices, slot.lows, slot.sizes, strict=True):
                one = self._at(index) if isinstance(index, Spot) else index
                number = number * size + one - low
            if not slot.per_piece or not isinstance(value, Unknown):
                v[slot.base + number] = self._value(value)
        for slot, _, value in self.glimpse.cells:
            if slot.type.kind == "memory" and isinstance(value, Unknown):
                v[slot.base] = self._remembered(slot) * value.among[0]

    def _fill_about_pieces(self, name: str, slot: Slot) -> None:
        """What nobody can see of pieces; nothing, of such that the variable is not about."""
        v = self.state.v
        extents = [self.layout.ends_of(type_) for type_ in slot.per]
        for number in range(slot.count):
            indices = zip(apart(slot.sizes, number), slot.lows, extents, strict=True)
            if not all(low <= index + first <= high for index, first, (low, high) in indices):
                v[slot.base + number] = NONE
            elif name == "face_up":
                v[slot.base + number] = 0
            else:
                v[slot.base + number] = self._any(slot.type)

    def _remembered(self, memory: Slot) -> tuple[Any, ...]:
        """What a memory would note now, of which the seat only knows how often something was noted."""
        layout = self.layout
        var = next(one for one in layout.program.vars if layout.slots[one.name] is memory)
        slots = [layout.slots[name] for name in var.remembers]
        return (tuple([n for slot in slots for n in self.state.v[slot.base : slot.base + slot.count]]),)

    def _value(self, value: Value) -> Any:
        match value:
            case Spot():
                return self._at(value)
            case Unknown(type=type_, among=among):
                if among:
                    return among[self.stream.below(len(among))]
                return self._hidden_piece(type_) if type_.kind == "piece" else self._any(type_)
            case tuple():
                return tuple(map(self._value, value))
            case _:
                return value

    def _hidden_piece(self, type_: ValueType) -> int:
        """A piece that the seat does not see; any, where it sees them all."""
        if type_.name not in self.unseen:
            low, high = self.layout.ends_of(type_)
            sees = {self._at(spot) for spot in self.glimpse.seen}
            pieces = range(low, high + 1)
            self.unseen[type_.name] = [p for p in pieces if p not in sees] or list(pieces)
        able = self.unseen[type_.name]
        return able[self.stream.below(len(able))]

    def _any(self, type_: ValueType) -> Any:
        """Any value of a type."""
        if type_.kind == "memory":
            return ()
        if type_.kind in ("any", "none"):
            return 0
        if type_.optional and not self.stream.below(_ABSENT):
            return NONE
        if type_.kind == "list":
            return tuple([self._any(type_.element) for _ in range(self.stream.below(_LONG + 1))])
        low, high = self.layout.ends_of(type_)
        if high - low > 1_000_000:
            low, high = 0, _WIDE
        return low + self.stream.below(high - low + 1)

    # -------------------------------------------------------------- frames
    def _callers(self, called: str) -> list[tuple[Any, ...]]:
        """Rules that may wait for one to come to its end, bottom first, and any values in them."""
        found: list[tuple[Any, ...]] = []
        open_locals = self.loose.open_locals
        while able := open_locals.shorter_ways(called):
            block = able[self.stream.below(len(able))]
            called = open_locals.graph.blocks[block].proc
            names, types = self.plan.blocks[block].names, self.plan.frames[block]
            lists = open_locals.items_of(called)
            values = [
                () if name in lists else self._any(type_) for name, type_ in zip(names, types, strict=True)
            ]
            found.append((block, *values))
        return found[::-1]

    def _ask(self) -> None:
        """Lists the choices, if there are any; what others have chosen unseen they choose at random."""
        new = self.state
        try:
            new.game.ask_again(new)
            if new.c:
                self._choose_unseen()
        except (Fault, LookupError, ValueError, TypeError):
            new.c = []

    def _choose_unseen(self) -> None:
        world = self.state
        frame = world.k[-1]
        site = world.plan.sites[frame[0]]
        if not site.got:
            return
        at = {name: place for place, name in enumerate(site.frame, 1)}
        words, decide = list(frame), site.decide
        assert decide is not None
        turn, own, got = words[at[site.turn]], words[at.get(decide.local, 0)], []
        for number, (asked, picked) in enumerate(
            zip(words[at[site.who]], words[at[site.got]], strict=False), 1
        ):  # fmt: skip
            if asked == self.glimpse.seat or picked != UNSEEN:
                got.append(picked)
                continue
            words[at[site.turn]] = number
            if decide.local in at:
                words[at[decide.local]] = asked
            world.k[-1] = tuple(words)
            world.game.ask_again(world)
            raw = world.c[self.stream.below(len(world.c))]
            got.append((world.plan.alternatives[raw[0]][1], *raw[1:]))
        words[at[site.turn]], words[at[site.got]] = turn, tuple(got)
        if decide.local in at:
            words[at[decide.local]] = own
        world.k[-1] = tuple(words)
        world.game.ask_again(world)
