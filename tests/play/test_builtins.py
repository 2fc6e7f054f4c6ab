"""Every built-in function: what it gives, shown by a condition that must hold in a small game."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.checked.builtins import FUNCTION
from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.pipeline import run
from hoyle.scenarios.from_document import read_scenarios
from hoyle.scenarios.run import run_scenarios

GAME = """\
hoyle: 1
id: sample
title: Sample
players:
  count: 4
  teams: {4: [[0, 2], [1, 3]]}
  active(player p): not out[p]
types:
  colour: [red, green, blue]
components:
  card: {has: {colour: colour, number: 1..3}, make: {all: {colour: all, number: all}}}
boards:
  board: {nodes: cell, grid: [3, 3]}
  track: {nodes: house, ring: 4}
  roads:
    nodes: town
    edges: road
    at: {c: [0, 0], n: [0, 1], e: [1, 0], s: [0, -1], w: [-1, 0]}
    paths: [c-n, c-e, c-s, c-w]
zones:
  deck: {of: card, seen: nobody, starts: all, refill: {from: heap, keep: 1}}
  heap: {of: card}
  hand: {of: card, per: player}
state:
  round:
    out: bool per player = false
    drawn: int = 0
    positions: memory of out
rules:
  round:
    do: |
      remember positions
      drawn = random([4, 5])
      choose for seat(0):
        go: nothing
scenarios:
"""

CASES: dict[str, tuple[str, ...]] = {
    "seat": ("seat(2) == right(seat(3))",),
    "left": ("left(seat(3)) == seat(0)", "left(seat(1), 2) == seat(3)", "left(seat(1), 0) == seat(1)"),
    "right": ("right(seat(0)) == seat(3)", "right(seat(1), 6) == seat(3)"),
    "next": ("next(seat(0)) == seat(2)", "next(seat(1)) == seat(2)", "next(seat(3)) == seat(0)"),
    "previous": ("previous(seat(2)) == seat(0)", "previous(seat(0)) == seat(3)"),
    "following": ("following(3, [1, 3]) == 1", "following(seat(0), players) == seat(1)"),
    "steps": ("steps(seat(1), seat(0)) == 3", "steps(seat(2), seat(2)) == 0"),
    "team": ("team(seat(0)) == team(seat(2))", "team(seat(0)) != team(seat(1))"),
    "members": ("members(team(seat(3))) == [seat(1), seat(3)]",),
    "size": ("size(deck) == 8", "size(cell) == 9", "size(players) == 4", "size(hand[players]) == 0"),
    "min": ("min(3, 5) == 3",),
    "max": ("max(3, 5) == 5",),
    "abs": ("abs(0 - 3) == 3", "abs(3) == 3"),
    "times": ("times(positions) == 1",),
    "top": ("top(deck).colour == blue and top(deck).number == 2", "top(heap).number == 3"),
    "bottom": ("bottom(deck).colour == red and bottom(deck).number == 1",),
    "drawable": ("drawable(deck) == 8", "drawable(heap) == 1"),
    "position": ("position(seat(3)) == 3", "position(green) == 1", "position(top(deck)) == 7"),
    "reversed": ("reversed([1, 2, 3]) == [3, 2, 1]", "reversed(players)[0] == seat(3)"),
    "distinct": ("distinct(each k in deck of k.colour) == [red, green, blue]",),
    "random": ("drawn in [4, 5]",),
    "edges": ("size(edges(c)) == 4", 'edges(n) == ["c-n"]'),
    "across": ('across("c-n", c) == n', 'across("c-n", n) == c'),
    "turning": ('turning(c, "c-s") == ["c-e", "c-n", "c-w", "c-s"]',),
    "neighbours": ("size(neighbours(b2)) == 8", "size(neighbours(a1)) == 3", "neighbours(n) == [c]"),
    "ray": ("ray(a1, northeast) == [b2, c3]", "ray(a1, south) == []", "size(ray(house_1, onward)) == 3",
            "ray(s, north) == [c, n]", "ray(n, north) == []"),
    "step": ("step(a1, east) == b1", "not step(a1, west) exists", "step(house_4, onward) == house_1",
             "step(c, west) == w", "not step(n, east) exists"),
    "opposite": ("opposite(northeast) == southwest", "opposite(onward) == backward"),
    "lines": ("size(lines(cell, 3)) == 8", "[a1, b2, c3] in lines(cell, 3)",
              "lines(town, 3) == [[s, c, n], [w, c, e]]", "lines(town except c, 2) == []"),
}  # fmt: skip


def test_every_built_in_has_a_case() -> None:
    assert set(CASES) == set(FUNCTION)


@pytest.mark.parametrize("name", CASES)
def test_built_in(name: str, tmp_path: Path) -> None:
    steps = "".join(f"      - expect: |\n          {case}\n" for case in CASES[name])
    text = (
        GAME
        + "  it_holds:\n    given:\n      heap: [blue 3]\n      out[1]: true\n    begin: round()\n    then:\n"
        + steps
    )
    work = run(SourceFile(str(tmp_path / "sample.yaml"), text), leave_out=("lint",))
    assert work.findings.sorted == []
    assert work.document is not None
    outcome = run_scenarios(work, read_scenarios(work.document.root, Findings()))[0]
    assert [str(failure) for failure in outcome.failures] == []
    assert [finding.message for finding in outcome.findings] == []
