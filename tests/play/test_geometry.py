"""Directions, rays and lines on boards of `paths`, and the coordinates of nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

import hoyle
from hoyle.diagnostics.model import SourceFile
from hoyle.geometry import Ways
from hoyle.ir import program as ir
from hoyle.pipeline import run
from tests.play.playing import play_on, written

_MORRIS = """\
  merels:
    nodes: point
    at:
      a1: [0, 0]
      d1: [3, 0]
      g1: [6, 0]
      b2: [1, 1]
      d2: [3, 1]
      f2: [5, 1]
      c3: [2, 2]
      d3: [3, 2]
      e3: [4, 2]
      a4: [0, 3]
      b4: [1, 3]
      c4: [2, 3]
      e4: [4, 3]
      f4: [5, 3]
      g4: [6, 3]
      c5: [2, 4]
      d5: [3, 4]
      e5: [4, 4]
      b6: [1, 5]
      d6: [3, 5]
      f6: [5, 5]
      a7: [0, 6]
      d7: [3, 6]
      g7: [6, 6]
    paths: [a1-d1-g1-g4-g7-d7-a7-a4-a1, b2-d2-f2-f4-f6-d6-b6-b4-b2, c3-d3-e3-e4-e5-d5-c5-c4-c3,
            d1-d2-d3, d5-d6-d7, a4-b4-c4, e4-f4-g4]
"""
_CROOKED = """\
  hills:
    nodes: hill
    at: {foot: [0, 0], knoll: [1, 3], ridge: [-1, 4], peak: [2, 6], crag: [-2, 8], cave: [0, 0], top: [0, 9]}
    paths: [foot-knoll-peak, foot-ridge-crag, foot-cave, foot-peak]
"""
_HEAD = "hoyle: 1\nid: sample\ntitle: Sample\nplayers: 2\nboards:\n"
_RULES = """\
state:
  round: {{held: "{type}"}}
rules:
  round:
    do: |
      held = {value}
      choose for seat(0):
        go: nothing
