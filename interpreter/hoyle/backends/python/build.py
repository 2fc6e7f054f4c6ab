"""Compiles the printed module of a plan, and drives its blocks."""

from __future__ import annotations

import linecache
import sys
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeAlias

from hoyle.backends.python.checks import WAIT, EndRound
from hoyle.backends.python.module import Module, to_python
from hoyle.backends.python.runtime import functions
from hoyle.backends.python.trace import listen
from hoyle.ir import program as ir
from hoyle.plan.faults import Fault
from hoyle.plan.limits import DEEPEST, FREE_JUMPS, FUEL, MOST_JUMPS
from hoyle.plan.model import Function, Plan
from hoyle.plan.recursion import DEPTH

if TYPE_CHECKING:
    from hoyle.play.state import State

Frame: TypeAlias = tuple[Any, ...]

# What printed code raises because of the ruleset, and the fault that it is.
_RAISED: tuple[tuple[type[Exception], str], ...] = (
    (ZeroDivisionError, "division by zero"),
    (IndexError, "not there"),
    (KeyError, "not there"),
)
FAULTS: tuple[type[Exception], ...] = (Fault, *(kind for kind, _ in _RAISED))

_FREE = range(FREE_JUMPS)
_JUMPS = range(MOST_JUMPS - FREE_JUMPS)

_PATIENCE = 10

# Python's own calls for each of ours: a rule, and loops within loops.
_CALLS_A_LEVEL = 12
# And for each in a chain that comes back nowhere, which needs room only if it is long.
_CALLS_A_LINK = 3
_LONG_CHAIN = 100


