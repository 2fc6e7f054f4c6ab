"""What tests leave of some items is a table where all hangs on one place."""

from __future__ import annotations

import pytest

from hoyle.plan import nodes as p
from hoyle.plan.from_program import Mode
from tests.plan.planning import computed, expressions, planned, value_in

LEAP = """
leap(square s):
  is: those t in square where abs(t.column - s.column) * abs(t.row - s.row) == 2
"""
LEAPS = ((5, 7), (6, 8), (3, 7), (2, 8), (), (0, 6), (1, 5), (0, 2), (1, 3))


def tables(value: str, rest: str = "") -> list[p.Table]:
    """What tests leave, as far as it is known beforehand."""
    rules = f"let x = {value}\nn = 1\n---\n{rest}"
    source = expressions(rules)
    planned(value_in(rules, inline=True), source)
    return [table for table in source.tables.made.values() if table is not None]


def test_squares_that_lie_so_to_another_are_found_by_that_one() -> None:
    (table,) = tables("each s in square of size(leap(s))", LEAP)
    assert table.rows == LEAPS


def test_what_else_is_asked_is_still_asked() -> None:
    value = "each s in square of count t in leap(s) where owner[t] exists"
    (table,) = tables(value, LEAP)
    assert table.rows == LEAPS
    assert "for t in <left>[s]:" in computed(value, LEAP, inline=True)


def test_rows_of_a_table_are_sifted() -> None:
    (table,) = tables("each s in square of size(those t in neighbours(s) where t.row == s.row)")
    assert table.rows == ((1,), (2, 0), (1,), (4,), (5, 3), (4,), (7,), (8, 6), (7,))


def test_tests_are_settled_one_by_one() -> None:
    value = "each s in square of size(those t in square where t.row == s.row and t != s and owner[t] exists)"
    same_row, others = (list(table.rows) for table in tables(value))
    assert same_row[4] == (3, 4, 5)
    assert others[4] == (3, 5)
    assert "for t in <left>[s] where (owner@8[t] != none)" in computed(value, inline=True)


def test_what_hangs_on_no_place_is_a_list() -> None:
    assert computed("those s in square where s.row == 2 and s.column > 1") == "(4, 5)"


@pytest.mark.parametrize(
    "value",
    [
        "each s in square of size(those t in square where t.row == s.row + n)",  # the state decides
        "each s in square of size(those t in square where t.row * 999999999 == s.row)",  # too large a number
        "each s in square of size(those t in square where 2 / (t.row - s.row) == 1)",  # a fault
        "each s in square of size(those t in square while t.row == s.row)",
        "each p in players of size(those q in players where q != p)",  # nothing tells how many p there are
        "each s in square of each r in square of size(those t in square where t.row + s.row == r.row)",
    ],
)
def test_what_is_not_known_beforehand_is_gone_through(value: str) -> None:
    assert not tables(value)


def test_a_careful_plan_has_nothing_tabulated() -> None:
    value = "each s in square of size(those t in square where t.row > s.row)"
    assert "<left>" in computed(value)
    assert "<left>" not in computed(value, mode=Mode(careful=True))
