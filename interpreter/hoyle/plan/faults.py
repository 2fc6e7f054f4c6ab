"""Faults of a ruleset or of its users while a game is set up or played."""

from __future__ import annotations

from typing import Any

from hoyle.ir.program import Place


class StartError(ValueError):
    """A game cannot start so: a wrong number of players, an unknown option, a value out of range."""


class IllegalChoice(ValueError):
    """A choice that is not legal now; says why."""


class PlayError(RuntimeError):
    """A ruleset did something that it must not; names the rule and its place.

    `events` is what had happened by then, if the state was recording.
    """

    def __init__(self, message: str, rule: str = "", place: Place | None = None) -> None:
        self.message, self.rule, self.place = message, rule, place
        self.events: list[dict[str, Any]] = []
        where = f"{place.file}:{place.line}:{place.column}: " if place is not None and place.file else ""
        inside = f" (in the rule `{rule}`)" if rule else ""
        super().__init__(f"{where}{message}{inside}")


class Fault(Exception):
    """Raised by generated code; becomes a PlayError that knows the rule and the place."""


class EndRound(Exception):
    """`end round` inside code that cannot stop."""
