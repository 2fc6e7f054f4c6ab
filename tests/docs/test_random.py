"""The Python on the page, the tables on the page and the engine give the same random numbers."""

from __future__ import annotations

import re
from typing import Any

import pytest

from hoyle import random as engine
from tests.docs.pages import DOCS, fences

PAGE = DOCS / "random.md"


@pytest.fixture(scope="module")
def page() -> dict[str, Any]:
    """What the Python blocks of the page define."""
    names: dict[str, Any] = {}
    for fence in fences(PAGE):
        if fence.language == "python":
            exec(compile(fence.text, str(fence), "exec"), names)
    return names


def table(name: str) -> list[list[str]]:
    """The rows of a generated table."""
    text = PAGE.read_text(encoding="utf-8")
    part = re.search(rf"<!-- generated: {name} -->(.*?)<!-- end -->", text, re.DOTALL)
    assert part is not None
    rows = [line for line in part[1].splitlines() if line.startswith("|")]
    return [[cell.strip(" `") for cell in row.strip("|").split("|")] for row in rows[2:]]


def test_numbers(page: dict[str, Any]) -> None:
    for seed, first, *numbers in table("random numbers"):
        state = page["first_state"](int(seed))
        assert state == int(first, 16)
        for number in numbers:
            state = page["following"](state)
            assert page["mix"](state) == int(number, 16)


def test_below(page: dict[str, Any]) -> None:
    for seed, count, numbers in table("random below"):
        state = page["first_state"](int(seed))
        for number in numbers.split(", "):
            found, state = page["below"](state, int(count))
            assert found == int(number)


def test_shuffles(page: dict[str, Any]) -> None:
    for seed, size, order, after in table("random shuffles"):
        pile = list(range(int(size)))
        state = page["shuffle"](page["first_state"](int(seed)), pile)
        assert pile == [int(item) for item in order.split(", ")]
        assert state == int(after, 16)


def test_derived_seeds(page: dict[str, Any]) -> None:
    for seed, index, derived in table("random derived"):
        assert page["derive"](int(seed), int(index)) == int(derived)


def test_the_page_and_the_engine_agree_on_more_than_the_tables(page: dict[str, Any]) -> None:
    for seed in [*range(50), 2**63, 2**64 - 1]:
        assert engine.first_state(seed) == page["first_state"](seed)
        assert engine.derive(seed, 12) == page["derive"](seed, 12)
        mine, theirs = list(range(40)), list(range(40))
        state = page["shuffle"](page["first_state"](seed), mine)
        assert engine.shuffle(engine.first_state(seed), theirs) == state
        assert mine == theirs
        stream = engine.Stream(seed)
        assert stream.below(97) == page["below"](page["first_state"](seed), 97)[0]


def test_it_is_splitmix64(page: dict[str, Any]) -> None:
    """The first numbers that the algorithm is known to give from state 0."""
    state, found = 0, []
    for _ in range(3):
        state = page["following"](state)
        found.append(page["mix"](state))
    assert found == [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F]
