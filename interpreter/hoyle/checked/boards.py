"""Builds boards: grids, rings, and graphs with nodes at coordinates."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

from hoyle.checked import model as m
from hoyle.checked.builtins import GRID_DIRECTIONS, RING_DIRECTIONS
from hoyle.checked.reading import as_int, as_items, as_map, as_text
from hoyle.checked.types import INT
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.document.nodes import Entry, Map, Node, Scalar

if TYPE_CHECKING:
    from hoyle.checked.declarations import Declarations

MAX_NODES = 10_000


def read_boards(declarations: Declarations) -> None:
    for entry in as_map(declarations.root.get("boards")):
        body = as_map(entry.value)
        for key in ("nodes", "edges"):
            node = body.get(key)
            if isinstance(node, Scalar):
                declarations.declare(node)
        board = _Reader(declarations, entry, body).read()
        if board is not None:
            declarations.model.boards[board.name] = board
    kinds = {board.kind for board in declarations.model.boards.values()}
    if kinds & {"grid", "ring"}:
        values = _directions(kinds)
        declarations.model.enums["direction"] = m.EnumType("direction", values, {}, None)


class _Reader:
    def __init__(self, declarations: Declarations, entry: Entry, body: Map) -> None:
        self.declarations = declarations
        self.entry = entry
        self.body = body
        self.node_type = as_text(body.get("nodes")) or "node"
        self.edge_type = as_text(body.get("edges"))

    def bad(self, node: Node, message: str, help: str | None = None) -> None:
        self.declarations.findings.report(codes.BAD_BOARD, node.place, message, help=help)

    def read(self) -> m.Board | None:
        kinds = [key for key in ("grid", "ring", "at") if key in self.body]
        if len(kinds) != 1:
            self.bad(self.entry.key, "a board is either a `grid`, a `ring`, or has nodes `at` places")
            return None
        return {"grid": self._grid, "ring": self._ring, "at": self._graph}[kinds[0]]()

    def _grid(self) -> m.Board | None:
        node = self.body.get("grid")
        assert node is not None
        size = [as_int(item) for item in as_items(node)]
        if len(size) != 2 or any(side is None or not 1 <= side <= 100 for side in size):
            self.bad(node, "a grid is written `[columns, rows]`, each from 1 to 100")
            return None
        width, height = size[0] or 1, size[1] or 1
        at = tuple((column, row) for row in range(1, height + 1) for column in range(1, width + 1))
        names = tuple(f"{_letters(column)}{row}" for column, row in at)
        attributes = {
            "column": m.Column(INT, tuple(column for column, _ in at)),
            "row": m.Column(INT, tuple(row for _, row in at)),
        }
        attributes |= self._attributes(names)
        return self._board("grid", names, at, (), attributes, width, height)

    def _ring(self) -> m.Board | None:
        node = self.body.get("ring")
        assert node is not None
        count = as_int(node)
        if count is None or not 2 <= count <= MAX_NODES:
            self.bad(node, "a ring is a number of nodes, at least 2")
            return None
        names = tuple(f"{self.node_type}_{number}" for number in range(1, count + 1))
        attributes = {"number": m.Column(INT, tuple(range(1, count + 1)))}
        attributes |= self._attributes(names)
        return self._board(
            "ring", names, tuple((number, 0) for number in range(count)), (), attributes, count, 1
        )

    def _graph(self) -> m.Board | None:
        names: list[str] = []
        at: list[tuple[int, int]] = []
        for item in as_map(self.body.get("at")):
            place = [as_int(part) for part in as_items(item.value)]
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
        for path in as_items(self.body.get("paths")):
            words = [word.strip() for word in (as_text(path) or "").split("-")]
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
        for item in as_map(self.body.get("attributes")):
            key = (self.entry.key.text, item.key.text)
            type_ = self.declarations.type_of(self.declarations.syntax.node_attribute_types.get(key))
            values: list[m.Value] = [None] * len(names)
            for cell in as_map(as_map(item.value).get("values")):
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
            self.entry.key.text,
            self.node_type,
            self.edge_type,
            kind,
            nodes,
            at,
            edges,
            attributes,
            width,
            height,
            self.entry.key.place,
        )


def _letters(column: int) -> str:
    """Column names as on a chessboard, going on with aa after z."""
    word = ""
    while column:
        column, rest = divmod(column - 1, 26)
        word = chr(ord("a") + rest) + word
    return word


def _directions(kinds: set[Literal["grid", "ring", "graph"]]) -> tuple[str, ...]:
    """The directions that boards of these kinds have."""
    return (GRID_DIRECTIONS if "grid" in kinds else ()) + (RING_DIRECTIONS if "ring" in kinds else ())
