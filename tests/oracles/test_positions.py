"""The rulings, position by position: what the oracles ask, of whom, and who is next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from tests.oracles import if_zero_stop, mister_zero, one_more, stop
from tests.oracles.trace import Table, Zones, kind, produce_game


class Script:
    """A table where the players do as written, and what they were asked is kept."""

    def __init__(self, picks: list[str], chances: list[Any] | None = None) -> None:
        self.picks, self.chances = list(picks), list(chances or [])
        self.asked: list[tuple[int, set[str]]] = []
        self.zones: Zones = dict

    def decide(self, seat: int, name: str, choices: dict[str, Any]) -> Any:
        self.asked.append((seat, set(choices)))
        return choices[self.picks.pop(0)]

    def shuffle(self, zone: str, pieces: list[str]) -> list[str]:
        return list(pieces)

    def random(self, label: str, outcomes: list[Any]) -> Any:
        return self.chances.pop(0)

    def move(self, *_: Any) -> None:
        pass

    round = score = note = settled = end = move


def asked_of(table: Table) -> list[tuple[int, set[str]]]:
    assert isinstance(table, Script)
    return table.asked


def cards(text: str) -> list[str]:
    return [card.strip() for card in text.split(",") if card.strip()]


def stop_position(
    hands: list[str], top: str, picks: list[str], deck: str = "", under: str = "", **options: Any
) -> stop.Stop:
    game = stop.Stop(Script(picks), len(hands), {**stop.OPTIONS, **options})
    game.hands = [cards(hand) for hand in hands]
    game.deck, game.discard = cards(deck), [*cards(under), top]
    assert all(card in stop.CARDS for zone in game.zones().values() for card in zone)
    return game


PLENTY = "yellow 7, yellow 8, green 7, green 8, green 3, red 8, red 7, yellow 3, yellow 5, green 5, red 5"


def test_stop_deck() -> None:
    assert len(stop.DECK) == 112  # ST-1
    assert Counter(stop.DECK)["red 6/9"] == 4
    twice_in_each_colour = 0 + 1 + 20 + 3 + 4 + 5 + 7 + 8 + 10 + 30 + 40
    assert sum(map(stop.points, stop.DECK)) == 8 * twice_in_each_colour + 16 * 9 + 8 * 50  # ST-7


def test_stop_valid_plays_and_jolly() -> None:  # ST-3, ST-14
    hand = "blue 1, red 4, red 5, red 5, jolly, jolly"
    game = stop_position([hand, "red 3, red 3"], "blue 4", ["play jolly with red 5", "pass"])
    assert game.turn(0) == 1
    with_jolly = {f"play jolly with {card}" for card in ("blue 1", "red 4", "red 5")}
    assert asked_of(game.table) == [
        (0, {"play blue 1", "play red 4"} | with_jolly),
        (0, {"jump in red 5", "pass"}),
    ]
    assert game.discard == ["blue 4", "jolly", "red 5"]


def test_stop_a_lone_jolly_cannot_be_played() -> None:  # ST-14
    game = stop_position(["jolly, jolly", "red 3"], "blue 4", [], deck=PLENTY)
    assert game.turn(0) == 1
    assert asked_of(game.table) == []
    assert game.hands[0] == ["jolly", "jolly", "yellow 7"]


def test_stop_declaring_counts_the_whole_move() -> None:  # ST-5
    game = stop_position(["jolly, red 1, red 3", "red 8"], "blue 4", ["play jolly with red 3 declaring"])
    game.turn(0)
    labels = {f"play jolly with red {n}{declaring}" for n in (1, 3) for declaring in ("", " declaring")}
    assert asked_of(game.table) == [(0, labels)]
    assert game.hands[0] == ["red 1"]


def test_stop_forgetting_is_paid_before_a_jump_in() -> None:  # ST-5, ST-8
    hands = ["blue 1, red 3", "red 8, red 7"]
    game = stop_position(hands, "blue 4", ["play blue 1", "pass"], deck="blue 1," + PLENTY)
    assert game.turn(0) == 1
    assert game.hands[0] == ["red 3", "blue 1", "yellow 7"]
    assert asked_of(game.table)[1] == (0, {"jump in blue 1", "pass"})


def test_stop_jump_ins_are_asked_clockwise_the_layer_last() -> None:  # ST-8, ST-9
    hands = ["blue 6/9, blue 6/9, red 1", "blue 6/9, red 1, red 3", "red 8", "blue 6/9, red 5, green 5"]
    picks = ["play blue 6/9", "pass", "jump in blue 6/9", "pass", "pass"]
    game = stop_position(hands, "blue 4", picks)
    game.hands[0].append("red 3")
    assert game.turn(0) == 0
    assert [seat for seat, _ in asked_of(game.table)] == [0, 1, 3, 0, 1]  # then again from the left of seat 3
    game = stop_position(hands, "blue 6/9", [], jump_in=False)
    assert game.open(dealer=2) == 2


def test_stop_opening_two_plus() -> None:  # ST-2, ST-8, ST-9
    hands = ["red 1, red 3, red 5", "blue 2+, red 1, red 3", "red 8, red 7"]
    game = stop_position(hands, "blue 2+", ["pass"], deck=PLENTY)
    assert game.open(dealer=2) == 2  # no effect by itself
    game = stop_position(hands, "blue 2+", ["jump in blue 2+"], deck=PLENTY)
    assert game.open(dealer=0) == 0  # seat 2 drew two and lost the turn
    assert [len(hand) for hand in game.hands] == [3, 2, 4]


def test_stop_opening_asks_from_the_dealer_on() -> None:  # ST-8
    hands = ["blue 6/9, red 1, red 3"] * 3
    game = stop_position(hands, "blue 6/9", ["pass", "pass", "pass"])
    assert game.open(dealer=1) == 1
    assert [seat for seat, _ in asked_of(game.table)] == [1, 2, 0]


def test_stop_two_plus_chain_with_jump_in() -> None:  # ST-9, ST-11
    hands = ["blue 2+, red 1, red 3", "red 2+, red 5, red 3", "red 1, red 3", "red 2+, red 7, red 8", "red 4"]
    picks = ["play blue 2+", "defend red 2+", "jump in red 2+"]
    game = stop_position(hands, "blue 4", picks, deck=PLENTY)
    assert game.turn(0) == 0
    assert asked_of(game.table)[1] == (1, {"defend red 2+", "pass"})
    assert [len(hand) for hand in game.hands] == [2, 2, 2, 2, 1 + 6]


def test_stop_two_plus_is_cancelled_by_the_top_colour_only() -> None:  # ST-10, ST-11
    hands = ["blue 2+, red 1, red 3", "red 2+, blue 0, green 0, red 5", "blue 0, red 0, red 8, red 8"]
    hands.append("green 4, red 0")
    picks = ["play blue 2+", "defend red 2+", "defend red 0", "jump in red 0 declaring"]
    game = stop_position(hands, "blue 4", picks, deck=PLENTY)
    assert game.turn(0) == 0
    assert asked_of(game.table)[1] == (1, {"defend red 2+", "defend blue 0", "pass"})
    assert asked_of(game.table)[2] == (2, {"defend red 0", "pass"})
    assert asked_of(game.table)[3] == (3, {"jump in red 0", "jump in red 0 declaring", "pass"})
    assert sum(map(len, game.hands)) == 2 + 3 + 3 + 1  # nobody drew


def test_stop_skips_add_up() -> None:  # ST-12
    hands = ["blue skip, red 1, red 3", "red skip, red 5, red 3", "blue 0, red 8", "red 7", "red 0, red 1"]
    game = stop_position(hands, "blue 4", ["play blue skip", "defend red skip"])
    assert game.turn(0) == 4  # seats 2 and 3 lose their turn; seat 2 has no red 0
    assert len(asked_of(game.table)) == 2
    game = stop_position(hands, "blue skip", ["play blue skip", "pass"])
    assert game.turn(0) == 2  # a skip laid on an old one starts again at one


def test_stop_swap_cancelled_by_the_left_neighbour_who_then_plays() -> None:  # ST-13
    hands = ["blue swap, red 1, red 3", "blue 0, red 5, red 4", "red 8, red 7", "blue 0, red 6/9, red 7"]
    game = stop_position(hands, "blue 4", ["play blue swap", "all left", "defend blue 0", "pass"])
    assert game.turn(0) == 1
    exchanges = {f"exchange with seat {seat}" for seat in (1, 2, 3)}
    assert asked_of(game.table)[1] == (0, {*exchanges, "all left", "all right"})
    assert asked_of(game.table)[3] == (3, {"jump in blue 0", "pass"})
    assert game.hands[0] == ["red 1", "red 3"]
    game = stop_position(hands, "blue 4", ["play blue swap", "all left", "defend blue 0", "jump in blue 0"])
    assert game.turn(0) == 0  # left of seat 3
    game = stop_position(hands, "blue 4", ["play blue swap", "exchange with seat 2"])
    assert game.turn(0) == 1  # seats 1 and 3 are not involved
    assert game.hands[0] == ["red 8", "red 7"]


def test_stop_all_left_and_right() -> None:  # ST-13
    hands = ["blue swap, red 1, red 1", "red 5, red 5", "red 8, red 8"]
    game = stop_position(hands, "blue 4", ["play blue swap", "all left"])
    game.turn(0)
    assert game.hands == [["red 8", "red 8"], ["red 1", "red 1"], ["red 5", "red 5"]]
    game = stop_position(hands, "blue 4", ["play blue swap", "all right"])
    game.turn(0)
    assert game.hands == [["red 5", "red 5"], ["red 8", "red 8"], ["red 1", "red 1"]]


def test_stop_effects_after_the_round_is_decided() -> None:  # ST-6
    hands = ["blue swap", "blue 0, red 5", "red 8, red 7", "blue 0, red 7"]
    picks = ["play blue swap", "exchange with seat 1", "defend blue 0"]
    game = stop_position(hands, "blue 4", picks, deck=PLENTY)
    game.turn(0)
    assert game.decided
    assert asked_of(game.table)[2] == (1, {"defend blue 0", "defend blue 0 declaring", "pass"})
    assert len(asked_of(game.table)) == 3  # seat 3 does not jump in any more
    assert len(game.hands[1]) == 3  # but a forgotten declaration still costs

    game = stop_position(hands, "blue 4", ["play blue swap", "exchange with seat 2"])
    game.turn(0)
    assert game.decided
    assert game.hands[0] == ["red 8", "red 7"]


def test_stop_x_plus_counts_what_can_really_be_drawn() -> None:  # ST-5, ST-15
    game = stop_position(["blue x+, red 1, red 3", "red 5"], "blue 4", ["play blue x+", "lay red 5"])
    game.turn(0)  # under the red 5 lie blue 4 and blue x+: two can be drawn, of five
    assert asked_of(game.table)[1] == (1, {"lay red 5"})


def test_stop_x_plus_short_piles() -> None:  # ST-5, ST-15
    game = stop_position(["red 1, red 3", "red 5"], "blue x+", ["lay red 5"])
    assert game.x_plus(0) == 0
    assert asked_of(game.table) == [(1, {"lay red 5", "lay red 5 declaring"})]
    assert game.hands[1] == ["blue x+"]  # not declaring: nothing is left to draw
    game = stop_position(["red 1, red 3", "red 5"], "blue x+", ["lay red 5"], deck="red 7")
    game.x_plus(0)
    assert asked_of(game.table) == [(1, {"lay red 5"})]
    assert sorted(game.hands[1]) == ["blue x+", "red 7"]


def test_stop_x_plus_defending_and_laying_are_two_decisions() -> None:  # ST-15
    hands = ["red 1, red 3", "blue 0, red 6/9, red skip", "blue 0, red 7"]
    game = stop_position(hands, "blue x+", ["pass", "lay blue 0", "jump in blue 0 declaring"], deck=PLENTY)
    assert game.x_plus(0) == 0
    assert asked_of(game.table)[0] == (1, {"defend blue 0", "pass"})
    assert asked_of(game.table)[1] == (1, {"lay blue 0", "lay red 6/9"})


def test_stop_x_plus_with_two_plus_makes_the_next_owe_two() -> None:  # ST-15
    hands = ["red 1, red 3", "blue 2+, jolly, jolly", "red 8, red 7", "blue 2+, red 5, red 5"]
    game = stop_position(hands, "blue x+", ["lay blue 2+", "pass"], deck=PLENTY)
    assert game.x_plus(0) == 3
    assert [len(hand) for hand in game.hands] == [2, 2 + 2, 2 + 2, 3]


def test_stop_x_plus_travels_back_to_its_own_player() -> None:  # ST-15
    hands = ["blue 0, red skip", "jolly, red swap", "red skip"]
    game = stop_position(hands, "blue x+", ["defend blue 0 declaring"], deck="jolly, green swap," + PLENTY)
    assert game.x_plus(0) == 1
    assert [len(hand) for hand in game.hands] == [1, 3, 2]
    game = stop_position(hands, "blue x+", ["lay red 1"], deck="jolly, red 1, green skip," + PLENTY)
    assert game.x_plus(0) == 0
    assert asked_of(game.table) == [(2, {"lay red 1"})]
    assert game.hands[2] == ["red skip", "green skip"]


def test_stop_x_plus_drawn_card_is_asked_for() -> None:  # ST-15
    hands = ["red 1, red skip", "jolly", "red skip"]
    game = stop_position(hands, "blue x+", ["lay blue 0 declaring"], deck="blue 0," + PLENTY)
    assert game.x_plus(0) == 2
    assert asked_of(game.table) == [(1, {"lay blue 0", "lay blue 0 declaring"})]  # must be laid: no defence


def test_stop_last_card_under_x_plus() -> None:  # ST-6, ST-15
    game = stop_position(["red 1, red 3", "red 0", "red 0, red 1"], "blue x+", ["lay red 0"], deck=PLENTY)
    game.x_plus(0)
    assert game.decided
    assert len(asked_of(game.table)) == 1
    game = stop_position(["red 8, red 3", "red 1", "red 8"], "blue x+", ["lay red 1 declaring"], deck=PLENTY)
    game.x_plus(0)
    assert not game.decided  # the draw belongs to the move


# -- Mister Zero

MODEL_GAME = (
    "c-i_nw 5, c-i_ne 0, c-i_se 3, c-i_sw 0, i_nw-i_ne 7, i_ne-i_se 8, i_se-i_sw 9, i_sw-i_nw 9, "
    "i_nw-o_nw 2, i_ne-o_ne 4, i_se-o_se 6, i_sw-o_sw 1, o_nw-n 8, n-o_ne 3, o_ne-e 5, e-o_se 4, "
    "o_se-s 1, s-o_sw 7, o_sw-w 6, w-o_nw 2"
)


def test_mister_zero_model_game() -> None:  # MZ-8 to MZ-11
    game = mister_zero.MisterZero(Script([]), 2, {"games": 1})
    lying = dict(entry.split() for entry in MODEL_GAME.split(", "))
    game.board = {bridge: f"red {n}" for bridge, n in lying.items()}
    game.face_down = "c-i_ne"
    assert game.walk() == {"red": 8, "green": 3}
    assert "".join(lying[bridge] for bridge in game.crossed) == "043826103617"


def test_mister_zero_crossing_sketch() -> None:  # MZ-9; the bridges of a crossing point stand for the compass
    values = dict.fromkeys(mister_zero.BRIDGES, 9) | {"c-i_sw": 5, "c-i_ne": 1, "c-i_nw": 1, "c-i_se": 3}
    assert mister_zero.next_bridge("c", "c-i_sw", values, {"c-i_sw"}) == "c-i_ne"
    assert mister_zero.next_bridge("c", "c-i_se", values, {"c-i_se"}) == "c-i_ne"


def test_mister_zero_central_bridges() -> None:  # MZ-5, MZ-6, MZ-7
    table = Script(["place green 3 on c-i_se", "place red 2 on c-i_sw"])
    game = mister_zero.MisterZero(table, 2, {"games": 1})
    game.board = {b: "red 9" for b in mister_zero.BRIDGES if b not in mister_zero.CENTRAL}
    game.board |= {"c-i_nw": "red 3", "c-i_ne": "red 5"}
    game.stock = [["red 2"], ["green 3"]]
    game.place(1)
    assert asked_of(game.table)[0] == (1, {"place green 3 on c-i_se", "place green 3 on c-i_sw"})
    assert game.face_down == "c-i_se"
    game.place(0)
    assert not game.face_down

    game = mister_zero.MisterZero(Script(["place green 0 on c-i_ne"]), 2, {"games": 1})
    game.board = {"c-i_nw": "red 0"}
    game.stock[1] = ["green 0", "green 1"]
    game.place(1)
    assert len(asked_of(game.table)[0][1]) == 2 * 19
    assert game.face_down == "c-i_ne"

    game = mister_zero.MisterZero(Script(["place green 2 on n-o_ne"]), 2, {"games": 1})
    game.board = {"c-i_nw": "red 2"}
    game.stock[1] = ["green 2", "green 1"]
    game.place(1)
    assert len(asked_of(game.table)[0][1]) == 16 + 19


def test_mister_zero_roles() -> None:  # MZ-1, MZ-2, MZ-12
    assert mister_zero.tokens_of_role(2, 4) == ["red 0", "red 2", "red 4", "red 6", "red 8"]
    events = produce_game(mister_zero, 4, 1, {"games": 2}).events
    decisions = [event for event in events if kind(event) == "decide"]
    assert [d["seat"] for d in decisions[18:23]] == [2, 3, 1, 2, 3]
    assert all(c.split()[1:3] in (["red", n] for n in "13579") for c in decisions[20]["choices"])


# -- One More!


def one_more_position(
    hands: list[str],
    top: str,
    picks: list[str],
    deck: str = "",
    chances: Sequence[Any] = (),
    **options: Any,
) -> one_more.OneMore:
    game = one_more.OneMore(Script(picks, list(chances)), len(hands), {**one_more.OPTIONS, **options})
    game.hands, game.deck, game.on_table = [cards(hand) for hand in hands], cards(deck), ["1+ again", top]
    return game


def test_one_more_constraint() -> None:  # OM-2, OM-4
    assert len(one_more.DECK) == len(set(one_more.DECK)) == 72
    assert one_more.meets("5±", "4+ draw")
    assert not one_more.meets("5±", "5+ draw")
    assert one_more.meets("4+ draw", "5- draw")
    assert one_more.meets("4+ draw", "5±")
    assert not one_more.meets("5+ draw", "5±")


def test_one_more_draw() -> None:  # OM-9
    picks = ["play 7+ draw", "give to seat 0"]
    game = one_more_position(["7+ draw", "5±", ""], "3+ again", picks, deck="1+ draw")
    assert game.turn(0) is False
    assert asked_of(game.table)[1] == (0, {"give to seat 0", "give to seat 1"})
    assert game.hands[0] == ["1+ draw"]
    game = one_more_position(["7+ draw", "5±", ""], "3+ again", ["play 7+ draw"])
    game.turn(0)
    assert len(asked_of(game.table)) == 1
    picks = ["play 7+ draw", "give to seat 1"]
    game = one_more_position(["7+ draw", "5±", ""], "3+ again", picks, reshuffle=True)
    game.turn(0)
    assert (game.deck, game.on_table) == (["3+ again"], ["7+ draw"])
    assert game.hands[1] == ["5±", "1+ again"]


def test_one_more_exchange() -> None:  # OM-10
    hands = ["5±, 1+ draw", "2+ draw", "7+ exchange, 5±", ""]
    picks = ["play 7+ exchange", "exchange seat 0 and seat 2", "pick 5±", "pick 1+ draw"]
    game = one_more_position(hands, "3+ again", picks)
    game.turn(2)
    pairs = ((0, 1), (0, 2), (1, 2))
    assert asked_of(game.table)[1] == (2, {f"exchange seat {one} and seat {two}" for one, two in pairs})
    assert [seat for seat, _ in asked_of(game.table)] == [2, 2, 2, 0]
    assert game.hands == [["5±", "5±"], ["2+ draw"], ["1+ draw"], []]

    picks = ["play 7+ exchange", "exchange seat 0 and seat 1"]
    game = one_more_position(hands, "3+ again", picks, chances=["1+ draw", "2+ draw"], exchange_pick="random")
    game.turn(2)
    assert game.hands[:2] == [["5±", "2+ draw"], ["1+ draw"]]
    game = one_more_position(["7+ exchange", "2+ draw", ""], "3+ again", ["play 7+ exchange"])
    game.turn(0)
    assert len(asked_of(game.table)) == 1


def test_one_more_again_and_out() -> None:  # OM-7, OM-11
    game = one_more_position(["7+ again, 1+ draw", "5±", "5±"], "3+ again", ["play 7+ again"])
    assert game.turn(0) is True
    assert game.turn(0) is None  # 1 is not above 7: lost
    game = one_more_position(["7+ again", "5±", "5±"], "3+ again", ["play 7+ again"])
    assert game.turn(0) is False
    assert (game.next_after(2), game.next_after(0)) == (1, 1)


# -- If Zero Stop


def test_if_zero_stop_turns() -> None:  # IZS-5, IZS-6, IZS-7
    game = if_zero_stop.IfZeroStop(Script([]), 2, if_zero_stop.OPTIONS)
    game.deck = cards("minus, plus, plus, zero, minus, plus, minus, plus")
    game.turn(0)
    assert (game.piles[0], game.discard) == ([], ["minus"])
    game.turn(0)
    assert game.piles[0] == ["plus", "plus", "zero"]
    game.turn(0)
    assert game.piles[0] == ["plus", "plus", "minus"]
    game.turn(0)
    assert game.piles[0] == ["plus", "minus", "plus", "minus"]  # a plus, since there is no zero
    game.turn(1)
    assert (game.piles[1], game.deck) == (["plus"], [])
