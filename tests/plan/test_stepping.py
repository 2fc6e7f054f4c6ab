"""Stepped chance: what is settled just before it is looked at, and that every order is as likely."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction

import pytest

import hoyle
from hoyle.plan.stepping import shuffled_zones, stepped
from hoyle.play.decision import CHANCE
from hoyle.play.game import Game
from tests.plan.planning import as_text, program
from tests.plan.readable import lines


def rewritten(body: str) -> str:
    """The statements of `round`, as they are stepped."""
    found = stepped(program(f"{as_text(body)}\n")).procs["round"].body
    assert found is not None
    return "\n".join(lines(found))


SETTLED = {
    "if top(deck).rank == 1: n = 1": """
        settle top of deck
        if (top(deck).rank == 1):
          n = 1
        """,
    "if bottom(deck).rank == 1: n = 1": """
        settle all of deck
        if (bottom(deck).rank == 1):
          n = 1
        """,
    "for each c in deck: n += 1": """
        settle all of deck
        for c in deck:
          n += 1
        """,
    "move deck to heap": """
        settle all of deck
        Move(zone, deck, heap, False)
        """,
    "draw 2 from deck to heap": """
        leftS1 = 2
        while ((leftS1 > 0) and (drawable(deck) > 0)):
          Refill(deck)
          settle top of deck
          Draw(1, deck, heap, False, False)
          leftS1 = (leftS1 - 1)
        """,
    "deal 1 from deck to hand[p] for p in players": """
        Repeat(1)
          for p in players():
            Refill(deck)
            settle top of deck
            Draw(1, deck, hand[p], False, True)
        """,
    # Looked at again before every round of the loop.
    "while top(deck).rank == 1: n += 1": """
        settle top of deck
        while (top(deck).rank == 1):
          n += 1
          settle top of deck
        """,
    # All that the list of choices looks at, before anybody is asked.
    "choose for who:\n  take(c in deck): n = 1\n  call needs top(deck).rank == 1: n = 2": """
        settle all of deck
        choose round
        """,
    # Which of a zone's pieces is as likely in any order.
    "move random(deck) to heap": """
        Random(pieceT1, deck, piece, piece:card)
        Move(one, pieceT1, heap, False)
        """,
    # One by one, then all are laid down at once.
    "move random(hand[p]) to hand[left(p)] for p in players": """
        aroundS1 = players()
        gotS2 = Items(())
        for p in aroundS1:
          Random(pieceS3, hand[p], piece, piece:)
          gotS2 = Concat(gotS2, Items((pieceS3)))
        MoveAround(turnS4, Span(1, size(aroundS1)), one, ItemAt(gotS2, (turnS4 - 1)), \
hand[left(ItemAt(aroundS1, (turnS4 - 1)), 1)], False, False)
        """,
}  # fmt: skip


@pytest.mark.parametrize("body", SETTLED)
def test_what_is_settled(body: str) -> None:
    assert rewritten(body) == as_text(SETTLED[body])


@pytest.mark.parametrize(
    "body",
    [
        "n = size(deck)",
        "if any c in deck where c.rank == 1: n = 1",
        "n = count c in deck where c.rank == 1",
        "if top(heap).rank == 1: n = 1",  # never shuffled
        "move top(hand[who]) to heap",
        "move heap to deck",
        "shuffle deck",
    ],
)
def test_what_settles_nothing(body: str) -> None:
    assert "settle" not in rewritten(body)


def test_a_definition_looks_for_whoever_calls_it() -> None:
    found = stepped(program("if lucky(): n = 1\n---\nlucky:\n  is: top(deck).rank == 1\n"))
    assert lines(found.procs["round"].body or ())[0] == "settle top of deck"


def test_which_zones_may_be_shuffled() -> None:
    assert shuffled_zones(program("n = 1\n")) == {"deck"}
    assert shuffled_zones(program("shuffle heap\nshuffle hand[who]\n")) == {"deck", "heap", "hand"}


# ------------------------------------------------------------------ probabilities
FOUR = """\
hoyle: 1
id: four
title: Four
players: 2
types:
  colour: [red, blue]
components:
  card: {has: {colour: colour}, total: 4, make: {all: {colour: all, copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  heap: {of: card}
state:
  round:
    n: int = 0
    low: colour = red
"""
ORDERS = set(itertools.permutations(("red", "red", "blue", "blue")))


def distribution(body: str, result: Callable[[hoyle.State], object]) -> dict[object, Fraction]:
    """How likely each result is, by going through everything that chance can bring."""
    found: dict[object, Fraction] = {}
    waiting = [(Fraction(1), Game(program(f"{as_text(body)}\n", FOUR)).start(chance="stepped"))]
    while waiting:
        share, state = waiting.pop()
        if state.over:
            found[result(state)] = found.get(result(state), Fraction(0)) + share
            continue
        assert state.decision.seat == CHANCE
        for index, weight in enumerate(state.weights):
            after = state.copy()
            after.apply(index)
            waiting.append((share * Fraction(weight, sum(state.weights)), after))
    assert sum(found.values()) == 1
    return found


def test_the_bottom_is_red_as_often_as_blue() -> None:
    """All is settled, not only until the top is known."""
    found = distribution("low = bottom(deck).colour", lambda state: state.get("low"))
    assert found == {"red": Fraction(1, 2), "blue": Fraction(1, 2)}


def test_the_bottom_once_the_top_is_known() -> None:
    body = """\
        if top(deck).colour == red: n = 1
        low = bottom(deck).colour
        """
    found = distribution(body, lambda state: (state.get("n"), state.get("low")))
    alike, unlike = Fraction(1, 6), Fraction(1, 3)
    assert found == {(1, "red"): alike, (1, "blue"): unlike, (0, "red"): unlike, (0, "blue"): alike}


@pytest.mark.parametrize(
    "body",
    [
        "move deck to heap",
        "if bottom(deck).colour == red: n = 1\nmove deck to heap",
        "draw 1 from deck to heap\nmove deck to heap",
        "repeat 4 times: move top(deck) to heap",
        "for each c in deck: move c to heap",
        "move deck to heap\nshuffle heap\nmove heap to deck\nmove deck to heap",
    ],
)
def test_every_order_of_a_whole_zone_is_as_likely(body: str) -> None:
    found = distribution(body, lambda state: tuple(state.get("heap")))
    assert found == {order: Fraction(1, len(ORDERS)) for order in ORDERS}


def test_what_lies_below_is_known_while_the_rest_is_not() -> None:
    """A card put under a shuffled zone stays the lowest; the others are in any order."""
    body = """\
        move first c in deck where c.colour == red to heap
        shuffle deck
        move top(heap) to bottom of deck
        low = bottom(deck).colour
        if top(deck).colour == red: n = 1
        """
    found = distribution(body, lambda state: (state.get("low"), state.get("n")))
    assert found == {("red", 1): Fraction(1, 3), ("red", 0): Fraction(2, 3)}
