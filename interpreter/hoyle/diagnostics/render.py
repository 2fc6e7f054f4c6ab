"""Writes findings for people and for programs."""

from __future__ import annotations

import json
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import get_args

from hoyle.diagnostics.model import Diagnostic, Place, Severity
from hoyle.diagnostics.render_ci import render_github, render_sarif
from hoyle.terminal import Paint, Style
from hoyle.wording import counted

_WIDEST = 110  # columns of source shown before a line is clipped around its span
_TAB = 4
_CLIP = "…"

Format = Callable[[Sequence[Diagnostic], bool], str]


def render_full(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """Every finding with its source line and the span underlined, and a summary line."""
    findings = list(diagnostics)
    paint = Paint(colour)
    blocks = [_block(finding, paint) for finding in findings]
    return "\n".join([*blocks, summary(findings)]) + "\n"


def render_concise(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """One line a finding, as compilers and editors know it."""
    paint = Paint(colour)
    lines = []
    for finding in diagnostics:
        code = paint(finding.code.severity, f"{finding.code.id} {finding.code.name}")
        lines.append(f"{finding.place}: {code}: {_one_line(finding.message)}\n")
    return "".join(lines)


def render_json(diagnostics: Iterable[Diagnostic], colour: bool = False) -> str:
    """One JSON array, for tools; lines and columns count from 1, the end is exclusive."""
    rows = [
        {
            "code": finding.code.id,
            "name": finding.code.name,
            "severity": finding.code.severity,
            "message": finding.message,
            **_span(finding.place),
            "help": finding.help,
            "related": [{"message": other.message, **_span(other.place)} for other in finding.related],
            "cites": list(finding.cites),
        }
        for finding in diagnostics
    ]
    return json.dumps(rows, indent=2, ensure_ascii=False) + "\n"


FORMATS: dict[str, Format] = {
    "full": render_full,
    "concise": render_concise,
    "json": render_json,
    "github": render_github,
    "sarif": render_sarif,
}


def summary(diagnostics: Iterable[Diagnostic]) -> str:
    """How much was found.

    >>> summary([])
    'nothing found'
    """
    findings = list(diagnostics)
    if not findings:
        return "nothing found"
    counts = Counter(finding.code.severity for finding in findings)
    files = len({finding.place.file.name for finding in findings})
    kinds = [counted(counts[kind], kind) for kind in get_args(Severity) if counts[kind]]
    text = f"{', '.join(kinds)} in {counted(files, 'file')}"
    if len(kinds) < 2 or not counts["error"]:
        return text
    # Said once more at the end, which is what one sees when there was much to read.
    first = next(finding for finding in findings if finding.code.severity == "error")
    return (
        f"{text}; the {'error' if counts['error'] == 1 else 'first error'}: {first.code.id} at {first.place}"
    )


def _one_line(text: str) -> str:
    return " ".join(text.split()) if "\n" in text else text


def _span(place: Place) -> dict[str, str | int]:
    line, column = place.file.line_column(place.start)
    end_line, end_column = place.file.line_column(max(place.start, place.end))
    return {
        "file": place.file.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }


def _block(finding: Diagnostic, paint: Paint) -> str:
    """One finding, in the shape that readers know from Rust."""
    code, place = finding.code, finding.place
    same = [other for other in finding.related if other.place.file.text]
    numbers = [place.line, *(other.place.line for other in same)]
    gutter = len(str(max(numbers)))
    bar = paint("frame", "|")
    margin = " " * gutter
    head = paint(code.severity, f"{code.severity}[{code.id}] {code.name}")
    where = place if place.file.text else place.file.name
    lines = [f"{head}{paint('bold', f': {finding.message}')}", f"{margin}{paint('frame', '-->')} {where}"]
    if place.file.text:
        lines.append(f"{margin} {bar}")
        lines += _source(place, gutter, "^", code.severity, finding.help, paint)
    elif finding.help:
        lines.append(f"{margin} {paint('frame', '=')} help: {finding.help}")
    if same:
        lines.append(f"{margin} {bar}")
    for other in same:
        lines.append(f"{margin}{paint('frame', ':::')} {other.place}")
        lines += _source(other.place, gutter, "-", "frame", other.message, paint)
    if finding.cites:
        lines.append(f"{margin} {paint('frame', '=')} rulebook: {', '.join(finding.cites)}")
    return "\n".join(lines) + "\n"


def _source(place: Place, gutter: int, mark: str, style: Style, note: str | None, paint: Paint) -> list[str]:
    """The source line of a place and the line that underlines it; of several lines the first."""
    line = place.file.line(place.line)
    start = min(place.column - 1, len(line))
    length = max(place.end - place.start, 1)
    end = max(min(start + length, len(line)), start)
    shown, start, end = _clipped(line, start, end)
    before = sum(_width(char) for char in shown[:start])
    under = max(sum(_width(char) for char in shown[start:end]), 1)
    marks = paint(style, mark * under + (f" {note}" if note else ""))
    bar = paint("frame", "|")
    number = paint("frame", f"{place.line:>{gutter}}")
    text = "".join(_printable(char) for char in shown).rstrip()
    return [f"{number} {bar} {text}".rstrip(), f"{' ' * gutter} {bar} {' ' * before}{marks}"]


def _clipped(line: str, start: int, end: int) -> tuple[str, int, int]:
    """The line, or of a very long one the part around the span, which moves with it."""
    if len(line) <= _WIDEST:
        return line, start, end
    end = min(end, start + _WIDEST - 10)
    first = max(0, min(start - 30, len(line) - _WIDEST))
    last = min(len(line), max(first + _WIDEST, end))
    left = _CLIP if first > 0 else ""
    right = _CLIP if last < len(line) else ""
    # The mark takes the place of the first character shown, so columns stay as they are.
    shown = left + line[first + len(left) : last] + right
    return shown, start - first, end - first


def _printable(char: str) -> str:
    """The character as it is shown; a file can't steer the terminal or turn the text around."""
    if char == "\t":
        return "→".ljust(_TAB)
    turns_text = "\u202a" <= char <= "\u202e" or "\u2066" <= char <= "\u2069"
    is_none = ord(char) & 0xFFFE == 0xFFFE or "\ufdd0" <= char <= "\ufdef"  # for good, says Unicode
    hidden = turns_text or is_none or unicodedata.category(char) in ("Cc", "Cs")
    return "\ufffd" if hidden else char


def _width(char: str) -> int:
    """How many columns of a terminal a character takes."""
    shown = _printable(char)
    if shown != char:
        return len(shown)
    if unicodedata.combining(char) or unicodedata.category(char) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in ("W", "F") else 1
