"""The words of the language, as the grammar has them."""

from __future__ import annotations

from collections.abc import Collection
from functools import cache

from hoyle.syntax.grammar import parser


@cache
def keyword_of() -> dict[str, str]:
    """Terminal → word, for the keywords of the grammar."""
    found = {}
    for terminal in parser().terminals:
        word = terminal.pattern.value.split("\\b")[0].split("(?")[0]
        if terminal.name.isalpha() and word.isalpha() and word.islower():
            found[terminal.name] = word
    return found


@cache
def keywords() -> frozenset[str]:
    """All words that have a meaning of their own."""
    return frozenset(keyword_of().values())


@cache
def reserved() -> frozenset[str]:
    """The words that nothing can be called.

    `bottom` and `zone` are words only before `of`, `per` and `seen` only in a declaration behind the type.
    """
    return keywords() - {"bottom", "zone", "per", "seen"}


def words_of(terminals: Collection[str]) -> list[str]:
    """The keywords among some terminals."""
    return sorted(word for name, word in keyword_of().items() if name in terminals)
