"""Plays one game and looks for what must not happen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

from hoyle.checkup.settings import Setting
from hoyle.checkup.twins import Twins
from hoyle.coverage.watch import RandomGame, Tracing
from hoyle.diagnostics.catalogue import play as codes
from hoyle.diagnostics.model import Code
from hoyle.ir import program as ir
from hoyle.plan.faults import Family, Fault
from hoyle.play.errors import PlayError
from hoyle.play.game import Game
from hoyle.play.state import State
from hoyle.random import derive
from hoyle.wording import counted

_CODES: dict[Family, Code] = {"dead end": codes.DEAD_END, "limit": codes.LIMIT, "fault": codes.FAULT}

# Positions whose views are looked at: the first ones, then fewer and fewer.
_LOOKED_AT = frozenset({0, 1, 2, 4, 8, 16, 64, 256})

# Worlds that each seat is asked to tell from the true one; in a single one the very same might be hidden.
_WORLDS = 3
_CHANGED_WORLDS = 1  # with other options than usual
_TRIES = 6  # to find each of them: what does not come of itself is left to bots


@dataclass(frozen=True)
class Incident:
    """Something that must not happen, where it did, and the game in which it did."""

    code: Code
    message: str
    place: ir.Place | None
    rule: str
    setting: Setting
    seed: int  # of the run, as in `hoyle run --seed`
    picks: tuple[int, ...]


@dataclass(frozen=True)
class Bounds:
    """How many decisions to go on for; with changed options a round may be long because they say so."""

    round: int = 10_000
    changed_round: int = 50_000
    match: int = 20_000
    changed_match: int = 3_000  # then the match is left at the end of a round; it is no finding


def game_seed(seed: int) -> int:
    """The seed of the first game of a run, so that `hoyle run --seed` plays it too."""
    return derive(seed, 0)


class Inspection:
    """One game by random bots, of which every position is looked at."""

    def __init__(
        self,
        game: Game,
        setting: Setting,
        seed: int,
        bounds: Bounds,
        tracing: Tracing,
        views: bool,
        twins: Twins | None = None,
    ) -> None:
        self.setting, self.seed, self.bounds = setting, seed, bounds
        self.tracing, self.views, self.twins = tracing, views, twins or Twins()
        self.confusing: list[Incident] = []  # which the game goes on after
        self.playing = RandomGame(game, setting.players, game_seed(seed), dict(setting.options))

    @property
    def decisions(self) -> int:
        return len(self.playing.picks)

    def incident(self) -> Incident | None:
        """The first incident; StartError if the setting is not allowed."""
        try:
            return self._play()
        except PlayError as error:
            return self._incident(_CODES[error.family], error.message, error.place, error.rule)

    def _play(self) -> Incident | None:
        changed, bounds = bool(self.setting.options), self.bounds
        most = bounds.changed_round if changed else bounds.round
        began = rounds = 0
        for state in self.playing.positions():
            found = self._missing(state) or self._leak(state)
            if state.over:
                _ = state.result  # who has won is computed, too, and may fail
            if found is not None or state.over:
                return found
            if state.rounds != rounds:
                began, rounds = state.decisions, state.rounds
            if state.decisions - began >= most:
                return self._endless(state, f"a round is not over after {most:,} decisions")
            if changed and began >= bounds.changed_match:
                return None
            if state.decisions >= bounds.match and not changed:
                what = (
                    f"the match is not over after {bounds.match:,} decisions and {counted(rounds, 'round')}"
                )
                return self._endless(state, what)
            self.tracing.look(state)
            twins = self.twins.look(state)
            if twins is not None:
                place, rule, message = twins
                self.confusing.append(self._incident(codes.SAME_LABEL, message, place, rule))
        return None

    def _endless(self, state: State, message: str) -> Incident:
        rule = state.decision.name
        return self._incident(codes.ENDLESS, message, None, rule)

    def _missing(self, state: State) -> Incident | None:
        """Whether every piece is in exactly one zone, and knows in which."""
        layout = state.plan.layout
        there = sorted(piece for zone in state.z for piece in zone)
        right = there == list(range(layout.pieces)) and all(
            state.v[layout.location + piece] == handle
            for handle, zone in enumerate(state.z)
            for piece in zone
        )
        if right:
            return None
        counts = Counter(there)
        wrong = next((piece for piece in range(layout.pieces) if counts[piece] != 1), 0)
        label = state.game.labels(state.build).pieces[wrong]
        return self._incident(codes.LOST_PIECE, f"`{label}` is in {counts[wrong]} zones", None, "")

    # -------------------------------------------------------------- views
    def _leak(self, state: State) -> Incident | None:
        if not self.views or state.decisions not in _LOOKED_AT:
            return None
        worlds = _CHANGED_WORLDS if self.setting.options else _WORLDS
        players, chooser = self.setting.players, 0 if state.over else state.seat
        # Who chooses, somebody else, and who only watches; by and by that is everybody.
        for seat in dict.fromkeys((chooser, (chooser + 1 + state.decisions) % players, None)):
            seen = state.view(seat)
            for number in range(worlds):
                try:
                    other = state.determinise(seat, derive(self.seed, number), _TRIES)
                except Fault:
                    continue  # what is dealt anew need not be a position that the rules can lead to
                found = _difference(seen, other.view(seat))
                if found is not None:
                    return self._give_away(state, seat, found)
        return None

    def _give_away(self, state: State, seat: int | None, found: tuple[str, str]) -> Incident:
        what, name = found
        program = state.plan.program
        who = "a spectator" if seat is None else f"seat {seat}"
        at: int | None = None
        if what == "zones":
            plain = name.partition("[")[0]
            at = next((zone.at for zone in program.zones if zone.name == plain), None)
            how = f"the zone `{name}`"
        elif what == "state":
            at = next((variable.at for variable in program.vars if variable.name == name), None)
            how = f"the variable `{name}`"
        else:
            site = state.plan.sites[state.k[-1][0]]
            at = site.decide.at if site.decide is not None else None
            how = f"the list of choices at `{state.decision.name}`"
        rule = state.decision.name if not state.over else ""
        place = program.places[at] if at is not None else None
        return self._incident(codes.LEAK, f"{how} tells {who} what is hidden", place, rule)

    def _incident(self, code: Code, message: str, place: ir.Place | None, rule: str) -> Incident:
        return Incident(code, message, place, rule, self.setting, self.seed, tuple(self.playing.picks))


def _difference(one: dict[str, Any], other: dict[str, Any]) -> tuple[str, str] | None:
    """Where two views differ: in which part, and under which name."""
    for part in ("zones", "state"):
        for name, value in one[part].items():
            if other[part][name] != value:
                return part, name
    choices = [sorted(view.get("decision", {}).get("choices", ())) for view in (one, other)]
    return ("choices", "") if choices[0] != choices[1] else None
