"""Bots that meet: who takes part, their games, and a table of who is better."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

from hoyle.analysis.sequential import Verdict
from hoyle.analysis.summary import Z as NORMAL
from hoyle.cli.faults import UserFault
from hoyle.cli.playing import chosen_cluster, chosen_workers, faulty_game, workers_told
from hoyle.cli.seating import named_bots
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.tournament import Blocks, Meeting, Tournament


def opponents(words: str, option: str = "--bots") -> tuple[str, ...]:
    """Bots that are to meet: at least two, each once."""
    names = named_bots(words, option=option)
    if len(names) < 2:
        raise UserFault(f"{option} {words}: one bot has nobody to play against", "name two or more")
    if len(set(names)) < len(names):
        raise UserFault(f"{option} {words}: a bot is named twice", "name each once")
    return names


def meeting_of(
    game: Game,
    batch: Batch,
    bots: tuple[str, ...],
    *,
    margin: float,
    together: bool = False,
    until_settled: bool = False,
) -> Blocks:
    """The games of a tournament, if there can be one."""
    from hoyle.analysis.tournament import Blocks, tournament

    teams = game.teams(batch.players)
    sides = teams or tuple((seat,) for seat in range(batch.players))
    if len(sides) < 2:
        raise UserFault(f"{game.title} with {counted(batch.players, 'player')}: nobody plays against another")
    if together and len(bots) != len(sides):
        what = "teams" if teams else "players"
        raise UserFault(
            f"--together: {counted(len(bots), 'bot')} for {len(sides)} {what}",
            f"name {len(sides)} bots, or leave --together out",
        )
    found = tournament(bots, sides, together=together, margin=margin, highest_wins=game.highest_wins)
    return Blocks(found, batch, until_settled=until_settled)


def play_meetings(game: Game, work: Blocks, arguments: argparse.Namespace) -> bool:
    """Plays the games, and says whether somebody has stopped it."""
    from hoyle.analysis.tournament import count_blocks
    from hoyle.analysis.workers import FaultyGame, play_work
    from hoyle.cli.progress import Progress

    try:
        with (
            workers_told(),
            chosen_cluster(arguments) as cluster,
            Progress(work.games) as progress,
            closing(play_work(work, workers=chosen_workers(arguments), game=game, cluster=cluster)) as played,
        ):
            for found in count_blocks(work, played):
                progress.show(found.games)
    except KeyboardInterrupt:
        return True
    except FaultyGame as error:
        raise faulty_game(error) from None
    return False


def meetings(found: Tournament) -> list[tuple[str, ...]]:
    """A row for every two bots, below their head."""
    side = "team" if any(len(seats) > 1 for seats in found.sides) else "seat"
    rows: list[tuple[str, ...]] = [
        ("bot", "against", "blocks", f"wins a {side}", "ahead", "95 % interval", "lead in score", "verdict")
    ]
    for meeting in found.meetings:
        low, high = meeting.shares.interval
        lead, error = meeting.lead
        rows.append(
            (
                found.bots[meeting.one],
                found.bots[meeting.other],
                f"{len(meeting.shares.values):,}",
                "{:.1f} : {:.1f} %".format(*(100 * part for part in meeting.parts)),
                _points(meeting.shares.mean),
                f"{_points(low)} to {_points(high)}",
                f"{lead:+,.2f}" + ("" if error is None else f" ± {NORMAL * error:,.2f}"),
                _verdict(meeting, found.bots),
            )
        )
    return rows


def pair_json(meeting: Meeting, bots: tuple[str, ...]) -> dict[str, Any]:
    """Two bots that have met, for programs."""
    low, high = meeting.shares.interval
    lead, error = meeting.lead
    return {
        "bot": bots[meeting.one],
        "against": bots[meeting.other],
        "blocks": len(meeting.shares.values),
        "wins": list(meeting.parts),
        "wins_ahead": meeting.shares.mean,
        "low": low,
        "high": high,
        "chance": meeting.shares.chance,
        "verdict": meeting.shares.verdict.value,
        "lead": lead,
        "lead_error": error,
    }


def about_blocks(found: Tournament) -> str:
    """What a block is, and what intervals hold for."""
    ways = sum(len(table.arrangements) for table in found.tables) // len(found.tables)
    return (
        f"A block is a seed with {counted(ways, 'way')} to sit; the intervals hold for all pairs together, "
        "however often one looks."
    )


def _points(share: float) -> str:
    return f"{100 * share:+.1f} pp"


def _verdict(meeting: Meeting, bots: tuple[str, ...]) -> str:
    match meeting.shares.verdict:
        case Verdict.HIGHER:
            return f"{bots[meeting.one]} is better"
        case Verdict.LOWER:
            return f"{bots[meeting.other]} is better"
        case Verdict.ALIKE:
            return f"alike within {100 * meeting.shares.margin:g} pp"
        case Verdict.OPEN:
            return "not settled"
