"""One mistake is one finding, however often what it spoils is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle import pipeline
from hoyle.diagnostics.model import SourceFile
from tests.checked.test_mistakes import GAME

ONE_FINDING = {
    "a misspelt component": ("  hand: {of: card", "  hand: {of: crad", "H404"),
    "a misspelt type of a variable": ("knocker: player?", "knocker: plyer?", "H404"),
    "a variable that cannot be read": ("knocker: player?", "knocker: player? =", "H301"),
    "a misspelt type of an attribute": ("{suit: suit, rank: 1..13}", "{suit: siut, rank: 1..13}", "H404"),
    "a misspelt type of a parameter": ("fits(card c)", "fits(crad c)", "H404"),
    "a signature that cannot be read": ("  fits(card c):", "  fits(c):", "H306"),
    "a rule that cannot be read": ("is: c.suit == top", "is: c.suit = top", "H301"),
    "an option that cannot be read": ("default: 5, range: 1..6", "default: 5", "H601"),
    "a misspelt zone": ("  hand: {of", "  hnad: {of", "H401"),
    "a misspelt zone in `refill`": ("from: discard", "from: dicsard", "H401"),
    "a misspelt enum": ("  suit: [clubs", "  siut: [clubs", "H404"),
    "a misspelt rule": ("  low(player me):", "  lwo(player me):", "H402"),
    "a misspelt local": ("needs fits(c)", "needs fits(d)", "H401"),
    "an index of no type": ("hand: {of: card, per: player", "hand: {of: card, per: plyer", "H404"),
    "a zone to refill from that cannot be read": ("  discard: {of: card", "  discard: {of: crad", "H404"),
    "a zone that is none": ("  hand: {of: card, per: player, seen: owner}", "  hand: card", "H204"),
    "an index of the wrong kind": ("per: player, seen: owner", "per: 5, seen: owner", "H202"),
    "a section that is none": ("types:\n  suit: [clubs, hearts]\n", "types: 5\n", "H202"),
    "a misspelt section": ("zones:\n", "zonse:\n", "H201"),
    "a misspelt section of types": ("types:\n", "tyeps:\n", "H201"),
    "a section written twice": ("state:\n", "zones:\n", "H109"),
    "attributes that are none": ("has: {suit: suit, rank: 1..13}", "has: 1..13", "H202"),
    "a rule that is none": ("    is: (sum c in hand[me] of c.rank) < 6\n", "    5\n", "H202"),
    "players that are none": ("{count: [2, 4], teams", "{count: x, teams", "H204"),
    "`off` without a base": ("  low(player me):", "  high: off\n  low(player me):", "H212"),
    "a cut expression": ("    is: (sum c in hand[me] of c.rank) < 6", "    {is: size(a, b) < 6}", "H115"),
    "a misspelt attribute": ("has: {suit: suit, rank", "has: {suit: suit, rnak", "H403"),
}


@pytest.mark.parametrize("name", ONE_FINDING)
def test_one_finding(name: str, tmp_path: Path) -> None:
    right, wrong, code = ONE_FINDING[name]
    assert right in GAME
    file = SourceFile(str(tmp_path / "game.yaml"), GAME.replace(right, wrong, 1))
    found = [finding.code.id for finding in pipeline.run(file, until="checked").findings.sorted]
    if name == "a misspelt attribute":
        assert found == ["H403", "H403"]  # in `make`, and in the rules
    else:
        assert found == [code]


def test_uses_of_an_unknown_name_are_related_places(tmp_path: Path) -> None:
    file = SourceFile(str(tmp_path / "game.yaml"), GAME.replace("  discard: {of", "  discrad: {of"))
    (finding,) = pipeline.run(file, until="checked").findings.sorted
    assert len(finding.related) == 4
    assert finding.related[-1].message == "here, too, and 1 more time"


# Where several things are wrong, what the schema says hides none of the others.
SEVERAL = {
    "no rules": (
        GAME.partition("rules:")[0].replace("wins: lowest", "wins: lowest\n  ends: nosuch > 3"),
        ["H203", "H401"],
    ),
    "no title": (
        GAME.replace("title: Knock\n", "").replace("needs fits(c)", "needs fist(c)"),
        ["H203", "H402"],
    ),
    "no players": (
        "\n".join(line for line in GAME.splitlines() if not line.startswith("players"))
        .replace("player?", "plyer?"),
        ["H203", "H404"],
    ),
    "two mistakes in one zone": (
        GAME.replace("deck: {of: card, seen: nobody", "deck: {seen: nobdy, of: crad"),
        ["H204", "H404"],
    ),
    "an unknown key and a broken rule": (
        GAME.replace("wins: lowest", "wins: lowest\n  win: x").replace("c.rank) < 6", "c.rank < 6"),
        ["H201", "H305"],
    ),
    "`off` without a base, and others": (
        GAME.replace("needs low(me)", "needs lwo(me)") + "scenarios:\n  c9: off\n",
        ["H402", "H212"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SEVERAL)
def test_all_in_one_pass(name: str, tmp_path: Path) -> None:
    text, codes = SEVERAL[name]
    work = pipeline.run(SourceFile(str(tmp_path / "game.yaml"), text))
    assert [finding.code.id for finding in work.findings.sorted] == codes
    assert work.program is None
