"""What a state offers to those who look ahead: quickly, and without a word about what goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hoyle.plan.faults import Fault
from hoyle.plan.limits import MOST_DECISIONS

if TYPE_CHECKING:
    from hoyle.play.keys import Keys
    from hoyle.play.perspective import Outlook, Perspective
    from hoyle.play.state import State
    from hoyle.random import Stream

FEW = 8  # decisions: to hand a state over to native code takes about as long as Python takes for so many


class LookingAhead:
    """For copies and worlds, of which there are many and which nobody misses."""

    __slots__ = ()

    def perspective(self: Any) -> Perspective:
        """What whoever must choose knows, at this decision and at those to come: for bots."""
        from hoyle.play.perspective import Perspective

        return Perspective(self)

    def outlook(self: Any) -> Outlook:
        """The same without view, story and labels, which takes less time."""
        from hoyle.play.perspective import Outlook

        return Outlook(self)

    @property
    def keys(self: Any) -> Keys:
        """What gives choices their keys, and says what others see of one."""
        found: Keys = self.game.keys(self.build)
        return found

    @property
    def scored(self: Any) -> tuple[int, ...]:
        """The scores as they would be if the round ended now."""
        from hoyle.play.standing import scored

        return scored(self)

    def attempt(self: Any, index: int) -> bool:
        """Takes a choice; False if the rules fail: then the state is spoilt, and nobody is told why.

        `apply` plays the match again to find out what failed, and where.
        """
        if self.decisions >= MOST_DECISIONS:
            return False
        self.history = (self.history, index)
        self.decisions += 1
        try:
            self.build.take(self, self.c[index])
        except Fault:
            return False
        return True

    def chance_outcome(self: Any, stream: Stream) -> int:
        """Where chance is stepped and decides: the index of an outcome, each as likely as it is."""
        left, index = stream.below(sum(self.weights)), 0
        while left >= self.weights[index]:
            left, index = left - self.weights[index], index + 1
        return index

    def attempt_on(
        self: Any, stream: Stream, *, decisions: int, rounds: int = MOST_DECISIONS
    ) -> State | None:  # fmt: skip
        """Where random choices lead, up to so many decisions or rounds; None if the rules fail.

        The state itself is used up. Where there is native code the rest is played there.
        """
        state: State = self
        native = state.game.native_code(state.build) if decisions > FEW else None
        if native is not None:
            from hoyle.play.native import adopted

            handed = adopted(self, native)
            if handed is not self:
                return handed.attempt_on(stream, decisions=decisions, rounds=rounds)
        last, last_round = min(state.decisions + decisions, MOST_DECISIONS), state.rounds + rounds
        take, below = state.build.take, stream.below
        while not state.over and state.decisions < last and state.rounds < last_round:
            index = below(len(state.c)) if state.seat >= 0 else state.chance_outcome(stream)
            state.history = (state.history, index)
            state.decisions += 1
            try:
                take(state, state.c[index])
            except Fault:
                return None
        return state
