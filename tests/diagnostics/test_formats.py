"""Findings as GitHub and SARIF readers expect them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from hoyle.cli.main import main
from hoyle.diagnostics.catalogue.checked import UNKNOWN_NAME
from hoyle.diagnostics.catalogue.document import FLOW_EXPRESSION, UNREADABLE_FILE
from hoyle.diagnostics.catalogue.suppression import NO_REASON
from hoyle.diagnostics.model import Diagnostic, Place, Related, SourceFile
from hoyle.diagnostics.render import FORMATS

# What the official schema says of the parts that we write, and nothing that we don't.
SCHEMA = json.loads((Path(__file__).parent / "sarif-parts.schema.json").read_text(encoding="utf-8"))

FILE = SourceFile("my games/a,b.yaml", "hoyle: 1\nzones:\n  deck: {of: card}\n  hand: {of: dekc}\n")
BASE = SourceFile("base.yaml", "deck: 1\n")
FINDINGS = [
    Diagnostic(
        UNKNOWN_NAME,
        "there is nothing called `dekc`: 100%",
        Place(FILE, FILE.text.index("dekc"), FILE.text.index("dekc") + 4),
        (Related(Place(BASE, 0, 4), "defined here"),),
        "did you mean `deck`?",
        ("ST-1", "ST-2"),
    ),
    Diagnostic(FLOW_EXPRESSION, "inside {…}\nover lines", Place(FILE, 9, 34)),
    Diagnostic(NO_REASON, "no reason", Place(FILE, 0, 0)),
    Diagnostic(UNREADABLE_FILE, "there is no file `x.yaml`", Place(SourceFile("x.yaml", ""), 0, 0)),
]


def sarif(findings: list[Diagnostic]) -> dict[str, Any]:
    log: dict[str, Any] = json.loads(FORMATS["sarif"](findings, False))
    jsonschema.Draft202012Validator(SCHEMA).validate(log)
    return log


def test_github() -> None:
    assert FORMATS["github"](FINDINGS, False).split("\n") == [
        "::error file=my games/a%2Cb.yaml,line=4,col=14,endLine=4,endColumn=18,title=H401 unknown-name::"
        "there is nothing called `dekc`: 100%25%0Ahelp: did you mean `deck`?%0Abase.yaml:1:1: defined here"
        "%0Arulebook: ST-1, ST-2",
        "::error file=my games/a%2Cb.yaml,line=2,endLine=3,title=H115 flow-expression::"
        "inside {…}%0Aover lines",
        "::warning file=my games/a%2Cb.yaml,line=1,col=1,endLine=1,endColumn=1,"
        "title=H790 allowed-without-reason::no reason",
        "::error file=x.yaml,title=H101 unreadable-file::there is no file `x.yaml`",
        "",
    ]
    assert FORMATS["github"]([], False) == ""


def test_sarif() -> None:
    (run,) = sarif(FINDINGS)["runs"]
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["H101", "H115", "H401", "H790"]
    assert [rules[result["ruleIndex"]]["id"] for result in run["results"]] == ["H401", "H115", "H790", "H101"]
    assert rules[2]["help"]["markdown"].count("```yaml\n") == 2
    assert UNKNOWN_NAME.why in rules[2]["help"]["text"]
    assert run["results"][0] == {
        "ruleId": "H401",
        "ruleIndex": 2,
        "level": "error",
        "message": {"text": "there is nothing called `dekc`: 100%; did you mean `deck`?"},
        "locations": [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "my%20games/a%2Cb.yaml"},
                    "region": {"startLine": 4, "startColumn": 14, "endLine": 4, "endColumn": 18},
                }
            }
        ],
        "relatedLocations": [
            {
                "id": 1,
                "physicalLocation": {
                    "artifactLocation": {"uri": "base.yaml"},
                    "region": {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 5},
                },
                "message": {"text": "defined here"},
            }
        ],
        "properties": {"cites": ["ST-1", "ST-2"]},
    }
    assert run["results"][1]["message"] == {"text": "inside {{…}}\nover lines"}
    assert run["results"][3]["locations"] == [{"physicalLocation": {"artifactLocation": {"uri": "x.yaml"}}}]


def test_sarif_of_nothing() -> None:
    (run,) = sarif([])["runs"]
    assert run["results"] == []


def test_sarif_of_an_absolute_path() -> None:
    place = Place(SourceFile("/tmp/ä b.yaml", "x\n"), 0, 1)
    (run,) = sarif([Diagnostic(UNKNOWN_NAME, "m", place)])["runs"]
    location = run["results"][0]["locations"][0]["physicalLocation"]
    assert location["artifactLocation"]["uri"] == "file:///tmp/%C3%A4%20b.yaml"


@pytest.mark.parametrize("format", ["github", "sarif"])
def test_from_the_command_line(format: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "broken.yaml"
    path.write_text("hoyle: 1\nid: broken\ntitle: Broken\nplayers: 2\ncolour: blue\n", encoding="utf-8")
    assert main(["lint", str(path), "--format", format]) == 1
    printed = capsys.readouterr().out
    if format == "sarif":
        jsonschema.Draft202012Validator(SCHEMA).validate(json.loads(printed))
    else:
        assert printed.startswith("::error file=")
