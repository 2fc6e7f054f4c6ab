"""Checks a program's promises: shapes, references, and that nothing stops inside an expression."""

from __future__ import annotations

from typing import Any

from hoyle.ir import program as ir
from hoyle.ir.json_form import fits_shape, shapes
from hoyle.ir.walk import walk


class BrokenPromise(AssertionError):
    """Lowering made a program that it promised not to make: a fault of ours, not of the ruleset."""


BUILTIN_VARS = frozenset({"score", "round_number", "clockwise", "face_up", "match_ended"})


def verify(program: ir.Program) -> None:
    """Raises BrokenPromise if the program is not closed or not well-formed."""
    for name, hint in shapes()["Program"].items():
        if not fits_shape(getattr(program, name), hint):
            raise BrokenPromise(f"program.{name} does not have its declared shape")
    known_vars = {var.name for var in program.vars} | BUILTIN_VARS
    memories = {var.name for var in program.vars if var.type.kind == "memory"}
    for var in program.vars:
        if not set(var.remembers) <= {one.name for one in program.vars} - memories:
            raise BrokenPromise(f"{var.name} remembers what is not there")
    zones = {zone.name for zone in program.zones}
    options = {option.name for option in program.options}
    for zone in program.zones:
        if zone.refill is not None and zone.refill.source not in zones:
            raise BrokenPromise(f"unknown zone {zone.refill.source} to refill {zone.name}")
    defined = tuple(proc for proc in (program.active, program.won, program.ties) if proc is not None)
    for proc in (*program.procs.values(), program.match, *defined):
        _verify_locals(proc)
    for name in program.family.options if program.family is not None else ():
        if name not in options:
            raise BrokenPromise(f"the family reads the unknown option {name}")
    for option in program.options:
        if option.by_players and tuple(count for count, _ in option.by_players) != program.counts:
            raise BrokenPromise(f"the option {option.name} has no default for some number of players")
    everything = (program.procs, program.match, defined, program.zones, program.requires)
    for node in walk(everything):
        at = getattr(node, "at", 0)
        if not 0 <= at < max(1, len(program.places)):
            raise BrokenPromise(f"there is no place {at}")
        match node:
            case ir.Fn() if node.name not in ir.FUNCTIONS:
                raise BrokenPromise(f"unknown built-in {node.name}")
            case ir.Get() | ir.GetEach() | ir.SetVar() | ir.FillVar() if node.var not in known_vars:
                raise BrokenPromise(f"unknown variable {node.var}")
            case ir.Flat() if len(node.per) != len(node.indices) or len(node.per) < 2:
                raise BrokenPromise(f"{len(node.indices)} indices for {len(node.per)} types")
            case ir.Times() | ir.Remember() | ir.Forget() if node.memory not in memories:
                raise BrokenPromise(f"unknown memory {node.memory}")
            case ir.ZoneAt() | ir.PiecesOfEach() if node.zone not in zones:
                raise BrokenPromise(f"unknown zone {node.zone}")
            case ir.Opt() if node.name not in options:
                raise BrokenPromise(f"unknown option {node.name}")
            case ir.Table() if node.table not in program.tables:
                raise BrokenPromise(f"unknown table {node.table}")
            case ir.Call():
                if node.proc not in program.procs or not program.procs[node.proc].pure:
                    raise BrokenPromise(f"{node.proc} is called inside an expression but is not pure")
            case ir.Supposing() if node.proc not in program.procs or program.procs[node.proc].asks:
                raise BrokenPromise(f"{node.proc} is supposed, but asks or is not there")
            case ir.Supposing() if len(node.names) != len(node.values):
                raise BrokenPromise(
                    f"{len(node.names)} names for {len(node.values)} values before {node.proc}"
                )
            case ir.Supposing() if len(node.args) != len(program.procs[node.proc].params):
                raise BrokenPromise(f"{node.proc} is supposed with {len(node.args)} arguments")
            case ir.CallProc() if node.proc not in program.procs:
                raise BrokenPromise(f"unknown procedure {node.proc}")
            case ir.CallProc() if len(node.args) != len(program.procs[node.proc].params):
                raise BrokenPromise(f"{node.proc} is called with {len(node.args)} arguments")
            case ir.Const() if abs(node.value) > ir.LARGEST and node.value != ir.NONE:
                raise BrokenPromise(f"constant {node.value} is too large")
            case ir.Decide():
                for inner in walk(tuple(a.body for a in node.alternatives)):
                    if node.how == "simultaneously" and isinstance(inner, ir.Decide):
                        raise BrokenPromise(f"{node.name} asks inside simultaneously")
            case _:
                pass


def _verify_locals(proc: ir.Proc) -> None:
    """Every local that a procedure reads is one that it sets somewhere, and has a type.

    Reasons come from the rules that they belong to, with the names that these have for what they go through.
    """
    everything = tuple(walk((proc.body, proc.value)))
    in_texts = {id(node) for text in everything if isinstance(text, ir.Text) for node in walk(text)}
    known, typed = set(proc.params), set(proc.params)
    looked_at: set[str] = set()
    for node in everything:
        if isinstance(node, ir.Local):
            looked_at.add(node.name)
        names = _bound(node)
        known |= names
        if id(node) not in in_texts:
            typed |= names
    if not looked_at <= known:
        raise BrokenPromise(f"{proc.name} reads {sorted(looked_at - known)}, which nothing sets")
    if not typed - {""} <= proc.types.keys():
        raise BrokenPromise(f"{proc.name} has locals without a type: {sorted(typed - proc.types.keys())}")


def _bound(node: Any) -> set[str]:
    """The locals that a node gives a value."""
    match node:
        case ir.SetLocal() | ir.Random() | ir.Pick():
            return {node.name}
        case ir.CallProc() | ir.Draw():
            return {node.into or ""}
        case ir.Supposing():
            return set(node.names)
        case ir.FillVar():
            return {node.local, *node.more}
        case ir.ForEach() | ir.Deal() | ir.MoveAround() | ir.Decide() | ir.Quantified() | ir.ScoreRound():
            return {node.local}
        case _:
            return set()
