"""Every fault is provoked, with its exact words: in the fast build, and in the careful one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pytest

import hoyle
from hoyle.plan.faults import FAULTS, Fault
from hoyle.plan.from_program import Mode
from hoyle.play import state as play_state
from hoyle.play.game import Game
from hoyle.play.state import PythonState
from hoyle.random import first_state
from tests.plan.planning import HEAD, program

FAST, CAREFUL, STEPPED = Mode(), Mode(careful=True), Mode(stepped=True)
NOT_THERE = "something was looked at that is not there: the top of an empty zone, an item beyond a list"


@dataclass(frozen=True)
class Sample:
    """Rules, and what goes wrong with them at the latest after some choices, always the first one."""

    rules: str
    words: str  # of the careful build
    code: str = ""  # of the careful build, if it is another than that of the fast one
    head: str = HEAD
    script: tuple[str, ...] = ()


PAIRED = HEAD.replace("starts: all, ", "'starts(card c)': 'c.rank == 1', ")
RANGED = HEAD.replace(
    "    m: int = 0\n", '    m: int = 0\n    lives: 0..3\n    luck: 1..6?\n    thrown: "[1..6] = [2]"\n'
)
# By the code in the fast build.
_FUEL = "more than 200,000,000 steps without a decision: a loop does not end, or goes through too much"

SAMPLES: dict[str, list[Sample]] = {
    "division by zero": [
        Sample("n = 1 / m\n", "a division by zero"),
        Sample("n = 1 % m\n", "a division by zero"),
        Sample("choose for who:\n  go(k in 1..3) needs k / m > 1: n = 1\n", "a division by zero"),
    ],
    "not there": [
        Sample("move top(heap) to deck\n", "the top of `heap` was looked at, but it is empty", "empty zone"),
        Sample(
            "move bottom(hand[who]) to deck\n",
            "the bottom of one of `hand` was looked at, but it is empty",
            "empty zone",
        ),
        Sample("n = many[5]\n", NOT_THERE),
        Sample(
            "who = following(who, [seat(1)])\n",
            "`following` of something that is not in the list",
            "not following",
        ),
    ],
    "no item": [
        Sample("many = [3, 4]\nn = many[n + 7]\n", "there is no item 7 in a list of 2"),
        Sample("many = [3, 4]\nn = many[n - 1]\n", "there is no item -1 in a list of 2"),
    ],
    "no place": [
        Sample("many[n + 7] = 1\n", "`many` has no item 7 to set: it has 0, counted from 0"),
        Sample("many = [3]\nmany[1] += 2\n", "`many` has no item 1 to set: it has 1, counted from 0"),
    ],
    "memory": [
        Sample(
            "while n == 0: remember kept\n",
            "`kept` remembers more than 10,000 positions",
            head=HEAD.replace("    m: int = 0\n", "    m: int = 0\n    kept: memory of m, gold\n"),
        ),
    ],
    "no index": [
        Sample("n = price[n]\n", "the index 0 is outside 1..2"),
        Sample("price[n + 3] = 1\n", "the index 3 is outside 1..2"),
    ],
    "out of range": [
        Sample("lives = n + 4\n", "`lives` cannot hold 4: it goes from 0 to 3", head=RANGED),
        Sample("lives -= n + 1\n", "`lives` cannot hold -1: it goes from 0 to 3", head=RANGED),
        Sample("repeat 4 times: lives += 1\n", "`lives` cannot hold 4: it goes from 0 to 3", head=RANGED),
        Sample("luck = n\n", "`luck` cannot hold 0: it goes from 1 to 6", head=RANGED),
        Sample("thrown = [n + 1, n + 7]\n", "`thrown` cannot hold 7: it goes from 1 to 6", head=RANGED),
        Sample("thrown += [n]\n", "`thrown` cannot hold 0: it goes from 1 to 6", head=RANGED),
        Sample("thrown[0] += 6\n", "`thrown` cannot hold 8: it goes from 1 to 6", head=RANGED),
        Sample("pay(who, n + 9)\n---\npay(player _p, 0..8 k):\n  do: |\n    n = k\n",
               "`k` of `pay` cannot hold 9: it goes from 0 to 8"),
        Sample("pay(n)\n---\npay(0..8 k):\n  do: |\n    k -= 1\n    n = k\n",
               "`k` cannot hold -1: it goes from 0 to 8"),
        Sample("n = half(n + 9)\n---\nhalf(0..8 k):\n  is: k / 2\n",
               "`k` of `half` cannot hold 9: it goes from 0 to 8"),
        Sample("if supposing pay(n + 9) then m > 0: n = 1\n---\npay(0..8 k):\n  do: |\n    m = k\n",
               "`k` of `pay` cannot hold 9: it goes from 0 to 8"),
        Sample("n = 1\n", "`start` cannot hold 4: it goes from 1 to 3",
               head=RANGED.replace("lives: 0..3", "start: 1..3 per rank r = r + r\n    lives: 0..3")),
    ],
    "no seat": [
        Sample("who = seat(n + 2)\n", "there is no seat 2: seats go from 0 to 1"),
        Sample("who = seat(n - 1)\n", "there is no seat -1: seats go from 0 to 1"),
    ],
    "no first": [Sample("who = first p in players where n > 5\n", "there is no first one: nothing fits")],
    "none highest": [Sample("n = (highest c in heap by c.rank).rank\n", "`highest` of nothing")],
    "none lowest": [Sample("n = (lowest c in heap by c.rank).rank\n", "`lowest` of nothing")],
    "none random": [
        Sample("n = random(many)\n", "`random` of nothing"),
        Sample("move random(hand[p]) to hand[left(p)] for p in players\n", "`random` of nothing"),
    ],
    "not following": [
        Sample(
            "who = following(who, those p in players where gold[p] > 3)\n",
            "`following` of something that is not in the list",
        ),
    ],
    "nobody active": [
        Sample(
            "who = next(who)\n",
            "nobody is active, so there is no next player",
            head=HEAD.replace("players: 2..4", "players:\n  count: 2..4\n  active(player p): gold[p] > 0"),
        ),
    ],
    "not scripted": [
        Sample("n = random(1..3)\n", "`7` cannot come up here, but 1, 2, 3", script=("7",)),
    ],
    "not enough": [
        Sample("deal 5 from deck to hand[p] for p in players\n", "`deck` has not enough pieces to deal"),
    ],
    "no room": [
        Sample(
            "move deck to heap\n",
            "`heap` has room for 1, not for 2",
            head=HEAD.replace("heap: {of: card}", "heap: {of: card, room: 1}"),
        ),
    ],
    "two starts": [
        Sample(
            "n = 1\n",
            "a piece starts in two zones, one is `heap`",
            head=PAIRED.replace("heap: {of: card}", "heap: {of: card, 'starts(card c)': 'c.rank > 0'}"),
        ),
    ],
    "no start": [Sample("n = 1\n", "some pieces start in no zone", head=PAIRED)],
    "no choice": [
        Sample(
            "choose for who:\n  go needs n > 0: n = 1\n",
            "nobody can act: no alternative is legal, and there is no `otherwise`",
        ),
    ],
    "too large": [
        Sample("n = 999999999\nrepeat 2 times: n += 1\n",
               "the number 1000000001 is too large; numbers end at 1000000000"),
        Sample("n = -999999999\nrepeat 2 times: n -= 1\n",
               "the number -1000000001 is too large; numbers end at 1000000000"),
        Sample("n = 999999999\nn += n\n", "the number 1999999998 is too large; numbers end at 1000000000"),
        Sample("n = 99999\nn = n * n\n", "the number 9999800001 is too large; numbers end at 1000000000"),
        Sample("n = 999999999\nif wide(n) > 0: n = 1\n---\n"
               "wide(int k):\n  is: wider(k) + wider(k)\nwider(int k):\n  is: k + (sum i in 1..1000 of k)\n",
               "the number 2001999997998 is too large; numbers end at 1000000000"),
    ],
    "fuel": [
        Sample("while n == 0: m = 1\n", _FUEL),
        Sample("repeat 999999999 times: m = 1\n", _FUEL),
    ],
    "jumps": [
        Sample("again(1)\n---\nagain(int k):\n  do: |\n    n = k\n    again(k)\n",
               "more than 50,000 steps without a decision: a loop or a chain of calls does not end"),
    ],
    "depth": [
        Sample("n = deep(1)\n---\ndeep(int k):\n  do: |\n    let d = deep(k)\n    return d - 1\n",
               "too many calls inside calls: a rule calls itself without end"),
        Sample("deep(1)\n---\ndeep(int k):\n  do: |\n    deep(k)\n    n = k\n",
               "too many calls inside calls: a rule calls itself without end"),
    ],
    "list length": [
        Sample("many = [1]\nrepeat 14 times: many = many + many\n", "a list grows beyond 10,000 items"),
        Sample("many = [1]\nrepeat 14 times: many += many\n", "a list grows beyond 10,000 items"),
    ],
    "values": [
        Sample(
            "price[1] = 1\ntrail[7] = 1..2001\n",
            "`trail` is a list for each of many: each may have 2,000 items, and 1,000,000 all together",
            head=HEAD.replace("  rank: 1..2\n", "  rank: 1..2\n  spot: 1..500\n").replace(
                "    n: int", '    trail: "[int] per spot"\n    n: int'
            ),
        ),
    ],
    "choices": [
        Sample("choose for who:\n  take(a in 1..500, b in 1..500): n = a + b\n",
               "a decision has more than 100,000 choices"),
    ],
    "selections": [
        Sample("choose for who:\n  take(ks in 10 of 1..40): n = 1\n", "more than 100,000 ways to choose"),
    ],
}  # fmt: skip


def provoked(sample: Sample, mode: Mode) -> Fault:
    """The fault that a build of the rules ends in."""
    game = Game(program(sample.rules, sample.head))
    build = game.build(2, game.chosen_options({}), mode)
    start: dict[str, Any] = {"seed": 0, "rng": first_state(0)}
    if sample.script:
        start["script"] = (sample.script, 0)
    state = PythonState(game, build, start)
    with pytest.raises(Fault) as caught:
        build.begin(state)
        while not state.over:
            build.take(state, state.c[0])
    return caught.value


ALL = [(code, sample) for code, samples in SAMPLES.items() for sample in samples]


@pytest.mark.parametrize(("code", "sample"), ALL, ids=[f"{code}: {sample.rules}" for code, sample in ALL])
def test_a_fault(code: str, sample: Sample) -> None:
    fast, careful = provoked(sample, FAST), provoked(sample, CAREFUL)
    assert fast.code == code
    assert (careful.code, str(careful)) == (sample.code or code, sample.words)
    # Where the fast build knows the code, it knows the words.
    assert str(fast) == (NOT_THERE if code == "not there" else sample.words)


@pytest.mark.parametrize(("code", "sample"), ALL, ids=[f"{code}: {sample.rules}" for code, sample in ALL])
def test_whoever_plays_is_told_what_the_careful_build_knows(code: str, sample: Sample) -> None:
    if sample.script:
        return  # only scenarios say what comes up
    with pytest.raises(hoyle.PlayError) as caught:
        state = Game(program(sample.rules, sample.head)).start()
        while not state.over:
            state.apply(0)
    assert (caught.value.message, caught.value.code) == (sample.words, sample.code or code)
    assert caught.value.family == FAULTS[sample.code or code].family


def test_the_number_of_decisions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_state, "MOST_DECISIONS", 1234)
    rules = "while n >= 0: ask()\n---\nask:\n  do: |\n    choose for who:\n      go: n = 1\n"
    state = Game(program(rules)).start()
    with pytest.raises(hoyle.PlayError) as caught:
        while True:
            state.apply(0)
    assert (caught.value.code, caught.value.message) == (
        "decisions",
        "the match has taken more than 1,234 decisions",
    )
    assert state.decisions == 1234


def test_every_fault_is_provoked() -> None:
    found = {code for code, _ in ALL} | {sample.code for _, sample in ALL if sample.code} | {"decisions"}
    assert found == set(FAULTS)


@pytest.mark.parametrize("code", ["none random", "not enough", "no room", "out of range", "fuel", "depth"])
def test_stepped_it_is_the_same(code: str) -> None:
    for sample in SAMPLES[code]:
        fault = provoked(sample, STEPPED)
        assert (fault.code, str(fault)) == (code, sample.words)
