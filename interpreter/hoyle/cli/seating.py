"""Who plays, as typed behind `--players` and `--bots`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.registry import BadBot, UnknownBot, all_bots, make_bot
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


BOTS_ARE = "random, first, greedy, flat:N or ismcts:N (N iterations a decision), or one of a package's"


def named_bots(words: str, *, clock: bool = False, option: str = "--bots") -> tuple[str, ...]:
    """The bots that are named, all of which there are; seconds are for those whom a clock may stop."""
    names = tuple(name.strip() for name in words.split(","))
    for name in names:
        try:
            make_bot(name, clock=clock)
        except UnknownBot as error:
            help = one_of(error.name, list(all_bots()), "bots")
            raise UserFault(f"{option} {words}: there is no bot `{error.name}`", help) from None
        except BadBot as error:
            raise UserFault(f"{option} {words}: {error.message}", error.help) from None
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
