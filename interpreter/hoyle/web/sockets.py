"""One browser's connection: it says hello, then gets frames and says what it wants."""

from __future__ import annotations

import asyncio
import json
import sys
from collections import Counter
from contextlib import suppress
from typing import TYPE_CHECKING, Any, assert_never

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from hoyle.story.teller import Sentence, Teller
from hoyle.tabletop.declared import Declared
from hoyle.tabletop.names import Names
from hoyle.web import messages
from hoyle.web.frames import frame
from hoyle.web.limits import Bucket
from hoyle.web.setting import in_language, setting
from hoyle.web.store import StoreError
from hoyle.web.table import Refused, Table

if TYPE_CHECKING:
    from hoyle.web.hall import Hall

POLICY = 1008  # how a connection is closed that does what it must not
TRY_LATER = 1013
OUR_FAULT = 1011


class Crowd:
    """Who is connected, and whether there is room for one more."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.total = 0
        self.by_address: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        limits = self.hall.limits
        if self.total >= limits.connections or (
            self.by_address[address] >= limits.connections_from_one_address
        ):
            return False
        self.total += 1
        self.by_address[address] += 1
        return True

    def leave(self, address: str) -> None:
        self.total -= 1
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


async def serve_socket(socket: WebSocket, hall: Hall, crowd: Crowd) -> None:
    """Looks after one connection until it ends."""
    address = socket.client.host if socket.client is not None else ""
    if not crowd.enter(address):
        await socket.close(TRY_LATER)
        return
    try:
        await socket.accept()
        with suppress(WebSocketDisconnect, RuntimeError):  # gone, while something was being sent
            await Connection(socket, hall).run()
    finally:
        crowd.leave(address)


class Connection:
    """A browser at a table."""

    def __init__(self, socket: WebSocket, hall: Hall) -> None:
        self.socket = socket
        self.hall = hall
        self.seat: int | None = None
        self.language: str | None = None
        self.told = 0
        self.rules: str | None = None  # by which the browser was told the setting
        self.teller: Teller | None = None
        self._news = asyncio.Event()
        self._bucket = Bucket(hall.limits.messages_a_second, hall.limits.burst)
        self._warnings = 0

    def wake(self) -> None:
        self._news.set()

    async def run(self) -> None:
        table = await self._hello()
        if table is None:
            return
        table.listeners.add(self)
        table.changed()
        sending = asyncio.create_task(self._send(table))
        hearing = asyncio.create_task(self._hear(table))
        try:
            await asyncio.wait((sending, hearing), return_when=asyncio.FIRST_COMPLETED)
        finally:
            table.listeners.discard(self)
            table.changed()
            for task in (sending, hearing):
                task.cancel()
            for ended in await asyncio.gather(sending, hearing, return_exceptions=True):
                if isinstance(ended, Exception) and not isinstance(ended, WebSocketDisconnect | RuntimeError):
                    await self._fail(ended)

    async def _hear(self, table: Table) -> None:
        while await self._receive(table):
            pass

    async def _fail(self, error: Exception) -> None:
        """Our own fault: one browser is told so, and the others go on."""
        print(f"hoyle: internal error at a table: {type(error).__name__}: {error}", file=sys.stderr)
        await self._tell("closed", "something went wrong here, and it is our fault; load the page again")
        await self._close(OUR_FAULT)

    # -------------------------------------------------------------- in
    async def _hello(self) -> Table | None:
        try:
            async with asyncio.timeout(self.hall.limits.seconds_to_say_hello):
                said = messages.read(await self._text())
            if not isinstance(said, messages.Hello):
                raise Refused("say hello first")
            table = await self.hall.open(said.table)
            self.seat = table.seat_of(said.secret)
            self.language = said.language
            if len(table.listeners) >= self.hall.limits.connections_at_a_table:
                raise Refused("there is no room at this table for more who look on")
        except (Refused, messages.Unreadable, StoreError) as error:
            await self._tell("closed", str(error))
            await self._close(POLICY)
            return None
        except TimeoutError:
            await self._close(POLICY)
            return None
        return table

    async def _text(self) -> str:
        """What comes next; WebSocketDisconnect if nothing will."""
        while True:
            got = await self.socket.receive()
            if got["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(got.get("code") or 1000)
            text = got.get("text")
            if text is None:
                raise messages.Unreadable("a message is a text, not bytes")
            if len(text) > self.hall.limits.message_bytes:
                raise messages.Unreadable("the message is too long")
            return str(text)

    async def _receive(self, table: Table) -> bool:
        """Takes one message; False if the connection is to end."""
        try:
            said = messages.read(await self._text())
            if not self._bucket.take():
                raise messages.Unreadable("that is too fast; slow down")
            await self._carry_out(table, said)
        except messages.Unreadable as error:
            self._warnings += 1
            await self._tell("error", str(error))
            if self._warnings > self.hall.limits.warnings:
                await self._tell("closed", "this makes no sense any more; load the page again")
                await self._close(POLICY)
                return False
        except (Refused, StoreError) as error:
            await self._tell("error", str(error))
            self.wake()  # so that the browser sees how things stand
        return True

    async def _carry_out(self, table: Table, said: messages.Message) -> None:
        if isinstance(said, messages.Hello):
            raise messages.Unreadable("you are here already")
        seat = self.seat
        if seat is None:
            raise Refused("who watches has no say; a seat is taken by its secret link")
        match said:
            case messages.Choose():
                if not await table.choose(seat, said.at, said.pick, said.move):
                    self.wake()
            case messages.Why():
                answer = await asyncio.to_thread(table.why_not, seat, said.what)
                await self._tell("why", answer, about=said.what)
            case messages.Undo():
                await table.propose(seat, said.at)
            case messages.Answer():
                await table.answer(seat, said.at, said.agreed)
            case messages.Rename():
                await table.rename(seat, self.hall.name(said.name))
            case _:
                assert_never(said)
        self.hall.drive(table)

    # -------------------------------------------------------------- out
    async def _send(self, table: Table) -> None:
        """Sends how things stand whenever that has changed; who is slow sees only the latest."""
        while True:
            await self._news.wait()
            self._news.clear()
            served = self.hall.served[table.record.ruleset]
            if self.rules != table.game.hash:
                self.rules = table.game.hash
                self.told = 0
                declared = setting(table.state, served.book, self.language)
                await self._give({"say": "setting", "seat": self.seat, "table": table.id, **declared})
            known = table.known(self.seat)
            if len(known.events) < self.told:
                self.told = 0  # something was taken back: the story is told again
            since, self.told = self.told, len(known.events)
            story = self._story(table, known.events, since)
            around = table.around(self.hall.rebase, served.findings)
            await self._give(frame(known, around, since, story))

    def _story(self, table: Table, events: tuple[dict[str, Any], ...], since: int) -> list[Sentence]:
        """What has happened since, in words; at first all of it."""
        names = Names(tuple(seat.name for seat in table.seats), self.seat)
        if self.teller is None or since == 0:
            plan = table.state.plan
            declared = Declared(plan.program, plan.layout.players)
            title = in_language(plan.program.title, self.language)
            self.teller = Teller(declared, names, self.language or "en", title)
        self.teller.names = names
        return self.teller.tell(events[since:])

    async def _give(self, what: dict[str, Any]) -> None:
        text = json.dumps(what, ensure_ascii=False, separators=(",", ":"))
        await self.socket.send_text(text)

    async def _tell(self, kind: str, text: str, **more: str) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):
            await self._give({"say": kind, "text": text, **more})

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError):
            if self.socket.application_state == WebSocketState.CONNECTED:
                await self.socket.close(code)
