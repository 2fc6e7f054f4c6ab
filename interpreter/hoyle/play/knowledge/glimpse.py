"""What a seat can tell of a position as it is now, and nothing else: positions are made up from that.

Pieces are named by the places in which the seat sees them. What it cannot tell is left open here, by type.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan.layout import Slot, apart
from hoyle.plan.visibility import everyone, piece_mask, variable_mask
from hoyle.play.knowledge.open_locals import OpenLocals, asked_by
from hoyle.play.knowledge.sight import Sight

if TYPE_CHECKING:
    from hoyle.plan.model import Plan, Site
    from hoyle.play.state import State


class Spot(NamedTuple):
    """A piece that the seat sees: the one in this place of a zone, as the seat knows the zone."""

    handle: int
    place: int


@dataclass(frozen=True, slots=True)
class Unknown:
    """A value that the seat does not know: any of a type, or, where it knows that much, any of some."""

    type: ValueType
    among: tuple[int, ...] = ()


Value: TypeAlias = "int | Spot | Unknown | tuple[Value, ...]"
"""A value as the seat knows it; a list may have items that it does not know."""

UNSEEN = (0,)
"""Stands for what another seat has chosen unseen."""


class Frame(NamedTuple):
    """Where a rule waits, with what its locals hold."""

    block: int
    values: tuple[Value, ...]


class Cell(NamedTuple):
    """A number of a variable, by its indices; of pieces these are the places in which they are seen."""

    slot: Slot
    indices: tuple[Any, ...]
    value: Value


@dataclass(frozen=True, slots=True)
class Glimpse:
    """A position as one seat knows it."""

    seat: int | None
    zones: list[list[int]]
    cells: list[Cell]
    seen: tuple[Spot, ...]  # where it sees pieces
    shown_to: dict[Spot, int]  # whom a piece was shown to besides those who see its zone
    frames: list[Frame]  # bottom first, as far as the seat can tell which they are
    called_by: str  # the rule of which it is hidden who called it; none, if all frames are there
    asked: int
    over: bool
    rounds: int


def glimpse(state: State, sight: Sight, plan: Plan, open_locals: OpenLocals) -> Glimpse:
    """What a seat can tell of a position; `plan` is that of the worlds that are to be made of it."""
    looking = _Looking(state, sight, plan, open_locals)
    frames, called_by = looking.frames()
    return Glimpse(
        sight.eyes.seat,
        [zone[:] for zone in sight.zones],
        looking.cells(),
        tuple(sorted(looking.spots.values())),
        looking.shown_to(),
        frames,
        called_by,
        state.seat,
        state.over,
        state.rounds,
    )


def waiting_rules(
    state: State, sight: Sight, open_locals: OpenLocals
) -> list[tuple[str, list[tuple[str, ValueType, Value]]]]:
    """The rules that wait, outermost first, as far as a seat can tell, with the locals that they name."""
    found = []
    for block, values in _Looking(state, sight, state.plan, open_locals).frames()[0]:
        site = state.plan.sites.get(block)
        names = site.frame if site is not None else state.plan.blocks[block].names
        held = zip(names, state.plan.frames[block], values, strict=True)
        named = [(name, type_, value) for name, type_, value in held if not any(map(str.isupper, name))]
        found.append((open_locals.graph.blocks[block].proc, named))
    return found


class _Looking:
    def __init__(self, state: State, sight: Sight, plan: Plan, open_locals: OpenLocals) -> None:
        self.v, self.z, self.k, self.asked = state.v, state.z, state.k, state.seat
        self.sight, self.eyes, self.plan, self.layout = sight, sight.eyes, plan, plan.layout
        self.open_locals = open_locals
        self.spots: dict[int, Spot] = {}
        for handle, zone in enumerate(self.z):
            self._look_at(handle, zone)

    def _look_at(self, handle: int, zone: list[int]) -> None:
        """Notes where the seat sees pieces; where it cannot tell their order, by looks."""
        eyes, known = self.eyes, self.sight.zones[handle]
        seen = [piece_mask(self.layout, self.v, piece) & eyes.bit for piece in zone]
        if eyes.ordered[handle] or eyes.nobodys[handle]:
            self.spots |= {
                p: Spot(handle, n) for n, (p, sees) in enumerate(zip(zone, seen, strict=True)) if sees
            }
            return
        places: dict[int, list[int]] = {}
        for place, look in reversed(list(enumerate(known))):
            places.setdefault(look, []).append(place)
        shown = [piece for piece, sees in zip(zone, seen, strict=True) if sees]
        for piece in sorted(shown, key=lambda piece: (eyes.alike[piece], self._bears(piece))):
            there = places.get(eyes.alike[piece])
            if there:
                self.spots[piece] = Spot(handle, there.pop())

    def _bears(self, piece: int) -> tuple[int, ...]:
        """What is seen of a piece beside its look, as a key: look-alikes are in no order of their own."""
        found = [self._shown_to(piece)]
        for slot in self.layout.slots.values():
            if slot.per_piece and slot.seen == "everyone" and slot.type.item is None:
                found += [self.v[slot.base + offset + stride * piece] for offset, stride in slot.of_a_piece]
        return tuple(found)

    def _shown_to(self, piece: int) -> int:
        """Whom the seat knows a piece to be shown to: itself, or everyone."""
        mask: int = self.v[self.layout.known + piece] if self.layout.known >= 0 else 0
        return mask if mask == everyone(self.layout) else mask & self.eyes.bit

    def shown_to(self) -> dict[Spot, int]:
        """Whom each piece that the seat sees was shown to."""
        if self.layout.known < 0:
            return {}
        return {spot: self._shown_to(piece) for piece, spot in self.spots.items()}

    # -------------------------------------------------------------- variables
    def cells(self) -> list[Cell]:
        """All numbers of variables; of pieces that the seat does not see it knows none."""
        found: list[Cell] = []
        for name, slot in self.layout.slots.items():
            for number in range(slot.count):
                indices = tuple(
                    index + low for index, low in zip(apart(slot.sizes, number), slot.lows, strict=True)
                ) if slot.per else ()  # fmt: skip
                value = self.v[slot.base + number]
                if slot.per_piece:
                    found += self._of_pieces(slot, name, indices, value)
                elif slot.type.kind == "memory":
                    known = self.open_locals.remembers_openly(name)
                    found.append(Cell(slot, indices, value if known else Unknown(slot.type, (len(value),))))
                elif variable_mask(self.layout, name, number) & self.eyes.bit:
                    found.append(Cell(slot, indices, self._known(value, slot.type)))
                else:
                    found.append(Cell(slot, indices, Unknown(slot.type)))
        return found

    def _of_pieces(self, slot: Slot, name: str, indices: tuple[int, ...], value: Any) -> list[Cell]:
        where = tuple(
            self.spots.get(index) if type_.kind == "piece" else index
            for index, type_ in zip(indices, slot.per, strict=True)
        )
        if None in where:
            return []
        seen = slot.seen == "everyone"
        return [Cell(slot, where, self._known(value, slot.type) if seen else Unknown(slot.type))]

    def _known(self, value: Any, type_: ValueType) -> Value:
        """A value that is open, with the pieces that the seat sees by their places."""
        if isinstance(value, tuple):
            inner = type_.element if type_.item is not None else type_
            return tuple(self._known(item, inner) for item in value)
        if type_.kind != "piece" or value == NONE:
            return int(value)
        return self.spots.get(value) or Unknown(type_)

    # -------------------------------------------------------------- frames
    def frames(self) -> tuple[list[Frame], str]:
        """The frames from the top down, as far as the seat can tell which they are, turned around."""
        found: list[Frame] = []
        called = ""
        if not self.k:
            return found, called
        top = self.k[-1][0]
        pinned = set(asked_by(self.plan.sites[top].decide))  # the locals that hold who is asked
        for frame in reversed(self.k):
            proc = self._proc(frame[0])
            if found:
                pinned = self._pinned(frame[0], called, pinned)
            found.append(Frame(frame[0], self._values(frame, proc, pinned)))
            if self.open_locals.may_be_called_otherwise(proc):
                return found[::-1], proc
            called = proc
        return found[::-1], ""

    def _proc(self, block: int) -> str:
        return self.open_locals.graph.blocks[block].proc

    def _pinned(self, block: int, called: str, pinned: set[str]) -> set[str]:
        """The locals of a rule that hold who is asked, since it handed them on to one that it called."""
        for _, following, args in self.open_locals.calls.get(called, ()):
            if following is not None and self.open_locals.graph.threaded(following) == block:
                params = self.open_locals.procs[called].params
                return {
                    arg.name
                    for param, arg in zip(params, args, strict=True)
                    if isinstance(arg, ir.Local)
                    and param in pinned
                    and not self.open_locals.is_set(called, param)
                }
        return set()

    def _values(self, frame: Sequence[Any], proc: str, pinned: set[str]) -> tuple[Value, ...]:
        block = frame[0]
        site = self.plan.sites.get(block)
        names = site.frame if site is not None else self.plan.blocks[block].names
        held = dict(zip(names, frame[1:], strict=True))
        found: dict[str, Value] = {}
        for name, type_ in zip(names, self.plan.frames[block], strict=True):
            if name in pinned:
                found[name] = self.asked
            elif (proc, name) in self.open_locals.turns:
                found[name] = self._turn(block, name, held, pinned)
            elif self.open_locals.is_hidden(block, name):
                found[name] = Unknown(type_)
            else:
                found[name] = self._known(held[name], type_)
        if site is not None and site.who:
            self._progress(site, held, found)
        return tuple(found[name] for name in names)

    def _turn(self, block: int, name: str, held: dict[str, Any], pinned: set[str]) -> Value:
        """How far a loop, or an offer, has come: to the item that the seat can tell."""
        turn = self.open_locals.turns[self._proc(block), name]
        if block not in self.plan.sites and not self.open_locals.is_hidden(block, name):
            return int(held[name])
        items = held.get(turn.items)
        if items is None or self.open_locals.is_hidden(block, turn.items):
            return 0
        able = [n for n, item in enumerate(items, 1) if turn.item not in pinned or item == self.asked]
        return able[0] if len(able) == 1 else Unknown(ValueType("any"), tuple(able) or (0,))

    def _progress(self, site: Site, held: dict[str, Any], found: dict[str, Value]) -> None:
        """Who is asked in turn, and what those have chosen who were asked before."""
        who, turn = held[site.who], held[site.turn]
        got: list[Value] = []
        if site.got:
            got = [self._chosen(site, one, picked) for one, picked in zip(who, held[site.got], strict=False)]
        if self.open_locals.is_hidden(site.id, site.who):
            # Who is still to be asked is not known: nobody.
            before = [one for one, picked in zip(who, got, strict=False) if picked]
            got = [picked for picked in got if picked]
            who, turn = (*before, who[turn - 1]), len(before) + 1
            found[site.who], found[site.turn] = tuple(map(int, who)), turn
        elif site.got:
            found[site.turn] = len(got) + 1
        if site.got:
            found[site.got] = tuple(got)

    def _chosen(self, site: Site, one: int, picked: tuple[Any, ...]) -> Value:
        """What somebody has chosen unseen; nothing, if there was nothing to choose."""
        if not picked:
            return ()
        if one != self.eyes.seat:
            return UNSEEN
        assert site.decide is not None
        picks = site.decide.alternatives[picked[0]].picks
        return picked[0], *(
            self._known(value, pick.type) for value, pick in zip(picked[1:], picks, strict=True)
        )  # fmt: skip
