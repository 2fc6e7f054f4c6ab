"""What is known to disagree still does; what was mended agrees."""

from __future__ import annotations

import pytest

from tests.differential.known import KNOWN, MENDED, WON, WRITTEN, sample, won_by
from tests.differential.playing import Failed, tried


@pytest.mark.parametrize("name", KNOWN)
def test_it_still_fails(name: str) -> None:
    known = KNOWN[name]
    failed = tried(sample(known.rules))
    assert isinstance(failed, Failed), "it is mended: say so in the list"
    assert known.met(sample(known.rules), failed.error), str(failed)


@pytest.mark.parametrize("name", MENDED)
def test_it_stays_mended(name: str) -> None:
    assert tried(sample(MENDED[name])) is True


@pytest.mark.parametrize("name", WRITTEN)
def test_what_is_written_by_hand(name: str) -> None:
    assert tried(sample(WRITTEN[name])) is True


@pytest.mark.parametrize("name", WON)
def test_who_has_won(name: str) -> None:
    assert tried(won_by(WON[name])) is True
