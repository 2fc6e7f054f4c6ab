"""Small games that differ at random, in each of which one kind of card is far too strong."""

from __future__ import annotations

from dataclasses import dataclass

from hoyle.random import Stream, derive


@dataclass(frozen=True)
class Planted:
    """A ruleset, how many play it, and the kind that is too strong."""

    text: str
    players: int
    kind: str


def planted(seed: int) -> Planted:
    """A game with a planted card: of gathering, of tricks or of shedding in turn."""
    stream = Stream(derive(4711, seed))
    return (_gathering, _tricks, _shedding)[seed % 3](stream, seed)


def _kinds(stream: Stream, most: int) -> tuple[list[str], str]:
    """Names of kinds, and the one that is too strong: any of them."""
    kinds = [f"k{number}" for number in range(4 + stream.below(most - 3))]
    return kinds, kinds[stream.below(len(kinds))]


def _head(seed: int, kinds: list[str], points: dict[str, int], copies: int, suits: list[str]) -> str:
    rows = ", ".join(f"{kind}: [{points[kind]}]" for kind in kinds)
    return f"""\
hoyle: 1
id: planted-{seed}
title: Planted {seed}
players: 2..4
types:
  suit: [{", ".join(suits)}]
  kind: {{columns: {{points: int}}, values: {{{rows}}}}}
components:
  card: {{has: {{suit: suit, kind: kind}}, make: {{all: {{suit: all, kind: all, copies: {copies}}}}}}}
"""


def _gathering(stream: Stream, seed: int) -> Planted:
    """Take one of the cards that lie open, in turn; the points of those gathered count."""
    kinds, strong = _kinds(stream, 9)
    points = {kind: 1 + stream.below(4) for kind in kinds} | {strong: 12}
    copies, open_cards = 1 + stream.below(3), 2 + stream.below(3)
    turns, players = 4 + stream.below(3), 2 + stream.below(2)
    return Planted(
        _head(seed, kinds, points, copies, ["red", "blue", "green"])
        + f"""\
zones:
  deck: {{of: card, seen: nobody, starts: all, shuffled: true}}
  market: {{of: card, seen: everyone}}
  won: {{of: card, per: player, seen: everyone}}
match:
  rounds: 1
  score(player p): sum c in won[p] of c.kind.points
  wins: highest
rules:
  round:
    do: |
      draw {open_cards} from deck to market
      repeat {turns} times:
        for each p in players: turn(p)
  turn(player me):
    do: |
      choose for me:
        take(c in market): move c to won[me]
        blind: draw 1 from deck to won[me]
      draw {open_cards} - size(market) from deck to market
""",
        players,
        strong,
    )


def _tricks(stream: Stream, seed: int) -> Planted:
    """Everybody lays a card; the highest takes the trick, and one kind beats all and counts for more."""
    kinds, strong = _kinds(stream, 9)
    points = {kind: 1 + number for number, kind in enumerate(kinds)} | {strong: 40}
    players, hand = 2 + stream.below(2), 4 + stream.below(3)
    copies = 2 + stream.below(2)
    return Planted(
        _head(seed, kinds, points, copies, ["red", "blue", "green"])
        + f"""\
zones:
  deck: {{of: card, seen: nobody, starts: all, shuffled: true}}
  hand: {{of: card, per: player, seen: owner}}
  laid: {{of: card, per: player, seen: everyone}}
state:
  round:
    tricks: int per player = 0
match:
  rounds: 1
  score(player p): tricks[p]
  wins: highest
rules:
  round:
    do: |
      deal {hand} from deck to hand[p] for p in players
      repeat {hand} times:
        for each p in players: turn(p)
        let best = highest p in players by top(laid[p]).kind.points
        tricks[best] += if top(laid[best]).kind == {strong} then 3 else 1
  turn(player me):
    do: |
      choose for me:
        lay(c in hand[me]): move c to laid[me]
""",
        players,
        strong,
    )


def _shedding(stream: Stream, seed: int) -> Planted:
    """Lay a card of the same suit or kind; one kind lets you throw two more away."""
    kinds, strong = _kinds(stream, 8)
    points = dict.fromkeys(kinds, 1)
    players, hand = 2 + stream.below(2), 5 + stream.below(3)
    suits = ["red", "blue", "green", "black"]
    return Planted(
        _head(seed, kinds, points, 2, suits)
        + f"""\
zones:
  deck: {{of: card, seen: nobody, starts: all, shuffled: true, refill: {{from: pile, keep: 1}}}}
  pile: {{of: card, seen: everyone}}
  hand: {{of: card, per: player, seen: owner}}
match:
  rounds: 1
  wins(player p): size(hand[p]) == 0
rules:
  round:
    do: |
      deal {hand} from deck to hand[p] for p in players
      move top(deck) to pile
      let p = seat(0)
      while all q in players have size(hand[q]) > 0:
        turn(p)
        p = left(p)
  turn(player me):
    do: |
      choose for me:
        lay(c in hand[me]) needs fits(c):
          move c to pile
          if c.kind == {strong}: shed(me)
      otherwise:
        draw 1 from deck to hand[me]
  shed(player me):
    do: |
      repeat min(2, size(hand[me])) times: move top(hand[me]) to bottom of pile
  fits(card c):
    is: c.suit == top(pile).suit or c.kind == top(pile).kind
    why: "{{c}} does not fit"
""",
        players,
        strong,
    )
