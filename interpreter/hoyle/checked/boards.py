"""Builds boards: grids, rings, and graphs with nodes at coordinates."""

from __future__ import annotations

from collections.abc import Collection
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from hoyle.checked import model as m
from hoyle.checked.builtins import GRID_DIRECTIONS, RING_DIRECTIONS
from hoyle.checked.types import INT
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import ruleset as s
from hoyle.syntax.written import numbers_of, text_of

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations, Located

MAX_NODES = 10_000
MAX_SIDE = 100
STAND_IN = 26  # nodes or lines of a board whose size can't be computed


def read_boards(declarations: Declarations) -> None:
    for declared in declarations.syntax.boards.values():
        for name in (declared.nodes, declared.edges):
            if name is not None:
                declarations.declare(name)
        board = _Reader(declarations, declared).read()
        if board is not None:
            declarations.model.boards[board.name] = board
    values = _directions(declarations.model.boards.values())
    kinds = {board.kind for board in declarations.model.boards.values()}
    # A graph's directions make way for a type of that name.
    is_taken = "direction" in declarations.places or "direction" in declarations.syntax.components
    if values and (kinds & {"grid", "ring"} or not is_taken):
        declarations.model.enums["direction"] = m.EnumType("direction", values, {}, None)


class _Reader:
    def __init__(self, declarations: Declarations, declared: s.Board) -> None:
        self.declarations = declarations
        self.declared = declared
        self.node_type = text_of(declared.nodes) or "node"
        self.edge_type = text_of(declared.edges)

    def bad(self, node: Located, message: str, help: str | None = None) -> None:
        self.declarations.findings.report(codes.BAD_BOARD, node.place, message, help=help)

    def read(self) -> m.Board | None:
        declared = self.declared
        match declared.grid, declared.ring, declared.at:
            case grid, None, None if grid is not None:
                return self._grid(grid)
            case None, ring, None if ring is not None:
                return self._ring(ring)
            case None, None, places if places is not None:
                return self._graph(places)
            case _:
                self.bad(declared.key, "a board is either a `grid`, a `ring`, or has nodes `at` places")
                return None

    def _grid(self, node: s.Grid) -> m.Board | None:
        size = [self._size(side, 1, MAX_SIDE, "columns and rows", "a grid") for side in node.sides]
        if len(size) != 2 or None in size:
            self.bad(node, "a grid is written `[columns, rows]`, each from 1 to 100")
            return None
        width, height = (side or 1 for side in size)
        at = tuple((column, row) for row in range(1, height + 1) for column in range(1, width + 1))
        names = tuple(f"{_letters(column)}{row}" for column, row in at)
        attributes = {
            "column": m.Column(INT, tuple(column for column, _ in at)),
            "row": m.Column(INT, tuple(row for _, row in at)),
        }
        attributes |= self._attributes(names)
        return self._board("grid", names, at, (), attributes, width, height)

    def _size(self, formula: s.Formula, least: int, most: int, of: str, what: str) -> int | None:
        """A number that is written, if it is a good one, or computed.

        For one that is computed badly, which is said, a good one stands in, so that it is the only finding.
        """
        found = self.declarations.formulas.number(formula)
        if found is not None and least <= found <= most:
            return found
        if formula.expr is None and formula.number is not None:
            return None
        if found is None:
            return min(STAND_IN, most)
        text = " ".join((text_of(formula.written) or "").split())
        self.bad(
            formula,
            f"`{text}` is {found} here, but {what} has from {least} to {most:,} {of}",
            "narrow the option's `range`, or rule this out under `requires`",
        )
        return least if found < least else most

    def _ring(self, formula: s.Formula) -> m.Board | None:
        count = self._size(formula, 2, MAX_NODES, "nodes", "a ring")
        if count is None:
            self.bad(formula, f"a ring is a number of nodes, from 2 to {MAX_NODES:,}")
            return None
        names = tuple(f"{self.node_type}_{number}" for number in range(1, count + 1))
        attributes = {"number": m.Column(INT, tuple(range(1, count + 1)))}
        attributes |= self._attributes(names)
        return self._board(
            "ring", names, tuple((number, 0) for number in range(count)), (), attributes, count, 1
        )

    def _graph(self, places: tuple[s.Cell, ...]) -> m.Board | None:
        names: list[str] = []
        at: list[tuple[int, int]] = []
        for item in places:
            place = numbers_of(item.value)
            if len(place) != 2 or place[0] is None or place[1] is None:
                self.bad(item.value, f"the place of `{item.key.text}` is written `[x, y]`, in whole numbers")
                return None
            if "-" in item.key.text:
                self.bad(item.key, "a node's name has no `-`: that joins nodes in `paths`")
                return None
            names.append(item.key.text)
            at.append((place[0], place[1]))
        edges = self._paths(names)
        return self._board("graph", tuple(names), tuple(at), edges, self._attributes(tuple(names)))

    def _paths(self, names: list[str]) -> tuple[m.Edge, ...]:
        edges: list[m.Edge] = []
        joined: set[frozenset[int]] = set()
        for path in self.declared.paths:
            words = [word.strip() for word in (text_of(path) or "").split("-")]
            unknown = next((word for word in words if word not in names), None)
            if unknown is not None or len(words) < 2:
                self.bad(path, f"there is no node `{unknown}`", did_you_mean(unknown or "", names))
                continue
            for a, b in pairwise(words):
                pair = frozenset((names.index(a), names.index(b)))
                if pair in joined or a == b:
                    self.bad(
                        path,
                        f"`{a}` and `{b}` are joined already" if a != b else f"`{a}` is joined to itself",
                    )
                    continue
                joined.add(pair)
                edges.append(m.Edge(f"{a}-{b}", names.index(a), names.index(b)))
        return tuple(edges)

    def _attributes(self, names: tuple[str, ...]) -> dict[str, m.Column]:
        found: dict[str, m.Column] = {}
        for item in self.declared.attributes:
            type_ = self.declarations.type_of(item.type)
            values: list[m.Value] = [None] * len(names)
            for cell in item.values:
                if cell.key.text not in names:
                    self.bad(
                        cell.key, f"there is no node `{cell.key.text}`", did_you_mean(cell.key.text, names)
                    )
                else:
                    values[names.index(cell.key.text)] = self.declarations.value(cell.value, type_)
            if type_.kind not in ("maybe", "any") and None in values:
                missing = names[values.index(None)]
                self.bad(
                    item.key,
                    f"`{missing}` has no `{item.key.text}`",
                    f"give it one, or declare the attribute as `{type_}?`",
                )
            found[item.key.text] = m.Column(type_, tuple(values))
        return found

    def _board(
        self,
        kind: Literal["grid", "ring", "graph"],
        nodes: tuple[str, ...],
        at: tuple[tuple[int, int], ...],
        edges: tuple[m.Edge, ...],
        attributes: dict[str, m.Column],
        width: int = 0,
        height: int = 0,
    ) -> m.Board:
        return m.Board(
            self.declared.key.text,
            self.node_type,
            self.edge_type,
            kind,
            nodes,
            at,
            edges,
            attributes,
            width,
            height,
            self.declared.key.place,
            self._sides(),
        )

    def _sides(self) -> tuple[str, ...]:
        """The columns and rows, or the number of nodes, as they are written, if one is an expression."""
        grid, ring = self.declared.grid, self.declared.ring
        sides = grid.sides if grid is not None else (ring,) if ring is not None else ()
        if all(side.expr is None for side in sides):
            return ()
        return tuple(" ".join((text_of(side.written) or "").split()) for side in sides)


def _letters(column: int) -> str:
    """Column names as on a chessboard, going on with aa after z."""
    word = ""
    while column:
        column, rest = divmod(column - 1, 26)
        word = chr(ord("a") + rest) + word
    return word


def _directions(boards: Collection[m.Board]) -> tuple[str, ...]:
    """The directions that boards have: those of paths come last, where no grid has them."""
    kinds = {board.kind for board in boards}
    found = (GRID_DIRECTIONS if "grid" in kinds else ()) + (RING_DIRECTIONS if "ring" in kinds else ())
    if "grid" not in kinds and any(board.kind == "graph" and board.edges for board in boards):
        found += GRID_DIRECTIONS
    return found
