"""What printed code calls: checks of partial operations, lists, and all that hangs on moving pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, combinations
from math import comb
from typing import TYPE_CHECKING, Any, NoReturn

from hoyle import random
from hoyle.ir.program import LARGEST, NONE
from hoyle.ir.types import PIECE, ValueType
from hoyle.plan.faults import Fault
from hoyle.plan.layout import apart, around
from hoyle.plan.limits import LONGEST_LIST, MOST_SELECTIONS
from hoyle.plan.model import Plan
from hoyle.plan.numbers import WIDE
from hoyle.plan.visibility import everyone, piece_mask, variable_mask, zone_mask

if TYPE_CHECKING:
    from hoyle.play.state import State

# With so few items a list is searched faster than a set is made.
_FEW = 8

WAIT: tuple[int, ...] = ()
"""What a block returns when the game waits for somebody."""


GO_ON = object()
"""What a loop that stands in a function of its own returns when it has come to its end."""


FREELY, BY_PLACE, AS_A_WHOLE = range(3)
"""How it is told which piece of a zone moves: not at all, by where it lies, or since all of them move."""


class EndRound(Exception):
    """Control, not a fault: the round is over wherever the rules are."""


# ------------------------------------------------------------------ checks
def out_of_fuel() -> NoReturn:
    raise Fault("fuel")


def pay(left: list[int], steps: int) -> None:
    """Takes steps off what is left of the budget."""
    left[0] -= steps
    if left[0] < 0:
        raise Fault("fuel")


def paid(left: list[int], items: Any, each: int) -> Any:
    """A list whose items are paid for; a number, where a value may be either, costs nothing."""
    try:
        left[0] -= each * len(items)
    except TypeError:
        return items
    except OverflowError:  # a span longer than anything that has a length
        left[0] = -1
    if left[0] < 0:
        raise Fault("fuel")
    return items


def too_large(value: int) -> NoReturn:
    raise Fault("too large", value)


def fit(value: int) -> int:
    if -LARGEST <= value <= LARGEST:
        return value
    raise Fault("too large", value)


def fit_wide(value: int) -> int:
    if -WIDE <= value <= WIDE:
        return value
    raise Fault("too large", value)


def within(value: int, low: int, high: int, name: str) -> int:
    if low <= value <= high:
        return value
    raise Fault("out of range", name, value, low, high)


def within_or_none(value: int, low: int, high: int, name: str) -> int:
    if low <= value <= high or value == NONE:
        return value
    raise Fault("out of range", name, value, low, high)


def all_within(items: tuple[Any, ...], low: int, high: int, name: str, optional: bool) -> tuple[Any, ...]:
    check = within_or_none if optional else within
    for item in items:
        if type(item) is tuple:
            all_within(item, low, high, name, optional)
        else:
            check(item, low, high, name)
    return items


def times(left: int, right: int) -> int:
    value = left * right
    return value if -LARGEST <= value <= LARGEST else too_large(value)


def item_at(items: Sequence[int], index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault("no item", index, len(items))


def with_item(items: tuple[int, ...], index: int, item: int, name: str) -> tuple[int, ...]:
    if 0 <= index < len(items):
        return (*items[:index], item, *items[index + 1 :])
    raise Fault("no place", name, index, len(items))


def with_added(items: tuple[int, ...], index: int, amount: int, name: str) -> tuple[int, ...]:
    if 0 <= index < len(items):
        return (*items[:index], fit(items[index] + amount), *items[index + 1 :])
    raise Fault("no place", name, index, len(items))


def remembered(
    memory: tuple[tuple[int, ...], ...], record: tuple[int, ...], name: str, most: int
) -> tuple[tuple[int, ...], ...]:
    if len(memory) >= most:
        raise Fault("memory", name, most)
    return (*memory, record)


def in_range(index: int, low: int, count: int) -> int:
    if 0 <= index - low < count:
        return index - low
    raise Fault("no index", index, low, low + count - 1)


def seat(number: int, count: int) -> int:
    if 0 <= number < count:
        return number
    raise Fault("no seat", number, count - 1)


# ------------------------------------------------------------------ lists
def following(item: int, items: Sequence[int]) -> int:
    if item not in items:
        raise Fault("not following")
    return items[(items.index(item) + 1) % len(items)]


def without(items: Sequence[int], others: Sequence[int]) -> list[int]:
    if len(others) > _FEW:
        others = frozenset(others)  # type: ignore[assignment]
    return [item for item in items if item not in others]


def fit_list(items: Any, most: int, name: str = "") -> Any:
    if len(items) > most:
        raise Fault("values", name, most) if name else Fault("list length")
    return items


def fit_deep(items: Any, most: int, name: str = "") -> Any:
    """A list of lists, all of whose values together must not be too many."""
    count, waiting = 0, [items]
    while waiting:
        part = waiting.pop()
        count += len(part)
        if count > most:
            raise Fault("values", name, most) if name else Fault("list length")
        if part and type(part[0]) is not int:
            waiting += part
    return items


def joined(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    if len(left) + len(right) > LONGEST_LIST:
        raise Fault("list length")
    return left + right


def taken_out(items: Sequence[int], others: Sequence[int]) -> tuple[int, ...]:
    if len(others) > _FEW:
        wanted: dict[int, int] = {}
        for other in others:
            wanted[other] = wanted.get(other, 0) + 1
        left = []
        for item in items:
            if wanted.get(item, 0):
                wanted[item] -= 1
            else:
                left.append(item)
        return tuple(left)
    found = list(items)
    for other in others:
        if other in found:
            found.remove(other)
    return tuple(found)


def selections(
    left: list[int], items: Sequence[int], least: int, most: int, each: int, way: int
) -> Iterator[tuple[int, ...]]:
    """All ways to take so many of the items, in the order of the list; all of them are paid for."""
    sizes = range(max(least, 0), min(most, len(items)) + 1)
    count = 0
    for size in sizes:
        ways = comb(len(items), size)
        count += ways
        if count > MOST_SELECTIONS:
            raise Fault("selections")
        pay(left, ways * (size * each + way))
    return chain.from_iterable(combinations(items, size) for size in sizes)


def functions(plan: Plan) -> dict[str, Any]:
    """The runtime of one plan, by the names that printed code uses."""
    moves = GuidedMoves(plan) if plan.mode.guided else Moves(plan)
    supposed = SupposedMoves(plan)
    chance = GuidedChance(plan) if plan.mode.guided else Chance(plan)
    return _SHARED | {
        "piece_mask": lambda state, piece: piece_mask(plan.layout, state.v, piece),
        "move": moves.move,
        "move_many": moves.move_many,
        "draw": moves.draw,
        "suppose_move": supposed.move,
        "suppose_move_many": supposed.move_many,
        "suppose_draw": supposed.draw,
        "refill": moves.refill,
        "shuffle": moves.shuffle,
        "reveal": moves.reveal,
        "record_set": moves.record_set,
        "gather": moves.gather,
        "score_round": moves.score_round,
        "drawable": moves.drawable,
        "end_of": moves.end_of,
        "choose_randomly": chance.choose_randomly,
        "random_piece": chance.random_piece,
        "outcomes_random": chance.outcomes_random,
        "outcomes_top": chance.outcomes_top,
        "outcomes_all": chance.outcomes_all,
        "settle": chance.settle,
        "connect": moves.connect,
    }


_SHARED: dict[str, Any] = {
    "WAIT": WAIT, "GO_ON": GO_ON, "Fault": Fault, "EndRound": EndRound, "NONE": NONE, "fit": fit,
    "fit_wide": fit_wide, "within": within, "within_or_none": within_or_none, "all_within": all_within,
    "times": times, "too_large": too_large, "item_at": item_at, "in_range": in_range, "seat": seat,
    "with_item": with_item, "with_added": with_added, "remembered": remembered,
    "following": following, "without": without, "joined": joined, "taken_out": taken_out,
    "selections": selections, "around": around, "out_of_fuel": out_of_fuel, "paid": paid,
    "fit_list": fit_list, "fit_deep": fit_deep,
}  # fmt: skip


# ------------------------------------------------------------------ pieces
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


# ------------------------------------------------------------------ chance
Outcomes = tuple[list[tuple[int, ...]], list[int]]


class Chance:
    """What chance brings, sampled or stepped."""

    def __init__(self, plan: Plan) -> None:
        self.layout, self.record = plan.layout, plan.mode.record
        self.unknown = plan.layout.size
        self.looks = tuple(look for component in plan.program.components for look in component.looks)
        self.piece_slots = [
            (slot.base + offset, stride)
            for slot in plan.layout.slots.values()
            if slot.per_piece
            for offset, stride in slot.of_a_piece
        ]

    def choose_randomly(self, state: State, items: Sequence[int], type_: ValueType) -> int:
        count = len(items)
        if not count:
            raise Fault("none random")
        found = state.scripted(items, type_) if "script" in state.start else None
        if found is None:
            state.rng = (state.rng + random.GAMMA) & random.MASK
            found = items[(random.mix(state.rng) * count) >> 64]
        return found

    def random_piece(self, state: State, items: Sequence[int]) -> int:
        found = self.choose_randomly(state, items, PIECE)
        if self.record:
            state.log.append(("random", "piece", PIECE, found, 0))
        return found

    # -------------------------------------------------------------- stepped
    def outcomes_random(self, state: State, block: int, items: Sequence[int]) -> Outcomes:
        if not len(items):
            raise Fault("none random")
        counted: dict[int, int] = {}
        for item in items:
            counted[item] = counted.get(item, 0) + 1
        return [(block, item) for item in counted], list(counted.values())

    def outcomes_top(self, state: State, block: int, handle: int) -> Outcomes:
        """What the top piece may be; nothing if it is known."""
        place = self.unknown + 2 * handle
        if len(state.z[handle]) > state.v[place] + state.v[place + 1]:
            return [], []
        return self._settling(state, block, handle, whole=False)

    def outcomes_all(self, state: State, block: int, handle: int) -> Outcomes:
        """What the highest piece may be of which nothing is known; nothing if the whole order is known."""
        return self._settling(state, block, handle, whole=True)

    def _settling(self, state: State, block: int, handle: int, whole: bool) -> Outcomes:
        place, zone = self.unknown + 2 * handle, state.z[handle]
        below, unknown = state.v[place], state.v[place + 1]
        first: dict[tuple[int, ...], int] = {}
        counted: dict[int, int] = {}
        for piece in zone[below : below + unknown]:
            look = (self.looks[piece], *(state.v[base + step * piece] for base, step in self.piece_slots))
            one = first.setdefault(look, piece)
            counted[one] = counted.get(one, 0) + 1
        if len(counted) > 1:
            return [(block, piece) for piece in counted], list(counted.values())
        # Where all look alike, there is nothing to find out.
        if whole:
            state.v[place + 1] = 0
        elif counted:
            self.settle(state, handle, next(iter(counted)))
        return [], []

    def settle(self, state: State, handle: int, piece: int) -> None:
        place, zone = self.unknown + 2 * handle, state.z[handle]
        zone.remove(piece)
        zone.insert(state.v[place] + state.v[place + 1] - 1, piece)
        state.v[place + 1] -= 1


class GuidedChance(Chance):
    """Chance in a world that somebody looks for."""

    def choose_randomly(self, state: State, items: Sequence[int], type_: ValueType) -> int:
        if not len(items):
            raise Fault("none random")
        found: int = state.start["guide"].random(items, type_.kind == "piece")
        return found
