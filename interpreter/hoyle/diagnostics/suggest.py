"""Finds the name that was probably meant."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


def closest(word: str, candidates: Iterable[str]) -> str | None:
    """The candidate most like the word, if any is close.

    >>> closest("dekc", ["deck", "discard"])
    'deck'
    """
    if len(word) < 2:
        return None  # everything short is like it
    names = sorted(set(candidates))
    folded = {name.lower().replace("-", "_"): name for name in names}
    found = get_close_matches(word.lower().replace("-", "_"), folded, n=1, cutoff=0.6)
    return folded[found[0]] if found else None


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
