"""Machine code and Python play the same games: bundled rulesets, and some that hypothesis writes."""

from __future__ import annotations

import os

import pytest

from hoyle.backends.c.compiler import compilers
from tests.differential.contestants import NATIVELY
from tests.differential.known import KNOWN
from tests.differential.playing import Failed, tables, tried
from tests.differential.referee import Tally, compare
from tests.differential.test_generated import generated
from tests.play.playing import NAMES, loaded

pytestmark = pytest.mark.skipif(next(compilers(), None) is None, reason="there is no C compiler")

FEW, MANY = 12, 400
SEED = int(os.environ.get("DIFFERENTIAL_SEED", "1"))


@pytest.mark.parametrize("name", NAMES)
def test_a_table(name: str, tally: Tally) -> None:
    every = tables(loaded(name).program)
    compare(loaded(name), (every[len(every) // 2],), (7, 8), 120, tally, NATIVELY)
    assert tally.tables


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_table(name: str, tally: Tally) -> None:
    compare(loaded(name), tables(loaded(name).program), (1, 2, 3), 400, tally, NATIVELY)
    assert tally.tables


def check(count: int, tally: Tally, with_seed: int, smaller: bool = False) -> None:
    def play(text: str) -> None:
        found = tried(text, tally, kinds=NATIVELY)
        if isinstance(found, Failed) and not any(known.met(text, found.error) for known in KNOWN.values()):
            pytest.fail(str(found), pytrace=False)

    generated(count, play, with_seed, smaller)
    assert tally.faults > count / 10
    assert tally.decisions > count


def test_a_few_rulesets(tally: Tally) -> None:
    check(FEW, tally, 3)


@pytest.mark.slow
def test_many_rulesets(tally: Tally) -> None:
    check(MANY, tally, SEED, smaller=True)
