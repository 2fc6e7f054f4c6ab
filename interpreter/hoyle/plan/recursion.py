"""Which rules may come back to themselves through calls, and which may stop for somebody."""

from __future__ import annotations

from collections.abc import Mapping, Set
from dataclasses import dataclass

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.circles import in_circles

# The local that counts calls inside calls, in rules that may come back to themselves.
DEPTH = "depthD"


@dataclass(frozen=True, slots=True)
class Recursion:
    """What is known about the calls of a program."""

    circular: frozenset[str]  # rules that can reach themselves
    stopping: frozenset[str]  # rules that are cut into blocks
    supposed: frozenset[str] = (
        frozenset()
    )  # rules with effects that can reach themselves where they are supposed


def find_recursion(program: ir.Program, stepped: bool) -> Recursion:
    """Rules that may stop are cut into blocks; so are those with effects that call themselves.

    Although the latter need not stop: so a tail call costs no depth.
    """
    calls = {proc.name: _calls(proc, ir.CallProc) for proc in program.procs.values()}
    functions = in_circles({_as_function(proc): _functions(proc, program) for proc in program.procs.values()})
    acting = in_circles(calls)
    stopping = {
        proc.name
        for proc in program.procs.values()
        if proc.asks or (not proc.pure and proc.name in acting) or (stepped and _is_chancy(proc))
    }
    definitions = frozenset(name for name in functions if name in program.procs)
    supposed = frozenset(proc.name for proc in program.procs.values() if _as_function(proc) in functions)
    return Recursion(acting | definitions, _callers(calls, stopping), supposed - definitions)


def _as_function(proc: ir.Proc) -> str:
    """A definition; or, where it is supposed, a rule with effects."""
    return proc.name if proc.pure else f"supposing {proc.name}"


def _functions(proc: ir.Proc, program: ir.Program) -> set[str]:
    """What a rule calls where it is a function."""
    return {
        _as_function(program.procs[node.proc])
        for node in walk((proc.body, proc.value))
        if isinstance(node, ir.Call | ir.CallProc | ir.Supposing)
    }


def _is_chancy(proc: ir.Proc) -> bool:
    """Whether a rule stops by itself where chance is stepped."""
    return any(isinstance(node, ir.Random | ir.Settle) for node in walk(proc.body))


def _callers(calls: Mapping[str, Set[str]], found: Set[str]) -> frozenset[str]:
    """Some rules, and those that can reach them through calls."""
    callers: dict[str, list[str]] = {}
    for name, called in calls.items():
        for one in called:
            callers.setdefault(one, []).append(name)
    reached, waiting = set(found), list(found)
    while waiting:
        for name in callers.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return frozenset(reached)


def _calls(proc: ir.Proc, kind: type[ir.Call] | type[ir.CallProc]) -> set[str]:
    return {node.proc for node in walk((proc.body, proc.value)) if isinstance(node, kind)}
