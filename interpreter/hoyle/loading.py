"""Loads a ruleset for play."""

from __future__ import annotations

from pathlib import Path

from hoyle.bundled import bundled
from hoyle.pipeline import compile_ruleset
from hoyle.play.game import Game


def load(id_or_path: str | Path) -> Game:
    """The game of a bundled id or a path; RulesetError carries the diagnostics."""
    return Game(compile_ruleset(id_or_path), bundled().get(str(id_or_path), Path(id_or_path)))
