"""Every code of these passes has a bad sample that causes exactly it, and a good one that is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.diagnostics.catalogue import checked, lint, syntax, variants
from hoyle.diagnostics.model import Code
from tests.checked.samples import GAME, codes_in

CODES = [
    value
    for module in (variants, syntax, checked, lint)
    for value in vars(module).values()
    if isinstance(value, Code)
]


def until(code: Code) -> str:
    return "lint" if code.id.startswith("H7") else "checked"


def test_the_game_of_the_samples_is_clean(tmp_path: Path) -> None:
    assert codes_in(GAME, tmp_path, "lint") == []


def test_every_code_is_told_well() -> None:
    assert len({code.id for code in CODES}) == len({code.name for code in CODES}) == len(CODES)
    for code in CODES:
        assert re.fullmatch(r"H[2-7]\d\d", code.id)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.why.endswith("."), code.id
        assert not code.title.endswith("."), code.id
        assert code.bad.endswith("\n"), code.id
        assert code.good.endswith("\n"), code.id


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_bad_sample_causes_exactly_it(code: Code, tmp_path: Path) -> None:
    assert set(codes_in(code.bad, tmp_path, until(code))) == {code.id}


@pytest.mark.parametrize("code", CODES, ids=lambda code: code.id)
def test_the_good_sample_is_clean(code: Code, tmp_path: Path) -> None:
    assert codes_in(code.good, tmp_path, until(code)) == []
