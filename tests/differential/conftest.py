"""Notes what has been compared, so that the end of a run can tell."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.differential.referee import Tally


@pytest.fixture
def tally(record_property: Callable[[str, object], None]) -> Iterator[Tally]:
    tally = Tally()
    yield tally
    record_property("counted", ["compared builds", tally.numbers])
