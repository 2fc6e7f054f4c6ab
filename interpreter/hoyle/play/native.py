"""States that live in machine code: they play there, and are shown in Python when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from hoyle.plan.limits import MOST_DECISIONS
from hoyle.play.decision import Choice, Decision, PythonDecision
from hoyle.play.errors import IllegalChoice, PlayError
from hoyle.play.standing import Result, result_of
from hoyle.play.state import PythonState, State, bounds
from hoyle.random import Stream, first_state

if TYPE_CHECKING:
    from array import array

    from hoyle.backends.contract import Build, NativeSearch
    from hoyle.play.game import Game


class Format(Protocol):
    """How states of machine code look as words."""

    def read(self, words: bytes, state: State, /) -> None: ...
    def write(self, state: State, /) -> bytes | None: ...
    def choice(self, words: list[int], picked: list[int], /) -> tuple[Any, ...]: ...
    def frame(self, words: list[int], /) -> tuple[Any, ...]: ...


class NativeCode(Protocol):
    """What a state asks of the machine code of its plan."""

    @property
    def library(self) -> Any: ...
    @property
    def format(self) -> Format: ...
    @property
    def players(self) -> int: ...
    def search(self, words: array[int], reals: array[float], choices: int, /) -> NativeSearch | None: ...


class NativeState(State):
    """A state in machine code; where it is kept is a matter of the binding.

    Labels, views, events, refusals and JSON are made in Python, on a state made from this one. What machine
    code cannot do (a fault, whose words Python finds, or something it has no room for) is done in Python,
    too: then the decisions are played again up to there, since a state in trouble is spoilt.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        native: NativeCode
        plain: PythonState | None  # the state in Python, as long as machine code cannot go on
        shown: PythonState | None  # the state in Python, for looking at; None: not made so far
        base: tuple[bytes, Any] | None  # words and history to play again from; None: the start of the match
        count: int  # of choices

        def __init__(self, library: Any) -> None: ...
        def begin_at(self, rng: int, /) -> bool: ...
        def step(self, choice: int, /) -> bool: ...
        def assign(self, other: Any, /) -> None: ...
        def standing(self) -> list[int] | None: ...
        def ending(self, stream: int, most: int, rounds: int, /) -> tuple[int, list[int]] | None: ...
        def random_steps(self, stream: int, most: int, rounds: int, /) -> tuple[int, int, int]: ...
        def save(self) -> bytes: ...
        def load(self, words: bytes, /) -> bool: ...

    @property
    def engine(self) -> str:
        return "native" if self.plain is None else "python"

    # -------------------------------------------------------------- in Python
    def in_python(self) -> PythonState:
        """An independent state whose parts are lists of Python."""
        if self.plain is not None:
            return self.plain.copy()
        if self.shown is not None:  # read once, however many copies somebody wants of this position
            return self.shown.copy()
        found = PythonState.__new__(PythonState)
        found.build, found.game, found.start = self.build, self.game, self.start
        found.history, found.recorder, found.log, found.r = self.history, self.recorder, [], 0
        found.kept = {}
        self.native.format.read(self.save(), found)
        return found

    @property
    def _shown(self) -> PythonState:
        if self.plain is not None:
            return self.plain
        if self.shown is None:
            self.shown = self.in_python()
        return self.shown

    @property
    def v(self) -> list[Any]:  # type: ignore[override]
        return self._shown.v

    @property
    def z(self) -> list[list[int]]:  # type: ignore[override]
        return self._shown.z

    @property
    def k(self) -> list[tuple[Any, ...]]:  # type: ignore[override]
        return self._shown.k

    @property
    def c(self) -> list[tuple[Any, ...]]:  # type: ignore[override]
        return self._shown.c

    @property
    def log(self) -> list[tuple[Any, ...]]:  # type: ignore[override]
        return []

    @property
    def weights(self) -> list[int]:  # type: ignore[override]
        return []

    # -------------------------------------------------------------- playing, where the binding does not
    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        return self.no_decision() if self.over else PythonDecision(self)

    def apply(self, choice: Choice | str | int) -> None:
        """Takes a choice: one of `decision.choices`, its index, or its label."""
        index = self.index_of_choice(choice)
        self.shown = None
        if self.plain is None and self.step(index):
            self.history = (self.history, index)
        else:
            self.go_on_in_python(index)

    def copy(self) -> NativeState:
        """An independent state that goes on alike."""
        return self.copy_slowly()

    def started(self, seed: int) -> NativeState | None:
        """A match with another seed, from a first position or from nothing; None means trouble."""
        rng = first_state(seed)
        new = empty_state(self.game, self.build, self.native, {"seed": seed, "rng": rng})
        if not self.count:
            return new if new.begin_at(rng) else None
        new.assign(self)
        new.rng = rng
        return new

    # -------------------------------------------------------------- playing, what is rare
    def no_decision(self) -> NoReturn:
        raise PlayError("the match is over: nothing is left to decide")

    def index_of_choice(self, choice: Choice | str | int) -> int:
        """The index of a choice of the decision that is due; IllegalChoice if it is none."""
        if isinstance(choice, Choice):
            index, choices = choice.index, self.c
            if index >= len(choices) or choice.raw != choices[index]:
                raise IllegalChoice("this choice is not one of the decision that is due now")
            return index
        index = choice if type(choice) is int else self.index_of(str(choice))
        if not 0 <= index < self.count:
            if self.over:
                raise IllegalChoice("the match is over: nothing is left to decide")
            raise IllegalChoice(f"there is no choice {index}; they go from 0 to {self.count - 1}")
        return index

    def go_on_in_python(self, index: int) -> None:
        """Takes a choice that machine code could not; if that fails, the state is what it was before."""
        plain = self.plain
        if plain is None:
            self._play_again()
            plain = self.in_python()
        plain.apply(index)
        self._go_on(plain)

    def _play_again(self) -> None:
        """Comes back to where it was before it was spoilt."""
        picks = self.picks()
        if self.base is None:
            fine = self.begin_at(self.start["rng"])
        else:
            words, node = self.base
            fine = self.load(words)
            while node is not None:
                node, _ = node
                picks.pop(0)
        assert fine
        assert all(map(self.step, picks))

    def _go_on(self, plain: PythonState) -> None:
        """Goes on from a state of Python; there, if it has no place in machine code."""
        self.history, self.recorder = plain.history, plain.recorder
        self.plain = self.shown = None
        words = self.native.format.write(plain)
        if words is not None and self.load(words):
            self.base = words, plain.history
        else:
            self.plain = plain

    def copy_slowly(self) -> NativeState:
        """A copy, whoever plays."""
        new = empty_state(self.game, self.build, self.native, self.start)
        new.assign(self)
        new.history, new.recorder, new.base = self.history, self.recorder, self.base
        new.plain = None if self.plain is None else self.plain.copy()
        return new

    def playout(self, stream: Stream, *, decisions: int | None = None, rounds: int | None = None) -> Result:
        """How the match ends, or stands at a bound, if all choices from here on are random."""
        found = self.ending(stream.state, *bounds(decisions, rounds)) if self.plain is None else None
        if found is None:
            return self.in_python().playout(stream, decisions=decisions, rounds=rounds)
        stream.state, standing = found
        return self.result_of_words(standing)

    def play_on(self, stream: Stream, *, decisions: int | None = None, rounds: int | None = None) -> int:
        """Takes random choices until the match is over, or a bound is reached; how many it were."""
        most, most_rounds = bounds(decisions, rounds)
        first, last = self.decisions, self.rounds + most_rounds
        while not self.over and self.decisions - first < most and self.rounds < last:
            if self.plain is None:
                left = most + first - self.decisions
                _, stream.state, pick = self.random_steps(stream.state, left, last - self.rounds)
            else:
                pick = stream.below(self.count)
            if pick >= 0:
                self.go_on_in_python(pick)
        return self.decisions - first

    def attempt(self, index: int) -> bool:
        """Takes a choice; False if the rules fail, and then the state is spoilt."""
        if self.plain is None:
            self.shown = None
            if self.step(index):
                self.history = (self.history, index)
                return True
        return self.attempt_in_python(index)

    def attempt_in_python(self, index: int) -> bool:
        """Takes a choice that machine code could not."""
        plain = self.plain
        if plain is None:
            self._play_again()
            plain = self.in_python()
        if not plain.attempt(index):
            return False
        self._go_on(plain)
        return True

    def attempt_on(
        self, stream: Stream, *, decisions: int, rounds: int = MOST_DECISIONS
    ) -> State | None:  # fmt: skip
        """Where random choices lead; None if the rules fail."""
        last = min(self.decisions + decisions, MOST_DECISIONS)
        last_round = self.rounds + rounds
        while not self.over and self.decisions < last and self.rounds < last_round:
            pick = stream.below(self.count) if self.plain is not None else -1
            if pick < 0:
                left = last - self.decisions
                _, stream.state, pick = self.random_steps(stream.state, left, last_round - self.rounds)
            if pick >= 0 and not self.attempt_in_python(pick):
                return None
        return self

    # -------------------------------------------------------------- looking
    @property
    def result(self) -> Result:
        """Scores, winners and ranks; as they are now, while the match goes on."""
        found = self.standing() if self.plain is None else None
        if found is None:
            return result_of(self)
        return self.result_of_words(found)

    def result_of_words(self, standing: list[int]) -> Result:
        """The standing that machine code has found."""
        count = self.native.players
        winners = tuple(seat for seat in range(count) if standing[seat])
        return Result(tuple(standing[2 * count :]), winners, tuple(standing[count : 2 * count]))


