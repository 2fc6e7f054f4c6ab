"""Scenarios, coverage, check-ups, pages and editors for rulesets with several shapes."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.checkup.checkup import check_up
from hoyle.cli.main import main
from hoyle.coverage.watch import of_random_games
from hoyle.diagnostics.model import SourceFile
from hoyle.fmt.file import formatted
from hoyle.lsp.buffers import Buffers
from hoyle.lsp.lookup import uses_in
from hoyle.lsp.rename import applied, rename
from hoyle.scenarios.suite import suite_of
from tests.shapes.rulesets import DOMINOES, HEX, TOKENS, work_of

SCENARIOS = """\
scenarios:
  small:
    options: {size: 3}
    given: {stone: seat 0, "stone[c3]": none}
    begin: turn(seat(1))
    then:
      - seat 1 may: [place at c3]
      - seat 1: place at c3
      - expect: stone[c3] == seat(1)
      - over: true
  usual:
    given: {"stone[k11]": seat 0}
    begin: turn(seat(1))
    then:
      - seat 1 may not: {place at k11: free}
      - seat 1: place at a1
"""


def test_scenarios_have_shapes(tmp_path: Path) -> None:
    path = tmp_path / "shaped.yaml"
    path.write_text(HEX + SCENARIOS, encoding="utf-8")
    assert main(["lint", str(path)]) == 0
    for watched in (False, True):
        suite = suite_of(str(path))
        results = suite.run(watched)
        assert [(one.case.scenario.name, one.outcome.passed) for one in results] == [
            ("small", True), ("usual", True),
        ]  # fmt: skip
    assert suite.coverage is not None
    # `otherwise` is run in the small one only
    assert [(point.kind, point.name) for point in suite.coverage.missing] == [("rule", "round")]


@pytest.mark.parametrize(
    ("old", "new"), [("stone[c3]", "stone[d4]"), ("size: 3", "size: 33"), ("place at c3\n", "place at d4\n")]
)
def test_a_scenario_that_does_not_fit_its_shape(tmp_path: Path, old: str, new: str) -> None:
    path = tmp_path / "shaped.yaml"
    path.write_text(HEX + SCENARIOS.replace(old, new), encoding="utf-8")
    assert [one.outcome.passed for one in suite_of(str(path)).run()] == [False, True]


@pytest.mark.parametrize("text", [HEX, DOMINOES, TOKENS])
def test_a_check_up_plays_every_shape(text: str) -> None:
    work = work_of(text)
    result = check_up(work, "shaped")
    assert result.findings == []
    assert result.settings > 2
    assert work.program is not None
    assert of_random_games(work.program, 4, programs=work.family).ran("turn")


def test_the_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, other = tmp_path / "one.yaml", tmp_path / "other.yaml"
    path.write_text(TOKENS, encoding="utf-8")
    assert main(["show", str(path)]) == 0
    page = capsys.readouterr().out
    assert "as they are with 2 players and laps = 2." in page
    assert "track: ring (6 * laps), 12 houses" in page
    path.write_text(DOMINOES, encoding="utf-8")
    assert main(["show", str(path)]) == 0
    assert "7 for 2, 5 for 3 and 4 players" in capsys.readouterr().out
    other.write_text(DOMINOES.replace("0..pips", "0..5 + pips - 5").replace("2 then 7", "2 then 6"), "utf-8")
    assert main(["diff", str(path), str(other)]) == 0
    page = capsys.readouterr().out
    assert "6 for 2, 5 for 3 and 4 players instead of 7 for 2, 5 for 3 and 4 players" in page
    assert "half: 0..5 + pips - 5 instead of 0..pips" in page


def test_names_in_formulas_are_known_to_editors() -> None:
    buffers = Buffers()
    buffers.put("file:///shaped.yaml", DOMINOES, 1)
    buffer = buffers.get("file:///shaped.yaml")
    assert buffer is not None
    text = applied(DOMINOES, rename(buffers, buffer, DOMINOES.index("pips:"), "dots"))
    assert "pips" not in text
    assert work_of(text).findings.sorted == []
    uses = uses_in(buffer)
    assert uses is not None
    use = uses.at(DOMINOES.index("low <= high"))
    assert use is not None
    assert (use.meaning.kind, use.meaning.name, use.meaning.home) == ("attribute", "low", "domino")


def test_formulas_are_laid_out() -> None:
    untidy = DOMINOES.replace("(pips + 1) * (pips + 2) / 2", "(pips+1)*(pips+2)/2")
    assert untidy != DOMINOES
    assert formatted(SourceFile("", untidy)) == formatted(SourceFile("", DOMINOES))
