"""How much a ruleset may do before it counts as a mistake; `docs/semantics.md` says what each counts."""

from __future__ import annotations

from hoyle.ir.nodes import LARGEST

# Rounds of loops and numbers of spans between two decisions; a bundled ruleset needs a few hundred.
FUEL = 200_000
# Jumps between blocks that leave first, between two decisions.
MOST_JUMPS = 50_000
# Calls inside calls, whether they wait as frames or as functions.
DEEPEST = 500
LONGEST_LIST = 10_000
MOST_SELECTIONS = 100_000
# Decisions in one match; the longest bundled game takes a few thousand.
MOST_DECISIONS = 1_000_000

__all__ = ["DEEPEST", "FUEL", "LARGEST", "LONGEST_LIST", "MOST_DECISIONS", "MOST_JUMPS", "MOST_SELECTIONS"]
