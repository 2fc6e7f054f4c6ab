"""Quantifiers: as a search, written out, as a list, as loops within loops, over rows, by an index."""

from __future__ import annotations

import pytest

from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan.from_program import Mode
from tests.plan.planning import as_text, computed, expressions, planned, value_in

SOMEWHERE = "first s in square where owner[s] exists"
FIRST = """\
function first s()
  for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
    if (owner@8[s] != none):
      return s
  Fail(no first, ())
"""


# ------------------------------------------------------------------ short forms
@pytest.mark.parametrize(
    ("value", "expected"),
    [
        # All of a variable compared with one value is a search in it.
        ("any p in players where gold[p] == 5", "In(5, gold@17..18)"),
        ("any p in players where gold[p] != 5", "(Count(gold@17..18, 5) != 2)"),
        ("no s in square where owner[s] exists", "(not (Count(owner@8..16, none) != 9))"),
        ("all s in square have owner[s] exists", "(not In(none, owner@8..16))"),
        ("all p in players have gold[p] == m", "(Count(gold@17..18, m@6) == 2)"),
        ("count s in square where owner[s] == who", "Count(owner@8..16, who@21)"),
        ("count s in square where owner[s] exists", "(9 - Count(owner@8..16, none))"),
        # Of very few items each is tested by itself.
        ("all p in players have gold[p] > n", "((gold@17 > n@5) and (gold@18 > n@5))"),
        ("no p in players where gold[p] > n", "(not ((gold@17 > n@5) or (gold@18 > n@5)))"),
        ("any k in [1, 2] where k > 1", "1"),
        # A list is made item by item, or is there already.
        ("those c in deck where c.rank == n", "[c for c in Pieces(0) where (<piece.card.rank>[c] == n@5)]"),
        ("each p in players of gold[p] + 1", "[Fit((gold@17[p] + 1), False) for p in (0, 1)]"),
        ("each p in players of gold[p]", "gold@17..18"),
        ("gold[players]", "gold@17..18"),
        ("gold[players after who]", "[gold@17[indexP] for indexP in <players after>[who@21]]"),
        ("size(hand[players])", "SizeOf((2, 3))"),
        ("hand[players]", "PiecesOf((2, 3))"),
    ],
)
def test_short_forms(value: str, expected: str) -> None:
    assert computed(value) == expected


def test_more_players_are_a_loop() -> None:
    assert computed("all p in players have gold[p] > n", players=4).count("and") == 3
    unlike = computed("all s in square have s.column > n")
    assert unlike == as_text("""
        Call(0, ())
        function all s()
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            if (not (<node.square.column>[s] > n@5)):
              return 0
          return 1
        """)


# ------------------------------------------------------------------ functions with a loop
LOOPS = {
    "sum p in players of gold[p]": """
        Call(0, ())
        function sum p()
          total = 0
          for p in (0, 1):
            AddTo(total, gold@17[p])
          return total
        """,
    "highest p in players by gold[p]": """
        Call(0, ())
        function highest p()
          ReturnBest(highest, p, (0, 1), None, gold@17[p])
        """,
    "first p in players where gold[p] > n": """
        Call(0, ())
        function first p()
          for p in (0, 1):
            if (gold@17[p] > n@5):
              return p
          Fail(no first, ())
        """,
    # Up to the first that does not fit.
    "those s in square while s.column == n": """
        Call(0, ())
        function those s()
          StartList(found)
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            if (not (<node.square.column>[s] == n@5)):
              Break()
            add s to found
          return found
        """,
    # One that is another's test is a loop within it.
    "any s in square where no t in neighbours(s) where owner[t] exists": """
        Call(0, ())
        function any s()
          for s in (0, 1, 2, 3, 4, 5, 6, 7, 8):
            for t in <neighbours board>[s]:
              if (owner@8[t] != none):
                Break()
            unbroken:
              return 1
          return 0
        """,
    # In a list it is called, with what it reads.
    "those s in square where any t in neighbours(s) where owner[t] == owner[s]": """
        [s for s in (0, 1, 2, 3, 4, 5, 6, 7, 8) where Call(0, (s))]
        function any t(s)
          for t in <neighbours board>[s]:
            if (owner@8[t] == owner@8[s]):
              return 1
          return 0
        """,
    # Rows that are only gone through are taken apart, and hold the places in the variable themselves.
    "any line in lines(square, 3) where all s in line have owner[s] == who": """
        Call(0, ())
        function any line()
          for line_0, line_1, line_2 in ((8, 11, 14), (8, 12, 16), (8, 9, 10), (9, 12, 15), (10, 13, 16), (11, 12, 13), (14, 15, 16), (14, 12, 10)):
            if ((owner@0[line_0] == who@21) and ((owner@0[line_1] == who@21) and (owner@0[line_2] == who@21))):
              return 1
          return 0
        """,  # noqa: E501
    # They don't if something else is asked of a cell.
    "no line in lines(square, 3) where any s in line where owner[s] == who and s.column == 2": """
        Call(0, ())
        function no line()
          for line_0, line_1, line_2 in ((0, 3, 6), (0, 4, 8), (0, 1, 2), (1, 4, 7), (2, 5, 8), (3, 4, 5), (6, 7, 8), (6, 4, 2)):
            if (((owner@8[line_0] == who@21) and (<node.square.column>[line_0] == 2)) or (((owner@8[line_1] == who@21) and (<node.square.column>[line_1] == 2)) or ((owner@8[line_2] == who@21) and (<node.square.column>[line_2] == 2)))):
              return 0
          return 1
        """,  # noqa: E501
}  # fmt: skip


