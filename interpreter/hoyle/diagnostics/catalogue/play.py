"""Codes of what `hoyle lint --play` finds by playing."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

_ROUND = "rules:\n  round:\n    do: |\n      "
_ASK = (
    f"{_ROUND}deal 1 from deck to hand[p] for p in players\n"
    "      ask(seat(0))\n  ask(player me):\n    do: |\n      choose for me:\n"
)
_PENALTY = "\n  penalty(player p):\n    do: |\n      draw 1 from deck to hand[p]\n"

DEAD_END = Code(
    "H801",
    "dead-end",
    "error",
    "A player must choose, and nothing is possible",
    why="A game came to a `choose` none of whose alternatives is legal, and which has no `otherwise`. Say "
    "what happens then, or see to it that something is always possible.",
    bad=f"{_ASK}        play(c in hand[me]):\n          move c to discard\n          ask(me)\n",
    good=f"{_ASK}        play(c in hand[me]):\n          move c to discard\n          ask(me)\n"
    "      otherwise:\n        nothing\n",
)
FAULT = Code(
    "H802",
    "fault-in-play",
    "error",
    "A rule does in play what it must not",
    why="It looks at the top of an empty pile or beyond the end of a list, deals more pieces than there are, "
    "overfills a zone or divides by zero. Test for it first.",
    bad=f"{_ROUND}move top(discard) to deck\n",
    good=f"{_ROUND}if size(discard) > 0: move top(discard) to deck\n",
)
LIMIT = Code(
    "H803",
    "limit-exhausted",
    "error",
    "A rule works without end",
    why="A loop goes on, or a rule calls itself, with nobody asked in between; or a number or a list grows "
    "beyond all bounds. Hoyle stops such a game.",
    bad=f"{_ROUND}while size(deck) > 0: shuffle deck\n",
    good=f"{_ROUND}while size(deck) > 0: draw 1 from deck to discard\n",
)
ENDLESS = Code(
    "H804",
    "endless-game",
    "warning",
    "A game does not come to an end",
    why="So many decisions were taken at random, and still the round or the match was not over. Perhaps "
    "nothing ends it, or only what random play hardly ever reaches.",
    bad=f"{_ASK}        wait: ask(left(me))\n",
    good=f"{_ASK}        wait:\n          draw 1 from deck to discard\n"
    "          if size(deck) > 0: ask(left(me))\n",
)
LOST_PIECE = Code(
    "H805",
    "lost-piece",
    "error",
    "A piece is in two zones, or in none",
    why="Pieces only move, so this is a bug in Hoyle and not in the ruleset. Please report it with the "
    "trace.",
    bad="# no ruleset can cause it\n",
    good="# every ruleset\n",
)
LEAK = Code(
    "H806",
    "leaking-view",
    "error",
    "A player can tell what is hidden",
    why="The pieces that a player cannot see were exchanged for others that he cannot see either, and what "
    "he is shown changed: his choices, a variable or a zone give them away. Let him choose among what he "
    "sees, or reveal it first.",
    bad=f"{_ASK}        take(c in hand[left(me)]): move c to hand[me]\n",
    good=f"{_ASK}        take:\n          let c = random(hand[left(me)])\n          move c to hand[me]\n",
)
SAME_LABEL = Code(
    "H809",
    "same-label",
    "warning",
    "Two choices of one decision read the same",
    why="Whoever is asked cannot tell them apart, and a scenario, a trace or a program that names the label "
    "gets the first of them. Give the alternative a label that says what differs: what is picked, or where "
    "it comes from. Where nothing differs, leave one of them out.",
    bad=f"{_ASK}        take(c in deck):\n          move c to hand[me]\n"
    '        steal "take {c}"(c in deck): move c to discard\n',
    good=f"{_ASK}        take(c in deck):\n          move c to hand[me]\n"
    '        steal "throw {c} away"(c in deck): move c to discard\n',
)
RULE_NEVER_RAN = Code(
    "H807",
    "rule-never-ran",
    "warning",
    "A rule that no game came to",
    why="Random games with every number of players and the values of every option never ran it. Its "
    "conditions may contradict each other; or it is for something very rare, which a scenario can show. In "
    "that case say so behind it: `# hoyle: allow H807 three aces in a row are rare`.",
    bad=f"{_ROUND}if size(deck) > 99: penalty(seat(0)){_PENALTY}",
    good=f"{_ROUND}if size(deck) > 9: penalty(seat(0)){_PENALTY}",
)
CHOICE_NEVER_LEGAL = Code(
    "H808",
    "choice-never-legal",
    "warning",
    "A choice that no player ever had",
    why="Random games with every number of players and the values of every option never offered it. Its "
    "conditions may contradict each other; or it is for something very rare, which a scenario can show.",
    bad=f"{_ASK}        stay: nothing\n        leave needs size(deck) > 99: end round\n",
    good=f"{_ASK}        stay: nothing\n        leave needs size(deck) > 5: end round\n",
)
