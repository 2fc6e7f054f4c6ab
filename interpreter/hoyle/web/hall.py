"""The hall: the games that are served, all tables, and the bots that are due somewhere."""

from __future__ import annotations

import asyncio
import re
import secrets
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

import hoyle
from hoyle.bots.levels import LEVELS, bot_of
from hoyle.bots.registry import BOTS
from hoyle.pipeline import open_sound
from hoyle.show.rulebook import Rulebook, rulebook
from hoyle.web.limits import Bucket, Limits
from hoyle.web.messages import tidy_name
from hoyle.web.store import Record, Seat, Store, StoreError
from hoyle.web.table import Refused, Table, restored, started
from hoyle.web.thinking import Thinkers

if TYPE_CHECKING:
    from hoyle import Game

_ID = re.compile(r"[A-Za-z0-9_-]{8,40}")


@dataclass(frozen=True, slots=True)
class Served:
    """A ruleset that tables may be opened for; `findings` are what the linter says of its file now."""

    source: str
    game: Game
    book: Rulebook
    findings: tuple[dict[str, Any], ...] = ()


def load(source: str) -> Served:
    """A ruleset to serve; RulesetError if it has errors."""
    return Served(source, hoyle.load(source), rulebook(open_sound(source, leave_out=("lint",))))


class Hall:
    """Everything that a server looks after."""

    def __init__(
        self,
        served: list[Served],
        store: Store,
        limits: Limits | None = None,
        bot: str = "random",
        pause: float = 0.0,
        rebase: bool = False,
    ) -> None:
        self.served = {one.game.id: one for one in served}
        self.store = store
        self.limits = limits or Limits()
        self.bot = bot  # who plays where nobody says who
        self.pause = pause  # seconds before a bot chooses, so that people can follow
        self.rebase = rebase  # whether tables go on by changed rules
        self.tables: dict[str, Table] = {}
        self.thinkers = Thinkers()
        self._opening: dict[str, asyncio.Lock] = {}
        self._driving: dict[str, asyncio.Task[None]] = {}
        self._seen: dict[str, float] = {}
        self._new = Bucket(self.limits.tables_a_minute / 60, self.limits.tables_a_minute)

    # -------------------------------------------------------------- tables
    async def create(
        self, ruleset: str, players: int | None, options: dict[str, Any], bots: list[str | None] | None
    ) -> Table:
        """Opens a new table; Refused says why it can't be."""
        served = self.served.get(ruleset)
        if served is None:
            raise Refused(f"`{ruleset[:60]}` is not served here")
        if not self._new.take():
            raise Refused("too many tables are being opened; try again in a minute")
        seed = secrets.randbits(64)
        try:
            count = served.game.chosen_players(players)
            options = {**served.game.options_for(count), **options}
            first = served.game.start(count, seed, options, record=True)
        except (hoyle.StartError, hoyle.PlayError) as error:
            raise Refused(str(error)) from None
        if bots is None:
            bots = [None, *[self.bot_named(self.bot)] * (count - 1)]
        if len(bots) != count:
            raise Refused(f"{count} players need {count} seats, not {len(bots)}")
        await self.store.make_room(self.limits.tables)
        if await self.store.count() >= self.limits.tables:
            raise Refused("all tables are taken; come back when a game is over")
        seats = tuple(
            Seat(secrets.token_urlsafe(24), f"{'Player' if bot is None else 'Bot'} {number}", bot)
            for number, bot in enumerate(bots, start=1)
        )
        record = Record(secrets.token_urlsafe(9), ruleset, served.game.hash, count, options, seed, seats)
        await self.store.create(record)
        table = Table(record, served.game, first, self.store)
        self.tables[table.id] = table
        self._seen[table.id] = monotonic()
        self.drive(table)
        return table

    async def open(self, id: str) -> Table:
        """The table of an id, from memory or from the store; Refused if there is none."""
        if not _ID.fullmatch(id):
            raise Refused("there is no such table")
        self._forget()
        async with self._opening.setdefault(id, asyncio.Lock()):
            if id not in self.tables:
                record = await self.store.find(id)
                if record is None:
                    self._opening.pop(id, None)
                    raise Refused("there is no such table any more")
                self.tables[id] = await self._brought_back(record)
            self._seen[id] = monotonic()
        table = self.tables[id]
        self.drive(table)
        return table

    async def _brought_back(self, record: Record) -> Table:
        served = self.served.get(record.ruleset)
        if served is None:
            raise Refused(f"this table plays {record.ruleset}, which is not served now")
        game = served.game
        if record.hash == game.hash:
            return Table(record, game, restored(game, record), self.store)
        if not self.rebase:
            raise Refused(
                f"the rules of {record.ruleset} have changed since this game began; it cannot go on by others"
            )
        # Laid out at its start, and then brought up to its last choice by the rules as they are now.
        try:
            table = Table(record, game, started(game, record), self.store)
            await table.play_by(game)
        except (hoyle.StartError, hoyle.PlayError) as error:
            raise Refused(f"the table cannot be laid out by the new rules: {error}") from None
        return table

    def _forget(self) -> None:
        """Drops tables that nobody has looked at for long from memory; they are kept in the store."""
        latest = monotonic() - self.limits.seconds_in_memory
        for id in [id for id, at in self._seen.items() if at < latest]:
            table = self.tables.get(id)
            if table is not None and (table.listeners or id in self._driving):
                self._seen[id] = monotonic()
                continue
            self.tables.pop(id, None)
            self._opening.pop(id, None)
            del self._seen[id]

    # -------------------------------------------------------------- bots
    def drive(self, table: Table) -> None:
        """Lets the bots of a table choose for as long as it is their turn."""
        if table.id not in self._driving and table.bot_due is not None:
            task = asyncio.get_running_loop().create_task(self._drive(table))
            self._driving[table.id] = task
            task.add_done_callback(lambda _: self._driving.pop(table.id, None))

    async def _drive(self, table: Table) -> None:
        while (bot := table.bot_due) is not None:
            at, state, seat = table.at, table.state, table.state.decision.seat
            await asyncio.sleep(self.pause)
            try:
                pick = await self.thinkers.pick(bot, state, table.record.seed)
                await table.choose(seat, at, pick, None)
            except Refused:
                if table.at == at:
                    return  # the rules have failed, and everybody has been told
            except (hoyle.PlayError, hoyle.StartError, StoreError) as error:
                table.stopped = f"the bot cannot go on: {error}"
                table.changed()
                return

    # -------------------------------------------------------------- what people ask for
    def bot_named(self, word: str | None) -> str | None:
        """A bot by its name or a level, or None for a person; Refused if there is none of that name."""
        if word in LEVELS:
            return bot_of(word)
        if word is None or word in BOTS:
            return word
        raise Refused(f"there is no bot called `{word[:40]}`")

    def name(self, wanted: str) -> str:
        """A name that can be shown; Refused if nothing is left of it."""
        name = tidy_name(wanted, self.limits.name_length)
        if not name:
            raise Refused("a name needs at least one letter")
        return name

    async def changed_rules(self, served: Served) -> None:
        """Serves a ruleset as it is now, and brings every open table of it up to date."""
        self.served[served.game.id] = served
        for table in list(self.tables.values()):
            if table.record.ruleset == served.game.id:
                try:
                    await table.play_by(served.game)
                except (hoyle.StartError, hoyle.PlayError) as error:
                    table.stopped = f"the table cannot be laid out by the new rules: {error}"
                table.changed()
                self.drive(table)

    def close(self) -> None:
        """Stops all bots and lets the store go."""
        for task in self._driving.values():
            task.cancel()
        self.thinkers.close()
        self.store.close()
