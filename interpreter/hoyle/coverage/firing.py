"""Notes which rules run at all, at next to no cost: each function tells of its first call only."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

from hoyle.backends.python.build import Build
from hoyle.ir import program as ir
from hoyle.plan.layout import OptionValue
from hoyle.play.game import Game


class WatchedGame(Game):
    """A game that notes which rules were run; made of a marked program, in which each rule has functions."""

    def __init__(self, program: ir.Program) -> None:
        super().__init__(program)
        self.ran: set[str] = set()
        self._watched: set[Build] = set()

    def build(
        self,
        players: int,
        options: dict[str, OptionValue],
        record: bool = False,
        stepped: bool = False,
        plain: bool = False,
    ) -> Build:
        build = super().build(players, options, record, stepped, plain)
        if build not in self._watched:
            self._watched.add(build)
            self._watch(build)
        return build

    def _watch(self, build: Build) -> None:
        for name, function in list(build.globals.items()):
            if isinstance(function, FunctionType) and function.__code__.co_filename == build.file:
                rule = build.origins[function.__code__.co_firstlineno][0]
                if rule and rule not in self.ran:
                    self._listen(build, name, function, rule)

    def _listen(self, build: Build, name: str, function: Callable[..., Any], rule: str) -> None:
        blocks = [index for index, block in enumerate(build.blocks) if block is function]

        def first(*arguments: Any) -> Any:
            self.ran.add(rule)
            build.globals[name] = function
            for index in blocks:
                build.blocks[index] = function
            return function(*arguments)

        build.globals[name] = first
        for index in blocks:
            build.blocks[index] = first
