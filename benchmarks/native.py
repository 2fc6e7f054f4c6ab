"""Measures the native engine in one run: `python -m benchmarks.native`.

Beside the same games written by hand in C, and for every bundled ruleset beside the Python engine: how fast
it plays whole games, and what its code takes to be printed and compiled. All alternate, and the medians of
ratios count; time is the processor's.
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path
from time import process_time

import hoyle
from benchmarks.by_hand.in_c import BITS, PLAIN, compiled
from benchmarks.contestants import Table, by_hand_in_c, whole_games, with_objects
from benchmarks.peers import alternating, million, ratio, why_no_native
from hoyle.backends.c.compiler import compilers
from hoyle.backends.c.module import to_c
from hoyle.backends.c.toolchain import FLAGS, Unavailable, compile_in
from hoyle.bundled import bundled

SHEDDING = str(Path(__file__).parent / "rulesets" / "shedding.yaml")


def table_of(ruleset: str, players: int) -> Table:
    return Table(SHEDDING if ruleset == "shedding" else ruleset, players)


def beside_hand(repetitions: int, seconds: float) -> None:
    """Whole games of rulesets, and the same games in C."""
    print("Million decisions a second of whole games, by hand in C and from the ruleset.\n")
    print("| game | by hand | native | native / by hand |")
    print("|---|---:|---:|---:|", flush=True)
    for name, (ruleset, players) in (PLAIN | BITS).items():
        play = compiled(name)
        assert not isinstance(play, Unavailable), play
        rates = {"hand": by_hand_in_c(play), "native": whole_games(table_of(ruleset, players))}
        found = alternating(rates, repetitions, seconds)
        cells = [f"`{name}.c`", million(found, "hand"), million(found, "native")]
        print(f"| {' | '.join([*cells, ratio(found, 'native', 'hand')])} |", flush=True)


def beside_python(only: str, repetitions: int, seconds: float) -> None:
    """Every bundled ruleset."""
    print(
        "\nWhole games, million decisions a second; the C text, and what it takes to print and compile it.\n"
    )
    print(
        "| ruleset | players | native | Python | ratio | text, KB | printed, ms | compiled, s | object, KB |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|", flush=True)
    ratios = []
    for name in bundled():
        if only not in ("", name):
            continue
        game = hoyle.load(name)
        players = 4 if 4 in game.player_counts else game.player_counts[0]
        table = Table(name, players)
        why = why_no_native(table)
        if why is not None:
            print(f"| {name} | {players} | {why} | | | | | | |", flush=True)
            continue
        cost = building(game, players)
        if game.start(players=players, engine="python").over:
            print(f"| {name} | {players} | no decisions | | | {cost} |", flush=True)
            continue
        rates = {"native": whole_games(table), "python": with_objects(table, "python")}
        found = alternating(rates, repetitions, seconds)
        ratios.append(
            statistics.median(
                one / other for one, other in zip(found["native"], found["python"], strict=True)
            )
        )
        shown = f"{million(found, 'native')} | {million(found, 'python')} | {ratios[-1]:.0f}"
        print(f"| {name} | {players} | {shown} | {cost} |", flush=True)
    if ratios:
        median, low = statistics.median(ratios), min(ratios)
        print(f"\n{len(ratios)} rulesets with decisions: median {median:.0f}, least {low:.0f}")


def building(game: hoyle.Game, players: int) -> str:
    """What the code takes, in cells of the table."""
    plan = game.chooser(players, {}).plan
    began = process_time()
    text = to_c(plan).text
    printed = process_time() - began
    compiler = next(compilers())
    seconds = []
    size = 0
    for _ in range(3):
        with tempfile.TemporaryDirectory() as folder:
            began = _spent_by_others()
            failed = compile_in(
                Path(folder), compiler, (*FLAGS, "-O1", *compiler.flags), text, Path(folder) / "zig"
            )
            seconds.append(_spent_by_others() - began)
            assert failed is None, failed
            size = max(path.stat().st_size for path in Path(folder).glob("game.so"))
    return f"{len(text) / 1000:.0f} | {printed * 1e3:.0f} | {min(seconds):.2f} | {size / 1000:.0f}"


def _spent_by_others() -> float:
    """Processor time of the programs that were run."""
    spent = os.times()
    return spent.children_user + spent.children_system


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.native", description="Measure the native engine."
    )
    parser.add_argument("--repetitions", type=int, default=5, help="of each measurement (default: 5)")
    parser.add_argument("--seconds", type=float, default=0.3, help="of each measurement (default: 0.3)")
    parser.add_argument("--only", default="", help="only this ruleset")
    arguments = parser.parse_args()
    if next(compilers(), None) is None:
        print("there is no C compiler here", file=sys.stderr)
        return 2
    if not arguments.only:
        beside_hand(arguments.repetitions, arguments.seconds)
    beside_python(arguments.only, arguments.repetitions, arguments.seconds)
    return 0


if __name__ == "__main__":
    sys.exit(main())
