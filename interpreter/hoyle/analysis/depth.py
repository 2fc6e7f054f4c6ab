"""Depth and drama: what hangs on decisions, how the lead moves, when it is settled, what is never done."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.analysis.claims import holm
from hoyle.analysis.course import PARTS, Courses, Never, follow
from hoyle.analysis.figures import mean_of
from hoyle.analysis.paired import FEWEST_PAIRS, about_zero
from hoyle.analysis.sequential import LEVEL

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
    """What hangs on the decisions of one rule; what is said of all rules holds together."""

    rule: str
    stake: Estimate
    chance: float  # of so much, if nothing hung on them
    matters: bool
    alike: bool  # whether all choices are alike, as far as anybody would notice
    tested: bool  # whether enough of its decisions were looked into for that


@dataclass(frozen=True, slots=True)
class Depth:
    """What a game asks of its players, and how it keeps them in suspense."""

    games: int
    stake: Estimate  # of a decision with a choice
    changes: Estimate  # of the lead, a game
    settled: Estimate  # the part of a game after which the winner was not in doubt
    chances: tuple[Estimate, ...]  # of the later winner, after each tenth
    asked: tuple[Asked, ...]
    never: tuple[Never, ...]
    interrupted: bool = False


def depth(
    game: Game, batch: Batch, *, workers: int = 1, on_progress: Callable[[int], object] | None = None
) -> Depth:
    """Follows the games of a batch and looks into their positions."""
    return measured(follow(game, batch, looks=True, workers=workers, on_progress=on_progress))


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
        asked=tuple(_asked(by_rule)),
        never=tuple(courses.never_taken()),
        interrupted=courses.interrupted,
    )


def _estimate(values: Sequence[float]) -> Estimate:
    mean, margin = mean_of(values)
    return Estimate(mean, margin, len(values))


def _asked(by_rule: Mapping[str, Sequence[float]]) -> Iterator[Asked]:
    """What hangs on each rule's decisions, all tested together."""
    enough = {rule: found for rule, found in sorted(by_rule.items()) if len(found) >= FEWEST_PAIRS}
    tests = {rule: about_zero(found, 1 - LEVEL / len(enough)) for rule, found in enough.items()}
    chances = dict(zip(tests, holm([chance for _, chance in tests.values()]), strict=True))
    for rule, found in sorted(by_rule.items()):
        estimate = _estimate(found)
        if rule not in tests:
            yield Asked(rule, estimate, 1.0, False, False, False)
            continue
        margin, _ = tests[rule]
        matters = chances[rule] <= LEVEL and estimate.mean > 0
        yield Asked(rule, estimate, chances[rule], matters, estimate.mean + margin < ALIKE, True)
