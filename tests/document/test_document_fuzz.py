"""Whatever the bytes, reading ends in a tree or in findings, never in a traceback."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.diagnostics.render import FORMATS
from hoyle.document.extends import load_document
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Map, Node, Scalar, Seq
from hoyle.document.schema import check_document, check_scenario_file
from hoyle.syntax.flow_expressions import check_flow_expressions

EXAMPLES = int(os.environ.get("HOYLE_FUZZ_EXAMPLES", "150"))

_KEYS = [
    "hoyle",
    "id",
    "extends",
    "title",
    "about",
    "cites",
    "players",
    "options",
    "requires",
    "types",
    "components",
    "boards",
    "zones",
    "state",
    "match",
    "rules",
    "scenarios",
    "round",
    "turn",
    "turn(player",
    "me)",
    "turn.play",
    "do",
    "is",
    "unless",
    "why",
    "add",
    "needs",
    "make",
    "has",
    "total",
    "of",
    "per",
    "seen",
    "starts",
    "refill",
    "then",
    "given",
    "default",
    "range",
    "values",
    "columns",
    "at",
    "paths",
    "off",
    "score",
    "score(player",
    "p)",
    "active",
]
_SCALARS = st.one_of(
    st.sampled_from([*_KEYS, "1..9", "off", "~", "", "b", "all"]),
    st.integers(-3, 99),
    st.booleans(),
    st.none(),
    st.floats(allow_nan=False),
    st.text(max_size=5),
)
_TREES = st.recursive(
    _SCALARS,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(_KEYS), inner, max_size=5)
    ),
    max_leaves=25,
)
_SECTIONS = st.dictionaries(st.sampled_from(_KEYS[:17]), _TREES, max_size=8)


def offsets(node: Node) -> None:
    """Looks every scalar's characters up."""
    match node:
        case Scalar():
            assert len(node.offsets) == len(node.text) + 1
            assert all(node.place.start <= offset <= len(node.place.file.text) for offset in node.offsets)
        case Seq():
            for item in node.items:
                offsets(item)
        case Map():
            for entry in node:
                offsets(entry.key)
                offsets(entry.value)


def lint(text: str, base: str) -> None:
    findings = Findings()
    file = SourceFile("f", text)
    document = load_document(file, lambda name, _: SourceFile(name, base), findings)
    if document is not None:
        check_document(document, findings)
        for layer in document.layers:
            check_scenario_file(layer, findings)
            check_flow_expressions(layer, findings)
            offsets(layer)
    elif not len(findings):
        raise AssertionError("no tree and no finding")
    for render in FORMATS.values():
        assert render(findings.sorted, True)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.binary(max_size=60))
def test_bytes(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "f.yaml"
        path.write_bytes(content)
        findings = Findings()
        file = read_path(path, findings)
        if file is not None:
            read(file, findings)


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.text(alphabet=st.sampled_from("ab1:-?|>[]{},&*!#%@`'\"\\ \n\r\t\ufeffé😀\x85\0<.=~"), max_size=40))
def test_text(text: str) -> None:
    lint(text, "a: 1")
    lint("a: " + text, text)


@settings(max_examples=max(EXAMPLES // 5, 1), deadline=None)
@given(_SECTIONS, _SECTIONS, st.booleans())
def test_trees(variant: dict[str, object], base: dict[str, object], flow: bool) -> None:
    texts = [
        yaml.dump(tree, allow_unicode=True, default_flow_style=flow, sort_keys=False)
        for tree in ({**variant, "extends": "b"}, {"id": "b", **base})
    ]
    lint(*texts)
    lint(texts[1], texts[0])
