"""`hoyle tournament`: lets bots play against each other and says who is better."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING

from hoyle.cli.arguments import at_least, percentage
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.meetings import about_blocks, meeting_of, meetings, opponents, pair_json, play_meetings
from hoyle.cli.playing import (
    add_cluster,
    add_game,
    add_limit,
    add_seed,
    add_workers,
    chosen_batch,
)
from hoyle.cli.seating import BOTS_ARE
from hoyle.tables import aligned
from hoyle.terminal import Paint, coloured
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.ratings import Rating
    from hoyle.analysis.tournament import Blocks, Tournament

EXAMPLE = """\
examples:
  hoyle tournament connect-four --bots first,random --games 200
  hoyle tournament stop --players 3 --bots first,random --until-sure 5%

A seed is played with every way to sit, and all those games together count as one block: so luck and
seats weigh on all bots alike. With --until-sure a pair is played until one of the two is clearly better or
both are known to be alike within that many percentage points; this may be looked at all the time, and is
wrong for any pair with a chance of at most 5 %.

exit status: 0 done, 1 the ruleset is at fault, 2 wrong usage, 3 internal error"""

GAMES = 100
MOST_UNTIL_SURE = 10_000
MARGIN = 0.05  # closer than that counts as alike, where nothing else is said


def configure(parser: argparse.ArgumentParser) -> None:
    parser.epilog = EXAMPLE
    add_game(parser)
    add = parser.add_argument
    add("--bots", required=True, metavar="BOT,…", help=f"who takes part, at least two: {BOTS_ARE}")
    add("--games", type=at_least(1), metavar="N", help=f"seeds to play with all rotations (default: {GAMES})")
    add_seed(parser)
    add("--together", action="store_true", help="one table for all bots instead of one for every two")
    add("--until-sure", type=percentage, metavar="P%", help="play until every pair is settled")
    add_limit(parser)
    add_workers(parser)
    add_cluster(parser)
    add("--json", action="store_true", help="print one JSON object instead of a table")


@dataclass(frozen=True, slots=True)
class _Outcome:
    game: Game
    batch: Batch
    work: Blocks
    rated: list[Rating] | None
    seconds: float


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)

    import hoyle

    game = hoyle.load(source, arguments.engine)
    bots = opponents(arguments.bots)
    arguments.bots = None  # who sits where is for the tournament to say
    games = arguments.games or (MOST_UNTIL_SURE if arguments.until_sure else GAMES)
    batch = chosen_batch(game, source, arguments, games)
    work = meeting_of(
        game,
        batch,
        bots,
        margin=arguments.until_sure or MARGIN,
        together=arguments.together,
        until_settled=arguments.until_sure is not None,
    )
    found = work.found
    began = perf_counter()
    interrupted = play_meetings(game, work, arguments)
    if not any(found.blocks):
        if interrupted:
            raise KeyboardInterrupt("interrupted before the first block was done")
        raise UserFault(f"no game came to an end within {batch.max_decisions:,} decisions", status=FINDINGS)
    outcome = _Outcome(game, batch, work, _rated(found, batch.seed), perf_counter() - began)
    print(_json(outcome) if arguments.json else _text(outcome, coloured(sys.stdout)))
    if interrupted:
        done = f"{found.games:,} of {counted(work.games, 'game')}"
        raise KeyboardInterrupt(f"interrupted after {done}, whose figures these are")
    return OK


def _rated(found: Tournament, seed: int) -> list[Rating] | None:
    """Ratings, where openskill is installed."""
    from hoyle.analysis.ratings import ratings

    try:
        return ratings(found, seed)
    except ModuleNotFoundError:
        return None


# -------------------------------------------------------------------- shown
def _json(outcome: _Outcome) -> str:
    """One JSON object; only its last member depends on the machine."""
    found, batch, bots = outcome.work.found, outcome.batch, outcome.work.found.bots
    rated = outcome.rated
    return json.dumps(
        {
            "ruleset": outcome.game.id,
            "hash": outcome.game.hash,
            "players": batch.players,
            "seed": batch.seed,
            "options": {**outcome.game.options_for(batch.players), **batch.options},
            "bots": list(bots),
            "games": found.games,
            "given_up": found.given_up,
            "pairs": [pair_json(meeting, bots) for meeting in found.meetings],
            "ratings": None
            if rated is None
            else [{"bot": bots[r.bot], "value": r.value, "low": r.low, "high": r.high} for r in rated],
            "seconds": round(outcome.seconds, 6),
        },
        ensure_ascii=False,
    )


def _text(outcome: _Outcome, colour: bool) -> str:
    paint = Paint(colour)
    game, batch, found = outcome.game, outcome.batch, outcome.work.found
    head = (
        f"{game.title}: {counted(batch.players, 'player')}, {counted(found.games, 'game')}, seed {batch.seed}"
    )
    lines = [paint("bold", head)]
    if game.options:
        options = {**game.options_for(batch.players), **batch.options}
        lines.append("options: " + ", ".join(f"{name} {typed(value)}" for name, value in options.items()))
    head, *body = aligned(meetings(found), right={2, 3, 4, 5, 6}, gap="   ")
    lines += ["", paint("bold", head), *body, ""]
    if outcome.rated is not None:
        table = [("bot", "rating", "95 % interval")]
        for rating in sorted(outcome.rated, key=lambda one: -one.value):
            interval = f"{rating.low:.1f} to {rating.high:.1f}"
            table.append((found.bots[rating.bot], f"{rating.value:.1f}", interval))
        head, *body = aligned(table, right={1, 2}, gap="   ")
        lines += [paint("bold", head), *body, ""]
    else:
        lines += ["ratings need openskill: pip install 'hoyle[analysis]'", ""]
    lines.append(about_blocks(found))
    if found.given_up:
        lines.append(f"{counted(found.given_up, 'block')} had a game that was given up; they do not count.")
    if outcome.work.until_settled:
        most = counted(outcome.work.games, "game")
        lines.append(
            f"Every pair is settled: {outcome.work.games - found.games:,} of {most} saved."
            if found.settled
            else "Not every pair is settled: play more games."
        )
    return "\n".join(lines)
