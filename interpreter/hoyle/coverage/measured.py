"""What was exercised of a ruleset, in numbers and by place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.coverage.marks import Kind, Point

if TYPE_CHECKING:
    from hoyle.ir import program as ir

KINDS: tuple[Kind, ...] = ("statement", "branch", "choice")


@dataclass(frozen=True, slots=True)
class Count:
    """How many of how many."""

    met: int
    of: int

    def __str__(self) -> str:
        return f"{self.met}/{self.of}" if self.of else "–"


@dataclass(frozen=True, slots=True)
class Coverage:
    """The points of a ruleset, those that were met, and how often each alternative was on offer."""

    points: tuple[Point, ...]
    met: frozenset[Point]
    offered: Mapping[str, int]  # by the place of the alternative, as text

    @property
    def rules(self) -> list[str]:
        return list(dict.fromkeys(point.rule for point in self.points))

    def count(self, kind: Kind, rule: str | None = None) -> Count:
        points = {point for point in self.points if point.kind == kind and rule in (None, point.rule)}
        return Count(len(points & self.met), len(points))

    def ran(self, rule: str) -> bool:
        return any(point.rule == rule and point.kind == "rule" for point in self.met)

    @property
    def missing(self) -> list[Point]:
        """What was not exercised, without the parts of what was not exercised either."""
        shown = {mark for point in self.met for mark in point.shows}
        found: list[Point] = []
        for point in self.points:
            if point in self.met or point.kind == "statement":
                continue
            if point.inside is None or point.inside in shown:
                found.append(point)
        return found

    def was_offered(self, point: Point) -> bool:
        return bool(self.offered.get(place_text(point.place)))


def place_text(place: ir.Place) -> str:
    return f"{place.file}:{place.line}:{place.column}"
