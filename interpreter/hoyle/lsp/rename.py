"""Renames a zone, a rule, a state variable or an option in the file that declares it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from hoyle.checked import model as m
from hoyle.checked.builtins import FUNCTION, VALUE
from hoyle.diagnostics.model import Place, SourceFile
from hoyle.lsp.buffers import Buffer, Buffers
from hoyle.lsp.declared import BUILTIN_TYPES
from hoyle.lsp.lookup import uses_in
from hoyle.lsp.uses import Use, Uses
from hoyle.syntax.words import reserved

_KINDS = {"zone": "zone", "rule": "rule", "state": "state variable", "option": "option"}
_NAME = re.compile(r"[a-z_][a-z0-9_]*")


class Refused(Exception):
    """A name can't be changed; says why."""


@dataclass(frozen=True, slots=True)
class Edit:
    place: Place
    text: str


def renamable(buffer: Buffer, offset: int) -> Use:
    """The name at the cursor, if it can be changed in this file."""
    uses = uses_in(buffer)
    if uses is None:
        raise Refused("the file has errors that hide what its names mean: mend them first")
    return _renamable(uses, offset)


def _renamable(uses: Uses, offset: int) -> Use:
    use = uses.at(offset)
    if use is None:
        raise Refused("there is no name here that could be changed")
    meaning = use.meaning
    kind = _KINDS.get(meaning.kind)
    if kind is None:
        what = "a built-in" if meaning.kind.startswith("builtin") else f"a {meaning.kind}"
        raise Refused(
            f"`{meaning.name}` is {what}: only zones, rules, state variables and options are renamed"
        )
    if meaning.home == "base":
        raise Refused("`base` is a word of the language")
    if meaning.kind == "rule" and meaning.name == "round":
        raise Refused("the rule `round` is where a round begins, and keeps its name")
    declared = uses.declarations(meaning)
    if not declared or any(place.file is not uses.own for place in declared):
        origin = declared[-1].file.name if declared else "its base"
        raise Refused(f"the {kind} `{meaning.name}` comes from {origin}: rename it there")
    return use


def rename(buffers: Buffers, buffer: Buffer, offset: int, new: str) -> list[Edit]:
    """The edits that give the name at the cursor another one, or Refused."""
    uses = uses_in(buffer)
    if uses is None:
        raise Refused("the file has errors that hide what its names mean: mend them first")
    meaning = _renamable(uses, offset).meaning
    if new == meaning.name:
        return []
    _check_name(new)
    _check_free(new, uses)
    own = [use for use in uses.of(meaning) if use.place.file is uses.own]
    edits = [Edit(use.place, new) for use in own]
    _check_result(buffers, buffer, edits)
    return edits


def _check_name(new: str) -> None:
    if not _NAME.fullmatch(new):
        raise Refused(f"`{new[:40]}` is not a name: use small letters, digits and `_`")
    if new in reserved() or new in FUNCTION or new in VALUE or new in (*BUILTIN_TYPES, "base", "off"):
        raise Refused(f"`{new}` is a word of the language")


def _check_free(new: str, uses: Uses) -> None:
    for use in uses.all:
        if use.meaning.name == new and use.meaning.kind != "attribute":
            line = f" (line {use.place.line})" if use.place.file is uses.own else ""
            raise Refused(f"`{new}` is already the name of a {use.meaning.kind}{line}")
    if new in _generated(uses.model):
        raise Refused(f"`{new}` is already the name of a value")


def _generated(model: m.Model) -> set[str]:
    """Names that stand nowhere in the file: values that a range or a board makes."""
    found: set[str] = set()
    for board in model.boards.values():
        found.update(board.nodes)
    for enum in model.enums.values():
        found.update(enum.values)
    return found


def _check_result(buffers: Buffers, buffer: Buffer, edits: list[Edit]) -> None:
    """Reads the renamed text as a whole: a use that was missed, or a clash, would be a new finding."""
    assert buffer.work is not None
    before = len(buffer.work.findings)
    after = buffers.run(SourceFile(buffer.name, applied(buffer.text, edits)))
    if len(after.findings) > before:
        known = {(finding.code.id, finding.message) for finding in buffer.work.findings.sorted}
        fresh = [f for f in after.findings.sorted if (f.code.id, f.message) not in known]
        reason = f": {fresh[0].message} (line {fresh[0].place.line})" if fresh else ""
        raise Refused(f"the file would not be right afterwards{reason}")


def applied(text: str, edits: list[Edit]) -> str:
    """The text with the edits made, the last first."""
    for edit in sorted(edits, key=lambda edit: edit.place.start, reverse=True):
        text = text[: edit.place.start] + edit.text + text[edit.place.end :]
    return text