"""


def value(folder: Path, boards: str, type_: str, value: str) -> object:
    text = _HEAD + boards + _RULES.format(type=type_, value=value)
    return hoyle.load(written(folder, text)).start(seed=1).get("held")


def findings(boards: str, value: str) -> list[tuple[str, str, str | None]]:
    text = _HEAD + boards + _RULES.format(type="int", value=value)
    work = run(SourceFile("sample.yaml", text), leave_out=("lint",))
    return [(one.code.id, one.message, one.help) for one in work.findings.sorted]


def test_the_mills_of_a_board_are_its_lines_of_three(tmp_path: Path) -> None:
    assert value(tmp_path, _MORRIS, "int", "size(lines(point, 3))") == 16
    assert value(tmp_path, _MORRIS, "int", "count l in lines(point, 3) where d2 in l") == 2
    # Not across the middle: no path leads there.
    assert value(tmp_path, _MORRIS, "int", "count l in lines(point, 3) where d3 in l and d5 in l") == 0
    assert value(tmp_path, _MORRIS, "int", "size(lines(those p in point where p.y == 0, 3))") == 1
    assert value(tmp_path, _MORRIS, "[point]", "ray(d1, north)") == ["d2", "d3"]
    assert value(tmp_path, _MORRIS, "point?", "step(d1, opposite(west))") == "g1"
    assert value(tmp_path, _MORRIS, "point?", "step(d1, south)") is None
    assert value(tmp_path, _MORRIS, "[int]", "[e4.x, e4.y]") == [4, 3]


def test_an_edge_leads_in_the_nearest_direction_and_straight_on_is_exact(tmp_path: Path) -> None:
    # Both lead north; the way to the ridge is nearer to it.
    assert value(tmp_path, _CROOKED, "[hill]", "ray(foot, north)") == ["ridge", "crag"]
    # No direction is lost to `lines`; of two edges on one line the nearer node is the next.
    assert value(tmp_path, _CROOKED, "[hill]", "each l in lines(hill, 3) of l[1]") == ["knoll", "ridge"]
    assert value(tmp_path, _CROOKED, "[hill]", "ray(peak, south)") == ["knoll", "foot"]
    # A node at the same place lies in no direction, but is a neighbour.
    assert value(tmp_path, _CROOKED, "bool", "cave in neighbours(foot)") is True
    assert value(tmp_path, _CROOKED, "int", "sum d in direction of size(ray(cave, d))") == 0


def test_of_two_edges_as_near_the_first_that_is_declared_is_taken() -> None:
    at = [(0, 0), (1, 3), (-1, 3)]
    assert Ways(at, [(0, 1), (0, 2)]).ray(0, 0) == (1,)
    assert Ways(at, [(0, 2), (0, 1)]).ray(0, 0) == (2,)


def test_coordinates(tmp_path: Path) -> None:
    grid = "  board: {nodes: cell, grid: [3, 2]}\n"
    assert value(tmp_path, grid, "bool", "all c in cell have c.x == c.column and c.y == c.row") is True
    # An attribute of that name is what it was.
    own = (
        "  roads:\n    nodes: town\n    at: {a: [5, 6], b: [7, 8]}\n"
        "    attributes: {x: {type: bool, values: {a: true, b: false}}}\n"
    )
    assert value(tmp_path, own, "bool", "a.x") is True
    assert value(tmp_path, own, "int", "b.y") == 8
    assert findings("  track: {nodes: house, ring: 4}\n", "house_1.x")[0][0] == "H403"


_THREE = "  board: {nodes: cell, grid: [3, 3]}\n"
_RING = "  track: {nodes: house, ring: 4}\n"
_ROAD = "  roads: {nodes: town, at: {west_end: [0, 0], east_end: [5, 1]}, paths: [west_end-east_end]}\n"
_LOOSE = "  loose: {nodes: town, at: {a: [0, 0], b: [1, 0]}}\n"


@pytest.mark.parametrize(
    ("boards", "expr", "message", "help"),
    [
        (_THREE, "size(lines(cell, 9))", "no straight line of `board` has 9 nodes: the longest has 3",
         "write a number from 1 to 3"),
        (_THREE, "size(lines(cell, 0))", "no straight line of `board` has 0 nodes: the longest has 3",
         "write a number from 1 to 3"),
        (_THREE + _RING, "size(ray(a1, onward))", "nothing on `board` leads `onward`",
         "its directions are `north`, `northeast`, `east`, `southeast`, `south`, `southwest`, `west`, "
         "`northwest`"),
        (_THREE + _RING, "size(ray(house_1, north))", "nothing on `track` leads `north`",
         "its directions are `onward`, `backward`"),
        (_ROAD, "size(ray(west_end, north))", "nothing on `roads` leads `north`",
         "its directions are `east`, `west`"),
        (_THREE + _LOOSE, "size(ray(a, north))", "`loose` has no directions: nothing joins its nodes",
         "join them: `paths: [a-b-c, …]`"),
        (_LOOSE, "size(lines(town, 2))", "`loose` has no directions: nothing joins its nodes",
         "join them: `paths: [a-b-c, …]`"),
        (_ROAD, "size(lines(town, 3))", "no straight line of `roads` has 3 nodes: the longest has 2",
         "write a number from 1 to 2"),
    ],
)  # fmt: skip
def test_what_can_never_bring_anything_is_an_error(boards: str, expr: str, message: str, help: str) -> None:
    assert findings(boards, expr) == [("H560", message, help)]


@pytest.mark.parametrize(
    "expr",
    [
        "size(lines(cell, 3)) + size(lines(cell, 1))",
        "sum d in direction of size(ray(a1, d))",
        "size(lines(house, 4))",
        "if step(east_end, west) exists then 1 else 0",
    ],
)
def test_what_may_bring_something_is_not(expr: str) -> None:
    assert findings(_THREE + _RING + _ROAD, expr) == []


def _program(boards: str, rules: str) -> ir.Program:
    work = run(SourceFile("sample.yaml", _HEAD + boards + rules), leave_out=("lint",))
    assert work.findings.sorted == []
    assert work.program is not None
    return work.program


_ROUND = "rules:\n  round:\n    do: |\n      {}\n      choose for seat(0):\n        go: nothing\n"


def test_a_program_does_not_name_directions_that_nothing_uses() -> None:
    """So a game on paths has the hash that it had before they had directions."""
    assert "direction" not in _program(_ROAD, _ROUND.format("let n = size(neighbours(west_end))")).enums
    assert "direction" not in _program(_ROAD, _ROUND.format("let n = size(lines(town, 2))")).enums
    both = _program(_ROAD + _RING, _ROUND.format("for each d in direction: let h = step(house_1, d)"))
    assert both.enums["direction"] == ("onward", "backward")
    used = _program(_ROAD + _RING, _ROUND.format("let t = step(west_end, east)"))
    assert used.enums["direction"][:3] == ("onward", "backward", "north")
    assert "north" in _program(_ROAD, _ROUND.format("for each d in direction: nothing")).enums["direction"]


@pytest.mark.parametrize(
    ("boards", "body"),
    [
        (_ROAD, "let north = 3\n      if north == 3: nothing"),
        (_ROAD + _RING, "let south = seat(0)\n      if south == seat(1): nothing"),
        ("  roads: {nodes: town, at: {north: [0, 1], south: [0, 0]}, paths: [north-south]}\n",
         "let t = north\n      if step(t, south) == south: nothing"),
    ],
)  # fmt: skip
def test_names_that_were_free_on_boards_of_paths_still_are(boards: str, body: str) -> None:
    _program(boards, _ROUND.format(body))


def test_directions_of_paths_work_in_a_whole_game(tmp_path: Path) -> None:
    """A direction is held by a variable, picked and shown."""
    text = _HEAD + _MORRIS + (
        "state:\n  round:\n    here: point = a1\n    facing: direction = east\n    n: int = 0\n"
        "rules:\n  round:\n    do: |\n      while n < 20: turn(seat(0))\n"
        "  turn(player me):\n    do: |\n      n += 1\n      choose for me:\n"
        "        go(d in direction) needs step(here, d) exists, d != opposite(facing):\n"
        "          facing = d\n          here = last(ray(here, d))\n"
        "      otherwise: facing = opposite(facing)\n"
        "  last([point] way):\n    is: way[size(way) - 1]\n"
    )  # fmt: skip
    game = hoyle.load(written(tmp_path, text))
    state = game.start(seed=3)
    assert [choice.label for choice in state.decision.choices] == ["go north", "go east"]
    state.apply("go east")
    assert state.get("here") == "g1"
    again = game.resume(state.to_json())
    assert play_on(again, 3).over
