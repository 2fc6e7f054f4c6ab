"""Rulesets that combine what is new in the language, as nobody would in earnest: all builds must agree."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Literal

import pytest

import hoyle
from hoyle import pipeline
from hoyle.fmt.file import formatted, open_file
from tests.differential.contestants import short_of_breath
from tests.differential.playing import tables
from tests.differential.referee import Tally, compare
from tests.play.playing import waiting

FILES = sorted((Path(__file__).parent / "combined").glob("*.yaml"))


def work_of(path: Path) -> pipeline.Work:
    work = pipeline.open_ruleset(path)
    assert not work.findings.has_errors, work.findings.errors
    return work


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_builds_agree(path: Path) -> None:
    work = work_of(path)
    assert work.program is not None
    every = tables(work.program)
    with short_of_breath():
        game = hoyle.Game(work.program, programs=work.family)
        compare(game, (every[0], every[-1]), (1,), 14, Tally())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_position_is_saved_and_read_back(path: Path) -> None:
    game = hoyle.load(path)
    chances: tuple[Literal["sampled", "stepped"], ...] = ("sampled", "stepped")
    for chance in chances:
        with suppress(hoyle.PlayError):  # some leave a range on purpose
            for state in waiting(game.start(seed=3, chance=chance), 3, 25):
                again = game.resume(json.loads(json.dumps(state.to_json())))
                assert (again.v, again.z, again.k, again.c) == (state.v, state.z, state.k, state.c)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_they_are_laid_out(path: Path) -> None:
    assert formatted(open_file(str(path))) == path.read_text(encoding="utf-8")
