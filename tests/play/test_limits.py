"""A ruleset that loops, recurses or reaches too far ends soon, in an error that names the rule and its place.

The line of each sample that the error must point at ends in `# here`.
"""

from __future__ import annotations

import re
from pathlib import Path
from time import process_time

import pytest

import hoyle
from hoyle.cli.main import main
from tests.play.playing import play_on, written

# Processor time; the longest takes a tenth of it on an idle machine.
SOON = 2.0

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2
types:
  colour: [red, blue]
components:
  card: {has: {colour: colour}, total: 4, make: {all: {colour: all, copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
  slot: {of: card, room: 1}
state:
  match:
    n: int = 0
rules:
"""

# name: (the rule that is named, what the message says, the rules)
SAMPLES: dict[str, tuple[str, str, str]] = {
    "a while without an end": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      nothing
      while n >= 0:  # here
        n = 1
"""),
    "a while that calls": ("busy", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      while true:
        busy()
  busy:
    do: |
      n = 1
      while n > 0:  # here
        n = 2
"""),
    "a while round something that may ask": ("round", "steps without a decision", """\
  round:
    do: |
      while n >= 0:  # here
        maybe(n)
  maybe(int k):
    do: |
      if k > 3: ask()
      else: n = k - k
  ask:
    do: |
      choose for seat(0):
        go: nothing
"""),
    "a huge repeat": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      repeat 999999999 times:  # here
        n = 1
"""),
    "a repeat in a repeat": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      repeat 10000 times:
        repeat 10000 times: n = 1  # here
"""),
    "a huge range": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      for each i in 1..999999999:  # here
        n = i
"""),
    "a huge sum": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      n = sum i in 1..999999999 of 1  # here
"""),
    "sums in sums": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      n = sum i in 1..5000 of (sum j in 1..5000 of 1)  # here
"""),
    "a huge list to pick from": ("round", "more than 200,000,000 steps without a decision", """\
  round:
    do: |
      choose for seat(0):
        take(k in 1..999999999): nothing  # here
"""),
    "too many selections": ("round", "more than 100,000 ways to choose", """\
  round:
    do: |
      choose for seat(0):
        take(ks in 10 of 1..40): nothing  # here
"""),
    "a list that grows": ("round", "a list grows beyond 10,000 items", """\
  round:
    do: |
      let more = [1, 2]
      repeat 18 times:
        more = more + more  # here
      n = size(more)
"""),
    "a tail call without an end": ("again", "without a decision", """\
  round:
    do: |
      again(1)
  again(int k):
    do: |
      n = k  # here
      again(k)
"""),
    "a tail call without an end that might ask": ("again", "without a decision", """\
  round:
    do: |
      again(1)
  again(int k):
    do: |
      if k > 1: ask()  # here
      again(k)
  ask:
    do: |
      choose for seat(0):
        go: nothing
"""),
    "a call inside a call without an end": ("again", "a rule calls itself without end", """\
  round:
    do: |
      again(1)
  again(int k):  # here
    do: |
      again(k)  # here
      n = k
"""),
    "a value that calls itself": ("depth", "a rule calls itself without end", """\
  round:
    do: |
      let d = depth(1)
      n = d
  depth(int k):  # here
    do: |
      if k == 0: return 0
      let d = depth(k + 1)  # here
      return d + 1
"""),
    "a call inside a call that might ask": ("again", "a rule calls itself without end", """\
  round:
    do: |
      again(1)
  again(int k):
    do: |
      if k > 1: ask()
      again(k)  # here
      n = k
  ask:
    do: |
      choose for seat(0):
        go: nothing
"""),
    "two rules that call each other": ("", "a rule calls itself without end", """\
  round:
    do: |
      ping(1)
  ping(int k):  # here
    do: |
      pong(k)  # here
      n = k
  pong(int k):  # here
    do: |
      ping(k)  # here
      n = k
"""),
    "a decision at every depth": ("again", "a rule calls itself without end", """\
  round:
    do: |
      again(1)
  again(int k):
    do: |
      choose for seat(0):
        deeper:
          again(k)  # here
          n = k
"""),
    "more cards than there are": ("round", "`deck` has not enough pieces to deal", """\
  round:
    do: |
      deal 3 from deck to hand[p] for p in players  # here
"""),
    "the top of an empty zone": ("round", "empty", """\
  round:
    do: |
      n = 1
      if top(slot).colour == red: n = 2  # here
"""),
    "the top of an empty zone, moved": ("round", "empty", """\
  round:
    do: |
      n = 1
      move top(slot) to deck  # here
"""),
    "the bottom of an empty zone": ("round", "empty", """\
  round:
    do: |
      let c = bottom(slot)  # here
      move c to deck
"""),
    "an empty zone in a need": ("round", "empty", """\
  round:
    do: |
      choose for seat(0):
        go needs top(slot).colour == red: nothing  # here
"""),
    "an empty zone in another rule": ("lucky", "empty", """\
  round:
    do: |
      if lucky(): n = 1
  lucky:
    is: top(slot).colour == red  # here
"""),
    "the first of nobody": ("round", "there is no first one: nothing fits", """\
  round:
    do: |
      let p = first p in players where n > 5  # here
      n = steps(p, seat(0))
"""),
    "the highest of nothing": ("round", "`highest` of nothing", """\
  round:
    do: |
      let c = highest c in slot by position(c.colour)  # here
      move c to deck
"""),
    "an item that a list has not": ("round", "there is no item 7 in a list of 2", """\
  round:
    do: |
      let two = [4, 5]
      n = two[7 + n]  # here
"""),
    "a seat that is not there": ("round", "there is no seat 5", """\
  round:
    do: |
      let p = seat(n + 5)  # here
      n = steps(p, seat(0))
"""),
    "a number that is too large": ("round", "too large", """\
  round:
    do: |
      n = 999999999
      n = n * n  # here
"""),
    "a sum that is too large": ("round", "too large", """\
  round:
    do: |
      n = 999999999
      repeat 5 times:
        n += n  # here
"""),
    "a difference that is too small": ("round", "too large", """\
  round:
    do: |
      n = -999999999
      repeat 5 times:
        n -= 999999999  # here
"""),
    "a local that is too large": ("round", "too large", """\
  round:
    do: |
      let k = 2
      repeat 100 times:
        k = k * k  # here
      n = k
"""),
    "a division by zero": ("round", "a division by zero", """\
  round:
    do: |
      n = 0
      n = 5 / n  # here
"""),
    "a remainder by zero": ("round", "a division by zero", """\
  round:
    do: |
      if 5 % n == 1:  # here
        n = 1
"""),
    "nothing that is legal": ("stuck", "nobody can act", """\
  round:
    do: |
      stuck(seat(1))
  stuck(player me):
    do: |
      n = 1
      choose for me:  # here
        lay(c in hand[me]): move c to slot
        wait needs n > 1: nothing
"""),
    "no room": ("round", "`slot` has room for 1, not for 2", """\
  round:
    do: |
      move top(deck) to slot
      move top(deck) to slot  # here
"""),
    "no room for a draw": ("round", "`slot` has room for 1, not for 2", """\
  round:
    do: |
      draw 3 from deck to slot  # here
"""),
    "random of nothing": ("round", "`random` of nothing", """\
  round:
    do: |
      move random(slot) to deck  # here
"""),
}  # fmt: skip


