"""Lowering's promises: a program that breaks one is caught, and every node is used by some ruleset."""

from __future__ import annotations

import dataclasses
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.ir import program as ir
from hoyle.ir.types import INT
from hoyle.ir.verify import BrokenPromise, verify
from hoyle.ir.walk import walk
from hoyle.plan.stepping import stepped
from tests.play.playing import NAMES, loaded, play_on, written


def with_statement(stmt: Any) -> ir.Program:
    program = loaded("stop").program
    body = program.procs["turns"].body
    assert body is not None
    locals_ = tuple(ir.Typed(name, INT) for name in ("k", "p", "q"))
    proc = dataclasses.replace(program.procs["turns"], body=(stmt, *body), locals=locals_)
    return dataclasses.replace(program, procs={**program.procs, "turns": proc})


def with_value(expr: Any) -> ir.Program:
    return with_statement(ir.SetLocal(0, "k", expr))


def asking_inside() -> ir.Program:
    inner = ir.Decide(
        0, "inner", "choose", "p", ir.Const(0), (ir.Alternative(0, "a", "a", None, (), (), ()),), None
    )
    outer = ir.Decide(
        0, "outer", "simultaneously", "q", ir.Fn("players", ()),
        (ir.Alternative(0, "b", "b", None, (), (), (inner,)),), None,
    )  # fmt: skip
    return with_statement(outer)


BROKEN: dict[str, tuple[Callable[[], ir.Program], str]] = {
    "a variable": (lambda: with_value(ir.Get("nothing")), "unknown variable nothing"),
    "a variable that is set": (
        lambda: with_statement(ir.SetVar(0, "nothing", None, "=", ir.Const(1))),
        "unknown variable nothing",
    ),
    "a zone": (lambda: with_value(ir.ZoneAt("nothing")), "unknown zone nothing"),
    "several zones": (lambda: with_value(ir.PiecesOfEach("nothing", ir.Items(()))), "unknown zone nothing"),
    "an option": (lambda: with_value(ir.Opt("nothing")), "unknown option nothing"),
    "a table": (lambda: with_value(ir.Table("nothing", ir.Const(0))), "unknown table nothing"),
    "a procedure": (lambda: with_statement(ir.CallProc(0, "nothing", ())), "unknown procedure nothing"),
    "a function": (
        lambda: with_value(ir.Call("nothing", ())),
        "nothing is called inside an expression but is not pure",
    ),
    "a procedure inside an expression": (
        lambda: with_value(ir.Call("turns", ())),
        "turns is called inside an expression",
    ),
    "a number that is too large": (lambda: with_value(ir.Const(10**10)), "constant 10000000000 is too large"),
    "a decision inside simultaneously": (asking_inside, "outer asks inside simultaneously"),
    "a shape": (lambda: with_value(ir.Const("one")), "does not have its declared shape"),  # type: ignore[arg-type]
    "a truth value for a number": (lambda: with_value(ir.Const(True)), "does not have its declared shape"),
    "a list for a tuple": (lambda: with_value(ir.Items([])), "does not have its declared shape"),  # type: ignore[arg-type]
    "an operator": (
        lambda: with_value(ir.Arith("**", ir.Const(1), ir.Const(1))),  # type: ignore[arg-type]
        "does not have its declared shape",
    ),
    "a statement for an expression": (lambda: with_value(ir.Gather(0)), "does not have its declared shape"),
    "a way to win": (
        lambda: dataclasses.replace(loaded("stop").program, wins="best"),  # type: ignore[arg-type]
        "program.wins does not have its declared shape",
    ),
    "a zone's refill": (
        lambda: dataclasses.replace(
            loaded("stop").program,
            zones=tuple(
                dataclasses.replace(zone, refill=dataclasses.replace(zone.refill, source="nothing"))
                if zone.refill
                else zone
                for zone in loaded("stop").program.zones
            ),
        ),
        "nothing",
    ),
    "a call with too many arguments": (
        lambda: with_statement(ir.CallProc(0, "turns", (ir.Const(1),))),
        "turns",
    ),
    "a local that nothing has set": (lambda: with_value(ir.Local("never")), "never"),
    "a local without a type": (lambda: with_statement(ir.SetLocal(0, "z", ir.Const(1))), "z"),
    "a built-in": (lambda: with_value(ir.Fn("nothing", ())), "nothing"),
    "a place": (lambda: with_statement(ir.End(10**6, "round")), "place"),
}


@pytest.mark.parametrize("what", BROKEN)
def test_a_broken_promise_is_caught(what: str) -> None:
    make, message = BROKEN[what]
    with pytest.raises(BrokenPromise, match=message):
        verify(make())


@pytest.mark.parametrize("name", NAMES)
def test_bundled_programs_keep_the_promises(name: str) -> None:
    verify(loaded(name).program)


# ---------------------------------------------------------------- every node is used

# What no bundled ruleset says.
REST = """\
hoyle: 1
id: rest
title: The rest
players: 3
options:
  wanted: {default: [1, 2], range: 1..9, size: 1..3}
types:
  rank: [low, high]
components:
  card: {has: {rank: rank}, make: {all: {rank: all, copies: 4}}}
zones:
  deck: {of: card, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
state:
  round:
    n: int = 0
    got: int per player = 0
    men: int per player p, rank r = position(p) + position(r)
    path: "[int] = [1, 2]"
    positions: memory of got, men
rules:
  round:
    do: |
      remember positions
      path[1] += men[seat(0), high]
      if times(positions) > 3: forget positions
      n += sum x in men[players, low] of x + path[0]
      deal 1 from deck to hand[p] for p in players
      shuffle deck
      n = sum k in got[players] of k
      repeat 2 times: n += 1
      move random(hand[p]) to hand[left(p)] for p in players
      let both = hand[seat(0)] + hand[seat(1)]
      if top(hand[seat(0)]) like top(hand[seat(1)]): n += size(both)
      n += size(both - hand[seat(0)])
      n += wanted[0]
      if supposing lose(seat(0)) then n == 0: n += 1
      choose for seat(0):
        go(q in players except seat(0)) needs fewer(q): got[q] += 1
      bidding()
  bidding:
    do: |
      offer to p in players:
        also bids(position(p))
      otherwise: nothing
  bids(0..2 k):
    choices: |
      bid needs k != 1: n += k
  fewer(player p):
    is: got[p] < 9
    why: "{sum paid in got[players] of paid} are too many"
  lose(player p):
    do: |
      n -= got[p]
"""


def classes_of(alias: Any) -> set[type]:
    return set(typing.get_args(alias))


def test_every_expression_and_statement_is_used(tmp_path: Path) -> None:
    rest = hoyle.load(written(tmp_path, REST))
    assert play_on(rest.start(seed=1), 1).over
    programs = [*(loaded(name).program for name in NAMES), rest.program]
    used = {type(node) for program in programs for node in walk((program, stepped(program)))}
    assert classes_of(ir.Expr) - used == set()
    assert classes_of(ir.Stmt) - used == set()


def test_every_quantifier_and_operator_is_used(tmp_path: Path) -> None:
    programs = [*(loaded(name).program for name in NAMES), hoyle.load(written(tmp_path, REST)).program]
    nodes = [node for program in programs for node in walk(program)]
    hints = typing.get_type_hints(ir.Quantified)
    words = set(typing.get_args(hints["word"]))
    assert {node.word for node in nodes if isinstance(node, ir.Quantified)} == words
    for how in ("choose", "offer", "simultaneously"):
        assert any(isinstance(node, ir.Decide) and node.how == how for node in nodes), how
