"""A file of scenarios, read and checked for its form; `suite` runs what is in it."""

from __future__ import annotations

from pathlib import Path

from hoyle.diagnostics.model import Findings, SourceFile
from hoyle.document.from_yaml import read, read_path
from hoyle.document.nodes import Map
from hoyle.document.schema import check_scenario_file


def read_scenario_file(path: str | Path, findings: Findings) -> tuple[SourceFile | None, Map | None]:
    """The file and its document, as far as there are any."""
    file = read_path(path, findings)
    root = read(file, findings) if file is not None else None
    if root is not None:
        check_scenario_file(root, findings)
    return file, root
