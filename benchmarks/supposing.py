"""Measures chess that supposes its moves beside chess that carries them through its rules by hand.

`python -m benchmarks.supposing` plays the same random games in both, in turn, and compares their times, game
by game; the median of the ratios counts. Once with a small chess, once with the complete one.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from random import Random
from time import process_time

import hoyle
from hoyle.bundled import bundled

RULESETS = Path(__file__).parent / "rulesets"
MOST_DECISIONS = 150

# Each as it supposes, and by hand; a variant of the first is what had to be written besides.
PAIRS = {
    "small chess": (RULESETS / "small-chess.yaml", RULESETS / "small-chess-by-hand.yaml"),
    "chess": (bundled()["chess"], RULESETS / "chess-by-hand.yaml"),
}


def played(game: hoyle.Game, seed: int) -> tuple[float, list[int]]:
    """Seconds for a random game, and how many choices each of its decisions had."""
    random, state = Random(seed), game.start(2, seed)
    widths: list[int] = []
    begin = process_time()
    while not state.over and len(widths) < MOST_DECISIONS:
        widths.append(len(state.decision))
        state.apply(random.randrange(widths[-1]))
    return process_time() - begin, widths


def rule_lines(path: Path) -> int:
    """The lines of a ruleset's rules that are neither blank nor about something else than playing."""
    rules = path.read_text(encoding="utf-8").partition("\nrules:\n")[2]
    lines = [line.strip() for line in rules.splitlines()]
    return sum(1 for line in lines if line and not line.startswith(("#", "about:", "cites:", "why:")))


def compare(name: str, supposing: Path, by_hand: Path, games: int) -> None:
    """Plays both, and says how they compare."""
    ours, theirs = hoyle.load(supposing), hoyle.load(by_hand)
    for game in (ours, theirs):
        played(game, 0)
    ratios, decisions, times = [], 0, [0.0, 0.0]
    for seed in range(1, games + 1):
        our_time, widths = played(ours, seed)
        their_time, same = played(theirs, seed)
        assert widths == same, "both must play the same game"
        ratios.append(their_time / our_time)
        decisions += len(widths)
        times = [times[0] + our_time, times[1] + their_time]
    lines = [rule_lines(supposing), rule_lines(by_hand)]
    if "\nextends:" in by_hand.read_text(encoding="utf-8"):
        lines[1] += lines[0]
    for how, spent, length in zip(("supposing", "by hand"), times, lines, strict=True):
        print(f"{name}, {how:10} {decisions / spent:8,.0f} decisions a second, {length} lines of rules")
    least, most = min(ratios), max(ratios)
    print(f"{name}: by hand takes {statistics.median(ratios):.2f} times as long ({least:.2f} to {most:.2f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    games = parser.parse_args().games
    for name, (supposing, by_hand) in PAIRS.items():
        compare(name, supposing, by_hand, games)


if __name__ == "__main__":
    main()
