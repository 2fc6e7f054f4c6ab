"""Measures how well bots play the bundled games: `python -m benchmarks.strength --out strength.jsonl`.

Every pair of bots meets in every ruleset that has decisions: one bot on one side, the other on all others,
and it sits on each side once with the same seed. Such a block is the unit, and intervals come from blocks.
Where the table plays together the first bot has all seats, and its score is told. A cell is given so many
seconds of the processor, and whole blocks; what is written is kept, so it can be gone on with.
`--page docs/bots.md` writes what is there into the table of that page.
"""

from __future__ import annotations

import argparse
import json
from dataclasses import asdict, dataclass
from functools import cache
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import process_time
from typing import Any

import hoyle
from hoyle.bots.registry import choice_of, make_bot, seat_streams
from hoyle.bundled import bundled

ITERATIONS = 100
PAIRS = (
    ("greedy", "random"),
    ("flat", "random"),
    ("ismcts", "random"),
    ("flat", "greedy"),
    ("ismcts", "greedy"),
    ("ismcts", "flat"),
)
MOST_DECISIONS = 20_000

# As many as usually play, and matches that are not longer than they must be to tell bots apart.
PLAYERS = {
    "one-more": 4,
    "one-more-plain-cards": 4,
    "one-more-thrice": 4,
    "stop": 3,
    "crazy-eights": 4,
    "go-fish": 3,
}
OPTIONS: dict[str, dict[str, Any]] = {
    "hearts": {"hands": 1},
    "spades": {"hands": 1},
    "euchre": {"hands": 1},
    "gin-rummy": {"hands": 1},
    "dominoes": {"hands": 1},
    "go": {"size": 7},
    "hex": {"size": 7},
    "stop": {"target": 100},
    "stop-draw-and-play": {"target": 100},
    "stop-no-jumping": {"target": 100},
}
BEGIN, END = "<!-- measured: {} -->", "<!-- end of what is measured -->"


@dataclass(frozen=True)
class Cell:
    """What one bot did against another in one ruleset."""

    ruleset: str
    players: int
    options: dict[str, Any]
    bot: str
    foe: str
    games: int
    share: float  # of the wins, a shared one divided
    fair: float  # what a bot that is no better takes
    half: float | None  # of the 95 % interval
    lead: float  # in score, turned so that more is better
    milliseconds: float  # of the processor, for a decision that is one
    playouts: float  # a second
    seconds: float


@cache
def loaded(name: str, engine: str) -> hoyle.Game:
    return hoyle.load(name, engine)  # type: ignore[arg-type]


def written(name: str) -> str:
    return f"{name}:{ITERATIONS}" if name in ("flat", "ismcts") else name


def meet(name: str, one: str, other: str, seconds: float, engine: str) -> Cell:
    """Lets two bots meet for a while."""
    game = loaded(name, engine)
    players = PLAYERS.get(name, min(count for count in game.player_counts if count > 1))
    options = {key: value for key, value in OPTIONS.get(name, {}).items() if key in game.options}
    together = game.aim(players) == "together"
    sides = game.teams(players) or tuple((seat,) for seat in range(players))
    sides = (tuple(range(players)),) if together else sides
    bot, foe = make_bot(written(one)), make_bot(written(other))
    sign = 1 if game.highest_wins else -1
    shares: list[float] = []
    leads: list[float] = []
    began, seed = process_time(), 1
    while not shares or process_time() - began < seconds:
        won, ahead = [], []
        for side in sides:
            state = game.start(players, seed, options)
            streams = seat_streams(seed, players)
            while not state.over and state.decisions < MOST_DECISIONS:
                asked = bot if state.seat in side else foe
                state.apply(choice_of(asked, state, streams[state.seat]))
            result = state.result
            winners = [each for each in sides if set(each) & set(result.winners)] if state.over else []
            won.append(1 / len(winners) if side in winners else 0.0)
            others = [result.scores[seat] for each in sides if each != side for seat in each]
            behind = fmean(others) if others else 0.0
            ahead.append(sign * (fmean(result.scores[seat] for seat in side) - behind))
        shares.append(fmean(won))
        leads.append(fmean(ahead))
        seed += 1
    effort = getattr(bot, "effort")  # noqa: B009 (only bots that think have it)
    return Cell(
        name,
        players,
        options,
        one,
        other,
        len(shares) * len(sides),
        fmean(shares),
        1 / len(sides),
        1.96 * stdev(shares) / sqrt(len(shares)) if len(shares) > 1 else None,
        fmean(leads),
        1000 * effort.seconds / max(1, effort.decisions),
        effort.playouts / max(1e-9, effort.seconds),
        process_time() - began,
    )


