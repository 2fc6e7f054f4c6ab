"""Who plays, as typed behind `--players` and `--bots`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.registry import BOTS
from hoyle.cli.faults import UserFault, one_of
from hoyle.wording import counted, numbers_of_players

if TYPE_CHECKING:
    from hoyle import Game


def chosen_players(game: Game, wanted: int | None) -> int:
    """How many play: as many as wanted, or the fewest possible."""
    players = wanted or min(game.player_counts)
    if players not in game.player_counts:
        raise UserFault(
            f"--players {players}: {game.title} is not for {players}",
            f"it is for {numbers_of_players(game.player_counts)} players",
        )
    return players


def named_bots(words: str) -> tuple[str, ...]:
    """The bots that are named, all of which there are."""
    names = tuple(name.strip() for name in words.split(","))
    for name in names:
        if name not in BOTS:
            raise UserFault(f"--bots {words}: there is no bot `{name}`", one_of(name, list(BOTS), "bots"))
    return names


def seated_bots(words: str, players: int) -> tuple[str, ...]:
    """A bot for each seat: one for all, or one for each."""
    names = named_bots(words)
    if len(names) == 1:
        return names * players
    if len(names) != players:
        raise UserFault(
            f"--bots {words}: {counted(len(names), 'bot')} for {counted(players, 'player')}",
            f"name one bot for all seats, or {players}, one for each seat",
        )
    return names
