"""What docs/analysis.md shows is done in one folder, from top to bottom, Python included."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hoyle.analysis.columns import table_of
from hoyle.cli.main import main
from tests.docs.pages import DOCS, fences
from tests.docs.test_console import steps_of

PAGE = DOCS / "analysis.md"


def test_the_page_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("duckdb")
    monkeypatch.chdir(tmp_path)
    for fence in fences(PAGE):
        if fence.language == "python":
            exec(compile(fence.text, str(fence), "exec"), {})
        if fence.language == "console":
            for step in steps_of(fence):
                if "--cluster" not in step.command:  # tests/docs/test_console.py starts one
                    assert main(step.command[1:]) == 0
    printed = capsys.readouterr().out
    assert "share" in printed
    assert "decisions, won by (" in printed
    told = json.loads((tmp_path / "games.csv.meta.json").read_text(encoding="utf-8"))
    assert told["games"] == 500


def test_every_column_is_explained() -> None:
    import hoyle
    from hoyle.analysis.batch import Batch

    game = hoyle.load("one-more")
    batch = Batch("one-more", 3, 1, 0, ("random",) * 3)
    table = next(
        text.partition("\n\n")[0]
        for text in PAGE.read_text(encoding="utf-8").split("\n\n")
        if text.startswith("| column |")
    )
    for column in table_of(game, batch, "1").columns:
        if column.name.startswith("option_"):
            assert "`option_" in table
        elif "." in column.name:
            assert "`turn.play`" in table
        else:
            assert f"`{column.name.replace('_1', '_0').replace('_2', '_0')}`" in table, column.name
