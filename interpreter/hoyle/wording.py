"""Numbers, lists and values as one says them, and as one types them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

LANGUAGE = "en"


def counted(number: int, noun: str) -> str:
    """A number with its noun.

    >>> counted(1, "card"), counted(1200, "card")
    ('1 card', '1,200 cards')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def is_or_are(number: int, noun: str) -> str:
    """A number with its noun and verb.

    >>> is_or_are(1, "card"), is_or_are(2, "card")
    ('1 card is', '2 cards are')
    """
    return f"{counted(number, noun)} {'is' if number == 1 else 'are'}"


def listed(words: Sequence[str], last: str = "and") -> str:
    """The words with commas, and one before the last.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed(["a"])
    ('a, b and c', 'a or b', 'a')
    """
    *others, end = words
    return f"{', '.join(others)} {last} {end}" if others else end


def numbers_of_players(counts: Sequence[int]) -> str:
    """How many can play.

    >>> numbers_of_players((2, 3, 4)), numbers_of_players((2, 4)), numbers_of_players((2,))
    ('2 to 4', '2 or 4', '2')
    """
    counts = sorted(counts)
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]}"
    return listed([str(count) for count in counts], "or")


def typed(value: Any) -> str:
    """A value as it is typed on the command line.

    >>> typed([1, 3]), typed(False), typed(7)
    ('1,3', 'false', '7')
    """
    if isinstance(value, list):
        return ",".join(map(typed, value))
    return str(value).lower() if isinstance(value, bool) else str(value)


def said(value: Any) -> str:
    """A value as it is said to people.

    >>> said([1, 3]), said(True), said(None)
    ('1, 3', 'true', 'none')
    """
    if isinstance(value, list):
        return ", ".join(said(item) for item in value)
    return "none" if value is None else typed(value)


def in_one_language(texts: Mapping[str, str]) -> str:
    """A text of several languages in English, or else in its first language, on one line.

    >>> in_one_language({"it": "Il mazzo", "en": "The deck"}), in_one_language({"it": "Il  mazzo"})
    ('The deck', 'Il mazzo')
    """
    return " ".join((texts.get(LANGUAGE) or next(iter(texts.values()), "")).split())
