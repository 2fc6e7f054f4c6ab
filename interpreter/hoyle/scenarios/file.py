"""Reads files of scenarios, as far as their form goes; editors need no more."""

from __future__ import annotations

from pathlib import Path

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Map
from hoyle.document.schema import check_scenario_file


def read_scenario_file(path: str | Path, findings: Findings) -> tuple[SourceFile | None, Map | None]:
    """A file of scenarios and its tree, checked for its form, as far as there are any."""
    file = read_path(path, findings)
    return file, read_scenarios_root(file, findings) if file is not None else None


def read_scenarios_root(file: SourceFile, findings: Findings) -> Map | None:
    """The tree of a file of scenarios, checked for its form."""
    root = read(file, findings)
    if root is not None:
        check_scenario_file(root, findings)
    return root
