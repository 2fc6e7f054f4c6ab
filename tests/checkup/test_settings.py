"""Settings to play with: every number of players, every value, every pair."""

from __future__ import annotations

from itertools import combinations, product

import pytest

from hoyle.checkup.settings import Setting, alone, pairwise, settings, values_of
from hoyle.ir import program as ir
from hoyle.pipeline import compile_ruleset


@pytest.mark.parametrize("sizes", [[3], [2, 2], [9, 3, 3], [2] * 8, [2, 3, 1, 4, 2]])
def test_every_pair_meets(sizes: list[int]) -> None:
    rows = pairwise(sizes)
    for one, other in combinations(range(len(sizes)), 2):
        met = {(row[one], row[other]) for row in rows}
        assert met == set(product(range(sizes[one]), range(sizes[other])))
    assert len(rows) <= 2 * max(a * b for a in [1, *sizes] for b in sizes) + 4


def test_values() -> None:
    options = {option.name: option for option in compile_ruleset("nim").options}
    assert values_of(options["piles"]) == [[1, 3, 5, 7], [1], [20] * 10]
    assert values_of(options["last_loses"]) == [True, False]
    number = ir.Option("n", "int", 5, 1, 5, (), (0, 0), "")
    assert values_of(number) == [5, 1]


def test_every_number_of_players_and_every_value() -> None:
    program = compile_ruleset("crazy-eights")
    found = settings(program)
    assert {setting.players for setting in found if not setting.options} == {2, 3, 4, 5}
    for option in program.options:
        tried = [dict(setting.options).get(option.name) for setting in found]
        assert all(value in tried for value in values_of(option)[1:])
    assert found == settings(program)


def test_one_by_one() -> None:
    setting = Setting(2, (("a", 1), ("b", False)))
    assert str(setting) == "2 players, a 1, b false"
    assert alone(setting) == [Setting(2, (("a", 1),)), Setting(2, (("b", False),))]
    assert alone(Setting(2, (("a", 1),))) == []
