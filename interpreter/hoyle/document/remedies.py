"""What to write instead of a value or key that the schema refuses."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any

_YAML_1_1_WORDS = {"yes": "true", "on": "true", "no": "false", "off": "false"}
_TEAMS = "{4: [[0, 2], [1, 3]]}"
_COUNTS = "a range such as `2..10`"
# What is said of a seat in a step, and how it is written.
_STEP_WORDS = {
    **dict.fromkeys(("does", "do", "plays", "chooses", "takes", "picks", "choose"), ""),
    **dict.fromkeys(("may", "can", "could"), " may"),
    **dict.fromkeys(("may not", "cannot", "can not", "can't", "must not", "may't", "mayn't"), " may not"),
    **dict.fromkeys(("sees", "see", "can see", "knows"), " sees"),
    **dict.fromkeys(
        ("does not see", "doesn't see", "sees not", "cannot see", "can't see", "does not know", "not sees"),
        " does not see",
    ),
}
_SPAN = re.compile(r"\s*([0-9]+)\s*(?:-|–|—|to|\.|\.\.\.|…|:|,)\s*([0-9]+)\s*")
_GLUED = re.compile(r"([A-Za-z_][\w-]*):(\S.*)")
_DECLARED = re.compile(r"([a-z]\w*\??)\s+([a-z_]\w*)")


def for_value(title: str, expected: str, types: list[str], key: str, value: Any) -> str | None:
    """What to write for a value; `title` and `types` are the schema's, `key` is what it stands under."""
    if title == "Row" and not isinstance(value, list | dict | None):
        shown = f'"{key}"' if re.match(r"[0-9+-]", key) else key
        return f"a row stands in brackets, also of one column: `{shown}: [{_written(value)}]`"
    if title == "Row" and isinstance(value, dict):
        return f"in the order of the columns: `[{', '.join(map(_written, value.values()))}]`"
    if title == "Variable":
        return _declaration(key, value)
    if title == "Teams" and isinstance(value, list | int):
        told = f"for each number of players the seats of each team: `{_TEAMS}`"
        if not isinstance(value, list) or not all(isinstance(team, list) for team in value):
            return told
        seats = sum(map(len, value))
        return f"say for how many players: `{{{seats}: {_written(value)}}}`"
    if isinstance(value, str) and (glued := _GLUED.fullmatch(value)) and "object" in types:
        return f"a blank belongs behind the `:`: `{glued.group(1)}: {glued.group(2)}`"
    if value is None and (glued := _GLUED.fullmatch(key)):
        return f"a blank belongs behind the `:`: `{glued.group(1)}: {glued.group(2)}`"
    if expected == "a value or a list of pieces" and isinstance(value, dict) and value:
        first, one = next(iter(value.items()))
        return f"a line for each index: `{key}[{first}]: {_written(one)}`"
    if expected == "a list of steps" and isinstance(value, dict):
        return "begin each step with `- `"
    if isinstance(value, str) and (step := re.fullmatch(r"(seat [0-9]+) (.+)", value)) and "step" in expected:
        return f"write `{step.group(1)}: {step.group(2)}`"
    if isinstance(value, str) and (span := _SPAN.fullmatch(value)) and ".." in expected:
        return f"write `{span.group(1)}..{span.group(2)}`"
    if (title == "Option" or expected == "a mapping with `default`") and not isinstance(
        value, list | dict | None
    ):
        word = _YAML_1_1_WORDS.get(value.lower()) if isinstance(value, str) else None
        default = word or _written(value)
        number = isinstance(value, int) and not isinstance(value, bool)
        return f"write `{{default: {default}{', range: 1..9' if number else ''}}}`"
    if value is None and expected.startswith("a value, a list of values"):
        return f"several values stand in brackets: `[…, {key}]`"
    if (form := _collection(expected, key, value)) is not None:
        return f"write `{form}`"
    if types == ["boolean"] and isinstance(value, str) and value.lower() in _YAML_1_1_WORDS:
        return f"write `{_YAML_1_1_WORDS[value.lower()]}`"
    if types == ["integer"] and isinstance(value, str) and value.isdecimal():
        return "write it without quotation marks or leading zeros"
    if expected.startswith("statements") and isinstance(value, dict):
        return f"write `{key}: |`, and the statements below it"
    if "an expression over" in expected:
        return None  # neither a broken number nor a truth value is meant to be one
    if "string" in types and isinstance(value, bool | int | float) and not expected.startswith("a mapping"):
        return "put it in quotation marks"
    if "string" in types and isinstance(value, list) and "expression" in expected:
        return 'put it in quotation marks: `"[…]"`'
    return None


def for_step(key: str, value: Any) -> str | None:
    """What to write for a step of a scenario that nobody takes: `seat1`, `Seat 1`, `player 1`, `seat: 1`."""
    found = re.fullmatch(r"(?:seat|player|p)?[ _-]*([0-9]+)( .*)?", key.lower())
    if found is not None and found.group(2) is not None:
        words = _STEP_WORDS.get(found.group(2).strip().replace("’", "'"))
        return f"write `seat {found.group(1)}{words}: …`" if words is not None else None
    if found is None and key.lower() in ("seat", "player") and isinstance(value, int):
        return f"write `seat {value}: …` with the choice that is taken"
    return f"write `seat {found.group(1)}: …`" if found is not None else None


