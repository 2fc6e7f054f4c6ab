"""`hoyle run --by`: ways to play, side by side, for people and for programs."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

from hoyle.cli.arguments import chosen_options
from hoyle.cli.faults import FINDINGS, OK, UserFault, need
from hoyle.cli.playing import chosen_variants, chosen_workers, workers_told
from hoyle.tables import aligned
from hoyle.terminal import Paint, coloured
from hoyle.wording import counted

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from hoyle import Game
    from hoyle.analysis.batch import Batch, OptionValue
    from hoyle.analysis.grid import Cell, Grid

MOST_WAYS = 200


def several_values(
    words: Sequence[str], defaults: Mapping[str, OptionValue]
) -> list[tuple[str, list[OptionValue]]]:
    """Options with the values to go through, typed as `hand_size=5,7`; a list has `;` between its values.

    >>> several_values(["hand_size=5,7", "jump=true,false"], {"hand_size": 7, "jump": True})
    [('hand_size', [5, 7]), ('jump', [True, False])]
    """
    found: dict[str, list[OptionValue]] = {}
    for word in words:
        name, _, text = (part.strip() for part in word.partition("="))
        if name in found:
            raise UserFault(f"--by {word}: `{name}` is given twice", "give all its values at once")
        between = ";" if isinstance(defaults.get(name), list) else ","
        values = [value.strip() for value in text.split(between)]
        chosen = [chosen_options([f"{name}={value}"], defaults)[name] for value in values]
        if any(value in chosen[:number] for number, value in enumerate(chosen)):
            raise UserFault(f"--by {word}: a value is given twice", "give each once")
        found[name] = chosen
    return list(found.items())


def grid_text(grid: Grid, title: str, batch: Batch, colour: bool = False) -> str:
    """A table with a column for each way to play."""
    paint = Paint(colour)
    games, players = counted(batch.games, "game"), counted(batch.players, "player")
    lines = [paint("bold", f"{title}: {players}, {games} of each with the same seeds from {batch.seed}"), ""]
    heads = _heads(grid.names)
    rows = [*heads]
    rows += [(row.name, *(_cell(cell, row.percent) for cell in row.cells)) for row in grid.rows]
    if any(side.unfinished for side in grid.sides):
        rows.append(("given up", *(f"{side.unfinished:,}  " for side in grid.sides)))
    shown = aligned(rows, right=set(range(1, len(rows[0]))))
    lines += [*(paint("bold", head) for head in shown[: len(heads)]), *shown[len(heads) :], ""]
    for name, side in zip(grid.names, grid.sides, strict=True):
        if side.fault is not None:
            lines.append(f"{name}: {side.fault}")
    if grid.note:
        lines.append(grid.note)
    return "\n".join(lines) + "\n"


def _heads(names: Sequence[str]) -> list[tuple[str, ...]]:
    """The names of columns, each of their parts on a line of its own."""
    parts = [name.split(", ") for name in names]
    lines = max(map(len, parts))
    padded = [[*part, *[""] * (lines - len(part))] for part in parts]
    return [("", *(f"{part[line]}  " for part in padded)) for line in range(lines)]


def _cell(cell: Cell | None, percent: bool) -> str:
    """Room is left for a mark, so that figures stand below each other."""
    if cell is None:
        return "–  "
    return cell.told(percent) + ("" if cell.direction else "  ")


def grid_json(grid: Grid, ruleset: str, hash: str, batch: Batch) -> str:
    """The grid for programs."""
    return json.dumps(
        {
            "ruleset": ruleset,
            "hash": hash,
            "players": batch.players,
            "games": batch.games,
            "seed": batch.seed,
            "bots": list(batch.bots),
            "tests": grid.tests,
            "ways": [
                {
                    "name": name,
                    "ruleset": side.batch.ruleset,
                    "options": dict(side.batch.options),
                    "unfinished": side.unfinished,
                    "fault": side.fault,
                    "figures": [
                        {"name": row.name, **_figure(cell)}
                        for row in grid.rows
                        if (cell := row.cells[number]) is not None
                    ],
                }
                for number, (name, side) in enumerate(zip(grid.names, grid.sides, strict=True))
            ],
        },
        ensure_ascii=False,
    )


def _figure(cell: Cell) -> dict[str, float | bool | None]:
    difference = cell.difference
    return {
        "mean": cell.mean,
        "margin": cell.margin,
        "difference": None if difference is None else difference.value,
        "difference_margin": None if difference is None else difference.margin,
        "chance": None if difference is None else cell.chance,
        "clear": cell.direction != 0,
    }


def run_side_by_side(game: Game, batch: Batch, arguments: argparse.Namespace) -> int:
    """Plays a ruleset and variants with all values of options, and prints them side by side."""
    for name in ("trace", "out", "until_sure", "cluster"):
        if getattr(arguments, name, None) is not None:
            option = name.replace("_", "-")
            raise UserFault(f"--{option} goes with one way to play", "leave --by and --variant out")
    need("`hoyle run --by`", "scipy", extra="analysis")

    from hoyle.analysis.grid import compare_ways, ways
    from hoyle.cli.progress import Progress

    rulesets = [(game.id, batch.ruleset), *chosen_variants(arguments.variant, batch.players)]
    named = ways(batch, rulesets, several_values(arguments.by, game.options))
    if len(named) > MOST_WAYS:
        raise UserFault(f"{len(named):,} ways to play are too many", f"at most {MOST_WAYS} fit side by side")
    with workers_told(), Progress(len(named), noun="ways") as progress:
        grid = compare_ways(named, workers=chosen_workers(arguments), on_progress=progress.show)
    if grid.sides[0].fault is not None:
        raise UserFault(f"{grid.names[0]}: {grid.sides[0].fault}", None, FINDINGS)
    if arguments.json:
        print(grid_json(grid, game.id, game.hash, batch))
    else:
        print(grid_text(grid, game.title, batch, coloured(sys.stdout)), end="")
    return OK
