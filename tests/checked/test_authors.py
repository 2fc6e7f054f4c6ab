"""What authors write who know games and no programming, with what they are told, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.checked.snapshots import matches
from tests.checked.test_newcomers import COINS, FITS, GAME, PLAYED, RANK, SCENARIOS, linted

EXPECTED = Path(__file__).parent / "authors"
DEAL = "deal hand_size from deck to hand[p] for p in players"
REVEAL = "reveal (those c in deck where c.suit == clubs)"
OFFER = "offer to p in players after me:"
SCORE = "score(player p): size(hand[p])"
PLAY = "play(c in hand[me]) needs fits(c):"
PLAYERS = 'players: {count: 2..4, "active(player p)": "not gone[p]"}'

# What is written wrong: a text of the game, and what stands there instead.
SLIPS = {
    # sentences of a rulebook
    "deal_to_all": (DEAL, "deal 5 cards to all players"),
    "deal_to_each": (DEAL, "deal hand_size from deck to each hand"),
    "deal_without_for": (DEAL, "deal hand_size from deck to hand"),
    "top_of_a_zone": ("move c to line", "move top of deck to line"),
    "top_card": ("move c to line", "move top card from deck to line"),
    "bottom_behind_the_zone": ("move c to line", "move c to line bottom"),
    "draw_up_to": ("draw 1 from deck", "draw up to 3 from deck"),
    "hand_of_a_player": ("size(hand[p])", "size(hand of p)"),
    "size_of_a_zone": ("size(line) == 0", "size of line == 0"),
    "player_with_a_number": ("turn(next(dealer))", "turn(player 0)"),
    "first_player": ("turn(next(dealer))", "turn(first player)"),
    "next_player": ("turn(next(dealer))", "turn(next player)"),
    "next_turn": ("turn(next(dealer))", "next turn"),
    "add_to": (PLAYED, "          add 2 to coins\n"),
    "increase_by": (PLAYED, "          increase coins by size(line)\n"),
    "gain": (PLAYED, "          gain 2 coins\n"),
    "pay": (PLAYED, "          pay 2 coins\n"),
    "plus_plus_assigned": (PLAYED, "          coins = coins++\n"),
    "two_statements_with_and": (PLAYED, "          coins += 1 and coins += 2\n"),
    "value_of_a_shuffle": (PLAYED, "          let x = shuffle deck\n"),
    "show": (REVEAL, "show deck to dealer"),
    "reveal_for": (REVEAL, "reveal deck for dealer"),
    "stop": (PLAYED, "          stop\n"),
    # conditions
    "conditions_with_a_comma": ("while winner == none:", "while winner == none, coins < 9:"),
    "needs_twice": (PLAY, PLAY.replace(":", " needs coins < 9:")),
    "needs_behind_the_colon": (PLAY, "play(c in hand[me]): needs fits(c)"),
    "when_for_needs": (PLAY, PLAY.replace("needs", "when")),
    "unless_for_needs": (PLAY, PLAY.replace("needs", "unless")),
    "if_for_needs": (PLAY, PLAY.replace("needs", "if")),
    "is_as_a_statement": ("winner = p", "winner is p"),
    "is_a": (FITS, "c.suit is a clubs"),
    "one_value_or_another": (FITS, "c.suit == clubs or hearts"),
    "comment_with_slashes": (PLAYED, "          coins += 1 // one more coin\n"),
    # loops and decisions
    "for_each_where": (PLAYED, "          for each p in players where p != me: gone[p] = true\n"),
    "for_each_player": (PLAYED, "          for each player p in players: gone[p] = true\n"),
    "for_so_many_times": (PLAYED, "          for 3 times: coins += 1\n"),
    "offer_where": (OFFER, "offer to p in players where p != me:"),
    "offer_without_a_name": (OFFER, "offer to players after me:"),
    "offer_for": (OFFER, "offer for p in players after me:"),
    "choose_for_all": ("choose for me:", "choose for players:"),
    "choose_for_each": ("choose for me:", "choose for each p in players:"),
    "choose_from": ("choose for me:", "choose for me from:"),
    "question_behind_the_colon": ("choose for me:", 'choose for me: "What now?"'),
    "pick_without_a_name": (PLAY, "play(hand[me]) needs coins > 1:"),
    "let_with_a_type": (PLAYED, "          let int x = 3\n"),
    "sum_of": (SCORE, "score(player p): sum of c.worth in hand[p]"),
    # names and values
    "others": (PLAYED, "          for each p in others: gone[p] = true\n"),
    "quotes_around_a_value": (FITS, "c.suit == 'clubs'"),
    "type_before_a_value": (FITS, "c.suit == suit.clubs"),
    "piece_for_its_value": (FITS, "c == clubs"),
    "piece_for_a_list": (FITS, "c == hand[seat(0)]"),
    "zone_for_its_size": ("size(line) == 0", "line == 0"),
    "zone_as_a_number": ("size(line) == 0", "not line > 0"),
    "player_before_the_zone": ("size(hand[p])", "size(p.hand)"),
    "player_before_the_variable": ("not gone[p]", "not p.gone"),
    "reveal_a_number": (REVEAL, "reveal coins"),
    "reveal_a_player": (REVEAL, "reveal dealer"),
    "move_two": ("move c to line", "move c and top(deck) to line"),
    "move_all_in": ("move c to line", "move all cards in hand[me] to line"),
    "let_for_a_variable": (PLAYED, "          let coins = 3\n"),
    "score_of_nobody": ("  rounds: 3\n", "  ends: score > 9\n"),
    "score_of_p": ("  rounds: 3\n", "  ends: score[p] > 9\n"),
    "name_before_its_type": ("  ask(player me):", "  ask(me player):"),
    "capital_letter_of_a_type": ("  fits(card c):", "  fits(Card c):"),
    "return_without_a_value": (
        "  fits(card c):",
        "  lucky(player p):\n    do: |\n      if gone[p]: return true\n      return\n  fits(card c):",
    ),
    "indices_in_two_brackets": (COINS, COINS + "    men: int per player p, square s = men[p][s]\n"),
    "definition_that_calls_itself": (FITS, "fits(c)"),
    "sum_over_a_comparison": (SCORE, SCORE + "\n  ends: sum p in players of score[p] > 9"),
    "count_over_a_comparison": (FITS, "count p in players where gone[p] < 2"),
    "sum_of_what_may_be_missing": (
        COINS,
        COINS + "    bid: int? per player\n    all_bids: int = sum p in players of bid[p]\n",
    ),
    "values_or_numbers": (SCORE, "score(player p): if gone[p] then bottom(deck).rank else 0"),
    "items_one_by_one": (SCORE, "score(player p): size(distinct(top(deck).suit, bottom(deck).suit))"),
    "plus_plus_of_one": (PLAYED, "          gone[me]++\n"),
    # declarations
    "list_as_elsewhere": (COINS, COINS + "    taken: int[]\n"),
    "optional": ("winner: player?", "winner: optional player"),
    "or_none": ("winner: player?", "winner: player or none"),
    "rounds_until": ("rounds: 3", "rounds: until coins > 3"),
    "range_in_brackets": (RANK, RANK + "  pips: [1..6]\n"),
    "range_among_values": (RANK, "  rank: [7..9, jack]\n"),
    "attribute_of_a_player": ("has: {suit: suit,", "has: {owner: player, suit: suit,"),
    "room_of_each": ("  line:", "  spot: {of: card, per: square, room: square.row}\n  line:"),
    "key_cut_at_a_comma": ("line: {of: card}", "line: {of: card, starts(square s, card c): s == a1}"),
    "ties_of_p": ("  rounds: 3\n", "  rounds: 3\n  ties: size(hand[p]) + 1\n"),
    "players_from_to": (PLAYERS, "players: {min: 2, max: 4, active(player p): 'not gone[p]'}"),
    "players_listed": (PLAYERS, "players: 2, 3, 4"),
    "teams_as_a_list": ("{count: 2..4,", "{count: 2..4, teams: [[0, 2], [1, 3]],"),
    "teams_as_a_number": ("{count: 2..4,", "{count: 2..4, teams: 2,"),
    "option_from_to": ("range: 1..3", "min: 1, max: 3"),
    "option_the_wrong_way": ("range: 1..3", "range: 3..1"),
    "option_of_number_words": (
        "hand_size: {default: 2, range: 1..3}",
        "hand_size: {default: 2, values: [1, 2]}",
    ),
    "each_for_per": ("hand: {of: card, per:", "hand: {of: card, each:"),
    "refill_true": ("shuffled: true}", "shuffled: true, refill: true}"),
    "values_with_a_hyphen": ("rank: all", "rank: 7-9"),
    "values_without_brackets": ("rank: all", "rank: 7, 8"),
    "row_as_a_mapping": (RANK, '  rank: {columns: {n: int, of: int}, values: {"7": {n: 7, of: 1}}}\n'),
    "row_too_short": (RANK, '  rank: {columns: {n: int, of: int}, values: {"7": [7]}}\n'),
    "columns_as_a_list": (RANK, '  rank: {columns: [n], values: {"7": [7], "8": [8]}}\n'),
    "where_of_a_piece": ("copies: 2", "copies: 2, where: c.suit == clubs"),
    "copies_per_player": ("copies: 2", "copies: 2 per player"),
    "ties_without_a_player": ("  rounds: 3\n", "  rounds: 3\n  ties: gone\n"),
    "rule_with_def": ("  ask(player me):", "  def ask(player me):"),
    "expression_in_braces": ("line: {of: card}", 'line: {of: card, "starts(card c)": c.suit == clubs}'),
}
# Slips in the scenarios.
IN_SCENARIOS = {
    "option_of_a_scenario": ("    players: 2\n", "    players: 2\n    options: {hand_sise: 2}\n"),
    "value_of_an_option": ("    players: 2\n", "    players: 2\n    options: {hand_size: 9}\n"),
    "players_of_a_scenario": ("players: 2\n", "players: 9\n"),
    "hand_of_whom": ('"hand[0]"', "hand"),
    "hand_of_seat": ('"hand[0]"', "hand of seat 0"),
    "hand_of_a_call": ('"hand[0]"', '"hand[seat(0)]"'),
    "hand_of_nobody": ('"hand[0]"', '"hand[7]"'),
    "two_of_a_piece": ("[clubs 7]", "[2 clubs 7]"),
    "too_many_of_a_piece": ("[clubs 7]", "[clubs 7, clubs 7, clubs 7]"),
    "seat_as_a_call": ('given: {"hand[0]": [clubs 7]}', "given: {dealer: seat(1)}"),
    "begin_with_a_name": ("turn(seat(0))", "turn"),
    "variable_as_a_mapping": ('given: {"hand[0]": [clubs 7]}', "given: {gone: {0: true}}"),
    "begin_with_a_seat": ("turn(seat(0))", "turn(seat 0)"),
    "seat_does": ("seat 0: stand", "seat 0 does: stand"),
    "seat_cannot": ("seat 0: stand", "seat 0 cannot: [stand]"),
    "seat_see": ("seat 0: stand", "seat 0 see: [coins]"),
    "seat_sees_not": ("seat 0: stand", "seat 0 sees not: [deck]"),
    "choice_as_a_list": ("seat 0: stand", "seat 0: [stand]"),
    "winners_as_a_seat": ("seat 0: stand", "winners: seat 1"),
    "event_as_a_text": ("seat 0: stand", "events: [move clubs 7]"),
    "event_of_no_zone": ("seat 0: stand", "events: [{move: clubs 7, to: lien}]"),
    "event_of_several_zones": ("seat 0: stand", "events: [{move: clubs 7, from: hand}]"),
    "event_of_no_piece": ("seat 0: stand", "events: [{move: clubs 6}]"),
    "event_of_no_variable": ("seat 0: stand", "events: [{set: coin}]"),
    "random_as_a_number": ("    begin", "    random: 6\n    begin"),
}


@pytest.fixture(autouse=True)
def _in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", SLIPS)
def test_slips(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = SLIPS[name]
    assert right in GAME
    found = linted(GAME.replace(right, wrong, 1), capsys)
    assert matches(found, EXPECTED / f"{name}.out")
    assert found.count("error[") == 1, "one mistake is one finding"


@pytest.mark.parametrize("name", IN_SCENARIOS)
def test_scenarios(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong = IN_SCENARIOS[name]
    assert right in SCENARIOS
    found = linted(GAME, capsys, SCENARIOS.replace(right, wrong, 1))
    assert matches(found, EXPECTED / f"{name}.out")
    assert found.count("error[") == 1


def test_a_label_of_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    found = linted(GAME.replace("    make:\n", "    label: suit rank\n    make:\n", 1), capsys)
    assert matches(found, EXPECTED / "label_without_braces.out")


def test_nothing_is_left_over() -> None:
    names = {*SLIPS, *IN_SCENARIOS, "label_without_braces"}
    assert {path.stem for path in EXPECTED.iterdir()} == names
