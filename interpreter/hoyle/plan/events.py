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

# Instead of who is told a random value: whoever is told of the variable that is set with it.
AS_SET = -1

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
    """Chance has brought something: told as what it is assigned to, or to all if it is kept in a local.

    A piece is told only if everybody knows it: what happens to it tells the rest.
    """
    if not draft.mode.record:
        return ()
    value = p.Local(stmt.name)
    mask: Expr = p.Known(everyone(draft.layout))
    if stmt.type.kind == "piece":
        mask = p.PieceMask(value)
    elif stmt.label in draft.layout.slots:
        mask = p.Known(AS_SET)
    elif (stmt.at, stmt.name) in draft.kept_hidden:
        mask = p.Known(0)
    return (s.RecordRandom(stmt.at, stmt.label, stmt.type, value, mask),)


def after_score(draft: Draft, at: int, gains: tuple[Expr, ...] | None) -> tuple[Stmt, ...]:
    """A round was scored."""
    return (s.RecordScore(at, gains),) if draft.mode.record else ()
