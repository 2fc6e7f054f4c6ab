"""Finds what is declared and never used; in a variant only what the variant itself declares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from hoyle.checked import model as m
from hoyle.diagnostics.catalogue import lint as codes
from hoyle.diagnostics.model import Code, Findings, Place
from hoyle.diagnostics.suggest import nearest
from hoyle.document.nodes import Scalar
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.keys import KEYS
from hoyle.syntax.walk import other_trees, rule_trees, walk

# Where code stands that nobody calls, by its name: `score` under `match`.
_SECTIONS = {key.name: key.path[0] for key in KEYS if len(key.path) == 2 and "*" not in key.path}


def check_unused(model: m.Model, findings: Findings) -> None:
    """Reports unused rules, zones, options, variables, attributes, columns, parameters and locals."""
    _Unused(model, findings).check()


class _Unused:
    def __init__(self, model: m.Model, findings: Findings) -> None:
        self.model = model
        self.findings = findings
        self.own = model.syntax.document.files[0]
        # What an unused rule reads counts as read: the rule is the one finding.
        self.trees = (*other_trees(model.syntax), *(rule_trees(info.rule) for info in model.rules.values()))
        self.read = {
            binding for binding in _read_by(model, self.trees) if not isinstance(binding, m.LocalRef)
        }

    def check(self) -> None:
        self._rules()
        self._zones()
        self._options()
        self._variables()
        self._attributes()
        self._ties()
        for info in self.model.rules.values():
            source = info.rule.source
            if source is not None and source.place.file is self.own:
                self._locals(info)

    def report(
        self,
        code: Code,
        place: Place | None,
        message: str,
        help: str,
        near: tuple[str, Iterable[str]] = ("", ()),
        cites: tuple[str, ...] = (),
    ) -> None:
        """Reports what this file declares; `near` is a name and those that it may be a slip for."""
        if place is None or place.file is not self.own:
            return
        name, others = near
        meant = nearest(name, (other for other in others if other != name), 0.85)
        if meant is not None:
            help = f"was `{meant}` meant? otherwise {help}"
        self.findings.report(code, place, message, help=help, cites=cites)

    # -------------------------------------------------------------- declarations
    def _rules(self) -> None:
        rules = self.model.rules
        reached: set[str] = set()
        waiting = {"round"} & rules.keys() | _called_by(self.model, other_trees(self.model.syntax))
        while waiting:
            id = waiting.pop()
            reached.add(id)
            waiting |= _called_by(self.model, rule_trees(rules[id].rule)) - reached
        others = [other for other in rules if "." not in other]
        for id in self._roots([id for id in rules if id not in reached and id == rules[id].rule.name]):
            rule = rules[id].rule
            message = f"the rule `{id}` is never called"
            section = _SECTIONS.get(id)
            help = (
                f"`{id}` counts under `{section}:`; put it there, or call it"
                if section
                else "call it, or remove it"
            )
            self.report(codes.UNUSED_RULE, rule.key.place, message, help, (id, others), rule.cites)

    def _roots(self, unused: list[str]) -> list[str]:
        """Those that no other unused rule calls; of rules that call each other in a ring, the first."""
        calls = {id: _called_by(self.model, rule_trees(self.model.rules[id].rule)) - {id} for id in unused}
        called = {other for others in calls.values() for other in others}
        roots = [id for id in unused if id not in called]
        covered: set[str] = set()
        for id in [*roots, *unused]:
            if id in covered:
                continue
            if id not in roots:
                roots.append(id)
            waiting = {id}
            while waiting:
                covered.add(one := waiting.pop())
                waiting |= calls.get(one, set()) - covered
        return roots

    def _zones(self) -> None:
        zones = self.model.zones
        used = {binding.name for binding in self.read if isinstance(binding, m.ZoneRef)}
        used |= {zone.refill.source for zone in zones.values() if zone.refill is not None}
        for name, zone in zones.items():
            # Where pieces start there must be a zone, even if they stay in it for ever.
            if name not in used and zone.starts == "none":
                message = f"nothing is ever moved to or from the zone `{name}`"
                self.report(codes.UNUSED_ZONE, zone.place, message, "use it, or remove it", (name, zones))

    def _options(self) -> None:
        for name, option in self.model.options.items():
            if m.OptionRef(name) not in self.read:
                self.report(
                    codes.UNUSED_OPTION,
                    option.place,
                    f"the option `{name}` changes nothing",
                    "use it in a rule, or remove it",
                    (name, self.model.options),
                    option.cites,
                )

    def _variables(self) -> None:
        nodes = list(walk(self.trees))
        targets = {node.target.text for node in nodes if isinstance(node, n.Assign)}
        targets |= {node.memory.text for node in nodes if isinstance(node, n.Remember | n.Forget)}
        remembered = {name for one in self.model.variables.values() for name in one.remembers}
        for name, variable in self.model.variables.items():
            if m.VariableRef(name) not in self.read and name not in remembered:
                what = "is set, but nothing depends on it" if name in targets else "is never used"
                self.report(
                    codes.UNUSED_VARIABLE,
                    variable.place,
                    f"the state variable `{name}` {what}",
                    "use it, or remove it",
                    (name, self.model.variables),
                )

    # -------------------------------------------------------------- attributes and columns
    def _attributes(self) -> None:
        used, alike = self._attributes_read()
        syntax = self.model.syntax
        for name, component in syntax.components.items():
            if name in alike:
                continue
            shown = {part.text for part in component.label.parts if isinstance(part, n.Name)}
            for attribute in component.attributes:
                if attribute.key.text not in shown:
                    self._attribute(name, attribute.key, used)
        for name, declared in syntax.types.items():
            for column in (declared.columns or ()) if isinstance(declared, s.EnumDeclaration) else ():
                self._attribute(name, column.key, used)
        for board in syntax.boards.values():
            if board.nodes is not None:
                for node_attribute in board.attributes:
                    self._attribute(board.nodes.text, node_attribute.key, used)

    def _attributes_read(self) -> tuple[set[tuple[str, str]], set[str]]:
        """The attributes read, by type and name, and the components whose pieces are compared by looks."""
        types = self.model.typing.types
        used, alike = set(), set()
        for node in walk(self.trees):
            if isinstance(node, n.Attribute) and node.of in types:
                used.add((types[node.of].name, node.name.text))
            elif isinstance(node, n.Like) and node.left in types:
                alike.add(types[node.left].name)
        return used, alike

    def _attribute(self, owner: str, key: Scalar, used: set[tuple[str, str]]) -> None:
        name = key.text
        if (owner, name) not in used:
            message = f"no rule looks at `{name}` of `{owner}`, and no label shows it"
            self.report(codes.UNUSED_ATTRIBUTE, key.place, message, "use it, or remove it")

    # -------------------------------------------------------------- parameters and locals
    def _ties(self) -> None:
        """What is the same for all players breaks no tie."""
        ties = self.model.syntax.match.ties
        if ties is None or not ties.parameters:
            return
        name = ties.parameters[0].name
        read = {
            binding.name for binding in _read_by(self.model, ties.value) if isinstance(binding, m.LocalRef)
        }
        if self.model.typing.locals.get(name) not in read:
            message = f"`ties` never looks at `{name.text}`, so it is the same for all and tells nobody apart"
            self.report(codes.UNUSED_PARAMETER, name.at.place, message, "use it, or remove `ties`")

    def _locals(self, info: m.RuleInfo) -> None:
        model, rule = self.model, info.rule
        tree = rule_trees(rule)
        read = {binding.name for binding in _read_by(model, tree) if isinstance(binding, m.LocalRef)}
        for parameter in rule.parameters:
            name = parameter.name
            if model.typing.locals.get(name) not in read and not name.text.startswith("_"):
                message = f"`{rule.name}` never uses its parameter `{name.text}`"
                help = f"use it, remove it, or call it `_{name.text}`"
                self.report(codes.UNUSED_PARAMETER, name.at.place, message, help, cites=rule.cites)
        for name, what in _declared(tree):
            if model.typing.locals.get(name) not in read and not name.text.startswith("_"):
                message = f"{what} `{name.text}` is never used"
                help = f"use it, remove it, or call it `_{name.text}`"
                self.report(codes.UNUSED_LOCAL, name.at.place, message, help, cites=rule.cites)


def _declared(tree: Any) -> Iterator[tuple[n.Ident, str]]:
    """The locals that a tree declares, each with what it is."""
    for node in walk(tree):
        match node:
            case n.Let():
                yield node.name, "the local"
            case n.ForEach() | n.Spread() | n.Quantifier() | n.Total() | n.Extreme() | n.Each():
                yield node.name, "the variable"
            case n.PickOne() | n.PickSome():
                yield node.name, "the pick"
            case n.Rider():
                yield node.name, "the rider"
            case _:
                pass


def _read_by(model: m.Model, tree: Any) -> Iterator[m.Binding]:
    """What the names in a tree stand for; what is only set is not read."""
    for node in walk(tree):
        binding = model.typing.bindings.get(node)
        if binding is not None and not isinstance(node, n.Ident):
            yield binding


def _called_by(model: m.Model, tree: Any) -> set[str]:
    """The rules that a tree calls."""
    targets = (model.typing.targets.get(node) for node in walk(tree) if isinstance(node, n.Call))
    return {target.id for target in targets if isinstance(target, m.RuleTarget)}
