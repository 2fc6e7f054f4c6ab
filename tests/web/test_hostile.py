"""Ten hostile clients: each gets a message or a closed door, and the game beside them goes on."""

from __future__ import annotations

import json
import random
import socket
from collections.abc import Iterator
from contextlib import suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from hoyle.web.limits import Limits
from tests.web.serving import Browser, Server, serving

LIMITS = Limits(
    messages_a_second=50, burst=30, connections=16, connections_at_a_table=6, tables=12, tables_a_minute=30,
    seconds_to_say_hello=60,
)  # fmt: skip


@pytest.fixture
def server() -> Iterator[Server]:
    with serving("tic-tac-toe", "crazy-eights", limits=LIMITS) as found:
        yield found


def goes_on(server: Server) -> None:
    """A whole game, by somebody who means well."""
    you = server.sit(server.table("tic-tac-toe"), 0)
    while not (frame := you.turn())["over"]:
        you.choose(frame, 0)
    you.close()


def until_closed(browser: Browser) -> list[dict[str, object]]:
    """All that is said until the door is closed."""
    heard: list[dict[str, object]] = []
    with pytest.raises(ConnectionClosed):
        while True:
            heard.append(browser.hear())
    return heard


def test_one_who_never_says_hello() -> None:
    with serving("tic-tac-toe", limits=Limits(seconds_to_say_hello=0.1)) as server:
        assert until_closed(Browser(server.connect())) == []


def test_one_who_shouts_nonsense(server: Server) -> None:
    browser = server.sit(server.table("tic-tac-toe"), 0)
    for text in ("", "{", "[1", "null", '{"say": 1}', '{"say": "hello", "table": "x"}', "x" * 500, "\x00"):
        browser.connection.send(text)
    assert until_closed(browser)[-1]["say"] == "closed"
    goes_on(server)


def test_one_who_sends_bytes(server: Server) -> None:
    browser = server.sit(server.table("tic-tac-toe"), 0)
    browser.connection.send(b"\xff\xfe\x00")
    assert "not bytes" in browser.hear_of("error")["text"]
    browser.close()
    goes_on(server)


def test_one_who_sends_too_much(server: Server) -> None:
    browser = server.sit(server.table("tic-tac-toe"), 0)
    browser.connection.send(json.dumps({"say": "why", "what": "x" * 200_000}))
    until_closed(browser)
    goes_on(server)


def test_one_who_sends_too_often(server: Server) -> None:
    browser = server.sit(server.table("tic-tac-toe", bots=[None, None]), 1)
    try:
        for _ in range(400):
            browser.say("choose", at=0, pick=0, move="m")
    except ConnectionClosed:
        pass
    heard = until_closed(browser)
    assert any("too fast" in str(one.get("text")) for one in heard)
    goes_on(server)


def test_one_who_opens_table_after_table(server: Server) -> None:
    answers = [server.post("/tables", b'{"ruleset": "tic-tac-toe"}') for _ in range(40)]
    statuses = [status for status, _, _ in answers]
    assert statuses.count(201) == 12
    assert set(statuses) == {201, 400}
    assert {json.loads(text)["error"] for status, text, _ in answers if status == 400} == {
        "all tables are taken; come back when a game is over",
        "too many tables are being opened; try again in a minute",
    }


def test_one_who_opens_socket_after_socket(server: Server) -> None:
    table = server.table("tic-tac-toe")
    you = server.sit(table, 0)
    frame = you.turn()
    crowd = [server.sit(table) for _ in range(8)]
    assert "no room" in str(until_closed(crowd[-1]))
    idle = []
    with pytest.raises(InvalidStatus):
        for _ in range(LIMITS.connections + 1):
            idle.append(server.connect())
    assert you.choose(frame, 0)["chosen"] >= 1
    for one in crowd:
        one.close()
    for connection in idle:
        connection.close()
    you.close()


def test_one_who_plays_for_others(server: Server) -> None:
    table = server.table("crazy-eights", players=3, bots=[None, None, None])
    turn = server.hall.tables[table["table"]].state.decision.seat  # by lot
    mine = server.sit(table, (turn + 1) % 3)
    for at in range(3):
        mine.say("choose", at=at, pick=0, move=f"m{at}")
        assert mine.hear_of("error")["text"]
    mine.say("why", what="play 7 of clubs")
    assert mine.hear_of("why")["text"] == "it is not your turn"
    mine.say("agree", at=0)
    assert "nothing to agree to" in mine.hear_of("error")["text"]
    mine.close()
    goes_on(server)


def test_one_who_speaks_no_protocol(server: Server) -> None:
    for words in (
        b"\x00" * 4000,
        b"GET /socket HTTP/1.1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: " + b"x" * 100_000,
    ):
        raw = socket.create_connection(("127.0.0.1", server.port), timeout=5)
        raw.sendall(words)
        raw.settimeout(5)
        with suppress(TimeoutError, ConnectionError):
            assert b"200 OK" not in raw.recv(4000)
        raw.close()
    status, _, _ = server.post("/tables", b"x" * 100_000)
    assert status == 400
    assert server.post("/tables", b"[" * 5_000)[0] == 400
    goes_on(server)


def test_one_who_throws_dice_for_every_byte(server: Server) -> None:
    """Frames that are nearly right: fields of other kinds, huge numbers, strange texts, in any order."""
    luck = random.Random(14)
    values = [
        0,
        1,
        -1,
        3.5,
        1 << 40,
        True,
        None,
        "",
        "m",
        "seat 0",
        "é\u202e",
        "x" * 299,
        [],
        {},
        [0],
        {"a": 1},
    ]
    words = ["choose", "why", "undo", "agree", "disagree", "name", "hello", "sing", 7, None]
    table = server.table("crazy-eights", players=2)
    sent = 0
    for _ in range(12):
        browser = server.sit(table, 0)
        try:
            for _ in range(25):
                fields = {
                    name: luck.choice(values) for name in ("at", "pick", "move", "what", "name", "table")
                }
                browser.connection.send(json.dumps({"say": luck.choice(words), **fields}))
                sent += 1
            browser.close()
        except ConnectionClosed:
            pass
    back = server.sit(table, 0)
    assert back.turn()["stopped"] is None
    back.close()
    goes_on(server)
    assert sent > 100
