"""Signs for words: where Unicode has a sign of that name, a piece shows it instead of the word."""

from __future__ import annotations

import unicodedata

_AS_TEXT = "\ufe0e"  # not as a coloured picture


def suit(word: str) -> str | None:
    """The sign that Unicode has for a suit of that name.

    >>> suit("spades"), suit("seven")
    ('♠︎', None)
    """
    return _named(f"BLACK {word.removesuffix('s').upper()} SUIT")


def man(word: str) -> str | None:
    """The sign that Unicode has for a chessman of that name.

    >>> man("queen"), man("shaman")
    ('♛︎', None)
    """
    return _named(f"BLACK CHESS {word.upper()}")


def _named(name: str) -> str | None:
    try:
        return unicodedata.lookup(name) + _AS_TEXT
    except KeyError:
        return None
