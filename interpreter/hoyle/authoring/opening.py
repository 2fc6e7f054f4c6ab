"""Opens a ruleset that must be free of errors to be talked about."""

from __future__ import annotations

from hoyle.diagnostics.model import RulesetError
from hoyle.pipeline import Work, open_ruleset


def opened(id_or_path: str) -> Work:
    """The checked ruleset; RulesetError with all its errors if it has any."""
    work = open_ruleset(id_or_path)
    if work.model is None or work.findings.has_errors:
        raise RulesetError(d for d in work.findings.sorted if d.code.severity == "error")
    return work
