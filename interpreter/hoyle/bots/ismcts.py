"""Information set Monte Carlo tree search, whatever the game: what the tree found most worth visiting."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.bots.natively import searched_natively
from hoyle.bots.thinking import Searcher
from hoyle.bots.tree import Tree

if TYPE_CHECKING:
    from hoyle.bots.registry import Budget
    from hoyle.bots.thinking import Thinking


class TreeBot(Searcher):
    """Takes the choice that its tree search has come back to most often."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget

    @property
    def iterations(self) -> int | None:
        return self.budget.iterations

    def best(self, thinking: Thinking) -> int:
        found = searched_natively(thinking, self.budget)
        if found is None:
            found = Tree(thinking).searched(self.budget)
        return found.index(max(found))
