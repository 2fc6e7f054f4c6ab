"""Measures a small chess that supposes its moves beside one that carries them through its rules by hand.

`python -m benchmarks.supposing` plays the same random games in both, in turn, and compares their times, game
by game; the median of the ratios counts.
"""

from __future__ import annotations

import argparse
import statistics
from pathlib import Path
from random import Random
from time import process_time

import hoyle

RULESETS = Path(__file__).parent / "rulesets"
MOST_DECISIONS = 150


def played(game: hoyle.Game, seed: int) -> tuple[float, list[int]]:
    """Seconds for a random game, and how many choices each of its decisions had."""
    random, state = Random(seed), game.start(2, seed)
    widths: list[int] = []
    begin = process_time()
    while not state.over and len(widths) < MOST_DECISIONS:
        widths.append(len(state.decision))
        state.apply(random.randrange(widths[-1]))
    return process_time() - begin, widths


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=20)
    supposing = hoyle.load(RULESETS / "small-chess.yaml")
    by_hand = hoyle.load(RULESETS / "small-chess-by-hand.yaml")
    for game in (supposing, by_hand):
        played(game, 0)
    ratios, decisions, times = [], 0, [0.0, 0.0]
    for seed in range(1, parser.parse_args().games + 1):
        ours, widths = played(supposing, seed)
        theirs, same = played(by_hand, seed)
        assert widths == same, "both must play the same game"
        ratios.append(theirs / ours)
        decisions += len(widths)
        times = [times[0] + ours, times[1] + theirs]
    for name, spent in zip(("supposing", "by hand"), times, strict=True):
        print(f"{name:10} {decisions / spent:8,.0f} decisions a second")
    least, most = min(ratios), max(ratios)
    print(f"by hand takes {statistics.median(ratios):.2f} times as long ({least:.2f} to {most:.2f})")


if __name__ == "__main__":
    main()
