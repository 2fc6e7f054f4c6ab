"""What YAML 1.2's core schema makes of a plain scalar."""

from __future__ import annotations

import re

_INT = re.compile(r"[-+]?(?:0|[1-9][0-9]*)\Z", re.ASCII)
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|(?:0|[1-9][0-9]*)(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z", re.ASCII)
_NOT_FINITE = re.compile(r"[-+]?\.(?:inf|Inf|INF)\Z|\.(?:nan|NaN|NAN)\Z")
_WORDS: dict[str, bool | None] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True,
    "false": False, "False": False, "FALSE": False,
}  # fmt: skip

# Python refuses to convert longer digit strings, and no game counts that far.
_MOST_DIGITS = 4000


def resolve(text: str) -> str | int | float | bool | None:
    """The value of a plain scalar; whatever YAML 1.1 would have surprised with stays text.

    >>> resolve("12"), resolve("012"), resolve("no"), resolve("~"), resolve("1..9")
    (12, '012', 'no', None, '1..9')
    """
    if text in _WORDS:
        return _WORDS[text]
    if _INT.match(text):
        return int(text) if len(text) <= _MOST_DIGITS else text
    if _FLOAT.match(text):
        return float(text)
    if _NOT_FINITE.match(text):
        return float(text.replace(".", ""))
    return text
