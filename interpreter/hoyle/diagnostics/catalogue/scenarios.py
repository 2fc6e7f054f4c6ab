"""Codes of scenarios that cannot be run as written."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

UNKNOWN_GIVEN = Code(
    "H651",
    "unknown-given",
    "error",
    "A scenario gives a zone or variable that does not exist",
    why="Under `given` stand zones, as in `hand[0]`, state variables and `rest`.",
    bad="scenarios:\n  one:\n    given: {dekc: []}\n",
    good="scenarios:\n  one:\n    given: {deck: []}\n",
)
UNKNOWN_PIECE = Code(
    "H652",
    "unknown-piece",
    "error",
    "A scenario names a piece or value that does not exist",
    why="Pieces are named by their labels, and there are only so many of each.",
    bad="scenarios:\n  one:\n    given: {deck: [blue 99]}\n",
    good="scenarios:\n  one:\n    given: {deck: [blue 9]}\n",
)
BAD_STEP = Code(
    "H653",
    "bad-step",
    "error",
    "A step of a scenario is not understood",
    why="Steps are `seat N`, `seat N may`, `seat N may not`, `seat N sees`, `seat N does not see`, `expect`, "
    "`scores`, `over`, `winners` and `events`. They speak of seats that are there.",
    bad="scenarios:\n  one:\n    then:\n      - seet 0: pass\n",
    good="scenarios:\n  one:\n    then:\n      - seat 0: pass\n",
)
BAD_ENTRY = Code(
    "H654",
    "bad-entry",
    "error",
    "A scenario begins with something that is not a call of a rule",
    why="`begin` and `call` name a rule with its arguments, as in `turn(seat(0))`.",
    bad="scenarios:\n  one:\n    begin: turn\n",
    good="scenarios:\n  one:\n    begin: turn(seat(0))\n",
)
BAD_SETTING = Code(
    "H655",
    "bad-setting",
    "error",
    "A scenario's players or options do not fit the ruleset",
    why="A scenario starts a match like anybody else: with an allowed number of players and valid options.",
    bad="scenarios:\n  one:\n    players: 99\n",
    good="scenarios:\n  one:\n    players: 2\n",
)
UNKNOWN_REFUSAL = Code(
    "H656",
    "unknown-refusal",
    "error",
    "A scenario says that a choice is refused by something that refuses none",
    why="Under `may not` each choice may be followed by what refuses it: the rule after `needs`, the name of "
    "the pick whose list it is not in, or `unknown` if it is never a choice.",
    bad="scenarios:\n  one:\n    then:\n      - seat 0 may not: {play blue 9: fist}\n",
    good="scenarios:\n  one:\n    then:\n      - seat 0 may not: {play blue 9: fits}\n",
)
TWO_ENTRIES = Code(
    "H657",
    "two-entries",
    "error",
    "A scenario has both `begin` and `call`",
    why="`begin` is a call that stands for the rest of the round; `call` runs one rule alone and stops. With "
    "both, only one of them would be run.",
    bad="scenarios:\n  one:\n    begin: turn(seat(0))\n    call: turn(seat(0))\n",
    good="scenarios:\n  one:\n    begin: turn(seat(0))\n",
)
