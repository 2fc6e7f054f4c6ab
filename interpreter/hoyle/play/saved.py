"""States as JSON and back: everything needed to go on elsewhere, and a close look at what comes in."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hoyle.ir.program import NONE
from hoyle.ir.types import ValueType
from hoyle.plan.faults import Fault
from hoyle.plan.layout import Slot, apart
from hoyle.plan.limits import LARGEST, MOST_DECISIONS
from hoyle.plan.model import Mode
from hoyle.play.errors import PlayError, StartError
from hoyle.play.state import PythonState, State
from hoyle.random import MASK, first_state

if TYPE_CHECKING:
    from hoyle.play.game import Game

VERSION = 1


def saved(state: State) -> dict[str, Any]:
    """The state as plain data, pinned to the ruleset by its hash."""
    build = state.build
    return {
        "hoyle": "state",
        "version": VERSION,
        "ruleset": build.plan.program.id,
        "hash": build.plan.program.hash,
        "players": build.plan.layout.players,
        "options": state.game.shown_options(build.plan.layout.options),
        "chance": "stepped" if build.plan.mode.stepped else "sampled",
        "seed": state.start.get("seed"),
        "numbers": _plain(state.v),
        "zones": [list(zone) for zone in state.z],
        "frames": _plain(state.k),
        "seat": state.seat,
        "random": f"{state.rng:016x}",
        "over": state.over,
        "rounds": state.rounds,
        "decisions": state.decisions,
        "history": state.picks(),
        "position": position_of(state),
    }


def position_of(state: State) -> dict[str, Any] | None:
    """Where a game began that did not begin with a match; None if it did."""
    origin = state.start.get("origin")
    if origin is None:
        position: dict[str, Any] | None = state.start.get("position")
        return position
    began = origin.in_python()
    began.start, began.history, began.decisions = {"seed": 0}, None, 0
    return saved(began)


def _plain(value: Any) -> Any:
    """Nested lists of whole numbers."""
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    return int(value)


def restored(game: Game, data: Any, record: bool = False) -> State:
    """The state of its JSON; StartError if it is another ruleset's, or damaged."""
    try:
        return _Reader(game, data).state(record)
    except _Damaged as damage:
        raise StartError(f"this is not a saved state of {game.id}: {damage}") from None
    except PlayError as error:
        raise StartError(f"this is not a saved state of {game.id}: {error.message}") from None
    except RecursionError:
        raise StartError(f"this is not a saved state of {game.id}: it is nested too deep") from None


def unpickled(game: Game, data: Any, record: bool, log: list[tuple[Any, ...]]) -> State:
    """A state that was pickled."""
    state = restored(game, data, record)
    state.log = log
    return state


class _Damaged(Exception):
    pass


