"""What is known to disagree still does."""

from __future__ import annotations

import pytest

from tests.differential.known import KNOWN
from tests.differential.playing import Failed, tried


@pytest.mark.parametrize("name", KNOWN)
def test_it_still_fails(name: str) -> None:
    known = KNOWN[name]
    failed = tried(known.ruleset)
    assert isinstance(failed, Failed), "it is mended: take it out of the list"
    assert known.met(known.ruleset, failed.error), str(failed)
