"""Right-hand sides, and what may be set to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hoyle.checked import habits
from hoyle.checked import model as m
from hoyle.checked.builtins import VALUE
from hoyle.checked.calls import call_type
from hoyle.checked.names import chained, needs_index, per_builtin, right_number
from hoyle.checked.operators import conditional
from hoyle.checked.ranges import check_ends
from hoyle.checked.types import (
    ANY,
    INT,
    MEMORY,
    PLAYER,
    Type,
    builtin_type,
    described,
    fits,
    joined,
    list_of,
    per_words,
    piece,
)
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker
    from hoyle.checked.scope import Local


def called(checker: Checker, node: n.Call) -> m.RuleInfo | None:
    """The rule that a statement or a right-hand side calls, with what its effects mean here."""
    target = checker.typing.targets.get(node)
    if not isinstance(target, m.RuleTarget):
        return None
    info = checker.model.rules[target.id]
    if checker.scope.inside_simultaneous and info.asks:
        checker.report(
            codes.ASKS_INSIDE,
            node,
            f"`{info.rule.name}` asks somebody something",
            help="all choose unseen first: call it after the whole statement",
            related=[Related(info.rule.key.place, "defined here")],
            names=(info.rule.name,),
        )
    if info.changes:
        checker.scope.forget()
    return info


def check_draw(checker: Checker, node: n.Draw) -> Type:
    """Checks a draw; what it brings is a list of pieces."""
    checker.expect(node.count, INT, "after `draw`")
    source = checker.zone(node.zone)
    same_component(checker, source, node.to)
    checker.scope.forget()
    found = list_of(piece(source.name) if source.kind == "zone" else ANY)
    checker.typing.types[node] = found
    return found


def same_component(checker: Checker, source: Type, to: n.PlaceTo) -> None:
    target = checker.zone(to.zone)
    if source.kind == "zone" and target.kind == "zone" and source.name != target.name:
        checker.report(
            codes.WRONG_TYPE,
            to,
            f"`{to.zone.at.text}` holds pieces of `{target.name}`, not of `{source.name}`",
            names=(target.name, source.name),
        )


def right_side(checker: Checker, node: n.RightSide, want: Type | None = None) -> Type:
    """A right-hand side may be an effectful call, `random` or a draw; in an if-then-else not a draw."""
    match node:
        case n.Draw():
            return check_draw(checker, node)
        case n.Call():
            found = call_type(checker, node, want, statement=True)
            checker.typing.types[node] = found
            called(checker, node)
            if found.kind == "nothing":
                return checker.no_result(node)
            return found
        case n.Conditional():
            found = conditional(checker, node, want, partial(right_side, checker))
            checker.typing.types[node] = found
            return found
        case _:
            return checker.expr(node, want)


def assign(checker: Checker, node: n.Assign) -> None:
    name = node.target.text
    local = checker.scope.locals.get(name)
    type_: Type
    if local is not None:
        checker.typing.locals[node.target] = local.unique
        checker.typing.bindings[node.target] = m.LocalRef(local.unique)
        type_ = local.type
        if node.index is not None:
            type_ = _item(checker, node, type_, (*node.indices, *_given(node.item)))
    else:
        type_ = _state_target(checker, node, name)
    checker.typing.types[node.target] = type_
    found = right_side(checker, node.value, type_)
    if node.op != "=":
        _change(checker, node, found, type_)
    elif not fits(found, type_):
        misfit(checker, node.value, found, type_, name)
    else:
        _check_ends(checker, node)
    if local is not None and node.index is None:
        _learn(checker, local, found)
    checker.scope.forget(name)
    if (
        node.op == "="
        and type_.kind == "maybe"
        and found.kind not in ("maybe", "none", "any")
        and node.index is None
    ):
        checker.scope.known |= {name}


def _learn(checker: Checker, local: Local, found: Type) -> None:
    """A list that began empty holds what it is set to or lengthened by."""
    together = joined(local.type, found)
    if together is None or local.type.kind != "list" or together == local.type:
        return
    if fits(together, local.type):
        checker.scope.learn(local.name.text, together)
        checker.typing.types[local.name] = together


def _check_ends(checker: Checker, node: n.Assign) -> None:
    """A range that what is set was declared with: a variable, or a parameter of the rule."""
    name = node.target.text
    local, rule = checker.scope.locals.get(name), checker.model.rules.get(checker.scope.rule or "")
    if local is not None:
        declared = (
            next((one for one in rule.rule.parameters if one.name is local.name), None) if rule else None
        )
        if rule is not None and declared is not None:
            check_ends(checker, node.value, rule.ends.get(name), name, declared.at.place)
    elif (variable := checker.model.variables.get(name)) is not None:
        check_ends(checker, node.value, variable.ends, name, variable.place)


def _change(checker: Checker, node: n.Assign, found: Type, type_: Type) -> None:
    """`+=` and `-=` change a number, or lengthen and shorten a list by another."""
    if type_.kind == "list":
        if not fits(found, type_):
            help_ = (
                f"in brackets it is a list: `[{node.value.at.text}]`" if fits(found, type_.element) else None
            )
            words = "lengthened" if node.op == "+=" else "shortened"
            message = f"a list is {words} by {described(type_)}, not by {described(found)}"
            checker.report(codes.WRONG_TYPE, node.value, message, help=help_)
    elif type_.kind not in ("int", "any"):
        message = f"`{node.op}` changes a number or a list, not {described(type_)}"
        checker.report(codes.WRONG_TYPE, node, message)
    elif type_.kind == "int" and not fits(found, INT):
        misfit(checker, node.value, found, INT, node.target.text)


def misfit(checker: Checker, value: n.RightSide, found: Type, type_: Type, name: str) -> None:
    """Says that a value does not fit what it is given to."""
    if found.kind == "maybe" and fits(found.inner, type_):
        checker.report(
            codes.MAYBE_NONE,
            value,
            f"`{value.at.text}` may be none, but `{name}` always holds {described(type_)}",
            help=f"test it first, or declare `{name}` as `{type_}?`",
            names=(name,),
        )
    else:
        help_ = f"write `seat({value.at.text})`" if type_.inner == PLAYER and found == INT else None
        if found.kind == "none":
            help_ = f"declare `{name}` as `{type_}?` if it may be none"
        elif type_.inner.kind == "enum":
            help_ = habits.for_number(type_.inner, checker.model.values_of(type_.inner), value)
        checker.report(
            codes.WRONG_TYPE,
            value,
            f"`{name}` holds {described(type_)}, not {described(found)}",
            help=help_,
            names=(name,),
        )


def _state_target(checker: Checker, node: n.Assign, name: str) -> Type:
    """The type of the state variable that is set, its index checked."""
    variable = checker.model.variables.get(name)
    builtin = VALUE.get(name)
    binding: m.Binding
    if variable is not None and variable.type == MEMORY:
        message = f"`{name}` is a memory, which cannot be set"
        help_ = f"write `remember {name}` or `forget {name}`"
        return checker.report(codes.BAD_MEMORY, node.target, message, help=help_)
    if variable is not None:
        type_, per, binding = variable.type, variable.per, m.VariableRef(name)
    elif builtin is not None and builtin.assignable:
        type_, per, binding = builtin_type(builtin.type), per_builtin(builtin), m.BuiltinRef(name)
    else:
        if name not in checker.declarations.misdeclared:
            _nothing_to_set(checker, node.target)
        for index in (*node.indices, *_given(node.item)):
            checker.expr(index)
        return ANY
    checker.typing.bindings[node.target] = binding
    if not per:
        return (
            type_ if node.index is None else _item(checker, node, type_, (*node.indices, *_given(node.item)))
        )
    if node.index is None:
        needs_index(checker, node.target, name, per)
        return type_
    if node.item is not None and len(node.indices) < len(per) and len(per) > 1:
        indices = (*node.indices, node.item)
        for index in indices:
            checker.expr(index)
        chained(checker, node.target, name, indices, per)
        return ANY
    if not right_number(checker, node.target, name, node.indices, per):
        return ANY
    for index, wanted in zip(node.indices, per, strict=True):
        _check_index(checker, index, name, wanted, per)
    return type_ if node.item is None else _item(checker, node, type_, (node.item,))


def _given(node: n.Expr | None) -> tuple[n.Expr, ...]:
    return () if node is None else (node,)


def _item(checker: Checker, node: n.Assign, type_: Type, places: tuple[n.Expr, ...]) -> Type:
    """The type of the item of a list that is set."""
    name, target = node.target.text, node.at.text.partition("=")[0].strip("+- ")
    if type_.kind == "any":
        for place in places:
            checker.expr(place)
        return ANY
    if type_.kind != "list":
        for place in places:
            checker.expr(place)
        message = f"`{name}` is single, it takes no `[{places[-1].at.text}]`"
        help_ = f"write `{name}` alone"
        if node.item is not None and len(places) == 1:
            message = f"`{target}` is no list: there is no item of it to set"
            help_ = f"write `{target.rpartition('[')[0]}` alone"
        return checker.report(codes.NO_INDEX, places[-1], message, help=help_, names=(name,))
    if len(places) > 1:
        for place in places:
            checker.expr(place)
        message = "an item of a list inside a list cannot be set"
        help_ = "set the whole inner list, or declare a variable `per` something"
        return checker.report(codes.NOT_ASSIGNABLE, places[-1], message, help=help_, names=(name,))
    checker.expect(places[0], INT, "as the place in a list")
    return type_.element


def _nothing_to_set(checker: Checker, target: n.Ident) -> None:
    name, model = target.text, checker.model
    checker.note_scope(target)
    if name in model.zones:
        help_: str | None = "zones change by `move … to …`, `draw` and `deal`"
    elif name in model.options:
        help_ = "options are set before the game; declare a state variable"
    else:
        known = [*checker.scope.locals, *model.variables]
        help_ = did_you_mean(name, known) or f"to make a new local write `let {name} = …`"
    is_something = name in model.zones or name in model.options or name in VALUE
    code = codes.NOT_ASSIGNABLE if is_something else codes.UNKNOWN_NAME
    message = f"there is no local or state variable `{name}` to set"
    checker.report_unknown(code, target, message, help_)


def _check_index(checker: Checker, node: n.Expr, name: str, per: Type, all_: tuple[Type, ...]) -> None:
    if per.kind == "piece" and not per.name:
        found = checker.expr(node)
        if found.kind not in ("piece", "any"):
            message = f"`{name}` is one per piece, not per {found}"
            checker.report(codes.WRONG_TYPE, node, message, names=(name,))
    else:
        wanted = INT if per.kind == "int" else per
        what = f"as the index of `{name}`"
        if len(all_) > 1:
            what = f"among the indices of `{name}`, one per {per_words(all_)}"
        checker.expect(node, wanted, what, (name,))
