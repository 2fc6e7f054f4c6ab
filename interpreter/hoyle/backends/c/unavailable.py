"""Why there is no native code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Unavailable:
    """Why there is no native code: in one line, and what can be done about it."""

    code: Literal[
        "no compiler",
        "refused",  # by the compiler
        "too slow",
        "too long",
        "no room",  # or no place that is safe from others
        "not loadable",
        "unsupported",  # something of the ruleset's
    ]
    reason: str
    help: str = ""

    def __str__(self) -> str:
        return self.reason
