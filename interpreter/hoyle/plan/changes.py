"""What a rule can change, through all that it calls: so that no more is put back when it is supposed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.layout import Layout
from hoyle.plan.nodes import Cells

Span: TypeAlias = tuple[int, int]
"""So many places, or zones, from one on."""

# So many single numbers of a variable are worth naming one by one.
MOST_SINGLE = 4


@dataclass
class Changes:
    """The numbers and zones that may be others afterwards; `single` are indices that are known beforehand."""

    whole: set[str] = field(default_factory=set)  # variables
    single: dict[str, dict[ir.Expr, None]] = field(default_factory=dict)
    zones: set[str] = field(default_factory=set)
    components: set[str] = field(default_factory=set)  # whose pieces may lie elsewhere, or be known to others
    everything: bool = False
    ends: bool = False  # whether it may end the round

    def ranges(self, layout: Layout) -> tuple[Cells, ...]:
        """The stretches of numbers, joined where they touch."""
        if self.everything:
            return (Cells("state", 0, layout.size),)
        spans = [(layout.slots[name].base, layout.slots[name].count) for name in self.whole]
        for component in layout.program.components:
            if component.name in self.components:
                for first in (layout.location, layout.known):
                    if first >= 0:
                        spans.append((first + component.first, len(component.labels)))
        return tuple(Cells("state", place, count) for place, count in _joined(spans))

    def handles(self, layout: Layout) -> tuple[Span, ...]:
        """The stretches of zones."""
        if self.everything:
            return ((0, len(layout.handles)),) if layout.handles else ()
        return tuple(_joined([(layout.zones[name].base, layout.zones[name].count) for name in self.zones]))


def _joined(spans: list[Span]) -> list[Span]:
    """Stretches in order, those that touch as one.

    >>> _joined([(7, 2), (0, 3), (3, 1)])
    [(0, 4), (7, 2)]
    """
    found: list[Span] = []
    for first, count in sorted(span for span in spans if span[1]):
        if found and found[-1][0] + found[-1][1] >= first:
            found[-1] = found[-1][0], max(found[-1][1], first + count - found[-1][0])
        else:
            found.append((first, count))
    return found


def changes_of(
    program: ir.Program, procs: Mapping[str, ir.Proc], call: ir.Supposing, circular: frozenset[str]
) -> Changes:
    """What a rule that is supposed may change; single indices are in terms of the call's arguments."""
    search = _Search(program, procs, circular)
    search.called(call.proc, call.args)
    found = search.found
    for name, indices in list(found.single.items()):
        if name in found.whole or len(indices) > MOST_SINGLE:
            found.whole.add(name)
            del found.single[name]
    return found


class _Search:
    def __init__(self, program: ir.Program, procs: Mapping[str, ir.Proc], circular: frozenset[str]) -> None:
        self.program, self.procs, self.circular = program, procs, circular
        self.found = Changes()
        self.single_vars = {"score", "face_up"} | {
            var.name for var in program.vars if all(per.kind != "range" for per in var.per)
        }
        self._seen: set[tuple[str, tuple[ir.Expr | None, ...]]] = set()

    def called(self, name: str, args: tuple[ir.Expr | None, ...]) -> None:
        """Adds what a rule changes; an argument that is not known beforehand is None."""
        proc = self.procs[name]
        if name in self.circular:
            args = tuple(None for _ in args)
        if proc.pure or (name, args) in self._seen:
            return
        self._seen.add((name, args))
        set_here = set(_names_set(proc))
        given = {
            param: arg for param, arg in zip(proc.params, args, strict=True) if param not in set_here
        }  # fmt: skip
        for node in walk(proc.body):
            self._node(node, given)

    def _known(self, expr: ir.Expr | None, given: Mapping[str, ir.Expr | None]) -> ir.Expr | None:
        """An expression in terms of the first call, if it means the same now as it will."""
        match expr:
            case ir.Const() | ir.Opt():
                return expr
            case ir.Local():
                return given.get(expr.name)
            case ir.Flat():
                found = [self._known(index, given) for index in expr.indices]
                indices = tuple(index for index in found if index is not None)
                return ir.Flat(expr.per, indices) if len(indices) == len(found) else None
            case _:
                return None

    def _node(self, node: object, given: Mapping[str, ir.Expr | None]) -> None:
        found = self.found
        match node:
            case ir.SetVar(var=name, index=index):
                known = self._known(index, given)
                if known is None or name not in self.single_vars:
                    found.whole.add(name)
                else:
                    found.single.setdefault(name, {})[known] = None
            case ir.Remember() | ir.Forget():
                found.whole.add(node.memory)
            case ir.CallProc():
                self.called(node.proc, tuple(self._known(arg, given) for arg in node.args))
            case ir.End():
                found.ends = True
                if node.what == "match":
                    found.whole.add("match_ended")
            case ir.Draw() | ir.Deal():
                self._moves(node.source, node.to)
            case ir.Move(kind="zone") | ir.MoveAround(kind="zone"):
                self._moves(node.what, node.to)
            case ir.Move() | ir.MoveAround():
                self._moves(None, node.to)
            case (
                ir.SetLocal() | ir.If() | ir.ForEach() | ir.While() | ir.Repeat() | ir.Return()
            ):  # fmt: skip
                pass
            case ir.Random() | ir.Shuffle() | ir.Reveal() | ir.Decide() | ir.Settle() | ir.Refill():
                raise AssertionError(f"{node} cannot be taken back")
            case _ if hasattr(node, "at"):
                found.everything = True  # a statement of which nothing is known here
            case _:
                pass

    def _moves(self, source: ir.Expr | None, to: ir.Expr) -> None:
        """Pieces go from a zone (None: from wherever they lie) to another."""
        for zone in (to, source):
            if isinstance(zone, ir.ZoneAt):
                self.found.zones.add(zone.zone)
        named = next((zone.zone for zone in (to, source) if isinstance(zone, ir.ZoneAt)), None)
        components = {
            zone.component for zone in self.program.zones if named is None or zone.name == named
        }  # fmt: skip
        self.found.components |= components
        if not isinstance(source, ir.ZoneAt) or not isinstance(to, ir.ZoneAt):
            self.found.zones |= {zone.name for zone in self.program.zones if zone.component in components}


def _names_set(proc: ir.Proc) -> Iterator[str]:
    """The locals that a rule sets itself."""
    for node in walk(proc.body):
        match node:
            case ir.SetLocal():
                yield node.name
            case ir.CallProc() if node.into is not None:
                yield node.into
            case ir.Draw():
                yield node.into
            case ir.ForEach() | ir.Deal() | ir.MoveAround():
                yield node.local
            case _:
                pass
