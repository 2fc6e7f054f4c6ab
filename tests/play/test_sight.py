"""Who sees what: pieces that were turned up, shown or shuffled, in this round and the next."""

from __future__ import annotations

from pathlib import Path

import hoyle
from tests.play.playing import loaded, play_on, waiting, written

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  rank: [one, two, three, four, five, six]
components:
  card: {has: {rank: rank}, make: {all: {rank: all}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  table: {of: card, seen: face_up}
  hand: {of: card, per: player, seen: owner}
  lap: {of: card, per: player, seen: others}
match:
  rounds: 3
rules:
  round:
    do: |
"""


def test_the_dealer_s_hidden_card_stays_hidden_in_every_hand() -> None:
    """A card that lay face up in one hand lies face down again in the next."""
    for seed in range(3):
        state = loaded("blackjack").start(1, seed, {"hands": 12})
        for waits in waiting(state, seed):
            shown = waits.view(0)["zones"]["dealer"]
            assert shown[0] is not None
            assert shown[1:] == [None], f"hand {waits.view(0)['round']}"


def test_a_redeal_keeps_cards_face_down_and_face_up() -> None:
    for seed in range(3):
        state = loaded("blackjack").start(2, seed, {"hands": 12})
        for waits in waiting(state, seed):
            for seat in (0, 1, None):
                assert waits.determinise(seat, seed).view(seat) == waits.view(seat)


def test_face_up_and_face_down(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, GAME + """\
      draw 2 from deck to table
      face_up[top(table)] = true
      choose for seat(0):
        go: nothing
"""))  # fmt: skip
    state = game.start(seed=3)
    for seat in (0, 1, None):
        shown = state.view(seat)["zones"]["table"]
        assert [isinstance(card, str) or card is None for card in shown] == [True, True]
        assert shown[0] == state.get("table")[-1]
        assert shown[1] is None
    for waits in waiting(state, 1):
        assert waits.view(0)["zones"]["table"][1] is None


def test_what_is_shown_to_one_is_shown_to_one_until_it_moves(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, GAME + """\
      draw 2 from deck to hand[seat(0)]
      reveal top(hand[seat(0)]) to seat(1)
      choose for seat(0):
        keep: nothing
        back:
          move top(hand[seat(0)]) to deck
      pause()
  pause:
    do: |
      choose for seat(1):
        go: nothing
"""))  # fmt: skip
    state = game.start(seed=5)
    top = state.get("hand", 0)[-1]
    assert state.view(1)["zones"]["hand[0]"] == [top, None]
    assert state.view(None)["zones"]["hand[0]"] == [None, None]
    for seed in range(5):
        assert state.determinise(1, seed).view(1) == state.view(1)
    kept, moved = state.copy(), state.copy()
    kept.apply("keep")
    assert kept.view(1)["zones"]["hand[0]"] == [top, None]
    moved.apply("back")
    # Who was shown it has seen where it went; the others have not.
    assert moved.view(1)["zones"]["deck"] == [top, None, None, None, None]
    assert moved.view(None)["zones"]["deck"] == [None] * 5
    # The next round begins with a shuffle: nothing is known of anything.
    kept.apply("go")
    shown = kept.view(1)["zones"]
    assert set(shown["deck"]) == {None}


def test_others_see_what_the_owner_does_not(tmp_path: Path) -> None:
    game = hoyle.load(written(tmp_path, GAME + """\
      draw 2 from deck to lap[seat(0)]
      choose for seat(0):
        go: nothing
"""))  # fmt: skip
    state = game.start(seed=5)
    assert state.view(0)["zones"]["lap[0]"] == [None, None]
    assert state.view(1)["zones"]["lap[0]"] == state.get("lap", 0)[::-1]
    assert state.determinise(0, 1).view(0) == state.view(0)


def test_nobody_is_told_of_moves_that_nobody_saw() -> None:
    state = play_on(loaded("hearts").start(seed=3), 3, most=30)
    for seat in range(4):
        mine = {event["piece"] for event in state.events_for(seat) if event["event"] == "move"} - {None}
        assert mine <= {event["piece"] for event in state.events if event["event"] == "move"}
