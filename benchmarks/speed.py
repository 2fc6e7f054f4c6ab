"""Measures what Hoyle promises about speed, in one run: `python -m benchmarks.speed [--check]`.

Uniform random playouts through the play contract, beside the same games written by hand, and in native code
beside the same games in C; what a copy costs; how long `hoyle --help` and `hoyle lint` take. Measurements
alternate between the contestants, and the median of several repetitions counts, so that a passing load on
the machine hits both sides alike.
"""

from __future__ import annotations

import argparse
import statistics
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from time import perf_counter

import hoyle
from benchmarks.by_hand.in_c import PLAIN, compiled
from benchmarks.by_hand.shedding import Shedding
from benchmarks.by_hand.tic_tac_toe import TicTacToe
from benchmarks.contestants import Table, by_hand_in_c, whole_games
from hoyle.backends.c.toolchain import Unavailable

Playout = Callable[[Random], int]  # plays one game, returns the number of decisions in it

LEAST_SHARE = 0.4  # of the decisions per second of the game written by hand
LEAST_NATIVE_SHARE = 0.5  # of the game written by hand in C
MOST_FOR_A_COPY = 5.0  # decisions
MOST_FOR_HELP = 2.0  # times `python -c "import argparse, json, re"`
MOST_FOR_LINT = 1.0  # seconds, process start included

SHEDDING = str(Path(__file__).parent / "rulesets" / "shedding.yaml")


@dataclass(frozen=True)
class Finding:
    """A measured figure beside what is promised."""

    name: str
    text: str
    kept: bool


def tic_tac_toe_by_hand(rng: Random) -> int:
    game = TicTacToe()
    decisions = 0
    while not game.over:
        game.apply(rng.choice(game.choices()))
        decisions += 1
    return decisions


def shedding_by_hand(rng: Random) -> int:
    game = Shedding(rng)
    decisions = 0
    while not game.over:
        game.apply(rng.choice(game.choices()))
        decisions += 1
    return decisions


def through_the_contract(ruleset: str, players: int) -> Playout:
    """Playouts of a ruleset."""
    game = hoyle.load(ruleset, "python")

    def playout(rng: Random) -> int:
        state = game.start(players=players, seed=rng.getrandbits(32))
        decisions = 0
        while not state.over:
            state.apply(rng.choice(state.decision.choices))
            decisions += 1
        return decisions

    return playout


def decisions_a_second(playout: Playout, seconds: float, seed: int) -> float:
    """Play games for about so long."""
    rng = Random(seed)
    decisions = 0
    began = perf_counter()
    while (spent := perf_counter() - began) < seconds:
        decisions += playout(rng)
    return decisions / spent


def seconds_a_copy(ruleset: str, players: int, seconds: float, seed: int) -> float:
    """Copy the state at every decision of random games for about so long."""
    game = hoyle.load(ruleset, "python")
    rng = Random(seed)
    copies = 0
    copying = 0.0
    while copying < seconds:
        state = game.start(players=players, seed=rng.getrandbits(32))
        while not state.over:
            began = perf_counter()
            for _ in range(20):
                state.copy()
            copying += perf_counter() - began
            copies += 20
            state.apply(rng.choice(state.decision.choices))
    return copying / copies


def measure_games(repetitions: int, seconds: float) -> list[Finding]:
    """Decisions a second and copies, for each game written both ways."""
    findings = []
    for name, by_hand, ruleset, players in (
        ("tic-tac-toe", tic_tac_toe_by_hand, "tic-tac-toe", 2),
        ("shedding", shedding_by_hand, SHEDDING, 4),
    ):
        contract = through_the_contract(ruleset, players)
        hand_rates, rates, copies = [], [], []
        for repetition in range(repetitions):
            hand_rates.append(decisions_a_second(by_hand, seconds, repetition))
            rates.append(decisions_a_second(contract, seconds, repetition))
            copies.append(seconds_a_copy(ruleset, players, seconds / 2, repetition))
        share = statistics.median(rate / by for rate, by in zip(rates, hand_rates, strict=True))
        rate, hand_rate = statistics.median(rates), statistics.median(hand_rates)
        findings.append(
            Finding(
                name,
                f"{rate:,.0f} decisions/s, by hand {hand_rate:,.0f}: "
                f"{share:.2f} of it (at least {LEAST_SHARE})",
                share >= LEAST_SHARE,
            )
        )
        copy = statistics.median(copy * rate for copy, rate in zip(copies, rates, strict=True))
        findings.append(
            Finding(
                f"{name}, copy",
                f"{statistics.median(copies) * 1e6:.2f} µs, "
                f"as long as {copy:.2f} decisions (at most {MOST_FOR_A_COPY:.0f})",
                copy <= MOST_FOR_A_COPY,
            )
        )
    return findings


