"""The load on loopback, small: every move comes to be seen by everybody, and nobody is turned away.

How long that takes is measured by `python -m tests.web.load`, which asserts nothing.
"""

from __future__ import annotations

import asyncio

from tests.web.load import measured, percentile, shown


def test_every_move_is_seen_by_all() -> None:
    load = asyncio.run(measured("tic-tac-toe", tables=3, people=2, bots=0, seconds=30, pause=0.01))
    assert load.browsers == 6
    assert load.games == 3, "each plays one game to its end"
    assert len(load.own) == len(load.others) >= 3 * 5
    assert not load.refused
    assert percentile(load.own, 50) <= percentile(load.own, 95) <= max(load.own)
    assert "3 games over" in next(shown(load, 30))
