"""A world where none was found that fits the whole story: only what is hidden now is dealt anew."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.ir.program import NONE
from hoyle.plan.faults import Fault
from hoyle.plan.layout import Slot
from hoyle.plan.visibility import piece_mask, variable_mask
from hoyle.play.knowledge.sight import UNKNOWN, Sight
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle.play.state import PythonState, State


_DEALS = 200
"""How often is dealt, until somebody who is asked has something to choose."""


def loose_world(state: State, sight: Sight, seed: int) -> PythonState:
    """The position with all pieces dealt anew that a seat does not know, and hidden variables made up."""
    for attempt in range(_DEALS):
        new, stream = state.in_python(), Stream(derive(seed, attempt))
        _deal(new, sight, stream)
        _make_up(new, sight, stream)
        if new.over or _asks_again(new, stream, sight.eyes.seat):
            break
    return new


def _deal(new: PythonState, sight: Sight, stream: Stream) -> None:
    """Known pieces lie where they are known to be, in a hidden zone on top; the others anywhere else."""
    layout, eyes = new.plan.layout, sight.eyes
    bases = [layout.known] if layout.known >= 0 else []
    bases += [layout.slots["face_up"].base] if "face_up" in layout.slots else []
    free: dict[tuple[str, int], list[int]] = {}
    for handle, zone in enumerate(new.z):
        for piece in zone:
            free.setdefault((layout.handles[handle][0].component, eyes.alike[piece]), []).append(piece)
    for pieces in free.values():
        pieces.sort(reverse=True)
    places: dict[str, list[tuple[int, int]]] = {}
    before = [zone[:] for zone in new.z]
    for handle, known in enumerate(sight.zones):
        component = layout.handles[handle][0].component
        for place, look in enumerate(known):
            if look == UNKNOWN:
                places.setdefault(component, []).append((handle, place))
            else:
                new.z[handle][place] = free[component, look].pop()
    for component, there in places.items():
        pool = sorted(piece for (name, _), pieces in free.items() if name == component for piece in pieces)
        for i in range(len(pool) - 1, 0, -1):
            j = stream.below(i + 1)
            pool[i], pool[j] = pool[j], pool[i]
        for (handle, place), piece in zip(there, pool, strict=True):
            new.z[handle][place] = piece
    renamed: dict[int, int] = {}
    numbers = new.v[:]
    for handle, zone in enumerate(new.z):
        for was, piece in zip(before[handle], zone, strict=True):
            renamed[was] = piece
            new.v[layout.location + piece] = handle
            for base in bases:
                new.v[base + piece] = numbers[base + was]
    _rename(new, renamed)


def _rename(new: PythonState, renamed: dict[int, int]) -> None:
    """What frames and variables say of a piece they say of the one in its place."""
    layout = new.plan.layout

    def named(value: Any) -> Any:
        return tuple(map(named, value)) if isinstance(value, tuple) else renamed.get(value, value)

    for slot in layout.slots.values():
        if slot.type.names_pieces:
            here = slice(slot.base, slot.base + slot.count)
            new.v[here] = [named(value) for value in new.v[here]]
    new.k = [
        (frame[0], *(
            named(value) if type_.names_pieces else value
            for value, type_ in zip(frame[1:], new.plan.frames[frame[0]], strict=True)
        ))
        for frame in new.k
    ]  # fmt: skip


def _make_up(new: PythonState, sight: Sight, stream: Stream) -> None:
    """Hidden variables get any value that they can have; those without bounds keep to small numbers."""
    layout, bit = new.plan.layout, sight.eyes.bit
    for name, slot in layout.slots.items():
        if slot.type.kind == "memory" or slot.type.names_pieces or name in _OWN:
            continue
        if slot.per_piece:
            places = [
                slot.base + offset + stride * piece
                for piece in range(layout.pieces)
                if slot.seen != "everyone" or not piece_mask(layout, new.v, piece) & bit
                for offset, stride in slot.of_a_piece
            ]
        elif slot.seen == "everyone":
            continue
        else:
            places = [
                slot.base + index
                for index in range(slot.count)
                if not variable_mask(layout, name, index) & bit
            ]
        low, high = _ends(new, slot)
        if (
            slot.per_piece and high - low == _WIDE
        ):  # what pieces bear goes round among those that are not known
            places = [place for place in places if new.v[place] != NONE]
            values = [new.v[place] for place in places]
            for place in places:
                new.v[place] = values.pop(stream.below(len(values)))
            continue
        for place in places:
            known = new.v[place]
            if isinstance(known, tuple):
                new.v[place] = tuple([low + stream.below(high - low + 1) for _ in known])
            elif known != NONE:  # of pieces that a variable is not about there is none
                new.v[place] = low + stream.below(high - low + 1)


_OWN = frozenset({"face_up"})
"""Variables about pieces that say who sees these, and so are no secret."""

_WIDE = 10


def _ends(new: PythonState, slot: Slot) -> tuple[int, int]:
    type_ = slot.type.element if slot.type.kind == "list" else slot.type
    low, high = new.plan.layout.ends_of(type_)
    return (0, _WIDE) if high - low > 1_000_000 else (low, high)


def _asks_again(new: PythonState, stream: Stream, seat: int | None) -> bool:
    """Lists the choices, if there are any; what others have chosen unseen they choose again, at random."""
    new.c = []
    try:
        new.game.ask_again(new)
        _choose_unseen(new, stream, seat)
    except (Fault, LookupError):
        return False
    return bool(new.c)


def _choose_unseen(world: State, stream: Stream, seat: int | None) -> None:
    """What others than a seat have chosen unseen is chosen again."""
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
        if not picked or asked == seat:
            got.append(picked)
            continue
        words[at[site.turn]] = number
        if decide.local in at:
            words[at[decide.local]] = asked
        world.k[-1] = tuple(words)
        world.game.ask_again(world)
        raw = world.c[stream.below(len(world.c))]
        got.append((world.plan.alternatives[raw[0]][1], *raw[1:]))
    words[at[site.turn]], words[at[site.got]] = turn, tuple(got)
    if decide.local in at:
        words[at[decide.local]] = own
    world.k[-1] = tuple(words)
    world.game.ask_again(world)
