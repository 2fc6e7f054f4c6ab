"""What is supposed is what would be, and nothing of it stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import hoyle
from hoyle import pipeline
from hoyle.diagnostics.model import SourceFile
from hoyle.ir import program as ir
from hoyle.ir.walk import walk
from hoyle.plan.faults import Fault
from hoyle.plan.model import Mode
from hoyle.play.state import PythonState
from tests.differential.contestants import short_of_breath
from tests.differential.expressions import Scope
from tests.differential.known import KNOWN, sample
from tests.differential.playing import Failed, tried
from tests.differential.rulesets import Author, rulesets
from tests.differential.statements import Lines, indented

# Each is played by every kind of build, which must agree at every step.
AGREE = {
    "a loop goes on through a zone that something was supposed to leave": (
        "begin():\n  do: |\n    move deck to hand[seat(0)]\n"
        "    for each c in hand[seat(0)]:\n"
        "      if supposing lay(c) then size(hand[seat(0)]) == 3: n += 1\n"
        "    n += size(those c in hand[seat(0)] where supposing lay(c) then c in row[1])\n"
        "lay(card c):\n  do: |\n    move c to row[1]\n    n += 1"
    ),
    "what is known before a list is made is not what is supposed": (
        "begin():\n  do: |\n    choose for seat(0):\n"
        "      go(c in card) needs few() or not (supposing lay(c) then few()): n += 1\n"
        "few():\n  is: size(hand[seat(0)]) > 0\n"
        "lay(card c):\n  do: |\n    move c to hand[seat(0)]"
    ),
    "an argument is looked at before": (
        "begin():\n  do: |\n    if moved(size(row[1]) + 1): n += 10\n    choose for seat(0):\n"
        "      go needs moved(n - 9): nothing\n"
        "moved(int k):\n  is: supposing lay(k) then n == k and size(row[2]) == 0\n"
        "lay(int k):\n  do: |\n    n = k"
    ),
    "the round ends in what is supposed": (
        "begin():\n  do: |\n    if supposing stop(3) then n == 3 and ready: n += 1\n"
        "    if supposing stop(0) then n == 0: n += 5\n"
        "stop(int k):\n  do: |\n    n = k\n    if k > 0:\n      ready = true\n      end match\n    n = 7"
    ),
    "a fault in what is supposed": (
        "begin():\n  do: |\n    choose for seat(0):\n"
        "      go(k in 0..2) needs supposing share(k) then n > 1: nothing\n      stay: nothing\n"
        "share(int k):\n  do: |\n    ready = true\n    n = 6 / (2 - k)"
    ),
    "too deep in what is supposed": (
        "begin():\n  do: |\n    ready = supposing down(400) then n == 400\n"
        "    choose for seat(0):\n      go: ready = supposing down(600) then n == 600\n      no: nothing\n"
        "down(int k):\n  do: |\n    n += 1\n    if k > 1: down(k - 1)"
    ),
    "a definition that supposes what looks at it": (
        "begin():\n  do: |\n    ready = deep(4)\n"
        "deep(int k):\n  do: |\n    if k == 0: return n == 4\n    return supposing add() then deep(k - 1)\n"
        "add():\n  do: |\n    if not deep(0): n += 1"
    ),
    "supposed in what is supposed": (
        "begin():\n  do: |\n"
        "    n = supposing set_to(3) then n + (supposing set_to(4) then 10 * n) + 100 * n\n"
        "set_to(int k):\n  do: |\n    if supposing twice(k) then n == 2 * k: n = k\n"
        "twice(int k):\n  do: |\n    n = k\n    n += k"
    ),
    "no room in what is supposed": (
        "begin():\n  do: |\n    choose for seat(0):\n"
        "      go(c in card) needs supposing lay(c, hand[seat(0)]) then size(hand[seat(0)]) == 1: nothing\n"
        "lay(card c, zone of card z):\n  do: |\n    move c to bottom of z\n    draw 1 from z to row[2]\n"
        "    move row[2] to z\n    move hand[p] to hand[left(p)] for p in players\n"
        "    move hand[p] to hand[left(p)] for p in players"
    ),
}


@pytest.mark.parametrize("name", AGREE)
def test_every_build_supposes_alike(name: str) -> None:
    found = tried(sample(AGREE[name]))
    assert found is True, str(found)


def test_generated_rulesets_that_suppose() -> None:
    met = 0

    @seed(3)
    @settings(
        max_examples=60,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(rulesets())
    def written(text: str) -> None:
        nonlocal met
        if "supposing" in text:
            found = tried(text, most=6)
            met += found is True
            if isinstance(found, Failed):
                assert any(known.met(text, found.error) for known in KNOWN.values()), str(found)

    written()
    assert met > 2


# ---------------------------------------------------------------- what is supposed is what would be
class Prober(Author):
    """Writes a ruleset that supposes something, does it, and compares."""

    def ruleset(self) -> Lines:
        self.bold = 0
        self.supposable = self._supposable()
        types = [self.pick(["int", "bool", "colour", "card", "[card]", "[int]", "player"]) for _ in range(3)]
        probes: Lines = []
        for number, type_ in enumerate(types):
            rule = self.pick(self.supposable)
            self.rules = [rule]
            with self.soberly():
                call, then = self.call(rule, Scope()), self.expr(type_, Scope())
            if type_.startswith("["):
                then = f"reversed({then})"  # a zone becomes a list
            probes += [f"probe{number}():", "  do: |"]
            probes += indented(indented([f"let supposed = supposing {call} then {then}", call]))
            # The very same words, after the rule has been done.
            probes += indented(indented([f"let real = {then}", "if supposed != real: wrong += 1"]))
            probes += indented(indented([f"same = supposing {call} then wrong", "wrong = same"]))
        self.rules = list(self.supposable)
        with self.soberly():
            rules = [line for rule in self.supposable for line in self._rule(rule)]
        return [
            *("hoyle: 1", "id: probing", "title: Probing", "players:", "  count: 2"),
            *self._options()[:5],
            *_declared(self),
            *self._state(),
            "    wrong: int = 0",
            "    same: int = 0",
            "rules:",
            *indented(["round:", "  do: |", "    deal 2 from deck to hand[p] for p in players"]),
            *indented([f"    probe{number}()" for number in range(3)]),
            *indented(
                ["    asking()", "asking():", "  do: |", "    choose for seat(0):", "      go: nothing"]
            ),
            *indented(probes),
            *indented(rules),
        ]


def _declared(author: Author) -> Iterator[str]:
    from tests.differential.rulesets import _BOARDS, _TYPES

    yield from (*_TYPES, *author._components(), *_BOARDS, *author._zones_section())


@st.composite
def probing(draw: Callable[[st.SearchStrategy[Any]], Any]) -> str:
    return "\n".join(Prober(draw).ruleset()) + "\n"


def test_what_is_supposed_is_what_would_be() -> None:
    played = 0

    @seed(1)
    @settings(
        max_examples=80,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(probing())
    def written(text: str) -> None:
        nonlocal played
        work = pipeline.run(SourceFile("probing.yaml", text), leave_out=("lint",))
        if work.program is None or work.findings.has_errors or "end " in text:
            return
        game = hoyle.Game(work.program)
        try:
            with short_of_breath():
                state = game.start(2, 1)
        except hoyle.PlayError:
            return
        played += 1
        assert state.get("wrong") == 0, text

    written()
    assert played > 8


# ---------------------------------------------------------------- nothing of it stays
def test_nothing_stays() -> None:
    """Whatever is supposed, in whatever state, the state is what it was, also where a rule fails."""
    looked = 0

    @seed(2)
    @settings(
        max_examples=80,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(rulesets())
    def written(text: str) -> None:
        nonlocal looked
        work = pipeline.run(SourceFile("generated.yaml", text), leave_out=("lint",))
        if "supposing" not in text or work.program is None or work.findings.has_errors:
            return
        game = hoyle.Game(work.program)
        rules = [proc for proc in work.program.procs.values() if proc.name.startswith("what")]
        for mode in (Mode(), Mode(record=True), Mode(record=True, stepped=True), Mode(careful=True)):
            try:
                with short_of_breath():
                    state = _started(game, mode)
            except hoyle.PlayError:
                continue
            for proc in rules:
                looked += _suppose(state, proc)

    written()
    assert looked > 10


def _started(game: hoyle.Game, mode: Mode) -> hoyle.State:
    from hoyle.random import first_state

    build = game.build(game.program.counts[0], game.chosen_options({}), mode)
    state = PythonState(game, build, {"seed": 1, "rng": first_state(1)})
    state.begin()
    return state


def _suppose(state: hoyle.State, proc: ir.Proc) -> int:
    zones = [list(zone) for zone in state.z]
    before = list(state.v), zones, list(state.k), list(state.log), state.rng, list(state.c)
    args = tuple(_any_value(proc, param) for param in proc.params)
    expr = ir.Supposing(proc.name, args, ir.Fn("size", (ir.Items(()),)))
    with suppress(Fault):
        state.build.value(state, (), (), expr)
    after = list(state.v), [list(zone) for zone in state.z], list(state.k), list(state.log)
    assert before == (*after, state.rng, list(state.c))
    return 1


def _any_value(proc: ir.Proc, param: str) -> ir.Expr:
    """A value for a parameter: a list where one is gone through."""
    lists = {
        node
        for found in walk(proc.body)
        for node in walk(
            (getattr(found, "list", ()), getattr(found, "pieces", ()), getattr(found, "indices", ()))
        )
    }
    return ir.Items((ir.Const(0),)) if ir.Local(param) in lists else ir.Const(0)
