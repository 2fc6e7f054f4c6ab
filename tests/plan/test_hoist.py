"""Hoisting: what may be computed once for all items, and what only when it is first needed."""

from __future__ import annotations

import pytest

from hoyle.ir import program as ir
from hoyle.ir.walk import conjuncts, walk
from hoyle.plan.hoist import invariants, is_total
from tests.plan.planning import HEAD, program
from tests.plan.readable import expression

RULES = """\
choose for seat(0):
  {}: n = 1
otherwise: nothing
---
best:
  is: top(heap).rank
few:
  is: size(heap) < 3
loops(int k):
  do: |
    if k == 0: return 0
    let d = loops(k - 1)
    return d
"""


def hoisted(alternative: str, split: bool = False) -> tuple[list[str], list[str]]:
    """Of an alternative's conditions, what comes before the loop of its last pick, and what when needed."""
    found = program(RULES.format(alternative))
    one = next(node for node in walk(found.procs["round"]) if isinstance(node, ir.Alternative))
    tests = tuple(need.test for need in one.needs)
    if split:
        tests = tuple(part for test in tests for part in conjuncts(test))
    made = invariants(tests, frozenset({one.picks[-1].name}), found)
    return [expression(part) for part in made.before], [expression(part) for part in made.when_needed]


@pytest.mark.parametrize(
    ("alternative", "before", "when_needed"),
    [
        # The first item would compute it anyway: the top of a zone may be missing.
        ("lay(c in heap) needs c.rank == top(deck).rank", ["top(deck).rank"], []),
        # Behind `and` it might never be computed, so a fault must not come earlier.
        ("lay(c in heap) needs c.rank == 1 and c.rank == top(deck).rank", [], ["top(deck).rank"]),
        ("lay(c in heap) needs c.rank == 1 or c.rank == top(deck).rank", [], ["top(deck).rank"]),
        ("lay(c in heap) needs top(deck).rank == 1 and c.rank == 1", ["top(deck).rank"], []),
        ("lay(c in heap) needs c.rank == (if n > 0 then top(deck).rank else 1)", [], ["top(deck).rank"]),
        # What cannot fail may be computed in vain.
        ("lay(c in heap) needs c.rank == 1 and size(deck) < c.rank", ["size(deck)"], []),
        ("lay(c in heap) needs c.rank == 1 and few()", ["few()"], []),
        ("take(k in 1..3) needs k > 1 and gold[left(who)] > k", ["left(who, 1)"], []),
        # What can fail is remembered, if it is worth it: a list, say, is not.
        ("take(k in 1..3) needs k > 1 and k > many[0]", [], []),
        ("lay(c in heap) needs c.rank == 1 and c.rank == best()", [], ["best()"]),
        ("lay(c in heap) needs c.rank == 1 and c.rank == loops(3)", [], ["loops(3)"]),
        (
            "lay(c in heap) needs c.rank == 1 and c.rank == (first d in deck where d.rank == 1).rank",
            [],
            ["(first d in deck where (d.rank == 1)).rank"],
        ),
        # The largest part that does not change, not its own parts too; and each once.
        ("take(k in 1..3) needs size(deck) + size(deck) > k", ["size(deck)"], []),
        ("take(k in 1..3) needs max(size(deck), n) > k", ["max(size(deck), n)"], []),
        # What hangs on the pick stays; of a quantifier that does, only its list is looked at.
        ("take(k in 1..3) needs loops(k) > 1", [], []),
        (
            "take(k in 1..3) needs any c in (those c in deck where c.rank == 1) where c.rank == best() + k",
            ["(those c in deck where (c.rank == 1))"],
            [],
        ),
        ("take(k in 1..3) needs k > n + m", [], []),
    ],
)  # fmt: skip
def test_invariants(alternative: str, before: list[str], when_needed: list[str]) -> None:
    assert hoisted(alternative) == (before, when_needed)


def test_only_the_first_condition_is_certain() -> None:
    both = "lay(c in heap) needs top(deck).rank == c.rank and bottom(deck).rank == c.rank"
    assert hoisted(both, split=True) == (["top(deck).rank"], ["bottom(deck).rank"])


@pytest.mark.parametrize(
    ("value", "total"),
    [
        ("n", True),
        ("n + m", True),
        ("n * m", False),  # may be too large
        ("n / 2", True),
        ("n / m", False),
        ("n % m", False),
        ("gold[who]", True),
        ("gold[seat(0)]", False),
        ("price[1]", False),  # the index of a range is checked
        ("size(deck)", True),
        ("top(deck).rank", False),
        ("many[0]", False),
        ("left(who)", True),
        ("if n > 0 then 1 else m", True),
        ("sum c in deck of c.rank", True),
        ("size(those c in deck where c.rank == n)", True),
        ("highest k in many by k", False),
        ("first k in many where k > 1", False),
        ("sum k in 1..9 of k", True),
        ("sum k in 1..n of k", False),  # costs fuel
        ("size(neighbours(a1))", True),
        ("size(ray(a1, north))", True),
        ("step(a1, north) exists", True),
        ("a1.x + a1.y", True),
        ("size(many - [n])", True),
        ("size(many + [n])", False),  # may be too long
        ("if few() then 1 else 0", True),
        ("best()", False),
        ("loops(1)", False),
    ],
)
def test_what_cannot_fail(value: str, total: bool) -> None:
    found = program(RULES.format("stay").replace("choose for", f"let x = {value}\nchoose for", 1))
    body = found.procs["round"].body
    assert body is not None
    assert isinstance(body[0], ir.SetLocal)
    assert is_total(body[0].value, found) == total


def test_the_edges_of_a_node_cannot_fail() -> None:
    roads = "  roads: {nodes: town, edges: road, at: {a: [0, 0], b: [1, 0]}, paths: [a-b]}\n"
    found = program("n = size(edges(a))", HEAD.replace("boards:\n", f"boards:\n{roads}"))
    body = found.procs["round"].body
    assert body is not None
    assert isinstance(body[0], ir.SetVar)
    assert is_total(body[0].value, found)


def test_a_zone_that_is_numbered_may_not_be_there() -> None:
    found = program(
        "n = size(shelf[n])", HEAD.replace("zones:\n", "zones:\n  shelf: {of: card, per: rank}\n")
    )
    body = found.procs["round"].body
    assert body is not None
    assert isinstance(body[0], ir.SetVar)
    assert not is_total(body[0].value, found)
