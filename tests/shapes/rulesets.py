"""Rulesets whose components and boards hang on options and on the number of players."""

from __future__ import annotations

from pathlib import Path

from hoyle import pipeline
from hoyle.diagnostics.model import SourceFile
from hoyle.pipeline import Work
from hoyle.play.game import Game

HEAD = "hoyle: 1\nid: shaped\ntitle: Shaped\n"

HEX = f"""{HEAD}players: 2
options:
  size: {{default: 11, range: 3..19}}
boards:
  board: {{nodes: cell, grid: [size, size]}}
state:
  round:
    stone: player? per cell
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        place(at c in cell) needs free(c):
          stone[c] = me
      otherwise: end round
      turn(left(me))
  free(cell c):
    is: not stone[c] exists
    why: "{{c}} is taken"
"""

DOMINOES = f"""{HEAD}players: 2..4
options:
  hand_size: {{default: if size(players) == 2 then 7 else 5, range: 1..7}}
  pips: {{default: 6, range: 5..9}}
types:
  half: 0..pips
components:
  domino:
    has: {{low: half, high: half}}
    total: (pips + 1) * (pips + 2) / 2
    label: "{{low}}-{{high}}"
    make:
      all: {{low: all, high: all, where: low <= high}}
zones:
  pile: {{of: domino, seen: nobody, starts: all, shuffled: true}}
  hand: {{of: domino, per: player, seen: owner}}
  line: {{of: domino, seen: everyone}}
match:
  score(player p): 0 - (sum d in hand[p] of d.low + d.high)
rules:
  round:
    do: |
      draw 1 from pile to line
      deal min(hand_size, size(pile) / size(players)) from pile to hand[p] for p in players
      turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        play(d in hand[me]) needs fits(d):
          move d to line
      otherwise: end round
      turn(next(me))
  fits(domino d):
    is: d.low == top(line).high or d.high == top(line).low
    why: "{{d}} does not fit {{top(line)}}"
"""

# Nothing of it but `ring`, `copies`, `room` and `keep` hangs on anything.
TOKENS = f"""{HEAD}players: 2..3
options:
  laps: {{default: 2, range: 1..3}}
types:
  rank: ["2", "3", "4"]
components:
  card:
    has: {{rank: rank}}
    total: if size(players) == 3 then 4 else 6
    make:
      pack: {{rank: all, copies: 2, where: rank != "2" or size(players) != 3}}
  token:
    make:
      each: {{copies: laps * size(players)}}
boards:
  track: {{nodes: house, ring: 6 * laps}}
zones:
  deck: {{of: card, starts: all, shuffled: true, refill: {{from: waste, keep: size(players) - 2}}}}
  waste: {{of: card}}
  stock: {{of: token, starts: all, room: 3 * laps * size(players)}}
  won: {{of: token, per: player}}
state:
  round:
    at: house per player = house_1
match:
  score(player p): size(won[p])
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        walk(n in 1..2):
          draw 1 from deck to waste
          at[me] = ray(at[me], onward)[n - 1]
          draw 1 from stock to won[me]
      if size(stock) == 0: end round
      turn(next(me))
"""


def work_of(text: str, lint: bool = True) -> Work:
    return pipeline.run(SourceFile("shaped.yaml", text), leave_out=() if lint else ("lint",))


def game_of(text: str) -> Game:
    work = work_of(text, lint=False)
    assert work.findings.sorted == []
    assert work.program is not None
    return Game(work.program, Path("shaped.yaml"), work.family)
