"""Types of operators, lists, choices and quantifiers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from hoyle.checked import habits
from hoyle.checked.habits import values_said
from hoyle.checked.names import declare_local, is_value_word
from hoyle.checked.types import ANY, BOOL, INT, PLAYER, Type, comparable, described, fits, joined, list_of
from hoyle.diagnostics.catalogue import checked as codes
from hoyle.syntax import nodes as n

if TYPE_CHECKING:
    from hoyle.checked.checker import Checker


# ------------------------------------------------------------------ lists and arithmetic
def list_of_items(checker: Checker, node: n.ListOf, want: Type | None) -> Type:
    wanted = want.element if want is not None and want.kind == "list" else None
    found: Type | None = None
    for item in node.items:
        type_ = checker.expr(item, wanted or found)
        together = type_ if found is None else joined(found, type_)
        if together is None:
            return list_of(
                checker.report(
                    codes.MIXED_LIST,
                    item,
                    f"{described(type_)} in a list that began with {described(found or ANY)}",
                )
            )
        found = together
    return list_of(found or wanted or ANY)


def arithmetic(checker: Checker, node: n.Arithmetic, want: Type | None) -> Type:
    left = checker.expr(node.left, want if want is not None and want.kind == "list" else None)
    if node.op in ("+", "-") and left.kind in ("list", "zone"):
        what = "to add to the list" if node.op == "+" else "to take out of the list"
        checker.expect(node.right, list_of(left.single), what)
        return list_of(left.single)
    right = checker.expr(node.right, INT)
    if (mistaken := habits.in_arithmetic(checker, node, left, right)) is not None:
        return mistaken
    if not fits(left, INT):
        checker.expect(node.left, INT, f"before `{node.op}`")
    if not fits(right, INT):
        checker.expect(node.right, INT, f"after `{node.op}`")
    # Of arithmetic that went wrong, which was said, nothing more is known.
    inner = (node.left, node.right)
    wrong = any(isinstance(side, n.Arithmetic) and checker.typing.types[side] == ANY for side in inner)
    return ANY if wrong else INT


def arrange(checker: Checker, node: n.Arrange, want: Type | None) -> Type:
    item = checker.items(node.list, want.element if want is not None and want.kind == "list" else None)
    if node.how == "except":
        inner = checker.expr(node.by, item).single
        if not comparable(inner, item):
            checker.report(codes.WRONG_TYPE, node.by, f"a list of {item} holds no {inner}")
        return list_of(item)
    if not fits(item, PLAYER):
        checker.report(
            codes.WRONG_TYPE,
            node.list,
            f"`{node.how}` goes around the table: a list of players is wanted, not of {item}",
        )
    checker.expect(node.by, PLAYER, f"after `{node.how}`")
    return list_of(PLAYER)


# ------------------------------------------------------------------ comparisons
def compare(checker: Checker, node: n.Compare) -> Type:
    if is_value_word(checker, node.left) and not is_value_word(checker, node.right):
        right = checker.expr(node.right)
        left = checker.expr(node.left, right)
    else:
        left = checker.expr(node.left)
        right = checker.expr(node.right, left)
    if node.op in ("==", "!="):
        if not comparable(left, right) and "any" not in (left.kind, right.kind):
            help_ = None
            if {left, right} == {PLAYER, INT}:
                number = node.left if left == INT else node.right
                help_ = f"a number is not a player: write `seat({number.at.text})`"
            checker.report(
                codes.NOT_COMPARABLE,
                node,
                f"{described(left)} is never equal to {described(right)}",
                help=help_
                or _words_for(checker, node, left, right)
                or habits.for_comparison(checker.model, node, left, right),
            )
        return BOOL
    for side, type_ in ((node.left, left), (node.right, right)):
        if type_.kind == "maybe":
            checker.report(
                codes.MAYBE_NONE,
                side,
                f"`{side.at.text}` may be none and cannot be compared with `{node.op}`",
                help=f"test it first: `{side.at.text} exists`",
            )
            return BOOL
        if type_.kind not in ("int", "enum", "any"):
            checker.report(
                codes.WRONG_TYPE,
                side,
                f"`{node.op}` compares numbers or ordered values, not {described(type_)}",
                help=f"write `size({side.at.text})`" if type_.kind in ("zone", "list") else None,
            )
            return BOOL
    if left != right and "any" not in (left.kind, right.kind):
        message = f"{described(left)} cannot be compared with {described(right)}"
        help_ = _words_for(checker, node, left, right)
        checker.report(codes.NOT_COMPARABLE, node, message, help=help_)
    return BOOL


def _words_for(checker: Checker, node: n.Compare, left: Type, right: Type) -> str | None:
    """What to write where a number, or a bare name, was compared with the values of an enumeration."""
    for type_, other in ((left.inner, node.right), (right.inner, node.left)):
        if type_.kind == "enum" and checker.typing.types[other].kind == "int":
            values = checker.model.values_of(type_)
            return habits.for_number(type_, values, other) or values_said(values)
    return None


def member(checker: Checker, node: n.Member) -> Type:
    if is_value_word(checker, node.item) and not is_value_word(checker, node.list):
        item = checker.items(node.list)
        found = checker.expr(node.item, item)
    else:
        found = checker.expr(node.item)
        item = checker.items(node.list, found.inner)
    if not comparable(found, item):
        help_ = None
        if found.inner.kind == "enum":
            values = checker.model.values_of(found.inner)
            first = node.list.items[0] if isinstance(node.list, n.ListOf) and node.list.items else node.list
            help_ = habits.for_number(found.inner, values, first) or values_said(values)
        message = f"{described(found)} is never in a list of {item}"
        checker.report(codes.NOT_COMPARABLE, node, message, help=help_)
    return BOOL


def like(checker: Checker, node: n.Like) -> Type:
    left = checker.expr(node.left)
    right = checker.expr(node.right, left)
    for side, type_ in ((node.left, left), (node.right, right)):
        if type_.kind not in ("piece", "any"):
            checker.report(
                codes.WRONG_TYPE, side, f"`like` compares how pieces look; this is {described(type_)}"
            )
    return BOOL


def junction(checker: Checker, node: n.And | n.Or) -> Type:
    """The right side is looked at only if the left one holds (or does not)."""
    checker.condition(node.left)
    known = checker.facts(node.left, isinstance(node, n.And))
    right = checker.knowing(known, node.right, BOOL)
    checker.condition_type(node.right, right, habits.for_alternatives(node))
    return BOOL


def conditional(
    checker: Checker, node: n.Conditional, want: Type | None, branch: Callable[[n.Expr, Type | None], Type]
) -> Type:
    """The type of an if-then-else, whose branches are checked by `branch`."""
    scope = checker.scope
    checker.condition(node.test)
    saved = scope.known
    scope.known = saved | checker.facts(node.test, True)
    then = branch(node.then, want)
    after = scope.known  # a branch may be a rule that changes something
    scope.known = saved | checker.facts(node.test, False)
    otherwise = branch(node.otherwise, want or then)
    scope.known &= after & saved
    found = joined(then, otherwise)
    if found is None:
        enum = next((side for side in (then, otherwise) if side.kind == "enum"), None)
        value = node.then if enum is then else node.otherwise
        mixed = enum is not None and INT in (then, otherwise)
        return checker.report(
            codes.MIXED_LIST,
            node,
            f"one branch gives {described(then)}, the other {described(otherwise)}",
            help=f"its place in the type is a number: `position({value.at.text})`" if mixed else None,
        )
    return found


# ------------------------------------------------------------------ quantifiers
def quantified(
    checker: Checker, node: n.Quantifier | n.Total | n.Extreme | n.Each, want: Type | None
) -> Type:
    wanted = want.element if want is not None and want.kind == "list" else want
    picks_items = isinstance(node, n.Extreme) or (
        isinstance(node, n.Quantifier) and node.word in ("first", "those")
    )
    item = checker.items(node.list, wanted if picks_items else None)
    known = checker.scope.known
    with checker.scope.inner():
        declare_local(checker, node.name, item)
        if isinstance(node, n.Quantifier) and (compared := _too_far(checker, node)) is not None:
            result = _swallowed(checker, node, compared)
        else:
            if node.test is not None:
                checker.condition(node.test)
                checker.scope.known |= checker.facts(node.test, True)
            result = _quantity(checker, node, item)
    checker.scope.known = known
    return result


def _quantity(checker: Checker, node: n.Quantifier | n.Total | n.Extreme | n.Each, item: Type) -> Type:
    match node:
        case n.Quantifier():
            _check_word(checker, node)
            return {"count": INT, "first": item, "those": list_of(item)}.get(node.word, BOOL)
        case n.Total():
            if isinstance(node.value, n.Compare):
                return _swallowed(checker, node, node.value)
            found, text = checker.expr(node.value, INT), node.value.at.text
            help_ = f"leave out those without: `where {text} exists of {text}`"
            checker.expect_type(node.value, found, INT, "after `of`", help_=help_)
            return INT
        case n.Each():
            return list_of(checker.expr(node.value))
        case n.Extreme():
            key = checker.expr(node.key)
            if key.kind not in ("int", "enum", "any"):
                if key.kind == "maybe":
                    checker.expect(node.key, key.inner, "to rank by")
                else:
                    checker.report(
                        codes.WRONG_TYPE,
                        node.key,
                        f"`by` ranks by a number or an ordered value, not {described(key)}",
                    )
            return item


def _too_far(checker: Checker, node: n.Quantifier) -> n.Compare | None:
    """The comparison that a count reaches over, as in `count p in players where folded[p] < 2`."""
    test = node.test
    if node.word != "count" or not isinstance(test, n.Compare):
        return None
    return test if (checker.expr(test.left), checker.expr(test.right)) == (BOOL, INT) else None


def _swallowed(checker: Checker, node: n.Total | n.Quantifier, compared: n.Compare) -> Type:
    """Says so where a sum or a count reaches over the comparison that it should be one side of."""
    whole, end = node.at.text, compared.left.at.place.end - node.at.place.start
    message = "a condition is wanted after `where`: the count reaches over the comparison"
    if isinstance(node, n.Total):
        checker.expr(compared)
        message = "an int is wanted after `of`, not a bool: the sum reaches over the comparison"
    return checker.report(
        codes.WRONG_TYPE,
        compared,
        message,
        help=f"put it in brackets: `({whole[:end]}) {compared.op} {compared.right.at.text}`",
    )


def _check_word(checker: Checker, node: n.Quantifier) -> None:
    if node.word == "all" and node.test_word != "have":
        checker.report(
            codes.QUANTIFIER_WORD,
            node,
            "`all` says what its items `have`",
            help=f"write `all {node.name.text} in … have …`",
        )
    elif node.word != "all" and node.test_word == "have":
        checker.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` takes `where`, not `have`")
    elif node.test is None and node.word in ("those", "no", "any"):
        size = {"those": "the list itself", "no": "`size(…) == 0`", "any": "`size(…) > 0`"}[node.word]
        checker.report(codes.QUANTIFIER_WORD, node, f"`{node.word}` without `where`", help=f"write {size}")
    elif node.prefix and node.word not in ("count", "those"):
        checker.report(
            codes.QUANTIFIER_WORD, node, f"`while` goes with `count` and `those`, not with `{node.word}`"
        )
