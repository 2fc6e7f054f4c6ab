"""A plan's promises: every plan of a bundled ruleset keeps them, and one that breaks one is caught."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hoyle.ir.verify import BrokenPromise
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.from_program import Mode, Setting, make_plan
from hoyle.plan.model import Plan
from hoyle.plan.verify import verify
from tests.plan.planning import PLAIN, options_of, program
from tests.play.playing import NAMES, loaded

MODES = [
    Mode(record, stepped, careful)
    for record in (False, True)
    for stepped in (False, True)
    for careful in (False, True)
]


def planned(name: str, players: int, mode: Mode) -> Plan:
    found = loaded(name).program
    return make_plan(found, Setting(players, options_of(found, {}), mode))


def few(name: str) -> Iterator[tuple[int, Mode]]:
    """Every number of players and every way of playing, though not each with each."""
    counts = loaded(name).player_counts
    for index in range(max(len(counts), len(MODES))):
        yield counts[index % len(counts)], MODES[index % len(MODES)]


@pytest.mark.parametrize("name", NAMES)
def test_bundled_plans_keep_their_promises(name: str) -> None:
    for players, mode in few(name):
        verify(planned(name, players, mode))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_bundled_plans_keep_their_promises_in_every_way(name: str) -> None:
    for players in loaded(name).player_counts:
        for mode in MODES:
            verify(planned(name, players, mode))


# ------------------------------------------------------------------ one promise broken at a time
RULES = """\
round:
  do: |
    deal 1 from deck to hand[p] for p in players
    for each p in players: turn(p)
    offer to p in players:
      join: n += 1
    otherwise: nothing
turn(player me):
  do: |
    choose for me:
      lay(c in hand[me]) needs c.colour == red: move c to heap
      stay: n = twice(n)
    otherwise: nothing
twice(int k):
  do: |
    if k > 5: return 0
    return k + k
