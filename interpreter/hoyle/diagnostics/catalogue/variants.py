"""Codes of what a variant may change in a rule's decision."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

NO_SUCH_PART = Code(
    "H261",
    "no-such-part",
    "error",
    "A variant changes an alternative that the rule does not have",
    why="`turn.wild: off` changes the alternative `wild` of the decision in the rule `turn`. If the base has "
    "no such alternative, the line would change nothing, and the variant would silently be the base game.",
    bad="extends: base\nrules:\n  turn.wlid: off\n",
    good="extends: base\nrules:\n  turn.wild: off\n",
)
PART_EXISTS = Code(
    "H262",
    "part-exists",
    "error",
    "A variant adds an alternative that is already there",
    why="`add:` brings new alternatives; to change one that exists, address it as `rule.alternative`.",
    bad="extends: base\nrules:\n  turn:\n    add: |\n      wild: nothing\n",
    good="extends: base\nrules:\n  turn.wild:\n    do: |\n      nothing\n",
)
NOTHING_LEFT = Code(
    "H263",
    "nothing-left",
    "error",
    "A variant removes a decision's last alternative",
    why="A decision without alternatives can never be taken; replace the rule instead.",
    bad="extends: base\nrules:\n  turn.play: off\n  turn.wild: off\n",
    good="extends: base\nrules:\n  turn:\n    do: |\n      nothing\n",
)
