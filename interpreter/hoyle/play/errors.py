"""Faults of a ruleset or of its users while a game is set up or played."""

from __future__ import annotations

from typing import Any

from hoyle.ir.program import Place
from hoyle.plan.faults import FAULTS, Family, Fault


class StartError(ValueError):
    """A game cannot start so: a wrong number of players, an unknown option, a value out of range."""


class IllegalChoice(ValueError):
    """A choice that is not legal now; says why."""


class PlayError(RuntimeError):
    """A ruleset did something that it must not; names the rule and its place.

    `code` is one of the faults', or empty; `events` is what had happened by then, if the state recorded.
    """

    def __init__(self, message: str, rule: str = "", place: Place | None = None, code: str = "") -> None:
        self.message, self.rule, self.place, self.code = message, rule, place, code
        self.events: list[dict[str, Any]] = []
        where = f"{place.file}:{place.line}:{place.column}: " if place is not None and place.file else ""
        inside = f" (in the rule `{rule}`)" if rule else ""
        super().__init__(f"{where}{message}{inside}")

    @property
    def family(self) -> Family:
        return FAULTS[self.code].family if self.code else "fault"


def play_error(fault: Fault) -> PlayError:
    """A fault as the user is told."""
    return PlayError(str(fault), fault.rule, fault.place, fault.code)
