"""The functions that generated code calls: moving, drawing, shuffling, checks of partial operations."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NoReturn

from hoyle import random
from hoyle.ir import program as ir
from hoyle.ir.program import LARGEST, NONE
from hoyle.ir.verify import nodes_of
from hoyle.plan.faults import EndRound, Fault
from hoyle.plan.layout import Layout
from hoyle.plan.seating import around
from hoyle.plan.visibility import piece_mask, zone_mask

if TYPE_CHECKING:
    from hoyle.play.state import State

WAIT: tuple[int, ...] = ()
"""What a block returns when the game waits for somebody."""

# Loop rounds between two decisions; a game of the bundled rulesets needs a few hundred.
FUEL_LIMIT = 200_000
LONGEST_LIST = 10_000
MOST_SELECTIONS = 100_000


def out_of_fuel() -> NoReturn:
    raise Fault(f"more than {FUEL_LIMIT:,} steps without a decision: a loop does not end")


def too_deep() -> NoReturn:
    raise Fault("too many calls inside calls: a rule calls itself without end")


def no_choice() -> NoReturn:
    raise Fault("nobody can act: no alternative is legal, and there is no `otherwise`")


def not_enough(zone: str) -> NoReturn:
    raise Fault(f"`{zone}` has not enough pieces to deal")


def fit(value: int) -> int:
    if -LARGEST <= value <= LARGEST:
        return value
    raise Fault(f"the number {value} is too large; numbers end at {LARGEST}")


def times(left: int, right: int) -> int:
    return fit(left * right)


def item_at(items: Sequence[int], index: int) -> int:
    if 0 <= index < len(items):
        return items[index]
    raise Fault(f"there is no item {index} in a list of {len(items)}")


def in_range(index: int, low: int, count: int) -> int:
    if 0 <= index - low < count:
        return index - low
    raise Fault(f"the index {index} is outside {low}..{low + count - 1}")


def seat(number: int, count: int) -> int:
    if 0 <= number < count:
        return number
    raise Fault(f"there is no seat {number}: seats go from 0 to {count - 1}")


def following(item: int, items: Sequence[int]) -> int:
    if item not in items:
        raise Fault("`following` of something that is not in the list")
    return items[(items.index(item) + 1) % len(items)]


def without(items: Sequence[int], others: Sequence[int]) -> list[int]:
    return [item for item in items if item not in others]


def joined(left: tuple[int, ...], right: tuple[int, ...]) -> tuple[int, ...]:
    if len(left) + len(right) > LONGEST_LIST:
        raise Fault(f"a list grows beyond {LONGEST_LIST:,} items")
    return left + right


def selections(items: Sequence[int], least: int, most: int) -> Iterator[tuple[int, ...]]:
    """All ways to take so many of the items, in the order of the list."""
    count = 0
    for size in range(max(least, 0), min(most, len(items)) + 1):
        for found in combinations(items, size):
            count += 1
            if count > MOST_SELECTIONS:
                raise Fault(f"more than {MOST_SELECTIONS:,} ways to choose")
            yield found


def scripted(state: State, items: Sequence[int], tag: str) -> int | None:
    """What comes up next where somebody has written it down; None when nothing is left of that."""
    words, used = state.start["script"]
    if used == len(words):
        return None
    state.start = state.start | {"script": (words, used + 1)}
    labels = state.game.labels(state.build)
    for item in items:
        if words[used] in (labels.value(item, tag), str(labels.plain(item, tag))):
            return item
    there = ", ".join(dict.fromkeys(labels.value(item, tag) for item in items[:12]))
    raise Fault(f"`{words[used]}` cannot come up here, but {there}")


def functions(layout: Layout, fuel: list[int], record: bool, stepped: bool) -> dict[str, Any]:
    """The runtime of one build, by the names that generated code uses."""
    location, known, pieces = layout.location, layout.known, layout.pieces
    handles = layout.handles
    face_up = layout.slots["face_up"].base if "face_up" in layout.slots else -1
    rooms = [zone.room for zone, _ in handles]
    size = (
        layout.size
    )  # from here on, stepped: per handle, how many are known at the bottom, how many unknown
    looks = tuple(look for component in layout.program.components for look in component.looks)
    piece_slots = [slot.base for slot in layout.slots.values() if slot.per.startswith("piece:")]

    def span(low: int, high: int) -> range:
        length = high - low + 1
        if length > 0:
            fuel[0] -= length
            if fuel[0] < 0:
                out_of_fuel()
        return range(low, high + 1)

    def leave(state: State, piece: int) -> int:
        """Takes a piece out of its zone; returns the zone."""
        v = state.v
        source: int = v[location + piece]
        zone = state.z[source]
        if stepped:
            index = zone.index(piece)
            known_below, unknown = v[size + 2 * source], v[size + 2 * source + 1]
            if index < known_below:
                v[size + 2 * source] -= 1
            elif index < known_below + unknown:
                v[size + 2 * source + 1] -= 1
            del zone[index]
        else:
            zone.remove(piece)
        return source

    def enter(state: State, piece: int, source: int, target: int, bottom: bool) -> None:
        v, zone = state.v, state.z[target]
        before = piece_mask(state, piece) if record else 0
        if bottom:
            zone.insert(0, piece)
            if stepped:
                v[size + 2 * target] += 1
        else:
            zone.append(piece)
        v[location + piece] = target
        if known >= 0:
            v[known + piece] = 0
        if rooms[target] and len(zone) > rooms[target]:
            where, _ = handles[target]
            raise Fault(f"`{where.name}` has room for {rooms[target]}, not for {len(zone)}")
        if record:
            state.log.append(("move", piece, source, target, bottom, before | piece_mask(state, piece)))

    def move(state: State, piece: int, target: int, bottom: bool) -> None:
        enter(state, piece, leave(state, piece), target, bottom)

    def move_many(state: State, items: Sequence[int], target: int, bottom: bool) -> None:
        # To the bottom in one stroke: the first of them ends lowest.
        for piece in reversed(items) if bottom else items:
            enter(state, piece, leave(state, piece), target, bottom)

    def refill(state: State, handle: int) -> None:
        zone, _ = handles[handle]
        if state.z[handle] or zone.refill is None or not refills[handle](state.v, state.z):
            return
        source = layout.zones[zone.refill.source].base
        pile = state.z[source]
        items = tuple(pile[: len(pile) - zone.refill.keep]) if zone.refill.keep else tuple(pile)
        if items:
            move_many(state, items, handle, False)
            shuffle(state, handle)

    def draw(state: State, source: int, target: int, count: int, bottom: bool, strict: bool) -> None:
        pile = state.z[source]
        for _ in range(count):
            if not pile:
                refill(state, source)
                if not pile:
                    if strict:
                        not_enough(handles[source][0].name)
                    return
            piece = pile[-1]
            if stepped:
                leave(state, piece)
            else:
                pile.pop()
            enter(state, piece, source, target, bottom)

    def shuffle(state: State, handle: int) -> None:
        zone = state.z[handle]
        if stepped:
            # Nobody has looked yet: the order is made up piece by piece, when it matters.
            zone.sort()
            state.v[size + 2 * handle] = 0
            state.v[size + 2 * handle + 1] = len(zone)
        else:
            state.rng = random.shuffle(state.rng, zone)
        if known >= 0:
            for piece in zone:
                state.v[known + piece] = 0
        if record:
            state.log.append(("shuffle", handle, tuple(reversed(zone)), zone_mask(layout, handle)))

    def choose_randomly(state: State, items: Sequence[int], tag: str, label: str = "") -> int:
        count = len(items)
        if not count:
            raise Fault("`random` of nothing")
        found = scripted(state, items, tag) if "script" in state.start else None
        if found is None:
            state.rng = (state.rng + random.GAMMA) & random.MASK
            found = items[(random.mix(state.rng) * count) >> 64]
        if label and record:
            state.log.append(("random", label, "piece:", found, piece_mask(state, found)))
        return found

    def reveal(state: State, items: Sequence[int], to: Sequence[int] | None) -> None:
        mask = (1 << layout.players) - 1 if to is None else sum(1 << p for p in to)
        for piece in items:
            state.v[known + piece] |= mask
        if record and items:
            state.log.append(("reveal", tuple(items), None if to is None else tuple(to)))

    def gather(state: State) -> None:
        v, z = state.v, state.z
        first = v[layout.slots["round_number"].base] == 1
        if face_up >= 0:
            v[face_up : face_up + pieces] = [0] * pieces
        if ready and not record and not stepped and (first or not anything_lasts):
            for zone, found in zip(z, ready[0], strict=True):
                zone[:] = found
            v[location : location + pieces] = ready[1]
            if known >= 0:
                v[known : known + pieces] = [0] * pieces
            return
        targets = starts(v, z)
        if starts_alike and not ready:
            ready.append([[piece for piece in range(pieces) if targets[piece] == t] for t in range(len(z))])
            ready.append(targets)
        if record:
            state.log.append(("round", v[layout.slots["round_number"].base]))
        for target, zone in enumerate(z):
            if first or not handles[target][0].lasts:
                zone.clear()
        if stepped:
            v[size:] = [0] * (2 * len(handles))
        for piece in range(pieces):
            source = v[location + piece]
            if not first and handles[source][0].lasts:
                continue
            target = targets[piece]
            z[target].append(piece)
            v[location + piece] = target
            if known >= 0:
                v[known + piece] = 0
            if record and not first and source != target:
                mask = zone_mask(layout, source) | zone_mask(layout, target)
                state.log.append(("move", piece, source, target, False, mask))

    def score_round(state: State, gained: list[int] | None) -> None:
        state.log.append(
            ("score", tuple(state.v[: layout.players]), None if gained is None else tuple(gained))
        )

    def end_of(z: list[list[int]], handle: int, word: str) -> int:
        if not z[handle]:
            zone, _ = handles[handle]
            which = f"one of `{zone.name}`" if zone.per else f"`{zone.name}`"
            raise Fault(f"the {word} of {which} was looked at, but it is empty")
        return z[handle][-1 if word == "top" else 0]

    def drawable(v: list[int], z: list[list[int]], handle: int) -> int:
        zone, _ = handles[handle]
        more = 0
        if zone.refill is not None and refills[handle](v, z):
            more = max(0, len(z[layout.zones[zone.refill.source].base]) - zone.refill.keep)
        return len(z[handle]) + more

    # ------------------------------------------------------------ stepped chance
    def look_of(state: State, piece: int) -> tuple[int, ...]:
        return (looks[piece], *(state.v[base + piece] for base in piece_slots))

    def random_outcomes(body: int, items: Sequence[int]) -> tuple[list[tuple[int, ...]], list[int]]:
        if not len(items):
            raise Fault("`random` of nothing")
        counted: dict[int, int] = {}
        for item in items:
            counted[item] = counted.get(item, 0) + 1
        return [(body, item) for item in counted], list(counted.values())

    def settle_outcomes(state: State, body: int, handle: int) -> tuple[list[tuple[int, ...]], list[int]]:
        below, unknown = state.v[size + 2 * handle], state.v[size + 2 * handle + 1]
        zone = state.z[handle]
        if not unknown or len(zone) > below + unknown:
            return [], []
        first: dict[tuple[int, ...], int] = {}
        counted: dict[int, int] = {}
        for piece in zone[below : below + unknown]:
            one = first.setdefault(look_of(state, piece), piece)
            counted[one] = counted.get(one, 0) + 1
        if len(counted) == 1:
            settle(state, handle, next(iter(counted)))
            return [], []
        return [(body, piece) for piece in counted], list(counted.values())

    def settle(state: State, handle: int, piece: int) -> None:
        below, unknown = state.v[size + 2 * handle], state.v[size + 2 * handle + 1]
        zone = state.z[handle]
        zone.remove(piece)
        zone.insert(below + unknown - 1, piece)
        state.v[size + 2 * handle + 1] = unknown - 1

    # Where the pieces start hangs on nothing that changes: then it is found out once.
    starts_alike = not any(
        isinstance(node, ir.Get | ir.GetEach | ir.Pieces | ir.PiecesOfEach | ir.Call)
        for zone in layout.program.zones
        for node in nodes_of(zone.starts if not isinstance(zone.starts, str) else ())
    )
    anything_lasts = any(zone.lasts for zone in layout.program.zones)
    ready: list[Any] = []
    refills: dict[int, Callable[[list[int], list[list[int]]], bool]] = {}
    starts: Callable[[list[int], list[list[int]]], list[int]] = lambda v, z: []  # noqa: E731

    def connect(
        start_function: Callable[[list[int], list[list[int]]], list[int]],
        refill_functions: dict[int, Callable[[list[int], list[list[int]]], bool]],
    ) -> None:
        nonlocal starts
        starts = start_function
        refills.update(refill_functions)

    found: dict[str, Any] = {
        "span": span, "move": move, "move_many": move_many, "refill": refill, "draw": draw,
        "shuffle": shuffle,
        "choose_randomly": choose_randomly, "reveal": reveal, "gather": gather, "score_round": score_round,
        "drawable": drawable, "random_outcomes": random_outcomes, "settle_outcomes": settle_outcomes,
        "settle": settle, "end_of": end_of, "connect": connect, "FUEL": fuel,
    }  # fmt: skip
    return found | _SHARED


_SHARED: dict[str, Any] = {
    "WAIT": WAIT, "Fault": Fault, "EndRound": EndRound, "NONE": NONE, "fit": fit, "times": times,
    "item_at": item_at,
    "in_range": in_range, "seat": seat, "following": following, "without": without, "joined": joined,
    "selections": selections, "around": around, "out_of_fuel": out_of_fuel, "too_deep": too_deep,
    "no_choice": no_choice, "not_enough": not_enough,
    "piece_mask": piece_mask,
}  # fmt: skip
