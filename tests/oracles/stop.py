"""Stop, from the rulings ST-1 to ST-15.

Every method that carries something out returns the seat whose turn is next.
"""

from __future__ import annotations

import re
from functools import cache

from tests.oracles.trace import Options, Table, tidy

ID = "stop"
PLAYERS = range(2, 11)  # ST-1
OPTIONS = {"hand_size": 7, "forgot_penalty": 2, "target": 500, "jump_in": True}

COLOURS = ("blue", "green", "red", "yellow")
NUMBERS = ("0", "1", "2+", "3", "4", "5", "6/9", "7", "8")
SYMBOLS = ("skip", "swap", "x+")
JOLLY = "jolly"
DECK = [
    f"{colour} {kind}"
    for colour in COLOURS
    for kind in (*NUMBERS, *SYMBOLS)
    for _ in range(4 if kind == "6/9" else 2)
] + [JOLLY] * 8
CARDS = frozenset(DECK)

POINTS = {JOLLY: 50, "x+": 40, "swap": 30, "2+": 20, "skip": 10, "6/9": 9}  # ST-7; others their number
TO_DRAW = {"6/9": 9, "2+": 2}  # ST-15; others their number


@cache
def read_piece(text: str) -> str:
    """`blue 4`, `red 6/9`, `yellow x+`, `jolly`."""
    piece = tidy(text)
    if piece not in CARDS:
        raise ValueError(f"not a card of Stop: {text!r}")
    return piece


@cache
def read_zone(text: str) -> str:
    return tidy(text).replace(" ", "")


@cache
def read_label(text: str) -> str:
    label = tidy(text)
    if label in ("pass", "all left", "all right"):
        return label
    if found := re.fullmatch(r"exchange with seat (\d+)", label):
        return f"exchange with seat {found[1]}"
    found = re.fullmatch(r"(play jolly with|play|jump in|defend|lay) (.+?)( declaring)?", label)
    if not found:
        raise ValueError(f"not a choice in Stop: {text!r}")
    return f"{found[1]} {read_piece(found[2])}{found[3] or ''}"


def colour_of(card: str) -> str | None:
    return None if card == JOLLY else card.split()[0]


def kind_of(card: str) -> str:
    return JOLLY if card == JOLLY else card.split()[1]


def is_number(card: str) -> bool:
    return kind_of(card) in NUMBERS


def points(card: str) -> int:
    kind = kind_of(card)
    return POINTS[kind] if kind in POINTS else int(kind)


def to_draw(card: str) -> int:
    """ST-15: how many cards the number of a card laid under x+ says."""
    kind = kind_of(card)
    return TO_DRAW[kind] if kind in TO_DRAW else int(kind)


def ways(move: str, card: str, leaves: int) -> dict[str, tuple[str, bool]]:
    """ST-5: one way to make a move, or two where it leaves exactly one card."""
    silent = {f"{move} {card}": (card, False)}
    return {**silent, f"{move} {card} declaring": (card, True)} if leaves == 1 else silent


def play(table: Table, players: int, options: Options) -> None:
    Stop(table, players, options).play()