class PythonBuild:
    """The code of one plan."""

    def __init__(self, plan: Plan, late: bool = False) -> None:
        self.plan, self.records = plan, plan.mode.record
        self._late: PythonBuild | None = None
        self._heard: Callable[[str], None] | None = None
        # A careful plan finds where another fault is: it must not run out where the game itself did not.
        self.fuel = FUEL * _PATIENCE if plan.mode.careful else FUEL
        self.module: Module = to_python(plan, late)
        self.file = f"<hoyle {plan.program.id} for {plan.layout.players}{' late' if late else ''}>"
        self.source = self.module.text
        self.globals: dict[str, Any] = functions(plan)
        self._printed = 0
        self._compile(self.file)
        linecache.cache[self.file] = (len(self.source), None, self.source.splitlines(True), self.file)
        self.blocks: list[Callable[..., Any] | None] = [
            self.globals.get(f"d{number}") or self.globals.get(f"b{number}")
            for number in range(len(plan.rules))
        ]
        refills = {handle: self._of_parts(function) for handle, function in plan.refills.items()}
        starts = self._of_parts(plan.starts)
        self.globals["connect"](starts, refills)
        self.starts: Callable[..., Any] = lambda v, z: starts(v, z, [self.fuel])
        self._values: dict[Any, Callable[..., Any]] = {}
        if plan.recursive or plan.chain > _LONG_CHAIN:
            self.begin = self._with_room(self.begin)  # type: ignore[method-assign]
            self.take = self._with_room(self.take)  # type: ignore[method-assign]
            self.list_choices = self._with_room(self.list_choices)  # type: ignore[method-assign]
            self.value = self._with_room(self.value)  # type: ignore[method-assign]

    def _compile(self, file: str) -> None:
        """Runs the lines that were printed since the last time."""
        lines, self._printed = self.module.lines[self._printed :], len(self.module.lines)
        self.globals.update(self.module.globals)
        exec(compile("\n".join(lines) + "\n", file, "exec"), self.globals)  # noqa: S102 (source of our own)

    def _of_parts(self, function: Function) -> Callable[..., Any]:
        """A function without effects, to be called with numbers, zones, what is left, and its arguments."""
        code: Callable[..., Any] = self.globals[self.module.function(function)]
        match self.module.takes(function):
            case ("v",):
                return lambda v, z, u, *args: code(v, *args)
            case ("z",):
                return lambda v, z, u, *args: code(z, *args)
            case ("v", "z"):
                return lambda v, z, u, *args: code(v, z, *args)
            case ("v", "u"):
                return lambda v, z, u, *args: code(v, u, *args)
            case ("z", "u"):
                return lambda v, z, u, *args: code(z, u, *args)
            case ("u",):
                return lambda v, z, u, *args: code(u, *args)
            case ():
                return lambda v, z, u, *args: code(*args)
            case _:
                return code

    # -------------------------------------------------------------- the contract
    def begin(self, state: State) -> None:
        """Starts a match."""
        state.u = [self.fuel]
        try:
            self._run(state, (self.plan.entry,))
        except FAULTS as error:
            raise self._located(error) from None

    def take(self, state: State, choice: Frame) -> None:
        """Goes on with a choice; afterwards the state waits for the next one or is over."""
        state.u = [self.fuel]
        stack = state.k
        try:
            try:
                frame = self.blocks[choice[0]](state, choice, stack.pop())  # type: ignore[misc]
            except EndRound:
                # The lowest frame is the match's own: there the round is scored.
                del stack[1:]
                frame = None
            if frame is not WAIT:
                self._run(state, frame)
        except FAULTS as error:
            raise self._located(error) from None

    def list_choices(self, state: State) -> None:
        """Lists the choices of a state that was read back."""
        frame = state.k[-1]
        state.u = [self.fuel]
        try:
            self.globals[f"a{frame[0]}"](state, *frame[1:])
        except FAULTS as error:
            raise self._located(error) from None

    def value(
        self,
        state: State,
        params: tuple[str, ...],
        args: Frame,
        expr: ir.Expr,
        left: list[int] | None = None,
    ) -> Any:
        """The value of an expression of the program, with values for its locals."""
        key = params, expr
        if key not in self._values:
            known = len(self.plan.functions)
            function = self.plan.definitions.get(key) or self.plan.evaluate(params, expr)
            self.module.function(function)
            self._compile(f"{self.file} value")
            code = self._of_parts(function)
            # What is supposed may call itself, although nothing else of the plan does.
            deep = any(DEPTH in made.params for made in self.plan.functions[known:])
            self._values[key] = self._with_room(code) if deep and not self.plan.recursive else code
        try:
            return self._values[key](state.v, state.z, [self.fuel] if left is None else left, *args)
        except FAULTS as error:
            raise self._located(error) from None

    def listen(self, heard: Callable[[str], None]) -> None:
        """Tells the name of each rule when it is first run, from now on."""
        self._heard = heard
        listen(self, heard)
        if self._late is not None:
            listen(self._late, heard)

    # -------------------------------------------------------------- driving
    def _run(self, state: State, frame: Frame | None) -> None:
        """Runs frames until somebody must choose or nothing is left to do."""
        blocks, stack = self.blocks, state.k
        for _ in _FREE:
            if frame is None:
                if not stack:
                    state.over = True
                    state.c = []
                    state.seat = -1
                    return
                frame = stack.pop()
            try:
                frame = blocks[frame[0]](state, frame)  # type: ignore[misc]
            except EndRound:
                del stack[1:]
                frame = None
                continue
            if frame is WAIT:
                return
        self.late.run_on(state, frame)

    @property
    def late(self) -> PythonBuild:
        """The code that goes on after some jumps, in which all is charged."""
        if self._late is None:
            self._late = PythonBuild(self.plan, late=True)
            if self._heard is not None:
                listen(self._late, self._heard)
        return self._late

    @property
    def made_late(self) -> PythonBuild | None:
        """The same, if it was needed."""
        return self._late

    def run_on(self, state: State, frame: Frame | None) -> None:
        """Goes on with frames after some jumps: now it is looked at how many more there are."""
        blocks, stack = self.blocks, state.k
        try:
            for _ in _JUMPS:
                if frame is None:
                    if not stack:
                        state.over = True
                        state.c = []
                        state.seat = -1
                        return
                    frame = stack.pop()
                try:
                    frame = blocks[frame[0]](state, frame)  # type: ignore[misc]
                except EndRound:
                    del stack[1:]
                    frame = None
                    continue
                if frame is WAIT:
                    return
        except FAULTS as error:
            raise self._located(error) from None
        fault = Fault("jumps")
        fault.rule, fault.place = self._whereabouts((frame or stack[-1])[0])
        raise fault

    def _with_room(self, run: Callable[..., Any]) -> Callable[..., Any]:
        """The same with room for calls; where nothing calls itself, it would only cost time."""

        def with_room(*args: Any) -> Any:
            with self._room():
                return run(*args)

        return with_room

    @contextmanager
    def _room(self) -> Iterator[None]:
        """Room on Python's stack for as many calls as the rules may make, however deep the caller is."""
        before = sys.getrecursionlimit()
        deepest = DEEPEST * _CALLS_A_LEVEL + self.plan.chain * _CALLS_A_LINK
        sys.setrecursionlimit(max(before, _depth() + deepest))
        try:
            yield
        finally:
            sys.setrecursionlimit(before)

    # -------------------------------------------------------------- where a fault is
    def _located(self, error: Exception) -> Fault:
        """The fault that was raised, with the rule and the place it is in."""
        fault = error if isinstance(error, Fault) else _fault_of(error)
        if fault.rule or fault.place is not None:
            return fault
        at = -1
        for found in traceback.extract_tb(error.__traceback__):
            if found.filename == self.file and found.lineno is not None:
                origin = self.module.origins[found.lineno]
                fault.rule = origin[0] or fault.rule
                at = origin[1] if origin[1] >= 0 else at
        fault.place = self._place(at)
        return fault

    def _place(self, at: int) -> ir.Place | None:
        places = self.plan.program.places
        return places[at] if 0 <= at < len(places) and places[at].file else None

    def _whereabouts(self, block: int) -> tuple[str, ir.Place | None]:
        """The rule that a block belongs to, and the place of its first statement."""
        rule, origins = self.plan.rules[block], self.module.origins
        line = self.globals[f"b{block}"].__code__.co_firstlineno + 1
        while line < len(origins) and origins[line] == (rule, -1):
            line += 1
        at = origins[line][1] if line < len(origins) and origins[line][0] == rule else -1
        return rule, self.plan.program.places[at] if at >= 0 else None


def _fault_of(error: Exception) -> Fault:
    return Fault(next(code for kind, code in _RAISED if isinstance(error, kind)))


def _depth() -> int:
    """How deep the calls are that lead here."""
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count
