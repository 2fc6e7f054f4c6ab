"""From the view of a seat to what lies on the table."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import product
from typing import Any

from hoyle.ir import program as ir
from hoyle.tabletop.declared import Declared, Spot
from hoyle.tabletop.names import Names, spoken
from hoyle.tabletop.nodes import (
    Board,
    Edge,
    Figure,
    Node,
    Noted,
    Piece,
    Pile,
    Place,
    SeatAt,
    Tabletop,
    Value,
)
from hoyle.wording import typed

HIDDEN = "?"
_ON_A_BOARD = ("node", "edge")


def tabletop(declared: Declared, view: dict[str, Any], names: Names, out: Collection[int] = ()) -> Tabletop:
    """What lies on the table, from the view of a seat and the declarations alone; `out` are those who are."""
    return _Reader(declared, view, names, out).read()


class _Reader:
    def __init__(self, declared: Declared, view: dict[str, Any], names: Names, out: Collection[int]) -> None:
        self.declared, self.view, self.names, self.out = declared, view, names, out
        self.piles = [self.pile(name, pieces) for name, pieces in view["zones"].items()]
        self.variables = {name: value for name, value in view["state"].items() if name in declared.variables}
        self.on_boards = dict(self._on_boards())

    def read(self) -> Tabletop:
        view = self.view
        lying = {pile.name for piles in self.on_boards.values() for pile in piles}
        common = [pile for pile in self.piles if pile.seat is None and pile.name not in lying]
        return Tabletop(
            view["seat"],
            view["round"],
            view["over"],
            tuple(self.seat(seat) for seat in range(view["players"])),
            tuple(common),
            tuple(self.board(board) for board in self.declared.program.boards),
            tuple(self.figures()),
        )

    # -------------------------------------------------------------- zones
    def pile(self, name: str, pieces: list[Any]) -> Pile:
        spot = self.declared.spot(name)
        arrangement = self.declared.arrangement(spot.zone.name)
        found = [self.piece(piece, spot.zone.component) for piece in pieces]
        if arrangement in ("line", "row"):
            found.reverse()
        elif arrangement == "spread":
            found.sort(key=self._rank)
        return Pile(
            name,
            spot.zone.name,
            self.title(spot),
            spot.seat,
            arrangement,
            spot.zone.component,
            spot.zone.room,
            tuple(found),
        )

    def _rank(self, piece: Piece) -> tuple[bool, tuple[int, ...], str]:
        if piece.label is None:
            return (True, (), "")
        notes = " ".join(note.value.text for note in piece.notes)
        return (False, self.declared.order(piece.component, piece.label), notes)

    def title(self, spot: Spot) -> str:
        """A zone as it is called beside its owner."""
        words = [spoken(spot.zone.name)]
        for per, index in zip(spot.zone.per, spot.indices, strict=True):
            if per.kind == "team":
                words.append(self.names.team(self.declared.teams[int(index)]))
            elif per.kind != "player":
                words.append(index)
        return " ".join(words)

    def piece(self, piece: Any, component: str) -> Piece:
        if piece is None:
            return Piece(None, component)
        label: str = piece["piece"] if isinstance(piece, dict) else piece
        notes = []
        for name, value in piece.items() if isinstance(piece, dict) else ():
            if name != "piece":
                type_ = self.declared.variables[name].type if name in self.declared.variables else None
                notes.append(Noted(spoken(name), self.value(value, type_)))
        attributes = self.declared.attributes(component, label)
        suit = dict(attributes).get(self.declared.sorter(component) or "")
        return Piece(label, component, attributes, suit, tuple(notes))

    # -------------------------------------------------------------- variables
    def value(self, value: Any, type_: ir.ValueType | None) -> Value:
        """A value of a view; `type_` says what its numbers stand for."""
        if value == HIDDEN:
            return Value(HIDDEN, kind="hidden")
        if value is None:
            return Value("–", kind="nothing")
        if isinstance(value, bool):
            return Value("yes" if value else "no", number=int(value), kind="truth")
        if isinstance(value, list):
            item = type_.item if type_ is not None and type_.item is not None else None
            words = [self.value(one, item).text for one in value]
            return Value(", ".join(words), kind="word") if words else Value("–", kind="nothing")
        if isinstance(value, int):
            if type_ is not None and type_.kind == "player":
                return Value(self.names.seat(value), seat=value, kind="seat")
            if type_ is not None and type_.kind == "team" and value < len(self.declared.teams):
                return Value(self.names.team(self.declared.teams[value]), kind="word")
            return Value(typed(value), number=value, kind="number")
        return Value(str(value))

    def indices(self, per: ir.ValueType) -> tuple[str, ...]:
        """What an index goes through, as one reads it."""
        program = self.declared.program
        match per.kind:
            case "player":
                return tuple(map(self.names.seat, range(self.declared.players)))
            case "team":
                return tuple(map(self.names.team, self.declared.teams))
            case "enum":
                return program.enums[per.name]
            case "node":
                return self.declared.boards[per.name].nodes
            case "edge":
                return self.declared.boards[per.name].edges
            case "bool":
                return ("no", "yes")
            case _:
                low, high = program.ranges[per.name]
                return tuple(map(str, range(low, high + 1)))

    def entries(self, variable: ir.Var, values: Any) -> Iterator[tuple[tuple[str, ...], Value]]:
        """The values of a variable with their indices."""
        for index in product(*(enumerate(self.indices(per)) for per in variable.per)):
            found = values
            for number, _ in index:
                found = found[number]
            yield tuple(word for _, word in index), self.value(found, variable.type)

    def figures(self) -> Iterator[Figure]:
        """The variables that belong to no player and lie on no board alone."""
        for name, values in self.variables.items():
            variable = self.declared.variables[name]
            if self._kinds(variable) in (["player"], ["node"], ["edge"]) or variable.type.kind == "memory":
                continue
            yield Figure(spoken(name), tuple(self.entries(variable, values)))
        for name in self.view["state"]:
            if name not in self.variables:  # the engine's own, such as the way around the table
                yield Figure(spoken(name), (((), self.value(self.view["state"][name], None)),))

    def _kinds(self, variable: ir.Var) -> list[str]:
        return [per.kind for per in variable.per]

    # -------------------------------------------------------------- players
    def seat(self, seat: int) -> SeatAt:
        notes = []
        for name, values in self.variables.items():
            variable = self.declared.variables[name]
            if self._kinds(variable) == ["player"] and variable.type.kind != "memory":
                notes.append(Noted(spoken(name), self.value(values[seat], variable.type)))
        team = next((number for number, seats in enumerate(self.declared.teams) if seat in seats), None)
        due = self.view.get("decision", {}).get("seat") == seat
        piles = tuple(pile for pile in self.piles if pile.seat == seat)
        return SeatAt(
            seat,
            self.names.seat(seat),
            self.view["scores"][seat],
            team,
            due,
            seat in self.out,
            piles,
            tuple(notes),
        )

    # -------------------------------------------------------------- boards
    def _on_boards(self) -> Iterator[tuple[tuple[str, str], tuple[Pile, ...]]]:
        """The piles that lie on a node or an edge, by its type and name."""
        for pile in self.piles:
            spot = self.declared.spot(pile.name)
            if len(spot.indices) == 1 and spot.zone.per[0].kind in _ON_A_BOARD:
                key = (spot.zone.per[0].name, spot.indices[0])
                same = (one for one in self.piles if self.declared.spot(one.name).indices == spot.indices)
                yield (
                    key,
                    tuple(one for one in same if self.declared.spot(one.name).zone.per == spot.zone.per),
                )

    def board(self, board: ir.Board) -> Board:
        nodes = [
            Node(self.place(name, number, board.node_type), x, y)
            for number, (name, (x, y)) in enumerate(zip(board.nodes, board.at, strict=True))
        ]
        edges = [
            Edge(self.place(name, number, board.edge_type), ends)
            for number, (name, ends) in enumerate(zip(board.edges, board.ends, strict=True))
        ]
        kinds: list[str] = []
        for name in self.variables:
            variable = self.declared.variables[name]
            if variable.type.kind == "enum" and self._kinds(variable) == ["node"]:
                kinds += self.declared.program.enums[variable.type.name]
        return Board(
            spoken(board.name),
            board.kind,
            board.width,
            board.height,
            tuple(nodes),
            tuple(edges),
            tuple(kinds),
        )

    def place(self, name: str, number: int, type_name: str) -> Place:
        """A node or an edge: the first player and the first word that stand there are its owner and kind."""
        owner: int | None = None
        kind: str | None = None
        notes: list[Noted] = []
        for variable_name, values in self.variables.items():
            variable = self.declared.variables[variable_name]
            if len(variable.per) != 1 or variable.per[0].kind not in _ON_A_BOARD:
                continue
            if variable.per[0].name != type_name or variable.type.kind == "memory":
                continue
            value = self.value(values[number], variable.type)
            if value.seat is not None and owner is None:
                owner = value.seat
            elif variable.type.kind == "enum" and kind is None and value.kind == "word":
                kind = value.text
            elif value.kind != "nothing":
                notes.append(Noted(spoken(variable_name), value))
        piles = self.on_boards.get((type_name, name), ())
        return Place(name, owner, kind, tuple(notes), piles)
