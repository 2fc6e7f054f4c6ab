"""What newcomers write who know rulebooks and other languages, with what they are told, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.cli.main import main
from tests.checked.snapshots import matches

EXPECTED = Path(__file__).parent / "newcomers"

GAME = """\
hoyle: 1
id: tavern
title: Tavern
players: {count: 2..4, "active(player p)": "not gone[p]"}
options:
  hand_size: {default: 2, range: 1..3}
  passing: {default: left, values: [left, hold]}
  open_hands: {default: false}
types:
  suit: [clubs, hearts]
  rank: ["7", "8", "9", "10", jack]
  role: [duke, captain, lady]
components:
  card:
    has: {suit: suit, rank: rank}
    make:
      pack: {suit: all, rank: all, copies: 2}
boards:
  board: {nodes: square, grid: [3, 3]}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  line: {of: card}
  hand: {of: card, per: player, seen: owner}
state:
  match:
    dealer: player = seat(0) then left(dealer)
  round:
    coins: int = 0
    gone: bool per player = false
    claimed: role?
    winner: player?
match:
  rounds: 3
  score(player p): size(hand[p])
rules:
  round:
    do: |
      if open_hands: reveal (those c in deck where c.suit == clubs)
      deal hand_size from deck to hand[p] for p in players
      while winner == none: turn(next(dealer))
      if passing == hold and coins > size(square): coins = 2
  turn(player me):
    do: |
      choose for me:
        play(c in hand[me]) needs fits(c):
          move c to line
          coins += 1
          if coins > 9: end round
        claim(r in role):
          claimed = r
        stand: gone[me] = true
      otherwise:
        draw 1 from deck to hand[me]
      ask(me)
  ask(player me):
    do: |
      offer to p in players after me:
        doubt needs claimed == duke: winner = p
      otherwise: nothing
  fits(card c):
    is: size(line) == 0 or c.suit == top(line).suit
    why: "{c} does not fit"
"""
SCENARIOS = """\
for: tavern
scenarios:
  standing:
    players: 2
    given: {"hand[0]": [clubs 7]}
    begin: turn(seat(0))
    then:
      - seat 0: stand
