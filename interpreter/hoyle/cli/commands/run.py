"""`hoyle run`: plays games headlessly and shows the figures."""

from __future__ import annotations

import os
import sys
from contextlib import ExitStack, contextmanager, suppress
from shlex import quote
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, chosen_options, percentage, seed
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.games_file import GamesFile, is_games_file, need
from hoyle.cli.seating import BOTS_ARE, chosen_players, seated_bots
from hoyle.terminal import coloured
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from typing import TextIO

    from hoyle import Game
    from hoyle.analysis.batch import Batch, Fault
    from hoyle.analysis.cluster import Cluster
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
MOST_WORKERS = 256  # more than the cores of most machines; each takes some 50 MB


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
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
    add("--seed", type=seed, default=0, metavar="S", help="what all chance follows from (default: 0)")
    add(
        "--bots",
        default="random",
        metavar="BOT,…",
        help=f"one for all seats, or one for each: {BOTS_ARE} (default: random)",
    )
    add(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the ruleset; may be given several times",
    )
    add(
        "--by",
        action="append",
        default=[],
        metavar="OPTION=A,B,…",
        help="play with each of these values, side by side; may be given several times",
    )
    add(
        "--variant",
        action="append",
        default=[],
        metavar="RULESET",
        help="play this ruleset, too, side by side; may be given several times",
    )
    add(
        "--workers",
        type=at_least(1, MOST_WORKERS),
        metavar="N",
        help="processes to use (default: as many as cores)",
    )
    add(
        "--max-decisions",
        type=at_least(1),
        metavar="N",
        help="give a game up after so many decisions; it counts as unfinished (default: 100000)",
    )
    add(
        "--engine",
        metavar="ENGINE",
        help="auto, python or native: what plays, with the same figures (default: HOYLE_ENGINE, or auto)",
    )
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
    add(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of this Dask scheduler, as tcp://host:8786, or `local`",
    )


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
    if arguments.cluster is not None:
        need("distributed", "--cluster", "cluster")
    rows = GamesFile(arguments.out, game, batch, resume=arguments.resume) if by_game else None
    fault: Fault | None = None
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
            fault = error.fault
            if rows is not None:
                rows.journal.remove()
    if fault is not None:
        raise _faulty_game(fault, batch, arguments.trace)
    # only now: whoever reads our output may stop reading, and the files are to be there all the same
    if figures is None:
        print(report.json() + "\n" if arguments.json else report.text(coloured(sys.stdout)), end="")
    return OK


def _played(
    game: Game, batch: Batch, arguments: argparse.Namespace, trace: TextIO | None, rows: GamesFile | None
) -> Report:
    """Plays the games and sums them up; if somebody stops it, says what is left of it."""
    from hoyle.analysis.processes import ChangedRuleset, LostWorker
    from hoyle.analysis.sequential import SharesKnown
    from hoyle.analysis.summary import summarise
    from hoyle.analysis.workers import Interrupted, play_batch, usable_cores
    from hoyle.cli.progress import Progress
    from hoyle.cli.report import Report

    began = perf_counter()
    sure = SharesKnown(arguments.until_sure, batch.players) if arguments.until_sure else None
    engine: list[str] = []
    workers = arguments.workers or usable_cores()
    kept = rows.journal.games if rows is not None else 0
    try:
        with ExitStack() as stack:
            cluster = stack.enter_context(_cluster(arguments.cluster, workers)) if arguments.cluster else None
            progress = stack.enter_context(Progress(batch.games, kept))
            tally = play_batch(
                batch,
                workers=workers,
                game=game,
                cluster=cluster,
                kept=rows.journal if rows is not None else (),
                on_rows=rows.journal.add if rows is not None else None,
                on_trace=trace.write if trace is not None else None,
                on_progress=progress.show,
                enough=sure,
                on_engine=engine.append,
            )
    except LostWorker:
        raise UserFault(
            "a worker was killed: perhaps the memory has run out"
            + (f"; the games before: {rows.kept()}" if rows else ""),
            "use fewer processes with --workers",
        ) from None
    except ChangedRuleset:
        raise UserFault(
            f"{batch.ruleset} has changed while it was being played", "start again, and leave it as it is"
        ) from None
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


@contextmanager
def _cluster(address: str, workers: int) -> Iterator[Cluster]:
    from hoyle.analysis.cluster import Cluster, ClusterProblem

    try:
        with Cluster(address, workers) as cluster:
            yield cluster
    except ClusterProblem as problem:
        raise UserFault(f"--cluster: {problem.message}", problem.help) from None


def _batch(game: Game, source: str, arguments: argparse.Namespace) -> Batch:
    from hoyle import PlayError
    from hoyle.analysis.batch import MAX_DECISIONS, Batch

    players = chosen_players(game, arguments.players)
    batch = Batch(
        ruleset=source,
        players=players,
        games=arguments.games or (MOST_UNTIL_SURE if arguments.until_sure else 1),
        seed=arguments.seed,
        bots=seated_bots(arguments.bots, players),
        options=chosen_options(arguments.option, game.options),
        max_decisions=arguments.max_decisions or MAX_DECISIONS,
        traced=arguments.trace is not None,
        sampled=arguments.until_sure is not None or is_games_file(arguments.out),
        engine=arguments.engine,
    )
    # a value that the ruleset doesn't allow is refused here, before any file is touched
    with suppress(PlayError):  # which one of the games need not meet
        game.start(players=players, seed=0, options=dict(batch.options))
    return batch


def _check_distinct(trace: str | None, out: str | None) -> None:
    if trace and out and os.path.realpath(trace) == os.path.realpath(out):
        raise UserFault(f"--trace and --out are both {out}", "give each a file of its own")


def _faulty_game(fault: Fault, batch: Batch, trace: str | None) -> UserFault:
    which = f"game {fault.index + 1:,} of {batch.games:,}" if batch.games > 1 else "the game"
    helps = []
    if batch.games > 1:
        helps.append(f"this plays that game alone:\n    {_again(batch, fault.index)}")
    if trace is not None:
        replay = ["hoyle", "replay", trace, "--ruleset", batch.ruleset, "--show"]
        helps.append(f"this shows how it came to that:\n    {' '.join(map(quote, replay))}")
    elif batch.games == 1:
        helps.append("add --trace FILE to keep how it came to that, for `hoyle replay`")
    return UserFault(f"{which} could not go on: {fault.message}", "\n  and ".join(helps), FINDINGS)


def _again(batch: Batch, index: int) -> str:
    """The command that plays one game of a batch, and nothing else."""
    from hoyle.analysis.batch import MAX_DECISIONS
    from hoyle.random import same_run

    words = ["hoyle", "run", batch.ruleset, "--players", str(batch.players)]
    words += ["--seed", str(same_run(batch.seed, index))]
    if set(batch.bots) != {"random"}:
        words += ["--bots", ",".join(batch.bots)]
    for name, value in batch.options.items():
        words += ["--option", f"{name}={typed(value)}"]
    if batch.max_decisions != MAX_DECISIONS:
        words += ["--max-decisions", str(batch.max_decisions)]
    return " ".join(map(quote, words))
