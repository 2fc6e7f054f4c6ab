"""Types of statements: which check each kind of node belongs to."""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from hoyle.checked import model as m
from hoyle.checked.assignments import assign, called, check_draw, right_side, same_component
from hoyle.checked.calls import call_type
from hoyle.checked.decisions import decide
from hoyle.checked.names import declare_local
from hoyle.checked.types import ANY, BOOL, INT, MEMORY, PLAYER, Type, described, fits, joined, list_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.suggest import did_you_mean
from hoyle.syntax import nodes as n
from hoyle.syntax.walk import walk

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


# ------------------------------------------------------------------ blocks
def check_block(checker: Checker, block: n.Block) -> bool:
    """Checks a block; true if what follows it can be reached."""
    reachable = True
    with checker.scope.inner():
        for before, statement in zip((None, *block), block, strict=False):
            if not reachable and before is not None:
                checker.report(
                    codes.UNREACHABLE,
                    statement,
                    "this can never be reached",
                    help=f"the statement before it {_ending(before)}: move or remove one of the two",
                )
            reachable = check(checker, statement)
    return reachable


def _branch(checker: Checker, facts: frozenset[str], block: n.Block) -> bool:
    saved = checker.scope.known
    checker.scope.known = saved | facts
    reachable = check_block(checker, block)
    # What a branch changed is no longer known after it.
    checker.scope.known = saved & checker.scope.known if reachable else saved
    return reachable


# ------------------------------------------------------------------ statements
def check(checker: Checker, node: n.Statement) -> bool:
    match node:
        case n.Let():
            type_ = right_side(checker, node.value)
            declare_local(checker, node.name, type_)
        case n.Assign():
            assign(checker, node)
        case n.Move():
            with checker.scope.inner():
                if node.spread is not None:
                    _declare_spread(checker, node.spread)
                _move(checker, node)
            checker.scope.forget()
        case n.Draw():
            check_draw(checker, node)
        case n.Deal():
            checker.expect(node.count, INT, "after `deal`")
            source = checker.zone(node.zone)
            with checker.scope.inner():
                _declare_spread(checker, node.spread)
                same_component(checker, source, node.to)
            checker.scope.forget()
        case n.Shuffle():
            checker.zone(node.zone)
            checker.scope.forget()
        case n.Reveal():
            _reveal(checker, node)
        case n.Remember() | n.Forget():
            _memory(checker, node)
        case n.CallStatement():
            _call_statement(checker, node)
        case n.Return():
            _return(checker, node)
            return False
        case n.End():
            return False
        case n.Nothing():
            pass
        case n.If():
            return _if(checker, node)
        case n.ForEach():
            item = checker.items_of(node.list, right_side(checker, node.list))
            with checker.scope.inner():
                _forget_changed(checker, node.body)
                declare_local(checker, node.name, item)
                _branch(checker, frozenset(), node.body)
        case n.While():
            # A loop's test is looked at again after its body: nothing of the state is known there.
            _forget_changed(checker, node.body)
            checker.condition(node.test)
            _branch(checker, checker.facts(node.test, True), node.body)
            _forget_changed(checker, node.body)
            checker.scope.known |= checker.facts(node.test, False)
        case n.Repeat():
            checker.expect_type(node.times, right_side(checker, node.times, INT), INT, "after `repeat`")
            _forget_changed(checker, node.body)
            _branch(checker, frozenset(), node.body)
        case n.Decision():
            return decide(checker, node)
        case _:
            assert_never(node)
    return True


def _forget_changed(checker: Checker, block: n.Block) -> None:
    checker.scope.forget()
    for name in _assigned(block) if checker.scope.known else ():
        checker.scope.forget(name)


# ------------------------------------------------------------------ pieces
def _moved_from(checker: Checker, node: n.Arrange, to: n.PlaceTo) -> bool:
    """Whether `move X from ZONE` was written: reports it, and says what to write."""
    where = checker.expr(node.by)
    if where.kind != "zone":
        return False
    what = checker.expr(node.list)
    here, there, text = node.by.at.text, to.at.text, node.list.at.text
    if what.kind == "int":
        message, help_ = "so many pieces are drawn, not moved", f"write `draw {text} from {here} to {there}`"
    else:
        message, help_ = "a piece is moved from where it lies", f"write `move {text} to {there}`"
    checker.report(codes.WRONG_TYPE, node, message, help=help_)
    return True


def _moved_together(checker: Checker, node: n.Expr, to: n.PlaceTo) -> bool:
    """Whether `move A and B` or `move all x in ZONE` was written: reports it, and says what to write."""
    there = to.at.text
    if isinstance(node, n.And):
        sides = [checker.expr(side).kind for side in (node.left, node.right)]
        if not set(sides) <= {"zone", "list", "piece"}:
            return False
        texts = [
            f"[{side.at.text}]" if kind == "piece" else side.at.text
            for side, kind in zip((node.left, node.right), sides, strict=True)
        ]
        both = " + ".join(texts).replace("] + [", ", ") if sides == ["piece", "piece"] else " + ".join(texts)
        message, help_ = "`and` joins conditions", f"write `move {both} to {there}`"
    elif isinstance(node, n.Quantifier) and node.word == "all" and node.test is None:
        if checker.expr(node.list).kind not in ("zone", "list"):
            return False
        message, help_ = "a zone stands for all that it holds", f"write `move {node.list.at.text} to {there}`"
    else:
        return False
    checker.report(codes.WRONG_TYPE, node, message, help=help_)
    return True


