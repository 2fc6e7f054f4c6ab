"""Whether what a scenario says is what there is: values by their words, events by any of their fields."""

from __future__ import annotations

import re
from typing import Any

from hoyle.play.event_kinds import EVENTS

_NUMBERED = re.compile(r"(?:seat|team) (\d+)")


def same(wanted: Any, found: Any) -> bool:
    """Whether a value as it is written means the value found; one alone stands for a list of one.

    >>> same("seat 0", 0), same("red 4", ["red 4"]), same(["seat 0", 2], [0, 2]), same("none", None)
    (True, True, True, True)
    >>> same(True, 1), same(["red 4"], ["red 4", "red 5"])
    (False, False)
    """
    if isinstance(wanted, list) or isinstance(found, list):
        many, others = _several(wanted), _several(found)
        return len(many) == len(others) and all(map(same, many, others))
    if isinstance(found, dict):
        if isinstance(wanted, dict):
            return all(key in found and same(value, found[key]) for key, value in wanted.items())
        return same(wanted, found.get("piece"))  # a piece with what lies on it
    if isinstance(found, int) and not isinstance(found, bool) and isinstance(wanted, str):
        numbered = _NUMBERED.fullmatch(wanted)
        wanted = numbered.group(1) if numbered is not None else wanted
    return _word(wanted) == _word(found)


def _several(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]


def _word(value: Any) -> str:
    if value is None:
        return "none"
    return str(value).lower() if isinstance(value, bool) else " ".join(str(value).split())


def is_event(wanted: dict[str, Any], event: dict[str, Any]) -> bool:
    """`{move: red 4, to: discard}`: the kind with its main value, and any other fields.

    >>> is_event({"reveal": "red 4", "to": "seat 1"}, {"event": "reveal", "pieces": ["red 4"], "to": [1]})
    True
    """
    for key, value in wanted.items():
        if key in EVENTS:
            main = EVENTS[key].main
            if event["event"] != key or (value is not None and main and not same(value, event.get(main))):
                return False
        elif not same(value, event.get(key, False)):  # `bottom` is told only where it is true
            return False
    return True
