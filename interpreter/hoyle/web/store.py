"""What must last: tables, their seats and every choice taken, in one SQLite file.

A table is its ruleset (pinned by its hash), options, seed and choices; all else follows from these. One
thread writes. Those who wait for it at the same time share a transaction, and so one wait for the disk.
"""

from __future__ import annotations

import asyncio
import json
import os
import queue
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from time import time
from typing import Any, TypeVar

VERSION = 1
_SCHEMA = """
create table tables (
  id text primary key, ruleset text not null, hash text not null, players integer not null,
  options text not null, seed text not null, created real not null, touched real not null,
  over integer not null default 0
) without rowid;
create table seats (
  of text not null, seat integer not null, secret text not null unique, name text not null, bot text,
  primary key (of, seat)
) without rowid;
create table choices (
  of text not null, number integer not null, pick integer not null, label text not null, move text,
  taken_back integer not null default 0, primary key (of, number)
) without rowid;
create unique index moves on choices (of, move);
"""

Got = TypeVar("Got")


class StoreError(Exception):
    """The store cannot be used; the message says why."""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where: a person with a secret link, or a bot by its name."""

    secret: str
    name: str
    bot: str | None


@dataclass(frozen=True, slots=True)
class Taken:
    """A choice that was taken; `number` counts all that ever was at its table, also what was taken back."""

    number: int
    pick: int
    label: str
    move: str | None


@dataclass(frozen=True, slots=True)
class Record:
    """A table as it is kept."""

    id: str
    ruleset: str
    hash: str
    players: int
    options: dict[str, Any]
    seed: int
    seats: tuple[Seat, ...]
    taken: tuple[Taken, ...] = ()
    last: int = 0  # the number of the last choice, taken back or not
    moves: frozenset[str] = frozenset()  # every move that has arrived


class Store:
    """The file, and the thread that writes it."""

    def __init__(self, path: str | Path) -> None:
        self.path = str(path)
        try:
            if self.path != ":memory:":
                # Seeds and secret links are in it: nobody else's business.
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            self._db = sqlite3.connect(self.path, check_same_thread=False, isolation_level=None)
            self._open()
        except (sqlite3.Error, OSError) as error:
            raise StoreError(f"cannot keep tables in {self.path}: {error}") from None
        self._wanted: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._writer = threading.Thread(target=self._write, name="hoyle-store", daemon=True)
        self._writer.start()

    def _open(self) -> None:
        db = self._db
        db.execute("pragma journal_mode = wal")
        db.execute("pragma synchronous = full")
        db.execute("pragma busy_timeout = 2000")
        # Two servers on one file would not know of each other's moves.
        db.execute("pragma locking_mode = exclusive")
        (found,) = db.execute("pragma user_version").fetchone()
        if found == 0:
            db.executescript(f"begin; {_SCHEMA} pragma user_version = {VERSION}; commit;")
        elif found != VERSION:
            raise StoreError(f"{self.path} was written by another version of Hoyle ({found}, not {VERSION})")
        else:
            db.execute("begin immediate")
            db.execute("commit")

    def close(self) -> None:
        """Writes what waits, and lets the file go."""
        if self._writer.is_alive():
            self._wanted.put(None)
            self._writer.join()
        self._db.close()

    # -------------------------------------------------------------- the thread
    def _write(self) -> None:
        stop = False
        while not stop:
            jobs: list[_Job] = []
            job = self._wanted.get()
            while job is not None:
                jobs.append(job)
                try:
                    job = self._wanted.get_nowait()
                except queue.Empty:
                    break
            stop = job is None
            self._carry_out(jobs)

    def _carry_out(self, jobs: list[_Job]) -> None:
        """All in one transaction; if that fails, each in its own, so that only who is at fault is told so."""
        if not jobs:
            return
        try:
            answers = self._together(jobs)
        except (sqlite3.Error, StoreError) as error:
            if len(jobs) == 1:
                jobs[0].failed(StoreError(f"the table could not be kept: {error}"))
            else:
                for job in jobs:
                    self._carry_out([job])
            return
        for job, answer in zip(jobs, answers, strict=True):
            job.done(answer)

    def _together(self, jobs: list[_Job]) -> list[Any]:
        self._db.execute("begin immediate")
        try:
            answers = [job.work(self._db) for job in jobs]
            self._db.execute("commit")
        except BaseException:
            if self._db.in_transaction:
                self._db.execute("rollback")
            raise
        return answers

    async def _do(self, work: Callable[[sqlite3.Connection], Got]) -> Got:
        loop = asyncio.get_running_loop()
        future: asyncio.Future[Any] = loop.create_future()
        self._wanted.put(_Job(work, future, loop))
        found: Got = await future
        return found

    # -------------------------------------------------------------- what is kept
    async def create(self, record: Record) -> None:
        """Keeps a new table."""
        now = time()

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "insert into tables (id, ruleset, hash, players, options, seed, created, touched)"
                " values (?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    record.id, record.ruleset, record.hash, record.players, json.dumps(record.options),
                    str(record.seed), now, now,
                ),
            )  # fmt: skip
            rows = [(record.id, n, seat.secret, seat.name, seat.bot) for n, seat in enumerate(record.seats)]
            db.executemany("insert into seats (of, seat, secret, name, bot) values (?, ?, ?, ?, ?)", rows)

        await self._do(work)

    async def take(self, table: str, taken: Taken, over: bool) -> None:
        """Keeps a choice; when this is done it will not be lost."""

        def work(db: sqlite3.Connection) -> None:
            db.execute(
                "insert into choices (of, number, pick, label, move) values (?, ?, ?, ?, ?)",
                (table, taken.number, taken.pick, taken.label, taken.move),
            )
            db.execute("update tables set touched = ?, over = ? where id = ?", (time(), over, table))

        await self._do(work)

    async def take_back(self, table: str, after: int, number: int) -> None:
        """Marks all choices after one as taken back; the taking back itself has a number, too."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("update choices set taken_back = 1 where of = ? and number > ?", (table, after))
            db.execute(
                "insert into choices (of, number, pick, label, taken_back) values (?, ?, -1, '', 1)",
                (table, number),
            )
            db.execute("update tables set touched = ?, over = 0 where id = ?", (time(), table))

        await self._do(work)

    async def replay(
        self, table: str, hash: str, options: dict[str, Any], choices: list[tuple[int, str]], number: int
    ) -> int:
        """Keeps a table that goes on by changed rules: its choices as they are numbered there."""

        def work(db: sqlite3.Connection) -> int:
            db.execute("update choices set taken_back = 1 where of = ?", (table,))
            rows = [(table, number + n, pick, label) for n, (pick, label) in enumerate(choices)]
            db.executemany("insert into choices (of, number, pick, label) values (?, ?, ?, ?)", rows)
            last = number + len(rows)
            db.execute(
                "insert into choices (of, number, pick, label, taken_back) values (?, ?, -1, '', 1)",
                (table, last),
            )
            db.execute(
                "update tables set hash = ?, options = ?, touched = ? where id = ?",
                (hash, json.dumps(options), time(), table),
            )
            return last

        return await self._do(work)

    async def rename(self, table: str, seat: int, name: str) -> None:
        """Keeps a seat's name."""

        def work(db: sqlite3.Connection) -> None:
            db.execute("update seats set name = ? where of = ? and seat = ?", (name, table, seat))

        await self._do(work)

    async def find(self, table: str) -> Record | None:
        """A table as it was kept, if there is one of that id."""

        def work(db: sqlite3.Connection) -> Record | None:
            row = db.execute(
                "select ruleset, hash, players, options, seed from tables where id = ?", (table,)
            ).fetchone()
            return _record(db, table, row) if row is not None else None

        return await self._do(work)

    async def count(self) -> int:
        """How many tables are kept."""
        return await self._do(lambda db: int(db.execute("select count(*) from tables").fetchone()[0]))

    async def make_room(self, most: int) -> None:
        """Forgets the finished tables that nobody has touched for longest, until fewer are kept."""

        def work(db: sqlite3.Connection) -> None:
            (count,) = db.execute("select count(*) from tables").fetchone()
            old = db.execute(
                "select id from tables where over = 1 order by touched limit ?", (max(0, count - most + 1),)
            ).fetchall()
            for name, column in (("tables", "id"), ("seats", "of"), ("choices", "of")):
                db.executemany(f"delete from {name} where {column} = ?", old)

        await self._do(work)


