"""What a game waits for: a decision, and the choices that it lists."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, overload

from hoyle.ir.types import list_of
from hoyle.plan.actions import DECLINED
from hoyle.plan.limits import FUEL
from hoyle.play.errors import PlayError

if TYPE_CHECKING:
    from hoyle.play.state import State

_new = object.__new__

CHANCE = -1
"""The seat of a decision that chance takes, where chance is stepped."""


class Choice:
    """One legal choice: an action with arguments, and how it reads."""

    __slots__ = ()

    _decision: Decision
    index: int
    raw: tuple[Any, ...]  # the block that it leads to, and the picks

    @property
    def action(self) -> str:
        site, number = self._decision._state.plan.alternatives[self.raw[0]]
        if number < 0:
            return DECLINED
        return site.decide.alternatives[number].name if site.decide is not None else "chance"

    @property
    def block(self) -> int:
        """The block that it leads to, by which `Game.actions` numbers what can be chosen."""
        block: int = self.raw[0]
        return block

    @property
    def args(self) -> dict[str, Any]:
        """The arguments by name, as labels; a rider is true or false."""
        state = self._decision._state
        build = state.build
        site, number = build.plan.alternatives[self.raw[0]]
        if number < 0 or site.decide is None:
            return {}
        labels = state.game.labels(build)
        found: dict[str, Any] = {}
        for pick, value in zip(site.decide.alternatives[number].picks, self.raw[1:], strict=True):
            found[pick.word] = labels.plain(value, list_of(pick.type) if pick.kind == "some" else pick.type)
        return found

    @property
    def key(self) -> tuple[Any, ...]:
        """What it is called in all worlds that the chooser thinks possible, whichever look-alike is used."""
        return self._decision.keys[self.index]

    @property
    def label(self) -> str:
        state = self._decision._state
        return state.game.labels(state.build).choice(self.raw, self._decision._frame, state)

    def __repr__(self) -> str:
        return f"<{self.label}>"


class PythonChoice(Choice):
    """A choice of a state of Python."""

    __slots__ = ("_decision", "index", "raw")

    def __init__(self, decision: Decision, index: int, raw: tuple[Any, ...]) -> None:
        self._decision = decision
        self.index = index
        self.raw = raw


class Decision(Sequence[Choice]):
    """Who must choose, and what from: a sequence of choices, each made when it is looked at."""

    __slots__ = ()

    _state: State
    _frame: tuple[Any, ...]
    seat: int

    @property
    def choices(self) -> Decision:
        """The choices: the decision itself, which is their sequence."""
        return self

    @property
    def name(self) -> str:
        site = self._state.plan.sites[self._frame[0]]
        return site.decide.name if site.decide is not None else "chance"

    @property
    def question(self) -> str | None:
        """What the chooser is asked, in words; None where the ruleset says nothing."""
        site = self._state.plan.sites[self._frame[0]]
        if site.decide is None or site.decide.question is None:
            return None
        labels = self._state.game.labels(self._state.build)
        where = site.rule, site.decide.at
        return labels.text(site.decide.question, site.frame, self._frame[1:], self._state, where)

    @property
    def seats(self) -> tuple[int, ...]:
        """Who chooses here unseen by the others, in their order; otherwise only the seat itself."""
        site = self._state.plan.sites[self._frame[0]]
        if not site.got:
            return (self.seat,)
        found: tuple[int, ...] = self._frame[site.frame.index(site.who) + 1]
        return found

    @property
    def keys(self) -> list[tuple[Any, ...]]:
        """The key of each choice."""
        return self._state.keys.of(self._state)

    @property
    def labels(self) -> list[str]:
        """How each choice reads; what that takes has one budget for all."""
        state, left = self._state, [FUEL]
        namer = state.game.labels(state.build)
        return [namer.choice(choice.raw, self._frame, state, left) for choice in self]

    @property
    def probabilities(self) -> list[float]:
        """Where chance decides: how likely each outcome is."""
        if self.seat != CHANCE:
            raise PlayError("a player decides here: only chance has probabilities")
        weights = self._state.weights
        total = sum(weights)
        return [weight / total for weight in weights]

    def __repr__(self) -> str:
        return f"<seat {self.seat}, {self.name}: {', '.join(self.labels)}>"


class PythonDecision(Decision):
    """A decision of a state of Python."""

    __slots__ = ("_frame", "_raw", "_state", "seat")

    def __init__(self, state: State) -> None:
        self._state = state
        self._frame = state.k[-1]
        self._raw = state.c
        self.seat: int = state.seat

    def __len__(self) -> int:
        return len(self._raw)

    @overload
    def __getitem__(self, index: int) -> Choice: ...
    @overload
    def __getitem__(self, index: slice) -> list[Choice]: ...
    def __getitem__(self, index: int | slice) -> Choice | list[Choice]:
        raw = self._raw[index]
        if type(index) is int and index >= 0:
            # Filled by hand, as in `State.decision`: both are on the way of every move, and a call costs
            # a tenth of one.
            choice = _new(PythonChoice)
            choice._decision = self
            choice.index = index
            choice.raw = raw  # type: ignore[assignment]
            return choice
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self._raw)))]
        return PythonChoice(self, index % len(self._raw), raw)  # type: ignore[arg-type]

    def __iter__(self) -> Iterator[Choice]:
        return (PythonChoice(self, index, raw) for index, raw in enumerate(self._raw))
