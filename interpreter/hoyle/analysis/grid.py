"""Ways to play side by side: options with several values, and variants, each compared with the first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import TYPE_CHECKING

from hoyle.analysis.claims import holm
from hoyle.analysis.figures import mean_of, per_game
from hoyle.analysis.paired import Difference, paired
from hoyle.analysis.sequential import LEVEL
from hoyle.analysis.side_by_side import Side, play_sides
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    from hoyle.analysis.batch import Batch, OptionValue


MARKS = {1: " ▲", -1: " ▼", 0: ""}


@dataclass(frozen=True, slots=True)
class Cell:
    """One figure of one way to play, and how it differs from that of the first."""

    mean: float
    margin: float | None
    difference: Difference | None  # None in the first column
    chance: float  # corrected for the whole grid

    @property
    def direction(self) -> int:
        """Where it clearly lies: 1 above the first, -1 below it, 0 if that may be chance."""
        if self.difference is None or self.chance > LEVEL:
            return 0
        return 1 if self.difference.value > 0 else -1

    def told(self, percent: bool) -> str:
        """The figure with its interval, and a mark where it is clearly another."""
        scale, unit, digits = (100, " %", 1) if percent else (1, "", 2)
        margin = "" if self.margin is None else f" ± {scale * self.margin:,.{digits}f}"
        return f"{scale * self.mean:,.{digits}f}{margin}{unit}{MARKS[self.direction]}"


@dataclass(frozen=True, slots=True)
class Row:
    """A figure of all ways to play."""

    name: str
    percent: bool
    cells: tuple[Cell | None, ...]  # None where a way could not be played


@dataclass(frozen=True, slots=True)
class Grid:
    """Ways to play, side by side."""

    names: tuple[str, ...]
    sides: tuple[Side, ...]
    rows: tuple[Row, ...]
    tests: int

    @property
    def note(self) -> str:
        """What the marks mean."""
        if not self.tests:
            return ""
        return (
            f"▲ ▼ clearly more or less than {self.names[0]}, seed by seed: "
            f"{counted(self.tests, 'difference')} tested together (p ≤ 0.05, Holm)."
        )


def ways(
    batch: Batch, rulesets: Sequence[tuple[str, str]], values: Sequence[tuple[str, Sequence[OptionValue]]]
) -> list[tuple[str, Batch]]:
    """Every ruleset with every combination of values, each with its name, and all with the same seeds."""
    found = []
    for name, ruleset in rulesets:
        for chosen in product(*(several for _, several in values)):
            options = dict(zip((option for option, _ in values), chosen, strict=True))
            said = [name] if len(rulesets) > 1 else []
            said += [f"{option} {typed(value)}" for option, value in options.items()]
            cell = replace(batch, ruleset=ruleset, options={**batch.options, **options})
            found.append((", ".join(said), cell))
    return found


def compare_ways(
    named: Sequence[tuple[str, Batch]],
    *,
    workers: int = 1,
    on_progress: Callable[[int], object] | None = None,
) -> Grid:
    """Plays all ways with the same seeds and compares each with the first, seed by seed."""
    sides = play_sides([batch for _, batch in named], workers=workers, on_progress=on_progress)
    first = sides[0]
    found: list[tuple[str, bool, list[Cell | None]]] = []
    for figure in per_game(named[0][1].players):
        cells: list[Cell | None] = []
        for side in sides:
            if side.fault is not None:
                cells.append(None)
                continue
            mean, margin = mean_of([figure.of(one) for one in side.samples if one.finished])
            both = [
                (figure.of(old), figure.of(new))
                for old, new in zip(first.samples, side.samples, strict=False)
                if old.finished and new.finished
            ]
            against = None if side is first else paired([old for old, _ in both], [new for _, new in both])
            cells.append(Cell(mean, margin, against, 1.0 if against is None else against.chance))
        found.append((figure.name, figure.percent, cells))
    return _corrected(named, sides, found)


def _corrected(
    named: Sequence[tuple[str, Batch]],
    sides: Sequence[Side],
    found: Sequence[tuple[str, bool, list[Cell | None]]],
) -> Grid:
    """Chances are corrected over the whole grid: with no difference, any mark has a chance of 5 %."""
    tested = [
        cell for *_, cells in found for cell in cells if cell is not None and cell.difference is not None
    ]
    chances = iter(holm([cell.chance for cell in tested]))
    rows = []
    for name, percent, cells in found:
        marked = [
            cell if cell is None or cell.difference is None else replace(cell, chance=next(chances))
            for cell in cells
        ]
        rows.append(Row(name, percent, tuple(marked)))
    return Grid(tuple(name for name, _ in named), tuple(sides), tuple(rows), len(tested))
