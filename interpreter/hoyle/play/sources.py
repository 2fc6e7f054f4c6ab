"""From which piles a choice takes pieces, read from the rules: whoever means such a pile means the choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from hoyle.ir import program as ir
from hoyle.ir.walk import walk

if TYPE_CHECKING:
    from collections.abc import Iterator

    from hoyle.plan.model import Plan, Site

DEEPEST = 2  # calls that are followed: what comes later is no more what the choice is about

_FOUND: WeakKeyDictionary[Plan, dict[int, tuple[frozenset[str], ...]]] = WeakKeyDictionary()


def sources_of(plan: Plan, site: Site) -> tuple[frozenset[str], ...]:
    """For each alternative of a decision the zones that it takes from, where there is one of that name.

    Where several take from a zone, those mean it that do so first, without calling another rule.
    """
    found = _FOUND.setdefault(plan, {})
    if site.id not in found:
        found[site.id] = _sources(plan.program, site)
    return found[site.id]


def _sources(program: ir.Program, site: Site) -> tuple[frozenset[str], ...]:
    if site.decide is None:
        return ()
    depths: list[dict[str, int]] = []
    for alternative in site.decide.alternatives:
        own: dict[str, int] = {}
        for zone, depth in _taken(program, alternative.body, 0, frozenset({site.decide.name})):
            own[zone] = min(depth, own.get(zone, depth))
        depths.append(own)
    least = {zone: min(own.get(zone, DEEPEST) for own in depths) for own in depths for zone in own}
    return tuple(frozenset(zone for zone, depth in own.items() if depth == least[zone]) for own in depths)


def _taken(
    program: ir.Program, stmts: tuple[ir.Stmt, ...], depth: int, calling: frozenset[str]
) -> Iterator[tuple[str, int]]:
    for stmt in stmts:
        match stmt:
            case ir.Draw() | ir.Deal():
                yield from ((zone, depth) for zone in _named(stmt.source))
            case ir.Move() | ir.MoveAround():
                yield from ((zone, depth) for zone in _ends(stmt.what, stmt.kind))
            case ir.If():
                yield from _taken(program, (*stmt.then, *stmt.otherwise), depth, calling)
            case ir.ForEach() | ir.While() | ir.Repeat():
                yield from _taken(program, stmt.body, depth, calling)
            case ir.CallProc() if depth < DEEPEST and stmt.proc not in calling:
                body = program.procs[stmt.proc].body or ()
                yield from _taken(program, body, depth + 1, calling | {stmt.proc})
            case ir.Decide():
                return  # what comes of another choice
            case _:
                pass


def _named(zone: Any) -> tuple[str, ...]:
    return (zone.zone,) if isinstance(zone, ir.ZoneAt) and zone.index is None else ()


def _ends(what: Any, kind: str) -> Iterator[str]:
    """A whole zone that is moved, or one of which the top or bottom is."""
    if kind == "zone":
        yield from _named(what)
    elif isinstance(what, ir.Fn) and what.name in ("top", "bottom"):
        for one in walk(what.args[0]):
            yield from _named(one)
