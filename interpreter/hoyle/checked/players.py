"""Reads how many players there are, and their teams."""

from __future__ import annotations

from typing import TypeAlias, cast

from hoyle.checked.reading import as_int, as_items, as_map, as_range
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings
from hoyle.document.nodes import Map, Node, Seq

MAX_PLAYERS = 32


Teams: TypeAlias = dict[int, tuple[tuple[int, ...], ...]]


def read_players(root: Map, findings: Findings) -> tuple[tuple[int, ...], Teams]:
    """The allowed numbers of players, and for each that plays in teams the seats of each team."""
    node = root.get("players")
    declared = as_map(node) if isinstance(node, Map) else None
    count = declared.get("count") if declared is not None else node
    counts = _counts(count, findings)
    teams: Teams = {}
    for entry in as_map(declared.get("teams") if declared is not None else None):
        size = as_int(entry.key)
        lists = [[as_int(seat) for seat in as_items(team)] for team in as_items(entry.value)]
        seats = [seat for team in lists for seat in team]
        if size is None or size not in counts:
            findings.report(
                codes.BAD_TEAMS,
                entry.key.place,
                f"teams for {entry.key.text} players, but that number does not play",
                help=f"the game is for {', '.join(map(str, counts))} players",
            )
        elif wrong := _misplaced(seats, size):
            findings.report(
                codes.BAD_TEAMS,
                entry.value.place,
                f"the teams of {size} players do not hold each seat from 0 to {size - 1} once",
                help=wrong,
            )
        else:
            teams[size] = tuple(tuple(cast(list[int], team)) for team in lists)
    return counts, teams


def _counts(node: Node | None, findings: Findings) -> tuple[int, ...]:
    found: tuple[int, ...] = ()
    bounds = as_range(node)
    if bounds is not None:
        found = tuple(range(bounds[0], min(bounds[1], MAX_PLAYERS + 1) + 1))
    elif isinstance(node, Seq):
        numbers = [as_int(item) for item in node.items]
        found = tuple(sorted({number for number in numbers if number is not None}))
    if not found or found[0] < 1 or found[-1] > MAX_PLAYERS:
        if node is not None:
            findings.report(
                codes.BAD_VALUE,
                node.place,
                "the number of players is not understood",
                help="write `2`, `2..4` or `[2, 4]`, up to 32",
            )
        return found if found and found[0] >= 1 and found[-1] <= MAX_PLAYERS else (2,)
    return found


def _misplaced(seats: list[int | None], size: int) -> str | None:
    """What is wrong with the seats of some teams, if anything is."""
    numbers = [seat for seat in seats if seat is not None]
    faults = [f"there is no seat {seat}" for seat in sorted({*numbers} - {*range(size)})]
    faults += [f"seat {seat} has no team" for seat in range(size) if seat not in numbers]
    faults += [
        f"seat {seat} is there {numbers.count(seat)} times" for seat in range(size) if numbers.count(seat) > 1
    ]
    return "; ".join(faults[:3]) or None
