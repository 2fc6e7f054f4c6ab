"""Laws of knowledge, at positions of every bundled ruleset.

Truths that a seat cannot tell apart are made in two ways: worlds that were found by looking for them, and
games with other seeds in which the seat happens to have been shown the same.
"""

from __future__ import annotations

import gc
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import pytest

import hoyle
from hoyle.play.decision import CHANCE
from hoyle.play.events import recorded_state
from hoyle.play.knowledge.mind import mind_of
from hoyle.play.knowledge.worlds import record_of
from hoyle.random import Stream
from tests.knowledge.trees import stories
from tests.play.playing import NAMES, loaded

TRIES = 40


def positions(name: str, players: int, seed: int, step: int, most: int) -> list[hoyle.State]:
    state, stream = loaded(name).start(players, seed), Stream(seed)
    found: list[hoyle.State] = []
    while not state.over and len(found) < most:
        if state.decisions % step == step - 1:
            found.append(state.copy())
        state.apply(stream.below(len(state.decision)))
    return found


def since_the_deal(state: hoyle.State, seat: int | None) -> Any:
    """What a seat was shown since the last moment at which nothing was hidden from it, and what is due."""
    recorded = recorded_state(state)
    mind = mind_of(recorded, record_of(recorded), recorded.game.eyes(recorded.build, seat))
    # Where pieces come from at the beginning is a matter of the round before.
    return [entry[2:] if entry[0] == "gather" else entry for entry in mind.story], mind.due


def labels(state: hoyle.State) -> list[str]:
    return [choice.label for choice in state.decision]


def check_world(state: hoyle.State, seat: int | None, seed: int) -> bool:
    """The laws between a state and a world of a seat; whether the world was found to fit."""
    world = state.determinise(seat, seed, TRIES)
    assert world.view(seat) == state.view(seat)
    if state.seat == seat:
        assert labels(world) == labels(state)
    if not world.exact:
        return False
    if state.game.eyes(state.build, seat).hides:
        assert since_the_deal(world, seat) == since_the_deal(state, seat)
    # A world is a truth that the seat cannot tell from the other one: so it thinks of the same worlds.
    assert world.determinise(seat, seed + 1, TRIES) == state.determinise(seat, seed + 1, TRIES)
    return True


def check_after(state: hoyle.State, seat: int | None, seed: int) -> None:
    """Where nothing is hidden but luck, equal choices tell equal stories."""
    world = state.determinise(seat, seed, TRIES)
    if world.exact and state.seat == seat:
        for index in range(min(3, len(state.decision))):
            one, other = state.copy(), world.copy()
            one.apply(index)
            other.apply(index)
            chosen = [event for event in one.events_for(seat) if event["event"] == "decide"][-1]
            assert chosen == [event for event in other.events_for(seat) if event["event"] == "decide"][-1]


