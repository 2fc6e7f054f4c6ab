"""Inlining: small definitions are written out where they are used; nothing is captured or computed twice."""

from __future__ import annotations

import pytest

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.inline import LARGEST_INLINED, inlined, recursive_definitions, uses_of
from tests.plan.planning import program, value_in
from tests.plan.readable import expression

RICH = """\
rich(player p):
  is: any q in players where gold[q] < gold[p]
"""
DEPTH = """\
deep(int k):
  do: |
    if k == 0: return 0
    let d = deep(k - 1)
    return d
shallow(int k):
  is: deep(k) + 1
"""


def written_out(value: str, rest: str) -> str:
    return expression(value_in(f"let x = {value}\nn = 1\n---\n{rest}", inline=True))


@pytest.mark.parametrize(
    ("value", "rest", "expected"),
    [
        ("plus(n + m)", "plus(int k):\n  is: k + 1\n", "((n + m) + 1)"),
        # From the inside out.
        ("four(n)", "four(int k):\n  is: two(two(k))\ntwo(int k):\n  is: k + 1\n", "((n + 1) + 1)"),
        # A name or a constant may be read twice; what has to be computed may not.
        ("twice(2)", "twice(int k):\n  is: k + k\n", "(2 + 2)"),
        ("twice(n)", "twice(int k):\n  is: k + k\n", "twice(n)"),
        # Nor once for each item of a loop.
        ("rich(who)", RICH, "rich(who)"),
        ("those q in players where rich(q)", RICH,
         "(those q in players() where (any qI1 in players() where (gold[qI1] < gold[q])))"),
        # What acts, or has statements, is called.
        ("given(1)", "given(int k):\n  do: |\n    return k\n", "given(1)"),
        # Definitions that call themselves are left alone, and what uses them is not.
        ("deep(3)", DEPTH, "deep(3)"),
        ("shallow(3)", DEPTH, "(deep(3) + 1)"),
    ],
)  # fmt: skip
def test_what_is_written_out(value: str, rest: str, expected: str) -> None:
    assert written_out(value, rest) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("when(top(deck).rank)", "when(top(deck).rank)"),
        ("when(size(deck))", "((n > 0) and (size(deck) > 1))"),
    ],
)
def test_an_argument_that_may_fail_is_computed_in_any_case(value: str, expected: str) -> None:
    assert written_out(value, "when(int k):\n  is: n > 0 and k > 1\n") == expected


def test_every_quantifier_gets_a_name_of_its_own() -> None:
    found = written_out("(no p in players where rich(p)) and (no r in players where rich(r))", RICH)
    assert found.count("qI1") == found.count("qI2") == 2


@pytest.mark.parametrize(("terms", "is_inlined"), [(LARGEST_INLINED // 2, True), (LARGEST_INLINED, False)])
def test_only_small_ones(terms: int, is_inlined: bool) -> None:
    found = written_out("long()", f"long:\n  is: {' + '.join(['m'] * terms)}\n")
    assert (found != "long()") == is_inlined


def test_what_may_be_too_large_for_a_definition_is_called() -> None:
    """Its value must be checked where it comes out, and what it is given where it goes in."""
    wide = "wide(int k):\n  is: k + (sum i in many of i)\n"
    assert written_out("wide(1)", wide) == "wide(1)"
    twice = "twice(int k):\n  is: k + k\nplus(int k):\n  is: k + 1\n"
    assert written_out("plus(twice(n))", twice) == "plus(twice(n))"
    assert written_out("plus(sum i in many of i)", "plus(int k):\n  is: k + 1\n").startswith("plus(")


def test_a_condition_keeps_the_name_of_its_rule() -> None:
    rules = """\
        choose for seat(0):
          go(s in square) needs free(s): owner[s] = seat(0)
        ---
        free(square s):
          is: not owner[s] exists
          why: "{s} is taken"
        """
    found = inlined(program(rules))
    (need,) = [node for node in walk(found.procs["round"]) if isinstance(node, ir.Condition)]
    assert (need.name, expression(need.test)) == ("free", "(not owner[s] exists)")
    assert need.why is not None


def test_nothing_is_left_to_write_out() -> None:
    program_ = program(f"if rich(seat(0)): n = 1\n---\n{RICH}{DEPTH}")
    once = inlined(program_)
    assert inlined(once) == once


def test_which_definitions_call_themselves() -> None:
    assert recursive_definitions(program(f"n = shallow(2)\n---\n{DEPTH}")) == {"deep"}


def test_uses_inside_a_loop_count_double() -> None:
    x = ir.Local("x")
    assert uses_of(ir.Arith("+", x, x), "x") == 2
    assert uses_of(ir.Quantified("any", "y", x, None), "x") == 1
    assert uses_of(ir.Quantified("any", "y", ir.Local("z"), ir.Compare("==", ir.Local("y"), x)), "x") == 2
