"""A plan in the making: what all passes share."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from functools import cached_property

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.boards import Tables as BoardTables
from hoyle.plan.boards import directions_of, opposites
from hoyle.plan.depths import Depths
from hoyle.plan.fold import Fold, Tables
from hoyle.plan.inline import inlined
from hoyle.plan.layout import Layout
from hoyle.plan.lengths import Lengths
from hoyle.plan.model import Function, Mode
from hoyle.plan.numbers import Sizes
from hoyle.plan.recursion import Recursion
from hoyle.plan.statement_nodes import Stmt
from hoyle.plan.telling import by_place, kept_hidden


class Draft:
    """The program as rewritten so far, where things lie, and the functions and tables made so far."""

    def __init__(
        self,
        program: ir.Program,
        layout: Layout,
        mode: Mode,
        recursion: Recursion,
        unstepped: ir.Program | None = None,
    ) -> None:
        self.program = program
        self._unstepped = unstepped  # as it was before chance was stepped
        self.layout = layout
        self.mode = mode
        self.recursion = recursion
        self.tables = Tables()
        self.fold = Fold(self.tables)
        self.sizes = Sizes(program)
        directions = directions_of(program)
        self.boards = {board.name: BoardTables(board, directions) for board in program.boards}
        self.opposites = opposites(directions)
        self.looks = tuple(look for component in program.components for look in component.looks)
        self.turns_around = any(
            isinstance(node, ir.SetVar) and node.var == "clockwise"
            for node in walk((program.procs, program.match))
        )
        self.functions: list[Function] = []
        self._loops: dict[tuple[tuple[str, ...], tuple[Stmt, ...]], Function] = {}
        self._temporaries = 0

    def function(
        self,
        name: str,
        params: tuple[str, ...],
        rule: str = "",
        *,
        effects: bool = False,
        supposed: bool = False,
    ) -> Function:
        """A new function, whose body is still to come."""
        found = Function(len(self.functions), name, params, rule=rule, effects=effects, supposed=supposed)
        self.functions.append(found)
        return found

    def loop(
        self, name: str, params: tuple[str, ...], body: tuple[Stmt, ...], *, lists: bool = False
    ) -> Function:
        """The function of a quantifier's loop, one for all that are alike."""
        key = params, body
        if key not in self._loops:
            found = self.function(name, params)
            found.body, found.lists = body, lists
            self._loops[key] = found
        return self._loops[key]

    @cached_property
    def kept_hidden(self) -> frozenset[tuple[int, str]]:
        """The locals filled by chance that not everybody is told."""
        return kept_hidden(self.program)

    @cached_property
    def by_place(self) -> frozenset[int]:
        """The moves of pieces that everybody can follow."""
        return by_place(self.program)

    @cached_property
    def depths(self) -> Depths:
        """Which values may be lists."""
        return Depths(self.program)

    @cached_property
    def lengths(self) -> Lengths:
        return Lengths(self.layout)

    @cached_property
    def supposed_procs(self) -> dict[str, ir.Proc]:
        """The rules as they are where they are supposed: nothing in them hangs on chance."""
        if self._unstepped is None:
            return self.program.procs
        return (self._unstepped if self.mode.careful else inlined(self._unstepped)).procs

    def quietly(self) -> Draft:
        """The same plan in the making, where nothing is recorded and no chance is stepped."""
        found = copy(self)
        found.mode = replace(self.mode, record=False, stepped=False)
        return found

    def temporary(self) -> str:
        """A local of our own; the grammar allows no capitals, so it clashes with nothing."""
        self._temporaries += 1
        return f"tP{self._temporaries}"
