"""Worlds that need not fit the course of a game hold nothing of the truth either.

Small rulesets that put what is hidden into every corner of a state. Games with other seeds in which a seat is
told the same have the same worlds, byte for byte, whichever of them is the truth.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Literal

import pytest

import hoyle
from hoyle.play.knowledge.worlds import Worlds
from tests.knowledge.test_laws import reached_from
from tests.play.playing import written

HEAD = """\
hoyle: 1
id: corners
title: Corners
players: 2
types:
  rank: [one, two, three, four]
components:
  card: {has: {rank: rank}, make: {all: {rank: all, copies: 2}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  hand: {of: card, per: player, seen: owner}
  table: {of: card, seen: face_up}
  heap: {of: card, seen: everyone}
state:
  match:
    whole: 1..4 seen nobody = random(1..4)
  round:
    secret: 1..4 seen nobody = random(1..4)
    mine: 1..9 per player p seen owner = 1
    shown: int = 0
    STATE
rules:
  round:
    do: |
      BODY
  ask:
    do: |
      choose for seat(0):
        go: nothing
        stay: nothing
"""

DRAW = "draw 3 from deck to hand[seat(1)]\n"
ASK = "choose for seat(0):\n  go: nothing\n  stay: nothing\n"

# What each says is hidden in the state at its first decision; none of it is told.
CORNERS: dict[str, str] = {
    "a number": f"let k = secret\n{ASK}shown = k",
    "a truth value": f"let k = secret > 2\n{ASK}if k: shown = 1",
    "an enum": f"let k = top(deck).rank\n{ASK}if k == two: shown = 1",
    "a piece": f"let c = top(deck)\n{ASK}move c to heap",
    "a piece of a hand": f"{DRAW}let c = random(hand[seat(1)])\n{ASK}move c to heap",
    "a list": f"{DRAW}let l = those c in hand[seat(1)] where c.rank == one\n"
    f"{ASK}shown = size(l)",
    "what was drawn": f"let l = draw 2 from deck to hand[seat(1)]\n{ASK}move l to heap",
    "a number of what is hidden": f"{DRAW}"
    f"let n = count c in hand[seat(1)] where c.rank == one\n{ASK}shown = n",
    "a branch": f"let k = 0\nif secret > 2: k = 1\n{ASK}shown = k",
    "a branch that asks": f"let k = 0\nif secret > 2:\n  k = 1\n  if shown > 0: ask()\n{ASK}shown = k",
    "a loop": "let k = 0\nrepeat secret times: k += 1\n" + ASK + "shown = k",
    "how far a loop has come": "for each i in 1..4:\n  if secret == i: ask()\n  shown += 0 * i\nshown = 2",
    "how far a loop has come in silence": "for each i in 1..4:\n  if secret == i:\n    ask()\n    shown = i",
    "how often something is repeated": "let k = 0\nrepeat 4 times:\n  k += 1\n  if secret == k: ask()",
    "how far a rule has come": "again(1)",
    "who called": "if secret > 2: one()\nelse: two()",
    "which of two calls": "if secret > 2:\n  ask()\n  shown = 1\nelse:\n  ask()\n  shown = 2",
    "what a rule brought": f"let k = brought()\n{ASK}shown = k",
    "what was handed on": "handed(secret)",
    "a variable about an open piece": f"move top(deck) to heap\nmove top(deck) to heap\n"
    f"about = if secret > 2 then top(heap) else bottom(heap)\n{ASK}shown = 1",
    "an open variable about a hidden piece": f"{DRAW}"
    f"named = random(hand[seat(1)])\n{ASK}shown = 1",
    "an open list about hidden pieces": f"{DRAW}"
    f"several = those c in hand[seat(1)] where c.rank == one or c == top(hand[seat(1)])\n{ASK}shown = 1",
    "a list of numbers": f"repeat secret times:\n  let n = random(1..9)\n  numbers += [n]\n{ASK}shown = 1",
    "a variable that may be nothing": f"if secret > 2: maybe = 3\n{ASK}shown = 1",
    "a memory": "repeat 4 times:\n  shown += 1\n  if secret == shown: remember past\n"
    f"{ASK}shown = times(past)",
    "a number on each card": f"for each c in card: mark[c] = random(100..999)\n"
    f"{DRAW}{ASK}shown = 1",
    "a number on each card that nobody sees": f"for each c in card: unseen[c] = random(100..999)\n"
    f"draw 3 from deck to hand[seat(0)]\n{ASK}shown = 1",
    "look-alikes on the table": f"move top(deck) to heap\nmove top(deck) to heap\nmove top(deck) to heap\n"
    f"for each c in heap: mark[c] = position(seat(1))\n{ASK}shown = 1",
    "what is shown to somebody": f"draw 3 from deck to hand[seat(0)]\n"
    f"reveal those c in hand[seat(0)] where c.rank == one to seat(1)\n{ASK}shown = 1",
    "what the other was shown": f"{DRAW}reveal top(deck) to seat(1)\n"
    f"let c = random(hand[seat(1)])\nreveal c to seat(1)\n{ASK}shown = 1",
    "a card turned down": f"draw 2 from deck to table\nface_up[top(table)] = true\n{ASK}shown = 1",
    "the turned card in a hand": f"{DRAW}let c = random(hand[seat(1)])\nface_up[c] = true\n"
    f"{ASK}shown = 1",
    "who is offered something": "draw 3 from deck to hand[seat(1)]\n"
    "offer to q in those p in players where p == seat(0) or secret > 2:\n"
    "  take: shown = 1\notherwise: nothing",
    "in which order": "offer to q in if secret > 2 then [seat(0), seat(1)] else [seat(0)]:\n"
    "  take: shown = 1\notherwise: nothing",
    "how often the same is asked": "offer to q in if secret > 2 then [seat(0), seat(0)] else [seat(0)]:\n"
    "  take: shown = 1\notherwise: nothing",
    "what was chosen unseen": "draw 2 from deck to hand[seat(1)]\n"
    "simultaneously p in [seat(1), seat(0)]:\n  bid(n in 1..3): mine[p] = n\n  none: nothing",
    "what was kept of an unseen choice": "simultaneously p in [seat(1), seat(0)]:\n"
    "  bid(n in 1..3): mine[p] = n\nlet k = mine[seat(1)]\nask()\nshown = k",
    "what outlasts rounds": f"let k = whole\n{ASK}shown = k",
}  # fmt: skip

STATE = """\
about: card? seen nobody
named: card?
several: "[card]"
numbers: "[int] seen nobody"
maybe: int? seen nobody
past: memory of shown
mark: int per card = 0
unseen: int per card seen nobody = 0"""

RULES = """\
  again(int n):
    do: |
      if n == secret: ask()
      else if n < 4: again(n + 1)
      shown = n
  one:
    do: |
      ask()
      shown = 1
  two:
    do: |
      ask()
      shown = 2
  brought:
    do: |
      if secret > 2: return 1
      return 2
  handed(int n):
    do: |
      ask()
      shown = n
"""


def made(tmp_path: Path, body: str) -> hoyle.Game:
    text = HEAD.replace("STATE", STATE.replace("\n", "\n    "))
    return hoyle.load(written(tmp_path, text.replace("BODY", body.replace("\n", "\n      ")) + RULES))


def told(state: hoyle.State, seat: int | None) -> str:
    """All that a seat is told and shown; which rules wait, and what they hold, must follow from that."""
    choices = [choice.label for choice in state.decision] if state.seat == seat else []
    shown = {name: value for name, value in state.view(seat).items() if name != "waiting"}
    return json.dumps([state.events_for(seat), shown, choices])


def written_out(world: hoyle.State) -> str:
    """Everything that can be read off a world."""
    return json.dumps([world.to_json(), world.events, [world.view(seat) for seat in (0, 1, None)]])


def truths(game: hoyle.Game, seat: int | None, engine: Any, seeds: int = 240) -> list[list[hoyle.State]]:
    """Games of which a seat is told the same, in groups of several."""
    groups: dict[str, list[hoyle.State]] = {}
    for seed in range(seeds):
        state = game.start(2, seed, engine=engine)
        while state.seat != 0 and not state.over:  # what seat 1 chooses before is unseen
            state.apply(seed // 7 % len(state.decision))
        groups.setdefault(told(state, seat), []).append(state)
    return [states for states in groups.values() if len(states) > 1]


@pytest.mark.parametrize("seat", [0, None])
@pytest.mark.parametrize("corner", CORNERS)
def test_the_truth_is_in_no_corner(tmp_path: Path, corner: str, seat: int | None) -> None:
    """Worlds that need not fit, and those that do, are the same whatever is true."""
    game = made(tmp_path, CORNERS[corner])
    compared = others = 0
    for states in truths(game, seat, "python")[:4]:
        first = states[0]
        worlds = {(seed, tries): first.determinise(seat, seed, tries) for seed in (1, 2) for tries in (0, 40)}
        for state in states[1:6]:
            others += (state.z, state.v, state.k) != (first.z, first.v, first.k)
            assert state.view(seat) == first.view(seat)
            for (seed, tries), world in worlds.items():
                other = state.determinise(seat, seed, tries)
                assert other == world, (corner, tries)
                assert written_out(other) == written_out(world)
                compared += 1
    assert compared >= 8
    assert others, "nothing is hidden here"


@pytest.mark.parametrize("corner", ["a number", "a piece", "who called", "what was chosen unseen"])
def test_nor_in_what_native_states_make_of_it(tmp_path: Path, corner: str) -> None:
    """Native states think of the same worlds that need not fit as those in Python."""
    engine: Literal["auto"] = "auto"
    game = made(tmp_path, CORNERS[corner])
    for plain, state in zip(truths(game, 0, "python")[:3], truths(game, 0, engine)[:3], strict=True):
        assert plain[0].determinise(0, 3, 0) == state[0].determinise(0, 3, 0) == state[1].determinise(0, 3, 0)


@pytest.mark.parametrize("corner", CORNERS)
def test_the_seat_sees_the_same_and_has_its_choices(tmp_path: Path, corner: str) -> None:
    game = made(tmp_path, CORNERS[corner])
    for states in truths(game, 0, "python", 60)[:3]:
        for seed in range(3):
            world = states[0].determinise(0, seed, 0)
            assert not world.exact
            assert world.view(0) == states[0].view(0)
            assert [c.label for c in world.decision] == [c.label for c in states[0].decision]
            again = game.resume(json.loads(json.dumps(world.to_json())))
            assert again == world


def test_what_a_bot_gets_holds_no_state_that_worlds_are_made_of(tmp_path: Path) -> None:
    """Also where no world is found: the table that worlds come from reaches no state at all."""
    game = made(tmp_path, CORNERS["a number"])
    state = game.start(2, 3, engine="python")
    worlds = Worlds(state, 0).without_state(state)
    worlds.loose(1)
    for thing in reached_from(worlds):
        if isinstance(thing, hoyle.State) and thing.plan.program is state.plan.program:
            assert thing.start.get("seed") is None
            assert (thing.z, thing.v, thing.k) != (state.z, state.v, state.k)