def with_decisions() -> list[str]:
    """The bundled rulesets in which somebody decides something, together or against each other."""
    found = []
    for name in bundled():
        game = hoyle.load(name, "python")
        if game.start(seed=1).decisions or not game.start(seed=1).over:
            found.append(name)
    return found


def shown(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return "–"
    if cell["fair"] == 1:
        return f"{cell['lead']:.1f} points ({cell['games']})"
    half = "" if cell["half"] is None else f" ± {100 * cell['half']:.0f}"
    return f"{100 * cell['share']:.0f}{half} ({cell['games']})"


def table(cells: list[dict[str, Any]]) -> list[str]:
    """Shares of wins, one row for each ruleset."""
    head = ["ruleset", "players", "fair", *(f"{one} : {other}" for one, other in PAIRS)]
    head += ["ms flat", "ms ismcts", "playouts/s ismcts"]
    rows = [head, ["---", *["---:"] * (len(head) - 1)]]
    for name in dict.fromkeys(cell["ruleset"] for cell in cells):
        own = {(cell["bot"], cell["foe"]): cell for cell in cells if cell["ruleset"] == name}
        first = next(iter(own.values()))
        options = "".join(f", {key} {value}" for key, value in first["options"].items())
        flat, tree = own.get(("flat", "random")), own.get(("ismcts", "random"))
        rows.append(
            [
                f"`{name}`{options}",
                str(first["players"]),
                f"{100 * first['fair']:.0f}",
                *(shown(own.get(pair)) for pair in PAIRS),
                "–" if flat is None else f"{flat['milliseconds']:.0f}",
                "–" if tree is None else f"{tree['milliseconds']:.0f}",
                "–" if tree is None else f"{tree['playouts']:,.0f}",
            ]
        )
    return [f"| {' | '.join(row)} |" for row in rows]


def write_page(page: Path, cells: list[dict[str, Any]]) -> None:
    text = page.read_text(encoding="utf-8")
    begin = BEGIN.format("strength")
    before, after = text.split(begin, 1)
    rest = after.split(END, 1)[1]
    page.write_text(f"{before}{begin}\n\n" + "\n".join(table(cells)) + f"\n\n{END}{rest}", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("strength.jsonl"))
    parser.add_argument("--seconds", type=float, default=20.0, help="of the processor for a cell")
    parser.add_argument("--rulesets", nargs="*", help="only these")
    parser.add_argument("--engine", default="native")
    parser.add_argument("--page", type=Path, help="write the tables of this page from what was measured")
    arguments = parser.parse_args()
    cells = (
        [json.loads(line) for line in arguments.out.read_text().splitlines()]
        if arguments.out.exists()
        else []
    )
    if arguments.page is not None:
        write_page(arguments.page, cells)
        return
    done = {(cell["ruleset"], cell["bot"], cell["foe"]) for cell in cells}
    for one, other in PAIRS:  # pair by pair, so that what is broken off says something of every ruleset
        for name in arguments.rulesets or with_decisions():
            if (name, one, other) not in done:
                cell = meet(name, one, other, arguments.seconds, arguments.engine)
                with arguments.out.open("a") as file:
                    file.write(json.dumps(asdict(cell)) + "\n")
                print(f"{name:24} {one:7} : {other:7} {shown(asdict(cell))}", flush=True)


if __name__ == "__main__":
    main()
