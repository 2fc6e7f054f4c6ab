"""Types of calls, of rules and of built-in functions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hoyle.checked import habits, rules
from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, Function
from hoyle.checked.directions import check_board_call
from hoyle.checked.names import common_name
from hoyle.checked.ranges import check_ends
from hoyle.checked.types import (
    ANY,
    DIRECTION,
    NOTHING,
    Type,
    builtin_type,
    described,
    fits,
    joined,
    list_of,
    maybe,
    piece,
)
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


_WINNING = ("win", "wins", "won", "winner", "lose", "loses", "lost")


def call_type(checker: Checker, node: n.Call, want: Type | None, statement: bool = False) -> Type:
    """The type of what a call returns; only as a `statement` or a right-hand side it may have effects."""
    name = node.name.text
    info = rules.callee(checker, name)
    if info is not None:
        checker.typing.targets[node] = m.RuleTarget(info.id)
        return _rule_call(checker, node, info, statement)
    function = FUNCTION.get(name)
    if function is not None:
        checker.typing.targets[node] = m.BuiltinTarget(name)
        return _builtin_call(checker, node, function, want, statement)
    for arg in node.args:
        checker.expr(arg)
    switched_off = checker.model.syntax.names.switched_off
    if name in checker.declarations.misdeclared_rules and name not in switched_off:
        return ANY
    checker.note_scope(node.name)
    help_ = habits.for_call(node) or _near(checker, node)
    if common_name(checker, name) is not None:
        help_ = f"`{name}` is not a rule; write `{name}[…]` for one of several, or `{name}` alone"
    off = switched_off.get(name)
    if off is not None:
        return checker.report(
            codes.RULE_OFF,
            node.name,
            f"`{name}` is called here, but this variant has switched it off",
            help="change what calls it, too",
            related=[Related(off, "switched off here")],
        )
    if name == "base":
        help_ = "`base(…)` calls the rule that a variant replaces whole; here nothing is replaced so"
    if (name in _WINNING and help_ is None) or name == "win":
        help_ = (
            "who has won is declared under `match`, for each player: `wins(player p): …`; "
            "`end match` ends the match"
        )
    message = f"there is no rule or built-in `{name}`"
    return checker.report_unknown(codes.UNKNOWN_RULE, node.name, message, help_)


def lender(checker: Checker, node: n.Also, simultaneous: bool) -> m.RuleInfo | None:
    """The rule whose alternatives a decision shares, checked with its arguments; None if there is none."""
    call = node.call
    info = checker.model.rules.get(call.name.text)
    if info is None or info.rule.choices is None:
        if info is None:
            call_type(checker, call, None, statement=True)
            return None
        checker.report(
            codes.NOT_SHARED,
            call.name,
            f"`{info.rule.name}` has no alternatives that could be shared",
            help=f"`also` takes a rule with `choices:`; a rule with `{_kind(info)}:` is called in a body",
            related=[Related(info.rule.key.place, "defined here")],
            names=(info.rule.name,),
        )
        return None
    checker.typing.targets[call] = m.RuleTarget(info.id)
    _check_arguments(checker, call, info)
    if info.id in checker.in_progress:
        checker.report(
            codes.NOT_SHARED,
            call.name,
            f"`{info.rule.name}` would share its own alternatives",
            help="leave out this `also`",
            names=(info.rule.name,),
        )
        return None
    found = rules.result_of(checker, info, call)
    if found != NOTHING:
        before = checker.scope.result
        together = found if before is None else joined(before, found)
        if together is None:
            earlier = described(before or ANY)
            message = f"an alternative of it returns {described(found)}, an earlier `return` {earlier}"
            checker.report(codes.MIXED_LIST, call, message)
        checker.scope.result = together or before
    if simultaneous and info.asks:
        checker.report(
            codes.ASKS_INSIDE,
            call,
            f"an alternative of `{info.rule.name}` asks somebody something",
            help="all choose unseen first: ask after the whole statement",
            related=[Related(info.rule.key.place, "defined here")],
            names=(info.rule.name,),
        )
    return info


def _kind(info: m.RuleInfo) -> str:
    return "do" if info.rule.body is not None else "is"


def _near(checker: Checker, node: n.Call) -> str | None:
    """The rule or function that was probably meant: one that takes so many arguments."""
    count = len(node.args)
    known = [id for id, info in checker.model.rules.items() if len(info.parameters) == count]
    for function in FUNCTION.values():
        least = sum(parameter.default is None for parameter in function.parameters)
        if least <= count <= len(function.parameters):
            known.append(function.name)
    return did_you_mean(node.name.text, [name for name in known if "." not in name])


def _arguments(
    checker: Checker, node: n.Call, wanted: list[tuple[str, Type]], least: int, signature: str
) -> bool:
    if not least <= len(node.args) <= len(wanted):
        count = len(node.args)
        for arg in node.args if not habits.takes_single(node) else ():
            checker.expr(arg)
        need = str(len(wanted)) if least == len(wanted) else f"{least} or {len(wanted)}"
        help_ = f"its signature is `{signature}`"
        if not wanted and count and node.name.text in checker.model.rules:
            types = [checker.typing.types.get(arg, ANY) for arg in node.args]
            shown = ", ".join(f"{type_} {arg.at.text}" for type_, arg in zip(types, node.args, strict=True))
            if all(
                type_.kind != "any" and isinstance(arg, n.Name)
                for type_, arg in zip(types, node.args, strict=True)
            ):
                help_ = f"name what it is given where it is declared: `{node.name.text}({shown}): …`"
        kinds = [checker.typing.types.get(arg, ANY).kind for arg in node.args]
        help_ = habits.for_arguments(node, kinds) or help_
        checker.report(
            codes.ARGUMENTS,
            node,
            f"`{node.name.text}` takes {need} argument{'s' * (need != '1')}, not {count}",
            help=help_,
        )
        return False
    return True


def _check_arguments(checker: Checker, node: n.Call, info: m.RuleInfo) -> None:
    if _arguments(checker, node, list(info.parameters), len(info.parameters), info.signature):
        for arg, (name, type_), declared in zip(
            node.args, info.parameters, info.rule.parameters, strict=True
        ):
            checker.expect(arg, type_, f"for `{name}`", (name,))
            check_ends(checker, arg, info.ends.get(name), name, declared.at.place)


def _rule_call(checker: Checker, node: n.Call, info: m.RuleInfo, statement: bool) -> Type:
    _check_arguments(checker, node, info)
    if info.rule.choices is not None:
        return checker.report(
            codes.NOT_SHARED,
            node,
            f"`{info.rule.name}` is a list of alternatives, which cannot be called",
            help=f"write `also {node.at.text}` among the alternatives of a decision",
            related=[Related(info.rule.key.place, "defined here")],
            names=(info.rule.name,),
        )
    if info.changes and not statement:
        return checker.report(
            codes.EFFECT_IN_EXPRESSION,
            node,
            f"`{info.rule.name}` {_acts(info)}, so it cannot stand inside an expression",
            help=f"give its value a name first: `let x = {node.at.text}`",
            related=[Related(info.rule.key.place, "defined here")],
            names=(info.rule.name,),
        )
    return rules.result_of(checker, info, node)


def _acts(info: m.RuleInfo) -> str:
    return "asks somebody something" if info.asks else "changes the state of the game"


def _builtin_call(
    checker: Checker, node: n.Call, function: Function, want: Type | None, statement: bool
) -> Type:
    least = sum(parameter.default is None for parameter in function.parameters)
    wanted = [(parameter.name, ANY) for parameter in function.parameters]
    if not _arguments(checker, node, wanted, least, function.signature):
        return ANY
    if function.name == "random" and not statement:
        checker.report(
            codes.RANDOM_PLACE,
            node,
            "`random` is an event of its own and cannot stand inside an expression",
            help="give it a name first: `let x = random(…)`",
        )
    bound: dict[str, Type] = {}
    for arg, parameter in zip(node.args, function.parameters, strict=False):
        _bind(checker, arg, parameter.type, bound, function, want)
    check_board_call(checker, node, bound.get("node", ANY))
    return _substitute(function.result, bound, checker.model)


def _bind(
    checker: Checker, arg: n.Expr, pattern: str, bound: dict[str, Type], function: Function, want: Type | None
) -> None:
    """Checks one argument against a pattern such as `[T]`, and notes what T stands for."""
    match pattern:
        case "T":
            found = checker.expr(arg, bound.get("T"))
            if found.kind == "maybe":
                checker.expect(arg, found.inner, f"by `{function.name}`")
            bound.setdefault("T", found.inner)
        case "[T]":
            wanted = bound.get("T") or (want if function.name == "random" else None)
            help_ = habits.for_random(arg) if function.name == "random" else None
            item = checker.items(arg, wanted, help_)
            if "T" in bound and not fits(bound["T"], item) and not fits(item, bound["T"]):
                checker.report(codes.WRONG_TYPE, arg, f"a list of {bound['T']} is wanted here, not of {item}")
            bound.setdefault("T", item)
        case "zone of T":
            found = checker.zone(arg)
            bound["T"] = piece(found.name) if found.kind == "zone" else ANY
        case "[node]":
            item = checker.items(arg)
            if item.kind not in ("node", "any"):
                checker.report(codes.WRONG_TYPE, arg, f"nodes of a board are wanted here, not {item}")
            bound["node"] = item
        case "node" | "edge":
            found = checker.expr(arg, bound.get(pattern))
            if found.kind == "maybe" and found.inner.kind == pattern:
                checker.expect(arg, found.inner, f"by `{function.name}`")
            elif found.kind not in (pattern, "any"):
                checker.report(
                    codes.WRONG_TYPE,
                    arg,
                    f"{described(ANY, pattern)} of a board is wanted here, not {described(found)}",
                )
            bound[pattern] = found.inner
        case "direction":
            checker.expect(
                arg, DIRECTION if "direction" in checker.model.enums else ANY, f"by `{function.name}`"
            )
        case _:
            checker.expect(arg, builtin_type(pattern), f"by `{function.name}`")


def _substitute(result: str, bound: dict[str, Type], model: m.Model) -> Type:
    """The result of a built-in, with what its parameters were bound to."""
    if result.startswith("["):
        return list_of(_substitute(result[1:-1], bound, model))
    if result.endswith("?"):
        return maybe(_substitute(result[:-1], bound, model))
    if result == "T":
        return bound.get("T", ANY)
    if result in ("node", "edge"):
        if result in bound:
            return bound[result]
        other = bound.get("node") or bound.get("edge") or ANY
        if other.kind == "any":
            return ANY
        board = model.board_of_node.get(other.name) or model.board_of_edge.get(other.name)
        if board is None:
            return ANY
        if result == "node":
            return Type("node", board.node_type)
        return Type("edge", board.edge_type) if board.edge_type is not None else ANY
    return builtin_type(result)