def measure_native(repetitions: int, seconds: float) -> list[Finding]:
    """Whole games in native code, beside the same games in C; nothing where there is no compiler."""
    findings = []
    for name, (ruleset, players) in PLAIN.items():
        play = compiled(name)
        if isinstance(play, Unavailable):
            return [Finding("native", f"not measured: {play}", True)]
        by_hand = by_hand_in_c(play)
        ours = whole_games(Table(SHEDDING if ruleset == "shedding" else ruleset, players))
        hand_rates, rates = [], []
        for repetition in range(repetitions):
            hand_rates.append(by_hand(seconds, repetition))
            rates.append(ours(seconds, repetition))
        share = statistics.median(rate / by for rate, by in zip(rates, hand_rates, strict=True))
        rate, hand_rate = statistics.median(rates) / 1e6, statistics.median(hand_rates) / 1e6
        findings.append(
            Finding(
                f"{ruleset}, native",
                f"{rate:.1f} million decisions/s, by hand in C {hand_rate:.1f}: "
                f"{share:.2f} of it (at least {LEAST_NATIVE_SHARE})",
                share >= LEAST_NATIVE_SHARE,
            )
        )
    return findings


def seconds_to_run(command: list[str]) -> float:
    began = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - began


def measure_commands(repetitions: int) -> list[Finding]:
    """How long it takes to start the command, and to lint a ruleset with it."""
    script = Path(sys.executable).with_name("hoyle")
    hoyle = [str(script)] if script.exists() else [sys.executable, "-m", "hoyle"]
    plain = [sys.executable, "-c", "import argparse, json, re"]
    bases, helps, lints = [], [], []
    for command in (plain, [*hoyle, "--help"], [*hoyle, "lint", "if-zero-stop"]):  # fill the caches
        seconds_to_run(command)
    for _ in range(repetitions):
        bases.append(seconds_to_run(plain))
        helps.append(seconds_to_run([*hoyle, "--help"]))
        lints.append(seconds_to_run([*hoyle, "lint", "if-zero-stop"]))
    times = statistics.median(mine / base for mine, base in zip(helps, bases, strict=True))
    lint = statistics.median(lints)
    return [
        Finding(
            "hoyle --help",
            f"{statistics.median(helps) * 1e3:.0f} ms, bare imports {statistics.median(bases) * 1e3:.0f} ms: "
            f"{times:.2f} times as long (less than {MOST_FOR_HELP:.0f})",
            times < MOST_FOR_HELP,
        ),
        Finding(
            "hoyle lint",
            f"{lint:.2f} s for if-zero-stop (less than {MOST_FOR_LINT:.0f})",
            lint < MOST_FOR_LINT,
        ),
    ]


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.speed", description="Measure Hoyle's speed.")
    parser.add_argument("--repetitions", type=int, default=7, help="of each measurement (default: 7)")
    parser.add_argument("--seconds", type=float, default=0.5, help="of each measurement (default: 0.5)")
    parser.add_argument("--check", action="store_true", help="exit with 1 if a promise isn't kept")
    arguments = parser.parse_args()
    findings = measure_games(arguments.repetitions, arguments.seconds)
    findings += measure_native(arguments.repetitions, arguments.seconds)
    findings += measure_commands(arguments.repetitions)
    for finding in findings:
        print(f"{'kept  ' if finding.kept else 'BROKEN'}  {finding.name:20} {finding.text}")
    return 1 if arguments.check and not all(finding.kept for finding in findings) else 0


if __name__ == "__main__":
    sys.exit(main())
