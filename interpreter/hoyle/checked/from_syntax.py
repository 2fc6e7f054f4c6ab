"""Checks a parsed ruleset: names, types, effects."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.before_state import check_early_uses
from hoyle.checked.builtins import FUNCTION
from hoyle.checked.consequences import due_to
from hoyle.checked.declarations import Declarations
from hoyle.checked.effects import find_effects
from hoyle.checked.expectations import Expectations
from hoyle.checked.expressions import Expressions
from hoyle.checked.scope import Scope
from hoyle.checked.statements import Statements
from hoyle.checked.types import ANY, BOOL, INT, NOTHING, PLAYER, Type, fits, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings, Related
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import decisions_in, walk


def check_ruleset(syntax: s.Ruleset, findings: Findings) -> m.Model:
    """The checked model; where findings hold errors it must not be lowered."""
    if syntax.lost is None:
        return Checker(syntax, findings).check()
    own = Findings()
    model = Checker(syntax, own).check()
    for finding in own.sorted:
        if not due_to(syntax.lost, finding):
            findings.add(finding)
    return model


class Checker:
    """Holds what the checks of single rules share."""

    def __init__(self, syntax: s.Ruleset, findings: Findings) -> None:
        self.syntax = syntax
        self.findings = findings
        self.declarations = Declarations(syntax, findings)
        self.model = self.declarations.model
        self.switched_off = syntax.names.switched_off
        self._in_progress: set[str] = set()

    def check(self) -> m.Model:
        self.declarations.read()
        for rule in self.syntax.rules.values():
            self._declare_rule(rule, rule.name)
        find_effects(self.model)
        for info in list(self.model.rules.values()):
            self._check_rule(info)
        self._check_expressions()
        self._check_entry()
        check_early_uses(self.model, self.findings)
        self.declarations.unknown.report(self.findings)
        return self.model

    # -------------------------------------------------------------- rules
    def _declare_rule(self, rule: s.Rule, id: str) -> m.RuleInfo:
        names: list[tuple[str, Type]] = []
        for parameter in rule.parameters:
            type_ = self.declarations.type_of(parameter.type)
            self.model.typing.types[parameter] = type_
            names.append((parameter.name.text, type_))
        info = m.RuleInfo(id, rule, tuple(names))
        if id == rule.name and (rule.name in FUNCTION or rule.name == "base"):
            self.findings.report(
                codes.RESERVED,
                rule.key.place,
                f"`{rule.name}` is a built-in function",
                help="choose another name",
            )
        self.model.rules[id] = info
        if rule.base is not None:
            info.base = self._declare_rule(rule.base, f"{id}.base")
        return info

    def callee(self, scope: Scope, name: str) -> m.RuleInfo | None:
        if name == "base":
            current = self.model.rules.get(scope.rule or "")
            return current.base if current is not None else None
        return self.model.rules.get(name)

    def result_of(self, info: m.RuleInfo, node: n.Call, asker: Expectations) -> Type:
        """What a rule returns, checking the rule first where that is not known yet."""
        if info.result is None:
            if info.id in self._in_progress:
                if info.rule.value is not None:
                    return asker.report(
                        codes.RECURSIVE,
                        node,
                        f"`{info.rule.name}` needs its own value to find out what it is",
                    )
                return self._declared_result(info)
            self._check_rule(info)
        return info.result if info.result is not None else ANY

    def _declared_result(self, info: m.RuleInfo) -> Type:
        """The result of a procedure that calls itself: nothing, if it has no `return` with a value."""
        returns = [
            node for node in walk(info.rule.body) if isinstance(node, n.Return) and node.value is not None
        ]
        return ANY if returns else NOTHING

    def _check_rule(self, info: m.RuleInfo) -> None:
        if info.result is not None or info.id in self._in_progress:
            return
        self._in_progress.add(info.id)
        rule = info.rule
        scope = Scope(info.id, rule.cites)
        statements = Statements(self, scope)
        for parameter, (_, type_) in zip(rule.parameters, info.parameters, strict=True):
            statements.declare_local(parameter.name, type_)
        for exception in rule.exceptions if rule.value is None else ():
            self.findings.report(
                codes.EXCEPTION_TO_NOTHING,
                exception.key.place,
                f"`{rule.name}` is no condition, so `unless` has nothing to make an exception from",
                help="exceptions belong to a rule with `is`; in a `do`, write an `if`",
                cites=rule.cites,
            )
        if rule.body is not None:
            reachable = statements.block(rule.body)
            info.result = statements.result or NOTHING
            if info.result != NOTHING and reachable:
                self.findings.report(
                    codes.MISSING_RETURN,
                    rule.key.place,
                    f"`{rule.name}` returns a value, but not on every way",
                    help="end it with a `return`",
                    cites=rule.cites,
                )
            self._one_decision(info)
        elif rule.value is not None:
            info.result = statements.expr(rule.value)
            if rule.exceptions:
                statements.condition_type(rule.value, info.result)
                info.result = BOOL
            for exception in rule.exceptions:
                statements.condition(exception.test)
            if info.result == NOTHING:
                info.result = ANY
        else:
            info.result = ANY
        for template in rule.why.languages.values() if rule.why is not None else ():
            for part in template:
                if not isinstance(part, str):
                    statements.expr(part)
        self._in_progress.discard(info.id)

    def _one_decision(self, info: m.RuleInfo) -> None:
        found = decisions_in(info.rule.body or ())
        for extra in found[1:]:
            self.findings.report(
                codes.ONE_DECISION,
                extra.at.place,
                f"a second decision in `{info.rule.name}`",
                help="put it into a rule of its own: a decision is called after its rule",
                related=[Related(found[0].at.place, "the first one is here")],
                cites=info.rule.cites,
            )

    # -------------------------------------------------------------- everything else
    def _check_expressions(self) -> None:
        syntax, model = self.syntax, self.model
        for variable in model.variables.values():
            where = Statements(self, Scope())
            if variable.index is not None and variable.per is not None:
                where.declare_local(variable.index, INT if variable.per.kind == "int" else variable.per)
            for value in (variable.first, variable.later):
                if value is not None:
                    found = where.right_side(value, variable.type)
                    if not fits(found, variable.type):
                        where.misfit(value, found, variable.type, variable.name)
        for value, type_ in ((syntax.rounds, INT), (syntax.ends, BOOL)):
            if value is not None:
                Expressions(self, Scope()).expect(value, type_, "here")
        self._definition(syntax.score, [PLAYER], INT)
        self._definition(syntax.active, [PLAYER], BOOL)
        for name, definition in syntax.starts.items():
            zone = model.zones.get(name)
            if zone is not None:
                index = [] if zone.per is None else [zone.per]
                self._definition(definition, [*index, piece(zone.component)], BOOL)
        for value in syntax.refill_when.values():
            Expressions(self, Scope()).condition(value)
        for requirement in syntax.requires:
            where_ = Expressions(self, Scope(cites=requirement.cites))
            where_.condition(requirement.test)
            for template in requirement.why.languages.values() if requirement.why is not None else ():
                for part in template:
                    if not isinstance(part, str):
                        where_.expr(part)

    def _definition(self, definition: s.Definition | None, wanted: list[Type], result: Type) -> None:
        if definition is None:
            return
        where = Statements(self, Scope(definition.name))
        types = [self.declarations.type_of(parameter.type) for parameter in definition.parameters]
        if len(types) != len(wanted) or any(
            a != b and "any" not in (a.kind, b.kind) for a, b in zip(types, wanted, strict=True)
        ):
            shown = ", ".join(f"{type_} …" for type_ in wanted)
            self.findings.report(
                codes.BAD_PARAMETERS,
                definition.key.place,
                f"`{definition.name}` takes other parameters",
                help=f"write `{definition.name}({shown}): …`",
            )
        for parameter, type_ in zip(definition.parameters, types, strict=True):
            self.model.typing.types[parameter] = type_
            where.declare_local(parameter.name, type_)
        where.expect(definition.value, result, "here")

    def _check_entry(self) -> None:
        entry = self.model.rules.get("round")
        if entry is None:
            self.findings.report(
                codes.NO_ROUND,
                self.syntax.names.home,
                "no rule is called `round`",
                help="add one: it plays one round of the game",
            )
        elif entry.rule.parameters or (
            entry.rule.body is None and "do" not in self.syntax.names.rules["round"]
        ):
            self.findings.report(
                codes.ROUND_PARAMETERS,
                entry.rule.key.place,
                "`round` takes no parameters and has a `do`",
                help="write `round:` with `do: |`",
            )
