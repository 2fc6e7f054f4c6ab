"""Every character of a scalar is found where it stands in the file."""

from __future__ import annotations

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Map, Scalar


def scalar(text: str, key: str = "a") -> Scalar:
    findings = Findings()
    root = read(SourceFile("test.yaml", text), findings)
    assert isinstance(root, Map), [d.message for d in findings.sorted]
    node = root.get(key)
    while isinstance(node, Map):
        node = node.entries[-1].value
    assert isinstance(node, Scalar)
    return node


def characters(text: str) -> str:
    """What stands at the offsets, with what folding or an escape made in the place of the source."""
    node = scalar(text)
    assert len(node.offsets) == len(node.text) + 1
    assert list(node.offsets) == sorted(set(node.offsets))
    return "".join(text[offset] for offset in node.offsets[:-1])


@pytest.mark.parametrize(
    ("source", "value", "found"),
    [
        ("a: draw 1\n", "draw 1", "draw 1"),
        ("a: draw\n  1  \n\n  two\n", "draw 1\ntwo", "draw\n1\ntwo"),
        ("a: draw\r\n  1  \r\n\r\n  two\r\n", "draw 1\ntwo", "draw\r1\ntwo"),
        ("a: 'it''s\n  \n  x  y'\n", "it's\nx  y", "it's\nx  y"),
        ('a: "é\\t\\x41\\u00e9\\U0001F600\\"z"\n', 'é\tAé😀"z', "é\\\\\\\\\\z"),
        ('a: "one \\\n   two\\\n\n   \\  three"\n', "one two\n  three", "one two\n\\ three"),
        ("a: |\n  x😀y\n\n    z\n", "x😀y\n\n  z\n", "x😀y\n\n  z\n"),
        ("a: |\r\n  x\r\n  y\r\n", "x\ny\n", "x\ny\n"),
        ("a: |-\n  x\n  y\n\nb: 1\n", "x\ny", "x\ny"),
        ("a: |+\n  x\n\n\nb: 1\n", "x\n\n\n", "x\n\n\n"),
        ("a:\n  b: |2 # why\n      x\n    y\n", "  x\ny\n", "  x\ny\n"),
        ("a: |1\n   x\n y\n", "  x\ny\n", "  x\ny\n"),
        ("a: >\n  one\n  two\n\n  three\n    four\n  five\n", "one two\nthree\n  four\nfive\n", None),
        ("a: >-\n\n\n  one\n\n\n  two\n", "\n\none\n\ntwo", "\n\none\n\ntwo"),
        ("a: >2\n    one\n  two\n  three\n", "  one\ntwo three\n", "  one\ntwo\nthree\n"),
        ("a: |\n  x", "x", "x"),
        ("\ufeffa: |\n  x\n", "x\n", "x\n"),
        ("a: ''\n", "", ""),
        ("a:\n", "", ""),
        ("a: |\nb: 1\n", "", ""),
    ],
)
def test_places(source: str, value: str, found: str | None) -> None:
    assert scalar(source).text == value
    if found is not None:
        assert characters(source) == found
    else:
        assert characters(source).replace("\n", " ") == value.replace("\n", " ")


def test_place_of_a_word_in_a_block() -> None:
    source = "rules:\n  turn:\n    do: |\n      draw 1 from dekc\n"
    node = scalar(source, "rules")
    start = node.text.index("dekc")
    place = node.place_of(start, start + 4)
    assert str(place) == "test.yaml:4:19"
    assert source[place.start : place.end] == "dekc"


_LINE = st.text(alphabet="ab :#'\"\\-é😀\t", max_size=6)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(_LINE, max_size=5),
    st.sampled_from(["|", ">"]),
    st.sampled_from(["", "-", "+", "1", "2-", "3+"]),
    st.integers(1, 4),
    st.sampled_from(["\n", "\r\n"]),
    st.booleans(),
)
def test_block_scalars(
    lines: list[str], style: str, indicator: str, indent: int, end: str, last_end: bool
) -> None:
    body = end.join(" " * indent + line for line in lines)
    source = f"é😀: 1{end}a: {style}{indicator}{end}{body}{end if last_end else ''}"
    findings = Findings()
    root = read(SourceFile("test.yaml", source), findings)
    if root is None or findings.has_errors:
        return
    node = root.get("a")
    assert isinstance(node, Scalar)
    assert len(node.offsets) == len(node.text) + 1
    for char, offset in zip(node.text, node.offsets, strict=False):
        folded = style == ">" and char == " " and source[offset] in "\r\n"
        assert source[offset] == char or folded
    assert list(node.offsets) == sorted(set(node.offsets))


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="ab :#'\"\\\n \té😀ä", max_size=12), st.sampled_from("'\""), st.integers(4, 30))
def test_quoted_scalars(value: str, quote: str, width: int) -> None:
    source = yaml.dump({"é": {"a": value}}, default_style=quote, width=width, allow_unicode=True)
    node = scalar(source, "é")
    assert node.text == value
    assert len(node.offsets) == len(value) + 1
    for char, offset in zip(value, node.offsets, strict=False):
        assert source[offset] in (char, "\\", "\n")


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet="ab(),.é😀 \n", min_size=1, max_size=30), st.integers(0, 3))
def test_plain_scalars(value: str, indent: int) -> None:
    source = "a: " + value.replace("\n", "\n " + " " * indent) + "\nb: 1\n"
    root = read(SourceFile("test.yaml", source), Findings())
    node = root.get("a") if root is not None else None
    if not isinstance(node, Scalar):
        return
    for char, offset in zip(node.text, node.offsets, strict=False):
        assert source[offset] == char or (char == " " and source[offset] == "\n")
