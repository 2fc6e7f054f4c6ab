"""The one way through a program: order, rewriting that keeps what is the same, free names, substitution."""

from __future__ import annotations

from typing import Any

import pytest

from hoyle.ir import program as ir
from hoyle.ir.walk import (
    conjunction,
    conjuncts,
    free_names,
    numbered,
    parts_of,
    rebuilt,
    replaced,
    substitute,
    walk,
)

X, Y, Z = ir.Local("x"), ir.Local("y"), ir.Local("z")
ONE = ir.Const(1)


def plus(left: ir.Expr, right: ir.Expr) -> ir.Arith:
    return ir.Arith("+", left, right)


def any_of(local: str, items: ir.Expr, test: ir.Expr | None) -> ir.Quantified:
    return ir.Quantified("any", local, items, test)


# ------------------------------------------------------------------ walking
def test_each_node_comes_before_its_parts_from_left_to_right() -> None:
    tree = ir.If(0, ir.Not(X), (ir.SetLocal(0, "y", plus(ONE, Y)),), (ir.End(0, "round"),))
    kinds = [type(node).__name__ for node in walk(tree)]
    assert kinds == ["If", "Not", "Local", "SetLocal", "Arith", "Const", "Local", "End"]


def test_tuples_and_dictionaries_are_gone_through() -> None:
    assert list(walk((X, {"a": Y, "b": (Z,)}))) == [X, Y, Z]
    assert list(walk(ir.Text({"en": ("you have ", ir.Shown(X, ir.ValueType("int")))})))[1:] == [
        ir.Shown(X, ir.ValueType("int")),
        X,
    ]


def test_types_and_numbers_are_no_nodes() -> None:
    stmt = ir.Random(3, "x", ir.Span(ONE, ONE), "label", ir.ValueType("int"))
    assert [type(node) for node in walk(stmt)] == [ir.Random, ir.Span, ir.Const, ir.Const]
    assert list(walk((1, "text", None))) == []


@pytest.mark.parametrize(
    ("kind", "parts"),
    [
        (ir.Const, ()),
        (ir.Local, ()),
        (ir.Get, ("index",)),
        (ir.Fn, ("args",)),
        (ir.Quantified, ("list", "test", "value")),
        (ir.Random, ("list",)),
        (ir.Decide, ("who", "alternatives", "otherwise", "question")),
        (ir.Zone, ("starts", "start_params", "refill")),
    ],
)
def test_parts_are_the_fields_that_may_hold_nodes(kind: type, parts: tuple[str, ...]) -> None:
    assert parts_of(kind) == parts


# ------------------------------------------------------------------ rewriting
def double(node: Any) -> Any:
    """One more on every constant."""
    return ir.Const(node.value + 1) if isinstance(node, ir.Const) else rebuilt(node, double)


def test_rewriting_changes_what_it_should() -> None:
    assert double(ir.Items((ONE, X, plus(ONE, X)))) == ir.Items((ir.Const(2), X, plus(ir.Const(2), X)))


def test_what_does_not_change_is_the_very_same() -> None:
    same = ir.Items((X, plus(X, Y), any_of("x", Y, X)))
    assert double(same) is same
    # A part that stays is shared with the new whole.
    before = plus(same, ONE)
    assert double(before).left is same


def test_whole_parts_are_replaced_outermost_first() -> None:
    inner, outer = ir.Not(X), ir.Not(ir.Not(X))
    assert replaced(ir.And(outer, inner), {inner: Y, outer: Z}) == ir.And(Z, Y)


# ------------------------------------------------------------------ names
@pytest.mark.parametrize(
    ("expr", "names"),
    [
        (ONE, ""),
        (plus(X, ir.Get("var", Y)), "x y"),
        (any_of("x", ir.Items((X,)), plus(X, Y)), "x y"),  # in its own list the name is another's
        (any_of("x", Z, plus(X, Y)), "y z"),
        (any_of("x", Z, any_of("y", X, plus(X, Y))), "z"),
        (ir.Quantified("sum", "x", Z, None, value=plus(X, Y)), "y z"),
        ((X, (Y,), None), "x y"),
    ],
)
def test_free_names(expr: Any, names: str) -> None:
    assert free_names(expr) == frozenset(names.split())


def test_names_are_replaced_where_they_are_free() -> None:
    given: dict[str, ir.Expr] = {"x": ONE}
    assert substitute(plus(X, Y), given) == plus(ONE, Y)
    bound = any_of("x", X, ir.Compare("==", X, Y))
    assert substitute(bound, given) == any_of("x", ONE, ir.Compare("==", X, Y))


def test_nothing_is_captured() -> None:
    """`any x in z where x == y` with x for y is not `any x in z where x == x`."""
    found = substitute(any_of("x", Z, ir.Compare("==", X, Y)), {"y": X})
    assert found == any_of("xR2", Z, ir.Compare("==", ir.Local("xR2"), X))
    assert free_names(found) == {"x", "z"}


def test_the_new_name_is_not_captured_either() -> None:
    taken = ir.Local("xR2")
    found = substitute(any_of("x", Z, ir.And(ir.Compare("==", X, Y), taken)), {"y": X})
    assert found == any_of("xR3", Z, ir.And(ir.Compare("==", ir.Local("xR3"), X), taken))


def test_within_quantifiers_nothing_is_captured() -> None:
    inner = any_of("x", Z, any_of("y", X, ir.Compare("==", Y, ir.Local("w"))))
    found = substitute(inner, {"w": plus(X, Y)})
    assert free_names(found) == {"x", "y", "z"}
    assert found.local != "x"
    assert isinstance(found.test, ir.Quantified)
    assert found.test.local != "y"
    assert found.test.list == ir.Local(found.local)


def test_a_name_stays_where_nothing_under_it_changes() -> None:
    bound = any_of("x", Y, X)
    assert substitute(bound, {"y": X}) == any_of("x", X, X)  # the list is outside


def test_fresh_names_are_given_to_every_quantifier() -> None:
    count = iter(range(1, 9))
    twice = ir.And(any_of("x", Z, X), any_of("x", Z, any_of("x", X, X)))
    found = substitute(twice, {}, lambda name: f"{name}I{next(count)}")
    assert [node.local for node in walk(found) if isinstance(node, ir.Quantified)] == ["xI1", "xI2", "xI3"]
    assert free_names(found) == {"z"}


def test_two_that_differ_in_bound_names_only_are_equal_once_numbered() -> None:
    first = any_of("x", Z, any_of("y", X, plus(X, Y)))
    second = any_of("v", Z, any_of("w", ir.Local("v"), plus(ir.Local("v"), ir.Local("w"))))
    assert first != second
    assert numbered(first) == numbered(second)
    assert numbered(any_of("x", Z, Y)) != numbered(any_of("x", Z, X))


# ------------------------------------------------------------------ conditions
def test_conditions_are_taken_apart_and_joined_in_order() -> None:
    test = ir.And(ir.And(X, ir.Or(Y, Z)), ONE)
    assert conjuncts(test) == (X, ir.Or(Y, Z), ONE)
    assert conjunction(conjuncts(test)) == test
    assert conjuncts(X) == (X,)
    assert conjunction(()) is None
