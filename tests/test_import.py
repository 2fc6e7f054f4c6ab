"""`import hoyle` is light, and everything it names has a type."""

from __future__ import annotations

import subprocess
import sys
from typing import assert_type

import pytest

import hoyle


def test_it_loads_nothing_else() -> None:
    code = "import sys; before = set(sys.modules); import hoyle; print(*sorted(set(sys.modules) - before))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"hoyle", "__future__"}


def test_every_name_is_there() -> None:
    assert set(hoyle.__all__) <= set(dir(hoyle))
    for name in hoyle.__all__:
        assert getattr(hoyle, name).__module__.startswith("hoyle")
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        getattr(hoyle, "lod")  # noqa: B009


def test_types_are_known() -> None:
    """mypy looks at this: without types, `hoyle.load` would be anything."""
    game = assert_type(hoyle.load("tic-tac-toe"), hoyle.Game)
    state = assert_type(game.start(seed=1), hoyle.State)
    assert_type(state.over, bool)
    assert issubclass(hoyle.IllegalChoice, Exception)
