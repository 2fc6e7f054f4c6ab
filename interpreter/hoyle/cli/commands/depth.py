"""`hoyle depth`: says whether skill pays, and how long a game stays open."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from hoyle.cli.faults import FINDINGS, OK, UserFault, need
from hoyle.cli.meetings import about_blocks, meeting_of, meetings, opponents, pair_json, play_meetings
from hoyle.cli.playing import (
    add_bots,
    add_format,
    add_game,
    add_games,
    add_limit,
    add_workers,
    chosen_batch,
    chosen_workers,
    workers_told,
)
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.depth import Asked, Depth, Estimate
    from hoyle.analysis.tournament import Tournament
    from hoyle.page import Page

GAMES = 60
MARGIN = 0.05  # bots that are closer than that are alike
EXAMPLE = """\
examples:
  hoyle depth tic-tac-toe --skill random,flat:50,ismcts:50
  hoyle depth stop --players 3 --games 100 --bots flat:50

Games are followed, and their positions looked into by playing on at random: how much better one stands
after a good choice than after any, how often the lead changes, when the winner is settled, what is never
done. With --skill bots also play against each other, as in `hoyle tournament`: does skill pay?

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add_game(parser)
    add_games(parser, GAMES, 10)
    add_bots(parser)
    parser.add_argument(
        "--skill", metavar="BOT,…", help="let these bots play against each other, too: as many seeds as games"
    )
    add_limit(parser)
    add_workers(parser)
    add_format(parser)


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)
    need("`hoyle depth`", "scipy", extra="analysis")

    import hoyle
    from hoyle.analysis.depth import depth
    from hoyle.cli.progress import Progress
    from hoyle.page import as_markdown, as_text

    game = hoyle.load(source, arguments.engine)
    batch = chosen_batch(game, source, arguments)
    bots = opponents(arguments.skill, "--skill") if arguments.skill is not None else ()
    work = meeting_of(game, batch, bots, margin=MARGIN) if bots else None
    with workers_told(), Progress(batch.games) as progress:
        found = depth(game, batch, workers=chosen_workers(arguments), on_progress=progress.show)
    if not found.games:
        raise UserFault(f"{game.title}: no game with a decision came to an end", None, FINDINGS)
    stopped = found.interrupted or (work is not None and play_meetings(game, work, arguments))
    met = work.found if work is not None and any(work.found.blocks) else None
    if arguments.format == "json":
        told = {"ruleset": game.id, "hash": game.hash, **asdict(found)}
        del told["interrupted"]
        told["skill"] = None if met is None else [pair_json(one, met.bots) for one in met.meetings]
        print(json.dumps(told, ensure_ascii=False))
    else:
        page = _page(game, batch, found, met)
        print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    if stopped:
        done = f"{found.games:,} of {counted(batch.games, 'game')}"
        raise KeyboardInterrupt(f"interrupted after following {done}; these are the figures up to then")
    return OK


def _page(game: Game, batch: Batch, found: Depth, met: Tournament | None) -> Page:
    from hoyle.page import Bullets, Heading, Paragraph, Table

    games, players = counted(found.games, "game"), counted(batch.players, "player")
    if found.games < batch.games and not found.interrupted:
        games += f" with a decision and an end, of {batch.games:,},"
    bots = ", ".join(dict.fromkeys(batch.bots))
    rows = [
        ("at stake in a decision with a choice", _percent(found.stake, " pp")),
        ("changes of the lead, a game", _number(found.changes)),
        ("the winner is settled after", _percent(found.settled, " % of a game")),
    ]
    rows += [
        (f"the later winner's chance after {10 * (part + 1)} %", _percent(chance, " %"))
        for part, chance in enumerate(found.chances)
        if part in (0, 2, 4, 6, 8)
    ]
    page: Page = [
        Heading(1, f"{game.title}: depth and drama"),
        Paragraph(f"{games} from seed {batch.seed}, {players}, bots: {bots}."),
        Table(("", ""), tuple(rows)),
        Heading(2, "What hangs on each decision"),
        Table(
            ("asked by", "looked into", "at stake", "clearly"),
            tuple(
                (one.rule, str(one.stake.games), _percent(one.stake, " pp"), _clearly(one))
                for one in found.asked
            ),
        ),
        Paragraph(
            "At stake is how much better one stands after a good choice than after any; 100 pp lie between "
            f"last and first. {_tested(found)}"
        ),
        Heading(2, "Never done"),
    ]
    if found.never:
        said = [
            f"{one.rule}, {one.action}: there {one.times:,} times, "
            f"so it is done in less than {100 * one.most:.1f} % of them"
            for one in found.never
        ]
        page.append(Bullets(tuple(said)))
    else:
        page.append(Paragraph("Everything that was there often enough was done by somebody."))
    if set(batch.bots) == {"random"}:
        page.append(Paragraph("What good players never do is seen with better bots, as in `--bots flat:50`."))
    page.append(Heading(2, "Does skill pay?"))
    if met is None:
        page.append(Paragraph("`--skill random,greedy,flat:50` lets bots play against each other."))
        return page
    head, *body = meetings(met)
    return [*page, Table(head, tuple(body)), Paragraph(about_blocks(met))]


def _tested(found: Depth) -> str:
    """Of which rules something is said."""
    from hoyle.analysis.paired import FEWEST_PAIRS

    tested = sum(one.tested for one in found.asked)
    told = f"{counted(tested, 'rule')} tested together at 95 %."
    if tested < len(found.asked):
        told += f" Of fewer than {FEWEST_PAIRS} decisions nothing is said: play more games."
    return told


def _clearly(one: Asked) -> str:
    return "matters" if one.matters else "all alike" if one.alike else ""


def _percent(found: Estimate, unit: str) -> str:
    if not found.games:
        return "–"
    margin = "" if found.margin is None else f" ± {100 * found.margin:.1f}"
    return f"{100 * found.mean:.1f}{margin}{unit}"


def _number(found: Estimate) -> str:
    return f"{found.mean:,.2f}" + ("" if found.margin is None else f" ± {found.margin:,.2f}")
