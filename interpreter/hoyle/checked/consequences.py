"""Says which findings may be due to what the document stage took out of a ruleset."""

from __future__ import annotations

import re

from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Code, Diagnostic
from hoyle.document.pruning import Lost
from hoyle.syntax.words import reserved

# Without one of these no name and no type is sure.
_DECLARING = frozenset({"extends", "options", "types", "components", "boards", "zones", "state"})
# Findings about a section as a whole.
_ABOUT_ALL: dict[Code, frozenset[str]] = {
    codes.NO_ROUND: frozenset({"rules"}),
    codes.NOWHERE: frozenset({"components", "zones"}),
    codes.UNKNOWN_ATTRIBUTE: frozenset({"components"}),
    codes.WRONG_TOTAL: frozenset({"components"}),
    codes.BAD_TEAMS: frozenset({"players"}),
}


def due_to(lost: Lost, finding: Diagnostic) -> bool:
    """Whether a finding speaks of what was lost, or of what stands where something was."""
    if lost.whole & _DECLARING or (finding.code is codes.UNKNOWN_RULE and "rules" in lost.whole):
        return True
    if lost.sections & _ABOUT_ALL.get(finding.code, frozenset()):
        return True
    place = finding.place
    here = re.findall(r"[A-Za-z_]\w*", place.file.text[place.start : place.end])
    known = {*FUNCTION, *VALUE, *reserved(), "int", "bool", "player", "team"}
    return bool(lost.names.intersection((*here, *finding.names)) - known)
