"""Bots think away from where people are served, in processes of their own, if they think at all."""

from __future__ import annotations

import asyncio
import os
import pickle
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from hoyle.analysis.pool import end_with_parent
from hoyle.bots.registry import FIRST_SEAT, choice_of, make_bot
from hoyle.random import Stream, derive

if TYPE_CHECKING:
    from hoyle import Game, State

THOUGHTLESS = frozenset({"random", "first"})
MOST_GAMES = 16


class Thinkers:
    """Where bots think; `most` processes at once, started when first needed."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def pick(self, bot: str, state: State, seed: int) -> int:
        """The index of the choice that a bot takes."""
        luck = derive(seed, FIRST_SEAT + state.decisions)
        if bot in THOUGHTLESS:
            return choice_of(make_bot(bot), state, Stream(luck))
        job = (bot, state.game.hash, state.to_json(), luck)
        found = await self._ask(*job, None)
        # A process that has never played this game is handed its program once.
        return found if found is not None else await self._ask(*job, pickle.dumps(state.game)) or 0

    async def _ask(self, *job: Any) -> int | None:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._processes(), think, *job)
        except BrokenProcessPool:  # a thinker was ended from outside: another takes over
            self._pool = None
            return await loop.run_in_executor(self._processes(), think, *job)

    def _processes(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: the server has threads.
            self._pool = ProcessPoolExecutor(
                self.most, mp_context=get_context("spawn"), initializer=end_with_parent
            )
        return self._pool

    def close(self) -> None:
        """Ends the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)


_games: dict[str, Game] = {}  # of a process that thinks


def think(bot: str, hash: str, saved: dict[str, Any], luck: int, game: bytes | None) -> int | None:
    """What a bot chooses, in another process; None if the game is not known there."""
    if hash not in _games:
        if game is None:
            return None
        if len(_games) >= MOST_GAMES:
            _games.clear()
        _games[hash] = pickle.loads(game)
    return choice_of(make_bot(bot), _games[hash].resume(saved), Stream(luck))
