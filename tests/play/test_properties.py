"""What holds at every decision of any game of any ruleset."""

from __future__ import annotations

import json
from collections import Counter

import pytest

import hoyle
from hoyle.bundled import bundled
from hoyle.random import Stream
from tests.play.playing import NAMES, labels, loaded, play_on, waiting
from tests.play.settings import Setting, settings

STOPS = [name for name in bundled() if name.split("-")[0] == "stop"]
ZEROS = [name for name in bundled() if name.startswith("mister-zero")]


def check_pieces(state: hoyle.State) -> None:
    """Every piece is in exactly one zone, the one it says it is in, of its own component."""
    layout = state.plan.layout
    assert sorted(piece for zone in state.z for piece in zone) == list(range(layout.pieces))
    kinds = {
        piece: component.name
        for component in state.plan.program.components
        for piece in range(component.first, component.first + len(component.labels))
    }
    for handle, zone in enumerate(state.z):
        where, _ = layout.handles[handle]
        assert not where.room or len(zone) <= where.room
        for piece in zone:
            assert state.v[layout.location + piece] == handle
            assert kinds[piece] == where.component


def check_choices(state: hoyle.State) -> None:
    found = labels(state)
    assert found
    assert len(set(found)) == len(found), f"choices that read the same: {Counter(found).most_common(3)}"
    assert 0 <= state.decision.seat < state.plan.layout.players
    for label in found:
        assert label == " ".join(label.split())


def check_json(state: hoyle.State) -> None:
    back = state.game.resume(json.loads(json.dumps(state.to_json())))
    assert back == state
    assert hash(back) == hash(state)
    assert labels(back) == labels(state)
    assert back.decision.seat == state.decision.seat


def check_views(state: hoyle.State, seed: int) -> None:
    """What a seat sees stays the same when all it cannot know is dealt anew."""
    players = state.plan.layout.players
    # Worlds are looked for by playing the round again, so one seat a time has to do.
    for seat in ((None, state.decision.seat, seed % players)[seed % 3],):
        seen = state.view(seat)
        other = state.determinise(seat, seed)
        check_pieces(other)
        assert other.view(seat) == seen
        if seat == state.decision.seat:
            assert labels(other) == labels(state)


def check_game(setting: Setting, seed: int, most: int, often: int) -> None:
    """Plays a game; all is looked at at each of its first decisions, later at one in so many."""
    state = setting.start(seed)
    stream = Stream(seed)
    check_pieces(state)
    while not state.over and state.decisions < most:
        if state.decisions < 25 or state.decisions % often == 0:
            check_pieces(state)
            check_choices(state)
            check_json(state)
            if state.decisions in (3, 24):
                check_views(state, seed + state.decisions)
        index = stream.below(len(state.decision))
        copy, label = state.copy(), state.decision[index].label
        state.apply(index)
        copy.apply(label)  # by its label: the same choice
        assert copy == state
    check_pieces(state)


@pytest.mark.parametrize("name", NAMES)
def test_at_every_decision(name: str) -> None:
    for number, setting in enumerate(settings(name)):
        check_game(setting, seed=100 + number, most=60, often=20)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_at_every_decision_of_whole_games_with_all_options(name: str) -> None:
    for number, setting in enumerate(settings(name, every=True)):
        check_game(setting, seed=1_000 + number, most=400, often=10)


@pytest.mark.parametrize("name", NAMES)
def test_every_game_ends(name: str) -> None:
    for number, setting in enumerate(settings(name)):
        state = play_on(setting.start(number), number, most=20_000)
        assert state.over, str(setting)
        assert len(state.result.scores) == setting.players
        assert state.rounds >= 1
        # Where a condition says who has won it may be nobody.
        assert state.result.winners or state.plan.program.won is not None


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_game_ends_with_all_options(name: str) -> None:
    for number, setting in enumerate(settings(name, every=True)):
        for seed in range(2):
            assert play_on(setting.start(10 * number + seed), seed, most=100_000).over, str(setting)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_redealt_state_tells_a_seat_from_here_on_is_possible(name: str) -> None:
    """A redealt state is a position of the game: it can be played to its end."""
    game = loaded(name)
    state = play_on(game.start(max(game.player_counts), 17), 17, most=11)
    if state.over:
        return
    for seat in {0, state.decision.seat}:
        other = state.determinise(seat, seat)
        if not labels(other):
            assert seat != state.decision.seat
            continue
        play_on(other, 5, most=300)
        check_pieces(other)


# ---------------------------------------------------------------- Stop


@pytest.mark.parametrize("name", STOPS)
def test_the_top_of_the_discards_is_always_coloured(name: str) -> None:
    for number, setting in enumerate(settings(name)):
        for state in waiting(setting.start(number), number, most=400):
            assert state.get("discard")[-1] != "jolly"


@pytest.mark.parametrize("name", STOPS)
def test_a_round_ends_with_somebody_out_or_given_cards_again(name: str) -> None:
    """ST-6: scores only ever grow, by what is left in the hands."""
    state = loaded(name).start(players=4, seed=5)
    before = state.result.scores
    for waits in waiting(state, 5):
        now = waits.result.scores
        assert all(new >= old for new, old in zip(now, before, strict=True))
        before = now


# ---------------------------------------------------------------- Mister Zero


@pytest.mark.parametrize("name", ZEROS)
def test_there_is_exactly_one_walk_in_every_game(name: str) -> None:
    """A trail from the centre over bridges that meet, each crossed once, until none is left at his feet."""
    for number, setting in enumerate(settings(name)):
        state = play_on(setting.start(number), number)
        board = state.plan.program.boards[0]
        ends = dict(zip(board.edges, board.ends, strict=True))
        walks: list[list[str]] = []
        for event in state.events:
            if event["event"] == "round":
                walks.append([])
            elif event["event"] == "decide":
                assert not walks[-1], "a decision after the walk has begun"
            elif event["event"] == "set" and event["name"] == "crossed" and event.get("index") is not None:
                assert event["value"] is True
                walks[-1].append(event["index"])
        assert len(walks) == state.rounds
        for walk in walks:
            assert walk
            assert len(set(walk)) == len(walk)
            here = board.nodes.index("c")
            for bridge in walk:
                assert here in ends[bridge]
                here = ends[bridge][1] if ends[bridge][0] == here else ends[bridge][0]
            assert all(here not in ends[bridge] for bridge in set(board.edges) - set(walk))