@pytest.mark.parametrize("name", NAMES)
def test_a_world_is_what_the_seat_cannot_tell_from_the_truth(name: str) -> None:
    game = loaded(name)
    players = game.player_counts[len(game.player_counts) // 2]
    for number, state in enumerate(positions(name, players, 5, 7, 2)):
        check_world(state, state.seat, number)
        check_world(state, (state.seat + 1) % players if number else None, number)
        check_after(state, state.seat, number)


@pytest.mark.parametrize("name", NAMES)
def test_worlds_that_need_not_fit_look_the_same_to_the_seat(name: str) -> None:
    game = loaded(name)
    players = game.player_counts[-1]
    for number, state in enumerate(positions(name, players, 7, 5, 4)):
        for seat in (state.seat, (state.seat + 1) % players, None):
            world = state.determinise(seat, number, 0)
            assert world.view(seat) == state.view(seat)
            assert world.over or len(world.decision)
            if state.seat == seat:
                assert labels(world) == labels(state)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_world_is_what_the_seat_cannot_tell_from_the_truth_at_every_table(name: str) -> None:
    found = looked = 0
    for players in loaded(name).player_counts:
        for state in positions(name, players, 6, 9, 5):
            for seat in (*range(players), None):
                found += check_world(state, seat, state.decisions)
                looked += 1
            check_after(state, state.seat, state.decisions)
    print(f"{name}: {looked} worlds, {found} of them fit all that was shown")


# ------------------------------------------------------------------ truths that were not found by looking
@pytest.mark.parametrize(
    ("name", "players", "decisions", "seat"),
    [
        ("stop", 2, 0, None),
        ("one-more", 3, 0, None),
        ("hearts", 4, 3, None),
        ("go-fish", 3, 1, None),
        ("crazy-eights", 2, 0, None),
        ("crazy-eights", 2, 1, None),
        ("kuhn-poker", 2, 1, 0),
        ("leduc-poker", 2, 2, 1),
        ("rock-paper-scissors", 2, 1, 1),
        ("liars-dice", 2, 2, None),
        ("gin-rummy", 2, 0, None),
        ("spades", 4, 2, None),
        ("briscola", 4, 0, None),
    ],
)
def test_equal_stories_of_different_games(name: str, players: int, decisions: int, seat: int | None) -> None:
    """Games with other seeds: what the seat is shown decides about all that it is given."""
    told: dict[Any, list[hoyle.State]] = {}
    for seed in range(160):
        state = loaded(name).start(players, seed)
        for number in range(decisions):
            if not state.over:
                state.apply((number + seed) % len(state.decision))
        if state.over:
            continue
        due = state.decision.seat, state.decision.name
        told.setdefault((stories(recorded_state(state), seat), due), []).append(state)
    alike = [states for states in told.values() if len(states) > 1]
    assert alike, "nothing to compare"
    truths = 0
    for states in alike[:6]:
        first = states[0]
        for state in states[1:3]:
            truths += (state.z, state.v, state.k) != (first.z, first.v, first.k)
            assert state.view(seat) == first.view(seat)
            assert state.events_for(seat) == first.events_for(seat)
            for seed in range(2):
                assert state.determinise(seat, seed, TRIES) == first.determinise(seat, seed, TRIES)
                assert state.determinise(seat, seed, 0) == first.determinise(seat, seed, 0)
            if state.seat == seat:
                assert labels(state) == labels(first)
                world, other = state.perspective().world(3), first.perspective().world(3)
                assert world == other
    assert truths, "all of them were the same game"


SECRETIVE = frozenset({"briscola", "crazy-eights", "euchre", "gin-rummy", "hearts", "spades", "stop"})
"""Games whose chance often brings what a seat does not see."""


@pytest.mark.parametrize("name", NAMES)
def test_chance_that_a_seat_cannot_tell_apart_tells_the_same(name: str) -> None:
    game, stream, compared = loaded(name), Stream(5), 0
    players = game.player_counts[0]
    state = recorded_state(game.start(players, 0, chance="stepped"))
    for _ in range(150):
        if state.over:
            break
        if state.seat == CHANCE and len(state.c) > 1 and not stream.below(6):
            first = stream.below(len(state.c))
            second = (first + 1 + stream.below(len(state.c) - 1)) % len(state.c)
            compared += twins(state, first, second, players)
        state.apply(state.chance_outcome(stream) if state.seat == CHANCE else stream.below(len(state.c)))
    assert compared or name not in SECRETIVE


def twins(state: hoyle.State, first: int, second: int, players: int) -> int:
    """Compares what the seats are told of two outcomes; how many of them cannot see which it was."""
    one, other = state.copy(), state.copy()
    one.apply(first)
    other.apply(second)
    alike = 0
    if one.over or other.over or one.seat != other.seat:
        return 0
    if {one.rounds, other.rounds} != {state.rounds}:  # what was seen has been gathered
        return 0
    for seat in (*range(players), None):
        if one.view(seat) == other.view(seat) and (one.seat != seat or labels(one) == labels(other)):
            alike += 1
            if stories(one, None) == stories(other, None):  # nothing was told to all that no view has
                assert one.events_for(seat) == other.events_for(seat)
                assert stories(one, seat) == stories(other, seat)
            else:
                assert one.events_for(None) != other.events_for(None)
    return alike


# ------------------------------------------------------------------ what a bot is handed
def reached_from(thing: Any) -> list[Any]:
    """Everything that can be reached from an object without going through code."""
    waiting, seen, found = [thing], {id(thing)}, []
    while waiting:
        one = waiting.pop()
        found.append(one)
        for other in gc.get_referents(one):
            if id(other) not in seen and not isinstance(
                other, ModuleType | FunctionType | BuiltinFunctionType | type
            ):
                seen.add(id(other))
                waiting.append(other)
    return found


@pytest.mark.parametrize("engine", ["python", "auto"])
@pytest.mark.parametrize(
    ("name", "decisions"),
    [
        ("stop", 9),
        ("hearts", 9),
        ("leduc-poker", 1),
        ("rock-paper-scissors", 1),
        ("pig", 5),
        ("liars-dice", 4),
    ],
)
def test_the_truth_cannot_be_reached_from_what_a_bot_gets(name: str, decisions: int, engine: Any) -> None:
    game = hoyle.load(name)
    state = game.start(max(game.player_counts), seed=8, engine=engine)
    stream = Stream(3)
    for _ in range(decisions):
        state.apply(stream.below(len(state.decision)))
    perspective = state.perspective()
    perspective.world(1)
    for thing in reached_from(perspective):
        assert thing is not state
        if isinstance(thing, hoyle.State) and thing.plan.layout is state.plan.layout:
            assert thing.rng != state.rng, "luck that is to come"
            assert thing.start.get("seed") is None or not thing.picks(), "how it began"
            if state.game.eyes(state.build, state.seat).hides and name != "pig":
                assert (thing.z, thing.v, thing.k) != (state.z, state.v, state.k), "the truth"
