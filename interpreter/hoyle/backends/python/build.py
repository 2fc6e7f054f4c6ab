"""Builds a program for a number of players and a set of options: source, constants, tables."""

from __future__ import annotations

import linecache
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from hoyle.backends.python.blocks import BlockSource
from hoyle.backends.python.module import ModuleSource
from hoyle.backends.python.runtime import functions
from hoyle.backends.python.statements import StatementSource
from hoyle.ir import program as ir
from hoyle.ir.verify import nodes_of
from hoyle.plan.blocks import Cutter, Site
from hoyle.plan.fold import Folder
from hoyle.plan.inline import inlined
from hoyle.plan.layout import Layout, OptionValue, make_layout, zone_name
from hoyle.plan.recursion import in_circles
from hoyle.plan.stepping import stepped as rewrite_stepped


@dataclass(eq=False)
class Build:
    """Code for one program, number of players, set of options and way of playing."""

    program: ir.Program
    layout: Layout
    record: bool
    stepped: bool
    source: str
    blocks: list[Callable[..., Any] | None]
    sites: dict[int, Site]
    alternatives: dict[int, tuple[Site, int]]  # block of a body → its site and alternative (-1: pass)
    entry: int
    fuel: list[int]
    origins: list[tuple[str, int]]
    globals: dict[str, Any]
    file: str
    expressions: StatementSource
    zone_names: tuple[str, ...] = ()
    procs: tuple[str, ...] = ()  # per block
    continuations: frozenset[int] = frozenset()  # blocks that a frame below the top may name
    plain: bool = False
    frame_sizes: dict[int, int] = field(default_factory=dict)  # values in a frame, by its block
    probes: dict[Any, Callable[..., Any]] = field(default_factory=dict)

    def whereabouts(self, block: int) -> tuple[str, ir.Place | None]:
        """The rule that a block belongs to, and the place of its first statement."""
        rule, function = self.procs[block], self.globals[f"b{block}"]
        line = function.__code__.co_firstlineno + 1
        while line < len(self.origins) and self.origins[line] == (rule, -1):
            line += 1
        at = self.origins[line][1] if line < len(self.origins) and self.origins[line][0] == rule else -1
        return rule, self.program.places[at] if at >= 0 else None

    def probe(self, key: Any, params: tuple[str, ...], expr: ir.Expr) -> Callable[..., Any]:
        """A function of the state that computes an expression: for labels, reasons and scenarios."""
        if key not in self.probes:
            module = self.expressions.module
            start = len(module.lines)
            text = self.expressions.frozen(expr)
            name = f"probe{len(self.probes)}"
            module.function(
                name, ", ".join(["v", "z", *(f"l_{p}" for p in params)]), [(1, f"return {text}", -1)]
            )
            source = "\n".join(module.lines[start:]) + "\n"
            self.globals.update(module.globals)
            exec(compile(source, f"{self.file} probe", "exec"), self.globals)  # noqa: S102 (source of our own)
            self.probes[key] = self.globals[name]
        return self.probes[key]


def make_build(
    program: ir.Program,
    players: int,
    options: dict[str, OptionValue],
    record: bool,
    stepped: bool,
    plain: bool = False,
) -> Build:
    """Writes and compiles the code; takes some ten milliseconds for a large ruleset."""
    if stepped:
        program = rewrite_stepped(program)
    if not plain:
        program = inlined(program)
    layout = make_layout(program, players, options)
    folder = Folder(layout)
    module = ModuleSource(program)
    recursive = _recursive(program)
    asking = _asking(program, recursive, stepped)
    source = StatementSource(layout, module, folder, recursive, record, stepped)
    source.careful = plain
    cutter = Cutter(program, asking, stepped)
    cutter.cut()
    writer = BlockSource(source, cutter, recursive)
    writer.write()
    _write_starts(source)
    _write_refills(source)
    fuel = [0]
    names = functions(layout, fuel, record, stepped) | module.globals
    file = f"<hoyle {program.id} for {players}>"
    text = module.text
    linecache.cache[file] = (len(text), None, text.splitlines(True), file)
    exec(compile(text, file, "exec"), names)  # noqa: S102 (source of our own making)
    refills = {handle: names[f"refill_{handle}"] for handle in _refilled(layout)}
    names["connect"](names["starts_"], refills)
    blocks = [names.get(f"d{block.id}") or names.get(f"b{block.id}") for block in cutter.blocks]
    alternatives: dict[int, tuple[Site, int]] = {}
    for site in cutter.sites.values():
        for index, body in enumerate(site.bodies):
            alternatives[body] = site, index
        if site.passing >= 0:
            alternatives[site.passing] = site, -1
    zone_names = tuple(zone_name(layout, handle) for handle in range(len(layout.handles)))
    return Build(
        program, layout, record, stepped, text, blocks, cutter.sites, alternatives, cutter.entries["match"],
        fuel, module.origins, names, file, source, zone_names, tuple(block.proc for block in cutter.blocks),
        frozenset(writer.continuations), plain, writer.frame_sizes,
    )  # fmt: skip


