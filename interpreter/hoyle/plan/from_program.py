"""Makes a plan from a program, a number of players, options and a way of playing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.blocks import Graph, cut
from hoyle.plan.budget import Budget, repeated_rules
from hoyle.plan.control import Control
from hoyle.plan.draft import Draft
from hoyle.plan.expressions import EMPTY, Expressions
from hoyle.plan.inline import inlined
from hoyle.plan.layout import Layout, apart, make_layout, zone_name
from hoyle.plan.liveness import find_liveness
from hoyle.plan.model import Block, Function, Mode, Plan, Setting, Site
from hoyle.plan.ranges import Ranges
from hoyle.plan.recursion import DEPTH, Recursion, find_recursion
from hoyle.plan.statement_nodes import Stmt
from hoyle.plan.statements import Statements
from hoyle.plan.stepping import stepped
from hoyle.plan.written_out import WritingOut


@dataclass
class Work:
    """What the passes make, one after the other."""

    program: ir.Program
    setting: Setting
    layout: Layout | None = None
    recursion: Recursion | None = None
    graph: Graph = field(default_factory=Graph)
    ranges: Ranges | None = None
    unstepped: ir.Program | None = None  # the program before its chance was stepped
    resolved: Resolved | None = None


@dataclass
class Resolved:
    """Nodes of a plan, before and after charges are placed and moves written out."""

    draft: Draft
    expressions: Expressions
    control: Control
    starts: Function
    refills: dict[int, Function]
    definitions: dict[tuple[tuple[str, ...], ir.Expr], Function]
    blocks: dict[int, Block]
    sites: dict[int, Site]
    budget: Budget


def make_plan(program: ir.Program, setting: Setting) -> Plan:
    """The plan; takes some ten milliseconds for a large ruleset."""
    work = Work(program, setting)
    for make in PASSES:
        make(work)
    assert work.resolved is not None
    assert work.ranges is not None
    return _plan(work.graph, work.resolved, work.ranges)


def _keep_ranges(work: Work) -> None:
    """What is declared with a range is checked where it could leave that."""
    work.ranges = Ranges(work.program, work.setting)
    work.program = work.ranges.guarded()


def _step(work: Work) -> None:
    """Where chance is stepped, the program stops at every chance event."""
    if work.setting.mode.stepped:
        work.unstepped = work.program
        work.program = stepped(work.program)


def _inline(work: Work) -> None:
    """Small definitions are written out where they are used, unless faults are to be found."""
    if not work.setting.mode.careful:
        work.program = inlined(work.program)


def _lay_out(work: Work) -> None:
    """Every variable and zone gets its place."""
    work.layout = make_layout(work.program, work.setting.players, work.setting.options)


def _find_recursion(work: Work) -> None:
    work.recursion = find_recursion(work.program, work.setting.mode.stepped)


def _cut(work: Work) -> None:
    """Rules that may stop are cut into blocks. What frames hold hangs on the program, not on options."""
    assert work.recursion is not None
    work.graph = cut(work.program, work.recursion.stopping, work.setting.mode.stepped)
    find_liveness(work.graph)


def _resolve(work: Work) -> None:
    """Expressions, statements, lists of choices and control become nodes of the plan, folded and checked."""
    assert work.layout is not None
    assert work.recursion is not None
    draft = Draft(work.program, work.layout, work.setting.mode, work.recursion, work.unstepped)
    expressions = Expressions(draft)
    control = Control(draft, work.graph, expressions, Statements(draft, expressions))
    control.plan()
    starts, refills = _starts(draft, expressions), _refills(draft, expressions)
    definitions = _definitions(draft, expressions)
    budget = Budget(work.layout, draft.functions, starts, refills.values())
    work.resolved = Resolved(
        draft, expressions, control, starts, refills, definitions, control.blocks, control.sites, budget
    )


def _charge(work: Work) -> None:
    """What code costs is charged where it may be too much."""
    assert work.resolved is not None
    found = work.resolved
    repeated = repeated_rules(work.program)
    found.blocks, found.sites = found.budget.charge(
        found.blocks, found.sites, repeated, tuple(found.definitions.values())
    )


def _write_out(work: Work) -> None:
    """Moves on which nothing else hangs are written out; all plans have their charges before that."""
    assert work.resolved is not None
    found = work.resolved
    writing = WritingOut(found.draft)
    writing.functions(found.draft.functions)
    found.blocks = {
        number: replace(one, body=writing.sequence(one.body)) for number, one in found.blocks.items()
    }


PASSES: tuple[Callable[[Work], None], ...] = (
    _keep_ranges,
    _step,
    _inline,
    _lay_out,
    _find_recursion,
    _cut,
    _resolve,
    _charge,
    _write_out,
)


def _plan(graph: Graph, found: Resolved, ranges: Ranges) -> Plan:
    draft, control = found.draft, found.control
    layout, program = draft.layout, draft.program

    def evaluate(params: tuple[str, ...], expr: ir.Expr) -> Function:
        known = len(draft.functions)
        function = draft.function("value", params)
        function.body = (s.Return(-1, found.expressions.kept(ranges.expression(expr))),)
        found.budget.charge_value(function)
        WritingOut(draft).functions(draft.functions[known:])
        return function

    return Plan(
        program=program,
        layout=layout,
        mode=draft.mode,
        boards=draft.boards,
        functions=draft.functions,
        blocks=found.blocks,
        sites=found.sites,
        entry=graph.entries["match"],
        starts=found.starts,
        refills=found.refills,
        definitions=found.definitions,
        frames={
            block: ranges.typed(graph.blocks[block].proc, names) for block, names in control.frames.items()
        },
        continuations=frozenset(control.continuations),
        alternatives=_alternatives(found.sites),
        rules=tuple(block.proc for block in graph.blocks),
        zone_names=tuple(zone_name(layout, handle) for handle in range(len(layout.handles))),
        turns_around=draft.turns_around,
        starts_alike=not any(
            isinstance(node, ir.Get | ir.GetEach | ir.Pieces | ir.PiecesOfEach | ir.Call)
            for zone in program.zones
            for node in walk(zone.starts if not isinstance(zone.starts, str) else ())
        ),
        recursive=_is_recursive(draft),
        chain=found.budget.chain,
        evaluate=evaluate,
    )


def _is_recursive(draft: Draft) -> bool:
    """Whether a function calls itself, or one that labels and reasons may still bring."""
    circular = draft.recursion.circular
    return any(draft.program.procs[name].pure for name in circular) or any(
        DEPTH in function.params for function in draft.functions
    )


def _alternatives(sites: dict[int, Site]) -> dict[int, tuple[Site, int]]:
    found: dict[int, tuple[Site, int]] = {}
    for site in sites.values():
        found |= {body: (site, index) for index, body in enumerate(site.bodies)}
        if site.passing >= 0:
            found[site.passing] = site, -1
    return found


def _refills(draft: Draft, expressions: Expressions) -> dict[int, Function]:
    """For each zone that can be refilled, whether it may be now."""
    found: dict[int, Function] = {}
    for handle, (zone, _) in enumerate(draft.layout.handles):
        if zone.refill is not None:
            found[handle] = draft.function(f"refill {zone.name}", ())
            when = p.Known(1) if zone.refill.when is None else expressions.expr(zone.refill.when)
            found[handle].body = (s.Return(-1, when),)
    return found


def _definitions(draft: Draft, expressions: Expressions) -> dict[tuple[tuple[str, ...], ir.Expr], Function]:
    """Functions for what play will want to know of each player, by parameters and expression."""
    found: dict[tuple[tuple[str, ...], ir.Expr], Function] = {}
    for proc in (draft.program.won, draft.program.ties):
        if proc is not None and proc.value is not None:
            function = draft.function(proc.name, proc.params)
            function.body = (s.Return(proc.at, expressions.kept(proc.value)),)
            found[proc.params, proc.value] = function
    scoring = draft.program.scoring
    if scoring is not None and scoring.value is not None:
        function = draft.function("round score", (scoring.local,))
        function.body = (s.Return(scoring.at, expressions.kept(scoring.value)),)
        found[(scoring.local,), scoring.value] = function
    return found


def _starts(draft: Draft, expressions: Expressions) -> Function:
    """A function that says in which zone each piece starts, as a list."""
    layout, nowhere = draft.layout, p.Known(-1)
    found = p.Local("found")
    body: list[Stmt] = [s.StartFilled(-1, "found", nowhere, layout.pieces)]
    for name, slot in layout.zones.items():
        zone = slot.zone
        if zone.starts == "none":
            continue
        component = next(c for c in draft.program.components if c.name == zone.component)
        pieces = draft.tables.constant(
            tuple(range(component.first, component.first + len(component.labels))), component.name
        )
        free = p.Compare("<", p.ItemAt(found, p.Local("piece"), checked=False), p.Known(0))
        for index in range(slot.count):
            put = s.SetItem(zone.at, "found", p.Local("piece"), p.Known(slot.base + index))
            if isinstance(zone.starts, str):
                inner: tuple[Stmt, ...] = (s.If(zone.at, free, (put,)),)
            else:
                scope = EMPTY.bound(zone.start_params[-1], p.Local("piece"))
                indices = apart(slot.sizes, index)
                for param, low, one in zip(zone.start_params[:-1], slot.lows, indices, strict=True):
                    scope = scope.bound(param, p.Known(one + low))
                twice = s.If(zone.at, draft.fold(p.Not(free)), (s.Fail(zone.at, "two starts", (name,)),))
                inner = (s.If(zone.at, expressions.expr(zone.starts, scope), (twice, put)),)
            body.append(s.Loop(zone.at, ("piece",), pieces, inner))
    missing = s.If(-1, p.In(nowhere, found), (s.Fail(-1, "no start"),))
    function = draft.function("starts", ())
    function.body = (*body, missing, s.Return(-1, found))
    return function


__all__ = ["PASSES", "Mode", "Setting", "make_plan"]
