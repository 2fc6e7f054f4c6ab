"""Small games looked at as a whole."""

from __future__ import annotations

from collections import deque
from functools import reduce
from operator import xor

import pytest

import hoyle
from tests.perft.counting import after, histories, positions, value


def test_tic_tac_toe_has_5478_positions() -> None:
    found = positions(hoyle.load("tic-tac-toe").start())
    assert len(found) == 5478
    ends = [state.result.scores[0] for state in found if state.over]
    assert (ends.count(1), ends.count(-1), ends.count(0)) == (626, 316, 16)


def test_tic_tac_toe_is_a_draw() -> None:
    assert value(hoyle.load("tic-tac-toe").start(), {}) == 0


@pytest.mark.slow
def test_tic_tac_toe_has_255168_games() -> None:
    found = histories(hoyle.load("tic-tac-toe").start())
    assert (found["end"], found.total()) == (255168, 549946)


# https://oeis.org/A212693: legal positions after so many plies
CONNECT_FOUR = (1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275)


@pytest.mark.parametrize("plies", [5, pytest.param(7, marks=pytest.mark.slow)])
def test_connect_four_has_so_many_positions(plies: int) -> None:
    found = {hoyle.load("connect-four").start()}
    counts = [1]
    for _ in range(plies):
        found = {below for state in found if not state.over for below in after(state)}
        counts.append(len(found))
    assert tuple(counts) == CONNECT_FOUR[: plies + 1]


def test_kuhn_poker_has_30_ends_in_58_histories() -> None:
    found = histories(hoyle.load("kuhn-poker").start(chance="stepped"))
    assert (found["end"], found["choice"], found["chance"]) == (30, 24, 4)


def test_kuhn_poker_has_12_information_sets() -> None:
    seen = set()
    for state in positions(hoyle.load("kuhn-poker").start(chance="stepped")):
        if not state.over and state.decision.seat >= 0:
            seat = state.decision.seat
            seen.add((seat, str(state.view(seat))))
    assert len(seen) == 12


def test_leduc_poker_has_5520_ends_in_9457_histories() -> None:
    found = histories(hoyle.load("leduc-poker").start(chance="stepped"))
    assert (found["end"], found["choice"], found["chance"]) == (5520, 3780, 157)


@pytest.mark.parametrize(
    ("players", "options", "ends", "information_sets"),
    [
        (2, {"cards": 3, "hidden_bids": True}, 216, 45),
        (2, {"cards": 3}, 216, 57),
        (2, {"cards": 4, "order": "downward", "hidden_bids": True}, 576, 81),
        (3, {"cards": 3, "order": "downward", "hidden_bids": True}, 216, 10),
    ],
)
def test_goofspiel_has_so_many_ends_and_information_sets(
    players: int, options: dict[str, object], ends: int, information_sets: int
) -> None:
    """A last card is no choice in OpenSpiel, so sets with one choice do not count."""
    waiting = [hoyle.load("goofspiel").start(players, options=options, chance="stepped")]
    found, seen = 0, set()
    while waiting:
        state = waiting.pop()
        if state.over:
            found += 1
            continue
        if state.decision.seat == 0 and len(state.decision) > 1:
            seen.add(str(state.events_for(0)))
        waiting.extend(after(state))
    assert (found, len(seen)) == (ends, information_sets)


def test_a_small_hanabi_has_60224_ends() -> None:
    options = {"colours": 2, "numbers": 2, "hand_size": 4, "hint_tokens": 1, "fuses": 1}
    found = histories(hoyle.load("hanabi").start(2, options=options, chance="stepped"))
    assert (found["end"], found["choice"]) == (60224, 8688)


def test_rock_paper_scissors_has_9_ends() -> None:
    assert histories(hoyle.load("rock-paper-scissors").start())["end"] == 9


@pytest.mark.slow
def test_liars_dice_with_a_die_each_has_147420_ends() -> None:
    options = {"one_round": True, "dice_each": 1, "wild": 6}
    found = histories(hoyle.load("liars-dice").start(options=options, chance="stepped"))
    assert (found["end"], found.total()) == (147420, 294883)


def bouton(piles: list[int], last_loses: bool) -> bool:
    """Whether who is to move wins at nim (Bouton 1901)."""
    if last_loses and all(pile <= 1 for pile in piles):
        return piles.count(1) % 2 == 0
    return reduce(xor, piles, 0) != 0


@pytest.mark.parametrize("last_loses", [True, False])
def test_nim_is_won_as_bouton_says(last_loses: bool) -> None:
    game = hoyle.load("nim")
    known: dict[hoyle.State, int] = {}
    value(game.start(options={"last_loses": last_loses}), known)
    found = set()
    for state, worth in known.items():
        piles = [state.get("objects", pile) for pile in range(1, 5)]
        found.add(tuple(piles))
        wins = worth == (1 if state.decision.seat == 0 else -1)
        assert wins == bouton(piles, last_loses), piles
    assert len(found) == 2 * 4 * 6 * 8 - 1  # every smaller set of piles comes up


# As OpenSpiel 2.0.2 plays it, searched in the same way.
@pytest.mark.parametrize(
    ("columns", "rows", "lead", "decisions"), [(1, 1, -1, 15), (2, 1, 0, 139), (2, 2, 2, 5531)]
)
def test_dots_and_boxes_with_best_play(columns: int, rows: int, lead: int, decisions: int) -> None:
    known: dict[hoyle.State, int] = {}
    options = {"columns": columns, "rows": rows, "by_margin": True}
    assert value(hoyle.load("dots-and-boxes").start(options=options), known) == lead
    assert len(known) == decisions


@pytest.mark.parametrize("size", [2, 3])
@pytest.mark.parametrize("swap", [False, True])
def test_hex_is_won_by_the_first_and_with_the_swap_by_the_second(size: int, swap: bool) -> None:
    """Nash 1949: an extra stone never harms, so the second cannot win; a good first stone is taken over."""
    state = hoyle.load("hex").start(options={"size": size, "swap": swap})
    assert value(state, {}) == (-1 if swap else 1)


# J. Tromp and G. Farnebäck, Combinatorics of Go (2007): legal positions; https://oeis.org/A094777
@pytest.mark.parametrize(("size", "count"), [(2, 57), pytest.param(3, 12675, marks=pytest.mark.slow)])
def test_go_has_so_many_positions(size: int, count: int) -> None:
    """Stones laid in any order, with passes in between, make each of them on the shortest way."""
    options = {"size": size, "moves_a_point": 10}
    waiting = deque([hoyle.load("go").start(options=options)])
    boards, seen = set(), set()
    while waiting:
        for state in after(waiting.popleft()):
            if state.over:
                continue
            board = tuple(state.get("stone", point) for point in range(size * size))
            moment = (board, state.decision.seat, state.get("passed"))
            if moment not in seen:
                seen.add(moment)
                boards.add(board)
                waiting.append(state)
    assert len(boards) == count
