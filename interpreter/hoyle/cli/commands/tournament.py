"""`hoyle tournament`: lets bots play against each other and says who is better."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any

from hoyle.analysis.sequential import Verdict
from hoyle.analysis.summary import Z as NORMAL
from hoyle.cli.arguments import at_least, chosen_options, percentage, seed
from hoyle.cli.faults import FINDINGS, OK, UserFault
from hoyle.cli.seating import chosen_players, named_bots
from hoyle.tables import aligned
from hoyle.terminal import Paint, coloured
from hoyle.wording import counted, typed

if TYPE_CHECKING:
    import argparse

    from hoyle import Game
    from hoyle.analysis.batch import Batch
    from hoyle.analysis.ratings import Rating
    from hoyle.analysis.tournament import Meeting, Tournament

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
    parser.add_argument("ruleset", metavar="RULESET", help="a bundled id (see `hoyle list`) or a path")
    add = parser.add_argument
    add("--bots", required=True, metavar="BOT,…", help="who takes part: at least two")
    add("--players", type=at_least(1), metavar="N", help="how many play (default: the fewest possible)")
    add("--games", type=at_least(1), metavar="N", help=f"seeds to play with all rotations (default: {GAMES})")
    add("--seed", type=seed, default=0, metavar="S", help="what all chance follows from (default: 0)")
    add("--together", action="store_true", help="one table for all bots instead of one for every two")
    add("--until-sure", type=percentage, metavar="P%", help="play until every pair is settled")
    add("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option of the ruleset")
    add("--max-decisions", type=at_least(1), metavar="N", help="give a game up after so many decisions")
    add("--json", action="store_true", help="print one JSON object instead of a table")


@dataclass(frozen=True, slots=True)
class _Outcome:
    game: Game
    batch: Batch
    found: Tournament
    rated: list[Rating] | None
    seconds: float
    until_sure: bool


def execute(arguments: argparse.Namespace) -> int:
    from hoyle.cli.rulesets import located

    source = located(arguments.ruleset)

    import hoyle
    from hoyle.analysis.tournament import play_blocks, tournament
    from hoyle.cli.progress import Progress

    game = hoyle.load(source)
    batch = _batch(game, source, arguments)
    teams = game.teams(batch.players)
    sides = teams or tuple((seat,) for seat in range(batch.players))
    bots = _bots(arguments.bots)
    if len(sides) < 2:
        raise UserFault(f"{game.title} with {counted(batch.players, 'player')}: nobody plays against another")
    if arguments.together and len(bots) != len(sides):
        what = "teams" if teams else "players"
        raise UserFault(
            f"--together: {counted(len(bots), 'bot')} for {len(sides)} {what}",
            f"name {len(sides)} bots, or leave --together out",
        )
    margin = arguments.until_sure or MARGIN
    found = tournament(bots, sides, together=arguments.together, margin=margin)
    began = perf_counter()
    with Progress(batch.games) as progress:
        for done, _ in enumerate(
            play_blocks(found, batch, _player(game), until_settled=arguments.until_sure is not None), 1
        ):
            progress.show(done)
    if not any(found.blocks):
        raise UserFault(f"no game came to an end within {batch.max_decisions:,} decisions", status=FINDINGS)
    outcome = _Outcome(
        game,
        batch,
        found,
        _rated(found, batch.seed),
        perf_counter() - began,
        arguments.until_sure is not None,
    )
    print(_json(outcome) if arguments.json else _text(outcome, coloured(sys.stdout)))
    return OK


def _player(game: Game) -> Any:
    from hoyle import PlayError
    from hoyle.analysis.batch import play_game

    def play(batch: Batch, index: int) -> Any:
        try:
            return play_game(game, batch, index)[1]
        except PlayError as error:
            raise UserFault(f"a game could not go on: {error}", None, FINDINGS) from None

    return play


def _bots(words: str) -> tuple[str, ...]:
    names = named_bots(words)
    if len(names) < 2:
        raise UserFault(f"--bots {words}: one bot has nobody to play against", "name two or more")
    if len(set(names)) < len(names):
        raise UserFault(f"--bots {words}: a bot is named twice", "name each once")
    return names


def _batch(game: Game, source: str, arguments: argparse.Namespace) -> Batch:
    from hoyle.analysis.batch import MAX_DECISIONS, Batch

    return Batch(
        ruleset=source,
        players=chosen_players(game, arguments.players),
        games=arguments.games or (MOST_UNTIL_SURE if arguments.until_sure else GAMES),
        seed=arguments.seed,
        bots=(),
        options=chosen_options(arguments.option, game.options),
        max_decisions=arguments.max_decisions or MAX_DECISIONS,
    )


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
    found, batch, bots = outcome.found, outcome.batch, outcome.found.bots
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
            "pairs": [_pair(meeting, bots) for meeting in found.meetings],
            "ratings": None
            if rated is None
            else [{"bot": bots[r.bot], "value": r.value, "low": r.low, "high": r.high} for r in rated],
            "seconds": round(outcome.seconds, 6),
        },
        ensure_ascii=False,
    )


def _pair(meeting: Meeting, bots: tuple[str, ...]) -> dict[str, Any]:
    low, high = meeting.shares.interval
    lead, error = meeting.lead
    return {
        "bot": bots[meeting.one],
        "against": bots[meeting.other],
        "blocks": len(meeting.shares.values),
        "wins_ahead": meeting.shares.mean,
        "low": low,
        "high": high,
        "chance": meeting.shares.chance,
        "verdict": meeting.shares.verdict.value,
        "score_ahead": lead,
        "score_error": error,
    }


def _text(outcome: _Outcome, colour: bool) -> str:
    paint = Paint(colour)
    game, batch, found = outcome.game, outcome.batch, outcome.found
    head = (
        f"{game.title}: {counted(batch.players, 'player')}, {counted(found.games, 'game')}, seed {batch.seed}"
    )
    lines = [paint("bold", head)]
    if game.options:
        options = {**game.options_for(batch.players), **batch.options}
        lines.append("options: " + ", ".join(f"{name} {typed(value)}" for name, value in options.items()))
    rows = [("bot", "against", "blocks", "wins a seat", "95 % interval", "score", "verdict")]
    for meeting in found.meetings:
        low, high = meeting.shares.interval
        lead, error = meeting.lead
        rows.append(
            (
                found.bots[meeting.one],
                found.bots[meeting.other],
                f"{len(meeting.shares.values):,}",
                _points(meeting.shares.mean),
                f"{_points(low)} to {_points(high)}",
                f"{lead:+,.2f}" + ("" if error is None else f" ± {NORMAL * error:,.2f}"),
                _verdict(meeting, found.bots),
            )
        )
    head, *body = aligned(rows, right={2, 3, 4, 5}, gap="   ")
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
    size = sum(len(table.arrangements) for table in found.tables) // len(found.tables)
    lines.append(
        f"A block is a seed with {counted(size, 'way')} to sit; the intervals hold for all pairs together."
    )
    if found.given_up:
        lines.append(f"{counted(found.given_up, 'block')} had a game that was given up; they do not count.")
    if outcome.until_sure:
        most = batch.games * sum(len(table.arrangements) for table in found.tables)
        saved = counted(most - found.games, "game")
        lines.append(
            f"Every pair is settled; {saved} saved."
            if found.settled
            else "Not every pair is settled: play more games."
        )
    return "\n".join(lines)


def _points(share: float) -> str:
    return f"{100 * share:+.1f} pp"


def _verdict(meeting: Meeting, bots: tuple[str, ...]) -> str:
    match meeting.shares.verdict:
        case Verdict.HIGHER:
            return f"{bots[meeting.one]} is better"
        case Verdict.LOWER:
            return f"{bots[meeting.other]} is better"
        case Verdict.ALIKE:
            return f"alike within {100 * meeting.shares.margin:g} pp"
        case Verdict.OPEN:
            return "not settled"
