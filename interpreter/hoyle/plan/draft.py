"""A plan in the making: what all passes share."""

from __future__ import annotations

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.boards import Tables as BoardTables
from hoyle.plan.fold import Fold, Tables
from hoyle.plan.layout import Layout
from hoyle.plan.model import Function, Mode
from hoyle.plan.numbers import Sizes
from hoyle.plan.recursion import Recursion
from hoyle.plan.statement_nodes import Stmt


class Draft:
    """The program as rewritten so far, where things lie, and the functions and tables made so far."""

    def __init__(self, program: ir.Program, layout: Layout, mode: Mode, recursion: Recursion) -> None:
        self.program = program
        self.layout = layout
        self.mode = mode
        self.recursion = recursion
        self.tables = Tables()
        self.fold = Fold(self.tables)
        self.sizes = Sizes(program)
        directions = program.enums.get("direction", ())
        self.boards = {board.name: BoardTables(board, directions) for board in program.boards}
        self.looks = tuple(look for component in program.components for look in component.looks)
        self.turns_around = any(
            isinstance(node, ir.SetVar) and node.var == "clockwise"
            for node in walk((program.procs, program.match))
        )
        self.functions: list[Function] = []
        self._loops: dict[tuple[tuple[str, ...], tuple[Stmt, ...]], Function] = {}
        self._temporaries = 0

    @property
    def opposites(self) -> tuple[int, ...]:
        return next(board.opposites for board in self.boards.values() if board.board.kind != "graph")

    def function(
        self, name: str, params: tuple[str, ...], rule: str = "", *, effects: bool = False
    ) -> Function:
        """A new function, whose body is still to come."""
        found = Function(len(self.functions), name, params, rule=rule, effects=effects)
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

    def temporary(self) -> str:
        """A local of our own; the grammar allows no capitals, so it clashes with nothing."""
        self._temporaries += 1
        return f"tP{self._temporaries}"