def _move(checker: Checker, node: n.Move) -> None:
    what = node.what
    if isinstance(what, n.Arrange) and what.how == "from" and _moved_from(checker, what, node.to):
        return
    if _moved_together(checker, what, node.to):
        return
    kind = right_side(checker, what).single
    if kind.kind == "maybe":
        checker.report(
            codes.MAYBE_NONE,
            node.what,
            f"`{node.what.at.text}` may be none and cannot be moved",
            help=f"test it first: `{node.what.at.text} exists`",
        )
    elif kind.kind not in ("piece", "any"):
        checker.report(codes.WRONG_TYPE, node.what, f"pieces are moved, not {described(kind)}")
    else:
        same_component(checker, Type("zone", kind.name) if kind.kind == "piece" else ANY, node.to)


def _declare_spread(checker: Checker, spread: n.Spread) -> None:
    declare_local(checker, spread.name, checker.items(spread.list))


def _reveal(checker: Checker, node: n.Reveal) -> None:
    kind = checker.expr(node.what).single
    if kind.kind not in ("piece", "any"):
        help_ = None
        if isinstance(node.what, n.Name | n.Index) and kind.kind not in ("player", "zone"):
            help_ = "who sees a variable is declared with it: `seen owner`, `seen nobody`, or nothing for all"
        elif kind == PLAYER and (
            owned := [z.name for z in checker.model.zones.values() if z.per == (PLAYER,)]
        ):
            help_ = f"write `reveal {owned[0]}[{node.what.at.text}]`"
        message = f"pieces or a zone are revealed, not {described(kind)}"
        checker.report(codes.WRONG_TYPE, node.what, message, help=help_)
    if node.to is not None:
        to = checker.expr(node.to)
        if to != PLAYER and not fits(to, list_of(PLAYER)):
            checker.report(
                codes.WRONG_TYPE, node.to, f"things are revealed to players, not to {described(to)}"
            )


def _memory(checker: Checker, node: n.Remember | n.Forget) -> None:
    name = node.memory.text
    variable = checker.model.variables.get(name)
    if variable is not None and variable.type == MEMORY:
        checker.typing.bindings[node.memory] = m.VariableRef(name)
    elif name not in checker.declarations.misdeclared:
        memories = [one for one, found in checker.model.variables.items() if found.type == MEMORY]
        word = "remember" if isinstance(node, n.Remember) else "forget"
        checker.note_scope(node.memory)
        checker.report(
            codes.BAD_MEMORY,
            node.memory,
            f"`{name}` is not a memory, so there is nothing to {word}",
            help=did_you_mean(name, memories) or "declare one under `state`: `positions: memory of …`",
        )


# ------------------------------------------------------------------ calls and control
def _call_statement(checker: Checker, node: n.CallStatement) -> None:
    checker.typing.types[node.call] = call_type(checker, node.call, None, statement=True)
    target = checker.typing.targets.get(node.call)
    info = called(checker, node.call)
    pure = info is not None and not info.changes and info.rule.value is not None
    if isinstance(target, m.BuiltinTarget) or pure:
        checker.report(
            codes.UNUSED_RESULT,
            node,
            f"`{node.call.name.text}` has no effect; its value is lost here",
            help=f"give it a name: `let x = {node.at.text}`",
        )


def _return(checker: Checker, node: n.Return) -> None:
    if node.value is None:
        return
    before = checker.scope.result
    found = right_side(checker, node.value, before)
    together = found if before is None else joined(before, found)
    if together is None:
        checker.report(
            codes.MIXED_LIST,
            node.value,
            f"this returns {described(found)}, an earlier `return` {described(before or ANY)}",
        )
    else:
        checker.scope.result = together


def _if(checker: Checker, node: n.If) -> bool:
    reachable = False
    saved = checker.scope.known
    after: list[frozenset[str]] = []
    for test, body in node.branches:
        checker.condition_type(test, right_side(checker, test, BOOL))
        known = checker.scope.known  # a rule that is called as the test may have changed something
        checker.scope.known = known | checker.facts(test, True)
        if check_block(checker, body):
            reachable = True
            after.append(checker.scope.known)
        checker.scope.known = known | checker.facts(test, False)
    if node.otherwise is not None:
        if check_block(checker, node.otherwise):
            reachable = True
            after.append(checker.scope.known)
    else:
        reachable = True
        after.append(checker.scope.known)
    checker.scope.known = frozenset.intersection(*after) if after else saved
    return reachable


def _ending(node: n.Statement) -> str:
    match node:
        case n.Return():
            return "returns from the rule"
        case n.End():
            return f"ends the {node.what}"
        case _:
            return "never goes on"


def _assigned(block: n.Block) -> set[str]:
    """The names that a block sets."""
    return {node.target.text for node in walk(block) if isinstance(node, n.Assign)}
