"""States in machine code do all that states of Python do, and are the same game."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
import threading
from collections.abc import Callable

import pytest

import hoyle
from hoyle.backends.c.build import CBuild, make_c_build
from hoyle.backends.c.compiler import compilers
from hoyle.backends.c.toolchain import Unavailable
from hoyle.plan.model import Mode
from hoyle.play.native import NativeState, Starter, adopted
from hoyle.play.state import PythonState
from hoyle.random import Stream
from tests.play.playing import loaded

pytestmark = pytest.mark.skipif(next(compilers(), None) is None, reason="there is no C compiler")

Start = Callable[[int], NativeState]


def natively(name: str, players: int, more: tuple[str, ...] = ()) -> Start:
    """What starts matches of a bundled ruleset in machine code."""
    game = loaded(name)
    build = game.build(players, game.chosen_options({}, players), Mode())
    native = make_c_build(build.plan, level="-O0", more=more)
    assert not isinstance(native, Unavailable), native.reason
    starter = Starter(game, build, native)

    def start(seed: int) -> NativeState:
        state = starter.start(seed)
        assert isinstance(state, NativeState)
        return state

    return start


def in_python(name: str, players: int, seed: int) -> hoyle.State:
    return loaded(name).start(players, seed, engine="python")


@pytest.fixture(scope="module")
def stop() -> Start:
    return natively("stop", 3)


# ---------------------------------------------------------------------- the contract


def test_decisions_and_choices_are_those_of_python(stop: Start) -> None:
    one, other = stop(4), in_python("stop", 3, 4)
    stream = Stream(1)
    for _ in range(60):
        mine, theirs = one.decision, other.decision
        assert (mine.seat, mine.name, mine.question) == (theirs.seat, theirs.name, theirs.question)
        assert [c.label for c in mine.choices] == [c.label for c in theirs.choices]
        assert [(c.action, c.args, c.index, c.raw) for c in mine] == [
            (c.action, c.args, c.index, c.raw) for c in theirs
        ]
        assert [c.raw for c in mine[1:]] == [c.raw for c in theirs[1:]]
        assert mine[-1].raw == theirs[-1].raw
        assert repr(mine) == repr(theirs)
        index = stream.below(len(mine))
        one.apply(mine[index])
        other.apply(theirs[index].label)
    assert one == other
    assert hash(one) == hash(other)
    assert one.to_json() == other.to_json()
    assert one.events == other.events
    assert [one.view(seat) for seat in (None, 0, 1, 2)] == [other.view(seat) for seat in (None, 0, 1, 2)]
    assert (one.engine, other.engine) == ("native", "python")


def test_a_choice_is_taken_by_index_label_or_itself(stop: Start) -> None:
    by_index, by_label, by_itself = stop(1), stop(1), stop(1)
    for _ in range(10):
        by_index.apply(0)
        by_label.apply(by_label.decision[0].label)
        by_itself.apply(by_itself.decision.choices[0])
    assert by_index == by_label == by_itself


def test_a_choice_of_another_decision_is_refused(stop: Start) -> None:
    state = stop(1)
    old = state.decision[0]
    state.apply(0)
    before = state.to_json()
    with pytest.raises(hoyle.IllegalChoice, match="not one of the decision that is due now"):
        state.apply(old)
    with pytest.raises(hoyle.IllegalChoice, match="there is no choice 99"):
        state.apply(99)
    with pytest.raises(hoyle.IllegalChoice):
        state.apply("play the fiddle")
    assert state.to_json() == before
    assert old.label  # it is still there to be read


def test_a_decision_stays_what_it_was(stop: Start) -> None:
    state = stop(2)
    decision = state.decision
    raws = [choice.raw for choice in decision]
    for _ in range(20):
        state.apply(0)
    assert [choice.raw for choice in decision] == raws


def test_copies_are_independent(stop: Start) -> None:
    state = stop(3)
    for _ in range(5):
        state.apply(0)
    copies = [state.copy() for _ in range(3)]
    kept = state.to_json()
    for copy in copies:
        copy.apply(0)
    assert state.to_json() == kept
    state.apply(0)
    assert copies[0] == copies[1] == state
    assert copies[0].picks() == state.picks()


def test_when_it_is_over(stop: Start) -> None:
    state, other = stop(5), in_python("stop", 3, 5)
    stream = Stream(8)
    while not state.over:
        index = stream.below(len(state.decision))
        state.apply(index)
        other.apply(index)
    assert (state.result, state.rounds, state.decisions) == (other.result, other.rounds, other.decisions)
    for wrong in (lambda: state.decision, lambda: state.apply(0)):
        with pytest.raises((hoyle.PlayError, hoyle.IllegalChoice), match="the match is over"):
            wrong()


def test_saved_resumed_and_pickled(stop: Start) -> None:
    state = stop(6)
    for _ in range(12):
        state.apply(0)
    resumed = state.game.resume(state.to_json())
    assert resumed == state
    assert pickle.loads(pickle.dumps(state)) == state
    native = state.native
    assert isinstance(native, CBuild)
    again = adopted(resumed.in_python(), native)
    assert isinstance(again, NativeState)
    for _ in range(30):
        again.apply(0)
        state.apply(0)
    assert again == state
    assert again.picks() == state.picks()


def test_dealt_anew(stop: Start) -> None:
    state, other = stop(7), in_python("stop", 3, 7)
    assert state.determinise(1, 5) == other.determinise(1, 5)


def test_refusals(stop: Start) -> None:
    state, other = stop(7), in_python("stop", 3, 7)
    assert state.why_not("play red 4") == other.why_not("play red 4")


# ---------------------------------------------------------------------- at random, and many


@pytest.mark.parametrize(("name", "players"), [("stop", 3), ("tic-tac-toe", 2), ("leduc-poker", 2)])
def test_playouts_are_those_of_python(name: str, players: int) -> None:
    start = natively(name, players)
    for seed in range(5):
        mine, theirs = Stream(seed), Stream(seed)
        state = start(seed)
        assert state.playout(mine) == in_python(name, players, seed).playout(theirs)
        assert mine.state == theirs.state
        assert state.decisions == 0


BOUNDS: tuple[dict[str, int], ...] = (
    {}, {"decisions": 0}, {"decisions": 7}, {"decisions": 200}, {"rounds": 1}, {"rounds": 2, "decisions": 90},
)  # fmt: skip


@pytest.mark.parametrize("bound", BOUNDS)
@pytest.mark.parametrize(("name", "players"), [("stop", 3), ("othello", 2)])
def test_random_play_within_bounds(name: str, players: int, bound: dict[str, int]) -> None:
    """To the same place in both engines, and a playout tells of that place."""
    state, other = natively(name, players)(5), in_python(name, players, 5)
    told = state.playout(Stream(2), **bound)
    mine, theirs = Stream(2), Stream(2)
    taken = state.play_on(mine, **bound)
    assert taken == other.play_on(theirs, **bound) == state.decisions
    assert mine.state == theirs.state
    assert state == other
    assert state.picks() == other.picks()
    assert told == state.result == other.result
    if "decisions" in bound:
        assert taken <= bound["decisions"]
    if "rounds" in bound:
        assert state.rounds <= bound["rounds"]


def test_a_playout_can_stop_at_the_end_of_a_round(stop: Start) -> None:
    state = stop(5)
    taken = state.play_on(Stream(2), rounds=1)
    assert state.rounds == 1
    assert not state.over
    before = stop(5)
    before.play_on(Stream(2), decisions=taken - 1)
    assert before.rounds == 0
    assert sum(before.result.scores) == 0 < sum(state.result.scores)


def test_many_playouts_within_bounds_whoever_plays() -> None:
    """States of several games and of both engines in one list."""
    starts = [natively("stop", 3), natively("tic-tac-toe", 2), natively("stop", 3)]
    states = [start(seed) for start in starts for seed in range(70)] + [in_python("stop", 3, 1)]
    states.insert(100, in_python("tic-tac-toe", 2, 1))
    mine, theirs = Stream(4), Stream(4)
    found = hoyle.play_many(states, mine, decisions=50)
    assert found == [state.playout(theirs, decisions=50) for state in states]
    assert mine.state == theirs.state
    assert not any(state.decisions for state in states)
    assert hoyle.play_many([], Stream(4)) == []


def test_many_playouts_where_there_is_no_room() -> None:
    start = natively("stop", 2, ("-DMOST_WORDS=24", "-DFEW_CHOICES=2", "-DFEW_FRAMES=8", "-DFEW_LISTED=8"))
    states, others = [start(seed) for seed in range(4)], [in_python("stop", 2, seed) for seed in range(4)]
    mine, theirs = Stream(4), Stream(4)
    assert hoyle.play_many(states, mine, rounds=1) == hoyle.play_many(others, theirs, rounds=1)
    assert mine.state == theirs.state
    for state, other in zip(states, others, strict=True):
        assert state.play_on(mine, rounds=1) == other.play_on(theirs, rounds=1)
        assert state == other


def test_many_steps_and_many_playouts(stop: Start) -> None:
    states, others = [stop(seed) for seed in range(4)], [in_python("stop", 3, seed) for seed in range(4)]
    choices = [len(state.decision) - 1 for state in states]
    assert hoyle.step_many(states, choices) == hoyle.step_many(others, choices)
    assert states == others
    assert hoyle.play_many(states, Stream(1)) == hoyle.play_many(others, Stream(1))
    with pytest.raises(hoyle.IllegalChoice):
        hoyle.step_many(states, [0])
    with pytest.raises(hoyle.IllegalChoice):
        hoyle.step_many(states, [0, 0, 99, 0])
    assert [state.decisions for state in states] == [2, 2, 1, 1]


# ---------------------------------------------------------------------- what has no room


@pytest.mark.parametrize("name", ["stop", "draughts", "go-fish"])
def test_what_has_no_room_goes_on_in_python(name: str) -> None:
    """With next to no room for what grows, many steps are in trouble; the game is the same."""
    players = min(loaded(name).player_counts)
    start = natively(
        name, players, ("-DMOST_WORDS=24", "-DFEW_CHOICES=2", "-DFEW_FRAMES=8", "-DFEW_LISTED=8")
    )
    state, other = start(3), in_python(name, players, 3)
    stream, engines = Stream(3), set()
    for _ in range(60):
        if state.over:
            break
        index = stream.below(len(state.decision))
        state.apply(index)
        other.apply(index)
        engines.add(state.engine)
        assert state == other
    assert state.picks() == other.picks()
    copy = state.copy()
    assert copy == state
    assert "python" in engines
    assert state.playout(Stream(9)) == other.playout(Stream(9))


@pytest.mark.parametrize("name", ["stop", "draughts", "liars-dice"])
def test_what_grows_beyond_its_first_room(name: str) -> None:
    players = min(loaded(name).player_counts)
    start = natively(name, players, ("-DFEW_CHOICES=1", "-DFEW_FRAMES=2", "-DFEW_LISTED=2"))
    state, other = start(4), in_python(name, players, 4)
    stream = Stream(4)
    for _ in range(80):
        if state.over:
            break
        index = stream.below(len(state.decision))
        state = state.copy()
        state.apply(index)
        other.apply(index)
        assert state == other
        assert state.engine == "native"


# ---------------------------------------------------------------------- threads


def test_threads_play_states_of_one_game(stop: Start) -> None:
    """Each its own; copies of one state too."""
    first = stop(1)
    expected = [_played(first.copy(), seed) for seed in range(6)]
    found: dict[int, object] = {}

    def play(seed: int) -> None:
        found[seed] = _played(first.copy(), seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(6)] == expected


def test_threads_play_states_of_python() -> None:
    game = loaded("stop")
    expected = [_played(game.start(3, seed, engine="python"), seed) for seed in range(4)]
    found: dict[int, object] = {}

    def play(seed: int) -> None:
        found[seed] = _played(game.start(3, seed, engine="python"), seed)

    threads = [threading.Thread(target=play, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [found[seed] for seed in range(4)] == expected


def _played(state: hoyle.State, seed: int) -> object:
    stream = Stream(seed)
    result = state.playout(stream)
    for _ in range(40):
        if state.over:
            break
        state.apply(stream.below(len(state.decision)))
    return result, state.to_json(), stream.state


# ---------------------------------------------------------------------- without the extension


def test_without_the_extension() -> None:
    """The same tests with `ctypes`, in a process of their own."""
    if os.environ.get("HOYLE_BINDING") == "ctypes":
        pytest.skip("this is that process")
    environment = os.environ | {"HOYLE_BINDING": "ctypes"}
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", __file__]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-2000:]


def test_a_state_of_python_is_no_native_one() -> None:
    assert isinstance(in_python("stop", 3, 1), PythonState)
