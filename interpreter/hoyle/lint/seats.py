"""Finds seats that stay empty with the fewest players."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Findings
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import children, rule_trees, walk
from hoyle.wording import counted


def check_seats(model: m.Model, findings: Findings) -> None:
    """Reports `seat(7)` in a game that three can play, unless the number of players was tested before."""
    own = model.syntax.document.files[0]
    search = _Search(model, findings)
    for info in model.rules.values():
        if info.rule.source is not None and info.rule.source.place.file is own:
            search.visit(rule_trees(info.rule), info.rule.cites)
    for variable in model.variables.values():
        if variable.place.file is own:
            search.visit((variable.first, variable.later), ())


class _Search:
    def __init__(self, model: m.Model, findings: Findings) -> None:
        self.model = model
        self.findings = findings
        self.fewest = model.counts[0]

    def visit(self, tree: Any, cites: tuple[str, ...]) -> None:
        for node in walk(tree, self._untested):
            if isinstance(node, n.Call):
                self._check(node, cites)

    def _untested(self, node: n.Node) -> Iterable[Any]:
        """The parts of a node that are looked at whatever the number of players."""
        match node:
            case n.If():
                parts: list[Any] = []
                for test, body in node.branches:
                    parts.append(test)
                    if self._counts_players(test):
                        return parts
                    parts.append(body)
                return [*parts, node.otherwise]
            case n.Conditional(test=test) | n.And(left=test) | n.Or(left=test) if self._counts_players(test):
                return (test,)
            case _:
                return children(node)

    def _counts_players(self, test: n.Expr) -> bool:
        bindings = self.model.typing.bindings
        return any(bindings.get(node) == m.BuiltinRef("players") for node in walk(test))

    def _check(self, call: n.Call, cites: tuple[str, ...]) -> None:
        if self.model.typing.targets.get(call) != m.BuiltinTarget("seat"):
            return
        number = call.args[0]
        if isinstance(number, n.Integer) and number.value >= self.fewest:
            self.findings.report(
                codes.EMPTY_SEAT,
                call.at.place,
                f"with {counted(self.fewest, 'player')} there is no seat {number.value}",
                help=f"counted from 0, the last is `seat({self.fewest - 1})`; or test `size(players)` first",
                cites=cites,
            )
