"""Places in source files and the findings that point at them."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

from hoyle.wording import counted

Severity = Literal["error", "warning", "hint"]
"""How grave a finding is, the gravest first; a hint says what could be better, and nothing fails for it."""

HERE_TOO = "here, too"  # said of a place where the same mistake was made again
_MOST_SHOWN = 4  # of these places


@dataclass(frozen=True, slots=True, eq=False)
class SourceFile:
    """A file's name as the user gave it, and its text."""

    name: str
    text: str
    line_starts: tuple[int, ...] = field(init=False, repr=False)

    def __post_init__(self) -> None:
        starts = (0, *(found.end() for found in re.finditer("\n", self.text)))
        object.__setattr__(self, "line_starts", starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """One-based line and column of a character offset."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a one-based line, without its line end."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < len(self.line_starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


@dataclass(frozen=True, slots=True)
class Place:
    """Some characters of a source file, from one offset to another."""

    file: SourceFile
    start: int
    end: int

    @property
    def line(self) -> int:
        return self.file.line_column(self.start)[0]

    @property
    def column(self) -> int:
        return self.file.line_column(self.start)[1]

    def __str__(self) -> str:
        line, column = self.file.line_column(self.start)
        return f"{self.file.name}:{line}:{column}"


@dataclass(frozen=True, slots=True)
class Related:
    """A second place that helps to understand a finding, e.g. "defined here"."""

    place: Place
    message: str


@dataclass(frozen=True, slots=True)
class Code:
    """One kind of finding: its number, its name, and why it matters."""

    id: str  # H401
    name: str  # unknown-name
    severity: Severity
    title: str  # one line, no full stop
    why: str = ""  # a paragraph for `hoyle explain`
    bad: str = ""  # a ruleset, or a fragment of one, that causes it
    good: str = ""  # the same, mended


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One finding."""

    code: Code
    message: str
    place: Place
    related: tuple[Related, ...] = ()
    help: str | None = None  # what to do, e.g. "did you mean `deck`?"
    cites: tuple[str, ...] = ()  # the rulebook points of the rule it stands in
    names: tuple[str, ...] = ()  # what the message names besides what stands at the place
    alike: tuple[object, ...] = ()  # findings that share it are the same mistake, made again

    @property
    def sort_key(self) -> tuple[str, int, int, str]:
        return self.place.file.name, self.place.start, self.place.end, self.code.id


def together(same: list[Diagnostic]) -> Diagnostic:
    """The first of several findings, with the others as related places."""
    first, *others = same
    related = [Related(other.place, HERE_TOO) for other in others[:_MOST_SHOWN]]
    more = len(others) - _MOST_SHOWN
    if more > 0:
        related[-1] = Related(others[_MOST_SHOWN - 1].place, f"{HERE_TOO}, and {counted(more, 'more time')}")
    return replace(first, related=(*first.related, *related)) if others else first


class Findings:
    """Collects diagnostics over all passes, each at most once for a place and code."""

    def __init__(self) -> None:
        self._all: dict[tuple[str, int, int, str, str], Diagnostic] = {}

    def add(self, diagnostic: Diagnostic) -> None:
        self._all.setdefault((*diagnostic.sort_key, diagnostic.message), diagnostic)

    def report(
        self,
        code: Code,
        place: Place,
        message: str,
        *,
        help: str | None = None,
        related: Iterable[Related] = (),
        cites: tuple[str, ...] = (),
        names: tuple[str, ...] = (),
    ) -> None:
        self.add(Diagnostic(code, message, place, tuple(related), help, cites, names))

    @property
    def each(self) -> list[Diagnostic]:
        """All of them, also those that are told together."""
        return sorted(self._all.values(), key=lambda d: d.sort_key)

    @property
    def sorted(self) -> list[Diagnostic]:
        """What to tell; a mistake that was made several times over is told once."""
        told: dict[tuple[object, ...], list[Diagnostic]] = {}
        for finding in self.each:
            told.setdefault(finding.alike or (id(finding),), []).append(finding)
        return [together(same) for same in told.values()]

    @property
    def errors(self) -> list[Diagnostic]:
        """Those that keep a ruleset from being used."""
        return [d for d in self.sorted if d.code.severity == "error"]

    @property
    def each_error(self) -> list[Diagnostic]:
        return [d for d in self.each if d.code.severity == "error"]

    @property
    def has_errors(self) -> bool:
        return any(d.code.severity == "error" for d in self._all.values())

    def __len__(self) -> int:
        return len(self._all)


class RulesetError(Exception):
    """A ruleset, option or player count is wrong; carries the diagnostics."""

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics = list(diagnostics)
        lines = [f"{d.place}: {d.code.id} {d.code.name}: {d.message}" for d in self.diagnostics[:20]]
        super().__init__("\n".join(lines) or "the ruleset is not valid")
