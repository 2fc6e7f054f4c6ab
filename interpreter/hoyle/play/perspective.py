"""What a seat knows at its decision: all that a bot is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, overload

from hoyle.play.knowledge.worlds import Worlds
from hoyle.random import GAMMA, MASK, mix

if TYPE_CHECKING:
    from hoyle.play.game import Game
    from hoyle.play.searching import Search
    from hoyle.play.state import State


WORLDS = 16
"""So many different worlds are looked for at a decision."""

TRIES, FEWER_TRIES = 300, 30
"""How often a world that fits is looked for at a decision, and how often once that was in vain."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One of the choices that a seat has, as the seat knows it."""

    index: int
    action: str
    args: dict[str, Any]
    label: str
    key: tuple[Any, ...]


class Asked(Sequence[Alternative]):
    """The decision of a seat, as the seat knows it: a sequence of its choices."""

    __slots__ = ("_choices", "keys", "name", "question", "seat", "seats")

    def __init__(self, state: State, keys: list[tuple[Any, ...]]) -> None:
        decision = state.decision
        self.seat, self.name, self.question = decision.seat, decision.name, decision.question
        self.seats: tuple[int, ...] = decision.seats
        self.keys = list(keys)
        self._choices = tuple(
            Alternative(choice.index, choice.action, choice.args, choice.label, key)
            for choice, key in zip(decision, self.keys, strict=True)
        )

    @property
    def choices(self) -> Sequence[Alternative]:
        """The choices: the decision itself, which is their sequence."""
        return self

    def __len__(self) -> int:
        return len(self._choices)

    @overload
    def __getitem__(self, index: int) -> Alternative: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Alternative, ...]: ...
    def __getitem__(self, index: int | slice) -> Alternative | tuple[Alternative, ...]:
        return self._choices[index]

    def __iter__(self) -> Iterator[Alternative]:
        return iter(self._choices)

    def __repr__(self) -> str:
        return f"<seat {self.seat}, {self.name}: {', '.join(choice.label for choice in self)}>"


class Outlook:
    """A decision of a match as those see it who only try things out: the choices by their keys, and worlds.

    It is made of what the seat was shown; the match itself cannot be reached from it.
    """

    __slots__ = ("_found", "_lost", "_worlds", "game", "keys", "players", "seat", "teams")

    def __init__(self, state: State) -> None:
        seat = state.seat
        self.seat: int = seat
        """Whose decision it is."""
        self.keys: list[tuple[Any, ...]] = state.keys.of(state)
        """What each choice is called in every world."""
        self.game: Game = state.game
        self.players: int = state.plan.layout.players
        self.teams: tuple[tuple[int, ...], ...] = state.plan.layout.teams
        self._worlds = Worlds(state, seat).without_state(state)
        self._found: dict[int, State] = {}
        self._lost = False

    @property
    def aim(self) -> Literal["rank", "score", "together"]:
        """What players of this game are after."""
        return self.game.aim(self.players)

    def world(self, seed: int) -> State:
        """A match that may be the real one, for all that the seat knows; another one for another seed.

        Only the seat's own list of choices is certain to be the same, by their keys.
        """
        world = self.position(self.number(seed)).copy()
        world.rng = luck_of(seed)
        return world

    def number(self, seed: int) -> int:
        """Which of the different positions that are looked for a seed stands for."""
        # To find a world takes longer than to play one out: so each serves again, with other chance to come.
        return seed % WORLDS if self._worlds.hides else 0

    def position(self, number: int) -> State:
        """One of these positions, which is not to be played on."""
        if number not in self._found:
            found = self._worlds.world(number, FEWER_TRIES if self._lost else TRIES)
            self._found[number] = found
            self._lost = self._lost or not found.exact
        return self._found[number]

    def search(self, number: int, **settings: Any) -> Search | None:
        """A search over such worlds in machine code, by these settings; None where there is none.

        `number` is that of any position that is known to have the seat's choices.
        """
        from hoyle.play.searching import Settings, search_of

        worlds = WORLDS if self._worlds.hides else 1
        return search_of(self, number, worlds, Settings(**settings))


def luck_of(seed: int) -> int:
    """What chance in a world goes by."""
    return mix((seed + GAMMA) & MASK)


class Perspective(Outlook):
    """All that the seat knows that must choose: what a bot is given."""

    __slots__ = ("decision", "story", "view")

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.decision = Asked(state, self.keys)
        """What there is to choose from: choices with labels and keys."""
        self.view: dict[str, Any] = state.view(self.seat)
        """The table as the seat sees it."""
        self.story: list[dict[str, Any]] = state.events_for(self.seat)
        """What has happened so far, as the seat was told."""
