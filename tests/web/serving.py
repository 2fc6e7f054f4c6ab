"""A real server on loopback in a thread of its own, and browsers without a screen that talk to it."""

from __future__ import annotations

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import uvicorn
from websockets.sync.client import ClientConnection, connect

from hoyle.web.hall import Hall, load
from hoyle.web.limits import Limits
from hoyle.web.server import application
from hoyle.web.store import Store
from hoyle.web.watching import Watcher

PATIENCE = 30.0  # seconds that a test waits for what must come


class Server:
    """Where it is, and what it looks after."""

    def __init__(self, hall: Hall, port: int) -> None:
        self.hall = hall
        self.port = port
        self.origin = f"http://127.0.0.1:{port}"

    def get(self, path: str, **headers: str) -> tuple[int, str, dict[str, str]]:
        """The answer to a plain request: status, text, headers."""
        return self._ask(urllib.request.Request(self.origin + path, headers=headers))

    def post(self, path: str, body: bytes, **headers: str) -> tuple[int, str, dict[str, str]]:
        headers = {"Origin": self.origin, **headers}
        return self._ask(urllib.request.Request(self.origin + path, body, headers, method="POST"))

    def _ask(self, request: urllib.request.Request) -> tuple[int, str, dict[str, str]]:
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return answer.status, answer.read().decode(), dict(answer.headers.items())
        except urllib.error.HTTPError as error:
            return error.code, error.read().decode(), dict(error.headers.items())

    def table(self, ruleset: str, **wish: Any) -> dict[str, Any]:
        """A new table: its id and links."""
        status, text, _ = self.post("/tables", json.dumps({"ruleset": ruleset, **wish}).encode())
        assert status == 201, text
        found: dict[str, Any] = json.loads(text)
        found["secrets"] = [link and link.partition("#")[2] for link in found["links"]]
        return found

    def sit(self, table: dict[str, Any] | str, seat: int | None = None, **hello: Any) -> Browser:
        """Somebody at a table: at a seat, or watching."""
        id = table if isinstance(table, str) else table["table"]
        secret = None if seat is None or isinstance(table, str) else table["secrets"][seat]
        browser = Browser(self.connect())
        browser.say("hello", table=id, secret=secret, **hello)
        return browser

    def connect(self, **more: Any) -> ClientConnection:
        more = {"origin": self.origin, "max_size": None, "open_timeout": PATIENCE, **more}
        # Entered by hand: it is left by `Browser.close`, or when the server ends.
        found: ClientConnection = connect(f"ws://127.0.0.1:{self.port}/socket", **more).__enter__()
        return found


class Browser:
    """Somebody who is connected; keeps everything that came."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.heard: list[dict[str, Any]] = []
        self.sizes: list[int] = []

    def say(self, word: str, **more: Any) -> None:
        self.connection.send(json.dumps({"say": word, **more}))

    def hear(self) -> dict[str, Any]:
        """The next message."""
        text = self.connection.recv(timeout=PATIENCE)
        assert isinstance(text, str)
        found: dict[str, Any] = json.loads(text)
        self.heard.append(found)
        self.sizes.append(len(text.encode()))
        return found

    def hear_of(self, *words: str) -> dict[str, Any]:
        """The next message that says one of these."""
        while (found := self.hear())["say"] not in words:
            pass
        return found

    @property
    def frames(self) -> list[dict[str, Any]]:
        return [one for one in self.heard if one["say"] == "frame"]

    def frame(self, after: int | None = None) -> dict[str, Any]:
        """The next frame, beyond a number if one is given."""
        while True:
            found = self.hear_of("frame")
            if after is None or found["at"] > after:
                return found

    def turn(self) -> dict[str, Any]:
        """The first frame that asks this seat, or the last one of the game."""
        found = self.frames[-1] if self.frames else self.frame()
        while not (found["over"] or (found["due"]["seat"] == found["seat"] and found["choices"])):
            found = self.frame()
        return found

    def choose(self, frame: dict[str, Any], pick: int, move: str | None = None) -> dict[str, Any]:
        """Takes a choice, and waits for the frame that shows it."""
        self.say("choose", at=frame["at"], pick=pick, move=move or f"move {frame['at']}")
        return self.frame(after=frame["at"])

    def close(self) -> None:
        self.connection.close()


@contextmanager
def serving(
    *rulesets: str | Path,
    store: str | Path = ":memory:",
    limits: Limits | None = None,
    watch: bool = False,
    bot: str = "random",
) -> Iterator[Server]:
    """A server for some rulesets."""
    hall = Hall([load(str(one)) for one in rulesets], Store(store), limits, bot=bot, rebase=watch)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    config = uvicorn.Config(
        application(hall, Watcher(0.05) if watch else None),
        log_level="error",
        ws="websockets-sansio",
        ws_max_size=hall.limits.message_bytes,
        timeout_graceful_shutdown=1,
    )
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    until = monotonic() + PATIENCE
    while not server.started and monotonic() < until:
        sleep(0.005)
    try:
        yield Server(hall, listening.getsockname()[1])
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
