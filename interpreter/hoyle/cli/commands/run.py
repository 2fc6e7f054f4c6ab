"""`hoyle run`: plays games headlessly and shows the figures."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack
from dataclasses import replace
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, percentage
from hoyle.cli.faults import OK, UserFault
from hoyle.cli.games_file import GamesFile, is_games_file
from hoyle.cli.playing import (
    add_bots,
    add_cluster,
    add_game,
    add_limit,
    add_seed,
    add_variants,
    add_workers,
    chosen_batch,
    chosen_cluster,
    chosen_workers,
    faulty_game,
    workers_told,
)
from hoyle.terminal import coloured
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse
    from typing import TextIO

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.cli.report import Report

EXAMPLE = """\
examples:
  hoyle run if-zero-stop --players 4 --games 1000 --seed 1
  hoyle run my-game.yaml --option hand_size=5 --bots random,first --json
  hoyle run one-more --players 4 --until-sure 2%
  hoyle run one-more --games 1000000 --out games.parquet --resume
  hoyle run stop --players 3 --games 500 --by hand_size=5,7,9 --variant stop-no-jumping

The same ruleset, options, players, bots and seed give the same figures on every machine and with any
number of workers, here or in a cluster. Means and shares are over finished games; in --json a figure
that needs more games than there were is null.

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""


MOST_UNTIL_SURE = 100_000


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add_game(parser)
    add = parser.add_argument
    add(
        "--games",
        type=at_least(1),
        metavar="N",
        help=f"how many games (default: 1; with --until-sure at most so many: {MOST_UNTIL_SURE:,})",
    )
    add(
        "--until-sure",
        type=percentage,
        metavar="P%",
        help="play until each seat's share of the wins is known to within P percentage points",
    )
    add_seed(parser)
    add_bots(parser)
    add(
        "--by",
        action="append",
        default=[],
        metavar="OPTION=A,B,…",
        help="play with each of these values, side by side; may be given several times",
    )
    add_variants(parser)
    add_workers(parser)
    add_limit(parser)
    add("--json", action="store_true", help="print one JSON object instead of a table")
    add("--trace", metavar="FILE", help="write all events there, one JSON object a line")
    add(
        "--out",
        metavar="FILE",
        help="write there: one row a game if it ends in .parquet, .csv or .jsonl, else the figures",
    )
    add(
        "--resume", action="store_true", help="go on with an interrupted run's file of games, if there is one"
    )
    add_cluster(parser)


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located, sources

    source = located(arguments.ruleset)

    import hoyle
    from hoyle.analysis.workers import FaultyGame
    from hoyle.cli.files import refuse_inputs, written_whole

    by_game = is_games_file(arguments.out)
    if arguments.resume and not by_game:
        raise UserFault(
            "--resume goes on with a file of games, and there is none",
            "name one that ends in .parquet, .csv or .jsonl with --out",
        )
    if arguments.resume and arguments.trace:
        raise UserFault("--resume and --trace: a trace tells all games", "leave one of the two out")
    _check_distinct(arguments.trace, arguments.out)
    game = hoyle.load(source, arguments.engine)
    for option, path in (("--trace", arguments.trace), ("--out", arguments.out)):
        if path is not None:
            refuse_inputs(option, path, sources(source))
    batch = _batch(game, source, arguments)
    if arguments.by or arguments.variant:
        from hoyle.cli.grid import run_side_by_side

        return run_side_by_side(game, batch, arguments)
    rows = GamesFile(arguments.out, game, batch, resume=arguments.resume) if by_game else None
    faulty: FaultyGame | None = None
    with ExitStack() as files:
        trace = files.enter_context(written_whole(arguments.trace)) if arguments.trace else None
        try:
            with ExitStack() as outs:
                figures = arguments.out if not by_game else None
                out = outs.enter_context(written_whole(figures)) if figures else None
                report = _played(game, batch, arguments, trace, rows)
                if out is not None:
                    out.write(report.json() + "\n" if arguments.json else report.text())
                if rows is not None:
                    rows.finish(report.summary.games)
        except FaultyGame as error:  # the trace is kept: it shows how the game came there
            faulty = error
            if rows is not None:
                rows.journal.remove()
    if faulty is not None:
        raise faulty_game(faulty, arguments.trace)
    # only now: whoever reads our output may stop reading, and the files are to be there all the same
    if figures is None:
        print(report.json() + "\n" if arguments.json else report.text(coloured(sys.stdout)), end="")
    return OK


def _played(
    game: Game, batch: Batch, arguments: argparse.Namespace, trace: TextIO | None, rows: GamesFile | None
) -> Report:
    """Plays the games and sums them up; if somebody stops it, says what is left of it."""
    from hoyle.analysis.sequential import SharesKnown
    from hoyle.analysis.summary import summarise
    from hoyle.analysis.workers import Interrupted, play_batch
    from hoyle.cli.progress import Progress
    from hoyle.cli.report import Report

    began = perf_counter()
    sure = SharesKnown(arguments.until_sure, batch.players) if arguments.until_sure else None
    engine: list[str] = []
    kept = rows.journal.games if rows is not None else 0
    try:
        with ExitStack() as stack:
            stack.enter_context(workers_told(f"the games before: {rows.kept()}" if rows else None))
            cluster = stack.enter_context(chosen_cluster(arguments))
            progress = stack.enter_context(Progress(batch.games, kept))
            tally = play_batch(
                batch,
                workers=chosen_workers(arguments),
                game=game,
                cluster=cluster,
                kept=rows.journal if rows is not None else (),
                on_rows=rows.journal.add if rows is not None else None,
                on_trace=trace.write if trace is not None else None,
                on_progress=progress.show,
                enough=sure,
                on_engine=engine.append,
            )
    except Interrupted as stop:
        done = stop.tally.games if rows is None else rows.journal.games
        told = f"interrupted after {done:,} of {counted(batch.games, 'game')}"
        if rows is not None:
            raise KeyboardInterrupt(f"{told}; {rows.kept()}") from None
        if done and arguments.out is None:
            # what was played is worth seeing, and is what a run of so many games would show
            report = Report(game, batch, summarise(stop.tally), perf_counter() - began)
            print(report.json() + "\n" if arguments.json else report.text(coloured(sys.stdout)), end="")
            told += ", whose figures these are"
        raise KeyboardInterrupt(told) from None
    return Report(game, batch, summarise(tally), perf_counter() - began, sure, *engine)


def _batch(game: Game, source: str, arguments: argparse.Namespace) -> Batch:
    games = arguments.games or (MOST_UNTIL_SURE if arguments.until_sure else 1)
    return replace(
        chosen_batch(game, source, arguments, games),
        traced=arguments.trace is not None,
        sampled=arguments.until_sure is not None or is_games_file(arguments.out),
    )


def _check_distinct(trace: str | None, out: str | None) -> None:
    if trace and out and os.path.realpath(trace) == os.path.realpath(out):
        raise UserFault(f"--trace and --out are both {out}", "give each a file of its own")
