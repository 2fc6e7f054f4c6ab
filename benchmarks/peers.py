"""Measures Hoyle beside OpenSpiel, in one run: `python -m benchmarks.peers`.

Uniform random playouts, ours through the play contract and theirs through their Python interface, where
chance is drawn from `chance_outcomes`. A decision is a player's; chance events count for neither. The two
alternate, and the median of the ratios counts: the figures of one side alone mean little. Time is the
process's own (neither side uses threads), so that others at work on the machine disturb less.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from importlib import import_module
from random import Random
from time import process_time
from typing import Any

import hoyle

Playout = Callable[[Random], int]  # plays one game, returns the number of decisions in it
Copier = Callable[[float, int], float]  # seconds to spend and a seed → seconds a copy


@dataclass(frozen=True)
class Peer:
    """A game that both have."""

    ruleset: str
    theirs: str
    players: int = 2
    options: dict[str, Any] = field(default_factory=dict)


PEERS = (
    Peer("tic-tac-toe", "tic_tac_toe"),
    Peer("connect-four", "connect_four"),
    Peer("crazy-eights", "crazy_eights(players=4)", 4, {"max_plays": 100, "counting": "numbers"}),
    Peer("leduc-poker", "leduc_poker"),
    Peer("oware", "oware"),
    Peer("othello", "othello"),
)


def our_playouts(peer: Peer) -> Playout:
    game = hoyle.load(peer.ruleset)

    def playout(rng: Random) -> int:
        state = game.start(players=peer.players, options=peer.options, seed=rng.getrandbits(32))
        decisions = 0
        while not state.over:
            state.apply(rng.choice(state.decision.choices))
            decisions += 1
        return decisions

    return playout


def their_playouts(peer: Peer) -> Playout:
    game = import_module("pyspiel").load_game(peer.theirs)

    def playout(rng: Random) -> int:
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, probabilities)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return playout


def decisions_a_second(playout: Playout, seconds: float, seed: int) -> float:
    """Play games for about so long."""
    rng = Random(seed)
    decisions = 0
    began = process_time()
    while (spent := process_time() - began) < seconds:
        decisions += playout(rng)
    return decisions / spent


def our_copies(peer: Peer) -> Copier:
    game = hoyle.load(peer.ruleset)

    def copier(seconds: float, seed: int) -> float:
        rng = Random(seed)
        copies, spent = 0, 0.0
        while spent < seconds:
            state = game.start(players=peer.players, options=peer.options, seed=rng.getrandbits(32))
            while not state.over:
                began = process_time()
                for _ in range(20):
                    state.copy()
                spent += process_time() - began
                copies += 20
                state.apply(rng.choice(state.decision.choices))
        return spent / copies

    return copier


def their_copies(peer: Peer) -> Copier:
    game = import_module("pyspiel").load_game(peer.theirs)

    def copier(seconds: float, seed: int) -> float:
        rng = Random(seed)
        copies, spent = 0, 0.0
        while spent < seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    began = process_time()
                    for _ in range(20):
                        state.clone()
                    spent += process_time() - began
                    copies += 20
                state.apply_action(rng.choice(state.legal_actions()))
        return spent / copies

    return copier


def measure(peer: Peer, repetitions: int, seconds: float) -> str:
    """One row of the table."""
    ours, theirs, our_copy, their_copy = (
        our_playouts(peer), their_playouts(peer), our_copies(peer), their_copies(peer),
    )  # fmt: skip
    ours(Random(0))
    theirs(Random(0))
    rates, their_rates, copies, their_clones = [], [], [], []
    for repetition in range(repetitions):
        rates.append(decisions_a_second(ours, seconds, repetition))
        their_rates.append(decisions_a_second(theirs, seconds, repetition))
        copies.append(our_copy(seconds / 4, repetition))
        their_clones.append(their_copy(seconds / 4, repetition))
    ratio = statistics.median(own / other for own, other in zip(rates, their_rates, strict=True))
    copy_ratio = statistics.median(other / own for own, other in zip(copies, their_clones, strict=True))
    rate, their_rate = statistics.median(rates), statistics.median(their_rates)
    copy, clone = statistics.median(copies) * 1e6, statistics.median(their_clones) * 1e6
    return (
        f"| {peer.ruleset} | {rate:,.0f} | {their_rate:,.0f} | {ratio:.2f} "
        f"| {copy:.2f} | {clone:.2f} | {copy_ratio:.2f} |"
    )


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description="Measure Hoyle beside OpenSpiel."
    )
    parser.add_argument("--repetitions", type=int, default=7, help="of each measurement (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement (default: 0.5)")
    parser.add_argument("--only", default="", help="only this ruleset")
    arguments = parser.parse_args()
    try:
        import_module("pyspiel")
    except ImportError:
        print("OpenSpiel is missing: pip install 'hoyle[crosscheck]'", file=sys.stderr)
        return 2
    print("Above 1.00 we are the faster. Decisions a second; microseconds a copy.\n")
    print("| ruleset | ours | OpenSpiel | ratio | copy | clone | ratio |")
    print("|---|---:|---:|---:|---:|---:|---:|", flush=True)
    for peer in PEERS:
        if arguments.only in ("", peer.ruleset):
            print(measure(peer, arguments.repetitions, arguments.seconds), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
