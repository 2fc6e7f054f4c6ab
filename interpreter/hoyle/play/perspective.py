"""What a seat knows at its decision: all that a bot is given."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from hoyle.random import GAMMA, MASK, mix

if TYPE_CHECKING:
    from hoyle.play.game import Game
    from hoyle.play.state import Decision, State


_WORLDS = 16
"""So many different worlds are looked for at a decision."""


class Perspective:
    """A match as the seat that must choose sees it; the same object serves every decision of the match."""

    __slots__ = ("_at", "_state", "_worlds", "game", "players", "teams")

    def __init__(self, state: State) -> None:
        self._state = state
        self._at: Any = None
        self._worlds: dict[int, State] = {}  # of the decision that is due
        self.game: Game = state.game
        self.players: int = state.plan.layout.players
        self.teams: tuple[tuple[int, ...], ...] = state.plan.layout.teams

    @property
    def seat(self) -> int:
        """Whose decision it is."""
        return self._state.seat

    @property
    def decision(self) -> Decision:
        """What there is to choose from: choices with labels and keys."""
        return self._state.decision

    @property
    def view(self) -> dict[str, Any]:
        """The table as the seat sees it."""
        return self._state.view(self._state.seat)

    @property
    def story(self) -> list[dict[str, Any]]:
        """What has happened so far, as the seat was told."""
        return self._state.events_for(self._state.seat)

    @property
    def aim(self) -> Literal["rank", "score", "together"]:
        """What players of this game are after."""
        return self.game.aim(self.players)

    def world(self, seed: int) -> State:
        """A match that may be the real one, for all that the seat knows; another one for another seed.

        Only the seat's own list of choices is certain to be the same, by their keys.
        """
        state = self._state
        if self._at is not state.history or not self._worlds:
            self._at, self._worlds = state.history, {}
        # To find a world takes longer than to play one out: so each serves again, with other chance to come.
        number = seed % _WORLDS
        if number not in self._worlds:
            self._worlds[number] = state.determinise(state.seat, number)
        world = self._worlds[number].copy()
        world.rng = mix((seed + GAMMA) & MASK)
        return world
