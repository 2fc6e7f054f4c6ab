"""Whole numbers on the command line."""

from __future__ import annotations

from argparse import ArgumentTypeError
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def at_least(least: int, most: int | None = None) -> Callable[[str], int]:
    """Reads a whole number that must not be smaller than `least`, nor larger than `most`.

    >>> at_least(1)("12")
    12
    """

    def read(text: str) -> int:
        try:
            number = int(text)
        except ValueError:
            raise ArgumentTypeError(f"`{text}` is not a whole number") from None
        if number < least:
            raise ArgumentTypeError(f"must be at least {least}, not {number}")
        if most is not None and number > most:
            raise ArgumentTypeError(f"must be at most {most}, not {number}")
        return number

    return read
