"""`hoyle explain`."""

from __future__ import annotations

import re

import pytest

from hoyle.cli.main import main
from hoyle.diagnostics.catalogue import all_codes
from hoyle.diagnostics.explain import explanation, family_of, matching
from hoyle.diagnostics.model import Code

SAMPLE = Code("H999", "sample", "warning", "a sample", "Because. " * 12, "a: 1\nb:\n  c: 2\n", "a: 2\n")


def test_every_code_is_found_and_complete() -> None:
    codes = all_codes()
    assert len(codes) > 80
    assert len({code.id for code in codes}) == len(codes)
    for code in codes:
        assert re.fullmatch(r"H\d\d\d", code.id)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.why, code.id
        assert code.bad, code.id
        assert code.good, code.id
        assert family_of(code) != "other"


def test_explanation() -> None:
    assert explanation(SAMPLE) == (
        "H999 sample (warning): A sample\n"
        "\n"
        "Because. Because. Because. Because. Because. Because. Because. Because. Because.\n"
        "Because. Because. Because.\n"
        "\n"
        "instead of:\n"
        "\n"
        "    a: 1\n"
        "    b:\n"
        "      c: 2\n"
        "\n"
        "write:\n"
        "\n"
        "    a: 2\n"
    )


def test_matching() -> None:
    assert [code.name for code in matching("h401")] == ["unknown-name"]
    assert [code.id for code in matching("Unknown-Name")] == ["H401"]
    assert {code.id[:2] for code in matching("H4")} == {"H4"}
    assert matching("unknown") == matching("") == matching("4") == []


@pytest.mark.parametrize("word", ["H401", "unknown-name"])
def test_one_code(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 0
    assert capsys.readouterr().out.startswith("H401 unknown-name (error): A name that nothing declares\n\n")


def test_all_codes(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("the file and its YAML\n  H101  unreadable-file")
    assert all(f"  {code.id}  {code.name} " in printed for code in all_codes())
    assert "\n\nnames\n  H401  unknown-name" in printed


def test_a_family(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", "H79"]) == 0
    assert capsys.readouterr().out == (
        "comments that allow a finding\n"
        "  H790  allowed-without-reason  A finding is allowed, but not why\n"
        "  H791  nothing-to-allow        A comment allows a finding that is not there\n"
        "  H792  unreadable-allow        A comment to Hoyle that cannot be understood\n"
        "  H793  error-not-allowable     A comment allows an error\n"
    )


@pytest.mark.parametrize(
    ("word", "help"),
    [("unknwon-name", "did you mean `unknown-name`?"), ("zzz", "`hoyle explain` lists all codes")],
)
def test_an_unknown_code(word: str, help: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain", word]) == 2
    assert capsys.readouterr().err == f"hoyle: there is no finding called `{word}`\n  help: {help}\n"
