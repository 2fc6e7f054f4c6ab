"""How large numbers can get, and where a check stands: nowhere else than where one can be too large."""

from __future__ import annotations

import pytest

from hoyle.ir import program as ir
from hoyle.plan.limits import LARGEST, MOST_ITEMS
from hoyle.plan.numbers import WIDE, Sizes
from tests.plan.planning import as_text, function, plan, program, value_in
from tests.plan.readable import text

DEFINITIONS = """\
same(int k):
  is: k
twice(int k):
  is: k + k
total:
  is: sum i in many of i
"""


@pytest.mark.parametrize(
    ("value", "size"),
    [
        ("5", 5),
        ("-5", 5),
        ("n", LARGEST),
        ("n + m", 2 * LARGEST),
        ("n - 3", LARGEST + 3),
        ("(n + m) / 7", 2 * LARGEST),
        ("n % 7", 7),
        ("n * m", LARGEST),  # checked where it is made
        ("if n > 0 then 3 else -4", 4),
        ("max(n + m, 3)", 2 * LARGEST),
        ("abs(n - m)", 2 * LARGEST),
        ("top(deck).rank", 2),
        ("size(many)", LARGEST),
        ("sum i in many of i", MOST_ITEMS * LARGEST),
        ("sum i in many of twice(i)", MOST_ITEMS * WIDE),
        ("sum i in 1..12 of i", 12 * LARGEST),
        ("sum p in (those q in players where n > 0) of 3", 3 * 4),
        ("sum i in [n, m] of i", 2 * LARGEST),
        ("same(n)", WIDE),
        ("twice(n)", WIDE),
        ("total()", WIDE),
    ],
)
def test_sizes(value: str, size: int) -> None:
    rules = f"let x = {value}\nn = 1\n---\n{DEFINITIONS}"
    assert Sizes(program(rules)).of(value_in(rules), {}) == size


def test_what_is_absent_is_no_large_number() -> None:
    assert Sizes(program("n = 1\n")).of(ir.Const(ir.NONE), {}) == 0


def test_a_parameter_is_as_large_as_it_is_said_to_be() -> None:
    sizes = Sizes(program("n = 1\n"))
    assert sizes.of(ir.Arith("+", ir.Local("k"), ir.Local("j")), {"k": WIDE}) == WIDE + LARGEST


# ------------------------------------------------------------------ checks
STATEMENTS: dict[str, str] = {
    # By a small constant: one comparison after the change, on the side where it may matter.
    "n += 5": "n@5 += 5\nBound(n@5, above)",
    "n -= 5": "n@5 -= 5\nBound(n@5, below)",
    "n += -5": "n@5 += -5\nBound(n@5, below)",
    "n = n + 1": "n@5 = (n@5 + 1)\nBound(n@5, above)",
    "n = m - 1": "n@5 = (m@6 - 1)\nBound(n@5, below)",
    "gold[who] += 1": "gold@17[who@21] += 1\nBound(gold@17[who@21], above)",
    "let k = n\nk = k + 1": "k = n@5\nk = (k + 1)\nBound(k, above)",
    # Otherwise what is stored is checked itself.
    "n += 200": "n@5 = Fit((n@5 + 200), False)",
    "n += m": "n@5 = Fit((n@5 + m@6), False)",
    "let k = n + m": "k = Fit((n@5 + m@6), False)",
    "many = [n + m]": "many@7 = Items((Fit((n@5 + m@6), False)))",
    "n = if m > 0 then n + m else 5": "n@5 = (Fit((n@5 + m@6), False) if (m@6 > 0) else 5)",
    "n = twice(m)": "n@5 = Fit(Call(1, (m@6)), False)",
    # What cannot be too large is not.
    "n = 5": "n@5 = 5",
    "n = m": "n@5 = m@6",
    "n = m / 2": "n@5 = (m@6 / 2)",
    "n = (m + m) % 10": "n@5 = ((m@6 + m@6) % 10)",
    "n = n * m": "n@5 = Product(n@5, m@6)",
    "n = size(deck)": "n@5 = Size(Pieces(0))",
    "if n + m + n + m > 5: n = 1": "if ((((n@5 + m@6) + n@5) + m@6) > 5):\n  n@5 = 1",
    # What goes into a rule that acts is stored; what goes into a definition may be larger.
    "act(n + m)": "act 1(Fit((n@5 + m@6), False))",
    "if twice(n + m) > 3: n = 1": "if (Call(1, ((n@5 + m@6))) > 3):\n  n@5 = 1",
    "if twice(twice(n)) > 3: n = 1": "if (Call(1, (Call(1, (n@5)))) > 3):\n  n@5 = 1",
    "if twice(twice(n) + 1) > 3: n = 1": "if (Call(1, (Fit((Call(1, (n@5)) + 1), True))) > 3):\n  n@5 = 1",
    # An index of a range is any number.
    "price[n] = 1": "price@19[InRange(n@5, 1, 2)] = 1",
    "price[2] = 1": "price@20 = 1",
    "price[3] = 1": "price@19[InRange(3, 1, 2)] = 1",
}  # fmt: skip


@pytest.mark.parametrize("body", STATEMENTS)
def test_where_checks_stand(body: str) -> None:
    rules = f"{body}\n---\n{DEFINITIONS}act(int k):\n  do: |\n    n = k\n"
    found = text(function(plan(rules), "round")).splitlines()[1:]
    assert [line[2:] for line in found] == STATEMENTS[body].splitlines()


def test_what_a_definition_gives_is_checked_at_its_end() -> None:
    rules = f"n = twice(m)\n---\n{DEFINITIONS}"
    assert text(function(plan(rules), "twice")) == as_text("""
        function twice(k)
          return Fit((k + k), True)
        """)
