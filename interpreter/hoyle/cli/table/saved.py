"""Games that were saved at a table."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from hoyle.cli.faults import UserFault

if TYPE_CHECKING:
    from hoyle import Game, State


def saved_game(path: str) -> dict[str, Any] | None:
    """The saved game in a file, if there is one in it; whether it fits the ruleset is the game's to say."""
    from hoyle.cli.files import read_whole

    try:
        found = json.loads(read_whole(path).decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("hoyle") == "state" else None


def resumed(game: Game, path: str) -> State:
    """A game that was saved goes on."""
    saved = saved_game(path)
    if saved is None:
        raise UserFault(f"{path} is not a saved game", "`save FILE` in a game writes one")
    return game.resume(saved)
