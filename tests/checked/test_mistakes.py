"""Real mistakes in whole rulesets, with what the linter says about them, word for word."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import pipeline
from hoyle.diagnostics.render import render_full
from tests.checked.snapshots import matches

EXPECTED = Path(__file__).parent / "mistakes"

GAME = """\
hoyle: 1
id: knock
title: Knock
players: {count: [2, 4], teams: {4: [[0, 2], [1, 3]]}}
options:
  hand_size: {default: 5, range: 1..6, about: cards dealt to each player}
types:
  suit: [clubs, hearts]
components:
  card:
    has: {suit: suit, rank: 1..13}
    total: 26
    make: {all: {suit: all, rank: all}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true, refill: {from: discard, keep: 1}}
  discard: {of: card, seen: everyone}
  hand: {of: card, per: player, seen: owner}
state:
  match:
    dealer: player = seat(0) then left(dealer)
  round:
    knocker: player?
match:
  score(player p): sum c in hand[p] of c.rank
  wins: lowest
rules:
  round:
    cites: [KN-1]
    do: |
      deal hand_size from deck to hand[p] for p in players
      move top(deck) to discard
      while knocker == none: turn(next(dealer))
      reveal hand[players]
  turn(player me):
    about: Lay a card that fits, or draw one.
    cites: [KN-2, KN-3]
    do: |
      choose for me:
        play(c in hand[me]) needs fits(c): move c to discard
        draw: draw 1 from deck to hand[me]
      knocking(me)
  knocking(player me):
    cites: [KN-4]
    do: |
      offer to me:
        knock needs low(me): knocker = me
      otherwise: nothing
  fits(card c):
    cites: [KN-2]
    is: c.suit == top(discard).suit or c.rank == top(discard).rank
    why: "{c} does not fit {top(discard)}"
  low(player me):
    is: (sum c in hand[me] of c.rank) < 6
"""

LENT = """\
  other(player p):
    do: |
      choose for p:
        draw: nothing
        also common(p)
  common(player p):
    choices: |
      draw: move hand[p] to discard
