"""Looks at every shape of a ruleset whose components or boards hang on options or players, or at some."""

from __future__ import annotations

import dataclasses

from hoyle.checked.from_syntax import check_ruleset
from hoyle.checked.model import Model, Shape
from hoyle.checked.shapes import other_shapes, told, values_of
from hoyle.diagnostics.model import Diagnostic, Findings
from hoyle.syntax.ruleset import Ruleset
from hoyle.wording import counted, listed

MOST = 40  # shapes that are looked at
_MOST_TOLD = 3

_Key = tuple[str, int, int, str]


def check_shapes(syntax: Ruleset, findings: Findings) -> tuple[Model, str]:
    """The model of the first shape, with findings for all; and a note if there are too many to look at."""
    own = Findings()
    first = check_ruleset(syntax, own)
    if first.family is None or first.options.keys() != syntax.options.keys():
        _add(own, findings)  # without its options nobody knows which shapes there are
        return first, ""
    others, whole = other_shapes(first, MOST - 1)
    found: dict[_Key, list[tuple[Shape, Diagnostic]]] = {}
    assert first.shape is not None
    for shape in (first.shape, *others):
        inside = Findings()
        if shape is first.shape:
            inside = own
        else:
            check_ruleset(syntax, inside, shape)
        for finding in inside.sorted:
            same = found.setdefault(finding.sort_key, [])
            if not same or same[-1][0] is not shape:  # one for a place and code is enough
                same.append((shape, finding))
    for same in found.values():
        findings.add(_qualified(first, same, [first.shape, *others]))
    if whole:
        return first, ""
    return first, _note(first, (first.shape, *others))


def _note(model: Model, shapes: tuple[Shape, ...]) -> str:
    """Which settings were looked at, where it was not all."""
    assert model.family is not None
    names = ["players"] if model.family.players else []
    names += model.family.options
    rows = "; ".join(" ".join(values_of(model, shape)) for shape in shapes)
    return f"looked at {len(shapes)} of the many settings of {listed(names)}: {rows}"


def _qualified(model: Model, same: list[tuple[Shape, Diagnostic]], shapes: list[Shape]) -> Diagnostic:
    """A finding that says with which settings it comes, unless it comes with all."""
    finding, those = same[0][1], [shape for shape, _ in same]
    if len(those) == len(shapes):
        return finding
    names = _told(model, those, shapes)
    more = len(names) - _MOST_TOLD
    which = listed(names, "or") if more <= 1 else f"{', '.join(names[:_MOST_TOLD])} or {more} more"
    return dataclasses.replace(finding, message=f"{finding.message} (with {which})")


def _told(model: Model, those: list[Shape], shapes: list[Shape]) -> list[str]:
    """What tells some shapes from the others: one thing, if that is enough, or everything."""
    assert model.family is not None
    names = [*(["players"] if model.family.players else []), *model.family.options]
    for index, name in enumerate(names):
        decisive = list(dict.fromkeys(values_of(model, shape)[index] for shape in those))
        if sum(values_of(model, shape)[index] in decisive for shape in shapes) == len(those):
            if name == "players" and index == 0 and model.family.players:
                return [counted(int(value), "player") for value in decisive]
            return [f"{name} = {value}" for value in decisive]
    return [told(model, shape) for shape in those]


def lint_shapes(model: Model, findings: Findings) -> None:
    """What is in vain in every shape; what has a use in one of them has one."""
    from hoyle.lint import lint_model

    own = Findings()
    lint_model(model, own)
    left = {finding.sort_key: finding for finding in own.sorted}
    for shape in other_shapes(model, MOST - 1)[0] if left else ():
        inside = Findings()
        lint_model(check_ruleset(model.syntax, Findings(), shape), inside)
        there = {finding.sort_key for finding in inside.sorted}
        left = {key: finding for key, finding in left.items() if key in there}
    for finding in left.values():
        findings.add(finding)


def _add(some: Findings, findings: Findings) -> None:
    for finding in some.sorted:
        findings.add(finding)
