"""Plans what is recorded: in a plan for recording, statements are followed by the events they make.

Moves, shuffles and what comes of a new round are recorded by the runtime, since one statement may move many
pieces; `docs/semantics.md` lists the events.
"""

from __future__ import annotations

from hoyle.ir import program as ir
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.draft import Draft
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt
from hoyle.plan.visibility import everyone

# Told by events of their own.
_UNTOLD = frozenset({"round_number", "match_ended"})


def after_set(draft: Draft, at: int, cell: p.Cell, index: Expr | None) -> tuple[Stmt, ...]:
    """A variable has changed."""
    if not draft.mode.record or cell.var in _UNTOLD:
        return ()
    return (s.RecordSet(at, cell.var, index, cell),)


def after_fill(draft: Draft, at: int, cells: p.Cells, indexed: bool) -> tuple[Stmt, ...]:
    """A variable, or all of its many, has its first value."""
    if not draft.mode.record:
        return ()
    value: Expr = p.Frozen(cells) if indexed else p.Cell(cells.var, cells.place)
    return (s.RecordSet(at, cells.var, None, value),)


def after_random(draft: Draft, stmt: ir.Random) -> tuple[Stmt, ...]:
    """Chance has brought something: known to whoever sees what it is assigned to, or the piece that it is."""
    if not draft.mode.record:
        return ()
    value = p.Local(stmt.name)
    slot = draft.layout.slots.get(stmt.label)
    mask: Expr = p.Known(0)
    if stmt.type.kind == "piece":
        mask = p.PieceMask(value)
    elif slot is None or slot.seen == "everyone":
        mask = p.Known(everyone(draft.layout))
    return (s.RecordRandom(stmt.at, stmt.label, stmt.type, value, mask),)


def after_score(draft: Draft, at: int, gains: tuple[Expr, ...] | None) -> tuple[Stmt, ...]:
    """A round was scored."""
    return (s.RecordScore(at, gains),) if draft.mode.record else ()
