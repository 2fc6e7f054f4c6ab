"""Numbers in sentences."""

from __future__ import annotations


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(1200, "card")
    ('1 card', '1,200 cards')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"
