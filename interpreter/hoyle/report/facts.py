"""Everything that a report tells, found by playing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hoyle.analysis.course import Courses, follow
from hoyle.analysis.grid import Grid, compare_ways
from hoyle.analysis.side_by_side import Side, play_side
from hoyle.analysis.summary import Summary, summarise
from hoyle.analysis.tally import Tally
from hoyle.weigh.worth import Weighed, weigh

if TYPE_CHECKING:
    from pathlib import Path

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.pipeline import Work

FOLLOWED = 100  # games whose course is followed, at most
WEIGHED = 100  # games of each part, at most


@dataclass(frozen=True, slots=True)
class Facts:
    """What was found about a ruleset."""

    game: Game
    work: Work
    side: Side
    summary: Summary
    actions: tuple[str, ...]  # names of what can be done, as rows of games count them
    courses: Courses
    variants: Grid | None
    weighed: Weighed | None


def find_out(
    work: Work,
    game: Game,
    batch: Batch,
    folder: Path,
    *,
    variants: Sequence[tuple[str, str]] = (),
    parts: bool = True,
    workers: int = 1,
    on_progress: Callable[[int, int], object] | None = None,
) -> Facts:
    """Plays what a report needs: the games, their course, the variants, and the game without each part."""
    steps = 4

    def tell(step: int) -> None:
        if on_progress is not None:
            on_progress(step, steps)

    side = play_side(batch, workers=workers)
    tally = Tally(batch.players, game.teams(batch.players))
    for sample in side.samples:
        tally.add(sample)
    tell(1)
    courses = Courses()
    grid = weighed = None
    if side.fault is None:
        courses = follow(game, replace(batch, games=min(batch.games, FOLLOWED)), workers=workers)
        tell(2)
        if variants:
            named = [(game.id, batch), *((name, replace(batch, ruleset=path)) for name, path in variants)]
            grid = compare_ways(named, workers=workers)
        tell(3)
        if parts:
            few = replace(batch, games=min(batch.games, WEIGHED))
            weighed = weigh(work, few, folder, workers=workers)
        tell(4)
    actions = tuple(game.actions(batch.players, dict(batch.options)).names)
    return Facts(game, work, side, summarise(tally), actions, courses, grid, weighed)
