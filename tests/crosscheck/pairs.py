"""Our rulesets beside OpenSpiel's games, with the parameters that make them the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

from tests.crosscheck import backgammon, gin_rummy, hanabi
from tests.crosscheck.boards import BOARD_GAMES, square
from tests.crosscheck.walk import Action, Pair, own_name, scores

_LOW_TWO = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
_LOW_ACE = ("ace", *_LOW_TWO[:-1])
_SUITS = ("clubs", "diamonds", "hearts", "spades")


def _numbers(label: str) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", label)]


def _card(name: str) -> int:
    rank, suit = name.split(" of ")
    return 4 * _LOW_TWO.index(rank) + _SUITS.index(suit)


def _words(table: Mapping[str, int]) -> Callable[[str], Action]:
    return table.__getitem__


def _tic_tac_toe(label: str) -> int:
    column, row = square(label.removeprefix("place at "))
    return (2 - row) * 3 + column


def _othello(label: str) -> int:
    column, row = square(label.removeprefix("place on "))
    return row * 8 + column


def _breakthrough(label: str) -> str:
    verb, start, _, end = label.split()
    return start + end + ("*" if verb == "capture" else "")


def _nim(piles: int) -> Callable[[str], Action]:
    def read(label: str) -> int:
        taken, pile = _numbers(label)
        return (taken - 1) * piles + pile - 1

    return read


def _leduc_card(label: str) -> int:
    rank, suit = label.split(" of ")
    return 2 * ("jack", "queen", "king").index(rank) + ("spades", "hearts").index(suit)


def _crazy_eights(label: str) -> int:
    if label in ("draw", "pass"):
        return {"draw": 52, "pass": 53}[label]
    verb, _, what = label.partition(" ")
    return 54 + _SUITS.index(what) if verb == "name" else _card(what)


def _crazy_eights_chance(label: str) -> int:
    return 52 + _numbers(label)[0] if label.startswith("seat") else _card(label)


def _hearts(label: str) -> Action:
    verb, _, what = label.partition(" ")
    if verb == "play":
        return _card(what)
    return tuple(_card(name) for name in re.split(", | and ", what))


def _hearts_chance(label: str) -> int:
    return int(label) if label.isdigit() else _card(label)


def _go_fish(label: str) -> int:
    seat, rank = label.removeprefix("ask seat ").split(" for ")
    return int(seat) * 13 + _LOW_ACE.index(rank)


def _shared(points: tuple[int, ...]) -> list[float]:
    """1 shared among those with the most, -1 among the rest; nothing if all are equal."""
    best = max(points)
    winners = points.count(best)
    if winners == len(points):
        return [0.0] * winners
    return [1 / winners if own == best else -1 / (len(points) - winners) for own in points]


def _spades_card(label: str) -> int:
    rank, suit = label.split(" of ")
    return 13 * _SUITS.index(suit) + _LOW_TWO.index(rank)


def _spades(label: str) -> int:
    verb, _, what = label.partition(" ")
    return _spades_card(what) if verb == "play" else 52 + (int(what) if what else 0)


def _liars_dice(label: str) -> str:
    return "Liar" if label == "doubt" else "-".join(map(str, _numbers(label)))


def _blackjack_card(label: str) -> int:
    rank, suit = label.split(" of ")
    return 13 * _SUITS.index(suit) + _LOW_ACE.index(rank)


def _domino(label: str) -> str:
    verb, tile, *end = label.replace("with ", "").split()
    low, high = tile.split("-")
    return f"tile:({low}.0, {high}.0) pip:{f'{end[1]}.0' if verb == 'lay' else 'None'}"


def _domino_drawn(label: str) -> int:
    low, high = map(int, label.split("-"))
    return [(a, b) for a in range(7) for b in range(a, 7)].index((low, high))


def _domino_returns(scores: tuple[int, ...]) -> list[float]:
    """What one side wins the other loses."""
    return [float(score - scores[(seat + 1) % 2]) for seat, score in enumerate(scores)]


def _pig_returns(scores: tuple[int, ...]) -> list[float]:
    return [score / (len(scores) - 1) for score in scores]


def _bid(label: str) -> int:
    return _numbers(label)[0] - 1


def _above_the_mean(points: tuple[int, ...]) -> list[float]:
    return [own - sum(points) / len(points) for own in points]


def _lead(points: tuple[int, ...]) -> list[float]:
    """What each has more than the player at his left."""
    return [float(own - points[(seat + 1) % len(points)]) for seat, own in enumerate(points)]


def _euchre_card(label: str) -> int:
    rank, suit = label.split(" of ")
    return 4 * ("9", "10", "jack", "queen", "king", "ace").index(rank) + _SUITS.index(suit)


def _euchre(label: str) -> int:
    if label in ("pass", "alone", "with partner"):
        return {"pass": 24, "alone": 29, "with partner": 30}[label]
    what = label.removeprefix("order up ").removeprefix("name ")
    if what in _SUITS:
        return 25 + _SUITS.index(what)
    return _euchre_card(label.removeprefix("lay away ").removeprefix("play "))


def _euchre_chance(label: str) -> int:
    return _numbers(label)[0] if label.startswith("seat") else _euchre_card(label)


def _pair(ruleset: str, theirs: str, read: Callable[[str], Action], **rest: Any) -> Pair:
    rest["outcome"] = cache(rest.get("outcome", int))
    return Pair(ruleset, theirs, cache(read), **rest)


_PIG = _words({"roll": 0, "stop": 1})
_ONE_ROUND = {"one_round": True, "wild": 6}
_AS_THEY_COUNT = {"max_plays": 100, "counting": "numbers"}
_SPECIAL = {"queens_skip": True, "aces_turn": True, "twos_draw": True}


def _pips(label: str) -> int:
    return int(label) - 1


def _pig(parameters: str, players: int = 2, **options: int) -> Pair:
    return _pair(
        "pig", f"pig({parameters})", _PIG,
        players=players, options=options, outcome=_pips, returns=_pig_returns,
    )  # fmt: skip


def _eights(players: int, parameters: str = "", **options: Any) -> Pair:
    return _pair(
        "crazy-eights", f"crazy_eights(players={players}{parameters})", _crazy_eights,
        players=players, options={**_AS_THEY_COUNT, **options}, outcome=_crazy_eights_chance,
        returns=lambda scores: [-float(score) for score in scores],
    )  # fmt: skip


def _heart(parameters: str, **options: Any) -> Pair:
    return _pair(
        "hearts", f"hearts{parameters}", _hearts,
        players=4, options={"hands": 1, **options}, outcome=_hearts_chance,
        returns=lambda scores: [26.0 - score for score in scores],
        # They draw the direction of the pass before the deal, we after it.
        chance_first=lambda theirs: not theirs.history(),
    )  # fmt: skip


def _dice(parameters: str, **options: Any) -> Pair:
    return _pair(
        "liars-dice", f"liars_dice{parameters}", _liars_dice,
        options={**_ONE_ROUND, **options}, outcome=_pips,
    )  # fmt: skip


def _goofspiel(parameters: str, players: int = 2, **options: Any) -> Pair:
    difference, total = "point_difference" in parameters, "total_points" in parameters
    return _pair(
        "goofspiel", f"goofspiel({parameters})", _bid, players=players, options=options, outcome=_pips,
        returns=_above_the_mean if difference else scores if total else _shared, ends_unasked=True,
    )  # fmt: skip


def _hand_of_euchre(parameters: str, **options: Any) -> Pair:
    return _pair(
        "euchre", f"euchre({parameters})", _euchre, players=4, outcome=_euchre_chance,
        options={"hands": 1, "keep_turned": True, "first_card": "dealer", **options},
        returns=_lead,
    )  # fmt: skip


def _dominoes(kind: str, players: int, **options: Any) -> Pair:
    return _pair(
        "dominoes", f"python_{kind}_dominoes", _domino,
        players=players, options={"game": "block", "opening": "free", "hands": 1, **options},
        outcome=_domino_drawn, returns=_domino_returns,
        named=lambda *action: own_name(*action).partition(" ")[2],
        module=f"open_spiel.python.games.{kind}_dominoes",
    )  # fmt: skip


def _drop(label: str) -> int:
    return _numbers(label)[0] - 1


PAIRS = (
    _pair("tic-tac-toe", "tic_tac_toe", _tic_tac_toe),
    _pair("connect-four", "connect_four", _drop),
    _pair("connect-four", "connect_four(x_in_row=3)", _drop, options={"in_a_row": 3}),
    _pair("connect-four", "connect_four(x_in_row=5)", _drop, options={"in_a_row": 5}),
    _pair("nim", "nim", _nim(4)),
    _pair("nim", "nim(pile_sizes=2;5;9,is_misere=false)", _nim(3),
          options={"piles": [2, 5, 9], "last_loses": False}),
    _pig("horizon=1000", horizon=1000),
    _pig("players=3,winscore=20,horizon=50", players=3, target=20, horizon=50),
    _pig("players=5,winscore=40,diceoutcomes=4,horizon=1000", players=5, target=40, sides=4, horizon=1000),
    _pair("kuhn-poker", "kuhn_poker", _words({"pass": 0, "bet": 1}),
          outcome=("jack", "queen", "king").index),
    _pair("leduc-poker", "leduc_poker", _words({"fold": 0, "call": 1, "raise": 2}), outcome=_leduc_card),
    _eights(2),
    _eights(4),
    _eights(5, ",max_draw_cards=2", max_draw=2),
    _eights(2, ",use_special_cards=true", **_SPECIAL),
    _eights(4, ",use_special_cards=true", **_SPECIAL),
    _eights(3, ",use_special_cards=true,reshuffle=true", reshuffle=True, **_SPECIAL),
    _eights(5, ",use_special_cards=true,reshuffle=true", reshuffle=True, **_SPECIAL),
    _eights(3, ",use_special_cards=true,max_turns=1000", **{**_SPECIAL, "max_plays": 1000}),
    _heart("", passing="by_lot"),
    _heart(
        "(pass_cards=false,can_lead_any_club=true,jd_bonus=true,avoid_all_tricks_bonus=true,"
        "qs_breaks_hearts=false,can_lead_hearts_instead_of_qs=true,no_pts_on_first_trick=false)",
        passing="never", any_club_leads=True, jack_bonus=True, no_trick_bonus=True,
        queen_breaks_hearts=False, hearts_for_queen=True, clean_first_trick=False,
    ),
    _heart("(must_break_hearts=false,jd_bonus=true)", passing="by_lot", must_break_hearts=False,
           jack_bonus=True),
    _pair("spades", "spades", _spades, players=4, outcome=_spades_card,
          options={"hands": 1, "spades_break": False}),
    _pair("oware", "oware", lambda label: (_numbers(label)[0] - 1) % 6),
    _pair("othello", "othello", _othello, forced=64),
    _pair("breakthrough", "breakthrough", _breakthrough),
    _pair("draughts", "checkers", lambda label: "".join(label.split()[1::2])),
    _pair("rock-paper-scissors", "matrix_rps", _words({"show rock": 0, "show paper": 1, "show scissors": 2})),
    _dice("", dice_each=1),
    _dice("(numdice=3)", dice_each=3),
    _dice("(numdice=3,bidding_rule=reset-quantity)", dice_each=3, ranking="face_first"),
    *(
        _pair("go-fish", f"go_fish(players={players})", _go_fish, players=players, returns=_shared,
              options={"last_hand_refilled": False},
              outcome=lambda label: _LOW_ACE.index(label.split(" of ")[0]))
        for players in (2, 3, 5, 6)
    ),
    _dominoes("block", 2),
    _dominoes("team", 4, one_by_one=True, last_tile_wins=False),
    _pair("blackjack", "blackjack", _words({"hit": 0, "stand": 1}), players=1, outcome=_blackjack_card),
    _goofspiel("num_cards=13"),
    _goofspiel("num_cards=5,points_order=descending,returns_type=point_difference",
               cards=5, order="downward"),
    _goofspiel("num_cards=6,points_order=ascending,players=3", 3, cards=6, order="upward"),
    _goofspiel("num_cards=8,num_turns=3,players=4,returns_type=total_points", 4, cards=8, turns=3),
    _goofspiel("num_cards=13,players=10,imp_info=true", 10, hidden_bids=True),
    _hand_of_euchre("stick_the_dealer=true", stick_the_dealer=True),
    _hand_of_euchre("stick_the_dealer=false"),
    _hand_of_euchre("allow_lone_defender=true", stick_the_dealer=True, lone_defender=True),
    *BOARD_GAMES,
    *backgammon.PAIRS,
    *gin_rummy.PAIRS,
    *hanabi.PAIRS,
)  # fmt: skip
