"""A card that is far too strong is found: ranked first of all kinds of pieces."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.analysis.batch import Batch
from hoyle.pipeline import open_sound
from hoyle.weigh.worth import weigh
from tests.weigh.planted import planted

GAMES = 120


def first_of(seed: int, folder: Path) -> tuple[str, str]:
    """The kind that is ranked first, and the one that was planted."""
    game = planted(seed)
    path = folder / f"planted-{seed}.yaml"
    path.write_text(game.text, encoding="utf-8")
    batch = Batch(str(path), game.players, GAMES, seed, ("random",) * game.players, engine="python")
    found = weigh(open_sound(str(path)), batch, folder, kinds=("piece",))
    assert found.base.fault is None, found.base.fault
    return found.worths[0].part.name, f"card, kind {game.kind}"


@pytest.mark.parametrize("seed", range(3))
def test_a_planted_card_is_ranked_first(seed: int, tmp_path: Path) -> None:
    ranked, strong = first_of(seed, tmp_path)
    assert ranked == strong


@pytest.mark.slow
def test_planted_cards_are_ranked_first_in_95_of_100(tmp_path: Path) -> None:
    found = [first_of(seed, tmp_path) for seed in range(100)]
    missed = [
        f"{seed}: {ranked}, not {strong}" for seed, (ranked, strong) in enumerate(found) if ranked != strong
    ]
    assert len(missed) <= 5, "\n".join(missed)
