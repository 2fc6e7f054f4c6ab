"""Rulesets and JSON that are changed at random: a number says which, so that each can be made again."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from hoyle.bundled import bundled
from tests.hard.running import CASES

_TOKEN = re.compile(r"\w+|[^\w\s]+|[ \t]+|\n")
_NUMBERS = ("0", "-1", "1", "9999", "1000000000", "18446744073709551616", "1.5", "1e9", "0x10", "012")
_BITS: tuple[str, ...] = (
    "\0",
    "\x1b[2J",
    "\t",
    "\r",
    "\u2028",
    "\u202e",
    "\ufeff",
    "é",
    "🂡",
    "\ud800",
    "{",
    "}",
    "[",
    "]",
    "&a",
    "*a",
)
_BITS += ("!!python/object:os.system", "<<: *a", "'", '"', "|", ">", "- ", ": ", "# ", "%", "---\n", "...\n")
_WORDS: tuple[str, ...] = (
    "none",
    "true",
    "off",
    "all",
    "players",
    "me",
    "random(deck)",
    "top(deck)",
    "draw 999999999 from deck",
)
_WORDS += ("for each p in players:", "while true:", "supposing", "remember", "end round", "choose for me:")


@cache
def sources() -> tuple[str, ...]:
    """What is changed: the bundled rulesets, and those that are made to do harm."""
    files = [*bundled().values(), *sorted(CASES.glob("*.yaml"))]
    files += sorted((Path(__file__).parents[1] / "differential" / "combined").glob("*.yaml"))
    return tuple(file.read_text(encoding="utf-8") for file in files)


def mutant(random: Random) -> str:
    """A ruleset with one to five changes of any level."""
    # short ones more often, since a change is more likely to matter there
    text = min((random.choice(sources()) for _ in range(3)), key=len)
    for _ in range(random.choice((1, 1, 1, 2, 3, 5))):
        text = random.choice((_token, _token, _line, _byte, _structure))(random, text)
    return text


def _token(random: Random, text: str) -> str:
    tokens = _TOKEN.findall(text)
    if not tokens:
        return text
    at = random.randrange(len(tokens))
    match random.randrange(6):
        case 0:
            del tokens[at]
        case 1:
            tokens[at] = random.choice(tokens)
        case 2:
            other = random.randrange(len(tokens))
            tokens[at], tokens[other] = tokens[other], tokens[at]
        case 3:
            tokens[at] = random.choice(_NUMBERS)
        case 4:
            tokens[at] = random.choice(_WORDS)
        case _:
            tokens.insert(at, random.choice(_TOKEN.findall(random.choice(sources()))))
    return "".join(tokens)


def _line(random: Random, text: str) -> str:
    lines = text.split("\n")
    at = random.randrange(len(lines))
    match random.randrange(6):
        case 0:
            del lines[at]
        case 1:
            lines.insert(at, random.choice(lines))
        case 2:
            lines.insert(at, random.choice(random.choice(sources()).split("\n")))
        case 3:
            lines[at] = "  " * random.randrange(1, 4) + lines[at]
        case 4:
            lines[at] = lines[at].removeprefix("  ")
        case _:
            end = min(at + random.randrange(1, 12), len(lines))
            lines[at:at] = lines[at:end] * random.randrange(1, 20)
    return "\n".join(lines)


def _byte(random: Random, text: str) -> str:
    at = random.randrange(len(text) + 1)
    match random.randrange(4):
        case 0:
            return text[:at] + random.choice(_BITS) + text[at:]
        case 1:
            return (
                text[:at]
                + chr(random.choice((random.randrange(128), random.randrange(0xD800))))
                + text[at + 1 :]
            )
        case 2:
            return text[:at]
        case _:
            return text[:at] + text[at + random.randrange(1, 40) :]


def _structure(random: Random, text: str) -> str:
    """Sections come, go, change places, or come from another ruleset."""
    sections = re.split(r"(?m)^(?=[a-z])", text)
    others = re.split(r"(?m)^(?=[a-z])", random.choice(sources()))
    at = random.randrange(len(sections))
    match random.randrange(4):
        case 0:
            del sections[at]
        case 1:
            sections[at] = random.choice(others)
        case 2:
            random.shuffle(sections)
        case _:
            sections.insert(at, random.choice(others))
    return "".join(sections)


# ------------------------------------------------------------------ JSON
_VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 7, 1 << 30, -(1 << 30), 1 << 64, 1.5, float("nan"),
    "", "x", "\x1b[2J", "f" * 16, [], {}, [[]], [0], [-1], {"x": 1}, -1073741823,
)  # fmt: skip


def tampered(random: Random, value: Any) -> Any:
    """A copy of what JSON holds, with one to four changes anywhere in it."""
    found = json.loads(json.dumps(value))
    for _ in range(random.choice((1, 1, 1, 2, 4))):
        found = _changed(random, found)
    return found


def _changed(random: Random, root: Any) -> Any:
    places = [()] if random.random() < 0.01 else [place for place in _places(root) if place]
    if not places:
        return random.choice(_VALUES)
    # the parts of a state differ much in size: each is as likely to be hit
    first = random.choice([place[:1] for place in places])
    place = random.choice([place for place in places if place[:1] == first])
    if not place:
        return random.choice(_VALUES)
    inside = root
    for key in place[:-1]:
        inside = inside[key]
    _change_at(random, inside, place[-1])
    return root


def _change_at(random: Random, inside: Any, key: Any) -> None:
    value = inside[key]
    match random.randrange(7):
        case 0:
            del inside[key]
        case 1 if type(value) is int:
            inside[key] = value + random.choice((-1, 1, 2, -2, 10, 1 << 20))
        case 2 if isinstance(inside, list):
            inside.insert(key, random.choice(inside))
        case 3 if isinstance(inside, list):
            random.shuffle(inside)
        case 4 if isinstance(inside, list):
            inside[key] = random.choice(inside)
        case 5:
            deep: Any = value
            for _ in range(random.choice((1, 2, 600, 5000))):
                deep = [deep]
            inside[key] = deep
        case _:
            inside[key] = random.choice(_VALUES)


def _places(value: Any, here: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    found: list[tuple[Any, ...]] = [here]
    if len(here) < 6:
        inside: Sequence[tuple[Any, Any]] = ()
        if isinstance(value, dict):
            inside = list(value.items())
        elif isinstance(value, list):
            inside = list(enumerate(value))
        for key, item in inside:
            found += _places(item, (*here, key))
    return found
