"""How much a ruleset may do before it counts as a mistake; `docs/semantics.md` says what each counts."""

from __future__ import annotations

from hoyle.ir.nodes import LARGEST

# Steps between two decisions, or for all that is written about one; `STEPS` says what each thing takes.
# A step is at most five nanoseconds in Python, so this is a second; a bundled ruleset needs far less.
FUEL = 200_000_000
# Jumps between blocks that leave first, between two decisions.
MOST_JUMPS = 50_000
# From here on all that a lap can cost is charged; before, only what has no bound.
FREE_JUMPS = 8
# Calls inside calls, whether they wait as frames or as functions.
DEEPEST = 500
LONGEST_LIST = 10_000
# Values in all lists that a variable has one of for each index, and numbers in all records of a memory.
MOST_VALUES = 1_000_000
MOST_SELECTIONS = 100_000
MOST_CHOICES = 100_000
# Decisions in one match; the longest bundled game takes a few thousand.
MOST_DECISIONS = 1_000_000


class STEPS:
    """What is charged: plain numbers, so that nothing hangs on a machine or a back end."""

    NODE = 6  # a part of an expression, a statement
    CALL = 20  # a function, beside what it does
    ROUND = 10  # an item that a loop goes through, a time round
    COMPARED = 4  # an item that is looked at in a search or a comparison
    COPIED = 8  # an item of a list that is copied
    SORTED = 20  # an item that is sorted, told apart or taken out
    MADE = 50  # an item that is computed for a list
    NUMBER = 500  # a number of a span
    CHANGE = 100  # a change that is told by an event: a variable set, a piece moved
    SHUFFLED = 200  # a piece that is shuffled
    KEY = 150  # what tells look-alikes apart
    CHOICE = 150  # a choice that is listed
    VALUE = 1_000  # an expression of a label, a question or a reason
    SIGN = 10  # a character of what comes of it


# More items than any list can have that is gone through.
MOST_ITEMS = FUEL // STEPS.MADE

__all__ = [
    "DEEPEST",
    "FREE_JUMPS",
    "FUEL",
    "LARGEST",
    "LONGEST_LIST",
    "MOST_CHOICES",
    "MOST_DECISIONS",
    "MOST_ITEMS",
    "MOST_JUMPS",
    "MOST_SELECTIONS",
    "MOST_VALUES",
    "STEPS",
]
