"""Steps as YAML that can be pasted into a scenario: what would have been right."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any

from hoyle.play.event_kinds import EVENTS

_PLAIN = re.compile(r"[A-Za-z0-9_(][^\s,:#\[\]{}\"'&*!|>%@`]*( [^\s,:#\[\]{}\"'&*!|>%@`]+)*")
# What YAML, of this or of older kinds, reads as something else than text.
_NOT_TEXT = re.compile(
    r"true|false|null|none|yes|no|on|off|[-+]?[0-9][0-9_.]*(e[-+]?[0-9]+)?|0[xob].*", re.IGNORECASE
)
MOST_EVENTS = 12
_LEFT_OUT = ("event", "choices", "hash", "options", "seed")


def step(key: str, value: Any) -> str:
    """One step of a scenario; a mapping goes over several lines, so that `hand[0]` needs no quotation marks.

    >>> print(step("seat 1 sees", {"hand[0]": ["red 4", "7"]}))
    - seat 1 sees:
        hand[0]: [red 4, "7"]
    """
    if isinstance(value, Mapping):
        rows = [f"    {_key(name)}: {flow(item)}" for name, item in value.items()]
        return "\n".join([f"- {key}:", *rows])
    return f"- {key}: {flow(value)}"


def events_step(events: Sequence[dict[str, Any]]) -> str:
    """The step that these events fulfil, each with its kind first; of many only the last ones."""
    rows = [f"    - {flow(_event(event))}" for event in events[-MOST_EVENTS:]]
    return "\n".join(["- events:", *rows]) if rows else "- events: []"


def _event(event: dict[str, Any]) -> dict[str, Any]:
    kind = event["event"]
    main = EVENTS[kind].main
    found = {kind: event.get(main) if main is not None else None}
    return found | {key: value for key, value in event.items() if key not in (*_LEFT_OUT, main)}


def flow(value: Any) -> str:
    """A value on one line.

    >>> flow({"move": "red 3", "from": "hand[0]", "bottom": True, "round": None})
    '{move: red 3, from: "hand[0]", bottom: true, round: }'
    """
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{flow(key)}: {flow(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(flow, value)) + "]"
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    return value if _PLAIN.fullmatch(value) and not _NOT_TEXT.fullmatch(value) else _quoted(value)


def _key(name: str) -> str:
    """A key at the beginning of a line, where brackets mean nothing."""
    plain = re.fullmatch(r"[a-z_][\w ]*(\(\w+(\[[\w ,]+\])?\)|\[[\w ,]+\])?", name)
    return name if plain is not None else _quoted(name)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)
