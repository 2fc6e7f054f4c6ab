"""`hoyle test`: scenarios of a ruleset and of its variants, failures as people and programs read them."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hoyle.cli.main import main

GAME = """\
hoyle: 1
id: coins
title: Coins
players: 2
options:
  most: {default: 2, range: 1..5}
state:
  round:
    coins: int = 5
match:
  score(player p): coins
  wins: highest
rules:
  round:
    do: turn(seat(0))
  turn(player me):
    do: |
      choose for me:
        take(n in 1..most) needs n <= coins:
          coins -= n
          turn(left(me))
      otherwise:
        end round
scenarios:
  one_or_two:
    about: The first may take one or two.
    then:
      - seat 0 may: [take 1, take 2]
      - seat 0: take 2
      - expect: coins == 3
  all_gone:
    given: {coins: 1}
    begin: turn(seat(1))
    then:
      - seat 1: take 1
      - over: true
      - scores: [0, 0]
"""
VARIANT = """\
hoyle: 1
id: more-coins
title: More coins
extends: coins
options:
  most: 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "coins.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "more-coins.yaml").write_text(VARIANT, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_all_pass(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "coins.yaml"]) == 0
    assert capsys.readouterr().out == "2 scenarios of 1 ruleset: all passed\n"


def test_a_variant_that_changes_what_is_expected(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "more-coins.yaml"]) == 1
    assert capsys.readouterr().out == (
        "FAILED more-coins: one_or_two\n"
        "  The first may take one or two.\n"
        "what seat 0 may do: not as expected\n"
        "  --> coins.yaml:28:9\n"
        "   |\n"
        "28 |       - seat 0 may: [take 1, take 2]\n"
        "   |         ^^^^^^^^^^\n"
        "   |\n"
        "   | expected   actual\n"
        "   | take 1     take 1\n"
        "   | take 2     take 2\n"
        "   |            take 3\n"
        "   = what is so, to be pasted if it is right:\n"
        "       - seat 0 may: [take 1, take 2, take 3]\n"
        "   = it passes in coins: what more-coins changes makes it fail\n"
        "   = help: write how it goes here, under the same name, in more-coins.scenarios.yaml, "
        "or set it `off` there\n"
        "\n"
        "2 scenarios of 1 ruleset: 1 passed, 1 failed (1 because of a variant)\n"
    )


@pytest.mark.parametrize(
    ("scenario", "summary"),
    [
        ("one_or_two: off", "1 scenario of 1 ruleset: all passed"),
        (
            "one_or_two:\n    then:\n      - seat 0 may: [take 1, take 2, take 3]",
            "2 scenarios of 1 ruleset: all passed",
        ),
    ],
)
def test_a_variant_overrides_or_drops_a_scenario(
    scenario: str, summary: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "more-coins.yaml").write_text(f"{VARIANT}scenarios:\n  {scenario}\n", encoding="utf-8")
    assert main(["test", "more-coins.yaml"]) == 0
    assert capsys.readouterr().out == f"{summary}\n"


def beside(folder: Path, text: str, name: str = "coins") -> None:
    (folder / f"{name}.scenarios.yaml").write_text(f"for: {name}\nscenarios:\n{text}", encoding="utf-8")


