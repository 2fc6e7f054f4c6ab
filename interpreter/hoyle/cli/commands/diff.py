"""`hoyle diff`: shows what a variant changes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hoyle.cli.arguments import at_least, percentage, seed
from hoyle.cli.faults import OK, UserFault, need
from hoyle.cli.playing import add_workers, chosen_workers, faulty_game, workers_told
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse

    from hoyle.diff.play import Comparison

GAMES = 1000
MOST = 100_000  # with --until-sure
EXAMPLE = """\
examples:
  hoyle diff stop stop-short-evening
  hoyle diff if-zero-stop my-variant.yaml --format markdown
  hoyle diff one-more one-more-thrice --play --games 2000 --players 4
  hoyle diff stop stop-no-jumping --play --until-sure 3%

With --play both are played with the same seeds, and every figure is shown with the difference and its
95 % confidence interval (of shares in percentage points, pp). Only what is clearly different is marked:
of so many figures some lie away from zero by chance."""


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add = parser.add_argument
    add("base", metavar="BASE", help="a bundled id (see `hoyle list`) or a path")
    add("variant", metavar="VARIANT", help="what to compare with it: another id or path")
    add(
        "--format",
        choices=["text", "markdown", "json"],
        default="text",
        help="how to write it (default: text)",
    )
    add("--play", action="store_true", help="also play both, and show how the figures move")
    add("--games", type=at_least(1), metavar="N", help=f"with --play: games of each (default: {GAMES})")
    add(
        "--until-sure",
        type=percentage,
        metavar="P%",
        help=f"with --play: only until every seat's wins are settled within P points (at most {MOST:,})",
    )
    add("--players", type=at_least(1), metavar="N", help="with --play: how many play (default: the fewest)")
    add("--bots", metavar="BOT", help="with --play: who plays all seats (default: random)")
    add("--seed", type=seed, metavar="S", help="with --play: what chance follows from (default: 0)")
    add_workers(parser)


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located
    from hoyle.diff.rulesets import as_json, compare
    from hoyle.page import as_markdown, as_text
    from hoyle.pipeline import open_sound
    from hoyle.stack import with_room

    if not arguments.play:
        for name in ("games", "players", "seed", "bots", "until_sure", "workers", "engine"):
            if getattr(arguments, name) is not None:
                raise UserFault(
                    f"--{name.replace('_', '-')} says how to play, and nothing is played", "add --play"
                )
    base, variant = located(arguments.base), located(arguments.variant)
    page = with_room(compare, open_sound(base), open_sound(variant))
    if arguments.play:
        need("--play", "scipy", extra="analysis")
    comparison = _played(base, variant, arguments) if arguments.play else None
    if arguments.format == "json":
        print(_json(arguments, as_json(page), comparison))
    else:
        if comparison is not None:
            from hoyle.diff.play import play_page

            page += play_page(comparison)
        print((as_markdown if arguments.format == "markdown" else as_text)(page), end="")
    if comparison is not None and comparison.interrupted:
        done = counted(comparison.games, "game")
        raise KeyboardInterrupt(f"interrupted after {done} of each, whose figures these are")
    return OK


def _json(arguments: argparse.Namespace, sections: object, comparison: Comparison | None) -> str:
    whole: dict[str, Any] = {"base": arguments.base, "variant": arguments.variant, "sections": sections}
    if comparison is not None:
        from hoyle.diff.play import play_json

        whole["play"] = play_json(comparison)
    return json.dumps(whole, ensure_ascii=False)


def _played(base: str, variant: str, arguments: argparse.Namespace) -> Comparison:
    import hoyle
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.workers import FaultyGame
    from hoyle.cli.progress import Progress
    from hoyle.diff.play import CannotPlay, compare_play, players_of_both

    games = arguments.games or (MOST if arguments.until_sure else GAMES)
    both = hoyle.load(base, arguments.engine), hoyle.load(variant, arguments.engine)
    try:
        players = players_of_both(*both, arguments.players)
    except CannotPlay as reason:
        raise UserFault(reason.message, reason.help) from None
    bots = (_bot(arguments.bots),) * players
    first = Batch(base, players, games, arguments.seed or 0, bots, engine=arguments.engine)
    try:
        with workers_told(), Progress(games) as progress:
            return compare_play(
                both,
                (first, replace(first, ruleset=variant)),
                until_sure=arguments.until_sure,
                workers=chosen_workers(arguments),
                on_progress=progress.show,
            )
    except FaultyGame as error:
        of = both[error.batch.ruleset != base].id
        raise faulty_game(error, of=of) from None


def _bot(words: str | None) -> str:
    """The bot that plays all seats of both."""
    from hoyle.cli.seating import named_bots

    if words is None:
        return "random"
    names = named_bots(words)
    if len(names) > 1:
        raise UserFault(f"--bots {words}: the same bot plays all seats of both", "name one")
    return names[0]