class Stop:
    def __init__(self, table: Table, players: int, options: Options) -> None:
        self.table, self.players, self.options = table, players, options
        self.deck: list[str] = []  # top first
        self.discard: list[str] = []  # top last
        self.hands: list[list[str]] = [[] for _ in range(players)]
        self.decided = False  # ST-6: somebody's move left no card in this round
        table.zones = self.zones

    def zones(self) -> dict[str, list[str]]:
        hands = {f"hand[{seat}]": hand for seat, hand in enumerate(self.hands)}
        return {"deck": self.deck, "discard": self.discard, **hands}

    def left_of(self, seat: int) -> int:
        return (seat + 1) % self.players

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, this one first."""
        return [(seat + step) % self.players for step in range(self.players)]

    @property
    def top(self) -> str:
        return self.discard[-1]

    # -- the match and its rounds

    def play(self) -> None:
        totals = [0] * self.players
        number = 0
        while number == 0 or max(totals) <= self.options["target"]:  # ST-7
            self.table.round(number + 1)
            self.play_round(dealer=number % self.players)
            self.table.settled()
            for seat, hand in enumerate(self.hands):
                totals[seat] += sum(points(card) for card in hand)
                self.table.score(seat, totals[seat])
            number += 1
        self.table.end(totals, [seat for seat in range(self.players) if totals[seat] == min(totals)])

    def play_round(self, dealer: int) -> None:
        self.deal(dealer)
        seat = self.open(dealer)
        while not self.decided:
            seat = self.turn(seat)

    def deal(self, dealer: int) -> None:
        """ST-2."""
        for zone, cards in self.zones().items():
            if zone != "deck":
                for card in cards:
                    self.table.move(card, zone, "deck")
        self.discard, self.hands, self.decided = [], [[] for _ in range(self.players)], False
        self.deck = self.table.shuffle("deck", DECK)
        for _ in range(self.options["hand_size"]):
            for seat in self.clockwise_from(self.left_of(dealer)):
                self.draw(seat, 1)
        while self.deck[0] == JOLLY:
            self.deck.append(self.deck.pop(0))
            self.table.move(JOLLY, "deck", "deck")
        self.discard.append(self.deck.pop(0))
        self.table.move(self.top, "deck", "discard")

    def open(self, dealer: int) -> int:
        """The opening card has no effect, but it may be jumped in (ST-2, ST-8, ST-9).

        All is as if the dealer's right neighbour had laid it: the dealer is asked first, and is next.
        """
        right_of_dealer = (dealer - 1) % self.players
        last, jumps = self.jump_ins(right_of_dealer)
        if jumps:
            self.table.note("ST-8: the opening card is jumped in")
            if kind_of(self.top) == "2+":
                return self.two_plus(last, owed=2 * jumps)
        return self.left_of(last)

    # -- drawing and laying

    def draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            if not self.deck and len(self.discard) > 1:  # ST-4
                rest, self.discard = self.discard[:-1], self.discard[-1:]
                for card in rest:
                    self.table.move(card, "discard", "deck")
                self.deck = self.table.shuffle("deck", rest)
                self.table.note("ST-4: a new draw pile")
            if not self.deck:
                self.table.note("ST-4: nothing left to draw")
                return
            card = self.deck.pop(0)
            self.hands[seat].append(card)
            self.table.move(card, "deck", f"hand[{seat}]")

    def lay(self, seat: int, cards: list[str], declaring: bool, draws: int = 0) -> None:
        """A whole move: the cards, what it makes its player draw, and the penalty (ST-5)."""
        hand = self.hands[seat]
        for card in cards:
            hand.remove(card)
            self.discard.append(card)
            self.table.move(card, f"hand[{seat}]", "discard")
        self.draw(seat, draws)
        leaves = len(hand)
        assert leaves == 1 or not declaring
        if leaves == 1 and not declaring:
            self.table.note("ST-5: a forgotten declaration")
            self.draw(seat, self.options["forgot_penalty"])
        if leaves == 0:
            if not self.decided:
                last = kind_of(cards[-1])
                special = last in (*SYMBOLS, "2+")
                self.table.note(f"ST-6: a round ended with {last if special else 'another number'}")
            self.decided = True

    # -- a turn

    def fits(self, card: str) -> bool:
        """ST-3."""
        same_colour = colour_of(card) == colour_of(self.top)
        return card != JOLLY and (same_colour or kind_of(card) == kind_of(self.top))

    def turn(self, seat: int) -> int:
        hand = self.hands[seat]
        choices = {}
        for card in sorted(set(hand)):
            if self.fits(card):
                for label, (_, declaring) in ways("play", card, len(hand) - 1).items():
                    choices[label] = ([card], declaring)
            if card != JOLLY and JOLLY in hand:  # ST-14
                for label, (_, declaring) in ways("play jolly with", card, len(hand) - 2).items():
                    choices[label] = ([JOLLY, card], declaring)
        if not choices:
            self.draw(seat, 1)
            return self.left_of(seat)
        cards, declaring = self.table.decide(seat, "turn", choices)
        self.lay(seat, cards, declaring)
        match kind_of(self.top):
            case "skip":
                return self.skip(seat)
            case "swap":
                return self.swap(seat)
            case "x+":
                return self.x_plus(seat)
            case _:
                return self.number_laid(seat)

    def number_laid(self, seat: int) -> int:
        """A number card lies, in turn or forced, and nothing was owed before: jump-ins, then its effect."""
        last, jumps = self.jump_ins(seat)
        if kind_of(self.top) == "2+":
            return self.two_plus(last, owed=2 + 2 * jumps)
        return self.left_of(last)

    def zero_laid(self, seat: int) -> int:
        """ST-9, ST-10: a 0 laid in defence may be jumped in; next is left of the last who laid one."""
        last, _ = self.jump_ins(seat)
        return self.left_of(last)

    def jump_ins(self, seat: int) -> tuple[int, int]:
        """ST-8, for the top card, laid by this seat: who laid the last card then, and how many jumped in."""
        jumps = 0
        while (jumper := self.one_jump_in(seat)) is not None:
            seat = jumper
            jumps += 1
            self.table.note("ST-8: a jump-in")
        return seat, jumps

    def one_jump_in(self, laid_by: int) -> int | None:
        if self.decided or not self.options["jump_in"] or not is_number(self.top):
            return None
        for seat in self.clockwise_from(self.left_of(laid_by)):  # the one who laid it comes last
            if self.top in self.hands[seat]:
                choices = {**ways("jump in", self.top, len(self.hands[seat]) - 1), "pass": None}
                choice = self.table.decide(seat, "jump in", choices)
                if choice:
                    card, declaring = choice
                    self.lay(seat, [card], declaring)
                    return seat
        return None

    # -- attacks

    def defence(self, seat: int, against: str, answers: list[str]) -> str | None:
        """The card laid in defence; who holds none of the answers is not asked."""
        hand = self.hands[seat]
        held = sorted(set(hand) & set(answers))
        if not held:
            return None
        choices: dict[str, tuple[str, bool] | None] = {"pass": None}
        for card in held:
            choices |= ways("defend", card, len(hand) - 1)
        choice = self.table.decide(seat, f"defend against {against}", choices)
        if choice is None:
            return None
        answer, declaring = str(choice[0]), choice[1]
        self.lay(seat, [answer], declaring)
        self.table.note(f"{against} answered with {kind_of(answer)}")
        return answer

    def zero_of_top(self) -> str:
        return f"{colour_of(self.top)} 0"

    def two_plus(self, seat: int, owed: int) -> int:
        """ST-11; this seat laid the top 2+, and jump-ins on it are over."""
        while True:
            target = self.left_of(seat)
            stacking = [f"{colour} 2+" for colour in COLOURS]
            answer = self.defence(target, "2+", [self.zero_of_top(), *stacking])
            if answer is None:
                self.draw(target, owed)
                return self.left_of(target)
            if kind_of(answer) == "0":
                return self.zero_laid(target)
            seat, jumps = self.jump_ins(target)
            owed += 2 + 2 * jumps

    def skip(self, seat: int) -> int:
        """ST-12; this seat laid the first skip of the chain."""
        skips = 1
        while True:
            target = self.left_of(seat)
            stacking = [f"{colour} skip" for colour in COLOURS]
            answer = self.defence(target, "skip", [self.zero_of_top(), *stacking])
            if answer is None:
                return (target + skips) % self.players
            if kind_of(answer) == "0":
                return self.zero_laid(target)
            seat = target
            skips += 1

    def swap(self, seat: int) -> int:
        """ST-13."""
        opponents = self.clockwise_from(seat)[1:]
        choices: dict[str, int | str] = {f"exchange with seat {other}": other for other in opponents}
        choices |= {"all left": "left", "all right": "right"}
        way = self.table.decide(seat, "swap", choices)
        involved = opponents if way in ("left", "right") else [way]
        for other in involved:
            if self.defence(other, "swap", [self.zero_of_top()]):
                last, jumps = self.jump_ins(other)
                return self.left_of(last if jumps else seat)
        # Whose hand each seat gets
        if way == "left":
            giver = {other: (other - 1) % self.players for other in range(self.players)}
        elif way == "right":
            giver = {other: self.left_of(other) for other in range(self.players)}
        else:
            giver = {seat: way, way: seat}
        before = {other: self.hands[other] for other in giver}
        for taker, other in giver.items():
            self.hands[taker] = before[other]
            for card in before[other]:
                self.table.move(card, f"hand[{other}]", f"hand[{taker}]")
        return self.left_of(seat)

    def x_plus(self, seat: int) -> int:
        """ST-15."""
        target = self.left_of(seat)
        while True:
            if self.defence(target, "x+", [self.zero_of_top()]):
                return self.zero_laid(target)
            hand = self.hands[target]
            if not any(is_number(card) for card in hand):
                self.draw(target, 1)
            if any(is_number(card) for card in hand):
                break
            self.table.note("ST-15: an x+ travels")
            target = self.left_of(target)
            if target == seat:
                self.table.note("ST-15: an x+ comes back to its own player")

        # Once the card lies, everything else on the two piles can be drawn (ST-4, ST-5).
        drawable = len(self.deck) + len(self.discard)
        choices: dict[str, tuple[str, bool]] = {}
        for card in sorted(set(hand)):
            if is_number(card):
                choices |= ways("lay", card, len(hand) - 1 + min(to_draw(card), drawable))
        card, declaring = self.table.decide(target, "lay under x+", choices)
        self.lay(target, [card], declaring, draws=to_draw(card))
        return self.number_laid(target)
