"""A few dozen games of each pair; `python -m tests.crosscheck --games 5000` walks more."""

from __future__ import annotations

import pytest

from tests.crosscheck.pairs import PAIRS
from tests.crosscheck.walk import Pair, walk

pytestmark = pytest.mark.crosscheck


@pytest.fixture(scope="module", autouse=True)
def _open_spiel() -> None:
    pytest.importorskip("pyspiel", reason="needs OpenSpiel: pip install 'hoyle[crosscheck]'")


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.theirs)
def test_random_games_go_alike(pair: Pair) -> None:
    tally = walk(pair, games=20)
    assert not tally.mismatches, "\n".join(tally.mismatches)
    assert tally.decisions > 0
