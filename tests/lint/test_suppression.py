"""Findings that are allowed, selected or ignored."""

from __future__ import annotations

import pytest

from hoyle.diagnostics.catalogue.checked import NEVER_NONE, UNKNOWN_NAME, UNKNOWN_RULE
from hoyle.diagnostics.catalogue.lint import UNUSED_RULE, UNUSED_ZONE
from hoyle.diagnostics.catalogue.suppression import BAD_ALLOW, ERROR_ALLOWED, NO_REASON, UNUSED
from hoyle.diagnostics.model import Code, Diagnostic, Findings, Place, SourceFile
from hoyle.lint.suppression import comments_of, selected, suppressions_in, unknown_patterns, without_allowed

TEXT = """\
hoyle: 1
about: "not a comment: # hoyle: allow H701 inside a text"
zones:
  scrap: {of: card}   # hoyle: allow H701 the variants use it
  # hoyle: allow unused-zone, H521 another reason
  # a remark in between

  spare: {of: card}
rules:
  round:
    do: |   # hoyle: allow H702 a header
      let a = "# hoyle: allow H702 no comment"   # hoyle: allow H521 in the action language
      nothing
"""


def at(file: SourceFile, line: int, code: Code) -> Diagnostic:
    start = file.line_starts[line - 1]
    return Diagnostic(code, "…", Place(file, start, start + 1))


def shown(found: list[Diagnostic]) -> list[tuple[int, str, str]]:
    return [(d.place.line, d.code.id, d.message) for d in found]


def test_comments_are_told_from_texts() -> None:
    file = SourceFile("a.yaml", TEXT)
    assert [place.line for place in comments_of(file)] == [4, 5, 6, 11, 12]
    read = suppressions_in(file, Findings())
    assert [(one.line, one.code.id) for one in read] == [
        (4, "H701"),
        (8, "H701"),
        (8, "H521"),
        (11, "H702"),
        (12, "H521"),
    ]


def test_allowed_findings_go_and_others_stay() -> None:
    file = SourceFile("a.yaml", TEXT)
    found = [
        at(file, 4, UNUSED_ZONE),
        at(file, 8, UNUSED_ZONE),
        at(file, 8, NEVER_NONE),
        at(file, 11, UNUSED_RULE),
        at(file, 12, NEVER_NONE),
    ]
    assert without_allowed(found, [file]) == []
    other = [at(file, 3, UNUSED_ZONE), at(file, 4, UNUSED_RULE)]
    assert without_allowed([*found, *other], [file]) == other


def test_what_is_not_used() -> None:
    file = SourceFile("a.yaml", "hoyle: 1   # hoyle: allow H701, H521 why not\n")
    assert shown(without_allowed([at(file, 1, UNUSED_ZONE)], [file])) == [
        (1, "H791", "there is no H521 always-exists on line 1 to allow")
    ]
    (unused,) = without_allowed([at(file, 1, UNUSED_ZONE)], [file])
    assert file.text[unused.place.start : unused.place.end] == "H521"
    assert without_allowed([at(file, 1, UNUSED_ZONE)], [file], not_run=["H5"]) == []


def test_after_an_error_nothing_is_called_unused() -> None:
    file = SourceFile("a.yaml", "hoyle: 1   # hoyle: allow H701 why not\n")
    error = at(file, 1, UNKNOWN_NAME)
    assert without_allowed([error], [file]) == [error]


def test_a_base_is_heeded_but_not_judged() -> None:
    base = SourceFile("base.yaml", "a: 1   # hoyle: allow H701\nb: 2   # hoyle: allow H521 left over\n")
    own = SourceFile("own.yaml", "hoyle: 1\n")
    assert without_allowed([at(base, 1, UNUSED_ZONE)], [own]) == []


@pytest.mark.parametrize(
    ("comment", "code", "message", "help"),
    [
        ("allow H701", "H790", "this allows H701 and does not say why", "write the reason behind the code"),
        ("allow H701 –", "H790", "this allows H701 and does not say why", "write the reason behind the code"),
        ("alow H701 x", "H792", "`alow` is nothing that Hoyle can be told", "did you mean `allow`?"),
        ("", "H792", "`` is nothing that Hoyle can be told", "write `# hoyle: allow CODE reason`"),
        (
            "allow",
            "H792",
            "this does not say which finding is allowed",
            "write `# hoyle: allow CODE reason`",
        ),
        (
            "allow unsed-zone for now",
            "H792",
            "there is no finding called `unsed-zone`",
            "did you mean `unused-zone`?",
        ),
        (
            "allow H401 for now",
            "H793",
            "H401 unknown-name is an error, which cannot be allowed",
            "mend it, and delete the comment",
        ),
    ],
)
def test_comments_with_faults(comment: str, code: str, message: str, help: str) -> None:
    file = SourceFile("a.yaml", f"hoyle: 1   # hoyle: {comment}\n")
    found = [at(file, 1, UNUSED_ZONE)] if code == "H790" else []
    (fault,) = without_allowed(found, [file])
    assert (fault.code.id, fault.message, fault.help) == (code, message, help)


def test_an_error_is_not_allowed() -> None:
    file = SourceFile("a.yaml", "hoyle: 1   # hoyle: allow H401 it is fine\n")
    found = without_allowed([at(file, 1, UNKNOWN_NAME)], [file])
    assert [d.code.id for d in found] == ["H401", "H793"]


def test_files_that_are_no_yaml() -> None:
    file = SourceFile("a.yaml", "hoyle: [1   # hoyle: allow H701 why not\n")
    assert without_allowed([at(file, 1, UNUSED_ZONE)], [file]) == []


def test_filter() -> None:
    file = SourceFile("a.yaml", TEXT)
    found = [at(file, 1, code) for code in (UNKNOWN_NAME, UNKNOWN_RULE, NEVER_NONE, UNUSED_ZONE)]

    def kept(select: list[str], ignore: list[str]) -> list[str]:
        return [d.code.id for d in selected(found, select, ignore)]

    assert kept([], []) == ["H401", "H402", "H521", "H701"]
    assert kept(["H4"], []) == ["H401", "H402"]
    assert kept(["h401", "unused-zone"], []) == ["H401", "H701"]
    assert kept([], ["H4", "always-exists"]) == ["H701"]
    assert kept(["H4"], ["H402"]) == ["H401"]
    assert unknown_patterns(["H4", "H999", "unused-zone", "unsed-zone"]) == [
        ("H999", None),
        ("unsed-zone", "unused-zone"),
    ]


@pytest.mark.parametrize(
    "code", [NO_REASON, UNUSED, BAD_ALLOW, ERROR_ALLOWED], ids=lambda code: getattr(code, "id", None)
)
def test_the_samples_of_the_catalogue(code: Code) -> None:
    def codes_in(text: str) -> set[str]:
        file = SourceFile("a.yaml", text)
        found = [at(file, 2, UNUSED_ZONE)] if "scrap" in text else []
        return {d.code.id for d in without_allowed(found, [file])}

    assert code.id in codes_in(code.bad)
    assert code.id not in codes_in(code.good)
