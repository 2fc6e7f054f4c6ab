"""Every bundled ruleset is the same game in every kind of build."""

from __future__ import annotations

import pytest

from tests.differential.playing import tables
from tests.differential.referee import Tally, compare
from tests.play.playing import NAMES, loaded


@pytest.mark.parametrize("name", NAMES)
def test_a_few_tables(name: str, tally: Tally) -> None:
    every = tables(loaded(name).program)
    compare(loaded(name), (every[0], every[len(every) // 2], every[-1]), (7,), 40, tally)
    assert tally.tables


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_table(name: str, tally: Tally) -> None:
    compare(loaded(name), tables(loaded(name).program), (1, 2, 3), 300, tally)
    assert tally.tables


def test_every_two_values_meet() -> None:
    for name in NAMES:
        program = loaded(name).program
        every = [{"players": table.players, **dict(table.options)} for table in tables(program)]
        assert {row["players"] for row in every} == set(program.counts)
        full = [{key: str(value) for key, value in row.items()} for row in every if len(row) > 1]
        names = sorted({key for row in full for key in row})
        for one in names:
            for other in names:
                met = {(row[one], row[other]) for row in full}
                assert one == other or len(met) == len({a for a, _ in met}) * len({b for _, b in met})
