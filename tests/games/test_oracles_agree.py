"""The four games against a second implementation that was written from the rulings alone.

A trace is replayed by the oracle of its game, which compares every shuffle, every list of choices, all zones
at each decision and the end.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import hoyle
from hoyle.random import Stream
from tests.oracles.trace import Mismatch, check_game, oracle_for
from tests.play.playing import loaded

FEW: list[tuple[str, int, dict[str, Any], int]] = [
    ("stop", 2, {"target": 150}, 3),
    ("stop", 3, {"target": 150, "forgot_penalty": 0}, 3),
    ("stop", 4, {}, 3),
    ("stop", 5, {"target": 100, "jump_in": False}, 3),
    ("stop", 6, {"target": 60, "hand_size": 1}, 4),
    ("stop", 7, {"target": 60, "forgot_penalty": 20, "hand_size": 2}, 3),
    ("stop", 10, {"target": 200, "hand_size": 10}, 2),  # the piles are short
    ("mister-zero", 2, {}, 25),
    ("mister-zero", 4, {}, 25),
    ("mister-zero", 2, {"games": 3}, 6),
    ("mister-zero", 4, {"games": 5}, 4),
    *(("one-more", players, {}, 12) for players in range(3, 10)),
    ("one-more", 4, {"exchange_pick": "random", "losses_to_win": 3}, 10),
    ("one-more", 9, {"reshuffle": True, "losses_to_win": 5}, 8),
    ("one-more", 5, {"reset_direction": True, "losses_to_win": 4}, 8),
    ("if-zero-stop", 2, {}, 2),
    ("if-zero-stop", 10, {"rounds": 2}, 3),
    ("if-zero-stop", 3, {"rounds": 5, "first_player": "rotate"}, 3),
    ("if-zero-stop", 4, {"rounds": 7, "match_winner": "rounds_won"}, 3),
]

MANY: list[tuple[str, int, dict[str, Any], int]] = [
    *(("stop", players, {}, 30) for players in range(2, 11)),
    *(("stop", players, {"jump_in": False, "target": 200}, 20) for players in (2, 4, 9)),
    *(("stop", 4, {"forgot_penalty": penalty, "target": 200}, 20) for penalty in (0, 1, 5, 20)),
    *(("stop", 3, {"hand_size": size, "target": 200}, 20) for size in (1, 2, 3, 15, 34)),
    *(("stop", 10, {"hand_size": size, "target": 300}, 10) for size in (1, 10)),
    ("stop", 2, {"hand_size": 51, "target": 900}, 20),
    *(
        ("stop", players, {"hand_size": 10, "forgot_penalty": 20, "target": 300}, 60)
        for players in (6, 8, 10)
    ),
    *(("mister-zero", players, {"games": games}, 200) for players in (2, 4) for games in (1, 2, 5)),
    *(("one-more", players, {}, 200) for players in range(3, 10)),
    *(("one-more", players, {"reshuffle": True, "losses_to_win": 4}, 60) for players in (3, 6, 9)),
    *(("one-more", players, {"exchange_pick": "random"}, 60) for players in (3, 6, 9)),
    *(("one-more", players, {"reset_direction": True, "losses_to_win": 3}, 60) for players in (3, 6, 9)),
    *(
        ("if-zero-stop", players, {"first_player": first, "match_winner": winner}, 5)
        for players in range(2, 11)
        for first in ("random", "rotate")
        for winner in ("points", "rounds_won")
    ),
]


Liking = Callable[[hoyle.State, int], int]
"""How much the seat on turn likes a choice."""


def nothing_in_particular(state: hoyle.State, index: int) -> int:
    return 0


def leaving_the_centre_free(state: hoyle.State, index: int) -> int:
    """So that the last tokens have nowhere else to go (MZ-7)."""
    return 0 if " on c-" in state.decision[index].label else 1


def keeping_the_round_going(state: hoyle.State, index: int, ahead: int = 3) -> int:
    """So that hands run out: all work together and look a few decisions ahead (OM-12)."""
    following = state.copy()
    following.apply(index)
    if following.over or following.rounds > state.rounds:
        return -100
    cards = -sum(len(following.get("hand", seat)) for seat in range(following.plan.layout.players))
    if ahead == 0:
        return cards
    return max(
        keeping_the_round_going(following, i, ahead - 1) for i in range(min(3, len(following.decision)))
    )


def played(name: str, players: int, seed: int, options: dict[str, Any], liking: Liking) -> hoyle.State:
    """A random game, in which players choose among what they like best."""
    state, stream = loaded(name).start(players, seed, options), Stream(seed)
    while not state.over:
        if liking is nothing_in_particular:
            state.apply(stream.below(len(state.decision)))
            continue
        liked = [liking(state, index) for index in range(len(state.decision))]
        best = [index for index, value in enumerate(liked) if value == max(liked)]
        state.apply(best[stream.below(len(best))])
    return state


def checked(
    name: str,
    players: int,
    options: dict[str, Any],
    games: int,
    liking: Liking = nothing_in_particular,
) -> Counter[str]:
    """Plays so many games and lets the oracle replay them; returns how often each rule was at work."""
    oracle = oracle_for(name)
    notes: Counter[str] = Counter()
    mismatches: list[Mismatch] = []
    for seed in range(games):
        state = played(name, players, seed, options, liking)
        events = json.loads(json.dumps(state.events))  # as from a file
        try:
            table = check_game(oracle, events, seed)
        except Mismatch as mismatch:
            mismatches.append(mismatch)
            continue
        assert table.decisions == state.decisions
        assert table.zone_checks > 0
        notes += table.notes
    assert mismatches == []
    return notes


@pytest.mark.parametrize(("name", "players", "options", "games"), FEW)
def test_the_oracle_finds_no_difference(name: str, players: int, options: dict[str, Any], games: int) -> None:
    checked(name, players, options, games)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "options", "games"), MANY)
def test_the_oracle_finds_no_difference_in_many_games(
    name: str, players: int, options: dict[str, Any], games: int
) -> None:
    checked(name, players, options, games)


def test_the_oracle_knows_the_same_options_and_players() -> None:
    for name in ("stop", "mister-zero", "one-more", "if-zero-stop"):
        oracle, game = oracle_for(name), loaded(name)
        assert game.options == oracle.OPTIONS
        assert game.player_counts == tuple(oracle.PLAYERS)


# ---------------------------------------------------------------- the rules at work


@cache
def stop_at_work() -> Counter[str]:
    return checked("stop", 4, {}, 15)


STOP = (
    "ST-8: a jump-in",
    "ST-8: the opening card is jumped in",
    "2+ answered with 2+",  # a chain of 2+
    "skip answered with skip",  # more than one is skipped
    "swap answered with 0",
    "ST-15: an x+ travels",
    "ST-5: a forgotten declaration",
    "ST-4: a new draw pile",
    "ST-6: a round ended with 2+",
    "ST-6: a round ended with skip",
    "ST-6: a round ended with swap",
    "ST-6: a round ended with x+",
)


@pytest.mark.parametrize("rule", STOP)
def test_stop_s_rules_are_at_work(rule: str) -> None:
    assert stop_at_work()[rule] > 0


@pytest.mark.slow
def test_stop_s_rules_are_at_work_in_a_thousand_games() -> None:
    notes = checked("stop", 4, {}, 1_000)
    assert all(notes[rule] > 30 for rule in STOP), notes


def test_mister_zero_s_rules_are_at_work() -> None:
    notes: Counter[str] = Counter()
    for players in (2, 4):
        notes += checked("mister-zero", players, {}, 20, leaving_the_centre_free)
        notes += checked("mister-zero", players, {}, 40)
    assert notes["MZ-6: the second zero is placed face down"] > 0
    assert notes["MZ-7: a last token is placed face down"] > 0
    assert notes["MZ-7: a face-down token is turned up again"] > 0


@pytest.mark.parametrize(("players", "options"), [(3, {}), (9, {}), (9, {"reshuffle": True})])
def test_long_rounds_of_one_more(players: int, options: dict[str, Any]) -> None:
    """With players who work together hands get small, decks run out, and the oracle still agrees."""
    notes = checked("one-more", players, options, 3, keeping_the_round_going)
    assert notes["OM-5: lost without a playable card"] > 0
