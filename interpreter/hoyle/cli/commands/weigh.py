"""`hoyle weigh`: says what the parts of a ruleset are worth."""

from __future__ import annotations

import json
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least
from hoyle.cli.faults import FINDINGS, OK, UserFault, need, one_of
from hoyle.cli.playing import (
    add_bots,
    add_format,
    add_game,
    add_games,
    add_workers,
    chosen_batch,
    chosen_workers,
    workers_told,
)

if TYPE_CHECKING:
    import argparse

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
    add_game(parser)
    add_games(parser, GAMES, 10, "games of each")
    add_bots(parser)
    add = parser.add_argument
    add("--only", metavar="KIND,…", help=f"weigh only these: {', '.join(KINDS)}")
    add(
        "--probes",
        type=at_least(0),
        default=PROBES,
        metavar="N",
        help=f"decisions of each that are looked into, for what is at stake; 0: none (default: {PROBES})",
    )
    add_workers(parser)
    add("--keep", metavar="FOLDER", help="leave the variants that were played there")
    add_format(parser)


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)
    need("`hoyle weigh`", "scipy", extra="analysis")

    import hoyle
    from hoyle.cli.progress import Progress
    from hoyle.page import as_markdown, as_text
    from hoyle.pipeline import open_sound
    from hoyle.weigh.shown import weighed_json, weighed_page
    from hoyle.weigh.worth import weigh

    kinds = _kinds(arguments.only)
    game = hoyle.load(source)
    batch = chosen_batch(game, source, arguments)
    with ExitStack() as stack:
        stack.enter_context(workers_told())
        folder = _folder(arguments.keep) or Path(stack.enter_context(TemporaryDirectory(prefix="hoyle-")))
        progress = stack.enter_context(Progress(1, noun="parts"))
        found = weigh(
            open_sound(source),
            batch,
            folder,
            probes=min(arguments.probes, batch.games),
            workers=chosen_workers(arguments),
            kinds=kinds,
            on_progress=lambda done, of: progress.show(done, of),
        )
    if found.base.fault is not None:
        raise UserFault(f"{game.title} could not be played: {found.base.fault}", None, FINDINGS)
    if arguments.format == "json":
        print(json.dumps(weighed_json(found, game.id, game.hash), ensure_ascii=False))
    else:
        page = weighed_page(found, game.title)
        print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    return OK


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
