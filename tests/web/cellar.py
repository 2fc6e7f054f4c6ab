"""A game made for tests: long words, signs that begin alike, a pile to draw from, hands of one and many."""

CELLAR = """\
hoyle: 1
id: cellar
title: {en: Cellar, it: Cantina}
about: A game for tests.

rulebook:
  C-1: {en: The first player gets a card and the second eight., it: Il primo riceve una carta., de: Karten.}
  C-2: "Draw, show, call out or lay."

players: {count: 2, cites: [C-1]}

options:
  turns_each: {default: 4, range: 1..9, about: {en: how long it lasts, it: quanto dura}, cites: [C-1]}
  calling: {default: true, cites: [C-2]}

types:
  kind: [skip, swap, extraordinarily_long, incomprehensibility, six]

components:
  card:
    has: {kind: kind}
    label: "{kind}"
    cites: [C-1]
    make:
      kinds: {kind: all, copies: 6}

zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true, about: the draw pile, cites: [C-1]}
  hand: {of: card, per: player, seen: owner, cites: [C-1]}
  thrown: {of: card, seen: everyone, cites: [C-2]}

state:
  round:
    called_out: bool per player = false   # who has called out, and may do so no more
    turns: int = 0   # how many turns the round has had
    last_kind: kind?   # C-2

match:
  cites: [C-1]
  score(player p): size(hand[p])

rules:
  round:
    cites: [C-1]
    do: |
      deal 1 from deck to hand[p] for p in players
      draw 7 from deck to hand[seat(1)]
      turn(seat(0))

  turn(player me):
    about: One thing, and then it is the other's turn.
    cites: [C-2]
    do: |
      choose for me "What do you do?":
        draw needs short_of_cards(me):
          draw 1 from deck to hand[me]
          go_on(me)
        show(c in hand[me], to q in players except me):
          reveal c to q
          go_on(me)
        call_out needs quiet(me):
          called_out[me] = true
          go_on(me)
        lay(c in hand[me], loudly if quiet(me)) needs is_six(c):
          last_kind = c.kind
          if loudly: called_out[me] = true
          move c to thrown
          go_on(me)

  go_on(player me):
    cites: [C-2]
    do: |
      turns += 1
      if turns == 2 * turns_each: end round
      if size(thrown) > 4 and top(thrown).kind == six: end round
      turn(left(me))

  short_of_cards(player me):
    cites: [C-2]
    is: size(hand[me]) < 5
    why: "with five cards or more nobody draws"

  quiet(player me):
    about: Whoever has called out once has said enough.
    cites: [C-2]
    is: not called_out[me] and calling and last_kind != swap
    why: "once is enough"

  is_six(card c):
    cites: [C-2]
    is: c.kind == six
    why: "{c} is no six"
"""
