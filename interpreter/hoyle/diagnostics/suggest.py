"""Finds the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

# So many names are compared for the suggestions about one ruleset: a person's slips need a few thousand.
MOST_COMPARED = 100_000

_left = MOST_COMPARED


def begin() -> None:
    """From here on the suggestions are about another ruleset."""
    global _left
    _left = MOST_COMPARED


def nearest(word: str, candidates: Iterable[str], cutoff: float) -> str | None:
    """The first of the candidates that are most like a word; None also where too much has been compared."""
    global _left
    if _left <= 0:
        return None
    names = list(candidates)
    _left -= len(names)
    found = get_close_matches(word, names, n=1, cutoff=cutoff)
    return found[0] if found else None


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like the word, if any is close.

    >>> closest("dekc", ["deck", "discard"])
    'deck'
    """
    if len(word) < 2:
        return None  # everything short is like it
    if _left <= 0:
        return None
    names = sorted(set(candidates))
    folded = {name.lower().replace("-", "_"): name for name in names}
    found = nearest(word.lower().replace("-", "_"), folded, 0.6)
    return folded[found] if found is not None else None


def did_you_mean(word: str, candidates: Iterable[str]) -> str | None:
    """The help line for a misspelt word."""
    name = closest(word, candidates)
    return f"did you mean `{name}`?" if name is not None else None


def all_of(names: Iterable[str]) -> str:
    """Names as a sentence lists them.

    >>> all_of(["deck", "hand", "table"])
    '`deck`, `hand` and `table`'
    """
    *others, last = (f"`{name}`" for name in names)
    return f"{', '.join(others)} and {last}" if others else last


def either(words: Iterable[str]) -> str:
    """Words with commas and a final "or".

    >>> either(["a number", "a word"])
    'a number or a word'
    """
    *others, last = words
    return f"{', '.join(others)} or {last}" if others else last
