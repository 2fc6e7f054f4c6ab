"""Leaves out the findings that an author allows or did not ask for.

`# hoyle: allow H701 the reason` at the end of a line, or alone on the line above, allows what is found there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from hoyle.diagnostics.catalogue.suppression import BAD_ALLOW, ERROR_ALLOWED, NO_REASON, UNUSED
from hoyle.diagnostics.explain import matching, suggestion
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Place, SourceFile
from hoyle.document.from_yaml import read
from hoyle.document.nodes import Scalar, scalars_of
from hoyle.syntax.keys import entry_point

_DIRECTIVE = re.compile(r"#\s*hoyle:\s*(?P<word>\S*)\s*(?P<rest>.*)")
_CODES = re.compile(r"(?P<codes>[\w-]+(?:\s*,\s*[\w-]+)*)\s*(?P<reason>.*)")
# What may be a comment of YAML's, and one of the action language's.
_IN_YAML = re.compile(r"(?:^|(?<=[ \t]))#[^\r\n]*", re.MULTILINE)
_IN_ACTIONS = re.compile(r'"[^"\n]*"|#[^\n]*')
_SHAPE = "write `# hoyle: allow CODE reason`"


@dataclass(frozen=True, slots=True)
class Suppression:
    """One code that a comment allows, and the line of the file for which it does."""

    place: Place  # the code as written in the comment
    code: Code
    line: int

    def allows(self, finding: Diagnostic) -> bool:
        at = finding.place
        return (
            finding.code.id == self.code.id
            and at.file.name == self.place.file.name
            and at.line == self.line
            and finding.code.severity != "error"
        )


def selected(
    diagnostics: Iterable[Diagnostic], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> list[Diagnostic]:
    """Those findings that are selected (all, if nothing is) and not ignored.

    A pattern is a code (`H701`), the beginning of one (`H7`) or a name (`unused-rule`).
    """
    return [
        finding
        for finding in diagnostics
        if (not select or any(_fits(pattern, finding.code) for pattern in select))
        and not any(_fits(pattern, finding.code) for pattern in ignore)
    ]


def unknown_patterns(patterns: Iterable[str]) -> list[tuple[str, str | None]]:
    """The patterns that mean no code at all, each with what was probably meant."""
    return [(pattern, suggestion(pattern)) for pattern in patterns if not matching(pattern)]


def without_allowed(
    diagnostics: Iterable[Diagnostic], files: Iterable[SourceFile], not_run: Sequence[str] = ()
) -> list[Diagnostic]:
    """The findings that no comment allows, and what is wrong with the comments of the files.

    `files` are those that the user named: only their comments are judged, while a base's are merely heeded.
    `not_run` are patterns of codes that were not looked for this time, so that nothing can be said of them.
    """
    found = list(diagnostics)
    named = {file.name: file for file in files}
    others = {finding.place.file.name: finding.place.file for finding in found}
    remarks = Findings()
    allowed: list[Suppression] = []
    for name, file in (others | named).items():
        allowed += suppressions_in(file, remarks if name in named else Findings())
    used: set[Suppression] = set()
    for finding in found:
        fitting = [one for one in allowed if one.allows(finding)]
        used.update(fitting)
        if not fitting:
            remarks.add(finding)
    # After an error the later passes did not run, and what they would find is not known.
    if not any(finding.code.severity == "error" for finding in found):
        for one in allowed:
            judged = one.place.file.name in named and not any(_fits(word, one.code) for word in not_run)
            if judged and one not in used and one.code.severity != "error":
                message = f"there is no {one.code.id} {one.code.name} on line {one.line} to allow"
                remarks.report(UNUSED, one.place, message, help="delete the comment")
    return remarks.sorted


def suppressions_in(file: SourceFile, findings: Findings) -> list[Suppression]:
    """What the comments of a file allow; those that cannot be understood are findings."""
    if "hoyle:" not in file.text:
        return []
    found: list[Suppression] = []
    for comment in comments_of(file):
        directive = _DIRECTIVE.match(file.text, comment.start, comment.end)
        if directive is not None:
            found += _understood(file, comment, directive, findings)
    return found


def _understood(
    file: SourceFile, comment: Place, directive: re.Match[str], findings: Findings
) -> list[Suppression]:
    word = directive.group("word")
    if word != "allow":
        help = "did you mean `allow`?" if word and word[0] == "a" else _SHAPE
        findings.report(BAD_ALLOW, comment, f"`{word}` is nothing that Hoyle can be told", help=help)
        return []
    listed = _CODES.match(file.text, directive.start("rest"), directive.end("rest"))
    if listed is None:
        findings.report(BAD_ALLOW, comment, "this does not say which finding is allowed", help=_SHAPE)
        return []
    if not listed.group("reason").strip(" -–—:."):
        code = listed.group("codes")
        message = f"this allows {code} and does not say why"
        findings.report(NO_REASON, comment, message, help="write the reason behind the code")
    line = _covered_line(file, comment)
    found = []
    for part in re.compile(r"[\w-]+").finditer(file.text, listed.start("codes"), listed.end("codes")):
        place = Place(file, part.start(), part.end())
        codes = [code for code in matching(part.group()) if part.group() in (code.id, code.name)]
        if not codes:
            near = suggestion(part.group())
            message = f"there is no finding called `{part.group()}`"
            findings.report(BAD_ALLOW, place, message, help=f"did you mean `{near}`?" if near else _SHAPE)
        for code in codes:
            if code.severity == "error":
                message = f"{code.id} {code.name} is an error, which cannot be allowed"
                findings.report(ERROR_ALLOWED, place, message, help="mend it, and delete the comment")
            else:
                found.append(Suppression(place, code, line))
    return found


def _covered_line(file: SourceFile, comment: Place) -> int:
    """The comment's own line, or if nothing else stands there the next that holds more than a comment."""
    line = comment.line
    while line < len(file.line_starts) and file.line(line).strip()[:1] in ("", "#"):
        line += 1
    return line


def _fits(pattern: str, code: Code) -> bool:
    return bool(matching(pattern, (code,)))


# ------------------------------------------------------------------ comments
def comments_of(file: SourceFile) -> list[Place]:
    """The place of every comment, without those `#` that belong to a text."""
    root = read(file, Findings())
    taken: list[tuple[int, int]] = []
    found: list[Place] = []
    if root is not None:
        for path, scalar in scalars_of(root):
            if scalar.style == "literal" and entry_point(path) is not None:
                for match in _IN_ACTIONS.finditer(scalar.text):
                    if match.group().startswith("#"):
                        found.append(scalar.place_of(match.start(), match.end()))
            # The header's own comment (`do: |  # why`) is YAML's.
            start = scalar.place.start
            if scalar.style in ("literal", "folded"):
                line_end = file.text.find("\n", start, scalar.place.end)
                start = scalar.place.end if line_end < 0 else line_end
            taken.append((start, _end_of(scalar)))
    taken.sort()
    index = 0
    for match in _IN_YAML.finditer(file.text):
        while index < len(taken) and taken[index][1] <= match.start():
            index += 1
        if index == len(taken) or match.start() < taken[index][0]:
            found.append(Place(file, match.start(), match.end()))
    return sorted(found, key=lambda place: place.start)


def _end_of(scalar: Scalar) -> int:
    """Where a scalar's text ends; a block's token may reach over the comments below it."""
    if scalar.style not in ("literal", "folded"):
        return scalar.place.end
    return scalar.offsets[-1] if scalar.text else scalar.place.start