"""
HERE = 0  # the block of `round`
TWICE = "twice"


def fresh(mode: Mode = PLAIN) -> Plan:
    found = program(RULES)
    return make_plan(found, Setting(2, options_of(found, {}), mode))


def site(plan: Plan, how: str) -> Any:
    return next(site for site in plan.sites.values() if site.decide is not None and site.decide.how == how)


def with_block(plan: Plan, number: int, **changes: Any) -> Plan:
    plan.blocks[number] = dataclasses.replace(plan.blocks[number], **changes)
    return plan


def with_statement(*stmts: Any, plan: Plan | None = None) -> Plan:
    """The plan with something done first in the rule `round`."""
    plan = plan or fresh()
    return with_block(plan, HERE, body=(*stmts, *plan.blocks[HERE].body))


def with_value(expr: Any) -> Plan:
    return with_statement(s.SetLocal(-1, "x", expr))


def with_function(*body: Any) -> Plan:
    plan = fresh()
    next(function for function in plan.functions if function.name == TWICE).body = body
    return plan


def with_site(how: str, **changes: Any) -> Plan:
    plan = fresh()
    found = site(plan, how)
    plan.sites[found.id] = dataclasses.replace(found, **changes)
    return plan


def changed(**changes: Any) -> Plan:
    plan = fresh()
    for name, value in changes.items():
        setattr(plan, name, value)
    return plan


def looking_into(rows: Any) -> p.Table:
    return p.Table("rows", rows)


ONE = p.Known(1)
BROKEN: dict[str, tuple[Callable[[], Plan], str]] = {
    "a local": (lambda: with_value(p.Local("never")), "never is read, but not surely set before"),
    "a local of another branch": (
        lambda: with_statement(s.If(-1, ONE, (s.SetLocal(-1, "y", ONE),)), s.Evaluate(-1, p.Local("y"))),
        "y is read",
    ),
    "a local of a loop that may be empty": (
        lambda: with_statement(
            s.Loop(-1, ("i",), p.Upto(ONE), (s.SetLocal(-1, "y", ONE),)), s.Evaluate(-1, p.Local("y"))
        ),
        "y is read",
    ),
    "a list's own name, outside": (
        lambda: with_value(p.And(p.Size(p.Listed(("i",), p.Upto(ONE), None, p.Local("i"))), p.Local("i"))),
        "i is read",
    ),
    "a list that was not begun": (lambda: with_statement(s.Append(-1, "list", ONE)), "list is read"),
    "something remembered": (lambda: with_value(p.Once("o", ONE)), "o is read"),
    "choices that nobody has listed": (lambda: with_statement(s.IfChoices(-1, ())), "the list of choices"),
    "keys that nobody has begun": (lambda: with_statement(s.IfNew(-1, ONE, ())), "the keys"),
    "a function": (lambda: with_value(p.Call(99, ())), "there is no function 99"),
    "an argument": (lambda: with_value(p.Call(0, (ONE, ONE, ONE))), "is called with 3 arguments"),
    "effects": (lambda: with_statement(s.Act(-1, 0, (ONE,), None)), "as if it had effects"),
    "a block": (lambda: with_block(fresh(), HERE, body=(s.Jump(-1, 99, (), False),)), "there is no block 99"),
    "what a block is given": (
        lambda: with_block(fresh(), HERE, body=(s.Jump(-1, 1, (), False),)),
        "block 1 takes 1 values, not 0",
    ),
    "a jump past a choice": (
        lambda: with_block(fresh(), HERE, body=(s.Jump(-1, site(fresh(), "choose").bodies[0], (), False),)),
        "is called with a choice, not with arguments",
    ),
    "a frame to go on with": (lambda: with_statement(s.Push(-1, 99, (), False)), "there is no block 99"),
    "a site": (lambda: with_block(fresh(), HERE, body=(s.Wait(-1, 99, ONE, ()),)), "there is no site 99"),
    "a waiting frame": (
        lambda: with_block(fresh(), HERE, body=(s.Wait(-1, site(fresh(), "choose").id, ONE, ()),)),
        "holds 0 values",
    ),
    "a frame's size": (lambda: changed(frames={}), "frames hold"),
    "a continuation": (lambda: changed(continuations=frozenset({0})), "frames name"),
    "where a match begins": (lambda: changed(entry=1), "a match cannot begin at block 1"),
    "a body": (lambda: with_site("choose", bodies=(0,)), "block 0 cannot go on from it"),
    "a choice's block": (
        lambda: with_site("choose", bodies=site(fresh(), "choose").bodies[1:]),
        "a choice leads to block",
    ),
    "passing": (lambda: with_site("offer", passing=0), "nobody passes at block"),
    "passing where nobody offers": (
        lambda: with_statement(
            s.ListChoices(-1, site(fresh(), "offer").choices.number, ()), s.AddPass(-1, HERE)
        ),
        "nobody passes at block 0",
    ),
    "what is waited for": (lambda: with_site("choose", decide=None), "both or neither"),
    "a function's end": (lambda: with_function(s.SetLocal(-1, "x", ONE)), "it ends without a value"),
    "a function's end on one way": (
        lambda: with_function(s.If(-1, ONE, (s.Return(-1, ONE),))),
        "it ends without a value",
    ),
    "a block's end": (lambda: with_block(fresh(), HERE, body=()), "it does not say how to go on"),
    "what follows a return": (
        lambda: with_function(s.Return(-1, ONE), s.Return(-1, ONE)),
        "Return follows Return, which leaves",
    ),
    "a return in a block": (lambda: with_block(fresh(), HERE, body=(s.Return(-1, ONE),)), "in a block"),
    "a jump in a function": (lambda: with_function(s.Jump(-1, 0, (), False)), "in a function"),
    "the end of a round": (
        lambda: with_block(fresh(), HERE, body=(s.EndRound(-1, from_block=False),)),
        "does not know where it stands",
    ),
    "a place": (lambda: with_statement(s.Gather(10**6)), "there is no place 1000000"),
    "a fault": (lambda: with_statement(s.If(-1, ONE, (s.Fail(-1, "nothing"),))), "no fault 'nothing'"),
    "a fault's values": (
        lambda: with_statement(s.If(-1, ONE, (s.Fail(-1, "not enough"),))),
        "comes with 0 values",
    ),
    "a cell": (lambda: with_value(p.Cell("n", 10**6)), "n lies outside the state"),
    "the last cells": (lambda: with_value(p.Cells("n", fresh().layout.size - 1, 2)), "n lies outside"),
    "a variable": (lambda: with_statement(s.RecordSet(-1, "nothing", None, ONE)), "records nothing"),
    "a zone": (lambda: with_value(p.Size(p.Pieces(p.Known(99)))), "there is no zone 99"),
    "one of several zones": (lambda: with_value(p.SizeOf((0, 99))), "there is no zone 99"),
    "a board": (lambda: with_value(p.LinesOf("nothing", p.Items(()), ONE)), "unknown board nothing"),
    "a table of mixed rows": (lambda: with_value(p.Lookup(looking_into((1, (2,))), ONE)), "cannot look into"),
    "a mapping that is a list": (lambda: with_value(p.Mapped(looking_into((1, 2)), ONE)), "cannot look into"),
    "a mapping of single keys": (
        lambda: with_value(p.MappedPair(looking_into({1: 2}), ONE, ONE)),
        "cannot look into",
    ),
    "groups that are no lists": (
        lambda: with_value(p.Group(looking_into({1: 2}), None, ONE)),
        "cannot look into",
    ),
    "groups by row": (
        lambda: with_value(p.Group(looking_into({1: (2,)}), ONE, ONE)),
        "cannot look into",
    ),
    "a list of mappings": (lambda: with_value(p.Fixed(looking_into(({1: 2},)))), "cannot look into"),
    "rows to be taken apart": (
        lambda: with_statement(s.Loop(-1, ("a", "b"), p.Fixed(looking_into(((1, 2, 3),))), ())),
        "taken apart as a, b",
    ),
    "a list to be taken apart": (
        lambda: with_statement(s.Loop(-1, ("a", "b"), p.Upto(ONE), ())),
        "taken apart as a, b",
    ),
    "stepped chance": (lambda: with_statement(s.Settle(-1, p.Known(0), ONE)), "not stepped"),
    "an unnoted move": (
        lambda: with_statement(s.TakeUp(-1, ONE), plan=fresh(Mode(record=True))),
        "in a plan where moves are noted",
    ),
    "an unknown variable told": (
        lambda: with_statement(s.RecordSet(-1, "nothing", None, ONE), plan=fresh(Mode(record=True))),
        "unknown variable nothing",
    ),
    "chance that leads nowhere": (
        lambda: with_statement(
            s.ListOutcomes(-1, HERE, "random", p.Items((ONE,))), plan=fresh(Mode(stepped=True))
        ),
        "chance does not lead to block 0",
    ),
    "a number": (lambda: changed(functions=fresh().functions[::-1]), "says that it is function"),
    "a rule": (lambda: changed(rules=()), "belongs to no rule"),
}  # fmt: skip


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_promise_is_caught(what: str) -> None:
    make, message = BROKEN[what]
    with pytest.raises(BrokenPromise, match=message):
        verify(make())


def test_the_sample_itself_keeps_them() -> None:
    for mode in MODES:
        verify(fresh(mode))
