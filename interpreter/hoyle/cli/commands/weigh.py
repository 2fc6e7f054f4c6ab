"""`hoyle weigh`: says what the parts of a ruleset are worth."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, chosen_options
from hoyle.cli.faults import FINDINGS, OK, UserFault, one_of
from hoyle.cli.games_file import need
from hoyle.cli.seating import BOTS_ARE, chosen_players, seated_bots

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch

GAMES = 200
PROBES = 50
KINDS = ("option", "exception", "alternative", "piece")
EXAMPLE = """\
examples:
  hoyle weigh one-more --players 4
  hoyle weigh stop --players 3 --only option,piece --games 400
  hoyle weigh my-game.yaml --keep without/

Every option with another value, and the game without each exception, alternative and kind of piece, are
played with the same seeds as the game as it is. What moves clearly is marked. Changes are made as a
variant makes them: --keep leaves these small files in a folder.

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
    add("--games", type=at_least(10), default=GAMES, metavar="N", help=f"games of each (default: {GAMES})")
    add("--seed", type=at_least(0), default=0, metavar="S", help="what all chance follows from (default: 0)")
    add("--bots", default="random", metavar="BOT,…", help=f"{BOTS_ARE} (default: random)")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset")
    add("--only", metavar="KIND,…", help=f"weigh only these: {', '.join(KINDS)}")
    add(
        "--probes",
        type=at_least(0),
        default=PROBES,
        metavar="N",
        help=f"decisions of each that are looked into, for what is at stake; 0: none (default: {PROBES})",
    )
    add("--workers", type=at_least(1, 256), metavar="N", help="processes to use (default: as many as cores)")
    add("--keep", metavar="FOLDER", help="leave the variants that were played there")
    add(
        "--format",
        choices=["text", "markdown", "json"],
        default="text",
        help="how to write it (default: text)",
    )


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)
    need("scipy", "`hoyle weigh`", "analysis")

    import hoyle
    from hoyle.analysis.processes import LostWorker
    from hoyle.analysis.workers import usable_cores
    from hoyle.cli.progress import Progress
    from hoyle.page import as_markdown, as_text
    from hoyle.pipeline import open_sound
    from hoyle.weigh.shown import weighed_json, weighed_page
    from hoyle.weigh.worth import weigh

    kinds = _kinds(arguments.only)
    game = hoyle.load(source)
    batch = _batch(game, source, arguments)
    with ExitStack() as stack:
        folder = _folder(arguments.keep) or Path(stack.enter_context(TemporaryDirectory(prefix="hoyle-")))
        progress = stack.enter_context(Progress(1, noun="parts"))
        try:
            found = weigh(
                open_sound(source),
                batch,
                folder,
                probes=min(arguments.probes, batch.games),
                workers=arguments.workers or usable_cores(),
                kinds=kinds,
                on_progress=lambda done, of: progress.show(done, of),
            )
        except LostWorker:
            raise UserFault(
                "a worker was killed: perhaps the memory has run out", "use fewer processes with --workers"
            ) from None
    if found.base.fault is not None:
        raise UserFault(f"{game.title} could not be played: {found.base.fault}", None, FINDINGS)
    if arguments.format == "json":
        print(json.dumps(weighed_json(found, game.id, game.hash), ensure_ascii=False))
    else:
        page = weighed_page(found, game.title)
        print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK


def _batch(game: Game, source: str, arguments: argparse.Namespace) -> Batch:
    from hoyle.analysis.batch import Batch

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
    return batch


def _kinds(words: str | None) -> tuple[str, ...]:
    if words is None:
        return KINDS
    kinds = tuple(word.strip() for word in words.split(","))
    for kind in kinds:
        if kind not in KINDS:
            raise UserFault(
                f"--only {words}: there are no parts `{kind}`", one_of(kind, list(KINDS), "kinds")
            )
    return kinds


def _folder(keep: str | None) -> Path | None:
    if keep is None:
        return None
    folder = Path(keep)
    folder.mkdir(parents=True, exist_ok=True)
    return folder
