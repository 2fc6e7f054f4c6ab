"""`hoyle diff`, compared word for word with the texts in `samples/`."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.bundled import bundled
from hoyle.cli.main import main
from hoyle.diff.rulesets import compare
from hoyle.page import as_text
from hoyle.pipeline import open_sound

SAMPLES = Path(__file__).parent / "samples"
SHOWN = Path(__file__).parents[1] / "show" / "samples"
LITTLE, TWO = str(SHOWN / "little.yaml"), str(SHOWN / "little-two.yaml")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["diff", LITTLE, TWO], "little-two.diff.txt"),
        (["diff", LITTLE, TWO, "--format", "markdown"], "little-two.diff.md"),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_samples(arguments: list[str], expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 0
    assert capsys.readouterr().out == (SAMPLES / expected).read_text(encoding="utf-8")


@pytest.mark.parametrize("id", sorted(bundled()))
def test_a_ruleset_and_itself(id: str) -> None:
    work = open_sound(id)
    same = as_text(compare(work, work))
    assert same.endswith("They play the same: no option, piece, zone, state or rule differs.\n")


def test_bundled_variants_differ_from_their_base() -> None:
    variants = [id for id, path in bundled().items() if path.parent.name == "variants"]
    assert len(variants) >= 10
    for id in variants[::3]:
        work = open_sound(id)
        assert work.document is not None
        if len(work.document.files) > 1:
            base = open_sound(work.document.files[1].name)
            assert "They play the same" not in as_text(compare(base, work)), id


def test_a_broken_ruleset(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("hoyle: 1\nid: broken\n", encoding="utf-8")
    assert main(["diff", LITTLE, str(path)]) == 1
    printed = capsys.readouterr()
    assert "missing-key" in printed.err
    assert printed.out == ""
