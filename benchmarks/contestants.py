"""Who plays in the benchmarks: each plays random games for a while, and says how fast it was.

A decision is a player's; chance events count for nobody. Random numbers come from a generator that is seeded
anew for each measurement and never repeats: a short list of them would teach the processor the games. Time is
the process's own, so that others at work on the machine disturb less; nobody here uses threads.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import hoyle
from benchmarks.by_hand.in_c import Play
from hoyle.backends.choose import Engine

Rate = Callable[[float, int], float]
"""Seconds to spend and a seed → decisions a second, or copies a second."""

Playout = Callable[[Random], int]
"""Plays one game and returns the number of decisions in it."""

MOST_DECISIONS = 100_000
COPIES = 20  # of each state that is copied


@dataclass(frozen=True)
class Table:
    """A ruleset, and how it is played."""

    ruleset: str
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)

    def game(self) -> hoyle.Game:
        return hoyle.load(self.ruleset)


# ---------------------------------------------------------------------- ours


def whole_games(table: Table) -> Rate:
    """Whole games in native code; StartError if there is none."""
    game = table.game()
    native = game.demand(game.chooser(table.players, table.options))
    bots = ("random",) * table.players

    def rate(seconds: float, seed: int) -> float:
        decisions, first, size = 0, 0, 16
        began = process_time()
        while (spent := process_time() - began) < seconds:
            part = range(first, first + size)
            counts = native.play(seed, part, bots, MOST_DECISIONS)
            assert counts.done == size, "a game that native code cannot play"
            decisions += counts.taken
            first, size = part.stop, min(2 * size, 1 << 16)
        return decisions / spent

    return rate


def by_index(table: Table, engine: Engine) -> Rate:
    """Games through the play contract, without looking at choices."""
    game = table.game()
    players, options = table.players, table.options

    def playout(rng: Random) -> int:
        random = rng.random
        state = game.start(players=players, options=options, seed=rng.getrandbits(32), engine=engine)
        decisions = 0
        while not state.over:
            state.apply(int(random() * len(state.decision)))
            decisions += 1
        return decisions

    return _timed(playout)


def with_objects(table: Table, engine: Engine) -> Rate:
    """Games through the play contract: a decision, its choices, and one of them."""
    game = table.game()
    players, options = table.players, table.options

    def playout(rng: Random) -> int:
        random = rng.random
        state = game.start(players=players, options=options, seed=rng.getrandbits(32), engine=engine)
        decisions = 0
        while not state.over:
            choices = state.decision.choices
            state.apply(choices[int(random() * len(choices))])
            decisions += 1
        return decisions

    return _timed(playout)


def copies(table: Table, engine: Engine) -> Rate:
    """Copies of the states of random games."""
    game = table.game()

    def rate(seconds: float, seed: int) -> float:
        rng = Random(seed)
        made, spent = 0, 0.0
        while spent < seconds:
            state = game.start(
                players=table.players, options=table.options, seed=rng.getrandbits(32), engine=engine
            )
            while not state.over and spent < seconds:
                began = process_time()
                for _ in range(COPIES):
                    state.copy()
                spent += process_time() - began
                made += COPIES
                state.apply(int(rng.random() * len(state.decision)))
        return made / spent

    return rate


def _timed(playout: Playout) -> Rate:
    """Looks at the clock, which takes as long as a few decisions, ever more rarely."""

    def rate(seconds: float, seed: int) -> float:
        rng = Random(seed)
        decisions, games = 0, 1
        began = process_time()
        while (spent := process_time() - began) < seconds:
            before = spent
            for _ in range(games):
                decisions += playout(rng)
            if process_time() - began - before < seconds / 50:
                games *= 2
        return decisions / spent

    return rate


# ---------------------------------------------------------------------- by hand


def by_hand_in_c(play: Play) -> Rate:
    """A game written in C."""

    def rate(seconds: float, seed: int) -> float:
        decisions, first, size = 0, 0, 16
        began = process_time()
        while (spent := process_time() - began) < seconds:
            part = range(first, first + size)
            decisions += play(seed, part)[0]
            first, size = part.stop, min(2 * size, 1 << 16)
        return decisions / spent

    return rate


# ---------------------------------------------------------------------- others


def open_spiel(theirs: str) -> Rate:
    """OpenSpiel through its Python interface; chance is drawn from `chance_outcomes`."""
    game = import_module("pyspiel").load_game(theirs)

    def playout(rng: Random) -> int:
        random = rng.random
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            elif state.is_simultaneous_node():
                actions = [state.legal_actions(seat) for seat in range(game.num_players())]
                state.apply_actions([legal[int(random() * len(legal))] for legal in actions])
                decisions += len(actions)
            else:
                legal = state.legal_actions()
                state.apply_action(legal[int(random() * len(legal))])
                decisions += 1
        return decisions

    return _timed(playout)


def open_spiel_copies(theirs: str) -> Rate:
    """OpenSpiel's clones of the states of random games."""
    game = import_module("pyspiel").load_game(theirs)

    def rate(seconds: float, seed: int) -> float:
        rng = Random(seed)
        made, spent = 0, 0.0
        while spent < seconds:
            state = game.new_initial_state()
            while not state.is_terminal() and spent < seconds:
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.legal_actions()))
                    continue
                began = process_time()
                for _ in range(COPIES):
                    state.clone()
                spent += process_time() - began
                made += COPIES
                if state.is_simultaneous_node():
                    actions = [rng.choice(state.legal_actions(seat)) for seat in range(game.num_players())]
                    state.apply_actions(actions)
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
        return made / spent

    return rate


def rlcard(name: str) -> Rate:
    """RLCard through its environment, without the encoding of states for networks."""
    game_class = import_module(f"rlcard.games.{name}").Game

    def playout(rng: Random) -> int:
        game = game_class()
        game.init_game()
        decisions = 0
        while not game.is_over():
            legal = game.get_legal_actions()
            game.step(legal[int(rng.random() * len(legal))])
            decisions += 1
        return decisions

    return _timed(playout)