def marked(text: str) -> set[int]:
    return {number for number, line in enumerate(text.splitlines(), 1) if line.endswith("# here")}


def fault_of(path: Path, chance: str = "sampled") -> hoyle.PlayError:
    began = process_time()
    game = hoyle.load(path)
    compiled = process_time()
    with pytest.raises(hoyle.PlayError) as caught:
        play_on(game.start(seed=1, chance=chance), 1)  # type: ignore[arg-type]
    assert process_time() - compiled < SOON
    assert compiled - began < SOON
    return caught.value


@pytest.mark.parametrize("chance", ["sampled", "stepped"])
@pytest.mark.parametrize("name", SAMPLES)
def test_the_error_names_the_rule_and_its_place(name: str, chance: str, tmp_path: Path) -> None:
    rule, message, rules = SAMPLES[name]
    text = GAME + rules
    fault = fault_of(written(tmp_path, text), chance)
    assert re.search(re.escape(message), fault.message)
    if rule:
        assert fault.rule == rule
    assert fault.place is not None
    assert fault.place.line in marked(text)
    assert str(fault).startswith(f"{tmp_path / 'sample.yaml'}:{fault.place.line}:{fault.place.column}: ")
    assert f"(in the rule `{fault.rule}`)" in str(fault)


def test_pieces_that_start_in_two_zones(tmp_path: Path) -> None:
    """Whether two conditions overlap can hang on an option, so it may show only at the start."""
    text = """\
hoyle: 1
id: sample
title: Sample
players: 2
options:
  least: {default: 2, range: 1..3}
types:
  colour: [red, blue]
components:
  card: {has: {number: 1..3}, make: {all: {number: all}}}
zones:
  high:
    of: card
    starts(card c): c.number >= least
  low:  # here
    of: card
    starts(card c): c.number <= 1
rules:
  round:
    do: |
      move high to low
"""
    text = text.replace("types:\n  colour: [red, blue]\n", "")
    game = hoyle.load(written(tmp_path, text))
    assert game.start().over
    with pytest.raises(hoyle.PlayError) as caught:
        game.start(options={"least": 1})
    assert caught.value.message == "a piece starts in two zones, one is `low`"
    assert caught.value.place is not None
    assert caught.value.place.line in marked(text)
    with pytest.raises(hoyle.PlayError) as nowhere:
        game.start(options={"least": 3})
    assert nowhere.value.message == "some pieces start in no zone"


