"""The course of games: how much there is to choose, who leads, when it is settled, what is never done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from statistics import fmean
from typing import TYPE_CHECKING

import hoyle
from hoyle.analysis.pool import in_processes
from hoyle.analysis.sequential import LEVEL
from hoyle.analysis.stakes import stake
from hoyle.bots.registry import Bot, choice_of, make_bot, seat_streams
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle import Game, State
    from hoyle.analysis.batch import Batch

PARTS = 10  # of a game's course
MOST_AT_ONCE = 20  # games that a process follows before it tells
PLAYOUTS = 16  # from each look at a position
SETTLED = 0.9  # chance of the later winner from which on nothing is open any more
FEWEST_OFFERS = 30  # before it is said that something is never done
_LOOK = 1 << 41  # apart from all numbers that bots, games and probes are given


@dataclass(frozen=True, slots=True)
class Course:
    """One game as it went."""

    choices: tuple[int, ...]  # at each decision
    changes: int  # of the single leader by score, from one to another
    chances: tuple[float, ...]  # of the later winners together, after each tenth of the course
    stakes: tuple[tuple[str, int, float], ...]  # decisions looked into: rule, choices, what hung on it
    won: bool  # whether anybody did

    @property
    def settled(self) -> float | None:
        """The part of the course after which the winner was never in doubt again; None if nobody won."""
        if not self.won or not self.chances:
            return None
        at = len(self.chances)
        while at and self.chances[at - 1] >= SETTLED:
            at -= 1
        return (at + 1) / (len(self.chances) + 1)


@dataclass(frozen=True, slots=True)
class Never:
    """An action that nobody took."""

    rule: str
    action: str
    times: int  # that it was there, with others
    most: float  # the share of these times in which it is taken at most; holds for all actions together


@dataclass(slots=True)
class Courses:
    """Games as they went, and what was offered and taken in them."""

    games: list[Course] = field(default_factory=list)
    offered: Counter[tuple[str, str]] = field(default_factory=Counter)  # by rule and action: decisions
    taken: Counter[tuple[str, str]] = field(default_factory=Counter)
    interrupted: bool = False

    def add(self, more: Courses) -> None:
        """Counts more games."""
        self.games += more.games
        self.offered += more.offered
        self.taken += more.taken

    def branching(self) -> list[float]:
        """Choices a decision in each tenth of the course, each game weighing as much as the others."""
        sums = [[0.0, 0] for _ in range(PARTS)]
        for game in self.games:
            count = len(game.choices)
            for part, (total, times) in enumerate(sums):
                here = game.choices[part * count // PARTS : (part + 1) * count // PARTS]
                if here:
                    sums[part] = [total + fmean(here), times + 1]
        return [total / times if times else 0.0 for total, times in sums]

    def never_taken(self) -> list[Never]:
        """Actions that were there often enough and never taken, with how seldom that is for all of them."""
        often = [(key, times) for key, times in sorted(self.offered.items()) if times >= FEWEST_OFFERS]
        return [
            Never(*key, times, 1 - (LEVEL / len(often)) ** (1 / times))
            for key, times in often
            if not self.taken[key]
        ]


def follow(
    game: Game,
    batch: Batch,
    *,
    looks: bool = False,
    workers: int = 1,
    on_progress: Callable[[int], object] | None = None,
) -> Courses:
    """Follows the games of a batch; with `looks` also into positions and decisions, which takes longer.

    Whoever interrupts it has what was found until then.
    """
    found = Courses()
    size = 1 if workers == 1 else max(1, min(MOST_AT_ONCE, batch.games // (4 * workers)))
    parts = [range(first, min(first + size, batch.games)) for first in range(0, batch.games, size)]
    if workers == 1:
        followed = (_followed(batch, part, looks, game) for part in parts)
    else:
        followed = in_processes(_followed, [(batch, part, looks) for part in parts], workers)
    try:
        with closing(followed) as several:
            for part, more in zip(parts, several, strict=True):
                found.add(more)
                if on_progress is not None:
                    on_progress(part.stop)
    except KeyboardInterrupt:
        if not found.games:
            raise
        found.interrupted = True
    return found


def _followed(batch: Batch, part: range, looks: bool, game: Game | None = None) -> Courses:
    """Some games of a batch as they went."""
    found = Courses()
    game = game or _opened(batch)
    for index in part:
        course = _course(game, batch, index, found, looks)
        if course is not None:
            found.games.append(course)
    return found


_games: dict[tuple[str, str | None], Game] = {}


def _opened(batch: Batch) -> Game:
    """The game of a batch, once in each process."""
    key = batch.ruleset, batch.engine
    if key not in _games:
        _games[key] = batch.open()
    return _games[key]


def _course(game: Game, batch: Batch, index: int, found: Courses, looks: bool) -> Course | None:
    state, bots, streams = _begun(game, batch, index)
    choices: list[int] = []
    leader: int | None = None
    changes = 0
    try:
        while not state.over and len(choices) < batch.max_decisions:
            decision = state.decision
            choices.append(len(decision))
            pick = choice_of(bots[decision.seat], state, streams[decision.seat])
            name = decision.name
            actions = [choice.action for choice in decision]
            if len(actions) > 1:
                for action in set(actions):
                    found.offered[name, action] += 1
                found.taken[name, actions[pick]] += 1
            state.apply(pick)
            ahead = _leader(state)
            if ahead is not None:
                changes += leader is not None and ahead != leader
                leader = ahead
    except hoyle.PlayError:
        return None
    if not state.over or not choices:
        return None
    winners = state.result.winners
    if not looks:
        return Course(tuple(choices), changes, (), (), bool(winners))
    return _looked_into(game, batch, index, Course(tuple(choices), changes, (), (), bool(winners)), winners)


def _begun(game: Game, batch: Batch, index: int) -> tuple[State, list[Bot], list[Stream]]:
    seed = derive(batch.seed, index)
    state = game.start(players=batch.players, seed=seed, options=dict(batch.options), engine=batch.engine)
    return state, [make_bot(name) for name in batch.bots], seat_streams(seed, batch.players)


def _leader(state: State) -> int | None:
    """Who alone has the best score, as it stands."""
    ranks = state.result.ranks
    first = [seat for seat, rank in enumerate(ranks) if rank == 1]
    return first[0] if len(first) == 1 else None


def _looked_into(game: Game, batch: Batch, index: int, course: Course, winners: Sequence[int]) -> Course:
    """The same game once more, with looks at positions on the way and at one decision."""
    state, bots, streams = _begun(game, batch, index)
    count = len(course.choices)
    at = [part * count // PARTS for part in range(1, PARTS)]
    seed = derive(derive(batch.seed, index), _LOOK)
    open_ones = [number for number, width in enumerate(course.choices) if width > 1]
    probe = open_ones[Stream(seed).below(len(open_ones))] if open_ones else -1
    chances: list[float] = []
    stakes: list[tuple[str, int, float]] = []
    for number in range(count):
        if number == probe:
            stakes.append((state.decision.name, len(state.decision), stake(state, derive(seed, 1))))
        for part in range(at.count(number)):
            stream = Stream(derive(seed, 2 + len(chances) + part))
            ends = [state.playout(stream).winners for _ in range(PLAYOUTS)]
            chances.append(fmean(_part_of(winners, end) for end in ends))
        decision = state.decision
        state.apply(choice_of(bots[decision.seat], state, streams[decision.seat]))
    return Course(course.choices, course.changes, tuple(chances), tuple(stakes), course.won)


def _part_of(winners: Iterable[int], end: Sequence[int]) -> float:
    """How much of a win goes to these seats."""
    return sum(seat in end for seat in winners) / len(end) if end else 0.0
