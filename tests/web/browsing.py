"""Chromium without a screen, and pages in it whose every complaint is a failure."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

    from tests.web.serving import Server

ALONE = (
    "--no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
WAIT = 60_000  # milliseconds that a page may take on a busy machine
TURN = "body.mine .choice, #choices a.button"


@contextmanager
def a_browser() -> Iterator[Browser]:
    """Chromium from `HOYLE_CHROMIUM`, or found by its name."""
    from playwright.sync_api import sync_playwright

    path = os.environ.get("HOYLE_CHROMIUM") or shutil.which("chromium") or shutil.which("google-chrome")
    if path is None:
        pytest.fail("there is no Chromium: install it, or say where it is with HOYLE_CHROMIUM")
    with sync_playwright() as player:
        browser = player.chromium.launch(executable_path=path, args=ALONE)
        yield browser
        browser.close()


class Pages:
    """Opens pages of one server, each in a context of its own."""

    def __init__(self, browser: Browser, server: Server) -> None:
        self.browser, self.server = browser, server
        self.trouble: list[str] = []
        self.contexts: list[Any] = []

    def __call__(self, path: str, **more: Any) -> Page:
        context = self.browser.new_context(**({"reduced_motion": "reduce"} | more))
        self.contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(WAIT)
        page.on("pageerror", lambda error: self.trouble.append(str(error)))
        page.on("console", lambda said: self.trouble.extend([said.text] if said.type == "error" else []))
        page.on("request", lambda asked: self.trouble.extend(self._elsewhere(asked.url)))
        page.goto(self.server.origin + path)
        return page

    def _elsewhere(self, url: str) -> list[str]:
        """A request that leaves the server, if it does."""
        return [] if url.startswith((self.server.origin, "data:")) else [url]

    def close(self) -> None:
        for context in self.contexts:
            context.close()
        assert self.trouble == []
