"""Every node of a plan is made of some ruleset, and printed."""

from __future__ import annotations

import dataclasses
import typing
from types import ModuleType

import pytest

from hoyle.backends.python.expressions import ExpressionPrinter
from hoyle.backends.python.module import to_python
from hoyle.backends.python.statements import StatementPrinter
from hoyle.ir.types import ValueType
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.from_program import Mode, Setting, make_plan
from hoyle.plan.nodes import Expr
from hoyle.plan.statement_nodes import Stmt
from tests.plan.planning import options_of, plan
from tests.play.playing import NAMES, loaded

MODES = (Mode(), Mode(record=True), Mode(stepped=True), Mode(careful=True))

# What no bundled ruleset needs.
REST = """\
round:
  do: |
    deal 1 from deck to hand[p] for p in players
    let c = random(deck)
    move c to heap
    move random(hand[p]) to hand[left(p)] for p in players
    if c in heap and gold[players] == many: n = abs(n - m)
    many = each k in 1..n of k + m
    many = distinct(many except [1, 2])
    many[0] += 1
    many -= [n, m]
    who = seat(n)
    for each p in (those p in players where gold[p] == 0) after who: m += 1
    n = size(lines(those s in square where not owner[s] exists, 3))
    sized(n)
    small(n)
    take(deck)
    let given = asked(who)
    n = given
    if supposing pay(who, n) then m > 0 or size(heap) > 9: n = 3
    bids()
take(zone of card z):
  do: |
    draw 1 from z to heap
pay(player p, int k):
  do: |
    gold[p] -= k
    move hand[p] to heap
    if gold[p] < 0: end round
    m += k
small(1..6 k):
  do: |
    n = k
sized(int k):
  do: |
    return k + 1
asked(player p):
  do: |
    choose for p:
      give(cs in 1..2 of heap): return size(cs)
      keep: return 0
bids:
  do: |
    simultaneously p in players:
      bid(i in 1..2): gold[p] = i
    otherwise: n = 5
"""

EXPRESSIONS: frozenset[type] = frozenset(typing.get_args(Expr))
STATEMENTS: frozenset[type] = frozenset(typing.get_args(Stmt))


@pytest.fixture
def printed(monkeypatch: pytest.MonkeyPatch) -> set[type]:
    """The classes of the nodes that are printed meanwhile."""
    found: set[type] = set()
    expr, statement = ExpressionPrinter.expr, StatementPrinter.statement

    def note_expr(self: ExpressionPrinter, node: Expr) -> str:
        found.add(type(node))
        return expr(self, node)

    def note_statement(self: StatementPrinter, node: Stmt, indent: int) -> None:
        found.add(type(node))
        statement(self, node, indent)

    monkeypatch.setattr(ExpressionPrinter, "expr", note_expr)
    monkeypatch.setattr(StatementPrinter, "statement", note_statement)
    return found


def test_every_node_is_printed(printed: set[type]) -> None:
    for name in NAMES:
        program = loaded(name).program
        for mode in MODES:
            to_python(make_plan(program, Setting(program.counts[0], options_of(program, {}), mode)))
    for mode in MODES:
        compile(to_python(plan(REST, mode=mode)).text, "<printed>", "exec")
    assert EXPRESSIONS - printed == set()
    assert STATEMENTS - printed == set()


@pytest.mark.parametrize(("module", "others"), [(p, {p.Table}), (s, {p.Cell, p.Cells, p.Local, ValueType})])
def test_every_node_belongs_to_its_union(module: ModuleType, others: set[type]) -> None:
    classes = {found for found in vars(module).values() if dataclasses.is_dataclass(found)}
    assert classes - others <= (EXPRESSIONS if module is p else STATEMENTS)


def test_nodes_are_frozen_and_slotted() -> None:
    for node in EXPRESSIONS | STATEMENTS:
        assert node.__dataclass_params__.frozen, node  # type: ignore[attr-defined]
        assert "__slots__" in vars(node), node
