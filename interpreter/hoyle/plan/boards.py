"""Constant tables of a board: rays, steps, edges in turning order, straight lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from hoyle.geometry import COMPASS, Ways
from hoyle.ir.program import NONE, Board, Program

_NAMES = (
    "north",
    "northeast",
    "east",
    "southeast",
    "south",
    "southwest",
    "west",
    "northwest",
    "onward",
    "backward",
)


_COMPASS, _AROUND = _NAMES[:8], _NAMES[8:]


def directions_of(program: Program) -> tuple[str, ...]:
    """The directions of all boards; a program does not name those of paths where no rule uses them."""
    declared = program.enums.get("direction", ())
    has_paths = any(board.kind == "graph" and board.ends for board in program.boards)
    if has_paths and set(declared) <= set(_AROUND):
        return declared + _COMPASS
    return declared


def opposites(directions: tuple[str, ...]) -> tuple[int, ...]:
    """For each direction the one that leads back."""
    turned = {name: _COMPASS[(i + 4) % 8] for i, name in enumerate(_COMPASS)}
    turned |= {"onward": "backward", "backward": "onward"}
    back = [turned[name] if turned.get(name) in directions else name for name in directions]
    return tuple(map(directions.index, back))


@dataclass(frozen=True)
class Tables:
    """A board's tables, for the directions that the ruleset has (in the order of its `direction` type)."""

    board: Board
    directions: tuple[str, ...]

    def _walk(self, node: int, direction: str) -> tuple[int, ...]:
        board = self.board
        if board.kind == "graph":
            return self.ways.ray(node, _COMPASS.index(direction)) if direction in _COMPASS else ()
        if board.kind == "ring":
            if direction not in _AROUND:
                return ()
            step = 1 if direction == "onward" else -1
            count = len(board.nodes)
            return tuple((node + step * i) % count for i in range(1, count))
        if direction in _AROUND:
            return ()
        dx, dy = COMPASS[_COMPASS.index(direction)]
        x, y = board.at[node]
        found = []
        while 1 <= x + dx <= board.width and 1 <= y + dy <= board.height:
            x, y = x + dx, y + dy
            found.append((y - 1) * board.width + x - 1)
        return tuple(found)

    @cached_property
    def ways(self) -> Ways:
        return Ways(self.board.at, self.board.ends)

    @cached_property
    def rays(self) -> tuple[tuple[int, ...], ...]:
        """By node × direction."""
        return tuple(
            self._walk(node, direction)
            for node in range(len(self.board.nodes))
            for direction in self.directions
        )

    @cached_property
    def steps(self) -> tuple[int, ...]:
        return tuple(ray[0] if ray else NONE for ray in self.rays)

    @cached_property
    def edges(self) -> tuple[tuple[int, ...], ...]:
        """The edges at each node, in the order of declaration."""
        return tuple(
            tuple(edge for edge, ends in enumerate(self.board.ends) if node in ends)
            for node in range(len(self.board.nodes))
        )

    @cached_property
    def across(self) -> dict[tuple[int, int], int]:
        """(edge, node) → the other end."""
        found = {}
        for edge, (a, b) in enumerate(self.board.ends):
            found[edge, a], found[edge, b] = b, a
        return found

    @cached_property
    def turning(self) -> dict[tuple[int, int], tuple[int, ...]]:
        """(node, edge) → the edges at the node anticlockwise from that one, itself last.

        Compared exactly with integers: by half-plane first, then by the sign of the cross product.
        """
        found = {}
        for node in range(len(self.board.nodes)):
            here = self.edges[node]
            for start in here:
                order = sorted(here, key=lambda edge: self._turn(node, start, edge))
                order.remove(start)
                found[node, start] = (*order, start)
        return found

    def _turn(self, node: int, start: int, edge: int) -> _Turn:
        return _Turn(self._vector(node, start), self._vector(node, edge))

    def _vector(self, node: int, edge: int) -> tuple[int, int]:
        (x, y), (ax, ay) = self.board.at[node], self.board.at[self.across[edge, node]]
        return ax - x, ay - y

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        if self.board.kind == "graph":
            return tuple(
                tuple(self.across[edge, node] for edge in self.edges[node])
                for node in range(len(self.board.nodes))
            )
        count = len(self.directions)
        return tuple(
            tuple(
                dict.fromkeys(step for step in self.steps[node * count : (node + 1) * count] if step != NONE)
            )
            for node in range(len(self.board.nodes))
        )

    @cached_property
    def runs(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """For each node, itself and all that lie straight on, in one of each two opposite directions."""
        if self.board.kind == "graph":
            return self.ways.runs
        half = ("onward",) if self.board.kind == "ring" else _COMPASS[:4]
        return tuple(
            tuple((node, *self._walk(node, direction)) for direction in half)
            for node in range(len(self.board.nodes))
        )

    def lines(self, nodes: tuple[int, ...], length: int) -> tuple[tuple[int, ...], ...]:
        """All straight lines of so many of the nodes, each once."""
        if length < 1:
            return ()
        if length == 1:
            return tuple((node,) for node in nodes)
        allowed, found = set(nodes), []
        for node in nodes:
            for run in self.runs[node]:
                line = run[:length]
                if len(line) == length and allowed.issuperset(line):
                    found.append(line)
        return tuple(found)


class _Turn:
    """Sorts vectors by the angle through which one turns anticlockwise from a start vector."""

    def __init__(self, start: tuple[int, int], vector: tuple[int, int]) -> None:
        (sx, sy), (x, y) = start, vector
        self.dot, self.cross = sx * x + sy * y, sx * y - sy * x
        # 0: straight along the start, 1: left half, 2: straight back, 3: right half
        self.half = (0 if self.dot > 0 else 2) if self.cross == 0 else 1 if self.cross > 0 else 3

    def __lt__(self, other: _Turn) -> bool:
        if self.half != other.half:
            return self.half < other.half
        # Within one half: self comes first if other lies anticlockwise of it.
        return self.dot * other.cross - self.cross * other.dot > 0
