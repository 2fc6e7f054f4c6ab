"""Compares messages with the texts that lie beside the tests; UPDATE_SNAPSHOTS=1 writes them anew."""

from __future__ import annotations

import os
from pathlib import Path


def matches(found: str, expected: Path) -> bool:
    if os.environ.get("UPDATE_SNAPSHOTS"):
        expected.parent.mkdir(exist_ok=True)
        expected.write_text(found, encoding="utf-8")
    assert found == expected.read_text(encoding="utf-8")
    return True