class _Reader:
    """Reads a saved state; every part is looked at before anything is made of it."""

    def __init__(self, game: Game, data: Any) -> None:
        self.game = game
        if not isinstance(data, dict) or data.get("hoyle") != "state":
            raise _Damaged("it is no saved state at all")
        if data.get("version") != VERSION:
            raise _Damaged(f"its version is {data.get('version')!r}, not {VERSION}")
        if data.get("hash") != game.hash:
            raise StartError(
                f"this state belongs to {data.get('ruleset')} {data.get('hash')}, "
                f"not to {game.id} {game.hash}"
            )
        self.data: dict[str, Any] = data

    def part(self, key: str, kind: type) -> Any:
        value = self.data.get(key)
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise _Damaged(f"`{key}` is missing or of another kind")
        return value

    def number(self, key: str, most: int) -> int:
        value: int = self.part(key, int)
        if not 0 <= value <= most:
            raise _Damaged(f"`{key}` is out of range")
        return value

    def state(self, record: bool) -> State:
        chance = self.part("chance", str)
        if chance not in ("sampled", "stepped"):
            raise _Damaged("`chance` is neither sampled nor stepped")
        given = self.part("options", dict)
        players = self.game.chosen_players(self.part("players", int))
        options = self.game.chosen_options(given, players)
        build = self.game.build(players, options, Mode(record, chance == "stepped"))
        self.layout, self.build = build.plan.layout, build
        state = PythonState(self.game, build, self.start() | {"restored": True})
        state.rng = self.random()
        state.v = self.numbers()
        state.z = self.zones(state.v)
        state.over = self.part("over", bool)
        state.rounds = self.number("rounds", LARGEST)
        state.decisions = self.number("decisions", MOST_DECISIONS)
        state.k = self.frames(state.over)
        for index in self.history(state.decisions):
            state.history = (state.history, index)
        seat = self.part("seat", int)
        if not state.over:
            self.ask(state)
        if state.seat != seat:
            raise _Damaged(f"seat {seat} is not the one to be asked")
        return state

    def start(self) -> dict[str, Any]:
        if "seed" not in self.data:
            raise _Damaged("`seed` is missing")
        seed = self.data["seed"]
        if seed is None:
            position = self.part("position", dict)
            return {"seed": None, "rng": 0, "position": position}
        if type(seed) is not int or not 0 <= seed <= MASK:
            raise _Damaged("`seed` is not a seed")
        return {"seed": seed, "rng": first_state(seed)}

    def random(self) -> int:
        text = self.part("random", str)
        if not re.fullmatch(r"[0-9a-f]{16}", text):
            raise _Damaged("`random` is not a number of 16 hexadecimal digits")
        return int(text, 16)

    # -------------------------------------------------------------- numbers and zones
    def numbers(self) -> list[Any]:
        given = self.part("numbers", list)
        extra = 2 * len(self.layout.handles) if self.build.plan.mode.stepped else 0
        if len(given) != self.layout.size + extra:
            raise _Damaged("`numbers` has another length")
        found = [_tuples(item) for item in given]
        for name, slot in self.layout.slots.items():
            here = found[slot.base : slot.base + slot.count]
            for value, type_ in zip(here, self.cell_types(slot), strict=True):
                if not (self.memory(name, value) if type_.kind == "memory" else self.fits(value, type_)):
                    raise _Damaged(f"`{name}` holds a value that it cannot hold")
        for value in found[self.layout.location :]:
            if not isinstance(value, int) or not 0 <= value <= LARGEST:
                raise _Damaged("`numbers` holds a value out of range")
        return found

    def memory(self, name: str, value: Any) -> bool:
        """Whether a memory holds records of what its variables can hold."""
        remembers = next(var.remembers for var in self.build.plan.program.vars if var.name == name)
        slots = [self.layout.slots[other] for other in remembers]
        types = [type_ for slot in slots for type_ in self.cell_types(slot)]
        return isinstance(value, tuple) and all(
            isinstance(record, tuple)
            and len(record) == len(types)
            and all(self.fits(item, type_) for item, type_ in zip(record, types, strict=True))
            for record in value
        )

    def cell_types(self, slot: Slot) -> list[ValueType]:
        """The type of each number of a variable; about a piece of another component it may be none."""
        if not slot.per_piece:
            return [slot.type] * slot.count
        extents = [range(low, high + 1) for low, high in (self.layout.ends_of(type_) for type_ in slot.per)]
        found = []
        for number in range(slot.count):
            indices = zip(apart(slot.sizes, number), slot.lows, extents, strict=True)
            own = all(index + low in extent for index, low, extent in indices)
            found.append(slot.type if own else replace(slot.type, optional=True))
        return found

    def fits(self, value: Any, type_: ValueType) -> bool:
        """Whether a value is one of a type; some in frames may be any."""
        if type_.kind == "any":
            return True
        if type_.kind == "list":
            return isinstance(value, tuple) and all(self.fits(item, type_.element) for item in value)
        if not isinstance(value, int):
            return False
        if type_.optional and value == NONE:
            return True
        low, high = self.layout.ends_of(type_)
        return low <= value <= high

    def zones(self, numbers: list[Any]) -> list[list[int]]:
        given = self.part("zones", list)
        if len(given) != len(self.layout.handles) or not all(isinstance(zone, list) for zone in given):
            raise _Damaged("`zones` has another number of zones")
        found = [piece for zone in given for piece in zone]
        if not all(type(piece) is int for piece in found) or sorted(found) != list(range(self.layout.pieces)):
            raise _Damaged("`zones` does not hold every piece once")
        for handle, zone in enumerate(given):
            if any(numbers[self.layout.location + piece] != handle for piece in zone):
                raise _Damaged("a piece lies in another zone than it says")
        return [list(zone) for zone in given]

    # -------------------------------------------------------------- control
    def frames(self, over: bool) -> list[tuple[Any, ...]]:
        given = self.part("frames", list)
        if over != (not given):
            raise _Damaged("`frames` and `over` contradict each other")
        found = [_tuples(frame) for frame in given]
        for index, frame in enumerate(found):
            last = index == len(found) - 1
            if not isinstance(frame, tuple) or not frame or not isinstance(frame[0], int):
                raise _Damaged("a frame has another shape")
            known = self.build.plan.sites if last else self.build.plan.continuations
            if frame[0] not in known:
                raise _Damaged("a frame leads nowhere")
            types = self.build.plan.frames[frame[0]]
            if len(types) != len(frame) - 1:
                raise _Damaged("a frame has another number of values")
            if not all(self.fits(value, type_) for value, type_ in zip(frame[1:], types, strict=True)):
                raise _Damaged("a frame holds a value that it cannot hold")
        return found

    def history(self, decisions: int) -> list[int]:
        given = self.part("history", list)
        if not all(type(index) is int and index >= 0 for index in given):
            raise _Damaged("`history` is not a list of choices")
        if len(given) != decisions and self.data["seed"] is not None:
            raise _Damaged("`history` has another length than `decisions` says")
        return [int(index) for index in given]

    def ask(self, state: State) -> None:
        try:
            self.game.ask_again(state)
            for choice in state.decision:
                choice.label  # noqa: B018 (a label that cannot be read is damage, too)
        except (Fault, TypeError, ValueError, LookupError, AttributeError, ArithmeticError):
            raise _Damaged("what is to be decided cannot be made out") from None
        if not state.c:
            raise _Damaged("there is nothing to decide")


def _tuples(item: Any) -> Any:
    if isinstance(item, list):
        return tuple(_tuples(inner) for inner in item)
    if type(item) is not int:
        raise _Damaged("a number is of another kind")
    return item