"""

# What is written wrong: a text of the game, and what stands there instead.
SLIPS = {
    "misspelt_zone": ("move top(deck) to discard", "move top(dekc) to discard"),
    "misspelt_zone_where_declared": ("  discard: {of", "  discrad: {of"),
    "misspelt_rule": ("needs low(me)", "needs lwo(me)"),
    "misspelt_component": ("  deck: {of: card", "  deck: {of: crad"),
    "misspelt_type": ("knocker: player?", "knocker: plyer?"),
    "misspelt_value": ("c.suit == top(discard).suit", 'c.suit == "herats"'),
    "wrong_attribute": ("of c.rank) < 6", "of c.points) < 6"),
    "int_for_player": ("turn(next(dealer))", "turn(0)"),
    "missing_otherwise": ("      otherwise: nothing\n", ""),
    "bad_indentation_in_a_block": ("      knocking(me)\n", "       knocking(me)\n"),
    "bad_indentation": ("      knocking(me)\n", "     knocking(me)\n"),
    "unclosed_bracket": ("top(discard).suit or", "top(discard.suit or"),
    "equals_sign": ("while knocker == none", "while knocker = none"),
    "declared_twice": ("    knocker: player?", "    knocker: player?\n    hand_size: int = 0"),
    "option_out_of_range": ("default: 5", "default: 7"),
    "team_of_too_many": ("[1, 3]", "[1, 4]"),
    "wrong_total": ("total: 26", "total: 52"),
    "refused_and_misspelt": ("  deck: {of: card, seen: nobody", "  deck: {of: crad, seen: nobdy"),
    "unused_rule": ("      knocking(me)\n", ""),
    "maybe_without_a_test": ("seat(0) then left(dealer)", "seat(0) then left(knocker)"),
    "number_of_arguments": ("needs fits(c)", "needs fits(me, c)"),
    "seat_that_stays_empty": ("choose for me", "choose for seat(2)"),
    "visibility_of_a_single_zone": (
        "  discard: {of: card, seen: everyone",
        "  discard: {of: card, seen: owner",
    ),
    "index_forgotten": ("draw 1 from deck to hand[me]", "draw 1 from deck to hand"),
    "effect_in_a_condition": ("needs low(me)", "needs low(me) and turn(me)"),
    "state_before_it_is_there": (
        "seen: nobody, starts: all, shuffled: true, refill: {from: discard, keep: 1}}",
        'seen: nobody, "starts(card c)": "fits(c)"}',
    ),
    "random_inside": ("turn(next(dealer))", "turn(left(random(players)))"),
    "name_of_a_zone": (
        "      move top(deck) to discard",
        "      let deck = 3\n      move top(deck) to discard",
    ),
    "statement_after_the_end": ("      reveal hand[players]", "      end round\n      reveal hand[players]"),
    "unknown_citation": ("title: Knock\n", "title: Knock\nrulebook: {KN-1: a, KN-2: b, KN-3: c, KN-44: d}\n"),
    "pieces_start_nowhere": ("starts: all, shuffled: true, ", ""),
    "ties_of_nobody": ("  wins: lowest", "  wins: lowest\n  ties: dealer"),
    "ties_of_a_rule": ("  wins: lowest", "  wins: lowest\n  ties: low"),
    "ties_of_scores": ("  wins: lowest", "  wins: lowest\n  ties: score"),
    "ties_the_same_for_all": ("  wins: lowest", "  wins: lowest\n  ties(player p): hand_size"),
    "ties_of_another_type": ("  wins: lowest", "  wins: lowest\n  ties(player p): hand[p]"),
    "wins_by_a_word": ("  wins: lowest", "  wins: most_cards"),
    "wins_nobody": ("  wins: lowest", "  wins: nobody"),
    "wins_two_ways": ("  wins: lowest", "  wins: lowest\n  wins(player p): knocker == p"),
    "wins_by_a_number": ("  wins: lowest", "  wins(player p): size(hand[p])"),
    "win_as_a_statement": ("needs low(me): knocker = me", "needs low(me): win(me)"),
    "win_in_an_expression": ("while knocker == none", "while not win(dealer)"),
    "shared_by_a_call": ("      knocking(me)\n", "      common(me)\n" + LENT),
    "shared_without_choices": ("      choose for me:", "      choose for me:\n        also low(me)"),
    "shared_twice": ("      knocking(me)\n", "      other(me)\n" + LENT),
    "shared_in_a_circle": ("      knocking(me)\n", "      other(me)\n" + LENT + "      also common(p)\n"),
    "question_without_a_colon": ("      choose for me:", '      choose for me "What?"'),
    "question_with_an_unknown_name": ("      choose for me:", '      choose for me "What, {you}?":'),
    "pieces_start_twice": ("  discard: {of: card", "  discard: {of: card, starts: all"),
}
VARIANTS = {
    "override_of_nothing": "rules:\n  turn.paly:\n    needs: c.rank > 3\n",
    "added_twice": "rules:\n  turn:\n    add: |\n      draw: nothing\n",
    "shared_part_changed_elsewhere": "rules:\n  turn:\n    add: |\n      also common(me)\n"
    "  turn.shout: off\n  common(player p):\n    choices: |\n      shout: move hand[p] to discard\n",
    "ties_new_in_a_variant": "match:\n  ties: low\n",
    "rule_switched_off": "rules:\n  low: off\n",
}


def linted(text: str, folder: Path) -> str:
    (folder / "knock.yaml").write_text(GAME, encoding="utf-8")
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return render_full(pipeline.lint("game.yaml"))


@pytest.mark.parametrize("name", SLIPS)
def test_slips(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    right, wrong = SLIPS[name]
    assert right in GAME
    monkeypatch.chdir(tmp_path)
    assert matches(linted(GAME.replace(right, wrong, 1), tmp_path), EXPECTED / f"{name}.out")


@pytest.mark.parametrize("name", VARIANTS)
def test_variants(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = "hoyle: 1\nid: knock-two\nextends: knock\ntitle: Knock twice\n" + VARIANTS[name]
    assert matches(linted(text, tmp_path), EXPECTED / f"{name}.out")


def test_the_game_itself_is_clean(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert linted(GAME, tmp_path) == "nothing found\n"


def test_nothing_is_left_over() -> None:
    assert {path.stem for path in EXPECTED.iterdir()} == {*SLIPS, *VARIANTS}
