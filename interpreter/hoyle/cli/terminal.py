"""What the terminal at the other end can show."""

from __future__ import annotations

import os
from typing import TextIO


def coloured(stream: TextIO) -> bool:
    """Whether colour is wanted there: on a terminal, unless NO_COLOR says otherwise."""
    return stream.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