def empty_state(game: Game, build: Build, native: NativeCode, start: dict[str, Any]) -> NativeState:
    """A state without a position so far."""
    from hoyle.play.native_classes import BoundState

    state = BoundState(native.library)
    state.game, state.build, state.native, state.start = game, build, native, start
    return state


class Starter:
    """Starts matches of a game in machine code, each from its seed."""

    def __init__(self, game: Game, build: Build, native: NativeCode) -> None:
        self._first = empty_state(game, build, native, {"seed": 0, "rng": first_state(0)})
        # Where chance has no part in the first position, it is found once.
        begun = self._first.begin_at(first_state(0))
        if not begun or self._first.rng != first_state(0) or self._first.over:
            self._first = empty_state(game, build, native, {"seed": 0, "rng": first_state(0)})
        self.started = self._first.started
        """A new match, up to its first decision; None where Python must find it."""

    def start(self, seed: int) -> State:
        """A new match, up to its first decision."""
        first = self._first
        found = self.started(seed)
        if found is not None:
            return found
        found = empty_state(first.game, first.build, first.native, {"seed": seed, "rng": first_state(seed)})
        plain = PythonState(first.game, first.build, found.start)
        plain.begin()  # which raises what is wrong
        found._go_on(plain)
        return found


def adopted(plain: PythonState, native: NativeCode) -> State:
    """The same state in machine code; itself if it has no place there."""
    state = empty_state(plain.game, plain.build, native, plain.start)
    state._go_on(plain)
    if state.plain is not None:
        return plain
    state.shown = plain
    return state


def entered(game: Game, build: Build, native: NativeCode, start: dict[str, Any], words: bytes) -> State:
    """A state in machine code that begins with these words, which come from machine code."""
    state = empty_state(game, build, native, start)
    loaded = state.load(words)
    assert loaded
    state.base = words, None
    return state
