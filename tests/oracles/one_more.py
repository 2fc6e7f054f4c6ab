"""One More!, from the rulings OM-1 to OM-13."""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations

from tests.oracles.trace import Options, Table, tidy

ID = "one-more"
PLAYERS = range(3, 10)  # OM-1
OPTIONS = {"losses_to_win": 2, "reset_direction": False, "reshuffle": False, "exchange_pick": "owner"}

DECK = [f"{n}{sign} {effect}" for n in range(1, 10) for sign in "+-"
        for effect in ("again", "reverse", "draw", "exchange")]  # OM-2  # fmt: skip
START_CARD = "5±"


@cache
def read_piece(text: str) -> str:
    """`7+ again`, `3- exchange`, `5±`."""
    piece = re.sub(r"\s*([+\-±])\s*", r"\1 ", tidy(text).replace("+-", "±").replace("+/-", "±")).strip()
    if piece not in DECK and piece != START_CARD:
        raise ValueError(f"not a card of One More!: {text!r}")
    return piece


@cache
def read_zone(text: str) -> str:
    return tidy(text).replace(" ", "")


@cache
def read_label(text: str) -> str:
    label = tidy(text)
    if found := re.fullmatch(r"(play|pick) (.+)", label):
        return f"{found[1]} {read_piece(found[2])}"
    if found := re.fullmatch(r"give to seat (\d+)", label):
        return f"give to seat {found[1]}"
    if found := re.fullmatch(r"exchange seat (\d+) and seat (\d+)", label):
        one, two = sorted((int(found[1]), int(found[2])))
        return f"exchange seat {one} and seat {two}"
    raise ValueError(f"not a choice in One More!: {text!r}")


def meets(card: str, top: str) -> bool:
    """OM-4; a card begins with its number and its sign."""
    number, limit, sign = int(card[0]), int(top[0]), top[1]
    if sign == "+":
        return number > limit
    if sign == "-":
        return number < limit
    return number != limit  # ±: any number other than the start card's own


def play(table: Table, players: int, options: Options) -> None:
    OneMore(table, players, options).play()


class OneMore:
    def __init__(self, table: Table, players: int, options: Options) -> None:
        self.table, self.players, self.options = table, players, options
        self.deck: list[str] = []
        self.on_table: list[str] = []  # the last one is the top card
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.direction = 1  # OM-13: play starts clockwise
        table.zones = self.zones

    def zones(self) -> dict[str, list[str]]:
        hands = {f"hand[{seat}]": hand for seat, hand in enumerate(self.hands)}
        return {"deck": self.deck, "table": self.on_table, **hands}

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    def play(self) -> None:
        losses = [0] * self.players
        loser = None
        while max(losses) < self.options["losses_to_win"]:  # OM-5
            self.table.round(sum(losses) + 1)
            loser = self.play_round(loser)
            losses[loser] += 1
            self.table.settled()
            self.table.score(loser, 1)
        assert loser is not None
        self.table.end(losses, [loser])

    # -- a round

    def play_round(self, last_loser: int | None) -> int:
        """Who loses it."""
        self.set_up(last_loser)
        if self.options["reset_direction"]:  # OM-8
            self.direction = 1
        seat = self.first
        while True:
            again = self.turn(seat)
            if again is None:
                self.table.note("OM-5: lost without a playable card")
                return seat
            holders = [other for other in range(self.players) if self.hands[other]]
            if len(holders) == 1:  # OM-12
                self.table.note("OM-12: lost as the last who holds cards")
                return holders[0]
            if not again:
                seat = self.next_after(seat)

    def set_up(self, last_loser: int | None) -> None:
        """OM-3, OM-13."""
        for zone, cards in self.zones().items():
            if zone != "deck":
                for card in cards:
                    self.table.move(card, zone, "box" if card == START_CARD else "deck")
        for card in self.deck:
            if card == START_CARD:
                self.table.move(card, "deck", "box")
        self.on_table, self.hands = [], [[] for _ in range(self.players)]
        self.deck = self.table.shuffle("deck", DECK)
        if last_loser is None:
            self.first: int = self.table.random("first player", list(range(self.players)))
        else:
            self.first = last_loser
        for _ in range(4):
            for seat in self.clockwise_from(self.first):
                self.take_card(seat)
        for seat in range(self.players):
            self.hands[seat].append(START_CARD)
            self.table.move(START_CARD, "box", f"hand[{seat}]")
        self.on_table.append(self.deck.pop(0))
        self.table.move(self.on_table[-1], "deck", "table")

    def next_after(self, seat: int) -> int:
        """OM-11: those without cards are never on turn."""
        while True:
            seat = (seat + self.direction) % self.players
            if self.hands[seat]:
                return seat

    def take_card(self, seat: int) -> None:
        card = self.deck.pop(0)
        self.hands[seat].append(card)
        self.table.move(card, "deck", f"hand[{seat}]")

    def turn(self, seat: int) -> bool | None:
        """Whether the same player has another turn; None if there was no card to play."""
        top = self.on_table[-1]
        playable = sorted({card for card in self.hands[seat] if meets(card, top)})
        if not playable:
            return None
        card = self.table.decide(seat, "play", {f"play {card}": card for card in playable})
        self.hands[seat].remove(card)
        self.on_table.append(card)
        self.table.move(card, f"hand[{seat}]", "table")

        effect = card.partition(" ")[2]
        if effect == "again":  # OM-7
            return bool(self.hands[seat])
        if effect == "reverse":  # OM-8
            self.direction = -self.direction
        elif effect == "draw":
            self.effect_draw(seat)
        elif effect == "exchange":
            self.effect_exchange(seat)
        return False

    # -- effects

    def effect_draw(self, seat: int) -> None:
        """OM-9."""
        if not self.deck and not (self.options["reshuffle"] and len(self.on_table) > 1):
            self.table.note("OM-9: a draw meets an empty deck")
            return
        # Still in the round: who holds cards, and the player on turn, who is out only after the effect.
        still_in = [other for other in range(self.players) if self.hands[other] or other == seat]
        chosen = self.table.decide(seat, "draw", {f"give to seat {other}": other for other in still_in})
        if not self.hands[chosen]:
            self.table.note("OM-9: having played the last card, chose oneself")
        if not self.deck:
            self.table.note("OM-9: a new deck from the table")
            rest, self.on_table = self.on_table[:-1], self.on_table[-1:]
            for card in rest:
                self.table.move(card, "table", "deck")
            self.deck = self.table.shuffle("deck", rest)
        self.take_card(chosen)

    def effect_exchange(self, seat: int) -> None:
        """OM-10."""
        holders = [other for other in range(self.players) if self.hands[other]]
        if len(holders) < 2:
            self.table.note("OM-10: an exchange with fewer than two who hold cards")
            return
        pairs = {f"exchange seat {one} and seat {two}": {one, two} for one, two in combinations(holders, 2)}
        pair = self.table.decide(seat, "exchange", pairs)
        one, two = (other for other in self.clockwise_from(seat) if other in pair)
        from_one, from_two = self.pick(one), self.pick(two)
        for giver, card, taker in ((one, from_one, two), (two, from_two, one)):
            self.hands[giver].remove(card)
            self.hands[taker].append(card)
            self.table.move(card, f"hand[{giver}]", f"hand[{taker}]")

    def pick(self, seat: int) -> str:
        if self.options["exchange_pick"] == "random":
            return str(self.table.random(f"card of seat {seat}", list(self.hands[seat])))
        choices = {f"pick {card}": card for card in sorted(set(self.hands[seat]))}
        return str(self.table.decide(seat, "pick", choices))
