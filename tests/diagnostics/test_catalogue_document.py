"""Every code of the document stage has a bad sample that causes it and a good one that doesn't."""

from __future__ import annotations

import re

import pytest

from hoyle.diagnostics.catalogue import document as catalogue
from hoyle.diagnostics.model import Code, Findings, SourceFile
from hoyle.document.extends import load_document
from hoyle.document.schema import check_document
from hoyle.syntax.flow_expressions import check_flow_expressions

CODES = [value for value in vars(catalogue).values() if isinstance(value, Code)]
# Their samples are bytes, file names or pairs of files: shown in test_from_yaml.py and test_extends.py.
NOT_AS_TEXT = {"H101", "H102", "H103", "H211"}

HEAD = {
    "hoyle": "hoyle: 1\n",
    "id": "id: sample\n",
    "title": "title: Sample\n",
    "players": "players: 2\n",
    "rules": "rules:\n  round:\n    do: nothing\n",
}
BASE = "".join(HEAD.values()) + "options:\n  hand_size: {default: 7, range: 1..9}\n"


def codes_of(fragment: str) -> set[str]:
    """What is found in a fragment, completed with the top-level keys that it lacks."""
    broken = Findings()
    text = fragment
    if not fragment.startswith("- "):
        text += "".join(lines for key, lines in HEAD.items() if not re.search(rf"^{key}:", fragment, re.M))
    document = load_document(
        SourceFile("sample", text),
        lambda name, _: SourceFile(name, BASE) if name in ("base", "./base.yaml") else None,
        broken,
    )
    if document is not None:
        check_document(document, broken)
        check_flow_expressions(document.root, broken)
    return {finding.code.id for finding in broken.sorted}


def test_ids_and_names() -> None:
    assert len({code.id for code in CODES}) == len({code.name for code in CODES}) == len(CODES)
    for code in CODES:
        assert re.fullmatch(r"H[12]\d\d", code.id)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", code.name)
        assert code.why.endswith(".")
        assert not code.title.endswith(".")
        assert code.bad.endswith("\n")
        assert code.good.endswith("\n")


@pytest.mark.parametrize(
    "code", [code for code in CODES if code.id not in NOT_AS_TEXT], ids=lambda code: code.id
)
def test_samples(code: Code) -> None:
    assert code.id in codes_of(code.bad)
    assert code.id not in codes_of(code.good)
