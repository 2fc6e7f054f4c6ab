"""How far values can go: what is found is never too little, and enough to be of use."""

from __future__ import annotations

import textwrap
from typing import Any

import pytest

from hoyle.ir import extent as x
from hoyle.ir import program as ir
from hoyle.ir.extent import FAR, Extent
from hoyle.ir.extent_facts import Table
from hoyle.ir.extents import Extents
from hoyle.random import Stream
from tests.plan.planning import HEAD, program
from tests.play.playing import NAMES, loaded

DECISIONS = 150


def holds(extent: Extent | None, value: Any) -> bool:
    """Whether a value is one of those that were found."""
    if extent is None:
        return False
    if isinstance(value, tuple):
        return (
            extent.is_list
            and extent.least <= len(value) <= extent.most
            and all(holds(extent.item, item) for item in value)
        )
    return extent.absent if value == ir.NONE else extent.low <= value <= extent.high and not extent.is_list


@pytest.mark.parametrize("name", NAMES)
def test_nothing_goes_further_in_bundled_games(name: str) -> None:
    game = loaded(name)
    for players in (game.player_counts[0], game.player_counts[-1]):
        state = game.start(players, seed=7)
        made = game.program_for(players, game.chosen_options({}, players))
        known, stream = Extents(made, Table.all_of(made), in_play=True).found, Stream(1)
        layout = state.plan.layout
        for _ in range(DECISIONS):
            for var, slot in layout.slots.items():
                for value in (
                    state.v[slot.base : slot.base + slot.count] if slot.type.kind != "memory" else ()
                ):
                    assert holds(known.variables[var], value), (var, value, known.variables[var])
            if state.over:
                break
            site = state.plan.sites[state.k[-1][0]]
            for raw in state.c:
                body, picked = raw[0], raw[1:]
                if body == site.passing or site.decide is None:
                    continue
                alternative = site.decide.alternatives[site.bodies.index(body)]
                for pick, value in zip(alternative.picks, picked, strict=True):
                    assert holds(known.locals[site.rule, pick.name], value), (pick.name, value)
            state.apply(stream.below(len(state.c)))


def local(body: str, name: str = "x", in_play: bool = False, head: str = HEAD) -> Extent | None:
    """What is found for a local of a rule."""
    made = program(textwrap.dedent(body), head)
    table = Table((2, 4), 4, {"extra": x.number(0, 1)})
    return Extents(made, table, in_play).found.locals.get(("round", name))


@pytest.mark.parametrize(
    ("value", "ends"),
    [
        ("3", (3, 3)),
        ("3 + min(n, 4)", (-999_999_997, 7)),
        ("max(0, min(n, 9)) * 2 - 1", (-1, 17)),
        ("n % 5", (0, 4)),
        ("abs(n) % 5 / 2", (0, 2)),
        ("(max(2, min(n, 9))) / 2", (1, 4)),
        ("size(hand[who])", (0, 8)),
        ("count c in heap where c.rank == 1", (0, 8)),
        ("size(hand[[who, who, left(who)]])", (0, 24)),
        ("sum c in heap of c.rank", (0, 16)),
        ("if n > 3 then 1 else 7", (1, 7)),
        ("if n > 3 and n < 7 then n else 5", (4, 6)),
        ("(highest c in deck by c.rank).rank", (1, 2)),
        ("size(players)", (2, 4)),
        ("a1.row + position(who)", (1, 6)),
        ("first k in 1..n where k < 9", (1, 8)),
        ("if n in [3, 5] then n else 4", (3, 5)),
        ("half(n % 7)", (0, 3)),
    ],
)
def test_numbers(value: str, ends: tuple[int, int]) -> None:
    rules = f"let x = {value}\nm = x\n---\nhalf(0..6 k):\n  is: k / 2\n"
    extent = local(rules)
    assert extent is not None
    assert (extent.low, extent.high) == ends


def test_a_loop_that_counts_has_no_end() -> None:
    counting = local("let x = 0\nwhile n < 5: x += 1\nm = x\n")
    assert counting == Extent(0, 1_000_000_000)


def test_a_test_before_tells_afterwards() -> None:
    assert local("if n < 3 or n > 8: return\nlet x = n\nm = x\n") == Extent(3, 8)
    assert local("while n > 8: n -= 1\nlet x = n\nm = x\n") == Extent(-1_000_000_000, 8)
    set_between = "if n < 3: return\nn -= 1\nlet x = n\nm = x\n"
    assert local(set_between) == Extent(2, 999_999_999)


def test_what_may_be_none_says_so() -> None:
    assert local("let x = owner[a1]\nif x exists: who = x\n", head=HEAD, in_play=False) == Extent(0, 3, True)
    assert local("let y = step(a1, north)\nif y exists: owner[y] = who\n", "y") == Extent(0, 8, True)


def test_lists_have_items_and_a_size() -> None:
    extent = local("let x = [1, 5] + [n % 3]\nmany = x\n")
    assert extent == x.several(Extent(0, 5), 3, 3)
    assert local("let x = those s in square where owner[s] == who\nn = size(x)\n") == x.several(
        Extent(0, 8), 0, 9
    )


def test_in_play_a_variable_holds_what_is_stored() -> None:
    rules = "n = 3\nm = 5\nask()\n---\nask():\n  do: |\n    let x = n + m\n    gold[who] = x\n"
    made = program(rules)
    extents = Extents(made, Table.all_of(made), in_play=True).found
    assert extents.variables["n"] == Extent(0, 3)
    assert extents.locals["ask", "x"] == Extent(0, 8)
    careful = Extents(made, Table.all_of(made)).found.locals["ask", "x"]
    assert careful == Extent(-1_000_000_000, 1_000_000_000)  # two that are far, and stored


def test_in_play_a_parameter_is_what_it_is_handed() -> None:
    rules = "pay(3)\npay(n % 5)\n---\npay(int k):\n  do: |\n    m += k\n"
    made = program(rules)
    assert Extents(made, Table.all_of(made), in_play=True).found.locals["pay", "k"] == Extent(0, 3)


def test_arithmetic_of_ends() -> None:
    far = Extent()
    assert x.plus(far, Extent(1, 1)) == Extent(-FAR, FAR)
    assert x.times(Extent(-2, 3), Extent(-5, 7)) == Extent(-15, 21)
    assert x.divided(Extent(-7, 7), Extent(2, 3)) == Extent(-4, 3)
    assert x.divided(Extent(-7, 7), Extent(-1, 3)) == Extent(-7, 7)
    assert x.remainder(Extent(-7, 7), Extent(-3, 4)) == Extent(-2, 3)
    assert x.remainder(Extent(0, 2), Extent(5, 9)) == Extent(0, 2)
    assert x.magnitude(Extent(-3, 2)) == Extent(0, 3)
    assert x.met(Extent(1, 2), Extent(5, 6)) is None
    assert x.met(Extent(1, 2, True), Extent(5, 6, True)) == x.ABSENT
