"""`hoyle show` and `hoyle diff`, compared word for word with the texts in `samples/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.authoring.compare import compare
from hoyle.authoring.flow import calls_of
from hoyle.authoring.opening import opened
from hoyle.authoring.page import as_markdown, as_text
from hoyle.authoring.show import show
from hoyle.bundled import bundled
from hoyle.cli.main import main

SAMPLES = Path(__file__).parent / "samples"
LITTLE, TWO = str(SAMPLES / "little.yaml"), str(SAMPLES / "little-two.yaml")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["show", LITTLE], "little.show.txt"),
        (["show", LITTLE, "--format", "markdown"], "little.show.md"),
        (["show", TWO], "little-two.show.txt"),
        (["diff", LITTLE, TWO], "little-two.diff.txt"),
        (["diff", LITTLE, TWO, "--format", "markdown"], "little-two.diff.md"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_samples(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out == (SAMPLES / expected).read_text(encoding="utf-8")


@pytest.mark.parametrize("id", sorted(bundled()))
def test_bundled_rulesets(id: str) -> None:
    work = opened(id)
    page = show(work)
    text, markdown = as_text(page), as_markdown(page)
    assert work.model is not None
    for info in work.model.rules.values():
        for cite in info.rule.cites:
            assert cite in text
            assert cite in markdown
    same = as_text(compare(work, work))
    assert same.endswith("They play the same: no option, piece, zone, state or rule differs.\n")


def test_bundled_variants_differ_from_their_base() -> None:
    variants = [id for id, path in bundled().items() if path.parent.name == "variants"]
    assert len(variants) >= 10
    for id in variants[::3]:
        work = opened(id)
        assert work.document is not None
        if len(work.document.files) > 1:
            base = opened(work.document.files[1].name)
            assert "They play the same" not in as_text(compare(base, work)), id


def test_calls() -> None:
    model = opened(TWO).model
    assert model is not None
    assert calls_of(model, "turn") == ["free", "turn"]
    assert calls_of(model, "step_on") == ["step_on.base"]


@pytest.mark.parametrize("command", [["show"], ["diff", LITTLE]])
def test_a_broken_ruleset(command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("hoyle: 1\nid: broken\n", encoding="utf-8")
    assert main([*command, str(path)]) == 1
    printed = capsys.readouterr()
    assert "missing-key" in printed.err
    assert printed.out == ""


def test_an_unknown_ruleset(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "tic-tac-to"]) == 2
    assert "did you mean `tic-tac-toe`?" in capsys.readouterr().err
