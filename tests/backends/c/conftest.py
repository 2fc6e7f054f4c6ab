"""A cache of its own for each test, and what is needed to compile."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.backends.c.cache import Cache
from hoyle.backends.c.compiler import compilers


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Cache:
    """An empty cache, which all that the test compiles goes to."""
    monkeypatch.setenv("HOYLE_CACHE", str(tmp_path / "cache"))
    return Cache(tmp_path / "cache")


@pytest.fixture
def compiler() -> None:
    """Skips a test where there is no compiler."""
    if next(compilers(), None) is None:
        pytest.skip("there is no C compiler here")
