"""Who may talk to the server, and what every answer says about itself."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from hoyle.web.guard import Guard
from hoyle.web.server import STATIC, static_files
from tests.web.serving import Server, serving

PAGES = ("/", "/table/anything", "/rules/pig", "/static/table.js", "/static/hoyle.css", "/games")


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with serving("pig") as found:
        yield found


@pytest.mark.parametrize("path", PAGES)
def test_every_page_is_strict_about_what_it_may_load(server: Server, path: str) -> None:
    status, text, headers = server.get(path)
    assert status == 200
    assert text
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert "frame-ancestors 'none'" in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "server" not in {name.lower() for name in headers} or "uvicorn" in headers.get("server", "uvicorn")


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "0.0.0.0", "::::"]
)
def test_another_host_is_refused(server: Server, host: str) -> None:
    assert server.get("/", Host=host)[0] in (400, 403)


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "http://localhost:1", "file://"]
)
def test_another_origin_opens_no_table_and_no_socket(server: Server, origin: str) -> None:
    body = json.dumps({"ruleset": "pig"}).encode()
    assert server.post("/tables", body, Origin=origin)[0] == 403
    with pytest.raises(InvalidStatus):
        server.connect(origin=origin)


def test_without_an_origin_there_is_no_socket(server: Server) -> None:
    with pytest.raises(InvalidStatus):
        server.connect(origin=None)


def test_names_count_only_if_allowed() -> None:
    def nothing(*_: Any) -> Any:
        raise AssertionError

    open_to_all = Guard(nothing, ("Games.example",), loopback=False)
    assert open_to_all.is_own("192.0.2.7:8421")
    assert open_to_all.is_own("games.example")
    assert not open_to_all.is_own("other.example")
    assert not Guard(nothing).is_own("192.0.2.7:8421")


@pytest.mark.parametrize(
    "path", ["/static/../server.py", "/static/%2e%2e/server.py", "/static/hall.py", "/static/", "/etc/passwd"]
)
def test_nothing_else_is_served(server: Server, path: str) -> None:
    assert server.get(path)[0] == 404


def test_a_rules_page_has_an_anchor_for_each_point(server: Server) -> None:
    _, text, _ = server.get("/rules/pig")
    assert 'id="PIG-5"' in text
    assert 'id="turn"' in text
    assert server.get("/rules/chess")[0] == 404
    assert text.index("<h2>Rulebook</h2>") < text.index("<h2>Players</h2>") < text.index("<h2>Rules</h2>")


def test_the_pages_ask_nobody_else_for_anything() -> None:
    """No address but that of a name space, and no markup made from text."""
    assert {"table.html", "lobby.html", "table.js", "hoyle.css"} <= set(static_files())
    for path in STATIC.iterdir():
        text = path.read_text(encoding="utf-8")
        assert set(re.findall(r"(?:https?:)?//[a-z][\w.-]+\.[a-z]+", text)) <= {"http://www.w3.org"}, (
            path.name
        )
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(", text), (
            path.name
        )
        assert not re.search(r"\bstyle=|\bonclick=\"|<script>|<style>", text), path.name


def test_every_word_of_the_pages_is_there_in_every_language() -> None:
    text = (STATIC / "words.js").read_text(encoding="utf-8")
    blocks = dict(re.findall(r"^  (\w\w): \{\n(.*?)^  \},", text, re.DOTALL | re.MULTILINE))
    names = {code: set(re.findall(r"(\w+): (?=['\"])", block)) for code, block in blocks.items()}
    assert set(names) >= {"en", "it", "fr"}
    for code in names:
        assert names[code] == names["en"], code
    used: set[str] = set()
    for path in STATIC.iterdir():
        page = path.read_text(encoding="utf-8")
        used |= set(re.findall(r"\bword\('(\w+)'", page)) | set(re.findall(r'data-word="(\w+)"', page))
    assert used <= names["en"]
