"""Where charges stand: what has no bound is charged, what is surely little is not, recorded or not alike."""

from __future__ import annotations

from typing import Any

import pytest

import hoyle
from hoyle.backends.python import build as python_build
from hoyle.ir.walk import walk
from hoyle.plan import nodes as p
from hoyle.plan import statement_nodes as s
from hoyle.plan.from_program import Mode, Setting, make_plan
from hoyle.plan.model import Plan
from tests.plan.planning import options_of, plan
from tests.play.playing import NAMES, loaded


def charges(found: Plan, *, late: bool = False) -> list[str]:
    """All that is charged, by the function or block it stands in."""
    code: list[tuple[str, Any]] = [(function.name, function.body) for function in found.functions]
    code += [(f"block {block.id}", block.body) for block in found.blocks.values()]
    told: list[str] = []
    for name, body in code:
        for node in walk(body):
            is_late = getattr(node, "late", False)
            match node:
                case s.Charge(steps=steps) | p.Charged(each=steps) if is_late <= late:
                    told.append(f"{name}: {type(node).__name__} {steps}")
                case (
                    s.MovePieces() | s.MoveAround() | s.Refill() | s.Shuffle() | p.Times() | p.Selections()
                ) if node.each and is_late <= late:
                    told.append(f"{name}: {type(node).__name__} {node.each}")
                case s.ListChoices(limited=True):
                    told.append(f"{name}: limited")
                case _:
                    pass
    return told


@pytest.mark.parametrize(
    "rules",
    [
        "n = count c in deck where c.rank == 1",
        "for each p in players: gold[p] = 3",
        "repeat 3 times: n += 1",
        "n = size(those s in square where not owner[s] exists)",
        "shuffle deck",
        "choose for who:\n  put(s in square, t in square) needs s != t: owner[s] = who",
    ],
)
def test_what_is_surely_little_is_not_charged(rules: str) -> None:
    asks = "" if "choose" in rules else "\nchoose for who:\n  go: n = 1"
    assert charges(plan(rules + asks)) == []


@pytest.mark.parametrize(
    ("rules", "where"),
    [
        ("while n < 5: n += 1", "Charge"),
        ("repeat n times: m += 1", "Charge"),
        ("for each k in 1..n: m += k", "Charged"),
        ("n = sum k in many of sum j in many of k * j", "Charged"),
        ("while n < 5: shuffle deck", "Shuffle"),
        ("while n < 5: move deck to heap", "MovePieces"),
        ("while n < 5:\n  if n in many: n += 1", "Charged"),
        ("while n < 5:\n  if many == twice(many): n += 1\n---\ntwice([int] k):\n  is: k + k", "Charged"),
        ("choose for who:\n  go(ks in 2 of square): n = 1", "Selections"),
        ("choose for who:\n  go(a in 1..400, b in 1..400): n = 1", "limited"),
        (
            "n = deep(5)\n---\ndeep(int k):\n  do: |\n    if k == 0: return 0\n    return deep(k - 1) + 1",
            "Charge",
        ),
    ],
)
def test_what_has_no_bound_is_charged(rules: str, where: str) -> None:
    assert any(where in told for told in charges(plan(rules)))


@pytest.mark.parametrize("name", NAMES)
def test_a_game_costs_the_same_whether_it_is_recorded_or_not(name: str) -> None:
    program = loaded(name).program
    options = options_of(program, {})
    fast, recorded = (
        make_plan(program, Setting(min(program.counts), options, Mode(record=record)))
        for record in (False, True)
    )
    # Draws that are written out have a charge in their loop in place of one for each piece.
    assert _without_draws(fast) == _without_draws(recorded)


def _without_draws(found: Plan) -> list[str]:
    return [told for told in charges(found, late=True) if "Refill" not in told and "Charge " not in told]


def test_steps_are_counted_alike_whether_they_are_recorded_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that moves, draws, refills and searches uses up its budget at the same step."""
    game = hoyle.Game(program_of_all())
    for fuel in range(20_000, 60_000, 1_700):
        monkeypatch.setattr(python_build, "FUEL", fuel)
        assert ended(game, Mode()) == ended(game, Mode(record=True)), fuel
        game = hoyle.Game(program_of_all())


def program_of_all() -> Any:
    from tests.plan.planning import HEAD, program

    head = HEAD.replace("shuffled: true}", "shuffled: true, refill: {from: heap, keep: 1}}")
    return program(
        "while n < 40:\n  n += 1\n  draw 2 from deck to heap\n  draw n from deck to hand[who]\n"
        "  move hand[who] to heap\n  move top(heap) to bottom of deck\n  many = each c in heap of c.rank\n"
        "  if 7 in many: n = 0\n  shuffle deck\n",
        head,
    )


def ended(game: hoyle.Game, mode: Mode) -> tuple[str, list[Any]]:
    """The fault in which the start of a game ends, and the numbers by then."""
    from hoyle.play.state import PythonState
    from hoyle.random import first_state

    state = PythonState(
        game, game.build(2, game.chosen_options({}), mode), {"seed": 3, "rng": first_state(3)}
    )
    try:
        state.build.begin(state)
    except hoyle.plan.faults.Fault as fault:
        return fault.code, list(state.v)
    return "", list(state.v)


def test_late_charges_count_after_some_jumps() -> None:
    rules = (
        "again(1)\n---\nagain(int k):\n  do: |\n    n = count c in deck where c.rank == k\n"
        "    choose for who:\n      go needs n > 99: n = 1\n    otherwise: again(k)\n"
    )
    found = plan(rules)
    assert charges(found) == []
    assert charges(found, late=True)
