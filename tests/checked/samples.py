"""Completes the fragments of the catalogue to whole rulesets."""

from __future__ import annotations

import re
from pathlib import Path

from hoyle import pipeline
from hoyle.diagnostics.model import Diagnostic, SourceFile

GAME = """\
hoyle: 1
id: sample
title: Sample
players: 2..4
types:
  colour: [blue, red]
  flag: [red, white]
components:
  card: {has: {colour: colour}, make: {all: {colour: all, copies: 5}}}
zones:
  deck: {of: card, seen: nobody, starts: all, shuffled: true}
  discard: {of: card}
  hand: {of: card, per: player, seen: owner}
state:
  match:
    dealer: player = seat(0) then left(dealer)
    loser: player?
    starter: player = dealer
match:
  ends: size(discard) > 3 or starter == dealer
  score(player p): if loser == p then 0 else size(hand[p])
rules:
  round:
    do: |
      starter = dealer
      loser = dealer
      turn(seat(0))
  turn(player me):
    do: |
      if roll() > 3: penalty(me)
      choose for me:
        play(c in hand[me]): move c to discard
        wild: draw 1 from deck to hand[me]
  penalty(player me):
    do: |
      draw 1 from deck to hand[me]
  roll:
    do: |
      let die = random(1..6)
      return die
"""
GAME = GAME.replace(
    "      if roll() > 3: penalty(me)\n", "      let die = roll()\n      if die > 3: penalty(me)\n"
)

# What is left when every rule but `round` may be replaced and still nothing is unused.
SMALL_GAME = re.sub(r"  turn\(.*", "", GAME, flags=re.S).replace("      turn(seat(0))\n", "")


def sections(text: str) -> dict[str, tuple[str, dict[str, str]]]:
    """The top-level keys of a YAML text: each with its line and its entries by name."""
    found: dict[str, tuple[str, dict[str, str]]] = {}
    key = entry = ""
    for line in text.splitlines(keepends=True):
        if not line.startswith((" ", "\n")):
            key = line.partition(":")[0]
            found[key] = (line, {})
        elif re.match(r"  [^ ]", line):
            entry = re.split(r"[(:]", line.strip())[0]
            found[key][1][entry] = line
        else:
            found[key][1][entry] += line
    return found


def complete(fragment: str, game_text: str = GAME) -> str:
    """The sample game with what a fragment says put in its place; a variant stays as it is."""
    if fragment.startswith("hoyle:"):
        return fragment
    if fragment.startswith("extends:"):
        return "hoyle: 1\nid: variant\ntitle: Variant\n" + fragment
    game = sections(game_text)
    for key, (line, entries) in sections(fragment).items():
        old = game.get(key, ("", {}))[1]
        game[key] = (line, {**old, **entries} if entries else {})
    return "".join(line + "".join(entries.values()) for line, entries in game.values())


def found_in(fragment: str, folder: Path, until: str = "checked") -> list[Diagnostic]:
    """What is found in a fragment, up to a stage."""
    (folder / "base.yaml").write_text(GAME, encoding="utf-8")
    text = complete(fragment, SMALL_GAME if until == "lint" else GAME)
    file = SourceFile(str(folder / "sample.yaml"), text)
    return pipeline.run(file, until=until).findings.sorted


def codes_in(fragment: str, folder: Path, until: str = "checked") -> list[str]:
    return [finding.code.id for finding in found_in(fragment, folder, until)]