@dataclass(slots=True)
class _Job:
    """Something to write, and who waits for it."""

    work: Callable[[sqlite3.Connection], Any]
    future: asyncio.Future[Any]
    loop: asyncio.AbstractEventLoop

    def done(self, answer: Any) -> None:
        self._tell(lambda: self.future.set_result(answer))

    def failed(self, error: Exception) -> None:
        self._tell(lambda: self.future.set_exception(error))

    def _tell(self, what: Callable[[], None]) -> None:
        def tell() -> None:
            if not self.future.done():  # who waited may have gone
                what()

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(tell)


def _record(db: sqlite3.Connection, table: str, row: tuple[Any, ...]) -> Record:
    ruleset, hash, players, options, seed = row
    seats = db.execute("select secret, name, bot from seats where of = ? order by seat", (table,)).fetchall()
    rows = db.execute(
        "select number, pick, label, move, taken_back from choices where of = ? order by number", (table,)
    ).fetchall()
    return Record(
        id=table,
        ruleset=ruleset,
        hash=hash,
        players=players,
        options=json.loads(options),
        seed=int(seed),
        seats=tuple(Seat(*seat) for seat in seats),
        taken=tuple(Taken(number, pick, label, move) for number, pick, label, move, back in rows if not back),
        last=rows[-1][0] if rows else 0,
        moves=frozenset(move for _, _, _, move, _ in rows if move is not None),
    )
