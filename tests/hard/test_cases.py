"""Rulesets that are made to do harm: each command ends soon, with its message, in little memory."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.hard.running import CASES, Expected, carried_out, expected

ALL = [(file, part) for file in sorted(CASES.glob("*.yaml")) for part in expected(file)]
# These are always run; all are run by `pytest -m slow`.
FEW = {
    "definitions-double",
    "draw-very-many",
    "lists-in-lists-double",
    "picks-multiply",
    "any-zone-three-deep",
}

SECONDS, MEGABYTES = 4, 300  # of the processor; an idle machine takes less than half


def check(file: Path, part: Expected, folder: Path) -> None:
    ran = carried_out(file, part, folder)
    assert (ran.status, part.words in ran.output) == (part.status, True), ran.output
    assert not ran.crashed
    assert ran.seconds < SECONDS
    assert ran.megabytes < MEGABYTES


@pytest.mark.parametrize(
    ("file", "part"),
    [(file, part) for file, part in ALL if file.stem in FEW],
    ids=[f"{file.stem}: {part.command.split()[0]}" for file, part in ALL if file.stem in FEW],
)
def test_a_few_cases(file: Path, part: Expected, tmp_path: Path) -> None:
    check(file, part, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "part"), ALL, ids=[f"{file.stem}: {part.command.split()[0]}" for file, part in ALL]
)
def test_all_cases(file: Path, part: Expected, tmp_path: Path) -> None:
    check(file, part, tmp_path)
