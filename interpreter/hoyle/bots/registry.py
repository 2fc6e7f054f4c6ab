"""The bots by name."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from hoyle.bots.protocol import Bot

# name -> (module, class, one line for people); modules are imported only when a bot is asked for,
# since some bots need much more than others
BOTS: dict[str, tuple[str, str, str]] = {
    "random": ("hoyle.bots.random", "RandomBot", "any choice, each as likely as the others"),
    "first": ("hoyle.bots.first", "FirstBot", "always the first choice listed"),
}


class UnknownBot(LookupError):
    """No bot has that name."""

    def __init__(self, name: str) -> None:
        super().__init__(f"there is no bot called `{name}`")
        self.name = name


def make_bot(name: str) -> Bot:
    """A new bot of that name.

    >>> type(make_bot("first")).__name__
    'FirstBot'
    """
    if name not in BOTS:
        raise UnknownBot(name)
    module, class_name, _ = BOTS[name]
    return cast("Bot", getattr(import_module(module), class_name)())
