"""Games that were saved at a table."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from hoyle.cli.faults import UserFault

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle import Game, State

MOST_NAMED = 40  # letters of a name
_TABLE = "table"  # under which a saved game has what its table was like


@dataclass(frozen=True, slots=True)
class Kept:
    """What a table was like when its game was saved; nothing of it in saves from before it was kept."""

    people: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    language: str | None = None
    bot: str | None = None


def is_name(name: str, others: Sequence[str] = ()) -> bool:
    """Whether somebody can be called that, beside the others.

    >>> is_name("Ann", ["Ann"]), is_name("Ann", ["Ben"]), is_name("")
    (False, True, False)
    """
    return 0 < len(name) <= MOST_NAMED and name.isprintable() and name.lower() not in map(str.lower, others)


def saved_game(path: str) -> dict[str, Any] | None:
    """The saved game in a file, if there is one in it; whether it fits the ruleset is the game's to say."""
    from hoyle.cli.files import read_whole

    try:
        found = json.loads(read_whole(path).decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) and found.get("hoyle") == "state" else None


def written(state: State, kept: Kept) -> str:
    """A saved game as it stands in its file."""
    table = {
        "people": list(kept.people),
        "names": list(kept.names),
        "language": kept.language,
        "bot": kept.bot,
    }
    return json.dumps(state.to_json() | {_TABLE: table}) + "\n"


def resumed(game: Game, path: str) -> tuple[State, Kept]:
    """A game that was saved goes on, at the table as it was."""
    saved = saved_game(path)
    if saved is None:
        raise UserFault(f"{path} is not a saved game", "`save FILE` in a game writes one")
    table = saved.pop(_TABLE, None)
    state = game.resume(saved)
    return state, _kept(table, len(state.view(None)["scores"]))


def _kept(table: Any, players: int) -> Kept:
    """What a file says about its table, as far as it makes sense."""
    if not isinstance(table, dict):
        return Kept()
    people, names = table.get("people"), table.get("names")
    language, bot = table.get("language"), table.get("bot")
    if not isinstance(people, list) or not all(seat in range(players) for seat in people):
        people = []
    if not isinstance(names, list) or len(names) != players or not all(map(_is_kept, names)):
        names = []
    return Kept(
        tuple(dict.fromkeys(int(seat) for seat in people)),
        tuple(names),
        language if isinstance(language, str) else None,
        bot if isinstance(bot, str) else None,
    )


def _is_kept(name: object) -> bool:
    return isinstance(name, str) and (not name or is_name(name))
