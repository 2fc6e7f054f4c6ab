"""If Zero Stop, from the rulings IZS-1 to IZS-9."""

from __future__ import annotations

from functools import cache

from tests.oracles.trace import Options, Table, tidy

ID = "if-zero-stop"
PLAYERS = range(2, 11)  # IZS-1
OPTIONS = {"rounds": 10, "first_player": "random", "match_winner": "points"}

DECK = ["zero"] * 18 + ["plus"] * 18 + ["minus"] * 18  # IZS-2


@cache
def read_piece(text: str) -> str:
    piece = tidy(text)
    if piece not in ("zero", "plus", "minus"):
        raise ValueError(f"not a card of If Zero Stop: {text!r}")
    return piece


@cache
def read_zone(text: str) -> str:
    return tidy(text).replace(" ", "")


@cache
def read_label(text: str) -> str:
    raise ValueError(f"nobody decides anything in If Zero Stop: {text!r}")


def play(table: Table, players: int, options: Options) -> None:
    IfZeroStop(table, players, options).play()


class IfZeroStop:
    def __init__(self, table: Table, players: int, options: Options) -> None:
        self.table, self.players, self.options = table, players, options
        self.deck: list[str] = []
        self.discard: list[str] = []
        self.piles: list[list[str]] = [[] for _ in range(players)]
        table.zones = self.zones

    def zones(self) -> dict[str, list[str]]:
        piles = {f"pile[{seat}]": pile for seat, pile in enumerate(self.piles)}
        return {"deck": self.deck, "discard": self.discard, **piles}

    def play(self) -> None:
        points = [0] * self.players
        rounds_won = [0] * self.players
        first = None
        for number in range(1, self.options["rounds"] + 1):  # IZS-3
            self.table.round(number)
            self.gather()
            self.deck = self.table.shuffle("deck", DECK)
            # IZS-4: the first player, after the shuffle
            if first is None or self.options["first_player"] == "random":
                first = self.table.random("first player", list(range(self.players)))
            else:
                first = (first + 1) % self.players

            seat = first
            while self.deck:  # IZS-7
                self.turn(seat)
                self.table.settled()
                seat = (seat + 1) % self.players

            # IZS-8
            of_round = [pile.count("plus") - pile.count("minus") for pile in self.piles]
            for seat, gained in enumerate(of_round):
                self.table.score(seat, gained)
                points[seat] += gained
                rounds_won[seat] += gained == max(of_round)

        # IZS-9
        scores = points if self.options["match_winner"] == "points" else rounds_won
        self.table.end(scores, [seat for seat in range(self.players) if scores[seat] == max(scores)])

    def gather(self) -> None:
        for zone, cards in self.zones().items():
            if zone != "deck":
                for card in cards:
                    self.table.move(card, zone, "deck")
        self.discard = []
        self.piles = [[] for _ in range(self.players)]

    def turn(self, seat: int) -> None:
        """IZS-5: cards until one is not a plus, or until the deck is empty."""
        pile = self.piles[seat]
        while self.deck:
            card = self.deck.pop(0)
            pile.append(card)
            self.table.move(card, "deck", f"pile[{seat}]")
            if card == "plus":
                continue
            if card == "minus":
                thrown = next(c for c in ("zero", "plus", "minus") if c in pile)  # IZS-6
                pile.remove(thrown)
                self.discard.append(thrown)
                self.table.move(thrown, f"pile[{seat}]", "discard")
                self.table.note(f"a minus throws away a {thrown}")
            return
        self.table.note("the last card was a plus")
