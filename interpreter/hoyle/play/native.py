"""States that live in machine code: they play there, and are shown in Python when somebody looks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.backends.c.by_ctypes import Position
from hoyle.backends.c.words import Unrepresentable
from hoyle.play.errors import IllegalChoice
from hoyle.play.standing import Result, result_of
from hoyle.play.state import Choice, Decision, PythonDecision, PythonState, State
from hoyle.random import first_state

if TYPE_CHECKING:
    from hoyle.backends.c.build import CBuild
    from hoyle.backends.contract import Build
    from hoyle.play.game import Game


class NativeState(Position, State):
    """A state in machine code.

    Labels, views, events, refusals and JSON are made in Python, on a state made from this one. What machine
    code cannot do (a fault, whose words Python finds, or something it has no room for) is done in Python,
    too: then the decisions are played again up to there, since a state in trouble is spoilt.
    """

    __slots__ = ()

    if TYPE_CHECKING:
        native: CBuild
        plain: PythonState | None  # the state in Python, as long as machine code cannot go on
        shown: PythonState | None  # the state in Python, for looking at; None: not made so far
        base: tuple[bytes, Any] | None  # words and history to play again from; None: the start of the match

    @classmethod
    def empty_of(cls, game: Game, build: Build, native: CBuild, start: dict[str, Any]) -> NativeState:
        state = cls(native.library)
        state.game, state.build, state.native, state.start = game, build, native, start
        return state

    @classmethod
    def started(cls, game: Game, build: Build, native: CBuild, seed: int) -> State:
        """A new match, up to its first decision."""
        rng = first_state(seed)
        state = cls.empty_of(game, build, native, {"seed": seed, "rng": rng})
        if state.begin_at(rng):
            return state
        plain = PythonState(game, build, state.start)
        plain.begin()  # which raises what is wrong
        state._go_on(plain)
        return state

    @classmethod
    def adopted(cls, plain: PythonState, native: CBuild) -> State:
        """The same state in machine code; itself if it has no place there."""
        state = cls.empty_of(plain.game, plain.build, native, plain.start)
        state._go_on(plain)
        return plain if state.plain is not None else state

    @property
    def engine(self) -> str:
        return "native" if self.plain is None else "python"

    # -------------------------------------------------------------- in Python
    def in_python(self) -> PythonState:
        """An independent state whose parts are lists of Python."""
        if self.plain is not None:
            return self.plain.copy()
        found = PythonState.__new__(PythonState)
        found.build, found.game, found.start = self.build, self.game, self.start
        found.history, found.recorder, found.log, found.r = self.history, self.recorder, [], 0
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

    # -------------------------------------------------------------- playing
    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        return PythonDecision(self) if not self.over else super().decision

    def apply(self, choice: Choice | str | int) -> None:
        """Takes a choice: one of `decision.choices`, its index, or its label."""
        if isinstance(choice, Choice):
            index, choices = choice.index, self.c
            if index >= len(choices) or choice.raw != choices[index]:
                raise IllegalChoice("this choice is not one of the decision that is due now")
        else:
            index = choice if type(choice) is int else self.index_of(str(choice))
            if not 0 <= index < self.count:
                if self.over:
                    raise IllegalChoice("the match is over: nothing is left to decide")
                raise IllegalChoice(f"there is no choice {index}; they go from 0 to {self.count - 1}")
        self.shown = None
        if self.plain is None and self.step(index):
            self.history = (self.history, index)
        else:
            self.go_on_in_python(index)

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
        try:
            words = self.native.format.write(plain)
        except Unrepresentable:
            self.plain = plain
            return
        if self.load(words):
            self.base = words, plain.history
        else:
            self.plain = plain

    def copy(self) -> NativeState:
        """An independent state that goes on alike."""
        new = NativeState.empty_of(self.game, self.build, self.native, self.start)
        new.assign(self)
        new.history, new.recorder, new.base, new.shown = self.history, self.recorder, self.base, None
        new.plain = None if self.plain is None else self.plain.copy()
        return new

    # -------------------------------------------------------------- looking
    @property
    def result(self) -> Result:
        """Scores, winners and ranks; as they are now, while the match goes on."""
        found = self.standing() if self.plain is None else None
        if found is None:
            return result_of(self)
        count = self.native.players
        winners = tuple(seat for seat in range(count) if found[seat])
        return Result(tuple(found[2 * count :]), winners, tuple(found[count : 2 * count]))
