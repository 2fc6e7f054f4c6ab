"""How well bots play at a table, as a word."""

from __future__ import annotations

from hoyle.bots.registry import BOTS

# The best that there is comes first; which ones there are is the registry's to say.
_LEVELS: dict[str, tuple[str, ...]] = {
    "easy": ("greedy", "random"),
    "medium": ("flat:50", "greedy", "random"),
    "hard": ("ismcts:400", "flat:100", "greedy", "random"),
}
LEVELS = tuple(_LEVELS)
DEFAULT_LEVEL = LEVELS[-1]
SERVED_LEVEL = "medium"  # where many tables share the processors of one machine


def bot_of(level: str) -> str:
    """The bot that plays at a level, as it is written.

    >>> bot_of("easy") in BOTS
    True
    """
    return next(name for name in _LEVELS[level] if name.partition(":")[0] in BOTS)
