"""Who may talk to the server at all: checks of Host and Origin, and what every answer says about itself."""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
    )
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
    (b"cache-control", b"no-cache"),
)

UNREAD = 65_536
"""Bytes that are read of a request that is refused."""


class Guard:
    """Lets through what comes from a page of this very server.

    A page elsewhere could make a browser send anything: it is told by its Origin. A name elsewhere could be
    made to lead here: so only addresses, `localhost` and the names that were allowed are this server's.
    """

    def __init__(self, app: ASGIApp, names: tuple[str, ...] = (), loopback: bool = True) -> None:
        self.app = app
        self.names = frozenset(name.lower() for name in names)
        self.loopback = loopback  # whether only addresses of this machine count

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get(b"host", "")
        asks = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not self.is_own(host):
            await self._refuse(scope, receive, send, "this is not the name of this server\n")
        elif not asks and not self.is_from_here(headers.get(b"origin"), host):
            await self._refuse(scope, receive, send, "this does not come from a page of this server\n")
        else:
            await self.app(scope, receive, self._saying(scope, send))

    def is_own(self, host: str) -> bool:
        """Whether a Host header names this server.

        >>> guard = Guard(None, ("games.example",))  # type: ignore[arg-type]
        >>> [guard.is_own(host) for host in ("localhost:80", "[::1]:80", "games.example", "evil.example", "")]
        [True, True, True, False, False]
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
        except ValueError:
            return False
        if name == "localhost" or name in self.names:
            return True
        try:
            address = ipaddress.ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or not self.loopback

    def is_from_here(self, origin: str | None, host: str) -> bool:
        return origin in (f"http://{host}", f"https://{host}")

    async def _refuse(self, scope: Scope, receive: Receive, send: Send, why: str) -> None:
        if scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1008})
            return
        # What was sent along is read if it is short: an answer to what was not read may get lost.
        left = UNREAD
        while left > 0:
            message = await receive()
            left -= len(message.get("body", b""))
            if not message.get("more_body"):
                break
        plain = (b"content-type", b"text/plain; charset=utf-8")
        length = (b"content-length", str(len(why.encode())).encode())
        await send({"type": "http.response.start", "status": 403, "headers": [plain, length, *HEADERS]})
        await send({"type": "http.response.body", "body": why.encode()})

    def _saying(self, scope: Scope, send: Send) -> Send:
        async def said(message: Message) -> None:
            if message["type"] == "http.response.start":
                message = {**message, "headers": [*message.get("headers", []), *HEADERS]}
            await send(message)

        return said if scope["type"] == "http" else send
