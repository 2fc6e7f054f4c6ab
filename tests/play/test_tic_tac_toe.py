"""All of tic-tac-toe through the play contract: the counts are known."""

from __future__ import annotations

import hoyle
from tests.play.playing import loaded

# Won by the first player, won by the second, drawn; together 255,168.
GAMES = (131_184, 77_904, 46_080)
POSITIONS = 5_478

Counts = tuple[int, int, int]


def outcome(state: hoyle.State) -> Counts:
    first, second = state.result.scores
    assert (first, second) in ((1, -1), (-1, 1), (0, 0))
    return int(first == 1), int(second == 1), int(first == 0)


def test_every_game_by_copying_and_applying() -> None:
    counted = [0, 0, 0]
    stack = [loaded("tic-tac-toe").start()]
    while stack:
        state = stack.pop()
        if state.over:
            counted[outcome(state).index(1)] += 1
            continue
        for index in range(len(state.decision)):
            following = state.copy()
            following.apply(index)
            stack.append(following)
    assert tuple(counted) == GAMES
    assert sum(counted) == 255_168


def test_equal_states_count_once() -> None:
    """The same numbers by way of equality and hashing: each different position is walked from once."""
    found: dict[hoyle.State, Counts] = {}

    def games_from(state: hoyle.State) -> Counts:
        if state not in found:
            total = outcome(state) if state.over else (0, 0, 0)
            for choice in () if state.over else state.decision.choices:
                following = state.copy()
                following.apply(choice)
                more = games_from(following)
                total = (total[0] + more[0], total[1] + more[1], total[2] + more[2])
            found[state] = total
        return found[state]

    assert games_from(loaded("tic-tac-toe").start()) == GAMES
    assert len(found) == POSITIONS


def test_every_position_survives_json() -> None:
    game = loaded("tic-tac-toe")
    seen = {game.start()}
    layer = list(seen)
    while layer:
        following = []
        for state in layer:
            back = game.resume(state.to_json())
            assert back == state
            for index in range(0 if state.over else len(state.decision)):
                back_on = back.copy()
                back_on.apply(index)
                if back_on not in seen:
                    seen.add(back_on)
                    following.append(back_on)
        layer = following
    assert len(seen) == POSITIONS
