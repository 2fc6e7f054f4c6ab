"""Worlds are drawn as often as chance and what was shown make them likely."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import hoyle
from hoyle.play.events import recorded_state
from tests.knowledge.trees import information_sets, tree
from tests.play.playing import written

# Follow suit if you can: that somebody does not proves what he does not hold.
TRICKS = """\
hoyle: 1
id: tricks
title: Tricks
players: 2
types:
  suit: [red, black]
  number: 1..4
components:
  card: {has: {suit: suit, number: number}, make: {all: {suit: all, number: all}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
  played: {of: card, seen: everyone}
match:
  rounds: 1
rules:
  round:
    do: |
      deal 2 from deck to hand[p] for p in players
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        lay(c in hand[me]) needs follows(me, c): move c to played
      if size(hand[left(me)]) > 0: turn(left(me))
  follows(player me, card c):
    is: size(played) % 2 == 0 or c.suit == top(played).suit or not able(me)
  able(player me):
    is: any d in hand[me] where d.suit == top(played).suit
"""


def hidden(state: hoyle.State, seat: int) -> tuple[Any, ...]:
    """What others hold, and what is in variables about their pieces."""
    layout, labels = state.plan.layout, state.game.labels(state.build)
    found = []
    for handle, zone in enumerate(state.z):
        where, index = layout.handles[handle]
        if where.seen == "owner" and index != seat:
            faces = [slot.base for slot in layout.slots.values() if slot.per_piece]
            found.append(tuple(sorted((labels.pieces[p], *(state.v[b + p] for b in faces)) for p in zone)))
    return tuple(found)


def distance(states: list[tuple[hoyle.State, Fraction]], samples: int) -> float:
    """The total variation distance of worlds that are drawn from what is exactly known at a decision."""
    state, seat = states[0][0], states[0][0].seat
    total = sum(likely for _, likely in states)
    exact: dict[Any, Fraction] = {}
    for one, likely in states:
        key = hidden(one, seat)
        exact[key] = exact.get(key, Fraction(0)) + likely / total
    drawn = Counter(hidden(state.determinise(seat, seed), seat) for seed in range(samples))
    assert set(drawn) <= set(exact), "a world that cannot be"
    return float(sum(abs(exact[key] - Fraction(drawn[key], samples)) for key in exact) / 2)


def every(name: str, step: int, **options: Any) -> list[list[tuple[hoyle.State, Fraction]]]:
    sets = information_sets(tree(name, **options))
    return [states for found in sets.values() for states in list(found.values())[::step]]


@pytest.mark.parametrize(("name", "options", "step"), [("kuhn-poker", {}, 1), ("leduc-poker", {}, 97)])
def test_worlds_are_as_likely_as_they_are(name: str, options: dict[str, int], step: int) -> None:
    """With 1,000 worlds chance alone is a few per cent off."""
    assert max(distance(states, 1_000) for states in every(name, step, **options)) < 0.06


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "options", "step"),
    [
        ("kuhn-poker", {}, 1),
        ("leduc-poker", {}, 60),
        ("liars-dice", {"dice_each": 1, "one_round": True}, 3_000),
    ],
)
def test_worlds_are_as_likely_as_they_are_within_a_hundredth(
    name: str, options: dict[str, int], step: int
) -> None:
    found = [distance(states, 40_000) for states in every(name, step, **options)]
    print(f"{name}: {len(found)} information sets, distance at most {max(found):.4f}")
    assert max(found) < 0.01


@pytest.mark.parametrize(
    ("samples", "most"), [(400, 0.08), pytest.param(20_000, 0.01, marks=pytest.mark.slow)]
)
def test_what_play_has_proved_is_kept(tmp_path: Path, samples: int, most: float) -> None:
    """Exact, by counting all deals, where somebody did not follow suit."""
    game = hoyle.load(written(tmp_path, TRICKS))
    sets = information_sets(recorded_state(game.start(2, 0, chance="stepped")))
    proving = [
        states
        for states in sets[0].values()
        if len(states[0][0].get("played")) == 2
        and len({card.split()[0] for card in states[0][0].get("played")}) == 2
    ]
    assert len(proving) > 20
    found = [distance(states, samples) for states in proving[:: len(proving) // 6]]
    print(f"after somebody did not follow suit: distance at most {max(found):.4f}")
    assert max(found) < most, found
