"""`hoyle depth`: says whether skill pays, and how long a game stays open."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, chosen_options
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.games_file import need
from hoyle.cli.seating import BOTS_ARE, chosen_players, seated_bots
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.depth import Depth, Estimate
    from hoyle.page import Page

GAMES = 60
EXAMPLE = """\
examples:
  hoyle depth tic-tac-toe
  hoyle depth stop --players 3 --games 100 --bots random

Games are followed, and their positions looked into by playing on at random: how much better one stands
after a good choice than after any, how often the lead changes, when the winner is settled, what is never
done. How much better a bot does than another is what `hoyle tournament` says.

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
    add("--games", type=at_least(10), default=GAMES, metavar="N", help=f"how many games (default: {GAMES})")
    add("--seed", type=at_least(0), default=0, metavar="S", help="what all chance follows from (default: 0)")
    add("--bots", default="random", metavar="BOT,…", help=f"{BOTS_ARE} (default: random)")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset")
    add(
        "--format",
        choices=["text", "markdown", "json"],
        default="text",
        help="how to write it (default: text)",
    )


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)
    need("scipy", "`hoyle depth`", "analysis")

    import hoyle
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.depth import depth
    from hoyle.cli.progress import Progress
    from hoyle.page import as_markdown, as_text

    game = hoyle.load(source)
    players = chosen_players(game, arguments.players)
    batch = Batch(
        ruleset=source,
        players=players,
        games=arguments.games,
        seed=arguments.seed,
        bots=seated_bots(arguments.bots, players),
        options=chosen_options(arguments.option, game.options),
    )
    with Progress(batch.games) as progress:
        found = depth(game, batch, progress.show)
    if not found.games:
        raise UserFault(f"{game.title}: no game with a decision came to an end", None, FINDINGS)
    if arguments.format == "json":
        print(json.dumps({"ruleset": game.id, "hash": game.hash, **asdict(found)}, ensure_ascii=False))
    else:
        page = _page(game, batch, found)
        print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK


def _page(game: Game, batch: Batch, found: Depth) -> Page:
    from hoyle.page import Bullets, Heading, Paragraph, Table

    games, players = counted(found.games, "game"), counted(batch.players, "player")
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
            ("asked by", "looked into", "at stake", ""),
            tuple(
                (one.rule, str(one.stake.games), _percent(one.stake, " pp"), "all alike" if one.alike else "")
                for one in found.asked
            ),
        ),
    ]
    if found.never:
        said = [f"{rule}, {action}: there {times:,} times" for rule, action, times in found.never]
        page += [Heading(2, "Never done"), Bullets(tuple(said))]
    return page


def _percent(found: Estimate, unit: str) -> str:
    if not found.games:
        return "–"
    margin = "" if found.margin is None else f" ± {100 * found.margin:.1f}"
    return f"{100 * found.mean:.1f}{margin}{unit}"


def _number(found: Estimate) -> str:
    return f"{found.mean:,.2f}" + ("" if found.margin is None else f" ± {found.margin:,.2f}")
