"""Types of decisions: who is asked, what can be picked, and what each alternative does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, assert_never

from hoyle.checked import model as m
from hoyle.checked.calls import lender
from hoyle.checked.names import declare_local
from hoyle.checked.types import BOOL, INT, PLAYER, described, fits, list_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.diagnostics.model import Related
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


def decide(checker: Checker, node: n.Decision) -> bool:
    """Checks a decision; true if what follows it can be reached."""
    scope = checker.scope
    with scope.inner():
        _asked(checker, node)
        scope.forget()
        known = scope.known
        if scope.inside_simultaneous:
            checker.report(
                codes.ASKS_INSIDE,
                node,
                "a question inside `simultaneously`",
                help="all choose unseen first: ask again after the whole statement",
            )
        if node.question is not None and node.question.parts is not None:
            checker.template(node.question.parts)
        for condition in node.needs:
            checker.condition(condition)
            scope.known |= checker.facts(condition, True)
        reachable = check_offered(checker, node.alternatives, node.how == "simultaneously")
    scope.known = known
    if node.otherwise is None and node.how == "offer":
        checker.report(
            codes.MISSING_OTHERWISE,
            node,
            "this offer does not say what happens if nobody accepts",
            help="add `otherwise: nothing`, or what happens then",
        )
    if node.otherwise is not None:
        reachable |= checker.block(node.otherwise)
    elif node.how != "choose":
        reachable = True
    scope.forget()
    return reachable


def check_offered(checker: Checker, offered: tuple[n.Offered, ...], simultaneous: bool = False) -> bool:
    """Checks alternatives, own and shared ones; true if what follows the decision can be reached."""
    scope = checker.scope
    known, reachable = scope.known, False
    names: dict[str, n.Ident] = {}
    for item in offered:
        scope.known = known
        if isinstance(item, n.Also):
            info = lender(checker, item, simultaneous)
            reachable |= info is None or info.goes_on
            lent = {name.text: name for name in _lent(checker, info, set())} if info is not None else {}
            for name in lent.values():
                _name_once(checker, names, name, item.call.name)
        else:
            _name_once(checker, names, item.name, item.name)
            reachable |= _alternative(checker, item, simultaneous)
    return reachable


def _name_once(checker: Checker, names: dict[str, n.Ident], name: n.Ident, at: n.Ident) -> None:
    """Notes the name of an alternative; says so, at a place, if there is another of that name."""
    first = names.setdefault(name.text, name)
    if first is name:
        return
    related = [Related(first.at.place, "the first one is here")]
    if at is not name:
        related.append(Related(name.at.place, "the other one is here"))
    checker.report(
        codes.DUPLICATE,
        at,
        f"two alternatives are called `{name.text}`",
        help="rename one of them",
        related=related,
    )


def _lent(checker: Checker, info: m.RuleInfo, seen: set[str]) -> Iterator[n.Ident]:
    """The names of the alternatives that a rule lends, those that it is lent itself included."""
    seen.add(info.id)
    for item in info.rule.choices or ():
        if isinstance(item, n.Alternative):
            yield item.name
            continue
        other = checker.model.rules.get(item.call.name.text)
        if other is not None and other.id not in seen:
            yield from _lent(checker, other, seen)


def _asked(checker: Checker, node: n.Decision) -> None:
    if node.name is None:
        asked = checker.expr(node.who, PLAYER)
        if asked == list_of(PLAYER):
            who, word = node.who.at.text, node.at.text.split(None, 1)[0]
            one = f"offer to q in {who}: …"
            each = f"all at once: `simultaneously p in {who}: …`; in turn: `for each p in {who}: turn(p)`"
            help_ = f"name who of them is asked: `{one}`" if word == "offer" else each
            checker.report(codes.WRONG_TYPE, node.who, "one player is asked, not a list of them", help=help_)
        else:
            checker.expect(node.who, PLAYER, "to be asked")
        return
    item = checker.items(node.who, PLAYER)
    if not fits(item, PLAYER):
        checker.report(codes.WRONG_TYPE, node.who, f"players are asked, not {item}")
    declare_local(checker, node.name, PLAYER)


def _alternative(checker: Checker, node: n.Alternative, simultaneous: bool) -> bool:
    scope = checker.scope
    with scope.inner():
        for pick in node.picks:
            _pick(checker, pick)
        for condition in node.needs:
            checker.condition(condition)
            scope.known |= checker.facts(condition, True)
        if node.label is not None and node.label.parts is not None:
            checker.typing.labels[node.label] = node.label.parts
            checker.template(node.label.parts)
        scope.inside_simultaneous, outer = simultaneous, scope.inside_simultaneous
        reachable = checker.block(node.body)
        scope.inside_simultaneous = outer
    return reachable


def _pick(checker: Checker, pick: n.Pick) -> None:
    match pick:
        case n.PickOne():
            declare_local(checker, pick.name, checker.items(pick.list))
        case n.PickSome():
            count = checker.expr(pick.count)
            if count.kind not in ("int", "any") and count != list_of(INT):
                checker.report(
                    codes.WRONG_TYPE,
                    pick.count,
                    f"a number or a range is wanted before `of`, not {described(count)}",
                )
            declare_local(checker, pick.name, list_of(checker.items(pick.list)))
        case n.Rider():
            checker.condition(pick.test)
            declare_local(checker, pick.name, BOOL)
        case _:
            assert_never(pick)
