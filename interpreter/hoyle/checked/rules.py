"""Checks one rule as a whole: its parameters, its body or value, what it returns."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION
from hoyle.checked.names import UnknownNames, declare_local
from hoyle.checked.scope import Scope
from hoyle.checked.types import ANY, BOOL, NOTHING, Type
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Diagnostic, Findings, Related
from hoyle.syntax import nodes as n
from hoyle.syntax import ruleset as s
from hoyle.syntax.walk import decisions_in, rule_trees, walk

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def declare_rule(checker: Checker, rule: s.Rule, id: str) -> m.RuleInfo:
    """Notes a rule with the types of its parameters, and what it replaces below it."""
    rule = _straightened(checker, rule)
    names: list[tuple[str, Type]] = []
    ends: dict[str, m.Ends] = {}
    for parameter in rule.parameters:
        type_ = checker.declarations.type_of(parameter.type)
        checker.typing.types[parameter] = type_
        names.append((parameter.name.text, type_))
        if (found := checker.declarations.ends_of(parameter.type)) is not None:
            ends[parameter.name.text] = found
    info = m.RuleInfo(id, rule, tuple(names), ends)
    if id == rule.name and (rule.name in FUNCTION or rule.name == "base"):
        checker.findings.report(
            codes.RESERVED,
            rule.key.place,
            f"`{rule.name}` is a built-in function",
            help="choose another name",
        )
    checker.model.rules[id] = info
    if rule.base is not None:
        info.base = declare_rule(checker, rule.base, f"{id}.base")
    return info


def _straightened(checker: Checker, rule: s.Rule) -> s.Rule:
    """The rule with parameters as they are meant, where the name was written before the type."""
    parameters = []
    for parameter in rule.parameters:
        type_, name = parameter.type, parameter.name
        declarations = checker.declarations
        swapped = isinstance(type_, n.NamedType) and declarations.named_type(type_.name) is None
        if isinstance(type_, n.NamedType) and swapped and declarations.named_type(name.text) is not None:
            checker.findings.add(
                Diagnostic(
                    codes.UNKNOWN_TYPE,
                    f"there is no type `{type_.name}`",
                    type_.at.place,
                    help=f"the type comes first: `{name.text} {type_.name}`",
                    alike=(rule.key.place, "swapped"),
                )
            )
            meant, called = n.NamedType(name.at, name.text), n.Ident(type_.at, type_.name)
            parameters.append(n.Parameter(parameter.at, meant, called))
        else:
            parameters.append(parameter)
    return replace(rule, parameters=tuple(parameters)) if tuple(parameters) != rule.parameters else rule


def callee(checker: Checker, name: str) -> m.RuleInfo | None:
    """The rule that a name calls; `base` is what the current rule replaces."""
    if name == "base":
        current = checker.model.rules.get(checker.scope.rule or "")
        return current.base if current is not None else None
    return checker.model.rules.get(name)


def result_of(checker: Checker, info: m.RuleInfo, node: n.Call) -> Type:
    """What a rule returns, checking the rule first where that is not known yet."""
    if info.result is None:
        if info.id in checker.in_progress:
            if info.rule.value is not None:
                return checker.report(
                    codes.RECURSIVE,
                    node,
                    f"`{info.rule.name}` needs its own value to find out what it is",
                    help="a rule that calls itself is written as `do`, with `return` for each of its values",
                    names=(info.rule.name,),
                )
            return _declared_result(info)
        check_rule(checker, info)
    return info.result if info.result is not None else ANY


def _declared_result(info: m.RuleInfo) -> Type:
    """The result of a procedure that calls itself: nothing, if it has no `return` with a value."""
    returns = [node for node in walk(info.rule.body) if isinstance(node, n.Return) and node.value is not None]
    return ANY if returns else NOTHING


def check_rule(outer: Checker, info: m.RuleInfo) -> None:
    """Checks a rule in a scope of its own, unless that is done or under way."""
    if info.result is not None or info.id in outer.in_progress:
        return
    outer.in_progress.add(info.id)
    rule = info.rule
    checker = outer.within(Scope(info.id, rule.cites))
    for parameter, (_, type_) in zip(rule.parameters, info.parameters, strict=True):
        declare_local(checker, parameter.name, type_)
    for exception in rule.exceptions if rule.value is None else ():
        checker.findings.report(
            codes.EXCEPTION_TO_NOTHING,
            exception.key.place,
            f"`{rule.name}` is no condition, so `unless` has nothing to make an exception from",
            help="exceptions belong to a rule with `is`; in a `do`, write an `if`",
            cites=rule.cites,
            names=(rule.name,),
        )
    if rule.body is not None:
        info.result = _body(checker, rule, rule.body)
    elif rule.value is not None:
        info.result = _value(checker, rule, rule.value)
    elif rule.choices is not None:
        info.goes_on = checker.offered(rule.choices)
        info.result = checker.scope.result or NOTHING
        _no_decision_in(checker, rule, rule.choices)
    else:
        info.result = ANY
    written = checker.model.syntax.names.rules.get(rule.name, frozenset()) & {"do", "is", "choices"}
    if "choices" in written and len(written) > 1:
        others = " and ".join(f"`{key}`" for key in sorted(written - {"choices"}))
        checker.findings.report(
            codes.NOT_SHARED,
            rule.key.place,
            f"`{rule.name}` has `choices` and {others}",
            help="make them two rules: one that lends alternatives, and one that does something",
            cites=rule.cites,
            names=(rule.name,),
        )
    check_text(checker, rule.why)
    outer.in_progress.discard(info.id)


def find_replaced(model: m.Model) -> list[str]:
    """Rules of a base that a variant has replaced and does not call by `base(…)`, the lowest last."""
    found: list[str] = []
    for info in model.rules.values():
        calls = (node for node in walk(rule_trees(info.rule)) if isinstance(node, n.Call))
        reached = info.id not in found and any(call.name.text == "base" for call in calls)
        if info.base is not None and not reached:
            found.append(info.base.id)
    return found


def check_replaced(outer: Checker, id: str) -> None:
    """Checks a rule that nothing calls any more: if it needs what the variant took away, it is gone, too."""
    if id not in outer.model.rules:
        return
    checker = replace(outer, findings=Findings(), unknown=UnknownNames(), supposed=[])
    check_rule(checker, outer.model.rules[id])
    checker.finish()
    if checker.findings.has_errors:
        outer.model.rules[id.removesuffix(".base")].base = None
        for gone in [other for other in outer.model.rules if f"{other}.".startswith(f"{id}.")]:
            del outer.model.rules[gone]


def _body(checker: Checker, rule: s.Rule, body: n.Block) -> Type:
    reachable = checker.block(body)
    result = checker.scope.result or NOTHING
    if result != NOTHING and reachable:
        checker.findings.report(
            codes.MISSING_RETURN,
            rule.key.place,
            f"`{rule.name}` returns a value, but not on every way",
            help="end it with a `return`",
            cites=rule.cites,
            names=(rule.name,),
        )
    empty = [node for node in walk(body) if isinstance(node, n.Return) and node.value is None]
    for node in empty if result != NOTHING else ():
        checker.report(
            codes.MISSING_RETURN,
            node,
            f"`{rule.name}` returns a value, but not here",
            help="say which: `return …`",
            names=(rule.name,),
        )
    found = decisions_in(body)
    for extra in found[1:]:
        checker.findings.report(
            codes.ONE_DECISION,
            extra.at.place,
            f"a second decision in `{rule.name}`",
            help="put it into a rule of its own: a decision is called after its rule",
            related=[Related(found[0].at.place, "the first one is here")],
            cites=rule.cites,
            names=(rule.name,),
        )
    return result


def _no_decision_in(checker: Checker, rule: s.Rule, choices: tuple[n.Offered, ...]) -> None:
    for extra in (node for node in walk(choices) if isinstance(node, n.Decision)):
        checker.findings.report(
            codes.ONE_DECISION,
            extra.at.place,
            f"a decision inside the alternatives that `{rule.name}` lends",
            help="put it into a rule of its own: a decision is called after its rule",
            cites=rule.cites,
            names=(rule.name,),
        )


def _value(checker: Checker, rule: s.Rule, value: n.Expr) -> Type:
    result = checker.expr(value)
    if rule.exceptions:
        checker.condition_type(value, result)
        result = BOOL
    for exception in rule.exceptions:
        checker.condition(exception.test)
    return ANY if result == NOTHING else result


def check_text(checker: Checker, text: s.Text | None) -> None:
    """Checks the `{…}` of a text for people, in all its languages."""
    for template in text.languages.values() if text is not None else ():
        checker.template(template)
