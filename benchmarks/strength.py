"""Measures how well bots play the bundled games: `python -m benchmarks.strength --out strength.jsonl`.

Every pair of bots meets in every ruleset that has decisions: one bot on one side, the other on all others,
and it sits on each side once with the same seed. Such a block is the unit, and intervals come from blocks.
Where the table plays together, each bot has all seats once. A cell is given so many seconds of the
processor, and whole blocks. What is written is kept, and gone on with by whoever gives more seconds;
`--unclear` gives them only to cells in which no bot is clearly ahead.
`--speed` lets the same decisions be taken in Python and natively, in turn.
`--page docs/bots.md` writes what is there into the tables of that page.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

import hoyle
from hoyle.analysis.claims import holm
from hoyle.analysis.figures import mean_of
from hoyle.analysis.paired import about_zero
from hoyle.analysis.sequential import LEVEL
from hoyle.bots.registry import Bot, choice_of, make_bot, seat_streams
from hoyle.bundled import bundled
from hoyle.random import Stream

ITERATIONS = 100
PAIRS = (
    ("greedy", "random"),
    ("flat", "random"),
    ("ismcts", "random"),
    ("flat", "greedy"),
    ("ismcts", "greedy"),
    ("ismcts", "flat"),
)
SEARCHING = ("flat", "ismcts")
MOST_DECISIONS = 20_000
FEWEST_BLOCKS = 5  # with fewer, an interval says nothing
MOST_BLOCKS = 400  # of a cell: more would move no figure of the page

# As many as usually play, and matches that are not longer than they must be to tell bots apart.
PLAYERS = {
    "one-more": 4,
    "one-more-plain-cards": 4,
    "one-more-thrice": 4,
    "stop": 3,
    "stop-draw-and-play": 3,
    "stop-no-jumping": 3,
    "stop-short-evening": 3,
    "crazy-eights": 4,
    "go-fish": 3,
    "curtain-call": 3,
    "millrace": 3,
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

Line = dict[str, Any]


class Setting:
    """A ruleset as it is played here."""

    def __init__(self, name: str) -> None:
        game = loaded(name, "native")
        self.name = name
        self.players = PLAYERS.get(name, min(count for count in game.player_counts if count > 1))
        self.options = {key: value for key, value in OPTIONS.get(name, {}).items() if key in game.options}
        self.aim = game.aim(self.players)
        self.sign = 1 if game.highest_wins else -1
        self.sides = game.teams(self.players) or tuple((seat,) for seat in range(self.players))

    def start(self, seed: int, engine: str) -> hoyle.State:
        return loaded(self.name, engine).start(self.players, seed, self.options)


@cache
def loaded(name: str, engine: str) -> hoyle.Game:
    return hoyle.load(name, engine)  # type: ignore[arg-type]


@cache
def setting_of(name: str) -> Setting:
    return Setting(name)


def written(name: str) -> str:
    return f"{name}:{ITERATIONS}" if name in SEARCHING else name


def played(setting: Setting, seed: int, seated: Sequence[Bot], engine: str) -> hoyle.State:
    """A match to its end, or to where it is given up."""
    state = setting.start(seed, engine)
    streams = seat_streams(seed, setting.players)
    while not state.over and state.decisions < MOST_DECISIONS:
        state.apply(choice_of(seated[state.seat], state, streams[state.seat]))
    return state


def block(setting: Setting, seed: int, bot: Bot, foe: Bot, engine: str) -> tuple[float, float]:
    """What one bot takes of the wins for a side, and how far it leads in score, over all ways to sit."""
    seats = range(setting.players)
    if setting.aim == "together":
        own, others = (
            setting.sign * fmean(played(setting, seed, [each] * setting.players, engine).result.scores)
            for each in (bot, foe)
        )
        return 0.5 + (own > others) / 2 - (own < others) / 2, own - others
    won, ahead = [], []
    for side in setting.sides:
        state = played(setting, seed, [bot if seat in side else foe for seat in seats], engine)
        result = state.result
        winners = [each for each in setting.sides if set(each) & set(result.winners)] if state.over else []
        won.append(1 / len(winners) if side in winners else 0.0)
        behind = fmean(result.scores[seat] for seat in seats if seat not in side)
        ahead.append(setting.sign * (fmean(result.scores[seat] for seat in side) - behind))
    return fmean(won), fmean(ahead)


def meet(name: str, one: str, other: str, seconds: float, first: int, engine: str) -> Line:
    """Lets two bots meet for a while, from a seed on."""
    setting = setting_of(name)
    bot, foe = make_bot(written(one)), make_bot(written(other))
    began = process_time()
    blocks: list[tuple[float, float]] = []
    while not blocks or (process_time() - began < seconds and first + len(blocks) <= MOST_BLOCKS):
        blocks.append(block(setting, first + len(blocks), bot, foe, engine))
    effort = getattr(bot, "effort")  # noqa: B009 (only bots that think have it)
    return {
        "ruleset": name,
        "bot": one,
        "foe": other,
        "first": first,
        "blocks": [[round(share, 6), round(lead, 6)] for share, lead in blocks],
        "decisions": effort.decisions,
        "playouts": effort.playouts,
        "thinking": effort.seconds,  # of the processor
        "seconds": process_time() - began,
    }


def both_ways(name: str, seconds: float) -> Line:
    """The same decisions of `ismcts` and `flat`, thought over in Python and natively, one after the other.

    Each is asked in turn about the same position with the same stream, and takes the same choice.
    """
    setting = setting_of(name)
    engines = "python", "native"
    bots = {engine: [make_bot(written(bot)) for bot in SEARCHING] for engine in engines}
    seed = decisions = 0
    while decisions < 2 or _spent(bots["python"]) < seconds:
        seed += 1
        states = {engine: setting.start(seed, engine) for engine in engines}
        streams = {engine: seat_streams(seed, setting.players) for engine in engines}
        while not states["python"].over and (decisions < 2 or _spent(bots["python"]) < seconds):
            decisions += 1
            choices = set()
            for engine in engines if decisions % 2 else reversed(engines):
                state = states[engine]
                stream: Stream = streams[engine][state.seat]
                index = choice_of(bots[engine][decisions % 2], state, stream)
                choices.add(index)
                state.apply(index)
            assert len(choices) == 1, f"{name}: Python and native code differ"
        if seed > 200:
            break
    found: Line = {"speed": name}
    for number, bot in enumerate(SEARCHING):
        for engine in engines:
            effort = getattr(bots[engine][number], "effort")  # noqa: B009
            found[f"{bot} {engine}"] = [effort.decisions, effort.playouts, effort.seconds]
    return found


def _spent(bots: Sequence[Bot]) -> float:
    return float(sum(getattr(bot, "effort").seconds for bot in bots))  # noqa: B009


def warm(name: str) -> None:
    """Has all compiled that is needed, which is not to be measured."""
    setting = setting_of(name)
    state, bot = setting.start(1, "native"), make_bot("ismcts:20")
    streams = seat_streams(1, setting.players)
    while not state.over and not getattr(bot, "effort").decisions:  # noqa: B009
        state.apply(choice_of(bot, state, streams[state.seat]))


def with_decisions() -> list[str]:
    """The bundled rulesets in which somebody decides something, together or against each other."""
    found = []
    for name in bundled():
        state = hoyle.load(name, "python").start(seed=1)
        if state.decisions or not state.over:
            found.append(name)
    return found


# ---------------------------------------------------------------- what is shown
class Cell:
    """All that was measured of two bots in one ruleset."""

    def __init__(self, name: str, lines: list[Line]) -> None:
        self.setting = setting_of(name)
        self.lines = lines
        self.blocks = [block for line in lines for block in line["blocks"]]
        self.seconds = sum(line["seconds"] for line in lines)
        self.games = len(self.blocks) * (2 if self.setting.aim == "together" else len(self.setting.sides))
        self.in_points = self.setting.aim != "rank"
        self.fair = 0.0 if self.in_points else 1 / len(self.setting.sides)
        self.values = [lead if self.in_points else share for share, lead in self.blocks]

    @property
    def chance(self) -> float:
        """Of so large a difference if neither bot were better."""
        if len(self.values) < 2:
            return 1.0
        return about_zero([value - self.fair for value in self.values])[1]

    def shown(self, clear: bool) -> str:
        mean, half = mean_of(self.values)
        if len(self.values) < FEWEST_BLOCKS:
            half = None
        if not self.in_points and half == 0.0:  # all alike: of n, one in 3/n may have been missed
            half = 3 / len(self.values)
        if self.in_points:
            text = f"{mean:+.2f}" + ("" if half is None else f" ± {half:.2f}")
        else:
            text = f"{100 * mean:.0f}" + ("" if half is None else f" ± {100 * min(1.0, half):.0f}")
        mark = "" if not clear else " ▲" if mean > self.fair else " ▼"
        return f"{text}{mark} ({self.games:,})"


def cells_of(lines: list[Line]) -> dict[tuple[str, str, str], Cell]:
    """What was measured, cell by cell."""
    found: dict[tuple[str, str, str], list[Line]] = {}
    for line in lines:
        if "ruleset" in line:
            found.setdefault((line["ruleset"], line["bot"], line["foe"]), []).append(line)
    return {key: Cell(key[0], own) for key, own in found.items()}


def table(head: list[str], rows: Iterator[list[str]]) -> str:
    lines = [head, ["---", *["---:"] * (len(head) - 1)], *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def strength_rows(cells: dict[tuple[str, str, str], Cell]) -> Iterator[list[str]]:
    corrected = dict(zip(cells, holm([cell.chance for cell in cells.values()]), strict=True))
    for name in sorted({name for name, _, _ in cells}):
        setting = setting_of(name)
        options = "".join(f", {key} {value}" for key, value in setting.options.items())
        fair = "points" if setting.aim != "rank" else f"{100 / len(setting.sides):.0f}"
        shown = []
        for pair in PAIRS:
            key = name, *pair
            shown.append(cells[key].shown(corrected[key] <= LEVEL) if key in cells else "–")
        yield [f"`{name}`{options}", str(setting.players), fair, *shown]


def speed_rows(lines: list[Line]) -> Iterator[list[str]]:
    for line in sorted((line for line in lines if "speed" in line), key=lambda line: str(line["speed"])):
        row = [f"`{line['speed']}`"]
        for bot in SEARCHING:
            spent = [line[f"{bot} {engine}"] for engine in ("python", "native")]
            took = [1000 * seconds / max(1, count) for count, _, seconds in spent]
            row += [f"{each:,.0f}" if each >= 100 else f"{each:.3g}" for each in took]
            row += [f"{playouts / max(1e-9, seconds):,.0f}" for _, playouts, seconds in spent]
            row.append(f"{spent[0][2] / max(1e-9, spent[1][2]):.0f}")
        yield row


def write_page(page: Path, lines: list[Line]) -> None:
    bots = [f"{one} : {other}" for one, other in PAIRS]
    tables = {
        "strength": table(["ruleset", "players", "fair", *bots], strength_rows(cells_of(lines))),
        "speed": table(
            ["ruleset", *(f"{bot} {what}" for bot in SEARCHING for what in _SPEED)], speed_rows(lines)
        ),
    }
    text = page.read_text(encoding="utf-8")
    for name, found in tables.items():
        before, after = text.split(BEGIN.format(name), 1)
        text = f"{before}{BEGIN.format(name)}\n\n{found}\n\n{END}{after.split(END, 1)[1]}"
    page.write_text(text, encoding="utf-8")


_SPEED = "ms, Python", "native", "playouts/s, Python", "native", "times"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=Path("strength.jsonl"))
    parser.add_argument("--seconds", type=float, default=20.0, help="of the processor for a cell, in all")
    parser.add_argument("--rulesets", nargs="*", help="only these")
    parser.add_argument("--unclear", action="store_true", help="only where no bot is clearly ahead")
    parser.add_argument("--speed", action="store_true", help="how fast bots think in Python and natively")
    parser.add_argument("--engine", default="native")
    parser.add_argument("--page", type=Path, help="write the tables of this page from what was measured")
    arguments = parser.parse_args()
    out: Path = arguments.out
    lines = [json.loads(line) for line in out.read_text().splitlines()] if out.exists() else []
    if arguments.page is not None:
        write_page(arguments.page, lines)
        return
    names = arguments.rulesets or with_decisions()
    if arguments.speed:
        done = {line.get("speed") for line in lines}
        for name in names:
            if name not in done:
                warm(name)
                keep(out, both_ways(name, arguments.seconds))
        return
    cells = cells_of(lines)
    for one, other in PAIRS:  # pair by pair, so that what is broken off says something of every ruleset
        for name in names:
            cell = cells.get((name, one, other))
            spent, first = (0.0, 1) if cell is None else (cell.seconds, 1 + len(cell.blocks))
            if spent >= arguments.seconds or first > MOST_BLOCKS:
                continue
            if cell is not None and arguments.unclear and cell.chance < LEVEL / 100:
                continue
            warm(name)
            keep(out, meet(name, one, other, arguments.seconds - spent, first, arguments.engine))


def keep(out: Path, line: Line) -> None:
    with out.open("a") as file:
        file.write(json.dumps(line) + "\n")
    told = {key: value for key, value in line.items() if key != "blocks"}
    if "ruleset" in line:
        told["shown"] = Cell(line["ruleset"], [line]).shown(clear=False)
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    main()
