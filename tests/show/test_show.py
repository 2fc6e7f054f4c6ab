"""`hoyle show`, compared word for word with the texts in `samples/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main
from hoyle.page import as_markdown, as_text
from hoyle.pipeline import open_sound
from hoyle.show.calls import calls_of
from hoyle.show.ruleset import show

SAMPLES = Path(__file__).parent / "samples"
LITTLE, TWO = str(SAMPLES / "little.yaml"), str(SAMPLES / "little-two.yaml")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["show", LITTLE], "little.show.txt"),
        (["show", LITTLE, "--format", "markdown"], "little.show.md"),
        (["show", TWO], "little-two.show.txt"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_samples(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out == (SAMPLES / expected).read_text(encoding="utf-8")


@pytest.mark.parametrize("id", sorted(bundled()))
def test_bundled_rulesets(id: str) -> None:
    work = open_sound(id)
    page = show(work)
    text, markdown = as_text(page), as_markdown(page)
    assert work.model is not None
    for info in work.model.rules.values():
        for cite in info.rule.cites:
            assert cite in text
            assert cite in markdown


def test_calls() -> None:
    model = open_sound(TWO).model
    assert model is not None
    assert calls_of(model, "turn") == ["free", "turn"]
    assert calls_of(model, "step_on") == ["step_on.base"]


def test_a_broken_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("hoyle: 1\nid: broken\n", encoding="utf-8")
    assert main(["show", str(path)]) == 1
    printed = capsys.readouterr()
    assert "missing-key" in printed.err
    assert printed.out == ""


def test_an_unknown_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tic-tac-to"]) == 2
    assert "did you mean `tic-tac-toe`?" in capsys.readouterr().err
