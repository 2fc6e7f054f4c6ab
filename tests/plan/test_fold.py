"""Folding: what is known beforehand becomes its value; what is not, or would be a fault, stays."""

from __future__ import annotations

import pytest

from hoyle.ir.program import LARGEST, NONE
from hoyle.plan import nodes as p
from hoyle.plan.fold import LONGEST_FIXED, Fold, Tables, arithmetic, constant_of
from hoyle.plan.nodes import Constant

TABLES = Tables()
FOLD = Fold(TABLES)
X = p.Local("x")
NO, YES = p.Known(0), p.Known(1)
ROWS = TABLES.table((5, 6, 7), "rows")
DEEP = TABLES.table(((1, 2), ()), "deep")


def known(value: int) -> p.Known:
    return p.Known(value)


def fixed(*items: int) -> p.Expr:
    return TABLES.constant(items)


FOLDED: dict[str, tuple[p.Expr, Constant]] = {
    "items": (p.Items((known(1), known(2))), (1, 2)),
    "lists of lists": (p.Items((fixed(1), fixed())), ((1,), ())),
    "no items": (p.Items(()), ()),
    "a span": (p.Span(known(2), known(4)), (2, 3, 4)),
    "an empty span": (p.Span(known(4), known(2)), ()),
    "a row": (p.Lookup(ROWS, known(2)), 7),
    "a row that is a list": (p.Lookup(DEEP, known(0)), (1, 2)),
    "a sum": (p.Arith("+", known(2), known(3)), 5),
    "a difference": (p.Arith("-", known(2), known(3)), -1),
    "a quotient, rounded down": (p.Arith("/", known(-7), known(2)), -4),
    "a remainder with the sign of its right side": (p.Arith("%", known(-7), known(3)), 2),
    "a remainder of something negative": (p.Arith("%", known(7), known(-3)), -2),
    "a product": (p.Product(known(6), known(7)), 42),
    "the largest product": (p.Product(known(LARGEST), known(-1)), -LARGEST),
    "so many times": (p.Scaled(known(6), 8), 48),
    "a comparison": (p.Compare("<", known(1), known(2)), 1),
    "with what is absent": (p.Compare("==", known(NONE), known(NONE)), 1),
    "of lists": (p.Compare("==", fixed(1, 2), fixed(1, 2)), 1),
    "of a list and a number": (p.Compare("!=", fixed(1), known(1)), 1),
    "not": (p.Not(known(0)), 1),
    "not of a list": (p.Not(fixed(1)), 0),
    "the smaller": (p.Extreme("min", known(1), known(2)), 1),
    "the greater": (p.Extreme("max", known(1), known(2)), 2),
    "how far from zero": (p.Magnitude(known(-3)), 3),
    "a seat": (p.Seat(known(1), 2), 1),
    "an index": (p.InRange(known(3), 1, 3), 2),
    "a size": (p.Size(fixed(4, 4)), 2),
    "backwards": (p.Reversed(fixed(1, 2, 3)), (3, 2, 1)),
    "a copy": (p.Frozen(fixed(1, 2)), (1, 2)),
}  # fmt: skip


@pytest.mark.parametrize("what", FOLDED)
def test_what_is_known_is_folded(what: str) -> None:
    expr, value = FOLDED[what]
    assert constant_of(FOLD(expr)) == value


@pytest.mark.parametrize("op", ["==", "!=", "<", "<=", ">", ">="])
def test_comparisons_are_those_of_python(op: str) -> None:
    for left in (1, 2, 3):
        found = FOLD(p.Compare(op, known(left), known(2)))  # type: ignore[arg-type]
        assert found == p.Known(int(eval(f"{left} {op} 2")))


KEPT: dict[str, p.Expr] = {
    "items of which one is unknown": p.Items((known(1), X)),
    "a span with an unknown end": p.Span(known(1), X),
    "a span that is too long": p.Span(known(1), known(LONGEST_FIXED + 1)),
    "a row below the first": p.Lookup(ROWS, known(-1)),
    "a row beyond the last": p.Lookup(ROWS, known(3)),
    "a row of what is absent": p.Lookup(ROWS, known(NONE)),
    "a row of an unknown key": p.Lookup(ROWS, X),
    "a sum with something unknown": p.Arith("+", known(1), X),
    "a division by zero": p.Arith("/", known(1), known(0)),
    "a remainder by zero": p.Arith("%", known(1), known(0)),
    "a sum that is too large": p.Arith("+", known(LARGEST), known(1)),
    "a difference that is too large": p.Arith("-", known(-LARGEST), known(1)),
    "a product that is too large": p.Product(known(LARGEST), known(2)),
    "a product with zero": p.Product(X, known(0)),
    "a comparison with something unknown": p.Compare("==", X, known(1)),
    "a comparison with itself": p.Compare("==", X, X),
    "which list is less": p.Compare("<", fixed(1), fixed(2)),
    "not of something unknown": p.Not(X),
    "a seat where nobody sits": p.Seat(known(2), 2),
    "an index that there is not": p.InRange(known(0), 1, 3),
    "the size of an unknown list": p.Size(X),
    "a copy of a zone": p.Frozen(p.Pieces(known(0))),
    "a choice of something unknown": p.Choose(X, YES, NO),
}  # fmt: skip


@pytest.mark.parametrize("what", KEPT)
def test_what_is_unknown_or_a_fault_is_kept(what: str) -> None:
    assert FOLD(KEPT[what]) is KEPT[what]


# ------------------------------------------------------------------ and, or, if
@pytest.mark.parametrize(
    ("expr", "folded"),
    [
        (p.And(YES, X), X),
        (p.And(NO, X), NO),
        (p.And(known(2), known(3)), YES),
        (p.And(YES, NO), NO),
        (p.Or(NO, X), X),
        (p.Or(YES, X), YES),
        (p.Or(NO, known(2)), YES),
        (p.Or(NO, NO), NO),
        (p.And(X, YES), X),
        (p.Or(X, NO), X),
        (p.Choose(YES, X, NO), X),
        (p.Choose(NO, NO, X), X),
    ],
)
def test_what_decides_is_known(expr: p.Expr, folded: p.Expr) -> None:
    assert FOLD(expr) == folded


@pytest.mark.parametrize("expr", [p.And(X, NO), p.Or(X, YES)])
def test_an_unknown_left_side_is_computed_whatever_comes_of_it(expr: p.Expr) -> None:
    """It may fail."""
    assert FOLD(expr) is expr


# ------------------------------------------------------------------ tables
def test_equal_tables_are_one() -> None:
    tables = Tables()
    assert tables.table((1, 2), "first") is tables.table((1, 2), "second")
    assert tables.table({1: 2}) is tables.table({1: 2})
    first: dict[int, tuple[int, ...]] = {1: (2,)}
    second: dict[int, tuple[int, ...]] = {1: (2,)}
    assert tables.table((first,)) is tables.table((second,))


def test_a_mapping_is_another_table_than_its_pairs() -> None:
    tables = Tables()
    made = [tables.table(rows) for rows in (((1, 2),), {1: 2}, {(1, 2): 0}, ({1: 2},))]
    assert len({id(table) for table in made}) == 4
    assert constant_of(p.Fixed(tables.table({1: 2}))) is None


def test_arithmetic_says_when_it_has_no_value() -> None:
    assert arithmetic("/", 7, 2) == 3
    assert arithmetic("/", LARGEST, 0) is None
    assert arithmetic("+", LARGEST, LARGEST) is None