def _calls(proc: ir.Proc) -> set[str]:
    return {node.proc for node in nodes_of(proc.body or ()) if isinstance(node, ir.CallProc)}


def _asking(program: ir.Program, recursive: frozenset[str], stepped: bool) -> frozenset[str]:
    """The procedures that may stop, themselves or through a call.

    Those that call themselves are cut into blocks too, although they need not stop: so a tail call costs
    no depth.
    """
    kinds: tuple[type, ...] = (ir.Decide, ir.Random, ir.Settle) if stepped else (ir.Decide,)
    found = {
        proc.name
        for proc in program.procs.values()
        if proc.body is not None and any(isinstance(node, kinds) for node in nodes_of(proc.body))
    }
    found |= {name for name in recursive if not program.procs[name].pure}
    while True:
        more = {
            proc.name for proc in program.procs.values() if proc.name not in found and _calls(proc) & found
        }
        if not more:
            return frozenset(found)
        found |= more


def _recursive(program: ir.Program) -> frozenset[str]:
    """The procedures that can reach themselves through calls."""
    return in_circles({proc.name: _calls(proc) for proc in program.procs.values()})


def _write_starts(source: StatementSource) -> None:
    """A function that says in which zone each piece starts."""
    layout = source.layout
    lines: list[tuple[int, str, int]] = [(1, f"t_ = [-1] * {layout.pieces}", -1)]
    for name, slot in layout.zones.items():
        zone = slot.zone
        if zone.starts == "none":
            continue
        component = next(c for c in layout.program.components if c.name == zone.component)
        first, last = component.first, component.first + len(component.labels)
        for index in range(slot.count):
            lines.append((1, f"for c_ in range({first}, {last}):", zone.at))
            if not isinstance(zone.starts, str):
                given = {zone.start_params[-1]: "c_"}
                if zone.per:
                    given[zone.start_params[0]] = str(index + slot.low)
                lines.append((2, f"if {source.write(zone.starts, given)}:", zone.at))
                lines.append(
                    (
                        3,
                        f"if t_[c_] >= 0: raise Fault('a piece starts in two zones, one is `{name}`')",
                        zone.at,
                    )
                )
                lines.append((3, f"t_[c_] = {slot.base + index}", zone.at))
            else:
                lines.append((2, f"if t_[c_] < 0: t_[c_] = {slot.base + index}", zone.at))
    lines.append((1, "if -1 in t_: raise Fault('some pieces start in no zone')", -1))
    lines.append((1, "return t_", -1))
    source.module.function("starts_", "v, z", lines)


def _refilled(layout: Layout) -> list[int]:
    return [handle for handle, (zone, _) in enumerate(layout.handles) if zone.refill is not None]


def _write_refills(source: StatementSource) -> None:
    for handle in _refilled(source.layout):
        refill = source.layout.handles[handle][0].refill
        assert refill is not None
        when = "True" if refill.when is None else source.write(refill.when)
        source.module.function(f"refill_{handle}", "v, z", [(1, f"return {when}", -1)])
