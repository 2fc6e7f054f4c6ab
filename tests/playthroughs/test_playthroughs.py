"""Every bundled ruleset has a golden playthrough, and plays it still."""

from __future__ import annotations

import pytest

from hoyle.bundled import bundled
from tests.playthroughs.story import FOLDER, MOST_LINES, WIDTH, told


def test_no_ruleset_lacks_a_playthrough_and_none_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(bundled())


@pytest.mark.parametrize("name", bundled())
def test_the_game_goes_as_it_went(name: str) -> None:
    """After a change that is meant: `python -m tests.playthroughs --write`, and read the difference."""
    golden = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert told(name) == golden
    lines = golden.splitlines()
    assert len(lines) <= MOST_LINES
    assert max(map(len, lines)) <= WIDTH
    assert lines[-1].startswith(("=== ", "… and so on"))
