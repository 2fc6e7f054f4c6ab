"""Every code of these passes has a bad sample that causes exactly it, and a good one that is clean."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hoyle.diagnostics.catalogue import checked, lint, syntax, variants
from hoyle.diagnostics.model import Code, SourceFile
from hoyle.pipeline import run
from tests.checked.samples import GAME, codes_in, complete

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


@pytest.mark.parametrize(
    "code", [one for one in vars(checked).values() if isinstance(one, Code)], ids=lambda code: code.id
)
def test_names_in_a_message_are_data(code: Code, tmp_path: Path) -> None:
    """What a message names stands at its place or in `names`, so that nobody reads it out of the text."""
    (tmp_path / "base.yaml").write_text(GAME, encoding="utf-8")
    work = run(SourceFile(str(tmp_path / "sample.yaml"), complete(code.bad, GAME)), until="checked")
    assert work.model is not None
    model = work.model
    declared = {*model.rules, *model.zones, *model.variables, *model.options, *model.enums, *model.components}
    for finding in work.findings.sorted:
        place = finding.place
        here = set(re.findall(r"\w+", place.file.text[place.start : place.end]))
        said = {word for part in re.findall("`[^`]*`", finding.message) for word in re.findall(r"\w+", part)}
        assert said & declared <= here | set(finding.names), finding.message
