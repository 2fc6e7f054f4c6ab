"""Codes of comments that allow a finding: `# hoyle: allow CODE reason`."""

from __future__ import annotations

from hoyle.diagnostics.model import Code

_SCRAP = "zones:\n  scrap: {of: card}"

NO_REASON = Code(
    "H790",
    "allowed-without-reason",
    "warning",
    "A finding is allowed, but not why",
    why="Who reads the file later must be able to tell a decision from a shortcut: write the reason behind "
    "the code.",
    bad=f"{_SCRAP}   # hoyle: allow H701\n",
    good=f"{_SCRAP}   # hoyle: allow H701 the variants of this game use it\n",
)
UNUSED = Code(
    "H791",
    "nothing-to-allow",
    "warning",
    "A comment allows a finding that is not there",
    why="The mistake has been mended, or the comment stands on the wrong line: it allows what is found on "
    "its own line or, if it stands alone, on the next. A left-over would hide the next mistake there.",
    bad="hoyle: 1   # hoyle: allow H701 kept for later\n",
    good="hoyle: 1\n",
)
BAD_ALLOW = Code(
    "H792",
    "unreadable-allow",
    "warning",
    "A comment to Hoyle that cannot be understood",
    why="A comment that begins with `hoyle:` is written `# hoyle: allow CODE reason`. CODE is a number such "
    "as H701 or a name; several are separated by commas.",
    bad=f"{_SCRAP}   # hoyle: alow H701 the variants use it\n",
    good=f"{_SCRAP}   # hoyle: allow H701 the variants use it\n",
)
ERROR_ALLOWED = Code(
    "H793",
    "error-not-allowable",
    "warning",
    "A comment allows an error",
    why="With an error a ruleset cannot be played, whatever a comment says. Only warnings can be allowed.",
    bad="zones:\n  deck: {off: card}   # hoyle: allow H201 it reads better\n",
    good="zones:\n  deck: {of: card}\n",
)
