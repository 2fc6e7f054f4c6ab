"""A ruleset whose components or boards hang on options or players: a program for each shape."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

from hoyle.diagnostics.model import Findings, RulesetError

if TYPE_CHECKING:
    from hoyle.checked.model import Model
    from hoyle.ir.program import Program
    from hoyle.syntax.ruleset import Ruleset

OptionValue: TypeAlias = int | tuple[int, ...]
Shape: TypeAlias = tuple[OptionValue, ...]


class Family:
    """The programs of one ruleset; each is checked and lowered when it is first asked for."""

    def __init__(self, syntax: Ruleset, first: Program) -> None:
        assert first.family is not None
        self.syntax = syntax
        self.first = first
        self.reads = first.family
        self._programs: dict[Shape, Program] = {first.family.made_for: first}
        self._models: dict[Shape, Model] = {}

    def program(self, players: int, options: Mapping[str, OptionValue]) -> Program:
        """The program for a shape; RulesetError if the ruleset has errors in this shape."""
        shape = self.reads.shape(players, options)
        if shape not in self._programs:
            from hoyle.ir.from_checked import lower

            # They are told apart by players and options, which stand beside the hash wherever it is kept.
            self._programs[shape] = lower(self.model(players, options), self.first.hash)
        return self._programs[shape]

    def model(self, players: int, options: Mapping[str, OptionValue]) -> Model:
        """The model for a shape; RulesetError if the ruleset has errors in this shape."""
        shape = self.reads.shape(players, options)
        if shape not in self._models:
            from hoyle.checked.from_syntax import check_ruleset
            from hoyle.checked.model import Shape

            findings = Findings()
            model = check_ruleset(self.syntax, findings, Shape(players, dict(options)))
            if findings.has_errors:
                raise RulesetError(findings.errors)
            self._models[shape] = model
        return self._models[shape]

    def __getstate__(self) -> dict[str, Any]:
        """Pickled without its models, which only tools look at."""
        return self.__dict__ | {"_models": {}}