def for_name(title: str, key: str, value: Any) -> str | None:
    """What to write for a key that can't be a name."""
    declared = _DECLARED.fullmatch(key)
    if title == "Variable" and declared is not None:
        first = f" = {_written(value)}" if isinstance(value, int | str) else ""
        return f"the type stands behind the `:`: `{declared.group(2)}: {declared.group(1)}{first}`"
    rule = re.fullmatch(r"([a-z]\w*) (me|p|player)", key)
    if title == "Rule" and (said := re.fullmatch(r"(?:def|rule|function|procedure|sub) (\w+.*)", key)):
        return f"a rule begins with its name: `{said.group(1)}`"
    if title == "Rule":
        return f"write `{rule.group(1)}(player {rule.group(2)[:2]})`" if rule is not None else None
    small = re.sub(r"[^a-z0-9_]+", "_", key.lower()).strip("_")
    return f"write `{small}`" if small != key and re.fullmatch(r"[a-z_][a-z0-9_]*", small) else None


def for_span(key: str, mapping: dict[str, Any], known: Collection[str]) -> str | None:
    """What to write for `min` and `max`: one range."""
    ends = {"min": "min", "minimum": "min", "max": "max", "maximum": "max"}
    wanted = next((name for name in ("range", "count") if name in known and name not in mapping), None)
    if key not in ends or wanted is None:
        return None
    found = {ends[other]: value for other, value in mapping.items() if other in ends}
    return f"write both as `{wanted}: {found.get('min', 1)}..{found.get('max', 9)}`"


def _collection(expected: str, key: str, value: Any) -> str | None:
    """A mapping or a list for what was written as something else."""
    word = value if isinstance(value, str) else ""
    match expected:
        case "a mapping with `of`" if re.fullmatch(r"[a-z_]\w*", word):
            return f"{{of: {word}}}"
        case "a mapping with `of`" if isinstance(value, list) and len(value) == 1:
            return f"{{of: {value[0]}}}"
        case "a mapping with `do` or `is`" if word:
            return f"{key}: {{is: …}}" if len(word) > 40 else f'{{is: "{word}"}}'
        case "two numbers: `[columns, rows]`" if found := re.fullmatch(
            r"(\d+)\s*(?:x|×|\*|by)\s*(\d+)", word
        ):
            return f"[{found.group(1)}, {found.group(2)}]"
        case "an id in kebab-case such as `my-game`" if word:
            return re.sub(r"[^a-z0-9]+", "-", word.lower()).strip("-") or None
        case _ if expected.startswith("a range") and isinstance(value, list) and len(value) == 2:
            return f"{value[0]}..{value[1]}"
        case "a choice's label" if isinstance(value, list) and len(value) == 1:
            return f"{key}: {value[0]}"
        case "a list of whole numbers" if found := re.fullmatch(r"(?:seat )?(\d+)", str(value)):
            return f"[{found.group(1)}]"
        case "a list of choices" if isinstance(value, dict):
            return f"[{', '.join(map(str, value))}]"
        case _ if key == "random" and isinstance(value, int | str):
            return f"[{value}]"
        case _ if key == "events" and (found := re.fullmatch(r"(\w+) (.+)", word)):
            return f"{{{found.group(1)}: {found.group(2)}}}"
        case _ if key == "columns" and isinstance(value, list):
            return "{" + ", ".join(f"{item}: int" for item in value) + "}"
        case _ if key == "has" and re.fullmatch(r"[a-z_]\w*", word):
            return f"{{{word}: {word}}}"
        case _ if key == "refill" and value is True:
            return "{from: discard}"
        case _ if _COUNTS in expected and re.fullmatch(r"\d+(\s*,\s*\d+)+", word):
            return f"[{', '.join(re.findall(r'[0-9]+', word))}]"
        case _ if key == "has" and isinstance(value, list):
            return "{" + ", ".join(f"{item}: {item}" for item in value) + "}"
        case _ if key == "make" and isinstance(value, list):
            return "{all: {…}}"
        case _ if key == "refill" and word:
            return f"{{from: {word}}}"
        case _ if expected.startswith("a list") and re.fullmatch(r"[\w-]+(,\s*[\w-]+)*", word):
            return f"[{word}]"
        case "a mapping from attributes to values":
            return f"all: {{{key}: {_written(value)}, …}}"
        case _:
            return None


def _declaration(name: str, value: Any) -> str | None:
    if isinstance(value, bool):
        return f"write the type, too: `{name}: bool = {_written(value)}`"
    if isinstance(value, int):
        return f"write the type, too: `{name}: int = {value}`"
    if isinstance(value, list):
        return f'write the type: `{name}: "[int]"` is a list of numbers'
    return f"for instance `{name}: int = 0`" if isinstance(value, dict | None) else None


def _written(value: Any) -> str:
    """A value as it stands in YAML."""
    return str(value).lower() if isinstance(value, bool) else str(value)
