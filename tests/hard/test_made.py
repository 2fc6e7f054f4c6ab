"""Large rulesets: every command ends soon, whatever is nested, chained, unused or misspelt in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hard.made import MADE
from tests.hard.running import run

COMMANDS = (
    ["lint", "--format", "concise"],
    ["run", "--games", "1", "--seed", "1"],
    ["show"],
    ["fmt", "--check"],
)
# These are always run; all are run by `pytest -m slow`.
FEW = (
    "22 for each",
    "21 while",
    "21 picks",
    "99 else if",
    "163 definitions",
    "139 procedures",
    "1,000 typos",
)

SECONDS, MEGABYTES = 10, 300  # of the processor; an idle machine takes less than half


def check(name: str, folder: Path, commands: tuple[list[str], ...]) -> None:
    file = folder / "made.yaml"
    file.write_text(MADE[name]())
    for command, *words in commands:
        ran = run([command, str(file), *words], timeout=120)
        assert not ran.crashed, ran.output
        assert ran.seconds < SECONDS
        assert ran.megabytes < MEGABYTES


@pytest.mark.parametrize("name", FEW)
def test_a_few_large_rulesets(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, COMMANDS[:2])


@pytest.mark.slow
@pytest.mark.parametrize("name", MADE)
def test_all_large_rulesets(name: str, tmp_path: Path) -> None:
    check(name, tmp_path, COMMANDS)
