"""What commands that play have in common: which game, who plays, how many games, by how many processes."""

from __future__ import annotations

from contextlib import contextmanager, suppress
from shlex import quote
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, chosen_options, seed
from hoyle.cli.faults import FINDINGS, UserFault, need
from hoyle.cli.seating import BOTS_ARE, chosen_players, seated_bots
from hoyle.wording import numbers_of_players, typed

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.cluster import Cluster
    from hoyle.analysis.workers import FaultyGame

MOST_WORKERS = 256  # more than the cores of most machines; each takes some 50 MB


# -------------------------------------------------------------------- what is typed
def add_game(parser: argparse.ArgumentParser) -> None:
    """The ruleset, how many play it, and its options."""
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add_players(parser)
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the ruleset; may be given several times",
    )


def add_players(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)"
    )


def add_games(parser: argparse.ArgumentParser, default: int, least: int = 1, what: str = "games") -> None:
    """How many games, and what their chance follows from."""
    parser.add_argument(
        "--games",
        type=at_least(least),
        default=default,
        metavar="N",
        help=f"how many {what} (default: {default:,})",
    )
    add_seed(parser)


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=seed, default=0, metavar="S", help="what all chance follows from (default: 0)"
    )


def add_bots(parser: argparse.ArgumentParser, default: str = "random") -> None:
    parser.add_argument(
        "--bots",
        default=default,
        metavar="BOT,…",
        help=f"one for all seats, or one for each: {BOTS_ARE} (default: {default})",
    )


def add_variants(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        action="append",
        default=[],
        metavar="RULESET",
        help="play this ruleset, too, side by side; may be given several times",
    )


def add_workers(parser: argparse.ArgumentParser) -> None:
    """By whom games are played, which changes nothing about them."""
    parser.add_argument(
        "--workers",
        type=at_least(1, MOST_WORKERS),
        metavar="N",
        help="processes to use (default: as many as cores)",
    )
    parser.add_argument(
        "--engine",
        metavar="ENGINE",
        help="auto, python or native: what plays, with the same figures (default: HOYLE_ENGINE, or auto)",
    )


def add_limit(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--max-decisions",
        type=at_least(1),
        metavar="N",
        help="give a game up after so many decisions; it counts as unfinished (default: 100000)",
    )


def add_cluster(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the workers of this Dask scheduler, as tcp://host:8786, or `local`",
    )


def add_format(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--format",
        choices=["text", "markdown", "json"],
        default="text",
        help="how to write it (default: text)",
    )


# -------------------------------------------------------------------- what it means
def chosen_batch(game: Game, source: str, arguments: argparse.Namespace, games: int | None = None) -> Batch:
    """The games that are asked for; where no bots are, whoever asks says who plays."""
    from hoyle import PlayError
    from hoyle.analysis.batch import MAX_DECISIONS, Batch

    players = chosen_players(game, arguments.players)
    bots = getattr(arguments, "bots", None)
    batch = Batch(
        ruleset=source,
        players=players,
        games=games or arguments.games,
        seed=arguments.seed,
        bots=seated_bots(bots, players) if bots is not None else (),
        options=chosen_options(arguments.option, game.options),
        max_decisions=getattr(arguments, "max_decisions", None) or MAX_DECISIONS,
        engine=arguments.engine,
    )
    # a value that the ruleset doesn't allow is refused here, before anything is done
    with suppress(PlayError):  # which one of the games need not meet
        game.start(players=players, seed=0, options=dict(batch.options))
    return batch


def chosen_workers(arguments: argparse.Namespace) -> int:
    """How many processes are to play."""
    from hoyle.analysis.workers import usable_cores

    return arguments.workers or usable_cores()


def chosen_variants(words: list[str], players: int) -> list[tuple[str, str]]:
    """The ids and paths of rulesets to compare with, all of which so many can play."""
    import hoyle
    from hoyle.cli.rulesets import located

    found = []
    for word in words:
        path = located(word)
        variant = hoyle.load(path)
        if players not in variant.player_counts:
            counts = numbers_of_players(variant.player_counts)
            raise UserFault(f"--variant {word}: it is not for {players} players", f"it is for {counts}")
        found.append((variant.id, path))
    return found


@contextmanager
def workers_told(kept: str | None = None) -> Iterator[None]:
    """Tells of workers that went wrong, inside a `with` statement; `kept` says what is left of their work."""
    from hoyle.analysis.processes import ChangedRuleset, LostWorker

    try:
        yield
    except LostWorker:
        raise UserFault(
            "a worker was killed: perhaps the memory has run out" + (f"; {kept}" if kept else ""),
            "use fewer processes with --workers",
        ) from None
    except ChangedRuleset as error:
        raise UserFault(
            f"{error} has changed while it was being played", "start again, and leave it as it is"
        ) from None


@contextmanager
def chosen_cluster(arguments: argparse.Namespace) -> Iterator[Cluster | None]:
    """The cluster that is to play, where one is named."""
    if getattr(arguments, "cluster", None) is None:
        yield None
        return
    need("--cluster", "distributed", extra="cluster")
    from hoyle.analysis.cluster import Cluster, ClusterProblem

    try:
        with Cluster(arguments.cluster, chosen_workers(arguments)) as cluster:
            yield cluster
    except ClusterProblem as problem:
        raise UserFault(f"--cluster: {problem.message}", problem.help) from None


def faulty_game(error: FaultyGame, trace: str | None = None, of: str | None = None) -> UserFault:
    """What is told of a game that could not go on, and what to do about it; `of` says of which ruleset."""
    fault, batch = error.fault, error.batch
    which = f"game {fault.index + 1:,} of {batch.games:,}" if batch.games > 1 else "the game"
    which = which if of is None else f"a game of {of}"
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
