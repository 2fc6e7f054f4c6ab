"""Liveness: which locals are still needed before some statements."""

from __future__ import annotations

import pytest

from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.liveness import asked_locals, live_before
from tests.plan.planning import graph, program

X, Y, Z = ir.Local("x"), ir.Local("y"), ir.Local("z")
ONE = ir.Const(1)


def put(name: str, value: ir.Expr = ONE) -> ir.SetLocal:
    return ir.SetLocal(0, name, value)


def plus(left: ir.Expr, right: ir.Expr) -> ir.Expr:
    return ir.Arith("+", left, right)


@pytest.mark.parametrize(
    ("stmts", "after", "before"),
    [
        ((put("x", Y),), "x z", "y z"),
        ((put("x", plus(X, ONE)),), "x", "x"),
        ((put("x"), put("y", X)), "y", ""),
        ((ir.Random(0, "x", ir.Span(ONE, Y), "", ir.ValueType("int")),), "x", "y"),
        ((ir.CallProc(0, "rule", (Y,), "x"),), "x z", "y z"),
        ((ir.CallProc(0, "rule", (Y,)),), "x", "x y"),
        # What one branch sets may come from before in the other.
        ((ir.If(0, Z, (put("x"),), ()),), "x", "x z"),
        ((ir.If(0, Z, (put("x"),), (put("x"),)),), "x", "z"),
        ((ir.If(0, ONE, (ir.Return(0, Y),), ()),), "x", "x y"),
        # A loop may be gone through again, or never.
        ((ir.While(0, Z, (put("y", X), put("x", Y))),), "", "x z"),
        ((ir.While(0, Z, (put("x"),)),), "x", "x z"),
        ((ir.Repeat(0, Z, (put("x", Y), put("y"))),), "", "y z"),
        ((ir.ForEach(0, "x", Z, (put("y", X),)),), "y", "y z"),
        ((ir.ForEach(0, "x", X, (put("y", X),)),), "", "x"),
        # Nothing comes after what leaves.
        ((ir.Return(0, Y), put("z", X)), "x", "y"),
        ((ir.End(0, "round"),), "x", ""),
        # A name of its own.
        ((ir.Deal(0, X, ir.ZoneAt("deck"), "p", Y, ir.ZoneAt("hand", ir.Local("p")), False),), "", "x y"),
        ((ir.FillVar(0, "gold", plus(ir.Local("p"), X), "p"),), "", "x"),
        ((ir.ScoreRound(0, "p", plus(ir.Local("p"), X)),), "", "x"),
        ((ir.Shuffle(0, ir.ZoneAt("hand", X)),), "", "x"),
    ],
)
def test_what_is_needed_before(stmts: tuple[ir.Stmt, ...], after: str, before: str) -> None:
    assert live_before(stmts, frozenset(after.split())) == frozenset(before.split())


def test_a_value_that_comes_through_two_rounds_of_a_loop() -> None:
    """x comes from y, y from z: before the first round all three count."""
    body = (put("x", Y), put("y", Z))
    assert live_before((ir.Repeat(0, ONE, body),), frozenset({"x"})) == {"x", "y", "z"}


ASKING = """\
let a = 1
let b = 2
let c = 3
let d = 4
choose for who:
  go "go to {i} of {d}"(i in 1..a, with j in 1..i) needs fits(b, j): n = i
  stay: n = c
---
fits(int k, int l):
  is: k > l
  why: "{k} is not more than {l}"
"""


def test_a_list_of_choices_is_made_from_what_it_reads() -> None:
    """Lists, conditions and labels; what only a body reads is not asked for."""
    found = next(node for node in walk(program(ASKING).procs["round"]) if isinstance(node, ir.Decide))
    assert asked_locals(found) == {"a", "b", "d"}


def test_a_waiting_frame_holds_that_and_what_comes_after() -> None:
    (site,) = graph(ASKING).sites.values()
    assert site.frame == ("a", "b", "c", "d")


def test_a_value_that_is_called_for_is_not_kept_before() -> None:
    made = graph("""\
        let k = 5
        let v = given(k)
        n = v + k
        ---
        given(int a):
          do: |
            choose for who:
              one: return a
              two: return 2
        """)
    (received,) = [block for block in made.blocks if block.receive]
    assert (received.receive, received.params) == ("v", ("k",))
    (site,) = made.sites.values()
    assert site.frame == ("a",)