"""
FITS = "size(line) == 0 or c.suit == top(line).suit"
PLAYED = "          coins += 1\n"
STAND = "        stand: gone[me] = true\n"
OPEN = "  open_hands: {default: false}\n"
COINS = "    coins: int = 0\n"
RANK = '  rank: ["7", "8", "9", "10", jack]\n'

# What is written wrong: a text of the game, and what stands there instead.
SLIPS = {
    # values
    "number_for_a_value": (FITS, "c.rank == 7"),
    "numbers_for_values": (FITS, "c.rank in [7, 8]"),
    "number_no_value": (FITS, "c.rank > 6"),
    "number_assigned": (PLAYED, "          claimed = 2\n"),
    "unknown_value": (FITS, "c.suit == spades"),
    "unknown_quoted_value": (FITS, 'c.suit == "spades"'),
    "unknown_value_in_make": ("rank: all", "rank: [7, ace]"),
    "unknown_value_of_an_option": ("passing == hold", 'passing == "lot"'),
    "unknown_node": (FITS, "any s in square where s == d9"),
    "value_plus_one": (FITS, "position(c.rank) == c.rank + 1"),
    "null": ("winner == none", "winner == null"),
    "none_for_a_player": ("player = seat(0) then", "player = none then"),
    "wrong_kind": (FITS, "c.suit == clubs and opne_hands"),
    "wrong_kind_of_zone": ("move c to line", "move c to claimd"),
    # expressions
    "if_else_in_the_middle": (PLAYED, "          coins = 2 if c.suit == clubs else 1\n"),
    "if_else_as_an_argument": ("turn(next(dealer))", "turn(dealer if coins > 1 else next(dealer))"),
    "if_else_as_a_number": ("draw 1 from", "draw 1 if coins > 1 else 2 from"),
    "if_behind_a_statement": ("move c to line", "move c to line if coins > 1"),
    "is_none": ("winner == none", "winner is none"),
    "is_empty": ("size(line) == 0", "line is empty"),
    "not_exists": ("winner == none", "winner not exists"),
    "empty": ("size(line) == 0", "empty(line)"),
    "size_behind_a_dot": ("size(line) == 0", "line.size == 0"),
    "count_in_brackets": ("size(line) == 0", "count(line) == 0"),
    "highest_without_by": (PLAYED, "          let x = highest p in players\n"),
    "not_equal": ("winner == none", "winner <> none"),
    "seat_plus_one": ("      ask(me)\n", "      ask(me + 1)\n"),
    "seat_in_a_circle": ("      ask(me)\n", "      ask((me + 1) % size(players))\n"),
    "random_of_two": (PLAYED, "          coins = random(1, 6)\n"),
    "random_of_a_number": (PLAYED, "          coins = random(6)\n"),
    "max_of_a_list": (PLAYED, "          coins = max(gone)\n"),
    "sum_reaches_too_far": (FITS, "sum d in line of position(d.rank) < 9"),
    "count_reaches_too_far": (FITS, "count d in line where position(d.rank) > 2 < 9"),
    "out_of_range": (COINS, "    coins: 1..6\n"),
    "outside_a_range": (COINS, "    coins: 1..6 = 0\n"),
    "range_the_wrong_way": (COINS, "    coins: 6..1 = 3\n"),
    "board_for_nodes": ("size(square)", "size(board)"),
    "return_in_is": (FITS, "return c.suit == clubs"),
    # statements
    "until": ("while winner == none:", "until winner exists:"),
    "repeat_until": ("while winner == none:", "repeat until winner exists or coins > 3:"),
    "win": ("winner = p", "win(p)"),
    "lose": (PLAYED, "          lose(me)\n"),
    "win_as_a_statement": (PLAYED, "          win me\n"),
    "end_turn": ("end round", "end turn"),
    "to_bottom": ("move c to line", "move c to bottom line"),
    "to_bottom_as_a_call": ("move c to line", "move c to bottom(line)"),
    "to_top": ("move c to line", "move c to top of line"),
    "to_a_player": ("move c to line", "move c to next(me)"),
    "move_so_many": ("draw 1 from deck", "move 7 from deck"),
    "move_from": ("move c to line", "move c from hand[me] to line"),
    "move_all": ("move c to line", "move all from hand[me] to line"),
    "draw_cards": ("draw 1 from deck", "draw 2 cards from deck"),
    "draw_how_many": ("draw 1 from deck", "draw from deck"),
    "set_twice": (PLAYED, "          coin += 1\n          coin += 2\n"),
    "colon_equals": (PLAYED, "          coins := 1\n"),
    "method": ("move c to line", "line.add(c)"),
    "call_without_brackets": ("      ask(me)\n", "      ask me\n"),
    "reveal_to_all": ("reveal (those c in deck where c.suit == clubs)", "reveal deck to all"),
    # decisions
    "rider_in_quotes": ("play(c in hand[me])", 'play(c in hand[me], "declaring" if coins > 1)'),
    "rider_without_a_condition": ("play(c in hand[me])", "play(c in hand[me], declaring)"),
    "empty_brackets": (STAND, "        stand(): gone[me] = true\n"),
    "two_words_before_a_pick": ("claim(r in role)", "claim(of being r in role)"),
    "pick_with_a_type": ("claim(r in role)", "claim(role r)"),
    "pick_of_several": ("play(c in hand[me])", "play(c in 2 hand[me])"),
    "where_in_a_pick": ("play(c in hand[me])", "play(c in hand[me] where fits(c))"),
    "alternative_with_if": (STAND, "        stand if coins > 2: gone[me] = true\n"),
    "alternative_of_two_words": (STAND, "        stand up: gone[me] = true\n"),
    "alternative_in_quotes": (STAND, '        "stand": gone[me] = true\n'),
    "alternative_as_an_item": (STAND, "        - stand: gone[me] = true\n"),
    "otherwise_too_deep": ("      otherwise: nothing", "        otherwise: nothing"),
    "else_under_offer": ("      otherwise: nothing", "      else: nothing"),
    "else_too_deep": (
        "      if passing == hold and coins > size(square): coins = 2\n",
        "      if passing == hold:\n        coins = 2\n        else:\n          coins = 3\n",
    ),
    # lines
    "one_blank_short": (PLAYED, PLAYED[1:]),
    "one_blank_short_of_the_text": ("      deal hand_size", "     deal hand_size"),
    "text_without_a_bar": ("    do: |\n      offer", "    do:\n      offer"),
    "tab_in_a_text": (PLAYED, "          coins +=\t1\n"),
    "tab_before_a_line": (PLAYED, "\t  coins += 1\n"),
    "tab_before_a_key": ("  line: {of: card}", "\tline: {of: card}"),
    "no_blank_behind_a_colon": ("rounds: 3", "rounds:3"),
    "no_blank_behind_the_only_colon": ("  rounds: 3\n  score(player p): size(hand[p])\n", "  rounds:3\n"),
    "no_blank_in_braces": ("copies: 2", "copies:2"),
    # keys
    "players_with_a_hyphen": ("2..4", "2-4"),
    "a_row_without_brackets": (RANK, '  rank: {columns: {n: int}, values: {"7": 7, "8": 8, jack: 10}}\n'),
    "rows_without_values": (RANK, '  rank: {"7": 7, "8": 8, jack: 10}\n'),
    "copys": ("copies: 2", "copys: 2"),
    "make_without_rows": (
        "make:\n      pack: {suit: all, rank: all, copies: 2}",
        "make: {suit: all, rank: all}",
    ),
    "starts_without_brackets": ("starts: all", 'starts: "c.suit == clubs"'),
    "starts_per_player": (
        "hand: {of: card, per: player",
        'hand: {of: card, starts: "card.suit == clubs", per: player',
    ),
    "score_without_brackets": ("score(player p)", "score"),
    "default_no": (OPEN, "  open_hands: {default: no}\n"),
    "default_in_quotes": (OPEN, "  open_hands: {default: 'true'}\n"),
    "default_a_word": (OPEN, "  open_hands: {default: clockwise}\n"),
    "default_alone": (OPEN, "  open_hands: no\n"),
    "a_number_for_a_declaration": (COINS, "    coins: 0\n"),
    "a_truth_for_a_declaration": (COINS, "    coins: false\n"),
    "a_value_for_a_type": (COINS, "    coins: int = 0\n    trump: clubs\n"),
    "none_for_a_type": ("winner: player?", "winner: none"),
    "type_before_the_name": (COINS, "    int coins: 0\n"),
    "declaration_without_equals": (COINS, "    coins: int 0\n"),
    "index_in_brackets": ("bool per player", "bool[player]"),
    "state_without_scopes": (
        "  match:\n    dealer: player = seat(0) then left(dealer)\n  round:\n",
        "    dealer: player = seat(0)\n",
    ),
    "another_word_for_a_key": ("line: {of: card}", "line: {component: card}"),
    "another_word_for_is": ("    is: ", "    condition: "),
    "another_word_for_everyone": ("line: {of: card}", "line: {of: card, seen: all}"),
    "do_and_is": ("    is: ", "    do: nothing\n    is: "),
    "a_value_under_do": (f"    is: {FITS}", "    do: c.suit == clubs"),
    "type_behind_the_name": ("  fits(card c):", '  "fits(c: card)":'),
    "capital_letter_of_a_zone": ("  line: {of", "  Line: {of"),
}
# Slips beside another mistake, which must not hide them.
SEVERAL = {
    "parameters_forgotten": [("  ask(player me):", "  ask:")],  # it is said where it is called, and inside
    "misspelt_section": [("zones:\n", "zonse:\n"), ("claimed == duke", "claimd == duke")],
    "misspelt_section_and_its_names": [("zones:\n", "zonse:\n"), ("move c to line", "move c to lien")],
    "misspelt_section_of_types": [("types:\n", "tyeps:\n"), ("c.suit == clubs", "c.suit == cubs")],
    "misspelt_scope": [("  round:\n    coins", "  rounds:\n    coins"), ("coins += 1", "coin += 1")],
}
# Slips in the scenarios, together with slips in the rules.
IN_SCENARIOS = {
    "seat_in_one_word": ("", "", "seat 0: stand", "seat1: stand"),
    "seat_as_a_key": ("", "", "- seat 0: stand", "- seat: 1\n        does: stand"),
    "step_without_a_colon": ("", "", "seat 0: stand", "seat 0 stand"),
    "behind_an_unknown_name": ("move c to line", "move c to lien", "turn(seat(0))", "trun(seat(0))"),
    "behind_a_slip": ("move c to line", "move c line", "hand[0]", "hnad[0]"),
    "behind_a_refused_key": ("line: {of: card}", "line: {off: card}", "seat 0: stand", "expect: coin == 1"),
    "behind_broken_yaml": ("zones:\n", "zones\n", "seat 0: stand", "expct: coins == 1"),
    "behind_what_is_lost": ("line: {of: card}", "line: 5", "hand[0]", "line"),
}


def linted(text: str, capsys: pytest.CaptureFixture[str], scenarios: str | None = None) -> str:
    Path("tavern.yaml").write_text(text, encoding="utf-8")
    if scenarios is not None:
        Path("tavern.scenarios.yaml").write_text(scenarios, encoding="utf-8")
    main(["lint", "tavern.yaml"])
    return capsys.readouterr().out


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


@pytest.mark.parametrize("name", SEVERAL)
def test_several(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = GAME
    for right, wrong in SEVERAL[name]:
        assert right in text
        text = text.replace(right, wrong, 1)
    found = linted(text, capsys)
    assert matches(found, EXPECTED / f"{name}.out")
    assert found.count("error[") == 2


@pytest.mark.parametrize("name", IN_SCENARIOS)
def test_scenarios(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    right, wrong, of_scenarios, slip = IN_SCENARIOS[name]
    assert right in GAME
    assert of_scenarios in SCENARIOS
    text = GAME.replace(right, wrong, 1) if right else GAME
    found = linted(text, capsys, SCENARIOS.replace(of_scenarios, slip, 1))
    assert matches(found, EXPECTED / f"{name}.out")


RANDOM = {"wrong_random": "[7]", "random_too_often": "[6, 2]"}


@pytest.mark.parametrize("name", RANDOM)
def test_what_chance_brings(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    rolled = GAME.replace(PLAYED, "          coins = random(1..6)\n")
    Path("tavern.yaml").write_text(rolled, encoding="utf-8")
    begun = SCENARIOS.replace("    begin", f"    random: {RANDOM[name]}\n    begin")
    Path("tavern.scenarios.yaml").write_text(begun.replace("stand\n", "play clubs 7\n"), encoding="utf-8")
    assert main(["test", "tavern.yaml"]) == 1
    assert matches(capsys.readouterr().out, EXPECTED / f"{name}.out")


def test_the_game_itself_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert linted(GAME, capsys, SCENARIOS) == "tavern.yaml: nothing found\n"


def test_nothing_is_left_over() -> None:
    names = {*SLIPS, *SEVERAL, *IN_SCENARIOS, *RANDOM}
    assert {path.stem for path in EXPECTED.iterdir()} == names
