"""`python -m tests.crosscheck [--games N] [--only RULESET…]`: the table of what was walked."""

from __future__ import annotations

import argparse
import sys

from tests.crosscheck.pairs import PAIRS
from tests.crosscheck.walk import walk


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.crosscheck", description="Walk random games in step with OpenSpiel."
    )
    parser.add_argument("--games", type=int, default=100, help="games of each pair (100)")
    parser.add_argument("--seconds", type=float, default=0.0, help="stop a pair after so long; 0: never")
    parser.add_argument("--first", type=int, default=0, help="number of the first game, to look at one alone")
    parser.add_argument("--only", nargs="*", default=[], help="only these rulesets")
    arguments = parser.parse_args()
    try:
        import pyspiel  # noqa: F401
    except ImportError:
        print("OpenSpiel is missing: pip install 'hoyle[crosscheck]'", file=sys.stderr)
        return 2
    pairs = [pair for pair in PAIRS if not arguments.only or pair.ruleset in arguments.only]
    for pair in pairs:  # read before the long walk, so that an edit on the way does not mix versions
        assert pair.game is not None
        assert pair.their_game is not None
    print("| ruleset | OpenSpiel | games | decisions | chance events | mismatches |")
    print("|---|---|---:|---:|---:|---:|", flush=True)
    failed = False
    for pair in pairs:
        tally = walk(pair, arguments.games, arguments.first, seconds=arguments.seconds)
        print(
            f"| {pair.ruleset} | `{pair.theirs}` | {tally.games:,} | {tally.decisions:,} | {tally.chances:,} "
            f"| {len(tally.mismatches)} |",
            flush=True,
        )
        left = f", {tally.left} games left where a third reading is with us" if tally.left else ""
        print(f"{pair.theirs}: {tally.seconds:.1f} s{left}", *tally.mismatches, sep="\n", file=sys.stderr)
        failed = failed or bool(tally.mismatches)
    return int(failed)


sys.exit(main())
