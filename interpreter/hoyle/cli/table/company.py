"""Who else sits at the table: bots by level, and what they would do in your place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from hoyle.bots.registry import BOTS, choice_of, make_bot, seat_streams
from hoyle.random import Stream, derive
from hoyle.tabletop.declared import Declared

if TYPE_CHECKING:
    from hoyle import Game, State
    from hoyle.bots.registry import Bot

_ASKED = 5  # times, for a hint
_HINTS = 1 << 40  # where the luck of hints begins: apart from that of games and of seats


@dataclass(frozen=True, slots=True)
class Hint:
    """What a bot would do, and in how many of the times that it was asked."""

    choice: int
    times: int
    asked: int
    bot: str


def is_searched_natively(game: Game, bot: str) -> bool:
    """Whether a game at a table is worth compiling before it begins: a bot searches it, and all lies open.

    A bot at its hardest takes seconds for a move of chess in Python, and a third of a second in native code.
    Where something is hidden, what looks for worlds is compiled besides: there a person would wait longer for
    the first move than Python takes for it.
    """
    kind = BOTS.get(bot.partition(":")[0])
    thinks = kind is not None and kind.iterations is not None
    return thinks and game.wanted_engine() == "auto" and not Declared(game.program, 0).has_secrets


class Company:
    """The bots at a table, each with luck of its own, so that a game taken back goes on alike."""

    def __init__(self, bot: str, seed: int, players: int) -> None:
        self.name = bot
        self.bots: list[Bot] = [make_bot(bot, clock=True) for _ in range(players)]
        self.streams: list[Stream] = seat_streams(seed, players)
        self._seed = seed

    def choose(self, state: State) -> int:
        """The choice of the bot whose turn it is."""
        seat = state.decision.seat
        return choice_of(self.bots[seat], state, self.streams[seat])

    def hint(self, state: State) -> Hint:
        """What bots would do at the decision that is due; the game's own luck stays as it is."""
        first = _HINTS + state.decisions * _ASKED
        streams = [Stream(derive(self._seed, first + number)) for number in range(_ASKED)]
        picks = Counter(choice_of(make_bot(self.name, clock=True), state, stream) for stream in streams)
        choice, times = max(picks.items(), key=lambda pair: (pair[1], -pair[0]))
        return Hint(choice, times, _ASKED, self.name)

    @property
    def luck(self) -> list[int]:
        return [stream.state for stream in self.streams]

    def put_back(self, luck: Sequence[int]) -> None:
        for stream, state in zip(self.streams, luck, strict=True):
            stream.state = state
