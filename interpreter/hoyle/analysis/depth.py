"""Depth and drama: what hangs on decisions, how the lead moves, when it is settled, what is never done."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.analysis.course import PARTS, Courses, follow
from hoyle.analysis.figures import mean_of
from hoyle.analysis.paired import FEWEST_PAIRS, about_zero

if TYPE_CHECKING:
    from hoyle import Game
    from hoyle.analysis.batch import Batch

ALIKE = 0.02  # of the way from last to first: less is nothing that anybody would notice


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean with half the width of its 95 % interval, and of how many games."""

    mean: float
    margin: float | None
    games: int


@dataclass(frozen=True, slots=True)
class Asked:
    """What hangs on the decisions of one rule."""

    rule: str
    stake: Estimate
    alike: bool  # whether all choices are alike, as far as anybody would notice


@dataclass(frozen=True, slots=True)
class Depth:
    """What a game asks of its players, and how it keeps them in suspense."""

    games: int
    stake: Estimate  # of a decision with a choice
    changes: Estimate  # of the lead, a game
    settled: Estimate  # the part of a game after which the winner was not in doubt
    chances: tuple[Estimate, ...]  # of the later winner, after each tenth
    asked: tuple[Asked, ...]
    never: tuple[tuple[str, str, int], ...]  # rule, action, how often it was there


def depth(game: Game, batch: Batch, on_progress: Callable[[int], object] | None = None) -> Depth:
    """Follows the games of a batch and looks into their positions."""
    return measured(follow(game, batch, looks=True, on_progress=on_progress))


def measured(courses: Courses) -> Depth:
    """The figures of games that were followed; the unit of each is a game."""
    games = courses.games
    stakes = [found for game in games for _, _, found in game.stakes]
    won = [game for game in games if game.won and game.chances]
    by_rule: dict[str, list[float]] = {}
    for game in games:
        for rule, _, found in game.stakes:
            by_rule.setdefault(rule, []).append(found)
    return Depth(
        games=len(games),
        stake=_estimate(stakes),
        changes=_estimate([float(game.changes) for game in games]),
        settled=_estimate([at for game in games if (at := game.settled) is not None]),
        chances=tuple(_estimate([game.chances[part] for game in won]) for part in range(PARTS - 1)),
        asked=tuple(_asked(rule, found) for rule, found in sorted(by_rule.items())),
        never=tuple(courses.never_taken()),
    )


def _estimate(values: Sequence[float]) -> Estimate:
    mean, margin = mean_of(values)
    return Estimate(mean, margin, len(values))


def _asked(rule: str, stakes: Sequence[float]) -> Asked:
    found = _estimate(stakes)
    if len(stakes) < FEWEST_PAIRS:
        return Asked(rule, found, False)
    margin, _ = about_zero(stakes)
    return Asked(rule, found, found.mean + margin < ALIKE)
