"""Colours, where the terminal at the other end can show them.

By hand: to import rich takes as long as all of `hoyle --help`. It draws the progress bar, and nothing else.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Literal, TextIO

Style = Literal["error", "warning", "hint", "frame", "note", "bold", "remark"]

_CODES: dict[Style, str] = {
    "error": "1;31",
    "warning": "1;33",
    "hint": "1;36",
    "frame": "1;34",
    "note": "1;36",
    "bold": "1",
    "remark": "33",
}


def coloured(stream: TextIO) -> bool:
    """Whether colour is wanted there: on a terminal, unless NO_COLOR says otherwise."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


@dataclass(frozen=True, slots=True)
class Paint:
    """Colours text if asked to."""

    colour: bool

    def __call__(self, style: Style, text: str) -> str:
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.colour and text else text
