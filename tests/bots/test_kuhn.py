"""Kuhn poker: how much the best reply to a bot wins."""

from __future__ import annotations

from itertools import permutations, product

import pytest

import hoyle
from hoyle.bots.registry import make_bot
from hoyle.random import Stream
from tests.play.playing import loaded

CARDS = ("jack", "queen", "king")
STORIES: tuple[tuple[int, ...], ...] = ((), (0,), (1,), (0, 1))  # what was chosen before: 0 is pass, 1 is bet
Policy = dict[tuple[str, tuple[int, ...]], float]  # a card and a story → how likely a bet is


def deals() -> dict[tuple[str, str], hoyle.State]:
    """A match for each deal."""
    found: dict[tuple[str, str], hoyle.State] = {}
    for seed in range(200):
        state = loaded("kuhn-poker").start(seed=seed)
        found.setdefault((state.get("hand", 0)[0], state.get("hand", 1)[0]), state)
    assert len(found) == 6
    return found


def policy_of(bot: str, samples: int) -> Policy:
    """How often a bot bets, wherever it can be asked."""
    found: Policy = {}
    for cards, start in deals().items():
        for story in STORIES:
            card = cards[len(story) % 2]
            if (card, story) in found:
                continue
            state = start.copy()
            for index in story:
                state.apply(index)
            picks = [make_bot(bot).choose(state.perspective(), Stream(number)) for number in range(samples)]
            found[card, story] = sum(picks) / samples
    return found


def paid(cards: tuple[str, str], story: tuple[int, ...]) -> int | None:
    """What the first player gets when nothing is left to decide."""
    higher = 1 if CARDS.index(cards[0]) > CARDS.index(cards[1]) else -1
    return {(0, 0): higher, (0, 1, 0): -1, (0, 1, 1): 2 * higher, (1, 0): 1, (1, 1): 2 * higher}.get(story)


def worth(first: Policy, second: Policy) -> float:
    """What the first player gets on average."""

    def after(cards: tuple[str, str], story: tuple[int, ...]) -> float:
        end = paid(cards, story)
        if end is not None:
            return end
        asked = len(story) % 2
        bets = (first, second)[asked][cards[asked], story]
        return bets * after(cards, (*story, 1)) + (1 - bets) * after(cards, (*story, 0))

    pairs = list(permutations(CARDS, 2))
    return sum(after(cards, ()) for cards in pairs) / len(pairs)


def exploitability(policy: Policy) -> float:
    """What the best replies to a policy win on average over both seats."""
    total = 0.0
    for seat in (0, 1):
        asked = [(card, story) for card in CARDS for story in STORIES if len(story) % 2 == seat]
        replies = [dict(zip(asked, bets, strict=True)) for bets in product((0.0, 1.0), repeat=len(asked))]
        values = [worth(reply, policy) if seat == 0 else -worth(policy, reply) for reply in replies]
        total += max(values)
    return total / 2


def test_the_measure_knows_chance_and_equilibrium() -> None:
    even = {(card, story): 0.5 for card in CARDS for story in STORIES}
    assert exploitability(even) == pytest.approx(11 / 24)
    third = 1 / 3
    bets: dict[tuple[int, ...], tuple[float, ...]] = {
        (): (0.0, 0.0, 0.0), (0,): (third, 0.0, 1.0), (1,): (0.0, third, 1.0), (0, 1): (0.0, third, 1.0)
    }  # fmt: skip
    equilibrium = {(CARDS[number], story): bets[story][number] for story in STORIES for number in range(3)}
    assert exploitability(equilibrium) == pytest.approx(0.0)


def test_a_search_gives_little_away() -> None:
    assert exploitability(policy_of("ismcts:60", 8)) < 0.35


@pytest.mark.slow
def test_a_longer_search_gives_little_away() -> None:
    assert exploitability(policy_of("ismcts:200", 60)) < 0.25
