"""The rulesets that come with Hoyle, found by id."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hoyle.resources import data_path


@cache
def bundled() -> dict[str, Path]:
    """Id → file, for every bundled ruleset."""
    found = {}
    for path in sorted(data_path("rulesets").rglob("*.yaml")):
        if not path.name.endswith(".scenarios.yaml"):
            found[path.stem] = path
    return found


def scenario_files(ruleset: Path) -> list[Path]:
    """The files beside a ruleset that hold scenarios for it."""
    beside = ruleset.with_name(f"{ruleset.stem}.scenarios.yaml")
    try:
        return [beside] if beside.exists() else []
    except OSError:  # a name that is too long for a file
        return []
