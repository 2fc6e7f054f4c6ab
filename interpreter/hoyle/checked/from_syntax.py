"""Checks a parsed ruleset: names, types, effects."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.assignments import misfit, right_side
from hoyle.checked.before_state import check_early_uses
from hoyle.checked.checker import Checker
from hoyle.checked.consequences import due_to
from hoyle.checked.declarations import Declarations
from hoyle.checked.effects import find_effects
from hoyle.checked.names import declare_local
from hoyle.checked.rules import check_rule, check_text, declare_rule
from hoyle.checked.scope import Scope
from hoyle.checked.types import BOOL, INT, PLAYER, Type, fits, piece
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings
from hoyle.syntax import ruleset as s


def check_ruleset(syntax: s.Ruleset, findings: Findings) -> m.Model:
    """The checked model; where findings hold errors it must not be lowered."""
    if syntax.lost is None:
        return _check(syntax, findings)
    own = Findings()
    model = _check(syntax, own)
    for finding in own.sorted:
        if not due_to(syntax.lost, finding):
            findings.add(finding)
    return model


def _check(syntax: s.Ruleset, findings: Findings) -> m.Model:
    declarations = Declarations(syntax, findings)
    model = declarations.read()
    model.declarations = declarations
    checker = Checker.of_ruleset(declarations)
    for rule in syntax.rules.values():
        declare_rule(checker, rule, rule.name)
    find_effects(model)
    for info in list(model.rules.values()):
        check_rule(checker, info)
    _check_state(checker)
    _check_match(checker)
    _check_zones(checker)
    _check_requirements(checker)
    _check_entry(checker)
    check_early_uses(model, findings)
    checker.finish()
    return model


def _check_state(checker: Checker) -> None:
    for variable in checker.model.variables.values():
        where = checker.within(Scope())
        if variable.index is not None and variable.per is not None:
            declare_local(where, variable.index, INT if variable.per.kind == "int" else variable.per)
        for value in (variable.first, variable.later):
            if value is not None:
                found = right_side(where, value, variable.type)
                if not fits(found, variable.type):
                    misfit(where, value, found, variable.type, variable.name)


def _check_match(checker: Checker) -> None:
    syntax = checker.model.syntax
    for value, type_ in ((syntax.rounds, INT), (syntax.ends, BOOL)):
        if value is not None:
            checker.within(Scope()).expect(value, type_, "here")
    _check_definition(checker, syntax.score, [PLAYER], INT)
    _check_definition(checker, syntax.active, [PLAYER], BOOL)


def _check_zones(checker: Checker) -> None:
    syntax = checker.model.syntax
    for name, definition in syntax.starts.items():
        zone = checker.model.zones.get(name)
        if zone is not None:
            index = [] if zone.per is None else [zone.per]
            _check_definition(checker, definition, [*index, piece(zone.component)], BOOL)
    for value in syntax.refill_when.values():
        checker.within(Scope()).condition(value)


def _check_requirements(checker: Checker) -> None:
    for requirement in checker.model.syntax.requires:
        where = checker.within(Scope(cites=requirement.cites))
        where.condition(requirement.test)
        check_text(where, requirement.why)


def _check_definition(
    checker: Checker, definition: s.Definition | None, wanted: list[Type], result: Type
) -> None:
    if definition is None:
        return
    where = checker.within(Scope(definition.name))
    types = [checker.declarations.type_of(parameter.type) for parameter in definition.parameters]
    if len(types) != len(wanted) or any(
        a != b and "any" not in (a.kind, b.kind) for a, b in zip(types, wanted, strict=True)
    ):
        shown = ", ".join(f"{type_} …" for type_ in wanted)
        checker.findings.report(
            codes.BAD_PARAMETERS,
            definition.key.place,
            f"`{definition.name}` takes other parameters",
            help=f"write `{definition.name}({shown}): …`",
            names=(definition.name,),
        )
    for parameter, type_ in zip(definition.parameters, types, strict=True):
        checker.typing.types[parameter] = type_
        declare_local(where, parameter.name, type_)
    where.expect(definition.value, result, "here")


def _check_entry(checker: Checker) -> None:
    """A ruleset begins with its rule `round`."""
    names = checker.model.syntax.names
    entry = checker.model.rules.get("round")
    if entry is None:
        checker.findings.report(
            codes.NO_ROUND,
            names.home,
            "no rule is called `round`",
            help="add one: it plays one round of the game",
            names=("round",),
        )
    elif entry.rule.parameters or (entry.rule.body is None and "do" not in names.rules["round"]):
        checker.findings.report(
            codes.ROUND_PARAMETERS,
            entry.rule.key.place,
            "`round` takes no parameters and has a `do`",
            help="write `round:` with `do: |`",
            names=("round", "do"),
        )
