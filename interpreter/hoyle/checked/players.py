"""Reads how many players there are, and their teams."""

from __future__ import annotations

from typing import TypeAlias, cast

from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings
from hoyle.syntax import ruleset as s
from hoyle.syntax.written import Several, Written, bounds_of, number_of, numbers_of

MAX_PLAYERS = 32

Teams: TypeAlias = dict[int, tuple[tuple[int, ...], ...]]


def read_players(players: s.Players, findings: Findings) -> tuple[tuple[int, ...], Teams]:
    """The allowed numbers of players, and for each that plays in teams the seats of each team."""
    counts = _counts(players.count, findings)
    teams: Teams = {}
    for declared in players.teams:
        size = number_of(declared.key)
        seats = [seat for team in declared.seats for seat in team]
        if size is None or size not in counts:
            findings.report(
                codes.BAD_TEAMS,
                declared.key.place,
                f"teams for {declared.key.text} players, but that number does not play",
                help=f"the game is for {', '.join(map(str, counts))} players",
            )
        elif wrong := _misplaced(seats, size):
            findings.report(
                codes.BAD_TEAMS,
                declared.place,
                f"the teams of {size} players do not hold each seat from 0 to {size - 1} once",
                help=wrong,
            )
        else:
            teams[size] = cast(tuple[tuple[int, ...], ...], declared.seats)
    return counts, teams


def _counts(node: Written | None, findings: Findings) -> tuple[int, ...]:
    found: tuple[int, ...] = ()
    bounds = bounds_of(node)
    if bounds is not None:
        found = tuple(range(bounds[0], min(bounds[1], MAX_PLAYERS + 1) + 1))
    elif isinstance(node, Several):
        found = tuple(sorted({number for number in numbers_of(node) if number is not None}))
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