@pytest.mark.parametrize("body", ["endless(k + 1)", "k == 0 or endless(k + 1)", "not other(k)"])
def test_a_definition_that_needs_itself_is_refused_before_play(body: str, tmp_path: Path) -> None:
    rules = f"""\
  round:
    do: |
      if endless(1): n = 1
  endless(int k):
    is: {body}
  other(int k):
    is: endless(k)
"""
    with pytest.raises(hoyle.RulesetError) as caught:
        hoyle.load(written(tmp_path, GAME + rules))
    assert "H514" in str(caught.value)
    assert caught.value.diagnostics[0].place.line in (21, 23)


def test_a_game_that_never_ends_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hoyle.play.state.MOST_DECISIONS", 50)
    game = hoyle.load(written(tmp_path, GAME + """\
  round:
    do: |
      while n >= 0: ask()
  ask:
    do: |
      choose for seat(0):
        go: n += 1
"""))  # fmt: skip
    with pytest.raises(hoyle.PlayError, match="the match has taken more than 50 decisions"):
        play_on(game.start(), 1)


def test_a_fault_leaves_the_game_usable(tmp_path: Path) -> None:
    """The fuel and the depth of one state are not another's."""
    game = hoyle.load(written(tmp_path, GAME + """\
  round:
    do: |
      choose for seat(0):
        loop:
          while n >= 0: n = 1
        go: n = 2
"""))  # fmt: skip
    first, second = game.start(), game.start()
    copy = first.copy()
    with pytest.raises(hoyle.PlayError):
        first.apply("loop")
    for state in (second, copy):
        state.apply("go")
        assert state.over
        assert state.get("n") == 2


def test_on_the_command_line_it_is_a_message_and_status_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = GAME + SAMPLES["a while without an end"][2]
    path = written(tmp_path, text)
    assert main(["run", str(path), "--games", "3", "--workers", "1"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert f"{path}:{min(marked(text))}:" in told.err
    assert "a loop does not end" in told.err
    assert "(in the rule `round`)" in told.err
    assert "Traceback" not in told.err
