"""What a ruleset may not contain, said in plain words at the exact place."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document import from_yaml
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Map, Scalar, Seq


def lint(text: str) -> list[str]:
    findings = Findings()
    read(SourceFile("f", text), findings)
    return [
        f"{str(d.place)[2:]}-{d.place.end - d.place.start} {d.code.id} {d.message}" for d in findings.sorted
    ]


FAULTS = [
    ("a: b: c\n", "1:5-1 H105 a second `: ` on one line"),
    ("\ta: 1\n", "1:1-1 H106 a tab can't indent a line"),
    ("a:\n\tb: 1\n", "2:1-1 H106 a tab can't indent a line"),
    ("a: [b\n\tc]\n", "2:1-1 H106 a tab can't indent a line"),
    ("é😀: [1, 2\nb: 3\n", "1:5-1 H107 the bracket `[` isn't closed"),
    ("x:\n  d: {of: card\n  h: {of: card}\n", "2:6-1 H107 the bracket `{` isn't closed"),
    ("a: {b: 1]\n", "1:9-1 H107 `]` closes what `{` opened"),
    ("a: 'x\n", "1:4-2 H107 the quotation mark ' is never closed"),
    ('a: "\\q"\n', "1:5-2 H105 `\\q` is no escape that YAML knows"),
    ('a: "\\ud800"\n', "1:5-6 H103 `\\ud800` is half of a surrogate pair"),
    ('a: "\\UFFFFFFFF"\n', "1:5-10 H105 `\\UFFFFFFFF` is no character"),
    (
        "a: 1\n b: 2\n",
        "2:2-1 H108 this key is indented deeper than the keys above, and the line above already has a value",
    ),
    ("a:\n  b: 1\n c: 2\n", "3:2-1 H108 this line's indentation fits none of the lines above"),
    ("- a\nb: 1", "2:1-1 H108 this line doesn't belong to the list above: its items begin with `- `"),
    ("  a: 1\nb: 2\n", "2:1-1 H108 this line is indented less than the first key of the file"),
    ("a: @x\n", "1:4-1 H105 a value can't begin with `@`"),
    ("a: - b\n", "1:4-1 H105 a list item can't begin here"),
    ("abc\nd: 1\n", "2:1-1 H105 a key can't begin here: the line above has no `:`"),
    ("a: 1\nabc\n", "2:1-3 H105 a key without `:`"),
    ("a: {b: c: d}\n", "1:9-1 H105 a second `:` in one entry of `{…}`"),
    ("a: [1,,2]\n", "1:7-1 H105 a value is missing here"),
    ("a: 'x' y\n", "1:8-1 H105 the value has already ended, and more text follows on the line"),
    ("a: 1\n}\n", "2:1-1 H105 `}` closes a bracket that was never opened"),
    ("a: |x\n  b\n", "1:5-1 H105 nothing may stand on the line after `|`"),
    ("a: \x01\n", "1:4-1 H103 an invisible character (U+0001)"),
    ("a: 1\rb: 2\n", "1:5-1 H103 a carriage return without a line feed"),
    ("a: x\ufeffy\n", "1:5-1 H103 a byte order mark in the middle of the file"),
    ('a: "\\0"\n', "1:5-1 H103 a NUL character"),
    ("a: !!int 3\n", "1:4-5 H110 YAML tags aren't used in rulesets"),
    ("a: 1\n---\nb: 1\n", "2:1-3 H112 a second YAML document begins here"),
    ("", "1:1-0 H113 the file is empty"),
    ("# only a comment\n", "1:1-0 H113 the file is empty"),
    ("- a\n", "1:1-3 H113 the file holds a list, where keys with values are expected"),
    ("text", "1:1-4 H113 the file holds a single text, where keys with values are expected"),
    ("[a, b]: 1\n", "1:1-6 H114 a list can't be a key"),
    ("? \n: 5\n", "1:2-0 H114 a key is missing here"),
    ("<<: {a: 1}\n", "1:1-2 H111 YAML merge keys aren't used in rulesets"),
    ("a: " + "[" * 41 + "]" * 41, "1:43-1 H104 nested deeper than 40 levels"),
    ("a: '" + "x" * (1 << 20) + "'", "1:1-0 H104 the file is larger than 1 MiB"),
]


@pytest.mark.parametrize(("text", "expected"), FAULTS, ids=[f"{text[:12]!r}" for text, _ in FAULTS])
def test_fault(text: str, expected: str) -> None:
    assert lint(text) == [expected]


@pytest.mark.parametrize(("text", "expected"), FAULTS[:36], ids=[f"{text[:12]!r}" for text, _ in FAULTS[:36]])
def test_the_reader_written_in_python_says_the_same(
    text: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(yaml, "CSafeLoader", raising=False)
    assert [line.partition(" ")[2][:4] for line in lint(text)] == [expected.partition(" ")[2][:4]]


def test_too_many_values() -> None:
    assert lint("a: [" + "1," * from_yaml.MOST_NODES + "]")[0].endswith(
        "the file holds more than 50,000 values"
    )


def test_everything_in_one_pass() -> None:
    text = "a: &x 1\nb: *x\na: 2\nc: {d: 1, d: 2}\ne: !t 5\n"
    assert lint(text) == [
        "1:4-2 H111 YAML anchors aren't used in rulesets",
        "2:4-2 H111 YAML aliases aren't used in rulesets",
        "3:1-1 H109 the key `a` stands here a second time",
        "4:11-1 H109 the key `d` stands here a second time",
        "5:4-2 H110 YAML tags aren't used in rulesets",
    ]


def test_duplicates_before_a_syntax_error_are_reported_too() -> None:
    assert lint("a: 1\na: 2\nb: @\n") == [
        "2:1-1 H109 the key `a` stands here a second time",
        "3:4-1 H105 a value can't begin with `@`",
    ]


def test_a_tree_with_places() -> None:
    findings = Findings()
    text = "\ufeffé😀: {b: [x, 'y z']}\nd:\n  - 1\n  - e: 😀\n\n# end\n"
    root = read(SourceFile("f", text), findings)
    assert root is not None
    assert not len(findings)

    def stretch(node: Scalar | Seq | Map | None) -> str:
        assert node is not None
        return text[node.place.start : node.place.end]

    first, second = root.entries
    assert stretch(first.key) == "é😀"
    assert stretch(first.value) == "{b: [x, 'y z']}"
    assert isinstance(first.value, Map)
    inner = first.value.get("b")
    assert isinstance(inner, Seq)
    assert [stretch(item) for item in inner.items] == ["x", "'y z'"]
    assert all(isinstance(item, Scalar) and item.in_flow for item in inner.items)
    assert stretch(second.value) == "- 1\n  - e: 😀"
    assert not second.value.in_flow


def test_yaml_1_2_values() -> None:
    root = read(SourceFile("f", "a: no\nb: 012\nc: '12'\nd: 12\ne: ~\n"), Findings())
    assert root is not None
    values = [entry.value.value for entry in root if isinstance(entry.value, Scalar)]
    assert values == ["no", "012", "12", 12, None]


def test_read_path(tmp_path: Path) -> None:
    def messages(path: Path) -> list[str]:
        findings = Findings()
        assert read_path(path, findings) is None
        return [f"{d.place.line}:{d.place.column} {d.code.id} {d.message}" for d in findings.sorted]

    missing = tmp_path / "none.yaml"
    assert messages(missing) == [f"1:1 H101 there is no file `{missing}`"]
    assert messages(tmp_path) == [f"1:1 H101 `{tmp_path}` is a folder, not a file"]
    latin = tmp_path / "latin.yaml"
    latin.write_bytes("id: x\ntitle: é: Café\n".encode() + b"a: \xe9\n")
    assert messages(latin) == ["3:4 H102 the file isn't UTF-8: byte E9 makes no character"]
    large = tmp_path / "large.yaml"
    large.write_bytes(b"#" * ((1 << 20) + 1))
    assert messages(large) == ["1:1 H104 the file is larger than 1 MiB"]
    marked = tmp_path / "bom.yaml"
    marked.write_bytes(b"\xef\xbb\xbfa: 1\r\n")
    file = read_path(marked, Findings())
    assert file is not None
    assert file.text == "a: 1\r\n"


def test_an_empty_file_of_scenarios() -> None:
    findings = Findings()
    assert read(SourceFile("a.scenarios.yaml", ""), findings) is None
    (finding,) = findings.sorted
    assert finding.help == "begin with `for:` and the id of a ruleset"
