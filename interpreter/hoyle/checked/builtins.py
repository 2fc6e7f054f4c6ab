"""The one table of built-in names: the checker, the reference page and completion read it.

In a signature `T` is any type, `[T]` also takes a zone or a type's name, `node` and `edge` are those of
one board.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Parameter:
    name: str
    type: str
    default: int | None = None


@dataclass(frozen=True, slots=True)
class Function:
    name: str
    parameters: tuple[Parameter, ...]
    result: str
    about: str
    example: str
    partial: bool = False  # an error on something empty

    @property
    def signature(self) -> str:
        shown = [
            f"{p.type} {p.name}" if p.default is None else f"{p.type} {p.name} = {p.default}"
            for p in self.parameters
        ]
        return f"{self.name}({', '.join(shown)}) → {self.result}"


@dataclass(frozen=True, slots=True)
class Value:
    name: str
    type: str
    about: str
    per: Literal["", "player", "piece"] = ""
    assignable: bool = False


def _p(text: str) -> tuple[Parameter, ...]:
    """Reads `player p, int n = 1`."""
    found = []
    for part in filter(None, (piece.strip() for piece in text.split(","))):
        declared, _, default = part.partition("=")
        type_, _, name = declared.strip().rpartition(" ")
        found.append(Parameter(name, type_, int(default) if default else None))
    return tuple(found)


VALUES: tuple[Value, ...] = (
    Value("players", "[player]", "all players, clockwise from seat 0"),
    Value("teams", "[team]", "all teams; each player alone where no teams are declared"),
    Value("active", "[player]", "the players still in (see `players: active`), clockwise from seat 0"),
    Value("score", "int", "what the rounds so far have brought", per="player", assignable=True),
    Value("round_number", "int", "1 in the first round"),
    Value("clockwise", "bool", "the direction of play; true at the start of a match", assignable=True),
    Value(
        "face_up",
        "bool",
        "whether a piece lies face up, in zones `seen: face_up`",
        per="piece",
        assignable=True,
    ),
    Value("true", "bool", ""),
    Value("false", "bool", ""),
    Value("none", "none", "no value, of any `?` type"),
)

FUNCTIONS: tuple[Function, ...] = (
    Function("seat", _p("int number"), "player", "the player in that seat, counted from 0", "seat(0)", True),
    Function("left", _p("player p, int n = 1"), "player", "so many seats clockwise; `left(p, 0)` is p",
             "left(me)"),
    Function("right", _p("player p, int n = 1"), "player", "so many seats anticlockwise", "right(me)"),
    Function("next", _p("player p"), "player", "the next active player in the direction of play",
             "next(me)", True),
    Function("previous", _p("player p"), "player", "the active player before, against the direction of play",
             "previous(me)", True),
    Function("following", _p("T x, [T] list"), "T", "the one after it in the list, around the end",
             "following(me, [seat(0), seat(2)])", True),
    Function("steps", _p("player p, player q"), "int", "how many seats q sits clockwise from p",
             "steps(seat(0), me)"),
    Function("team", _p("player p"), "team", "the player's team", "team(me)"),
    Function("members", _p("team t"), "[player]", "the players of a team", "members(team(me))"),
    Function("size", _p("[T] list"), "int", "how many; also of a zone, or of a type's values",
             "size(hand[me])"),
    Function("min", _p("int a, int b"), "int", "the smaller", "min(3, 5)"),
    Function("max", _p("int a, int b"), "int", "the larger", "max(3, 5)"),
    Function("abs", _p("int a"), "int", "without its sign", "abs(0 - 3)"),
    Function("times", _p("memory m"), "int", "how often what its variables hold now was remembered",
             "times(positions)"),
    Function("top", _p("zone of T z"), "T", "the top piece of a zone", "top(deck)", True),
    Function("bottom", _p("zone of T z"), "T", "the lowest piece of a zone", "bottom(deck)", True),
    Function("drawable", _p("zone of T z"), "int", "how many `draw` could take, a refill included",
             "drawable(deck)"),
    Function("position", _p("T x"), "int", "the place of a value in its type, counted from 0",
             "position(me)"),
    Function("reversed", _p("[T] list"), "[T]", "the list backwards", "reversed(players)"),
    Function("distinct", _p("[T] list"), "[T]", "each value once, where it first stands",
             "distinct(each c in hand[me] of c.colour)"),
    Function("random", _p("[T] list"), "T",
             "one of them at random; only as a whole right-hand side or in `move`",
             "random(players)", True),
    Function("edges", _p("node n"), "[edge]", "the edges at a node", "edges(centre)"),
    Function("across", _p("edge e, node n"), "node", "the other end of an edge", "across(e, here)", True),
    Function("turning", _p("node n, edge e"), "[edge]",
             "the edges at a node, anticlockwise from the given one, that one last", "turning(here, e)"),
    Function("neighbours", _p("node n"), "[node]", "the nodes joined to a node; on a grid, those around it",
             "neighbours(n)"),
    Function("ray", _p("node n, direction d"), "[node]", "the nodes straight on from a node to the border",
             "ray(n, north)"),
    Function("step", _p("node n, direction d"), "node?", "the next node in a direction, if there is one",
             "step(n, north)"),
    Function("opposite", _p("direction d"), "direction", "the direction that leads back", "opposite(north)"),
    Function("lines", _p("[node] nodes, int length"), "[[node]]", "all straight lines of so many nodes",
             "lines(cell, 3)"),
)  # fmt: skip

FUNCTION = {function.name: function for function in FUNCTIONS}
VALUE = {value.name: value for value in VALUES}

GRID_DIRECTIONS = ("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest")
RING_DIRECTIONS = ("onward", "backward")
DIRECTIONS = GRID_DIRECTIONS + RING_DIRECTIONS
STEPS = ((0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1))
