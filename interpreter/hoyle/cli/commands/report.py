"""`hoyle report`: writes a page with charts about how a ruleset plays."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, chosen_options
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.games_file import need
from hoyle.cli.seating import BOTS_ARE, chosen_players, seated_bots
from hoyle.wording import numbers_of_players

if TYPE_CHECKING:
    import argparse

    from hoyle import Game

GAMES = 500
EXAMPLE = """\
examples:
  hoyle report stop --players 4 --out stop.html
  hoyle report stop --players 3 --games 1000 --variant stop-no-jumping --out compared.html

One HTML file that works without a network: seats, scores, length, choices over the course, what is done,
variants compared, what matters, and the rules. The same words give the same file.

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--out", required=True, metavar="FILE", help="where to write the page")
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
    add("--games", type=at_least(10), default=GAMES, metavar="N", help=f"how many games (default: {GAMES})")
    add("--seed", type=at_least(0), default=0, metavar="S", help="what all chance follows from (default: 0)")
    add("--bots", default="random", metavar="BOT,…", help=f"{BOTS_ARE} (default: random)")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset")
    add("--variant", action="append", default=[], metavar="RULESET", help="compare with this one, too")
    add("--no-parts", action="store_true", help="leave out what matters, which takes longest")
    add("--workers", type=at_least(1, 256), metavar="N", help="processes to use (default: as many as cores)")


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located, sources

    source = located(arguments.ruleset)
    for module in ("altair", "vl_convert", "scipy"):
        need(module, "`hoyle report`", "report")

    import hoyle
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.workers import usable_cores
    from hoyle.cli.files import refuse_inputs, written_whole
    from hoyle.cli.progress import Progress
    from hoyle.pipeline import open_sound
    from hoyle.report.facts import find_out
    from hoyle.report.html import page

    refuse_inputs("--out", arguments.out, sources(source))
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
    game.start(players=players, seed=0, options=dict(batch.options))
    variants = [_variant(word, players) for word in arguments.variant]
    with written_whole(arguments.out) as out:
        with TemporaryDirectory(prefix="hoyle-") as folder, Progress(4, noun="steps") as progress:
            facts = find_out(
                open_sound(source),
                game,
                batch,
                Path(folder),
                variants=[(variant.id, path) for variant, path in variants],
                parts=not arguments.no_parts,
                workers=arguments.workers or usable_cores(),
                on_progress=progress.show,
            )
        if facts.side.fault is not None:
            raise UserFault(f"{game.title} could not be played: {facts.side.fault}", None, FINDINGS)
        out.write(page(facts))
    print(f"{arguments.out}: {game.title}, {batch.games:,} games")
    return OK


def _variant(word: str, players: int) -> tuple[Game, str]:
    import hoyle
    from hoyle.cli.rulesets import located

    path = located(word)
    variant = hoyle.load(path)
    if players not in variant.player_counts:
        counts = numbers_of_players(variant.player_counts)
        raise UserFault(f"--variant {word}: it is not for {players} players", f"it is for {counts}")
    return variant, path
