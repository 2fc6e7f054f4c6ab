"""Coverage for people: a table by rule, and the ruleset's own lines with marks."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

from hoyle.coverage.measured import KINDS, Coverage, place_text
from hoyle.tables import aligned

if TYPE_CHECKING:
    from hoyle.coverage.marks import Kind, Point
    from hoyle.diagnostics.model import SourceFile

_WAYS = {
    "then": "its condition never held",
    "else": "its condition always held",
    "loop": "the loop was never entered",
    "otherwise": "`otherwise` was never needed",
}
_PLURALS: dict[Kind, str] = {"statement": "statements", "branch": "branches", "choice": "choices"}
LEGEND = "+ exercised   ~ in part   - not exercised"


def table(coverage: Coverage) -> str:
    """How much of each rule was exercised, and what was not."""
    rows: list[tuple[str, ...]] = [("rule", "run", "statements", "branches", "choices")]
    for rule in coverage.rules:
        counts = [str(coverage.count(kind, rule)) for kind in KINDS]
        rows.append((rule, "yes" if coverage.ran(rule) else "no", *counts))
    totals = [str(coverage.count(kind)) for kind in KINDS]
    rows.append(("total", str(coverage.count("rule")), *totals))
    lines = aligned(rows, right=range(1, 5))
    missing = [f"{_short(point)}: {told(coverage, point)}" for point in coverage.missing]
    return "\n".join([*lines, *(["", "not exercised:"] if missing else []), *missing]) + "\n"


def told(coverage: Coverage, point: Point) -> str:
    """One sentence about a point that was not exercised."""
    match point.kind:
        case "rule":
            return f"the rule `{point.rule}` was never run"
        case "choice":
            how = "was on offer, but never taken" if coverage.was_offered(point) else "was never on offer"
            return f"`{point.name}` in `{point.rule}` {how}"
        case _:
            return f"in `{point.rule}`: {_WAYS[point.name]}"


def lines(coverage: Coverage, files: Iterable[SourceFile]) -> str:
    """The files that hold rules, every line with a mark that says how much of it was exercised."""
    by_line: dict[tuple[str, int], list[Point]] = {}
    for point in coverage.points:
        by_line.setdefault((point.place.file, point.place.line), []).append(point)
    parts = []
    for file in files:
        if not any(name == file.name for name, _ in by_line):
            continue
        numbered = file.text.splitlines()
        width = len(str(len(numbered)))
        parts.append(f"{file.name}   ({LEGEND})")
        for number, text in enumerate(numbered, 1):
            mark = _mark(coverage, by_line.get((file.name, number), []))
            parts.append(f"{mark} {number:>{width}} | {text}".rstrip())
    return "\n".join(parts) + "\n"


def as_json(coverage: Coverage) -> dict[str, Any]:
    """The same for programs."""

    def counted(rule: str | None) -> dict[str, Any]:
        return {
            plural: {"met": count.met, "of": count.of}
            for kind, plural in _PLURALS.items()
            for count in (coverage.count(kind, rule),)
        }

    rules = [{"rule": rule, "run": coverage.ran(rule), **counted(rule)} for rule in coverage.rules]
    return {
        "rules": rules,
        "total": counted(None),
        "missing": [
            {
                "kind": point.kind,
                "rule": point.rule,
                "name": point.name,
                "file": point.place.file,
                "line": point.place.line,
                "column": point.place.column,
                "message": told(coverage, point),
            }
            for point in coverage.missing
        ],
    }


def _mark(coverage: Coverage, points: Sequence[Point]) -> str:
    if not points:
        return " "
    met = [point in coverage.met for point in points]
    return "+" if all(met) else "~" if any(met) else "-"


def _short(point: Point) -> str:
    return place_text(point.place).replace(point.place.file, PurePath(point.place.file).name, 1)
