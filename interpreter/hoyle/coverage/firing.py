"""Notes which rules run at all, at next to no cost."""

from __future__ import annotations

from hoyle.backends.contract import Build
from hoyle.ir import program as ir
from hoyle.plan.layout import OptionValue
from hoyle.plan.model import Mode
from hoyle.play.game import Game


class WatchedGame(Game):
    """A game that notes which rules were run; made of a marked program, in which each rule has functions."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.ran: set[str] = set()
        self._watched: set[Build] = set()

    def build(self, players: int, options: dict[str, OptionValue], mode: Mode) -> Build:
        build = super().build(players, options, mode)
        if build not in self._watched:
            self._watched.add(build)
            build.listen(self.ran.add)
        return build
