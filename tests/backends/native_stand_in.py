"""Native code for tests of what surrounds it: plays in Python, and counts as the real one does."""

from __future__ import annotations

import threading
from array import array
from collections.abc import Sequence

import hoyle
from hoyle.backends.contract import Build, Counts
from hoyle.bots.registry import choice_of, make_bot, seat_streams
from hoyle.plan.actions import actions_of
from hoyle.plan.model import Mode, Plan
from hoyle.play.state import PythonState
from hoyle.random import derive, first_state


class NativeState(PythonState):
    """A state that can be told from Python's."""

    __slots__ = ()

    @property
    def engine(self) -> str:
        return "native"


class NativeStandIn:
    """Plays a game given beforehand; refuses the games whose numbers are listed."""

    bots = frozenset({"random", "first"})

    def __init__(self, plan: Plan, game: hoyle.Game, refuses: Sequence[int] = ()) -> None:
        self.plan, self.game, self.refuses = plan, game, refuses
        self.played: list[tuple[str, range]] = []  # by which thread, which games
        self._lock = threading.Lock()  # a Python build is one thread's at a time

    def fresh(self, game: hoyle.Game, build: Build, seed: int) -> hoyle.State:
        rng = first_state(seed)
        state = NativeState(game, build, {"seed": seed, "rng": rng})
        state.begin()
        return state

    def play(self, seed: int, games: range, bots: Sequence[str], most: int, *, rows: bool = False) -> Counts:
        with self._lock:
            self.played.append((threading.current_thread().name, games))
            counts = self._play(seed, games, bots, most)
            if not rows:
                counts.rows = array("q")
            return counts

    def _play(self, seed: int, games: range, bots: Sequence[str], most: int) -> Counts:
        layout = self.plan.layout
        seats, teams = layout.players, self.game.teams(layout.players)
        counts = Counts(
            done=0, finished=0, wins=[[0] * (seats + 1) for _ in range(seats)],
            team_wins=[[0] * (len(teams) + 1) for _ in teams], nobody=0, everybody=0,
            scores=[(0, 0)] * seats, decisions=(0, 0), rounds=(0, 0), choices=0, taken=0, rows=array("q"),
        )  # fmt: skip
        for index in games:
            if index in self.refuses:
                break
            counts.done += 1
            own = derive(seed, index)
            build = self.game.build(seats, layout.options, Mode())
            state = self.fresh(self.game, build, own)
            players, streams = [make_bot(name) for name in bots], seat_streams(own, seats)
            choices = 0
            actions = actions_of(self.plan)
            taken = [0] * len(actions.names)
            while not state.over and state.decisions < most:
                decision = state.decision
                choices += len(decision)
                pick = choice_of(players[state.seat], state, streams[state.seat])
                taken[actions.by_block[decision[pick].raw[0]]] += 1
                state.apply(pick)
            counts.taken += state.decisions
            signed = own - (1 << 64) if own >> 63 else own
            row = [signed, state.over, state.decisions, choices, state.rounds]
            if not state.over:
                counts.rows.extend([*row, *[0] * (3 * seats), *taken])
                continue
            result = state.result
            for seat in range(seats):
                row += [result.scores[seat], result.ranks[seat], seat in result.winners]
            counts.rows.extend([*row, *taken])
            counts.finished += 1
            counts.choices += choices
            counts.scores = list(map(_added, counts.scores, result.scores))
            counts.decisions = _added(counts.decisions, state.decisions)
            counts.rounds = _added(counts.rounds, state.rounds)
            counts.nobody += not result.winners
            counts.everybody += len(result.winners) == seats
            for seat in result.winners:
                counts.wins[seat][len(result.winners)] += 1
            winning = [number for number, team in enumerate(teams) if team[0] in result.winners]
            for number in winning:
                counts.team_wins[number][len(winning)] += 1
        return counts


def _added(sums: tuple[int, int], value: int) -> tuple[int, int]:
    return sums[0] + value, sums[1] + value * value
