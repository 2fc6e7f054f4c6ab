"""Who plays in the differential tests: states of each kind of build, and what of them can be compared.

Everything that the harness knows about the inside of a build stands here, so that another back end joins
by one more kind.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

import pytest

import hoyle
from hoyle.backends.c import module as c_module
from hoyle.backends.c.build import CBuild, make_c_build
from hoyle.backends.c.toolchain import Unavailable
from hoyle.backends.python import build as python_build
from hoyle.ir import program as ir
from hoyle.ir.types import ValueType
from hoyle.plan.limits import FUEL, MOST_JUMPS
from hoyle.plan.model import Mode, Plan
from hoyle.play.decision import CHANCE
from hoyle.play.native import Starter
from hoyle.play.state import PythonState
from hoyle.random import first_state

Kind = Literal["fast", "careful", "recorded", "stepped", "stepped carefully", "native"]
KINDS: tuple[Kind, ...] = tuple(kind for kind in get_args(Kind) if kind != "native")
NATIVELY: tuple[Kind, ...] = ("fast", "native")
"""Both back ends; compiling takes longer than to play, so not every game is played so."""
STEPPED: tuple[Kind, ...] = ("stepped", "stepped carefully")

Position: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Table:
    """A way of starting; the options are written as people write them."""

    players: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        return f"{self.players} players{''.join(f', {name}={value}' for name, value in self.options)}"


@dataclass(frozen=True)
class Fault:
    """How a ruleset failed, as its author is told."""

    code: str
    message: str
    rule: str
    place: str

    @classmethod
    def of(cls, error: hoyle.PlayError) -> Fault:
        place = error.place
        where = f"{place.line}:{place.column}" if place is not None else ""
        return cls(error.code, error.message, error.rule, where)

    @property
    def limit(self) -> bool:
        """Whether it took too long to come to a decision: a stepped game, which stops at chance, may not."""
        return self.code in ("fuel", "jumps")

    def __str__(self) -> str:
        return f"{self.place} {self.rule}: {self.message}"


def seated(kind: Kind, game: hoyle.Game, table: Table, seed: int) -> hoyle.State:
    """A match that has not begun yet."""
    stepped = kind in STEPPED
    mode = Mode(
        record=stepped or kind == "recorded",
        stepped=stepped,
        careful=kind in ("careful", "stepped carefully"),
    )
    build = game.build(table.players, game.chosen_options(dict(table.options)), mode)
    return PythonState(game, build, {"seed": seed, "rng": first_state(seed)})


def begun(kind: Kind, state: hoyle.State, table: Table, seed: int) -> hoyle.State:
    """The match up to its first decision, or, stepped, its first chance event."""
    if kind == "fast":  # as everybody starts one
        return state.game.start(table.players, seed, dict(table.options))
    if kind == "native":
        return Starter(state.game, state.build, compiled(state.plan)).start(seed)
    state.begin()
    return state


class NoCompiler(Exception):
    """There is no native code to compare with, and why."""


_compiled: dict[int, tuple[Plan, CBuild]] = {}


def compiled(plan: Plan) -> CBuild:
    """The machine code of a plan; games of several seeds share it."""
    if id(plan) not in _compiled:
        found = make_c_build(plan, level="-O0", more=tuple(os.environ.get("HOYLE_TEST_FLAGS", "").split()))
        if isinstance(found, Unavailable):
            raise NoCompiler(found.reason)
        _compiled.clear()
        _compiled[id(plan)] = plan, found
    return _compiled[id(plan)][1]


@contextmanager
def short_of_breath() -> Iterator[None]:
    """Games in which a loop or a chain of calls that does not end is noticed forty times sooner."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(python_build, "FUEL", FUEL // 40)
        patch.setattr(python_build, "_JUMPS", range(MOST_JUMPS // 40))
        patch.setattr(c_module, "FUEL", FUEL // 40)
        patch.setattr(c_module, "MOST_JUMPS", MOST_JUMPS // 40)
        yield


# -------------------------------------------------------------------------------- what is compared


def exactly(state: hoyle.State, kind: Kind) -> Position:
    """All that builds which take chance alike must share, to the last number."""
    found = _public(state) | {
        "numbers": list(state.v),
        "zones": [list(zone) for zone in state.z],
        "arguments": [raw[1:] for raw in state.c],
        "random": state.rng,
    }
    if kind != "careful":  # which cuts its rules elsewhere
        found["frames"] = list(state.k)
        found["blocks"] = [raw[0] for raw in state.c]
    return found


def by_looks(state: hoyle.State) -> Position:
    """What a stepped game shares with a sampled one.

    Stepped chance takes any of several look-alikes, so pieces count by their look; what is still unknown of
    a shuffled zone counts without its order.
    """
    layout = state.plan.layout
    looks = [_look(state, piece) for piece in range(layout.pieces)]
    zones = [[looks[piece] for piece in zone] for zone in state.z]
    values: dict[str, Any] = {}
    for name, slot in layout.slots.items():
        if not slot.per_piece:
            cells = state.v[slot.base : slot.base + slot.count]
            values[name] = [_looked(cell, slot.type, looks) for cell in cells]
    return _public(state) | {"zones": zones, "variables": values, "events": len(state.log)}


def _public(state: hoyle.State) -> Position:
    """What everybody can ask a state for."""
    found: Position = {
        "over": state.over,
        "seat": state.seat,
        "rounds": state.rounds,
        "result": state.result,
    }
    if not state.over:
        decision = state.decision
        found["decision"] = decision.name
        found["choices"] = [choice.label for choice in decision]
        found["actions"] = [choice.action for choice in decision]
    return found


def _look(state: hoyle.State, piece: int) -> tuple[Any, ...]:
    """All that tells a piece from others in the same zone."""
    layout = state.plan.layout
    numbers = [look for component in layout.program.components for look in component.looks]
    kept = [
        slot.base + offset + stride * piece
        for slot in layout.slots.values()
        if slot.per_piece
        for offset, stride in slot.of_a_piece
    ]
    return (numbers[piece], *(state.v[place] for place in kept))


def _looked(value: Any, type_: ValueType, looks: list[tuple[Any, ...]]) -> Any:
    if isinstance(value, tuple) and type_.kind == "list":
        return [_looked(item, type_.element, looks) for item in value]
    return looks[value] if type_.kind == "piece" and value != ir.NONE else value


def unknown(state: hoyle.State) -> Iterator[tuple[int, slice]]:
    """The zones of a stepped game of whose order something is unknown, and which part of them."""
    size = state.plan.layout.size
    for handle in range(len(state.z)):
        below, count = state.v[size + 2 * handle : size + 2 * handle + 2]
        if count:
            yield handle, slice(below, below + count)


# -------------------------------------------------------------------------------- chance


class Truth:
    """What chance did in a recorded game, told to a stepped one that follows it.

    Both write the same events, so the number of those that the stepped game has written says how far into
    the recorded one it is.
    """

    def __init__(self) -> None:
        self.read = 0
        self.orders: dict[int, list[int]] = {}  # what is left of each shuffled zone, top first

    def copy(self) -> Truth:
        new = Truth()
        new.read = self.read
        new.orders = {handle: order[:] for handle, order in self.orders.items()}
        return new

    def _read_on(self, log: list[tuple[Any, ...]], until: int) -> None:
        for entry in log[self.read : until]:
            match entry:
                case ("shuffle", handle, order, _):
                    self.orders[handle] = list(order)
                case ("move", piece, source, *_) if piece in self.orders.get(source, ()):
                    self.orders[source].remove(piece)
                case _:
                    pass
        self.read = max(self.read, until)

    def lay_out(self, state: hoyle.State, log: list[tuple[Any, ...]]) -> None:
        """Lays what is unknown of each zone upside down, which nobody can see.

        Of look-alikes the lowest is taken, so it is the very one that the recorded game takes: both go on to
        name their pieces alike. And whoever does look at what is unknown sees the wrong end of it.
        """
        self._read_on(log, len(state.log))
        for handle, part in unknown(state):
            order = self.orders.get(handle, [])[part.start - part.stop :]
            if sorted(order) == sorted(state.z[handle][part]):
                state.z[handle][part] = order

    def outcome(self, state: hoyle.State, log: list[tuple[Any, ...]]) -> int | None:
        """The index of the outcome that the recorded game had; None if there is none such."""
        done = len(state.log)
        self._read_on(log, done)
        chance = state.plan.sites[state.k[-1][0]].chance
        if isinstance(chance, ir.Settle):
            handle = state.v[state.plan.layout.location + state.c[0][1]]
            order, left = self.orders.get(handle, []), state.v[state.plan.layout.size + 2 * handle + 1]
            return self._piece(state, order[-left]) if left <= len(order) else None
        if done >= len(log) or log[done][0] != "random":
            return None
        _, _, type_, value, _ = log[done]
        if type_.kind == "piece":
            return self._piece(state, value)
        return next((index for index, raw in enumerate(state.c) if raw[1] == value), None)

    def _piece(self, state: hoyle.State, piece: int) -> int | None:
        """The outcome that is this piece, or one that looks like it: then it becomes this one."""
        for index, raw in enumerate(state.c):
            if raw[1] == piece:
                return index
        look, location = _look(state, piece), state.plan.layout.location
        for index, raw in enumerate(state.c):
            if _look(state, raw[1]) == look:
                if state.v[location + raw[1]] == state.v[location + piece]:
                    state.c[index] = (raw[0], piece)
                return index
        return None


def waits_for_chance(state: hoyle.State) -> bool:
    return not state.over and state.seat == CHANCE
