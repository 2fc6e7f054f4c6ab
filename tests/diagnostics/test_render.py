"""Findings look as people know them from good compilers, and tools can read them."""

from __future__ import annotations

import json

from hoyle.diagnostics.model import Code, Diagnostic, Place, Related, SourceFile
from hoyle.diagnostics.render import FORMATS, render_concise, render_full, render_json, summary

UNKNOWN = Code("H401", "unknown-name", "error", "an unknown name")
UNUSED = Code("H501", "unused-zone", "warning", "an unused zone")


def place(file: SourceFile, word: str, nth: int = 0) -> Place:
    start = -1
    for _ in range(nth + 1):
        start = file.text.index(word, start + 1)
    return Place(file, start, start + len(word))


GAME = SourceFile("game.yaml", "zones:\n" * 8 + "  deck: {of: card}\n  do: draw 1 from dekc to hand[me]\n")
FINDING = Diagnostic(
    UNKNOWN,
    "there is no zone, state, option or local called `dekc`",
    place(GAME, "dekc"),
    (Related(place(GAME, "deck"), "defined here"),),
    "did you mean `deck`?",
    ("ST-3", "ST-4"),
)


def test_full() -> None:
    unused = Diagnostic(UNUSED, "nothing uses `deck`", place(GAME, "deck"))
    assert (
        render_full([FINDING, unused])
        == """\
error[H401] unknown-name: there is no zone, state, option or local called `dekc`
  --> game.yaml:10:19
   |
10 |   do: draw 1 from dekc to hand[me]
   |                   ^^^^ did you mean `deck`?
   |
  ::: game.yaml:9:3
 9 |   deck: {of: card}
   |   ---- defined here
   = rulebook: ST-3, ST-4

warning[H501] unused-zone: nothing uses `deck`
 --> game.yaml:9:3
  |
9 |   deck: {of: card}
  |   ^^^^

1 error, 1 warning in 1 file; the error: H401 at game.yaml:10:19
"""
    )


def test_wide_characters_tabs_and_control_characters_align() -> None:
    file = SourceFile("f", "\té́😀\x1b: dekc\n")
    assert render_full([Diagnostic(UNKNOWN, "m", place(file, "dekc"))]).splitlines()[3:5] == [
        "1 | →   é́😀\ufffd: dekc",
        "  |           ^^^^",
    ]


def test_several_lines_underline_the_first() -> None:
    file = SourceFile("f", "a: [1,\r\n  2]\r\n")
    assert render_full([Diagnostic(UNKNOWN, "m", Place(file, 3, 12))]).splitlines()[3:5] == [
        "1 | a: [1,",
        "  |    ^^^",
    ]


def test_the_end_of_the_file() -> None:
    file = SourceFile("f", "a: [1,\n")
    assert render_full([Diagnostic(UNKNOWN, "m", Place(file, 7, 7))]).splitlines()[1:5] == [
        " --> f:2:1",
        "  |",
        "2 |",
        "  | ^",
    ]


def test_long_lines_are_clipped_around_the_span() -> None:
    file = SourceFile("f", "x" * 500 + "dekc" + "y" * 500)
    source, marks = render_full([Diagnostic(UNKNOWN, "m", place(file, "dekc"))]).splitlines()[3:5]
    assert len(source) < 120
    assert source.index("dekc") == marks.index("^^^^")
    assert source.startswith("1 | …x")
    assert source.endswith("y…")
    whole = render_full([Diagnostic(UNKNOWN, "m", Place(file, 0, 1004))]).splitlines()
    assert all(len(line) < 120 for line in whole)


def test_a_file_that_could_not_be_read() -> None:
    nothing = Place(SourceFile("none.yaml", ""), 0, 0)
    assert (
        render_full([Diagnostic(UNKNOWN, "there is no file", nothing, help="look again")])
        == """\
error[H401] unknown-name: there is no file
 --> none.yaml
  = help: look again

1 error in 1 file
"""
    )


def test_concise() -> None:
    assert render_concise([FINDING]) == (
        "game.yaml:10:19: H401 unknown-name: there is no zone, state, option or local called `dekc`\n"
    )


def test_json() -> None:
    assert json.loads(render_json([FINDING])) == [
        {
            "code": "H401",
            "name": "unknown-name",
            "severity": "error",
            "message": "there is no zone, state, option or local called `dekc`",
            "file": "game.yaml",
            "line": 10,
            "column": 19,
            "end_line": 10,
            "end_column": 23,
            "help": "did you mean `deck`?",
            "related": [
                {
                    "message": "defined here",
                    "file": "game.yaml",
                    "line": 9,
                    "column": 3,
                    "end_line": 9,
                    "end_column": 7,
                }
            ],
            "cites": ["ST-3", "ST-4"],
        }
    ]
    assert render_json([]) == "[]\n"


def test_colour_only_if_asked() -> None:
    for render in FORMATS.values():
        assert "\x1b" not in render([FINDING], False)
    assert "\x1b[1;31merror[H401] unknown-name\x1b[0m" in render_full([FINDING], True)


def test_summary() -> None:
    other = Diagnostic(UNKNOWN, "m", Place(SourceFile("b", "x"), 0, 1))
    assert summary([]) == "nothing found"
    assert summary([FINDING, other]) == "2 errors in 2 files"
