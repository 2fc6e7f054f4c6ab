"""Finds uses of what is not there yet: `requires` and `starts` come before the state has its values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Code, Findings, Related
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import walk

_AT_ONCE = frozenset({"players", "teams"})
_AT_SET_UP = _AT_ONCE | {"round_number"}
# Functions that read the state without naming it.
_READ_STATE = frozenset({"next", "previous"})


def check_early_uses(model: m.Model, findings: Findings) -> None:
    """Reports state and zones in `requires` and `starts`, also where a called rule uses them."""
    for requirement in model.syntax.requires:
        search = _Search(model, findings, codes.NOT_CONSTANT, _AT_ONCE)
        search.check(requirement.test, "is not known before the game starts", requirement.cites)
        if requirement.why is not None:
            for template in requirement.why.languages.values():
                search.check(template, "is not known before the game starts", requirement.cites)
    for name, definition in model.syntax.starts.items():
        if name in model.zones:
            search = _Search(model, findings, codes.TOO_EARLY, _AT_SET_UP)
            search.check(definition.value, "has no value yet when pieces are laid out", ())


class _Search:
    def __init__(self, model: m.Model, findings: Findings, code: Code, builtins: frozenset[str]) -> None:
        self.model = model
        self.findings = findings
        self.code = code
        self.builtins = builtins

    def check(self, tree: Any, what: str, cites: tuple[str, ...]) -> None:
        for node, name in self._uses(tree):
            self.findings.report(self.code, node.at.place, f"`{name}` {what}", help=self._help(), cites=cites)
        for call in (node for node in walk(tree) if isinstance(node, n.Call)):
            found = self._through(call, set())
            if found is not None:
                node, name = found
                self.findings.report(
                    self.code,
                    call.at.place,
                    f"`{call.name.text}` uses `{name}`, which {what}",
                    help=self._help(),
                    related=[Related(node.at.place, "used here")],
                    cites=cites,
                    names=(name,),
                )

    def _help(self) -> str:
        if self.code is codes.TOO_EARLY:
            return "use the piece, the index, options, `players` and `round_number`"
        return "use options and `size(players)`"

    def _uses(self, tree: Any) -> Iterator[tuple[n.Node, str]]:
        """The names in a tree that cannot be used yet."""
        for node in walk(tree):
            match self.model.typing.bindings.get(node):
                case m.VariableRef(name) | m.ZoneRef(name):
                    yield node, name
                case m.BuiltinRef(name) if name not in self.builtins:
                    yield node, name
                case _:
                    if isinstance(node, n.Call):
                        target = self.model.typing.targets.get(node)
                        if isinstance(target, m.BuiltinTarget) and target.name in _READ_STATE:
                            yield node, target.name

    def _through(self, call: n.Call, seen: set[str]) -> tuple[n.Node, str] | None:
        """The first such use in a called rule, or in what that one calls."""
        target = self.model.typing.targets.get(call)
        if not isinstance(target, m.RuleTarget) or target.id in seen:
            return None
        seen.add(target.id)
        rule = self.model.rules[target.id].rule
        tree = (rule.body, rule.value, *(exception.test for exception in rule.exceptions))
        for found in self._uses(tree):
            return found
        for inner in (node for node in walk(tree) if isinstance(node, n.Call)):
            deeper = self._through(inner, seen)
            if deeper is not None:
                return deeper
        return None
