"""`hoyle report`: writes a page with charts about how a ruleset plays."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoyle.cli.faults import FINDINGS, OK, UserFault, need
from hoyle.cli.playing import (
    add_bots,
    add_game,
    add_games,
    add_variants,
    add_workers,
    chosen_batch,
    chosen_variants,
    chosen_workers,
    workers_told,
)

if TYPE_CHECKING:
    import argparse

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
    add_game(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="where to write the page")
    add_games(parser, GAMES, 10)
    add_bots(parser)
    add_variants(parser)
    parser.add_argument("--no-parts", action="store_true", help="leave out what matters, which takes longest")
    add_workers(parser)


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located, sources

    source = located(arguments.ruleset)
    need("`hoyle report`", "altair", "vl_convert", "scipy", extra="report")

    import hoyle
    from hoyle.cli.files import refuse_inputs, written_whole
    from hoyle.cli.progress import Progress
    from hoyle.pipeline import open_sound
    from hoyle.report.facts import find_out
    from hoyle.report.html import page

    refuse_inputs("--out", arguments.out, sources(source))
    game = hoyle.load(source)
    batch = chosen_batch(game, source, arguments)
    variants = chosen_variants(arguments.variant, batch.players)
    with written_whole(arguments.out) as out:
        with (
            workers_told(),
            TemporaryDirectory(prefix="hoyle-") as folder,
            Progress(4, noun="steps") as progress,
        ):
            facts = find_out(
                open_sound(source),
                game,
                batch,
                Path(folder),
                variants=variants,
                parts=not arguments.no_parts,
                workers=chosen_workers(arguments),
                on_progress=progress.show,
            )
        if facts.side.fault is not None:
            raise UserFault(f"{game.title} could not be played: {facts.side.fault}", None, FINDINGS)
        out.write(page(facts))
    print(f"{arguments.out}: {game.title}, {batch.games:,} games")
    return OK
