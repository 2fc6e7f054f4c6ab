"""A ruleset's text, played at some of its tables by every kind of build."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import hoyle
from hoyle import pipeline
from hoyle.checkup.settings import pairwise, values_of
from hoyle.diagnostics.model import SourceFile
from hoyle.ir.program import Program
from tests.differential.contestants import KINDS, Kind, Table, short_of_breath
from tests.differential.referee import Tally, compare


@dataclass(frozen=True)
class Failed:
    """A ruleset in which builds disagree, or something breaks that is no fault of the ruleset."""

    text: str
    error: Exception

    def __str__(self) -> str:
        return f"{type(self.error).__name__}: {self.error}\n\n{self.text}"


def tables(program: Program) -> list[Table]:
    """Every number of players with the defaults; then every two values of options and players together."""
    factors: list[list[Any]] = [list(program.counts), *(values_of(option) for option in program.options)]
    found = [Table(count) for count in program.counts]
    for row in pairwise([len(values) for values in factors]):
        players, *chosen = (values[index] for values, index in zip(factors, row, strict=True))
        options = {option.name: value for option, value in zip(program.options, chosen, strict=True)}
        found.append(Table(players, tuple(options.items())))
    return found


def tried(
    text: str,
    tally: Tally | None = None,
    most: int = 12,
    kinds: tuple[Kind, ...] = KINDS,
    number: int | None = None,
) -> Failed | bool:
    """Plays a ruleset at its first and its last table, or at the one of a number; False if it has errors."""
    work = pipeline.run(SourceFile("generated.yaml", text), leave_out=("lint",))
    if work.program is None or work.findings.has_errors:
        return False
    tally = tally or Tally()
    every = tables(work.program)
    try:
        with short_of_breath():
            game = hoyle.Game(work.program, programs=work.family)
            if number is None:
                compare(game, (every[0], every[-1]), (1, 2), most, tally, kinds)
            else:
                compare(game, (every[number % len(every)],), (number,), most, tally, kinds)
    except Exception as error:  # noqa: BLE001 (whatever it is, it is no fault of the ruleset)
        return Failed(text, error)
    return True
