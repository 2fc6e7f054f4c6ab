"""What lies on a table, as plain nodes: whoever draws it needs nothing else."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from hoyle.tabletop.declared import Arrangement


@dataclass(frozen=True, slots=True)
class Value:
    """A value as people read it; `seat` is the player it names, `number` the number it is."""

    text: str
    seat: int | None = None
    number: int | None = None
    kind: Literal["word", "number", "seat", "truth", "nothing", "hidden"] = "word"

    @property
    def says_nothing(self) -> bool:
        """Whether there is nothing to show: no value, or a truth that does not hold."""
        return self.kind == "nothing" or (self.kind == "truth" and self.number == 0)


@dataclass(frozen=True, slots=True)
class Noted:
    """A value with the name of what it is about."""

    name: str
    value: Value


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece; without a label it is one that the seat does not know."""

    label: str | None
    component: str
    attributes: tuple[tuple[str, str], ...] = ()
    suit: str | None = None  # the value that sorts pieces best: a colour, a suit
    notes: tuple[Noted, ...] = ()  # variables of this very piece


@dataclass(frozen=True, slots=True)
class Pile:
    """The pieces of a zone: of a pile the top first, of a line or row the beginning, others sorted."""

    name: str  # as views and events name it
    zone: str
    title: str
    seat: int | None
    arrangement: Arrangement
    component: str
    room: int  # how many it holds at most; 0: any number
    pieces: tuple[Piece, ...]

    @property
    def unknown(self) -> int:
        return sum(1 for piece in self.pieces if piece.label is None)


@dataclass(frozen=True, slots=True)
class Place:
    """A node or an edge of a board with all that is there."""

    name: str
    owner: int | None
    kind: str | None
    notes: tuple[Noted, ...]
    piles: tuple[Pile, ...]

    @property
    def is_empty(self) -> bool:
        held = self.owner is not None or self.kind is not None or any(pile.pieces for pile in self.piles)
        return not held and all(note.value.says_nothing for note in self.notes)


@dataclass(frozen=True, slots=True)
class Node:
    place: Place
    x: int
    y: int


@dataclass(frozen=True, slots=True)
class Edge:
    place: Place
    ends: tuple[int, int]  # by their position among the nodes


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    kind: str  # grid, ring or graph
    width: int
    height: int
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    kinds: tuple[str, ...]  # of men that can stand on it


@dataclass(frozen=True, slots=True)
class Figure:
    """A variable of the table: one value, or several with what they are about."""

    name: str
    entries: tuple[tuple[tuple[str, ...], Value], ...]


@dataclass(frozen=True, slots=True)
class SeatAt:
    """A player with what belongs to that seat."""

    seat: int
    name: str
    score: int
    team: int | None
    due: bool  # whether the game waits for this one
    out: bool  # whether this one has no part in the game any more
    piles: tuple[Pile, ...]
    notes: tuple[Noted, ...]


@dataclass(frozen=True, slots=True)
class Tabletop:
    """All that one seat sees; the seat is None for a spectator."""

    seat: int | None
    round: int
    over: bool
    seats: tuple[SeatAt, ...]
    piles: tuple[Pile, ...]
    boards: tuple[Board, ...]
    figures: tuple[Figure, ...]
