"""Bots that packages bring along: found by entry points, and held to the contract."""

from __future__ import annotations

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from inspect import signature
from typing import TYPE_CHECKING, Any

from hoyle.bots.registry import ENTRY_POINTS, BadBot, Bot, Budget, UnknownBot

if TYPE_CHECKING:
    from hoyle.play.perspective import Perspective
    from hoyle.random import Stream


def users_maker(name: str) -> Callable[[Budget], Bot]:
    """What makes a bot of that name."""
    points = [point for point in entry_points(group=ENTRY_POINTS) if point.name == name]
    if not points:
        raise UnknownBot(name)
    if len({point.value for point in points}) > 1:
        where = " and ".join(sorted(point.value for point in points))
        raise BadBot(f"two packages bring a bot `{name}`: {where}", "uninstall one of them")
    point = points[0]
    try:
        maker = point.load()
    except Exception as error:  # noqa: BLE001 (whatever a package does when it is imported)
        raise BadBot(f"the bot `{name}` cannot be loaded from {point.value}: {_told(error)}", _HELP) from None
    return lambda budget: Guarded(name, _made(name, point, maker, budget))


_HELP = "that is for the package that brings it to repair"


def _made(name: str, point: EntryPoint, maker: Any, budget: Budget) -> Bot:
    wanted = {
        word: value
        for word, value in (("iterations", budget.iterations), ("seconds", budget.seconds))
        if value is not None
    }
    try:
        taken = signature(maker).parameters
        for word in wanted:
            if word not in taken:
                raise BadBot(f"the bot `{name}` takes no {word}", f"write `{name}` alone")
        bot = maker(**wanted)
    except BadBot:
        raise
    except Exception as error:  # noqa: BLE001
        raise BadBot(f"the bot `{name}` cannot be made by {point.value}: {_told(error)}", _HELP) from None
    if not callable(getattr(bot, "choose", None)):
        raise BadBot(f"the bot `{name}` of {point.value} has no method `choose`", _HELP)
    made: Bot = bot
    return made


class Guarded:
    """A bot of a package: what it does wrong is its own fault, and is told as such."""

    def __init__(self, name: str, bot: Bot) -> None:
        self._name, self._bot = name, bot

    def choose(self, perspective: Perspective, rng: Stream) -> int:
        count = len(perspective.decision)
        try:
            found: Any = self._bot.choose(perspective, rng)
        except Exception as error:  # noqa: BLE001
            raise BadBot(f"the bot `{self._name}` failed: {_told(error)}", _HELP) from None
        if type(found) is not int or not 0 <= found < count:
            raise BadBot(
                f"the bot `{self._name}` chose {found!r}, and the choices go from 0 to {count - 1}", _HELP
            )
        return found


def _told(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
