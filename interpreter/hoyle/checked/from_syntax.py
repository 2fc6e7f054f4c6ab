"""Checks a parsed ruleset: names, types, effects."""

from __future__ import annotations

from hoyle.checked import model as m
from hoyle.checked.assignments import misfit, right_side
from hoyle.checked.before_state import check_early_uses
from hoyle.checked.checker import Checker
from hoyle.checked.consequences import due_to
from hoyle.checked.declarations import Declarations
from hoyle.checked.directions import mark_idle
from hoyle.checked.effects import find_effects
from hoyle.checked.formulas import Formulas
from hoyle.checked.names import declare_local
from hoyle.checked.ranges import check_ends
from hoyle.checked.rules import check_replaced, check_rule, check_text, declare_rule, find_replaced
from hoyle.checked.scope import Scope
from hoyle.checked.shapes import family_of
from hoyle.checked.types import BOOL, INT, PLAYER, Type, fits, list_of, piece
from hoyle.checked.zones import with_names
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Findings
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import walk


def check_ruleset(syntax: s.Ruleset, findings: Findings, shape: m.Shape | None = None) -> m.Model:
    """The checked model of a shape, or of the first; where findings hold errors it must not be lowered."""
    if syntax.lost is None:
        return _check(syntax, findings, shape)
    own = Findings()
    model = _check(syntax, own, shape)
    for finding in own.sorted:
        if not due_to(syntax.lost, finding):
            findings.add(finding)
    return model


def _check(syntax: s.Ruleset, findings: Findings, shape: m.Shape | None) -> m.Model:
    declarations = Declarations(syntax, findings)
    declarations.formulas = Formulas(declarations, shape)
    model = declarations.read()
    model.declarations = declarations
    model.shape = declarations.formulas.shape
    model.family = family_of(syntax, tuple(declarations.formulas.rows))
    checker = Checker.of_ruleset(declarations)
    for rule in syntax.rules.values():
        declare_rule(checker, rule, rule.name)
    find_effects(model)
    replaced = find_replaced(model)
    for info in list(model.rules.values()):
        if info.id not in replaced:
            check_rule(checker, info)
    for id in replaced:
        check_replaced(checker, id)
    _check_state(checker)
    _check_match(checker)
    _check_zones(checker)
    _check_requirements(checker)
    _check_entry(checker)
    check_early_uses(model, findings)
    checker.finish()
    mark_idle(model)
    return model


def _check_state(checker: Checker) -> None:
    for variable in checker.model.variables.values():
        where = checker.within(Scope())
        for index, per in zip(variable.index, variable.per, strict=True):
            if index is not None:
                declare_local(where, index, INT if per.kind == "int" else per)
        for value in (variable.first, variable.later):
            # What is set to a type that there is not can't be told.
            if value is not None and variable.type.kind != "any":
                found = right_side(where, value, variable.type)
                if not fits(found, variable.type):
                    misfit(where, value, found, variable.type, variable.name)
                check_ends(where, value, variable.ends, variable.name, variable.place)


def _check_match(checker: Checker) -> None:
    syntax = checker.model.syntax
    for value, type_ in ((syntax.rounds, INT), (syntax.ends, BOOL)):
        if value is not None:
            checker.within(Scope()).expect(value, type_, "here")
    _check_definition(checker, syntax.score, [PLAYER], INT)
    _check_definition(checker, syntax.match.won, [PLAYER], BOOL)
    _check_definition(checker, syntax.match.ties, [PLAYER], INT, or_list=True)
    _check_definition(checker, syntax.active, [PLAYER], BOOL)


def _check_zones(checker: Checker) -> None:
    syntax = checker.model.syntax
    for name, definition in syntax.starts.items():
        zone = checker.model.zones.get(name)
        if zone is not None:
            indices = [INT if per.kind == "int" else per for per in zone.per]
            _check_definition(checker, definition, [*indices, piece(zone.component)], BOOL)
    for value in syntax.refill_when.values():
        checker.within(Scope()).condition(value)


def _check_requirements(checker: Checker) -> None:
    for requirement in checker.model.syntax.requires:
        where = checker.within(Scope(cites=requirement.cites))
        where.condition(requirement.test)
        check_text(where, requirement.why)


def _check_definition(
    checker: Checker,
    definition: s.Definition | None,
    wanted: list[Type],
    result: Type,
    or_list: bool = False,
) -> None:
    if definition is None:
        return
    if not definition.parameters and wanted == [PLAYER]:
        _report_for_nobody(checker, definition)
        return
    where = checker.within(Scope(definition.name))
    if not definition.parameters and wanted:
        shown = ", ".join(with_names(wanted, definition.value.at.text))
        checker.findings.report(
            codes.BAD_PARAMETERS,
            definition.key.place,
            f"`{definition.name}` is asked about one {wanted[0]} after the other",
            help=f"write `{definition.name}({shown}): …`",
            names=(definition.name,),
        )
        return
    types = [checker.declarations.type_of(parameter.type) for parameter in definition.parameters]
    if len(types) != len(wanted) or any(
        a != b and "any" not in (a.kind, b.kind) for a, b in zip(types, wanted, strict=True)
    ):
        shown = ", ".join(with_names(wanted, definition.value.at.text))
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
    what = "here"
    if or_list:
        what = "to break ties, or a list of them"
        result = list_of(result) if where.expr(definition.value, result).kind == "list" else result
    where.expect(definition.value, result, what)


def _report_for_nobody(checker: Checker, definition: s.Definition) -> None:
    """Reports a definition that forgets the player whom it is about, with how it may have been meant."""
    value, written = definition.value, "…"
    if isinstance(value, n.Name):
        variable, rule = checker.model.variables.get(value.text), checker.model.rules.get(value.text)
        if value.text == "score" or (variable is not None and variable.per == (PLAYER,)):
            written = f"{value.text}[p]"
        elif rule is not None and [type_ for _, type_ in rule.parameters] == [PLAYER]:
            written = f"{value.text}(p)"
    elif any(isinstance(node, n.Name) and node.text == "p" for node in walk(value)):
        written = " ".join(value.at.text.split())
    checker.findings.report(
        codes.BAD_PARAMETERS,
        definition.key.place,
        f"`{definition.name}` is said of each player, so it needs a name for the player",
        help=f"write `{definition.name}(player p): {written}`",
        names=(definition.name,),
    )


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
