"""Watches games that are played: which rules run, which places of a marked program, what is on offer.

Which rules run is noted at next to no cost; which places, at some cost and only while it is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from hoyle.backends.contract import Build, watch_places
from hoyle.bots.registry import choice_of, make_bot, seat_streams
from hoyle.coverage.marks import Marked, Point, marked
from hoyle.coverage.measured import Coverage, place_text
from hoyle.ir import program as ir
from hoyle.plan.layout import OptionValue
from hoyle.plan.model import Mode
from hoyle.play.errors import PlayError, StartError
from hoyle.play.game import Game, Programs
from hoyle.play.state import State
from hoyle.random import derive

# A game that goes on for longer shows nothing new.
MOST_DECISIONS = 5_000


class WatchedGame(Game):
    """A game that notes which rules were run; made of a marked program, in which each rule has functions."""

    def __init__(self, program: ir.Program, programs: Programs | None = None) -> None:
        super().__init__(program, programs=programs)
        self.ran: set[str] = set()
        self._watched: set[Build] = set()

    def build(self, players: int, options: dict[str, OptionValue], mode: Mode) -> Build:
        build = super().build(players, options, mode)
        if build not in self._watched:
            self._watched.add(build)
            build.listen(self.ran.add)
        return build


class MarkedPrograms:
    """The programs of a ruleset with marks, which are the same in all: they come from the same rules."""

    def __init__(self, programs: Programs) -> None:
        self._programs = programs

    def program(self, players: int, options: dict[str, OptionValue]) -> ir.Program:
        return marked(self._programs.program(players, options)).program


def marked_programs(programs: Programs | None) -> MarkedPrograms | None:
    return None if programs is None else MarkedPrograms(programs)


class Tracing:
    """While it is entered, notes what the games of a marked program run; games must start inside."""

    def __init__(self, marked: Marked) -> None:
        self.marked = marked
        self.offered: Counter[int] = Counter()  # by the place of the alternative
        self._places = watch_places()

    def __enter__(self) -> Tracing:
        self._places.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._places.__exit__(kind, error, trace)

    def look(self, state: State) -> None:
        """Notes what is on offer; to be called for every position in which a game waits or ends."""
        self._places.know(state.build)
        for block in {raw[0] for raw in state.c}:
            site, number = state.plan.alternatives.get(block, (None, -1))
            if site is not None and site.decide is not None and number >= 0:
                self.offered[site.decide.alternatives[number].at] += 1

    def met(self) -> frozenset[Point]:
        """The points that were exercised."""
        run = self._places.places
        return frozenset(point for point in self.marked.points if point.shows & run)


class RandomGame:
    """One game by random bots."""

    def __init__(self, game: Game, players: int, seed: int, options: dict[str, Any]) -> None:
        self.game, self.players, self.seed, self.options = game, players, seed, options
        self.picks: list[int] = []  # so far, also the one that could not be carried out

    def positions(self) -> Iterator[State]:
        """Where the game waits, from its start to its end: the same state, played on in between."""
        bot, streams = make_bot("random"), seat_streams(self.seed, self.players)
        state = self.game.start(self.players, self.seed, self.options)
        yield state
        while not state.over:
            pick = choice_of(bot, state, streams[state.seat])
            self.picks.append(pick)
            state.apply(pick)
            yield state
        _ = state.result  # who has won is up to rules, too


# ------------------------------------------------------------------ coverage of games
def measured(tracing: Tracing) -> Coverage:
    """What a tracing has noted."""
    places = tracing.marked.program.places
    offered: dict[str, int] = {}
    for at, times in tracing.offered.items():
        offered[place_text(places[at])] = offered.get(place_text(places[at]), 0) + times
    return Coverage(tracing.marked.points, tracing.met(), offered)


def of_random_games(
    program: ir.Program, games: int, seed: int = 0, programs: Programs | None = None
) -> Coverage:
    """What random games exercise; the numbers of players take turns, and a game that fails counts so far."""
    found = marked(program)
    game = Game(found.program, programs=marked_programs(programs))
    tracing = Tracing(found)
    counts = game.player_counts
    with tracing:
        for index in range(games):
            try:
                play_watched(game, tracing, counts[index % len(counts)], derive(seed, index), {})
            except (PlayError, StartError):
                continue
    return measured(tracing)


def play_watched(game: Game, tracing: Tracing, players: int, seed: int, options: dict[str, Any]) -> None:
    """One game by random bots, every position looked at."""
    for state in RandomGame(game, players, seed, options).positions():
        tracing.look(state)
        if state.decisions >= MOST_DECISIONS:
            return
