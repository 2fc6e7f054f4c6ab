"""The server: its pages, its one socket, and what it is started with."""

from __future__ import annotations

import json
from contextlib import asynccontextmanager
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from hoyle.bots.levels import LEVELS, bot_of
from hoyle.bots.registry import BOTS
from hoyle.web.guard import Guard
from hoyle.web.rules_page import rules_page
from hoyle.web.sockets import Crowd, serve_socket
from hoyle.web.store import StoreError
from hoyle.web.table import Refused

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp

    from hoyle.web.hall import Hall, Served
    from hoyle.web.watching import Watcher

STATIC = Path(__file__).with_name("static")
KINDS = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
}


@lru_cache
def static_files() -> dict[str, tuple[bytes, str]]:
    """Every file that browsers load, by its name, with its kind; nothing else is served."""
    return {
        path.name: (path.read_bytes(), KINDS[path.suffix])
        for path in sorted(STATIC.iterdir())
        if path.suffix in KINDS
    }


def application(
    hall: Hall, watcher: Watcher | None = None, names: tuple[str, ...] = (), loopback: bool = True
) -> ASGIApp:
    """The whole server as one application."""
    pages = Pages(hall)
    crowd = Crowd(hall)

    async def socket(connection: WebSocket) -> None:
        await serve_socket(connection, hall, crowd)

    @asynccontextmanager
    async def life(_: Starlette) -> AsyncIterator[None]:
        if watcher is not None:
            watcher.begin(hall)
        try:
            yield
        finally:
            if watcher is not None:
                watcher.end()
            hall.close()

    routes = [
        Route("/", pages.lobby),
        Route("/table/{table}", pages.table),
        Route("/rules/{ruleset}", pages.rules),
        Route("/static/{name}", pages.static),
        Route("/games", pages.games),
        Route("/tables", pages.create, methods=["POST"]),
        WebSocketRoute("/socket", socket),
    ]
    return Guard(Starlette(routes=routes, lifespan=life), names, loopback)


class Pages:
    """What is answered to plain requests."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall

    async def lobby(self, _: Request) -> Response:
        return _file("lobby.html")

    async def table(self, _: Request) -> Response:
        return _file("table.html")

    async def static(self, request: Request) -> Response:
        return _file(request.path_params["name"])

    async def rules(self, request: Request) -> Response:
        served = self.hall.served.get(request.path_params["ruleset"])
        if served is None:
            return PlainTextResponse("this ruleset is not served here\n", 404)
        return Response(rules_page(served.source, served.game.hash), media_type=KINDS[".html"])

    async def games(self, _: Request) -> Response:
        """What can be played here, for the lobby."""
        return JSONResponse(
            {
                "games": [_described(served) for served in self.hall.served.values()],
                "levels": [[level, bot_words(bot_of(level))] for level in LEVELS],
                "bots": [[name, bot_words(name)] for name in BOTS],
                "bot": self.hall.bot,
            }
        )

    async def create(self, request: Request) -> Response:
        """Opens a table; answers with its links."""
        try:
            wish = await _wish(request, self.hall.limits.message_bytes)
            bots = wish.get("bots")
            if bots is not None:
                bots = [self.hall.bot_named(bot) for bot in bots]
            table = await self.hall.create(
                wish["ruleset"], wish.get("players"), wish.get("options") or {}, bots
            )
        except Refused as error:
            return JSONResponse({"error": str(error)}, 400)
        except StoreError as error:
            return JSONResponse({"error": str(error)}, 503)
        links = [None if seat.bot else f"/table/{table.id}#{seat.secret}" for seat in table.seats]
        return JSONResponse({"table": table.id, "links": links, "watch": f"/table/{table.id}"}, 201)


def bot_words(name: str) -> str:
    """One line about a bot."""
    return BOTS[name.partition(":")[0]].about


def _file(name: str) -> Response:
    found = static_files().get(name)
    if found is None:
        return PlainTextResponse("there is nothing here\n", 404)
    content, kind = found
    return Response(content, media_type=kind)


def _described(served: Served) -> dict[str, Any]:
    game = served.game
    return {
        "id": game.id,
        "title": game.program.title,
        "about": game.program.about,
        "players": list(game.player_counts),
        "options": [
            {
                "name": option.name,
                "kind": option.kind,
                "low": option.low,
                "high": option.high,
                "values": list(option.values),
                "about": option.about,
                "default": {str(count): game.options_for(count)[option.name] for count in game.player_counts},
            }
            for option in game.program.options
        ],
    }


async def _wish(request: Request, most: int) -> dict[str, Any]:
    """The body of a request for a table; Refused if it is too long or makes no sense."""
    body = b""
    async for part in request.stream():
        body += part
        if len(body) > most:
            raise Refused("the request is too long")
    try:
        found = json.loads(body)
    except (ValueError, RecursionError):
        raise Refused("the request is not JSON") from None
    if not isinstance(found, dict) or not isinstance(found.get("ruleset"), str):
        raise Refused("say which `ruleset` the table is for")
    players, options, bots = found.get("players"), found.get("options"), found.get("bots")
    if players is not None and type(players) is not int:
        raise Refused("`players` is a whole number")
    if options is not None and not isinstance(options, dict):
        raise Refused("`options` are names with values")
    if bots is not None and not (
        isinstance(bots, list) and all(bot is None or isinstance(bot, str) for bot in bots)
    ):
        raise Refused("`bots` is a list with a name for each bot, and null for each person")
    return found
