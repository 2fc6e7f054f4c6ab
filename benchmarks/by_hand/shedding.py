"""A shedding game, as one would write it in Python: match colour or kind, skip, draw two.

112 cards: two of every kind in each of four colours, and two more of each ten. Four players get seven
cards each and one card opens the discard pile, without effect. Who can lay a card must; who can't draws
one, and that was the turn. An empty draw pile is made up again from the discards but the top one. The
first without cards wins.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

PLAYERS = 4
HAND_SIZE = 7
COLOURS = ("blue", "green", "red", "yellow")
KINDS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "skip", "draw_two")


class Card(NamedTuple):
    """A card; two cards with the same face are equal."""

    colour: str
    kind: str


DECK = [Card(colour, kind) for colour in COLOURS for kind in KINDS for _ in range(4 if kind == "10" else 2)]


class Shedding:
    """A position, with the seat to move; it always has a card that fits, or the game is over."""

    __slots__ = ("deck", "discard", "fitting", "hands", "over", "rng", "scores", "seat")

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.deck = DECK[:]
        rng.shuffle(self.deck)
        self.hands: list[list[Card]] = [[] for _ in range(PLAYERS)]
        for _ in range(HAND_SIZE):
            for hand in self.hands:
                hand.append(self.deck.pop())
        self.discard = [self.deck.pop()]
        self.over = False
        self.scores = [0] * PLAYERS
        self.go_on(seat=0)

    def choices(self) -> list[Card]:
        """The different cards that the seat to move can lay."""
        return self.fitting

    def apply(self, card: Card) -> None:
        """Lay a card for the seat to move, and go on to the next decision."""
        seat = self.seat
        hand = self.hands[seat]
        hand.remove(card)
        self.discard.append(card)
        if not hand:
            self.scores[seat] = 1
            self.over = True
            return
        seat = (seat + 1) % PLAYERS
        if card.kind == "draw_two":
            self.draw(seat, 2)
            seat = (seat + 1) % PLAYERS
        elif card.kind == "skip":
            seat = (seat + 1) % PLAYERS
        self.go_on(seat)

    def go_on(self, seat: int) -> None:
        """From a seat on, let everyone who can't lay a card draw one, up to the first who can."""
        colour, kind = self.discard[-1]
        while True:
            fitting = [card for card in self.hands[seat] if card.colour == colour or card.kind == kind]
            if fitting:
                break
            self.draw(seat, 1)
            seat = (seat + 1) % PLAYERS
        self.seat = seat
        self.fitting = list(dict.fromkeys(fitting))

    def draw(self, seat: int, count: int) -> None:
        """Draw cards, as many as there are."""
        for _ in range(count):
            if not self.deck:
                self.deck = self.discard[:-1]
                del self.discard[:-1]
                self.rng.shuffle(self.deck)
                if not self.deck:
                    return
            self.hands[seat].append(self.deck.pop())

    def copy(self) -> Shedding:
        twin = Shedding.__new__(Shedding)
        twin.rng = Random()
        twin.rng.setstate(self.rng.getstate())
        twin.deck = self.deck[:]
        twin.discard = self.discard[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.seat = self.seat
        twin.fitting = self.fitting
        twin.over = self.over
        twin.scores = self.scores[:]
        return twin
