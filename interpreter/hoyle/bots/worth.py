"""What a position is worth to each seat: a number from 0 to 1, by what the players of the game are after."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from hoyle import State
    from hoyle.play.perspective import Outlook

CUT = 0.8  # of the whole width is what a lead can be worth in a match that is not over


class Worth:
    """Values of positions that a search from one position meets.

    How large a lead can be in a game is not known beforehand: leads are measured by the largest that was met,
    in a search or before it.
    """

    def __init__(self, outlook: Outlook, root: State) -> None:
        self._aim, self._players = outlook.aim, outlook.players
        self._team_of = [0] * self._players
        for team, seats in enumerate(outlook.teams):
            for seat in seats:
                self._team_of[seat] = team
        self._rivals = [
            [other for other in range(self._players) if self._team_of[other] != self._team_of[seat]]
            for seat in range(self._players)
        ]
        self._sign = 1 if outlook.game.highest_wins else -1
        self.before: tuple[int, ...] = root.result.scores
        self._rounds = root.rounds
        self.largest = 1e-9
        self.least, self.most = 1e9, -1e9

    def of(self, state: State) -> list[float]:
        """The value for each seat."""
        if self._aim == "together" or not any(self._rivals):
            return self._shared(self._scores(state))
        if not state.over:
            return self._leads(self._scores(state), CUT)
        result = state.result
        if self._aim == "score":
            return self._leads(result.scores, 1.0)
        return self._places(result.ranks)

    def meet(self, state: State) -> None:
        """Takes notice of how large a lead is, before any are compared."""
        if self._aim == "together" or not any(self._rivals):
            self._shared(self._scores(state))
        else:
            self._leads(self._scores(state), CUT)

    def _scores(self, state: State) -> tuple[int, ...]:
        """The scores as they stand; those of whole rounds, if one is over since the root."""
        return state.result.scores if state.over or state.rounds != self._rounds else state.scored

    def _places(self, ranks: Sequence[int]) -> list[float]:
        """The share of the others that a seat stands before; equals count half."""
        found = []
        for seat, rivals in enumerate(self._rivals):
            own = ranks[seat]
            better = sum(2 if own < ranks[other] else own == ranks[other] for other in rivals)
            found.append(better / (2 * len(rivals)) if rivals else 0.5)
        return found

    def _leads(self, scores: Sequence[int], width: float) -> list[float]:
        """What a seat has gained since the root, less what the others have on average."""
        gains = [self._sign * (score - before) for score, before in zip(scores, self.before, strict=True)]
        leads = [
            gains[seat] - sum(gains[other] for other in rivals) / len(rivals) if rivals else 0.0
            for seat, rivals in enumerate(self._rivals)
        ]
        self.largest = max(self.largest, *map(abs, leads))
        return [0.5 + width * lead / (2 * self.largest) for lead in leads]

    def _shared(self, scores: Sequence[int]) -> list[float]:
        """The mean score, between the least and the most that were met."""
        mean = self._sign * sum(scores) / len(scores)
        self.least, self.most = min(self.least, mean), max(self.most, mean)
        width = self.most - self.least
        return [(mean - self.least) / width if width else 0.5] * self._players
