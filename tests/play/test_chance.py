"""Stepped chance: every chance event is a decision of seat -1, with its outcomes and their probabilities."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

import hoyle
from hoyle.play.decision import CHANCE
from tests.play.playing import NAMES, labels, loaded, play_on, written

# ---------------------------------------------------------------- Kuhn poker, all of it

# Card of seat 0, card of seat 1, what was done (p: pass, b: bet), what seat 0 wins. H. W. Kuhn, 1950.
KUHN = {
    "JQ": {"pp": -1, "pbp": -1, "pbb": -2, "bp": 1, "bb": -2},
    "JK": {"pp": -1, "pbp": -1, "pbb": -2, "bp": 1, "bb": -2},
    "QJ": {"pp": 1, "pbp": -1, "pbb": 2, "bp": 1, "bb": 2},
    "QK": {"pp": -1, "pbp": -1, "pbb": -2, "bp": 1, "bb": -2},
    "KJ": {"pp": 1, "pbp": -1, "pbb": 2, "bp": 1, "bb": 2},
    "KQ": {"pp": 1, "pbp": -1, "pbb": 2, "bp": 1, "bb": 2},
}


def walked(
    state: hoyle.State, probability: Fraction = Fraction(1), path: tuple[str, ...] = ()
) -> Iterator[tuple[Fraction, tuple[str, ...], hoyle.State]]:
    """All ways a stepped game can go: how likely chance makes each, what happened, and its end."""
    if state.over:
        yield probability, path, state
        return
    decision = state.decision
    weights = [Fraction(1)] * len(decision)
    if decision.seat == CHANCE:
        weights = [Fraction(p).limit_denominator(10_000) for p in decision.probabilities]
        assert sum(weights) == 1
        assert sum(decision.probabilities) == pytest.approx(1)
    for index, (label, weight) in enumerate(zip(labels(state), weights, strict=True)):
        following = state.copy()
        following.apply(index)
        yield from walked(following, probability * weight, (*path, label))


def test_kuhn_poker_has_the_30_histories_of_the_literature() -> None:
    found: dict[str, dict[str, int]] = {}
    for probability, path, state in walked(loaded("kuhn-poker").start(chance="stepped")):
        assert probability == Fraction(1, 6)
        cards = "".join(card[0].upper() for card in path[:2])
        acts = "".join(act[0] for act in path[2:])
        assert set(path[2:]) <= {"pass", "bet"}
        assert sum(state.result.scores) == 0
        assert acts not in found.setdefault(cards, {})
        found[cards][acts] = state.result.scores[0]
    assert found == KUHN
    assert sum(map(len, found.values())) == 30


def test_kuhn_poker_has_12_information_sets() -> None:
    """What the seat on turn sees: 3 cards times 4 points of the game, whatever the other holds."""
    sets: dict[int, set[str]] = {0: set(), 1: set()}
    nodes = Counter[int]()
    unseen = [loaded("kuhn-poker").start(chance="stepped")]
    while unseen:
        state = unseen.pop()
        if state.over:
            continue
        if state.decision.seat != CHANCE:
            sets[state.decision.seat].add(repr(state.view(state.decision.seat)))
            nodes[state.decision.seat] += 1
        for index in range(len(state.decision)):
            following = state.copy()
            following.apply(index)
            unseen.append(following)
    assert {seat: len(found) for seat, found in sets.items()} == {0: 6, 1: 6}
    assert nodes == {0: 12, 1: 12}


# ---------------------------------------------------------------- sampled like stepped

TINY = """\
hoyle: 1
id: tiny
title: Tiny
players: 2
types:
  colour: [red, blue, green]
components:
  card:
    has: {colour: colour}
    total: 4
    make:
      pair: {colour: red, copies: 2}
      rest: {colour: blue..green}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
state:
  round:
    die: int = 0
    who: player = seat(0)
match:
  score(player p): if p == who then die + 10 * size(those c in hand[p] where c.colour == red) else 0
rules:
  round:
    do: |
      deal 1 from deck to hand[p] for p in players
      who = random(players)
      die = random(1..3)
      if top(deck).colour == red: die += 3
      move random(deck) to hand[who]
"""


def test_outcomes_have_their_probabilities(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, TINY))
    state = game.start(chance="stepped")
    assert (state.decision.seat, state.decision.name) == (CHANCE, "chance")
    assert dict(zip(labels(state), state.decision.probabilities, strict=True)) == {
        "red": 0.5,  # two look-alikes are one outcome, twice as likely
        "blue": 0.25,
        "green": 0.25,
    }
    state.apply("red")
    assert sorted(state.decision.probabilities) == pytest.approx([1 / 3] * 3)


def test_sampled_and_stepped_chance_agree(tmp_path: Path) -> None:
    """The exact distribution by stepping through everything, and 6,000 sampled games."""
    game = hoyle.load(written(tmp_path, TINY))
    exact: defaultdict[tuple[int, ...], Fraction] = defaultdict(Fraction)
    for probability, _, state in walked(game.start(chance="stepped")):
        exact[state.result.scores] += probability
    assert sum(exact.values()) == 1
    games = 6_000
    sampled = Counter(game.start(seed=seed).result.scores for seed in range(games))
    assert set(sampled) <= set(exact)
    chi_square = sum(
        (sampled[scores] - games * float(p)) ** 2 / (games * float(p)) for scores, p in exact.items()
    )
    freedom = len(exact) - 1
    assert freedom > 10
    assert chi_square < freedom + 4 * (2 * freedom) ** 0.5  # four standard deviations


def test_stepped_players_are_drawn_at_random_too() -> None:
    state = loaded("one-more").start(players=3, chance="stepped")
    while state.decision.seat == CHANCE and not set(labels(state)) <= {"seat 0", "seat 1", "seat 2"}:
        state.apply(0)
    assert labels(state) == ["seat 0", "seat 1", "seat 2"]
    assert state.decision.probabilities == pytest.approx([1 / 3] * 3)


@pytest.mark.parametrize("name", NAMES)
def test_every_ruleset_can_be_stepped(name: str) -> None:
    """To the end or for 400 steps; every stepped state can be copied and read back."""
    game = loaded(name)
    state = game.start(players=min(game.player_counts), chance="stepped")
    for step in range(400):
        if state.over:
            break
        if state.decision.seat == CHANCE:
            assert sum(state.decision.probabilities) == pytest.approx(1)
            assert len(state.decision) > 1
            assert len(set(labels(state))) == len(state.decision)
        if step % 20 == 0:
            back = game.resume(state.to_json())
            assert back == state
            assert labels(back) == labels(state)
        state.apply(step * 7 % len(state.decision))
    assert state.decisions > 0 or state.over


def test_a_stepped_game_tells_its_events() -> None:
    state = play_on(loaded("stop").start(players=2, chance="stepped", options={"target": 20}), 3)
    events = state.events
    assert events[-1]["event"] == "end"
    assert {event["event"] for event in events} >= {"start", "shuffle", "move", "decide", "score", "round"}
    assert all(event["seat"] >= 0 for event in events if event["event"] == "decide")
    shuffles = [event for event in events if event["event"] == "shuffle"]
    assert all(event["order"] is None for event in shuffles)
