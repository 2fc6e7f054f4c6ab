"""One mistake is one finding, however often what it spoils is used."""

from __future__ import annotations

from pathlib import Path

import pytest

from interpreter import pipeline
from interpreter.diagnostics.model import SourceFile
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