def test_scenarios_beside_are_inherited_too(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beside(folder, "  three:\n    then:\n      - seat 0 may not: [take 3]\n")
    assert main(["test", "coins.yaml", "-k", "THREE"]) == 0
    assert main(["test", "coins.scenarios.yaml"]) == 0
    assert main(["test", "more-coins.yaml", "-k", "three"]) == 1
    beside(folder, "  three: off\n  one_or_two: off\n", "more-coins")
    capsys.readouterr()
    assert main(["test", "."]) == 0
    assert capsys.readouterr().out == "4 scenarios of 2 rulesets: all passed\n"


def test_values_in_the_expression(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beside(folder, "  wrong:\n    then:\n      - expect: most == 2 and coins + most == 8\n")
    assert main(["test", "coins.yaml", "-k", "wrong"]) == 1
    assert capsys.readouterr().out == (
        "FAILED coins: wrong\n"
        "the expectation does not hold\n"
        " --> coins.scenarios.yaml:5:31\n"
        "  |\n"
        "5 |       - expect: most == 2 and coins + most == 8\n"
        "  |                               ^^^^^^^^^^^^^^^^^\n"
        "  |\n"
        "  | expected: coins + most == 8\n"
        "  | actual:   coins + most is 7\n"
        "\n"
        "1 scenario of 1 ruleset: 0 passed, 1 failed\n"
    )


def test_a_scenario_that_is_written_wrong(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    beside(folder, "  wrong:\n    given: {coin: 3}\n    then:\n      - seat 0: take 1\n")
    assert main(["test", "coins.yaml", "-k", "wrong"]) == 1
    printed = capsys.readouterr().out
    assert "error[H651] unknown-given: there is no zone or variable `coin`" in printed
    assert "did you mean `coins`?" in printed


def test_junit(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "more-coins.yaml", "--format", "junit"]) == 1
    root = ElementTree.fromstring(capsys.readouterr().out.encode())
    assert root.tag == "testsuites"
    assert {key: root.get(key) for key in ("tests", "failures", "errors")} == {
        "tests": "2",
        "failures": "1",
        "errors": "0",
    }
    (suite,) = root
    assert (suite.tag, suite.get("name"), suite.get("skipped")) == ("testsuite", "more-coins", "0")
    assert [(case.get("classname"), case.get("name"), case.get("line")) for case in suite] == [
        ("more-coins", "one_or_two", "25"),
        ("more-coins", "all_gone", "31"),
    ]
    (failure,) = suite[0]
    assert failure.get("message") == "what seat 0 may do: not as expected"
    assert "coins.yaml:28:9" in (failure.text or "")
    assert len(suite[1]) == 0


def test_json(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "more-coins.yaml", "--format", "json", "--coverage"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["passed"], found["failed"]) == (1, 1)
    (ruleset,) = found["rulesets"]
    first = ruleset["scenarios"][0]
    assert (first["name"], first["inherited_from"], first["because_of_variant"]) == (
        "one_or_two",
        "coins",
        True,
    )
    assert first["failures"][0]["actual"] == "take 1, take 2, take 3"
    assert ruleset["coverage"]["total"]["choices"] == {"met": 1, "of": 1}


def test_coverage(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "coins.yaml", "-k", "two", "--coverage"]) == 0
    printed = capsys.readouterr().out
    assert printed == (
        "coverage of coins\n"
        "rule   run  statements  branches  choices\n"
        "round  yes         1/1         –        –\n"
        "turn   yes         3/4       0/1      1/1\n"
        "total  2/2         4/5       0/1      1/1\n"
        "\n"
        "not exercised:\n"
        "coins.yaml:23:9: in `turn`: `otherwise` was never needed\n"
        "\n"
        "1 scenario of 1 ruleset: all passed\n"
    )
    assert main(["test", "coins.yaml", "--coverage=lines", "--games", "2"]) == 0
    shown = capsys.readouterr().out
    assert "+ 23 |         end round\n" in shown
    assert "  24 | scenarios:\n" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["--coverage", "coins.yaml"],
        ["coins.yaml", "--coverage"],
        ["-k", "two", "--coverage", "coins.yaml"],
        ["--coverage", "coins.yaml", "more-coins.yaml"],
        ["coins.yaml", "--coverage", "more-coins.yaml"],
        ["coins.yaml", "--coverage", "-k", "all_gone", "more-coins.yaml"],
        ["--coverage=table", "coins.yaml"],
    ],
)
def test_coverage_in_any_order_of_words(
    words: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["test", *words])
    printed = capsys.readouterr()
    assert not printed.err
    for name in ("coins", "more-coins"):
        assert (f"coverage of {name}\n" in printed.out) is (f"{name}.yaml" in words)


def test_options_before_the_command(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--coverage", "test", "coins.yaml"]) == 0
    assert "coverage of coins\n" in capsys.readouterr().out


def test_coverage_as_lines_in_any_order_of_words(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--coverage", "lines", "coins.yaml"], ["coins.yaml", "--coverage", "lines"]):
        assert main(["test", *words]) == 0
        assert "  24 | scenarios:\n" in capsys.readouterr().out


def test_a_ruleset_with_errors(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "coins.yaml").write_text(GAME.replace("coins -= n", "coin -= n"), encoding="utf-8")
    assert main(["test", "coins.yaml"]) == 1
    printed = capsys.readouterr().out
    assert "did you mean `coins`?" in printed
    assert printed.endswith("0 scenarios of 1 ruleset: 1 ruleset with errors\n")
    assert main(["test", "coins.yaml", "--format", "junit"]) == 1
    suite = ElementTree.fromstring(capsys.readouterr().out.encode())[0]
    assert (suite.get("errors"), suite[0].get("name")) == ("1", "lint")


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["nowhere.yaml"], "there is no file nowhere.yaml"),
        (["coins.yaml", "-k", "zzz"], "no scenario has that in its name"),
        (["coins.yaml", "--games", "3"], "--games is for --coverage"),
        (["coins.yaml", "--coverage", "lins"], "--coverage lins: that is neither a file nor a way to show"),
        (["coins.yaml", "--coverage=lins"], "did you mean `lines`?"),
        (["coins.yaml", "--coverage", "--format", "junit"], "JUnit has no place for coverage"),
    ],
)
def test_wrong_usage(words: list[str], part: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", *words]) == 2
    assert part in capsys.readouterr().err


def test_bundled_scenarios_pass(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", "nim", "tic-tac-toe"]) == 0
    assert capsys.readouterr().out == "10 scenarios of 2 rulesets: all passed\n"