@pytest.mark.parametrize("value", LOOPS)
def test_loops(value: str) -> None:
    assert computed(value) == as_text(LOOPS[value])


LONELY = """\
lonely(square t):
  is: no s in neighbours(t) where owner[s] exists
"""


def test_a_name_that_is_seen_inside_is_not_taken_again() -> None:
    """A rule's own `s`, written out where another `s` is handed to it."""
    assert computed("those s in square where lonely(s)", LONELY, inline=True) == as_text("""
        [s for s in (0, 1, 2, 3, 4, 5, 6, 7, 8) where Call(0, (s))]
        function no s(s)
          for s2 in <neighbours board>[s]:
            if (owner@8[s2] != none):
              return 0
          return 1
        """)


def test_loops_that_are_alike_are_one_function() -> None:
    twice = "any s in square where s.column == 3 and (lonely(s) or n > 1 and lonely(s))"
    assert computed(twice, LONELY, inline=True).count("function no s") == 1


# ------------------------------------------------------------------ index
INDEXED = {
    "size(those s in square where s.column == n)": "Size(<s by>.get(n@5))",
    "size(those s in square where n == s.column and owner[s] exists)":
        "Size([s for s in <s by>.get(n@5) where (owner@8[s] != none)])",
}  # fmt: skip
NOT_INDEXED = [
    "those s in square where s.column > n",
    "those s in square where s.column == s.row",
    "those s in square where s.column == 1 or s.row == n",
    "those s in square where owner[s] == who",
    "those s in square where n == m and s.row == 2",
    "those c in deck where c.rank == 1",
    "size(those s in square while s.column == n)",
    "all s in square have s.column == n",
]


@pytest.mark.parametrize("value", INDEXED)
def test_items_are_sorted_by_what_is_asked_first(value: str) -> None:
    assert computed(value) == INDEXED[value]


@pytest.mark.parametrize("value", NOT_INDEXED)
def test_what_cannot_be_sorted_beforehand_is_gone_through(value: str) -> None:
    assert " by>" not in computed(value)


def groups(value: str) -> list[p.Group]:
    rules = f"let x = {value}\nn = 1\n"
    source = expressions(rules)
    found = planned(value_in(rules), source)
    bodies = tuple(function.body for function in source.draft.functions)
    return [node for node in walk((found, bodies)) if isinstance(node, p.Group)]


def test_groups_have_every_item_once_in_order() -> None:
    (group,) = groups("those s in square where s.row == n")
    assert group.table.rows == {1: (0, 1, 2), 2: (3, 4, 5), 3: (6, 7, 8)}


def test_rows_of_a_table_are_sorted_each() -> None:
    value = f"any t in neighbours({SOMEWHERE}) where t.row == n"
    assert computed(value) == "Call(1, ())\n" + FIRST + as_text("""
        function any t()
          for t in <neighbours board by>[Call(0, ())].get(n@5):
            return 1
          return 0
        """)
    (group,) = groups(value)
    assert isinstance(group.table.rows, tuple)
    assert group.table.rows[0] == {2: (3, 4), 1: (1,)}
    assert len(group.table.rows) == 9


def test_where_a_row_is_empty_what_may_fail_is_not_computed() -> None:
    """North of the last row there is nothing, so `n / m` would not be looked at there."""
    assert " by>" in computed(f"any t in ray({SOMEWHERE}, north) where t.row == n")
    assert " by>" not in computed(f"any t in ray({SOMEWHERE}, north) where t.row == n / m")
    assert " by>" in computed(f"any t in neighbours({SOMEWHERE}) where t.row == n / m")


def test_a_careful_plan_has_no_rows_sorted() -> None:
    careful = computed(f"any t in neighbours({SOMEWHERE}) where t.row == n", mode=Mode(careful=True))
    assert " by>" not in careful
