"""States in machine code by the binding that is there: the extension, or `ctypes`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.backends.c.binding import EXTENSION, Position, extension
from hoyle.play.decision import Choice, Decision
from hoyle.play.native import NativeState

if TYPE_CHECKING or EXTENSION:

    class NativeChoice(extension.Choice, Choice):
        """A choice of a state in machine code."""

        __slots__ = ()

        @property
        def raw(self) -> tuple[Any, ...]:  # type: ignore[override]
            decision = self._decision
            found: tuple[Any, ...] = decision._state.native.format.choice(self.words, decision.picked_words)
            return found

        @property
        def block(self) -> int:
            return self.words[0]

    class NativeDecision(extension.Decision, Decision):
        """What a state in machine code waits for, as it was when somebody asked."""

        __slots__ = ()

        @property
        def _frame(self) -> tuple[Any, ...]:  # type: ignore[override]
            found: tuple[Any, ...] = self._state.native.format.frame(self.frame_words)
            return found


class BoundState(Position, NativeState):
    """A state in machine code, kept by the binding."""

    __slots__ = ()

    if EXTENSION:
        decision_class = NativeDecision
        choice_class = NativeChoice
