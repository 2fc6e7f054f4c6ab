"""What is changed at random, and runs that are broken off, do no harm; a failure prints its number.

`HARD_FROM=17 HARD_COUNT=1 pytest -m slow tests/hard/test_random.py` tries number 17 alone;
`python -m tests.hard.long` tries more than a test can.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.hard.trying import TRIALS

FEW = {"states": 30, "traces": 10, "interrupts": 2}
FIRST, COUNT = int(os.environ.get("HARD_FROM", "1000")), int(os.environ.get("HARD_COUNT", "3000"))


def check(kind: str, numbers: range, folder: Path) -> None:
    print(f"{kind} {numbers.start} to {numbers.stop - 1}")
    found = [TRIALS[kind](number, folder) for number in numbers]
    assert [wrong for wrong in found if wrong is not None] == []


@pytest.mark.parametrize("kind", FEW)
def test_a_few(kind: str, tmp_path: Path) -> None:
    check(kind, range(FEW[kind]), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("kind", TRIALS)
def test_many(kind: str, tmp_path: Path) -> None:
    count = COUNT // 60 + 1 if kind == "interrupts" else COUNT  # of which each takes seconds
    check(kind, range(FIRST, FIRST + count), tmp_path)
