"""Right-hand sides, and what may be set to them."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from hoyle.checked import model as m
from hoyle.checked.builtins import VALUE
from hoyle.checked.calls import call_type
from hoyle.checked.names import per_builtin
from hoyle.checked.operators import conditional
from hoyle.checked.types import ANY, INT, PLAYER, Type, builtin_type, described, fits
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


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


def right_side(checker: Checker, node: n.Expr, want: Type | None = None) -> Type:
    """A right-hand side may be an effectful call or `random`, also in the branches of an if-then-else."""
    match node:
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
            checker.report(codes.NOT_ASSIGNABLE, node, "an item of a list cannot be set")
    else:
        type_ = _state_target(checker, node, name)
    found = right_side(checker, node.value, type_)
    if node.op != "=":
        _change(checker, node, found, type_)
    elif not fits(found, type_):
        misfit(checker, node.value, found, type_, name)
    checker.scope.forget(name)
    if (
        node.op == "="
        and type_.kind == "maybe"
        and found.kind not in ("maybe", "none", "any")
        and node.index is None
    ):
        checker.scope.known |= {name}


def _change(checker: Checker, node: n.Assign, found: Type, type_: Type) -> None:
    """`+=` and `-=` change a number; `+=` also lengthens a list by another."""
    if type_.kind == "list" and node.op == "+=":
        if not fits(found, type_):
            help_ = (
                f"in brackets it is a list: `[{node.value.at.text}]`" if fits(found, type_.element) else None
            )
            message = f"a list is lengthened by {described(type_)}, not by {described(found)}"
            checker.report(codes.WRONG_TYPE, node.value, message, help=help_)
    elif type_.kind not in ("int", "any"):
        words = "a number or a list" if node.op == "+=" else "a number"
        checker.report(codes.WRONG_TYPE, node, f"`{node.op}` changes {words}, not {described(type_)}")
    elif not fits(found, INT):
        misfit(checker, node.value, found, INT, node.target.text)


def misfit(checker: Checker, value: n.Expr, found: Type, type_: Type, name: str) -> None:
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
    if variable is not None:
        type_, per, binding = variable.type, variable.per, m.VariableRef(name)
    elif builtin is not None and builtin.assignable:
        type_, per, binding = builtin_type(builtin.type), per_builtin(builtin), m.BuiltinRef(name)
    else:
        if name not in checker.declarations.misdeclared:
            _nothing_to_set(checker, node.target)
        if node.index is not None:
            checker.expr(node.index)
        return ANY
    checker.typing.bindings[node.target] = binding
    _check_index(checker, node, name, per)
    return type_


def _nothing_to_set(checker: Checker, target: n.Ident) -> None:
    name, model = target.text, checker.model
    checker.note_scope(target)
    if name in model.zones:
        help_: str | None = "zones change by `move`, `draw` and `deal`"
    elif name in model.options:
        help_ = "options are set before the game; declare a state variable"
    else:
        known = [*checker.scope.locals, *model.variables]
        help_ = did_you_mean(name, known) or f"to make a new local write `let {name} = …`"
    is_something = name in model.zones or name in model.options or name in VALUE
    code = codes.NOT_ASSIGNABLE if is_something else codes.UNKNOWN_NAME
    checker.report(code, target, f"there is no local or state variable `{name}` to set", help=help_)


def _check_index(checker: Checker, node: n.Assign, name: str, per: Type | None) -> None:
    if per is None:
        if node.index is not None:
            checker.expr(node.index)
            message = f"`{name}` is single, it takes no `[{node.index.at.text}]`"
            checker.report(codes.NO_INDEX, node.index, message, help=f"write `{name}` alone", names=(name,))
    elif node.index is None:
        message = f"there is one `{name}` per {per}"
        checker.report(codes.NEEDS_INDEX, node.target, message, help=f"say which: `{name}[…]`")
    elif per.kind == "piece" and not per.name:
        found = checker.expr(node.index)
        if found.kind not in ("piece", "any"):
            message = f"`{name}` is one per piece, not per {found}"
            checker.report(codes.WRONG_TYPE, node.index, message, names=(name,))
    else:
        wanted = INT if per.kind == "int" else per
        checker.expect(node.index, wanted, f"as the index of `{name}`", (name,))
