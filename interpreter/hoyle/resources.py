"""Finds the schemas, the grammar and the bundled rulesets, in a checkout or in an installed package."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

Kind = Literal["schemas", "grammar", "rulesets"]


def data_path(kind: Kind) -> Path:
    """The folder of one kind of data: inside the installed package, else at the top of the checkout."""
    package = Path(__file__).resolve().parent
    installed = package / "_data" / kind
    return installed if installed.is_dir() else package.parent.parent / kind
