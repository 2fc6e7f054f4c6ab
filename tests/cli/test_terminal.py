"""`hoyle play` at a real terminal: colours, and nobody sees what was shown to another."""

from __future__ import annotations

import os
import re
import select
import subprocess
import sys
from collections.abc import Iterator

import pytest

pty = pytest.importorskip("pty")

PATIENCE = 120  # seconds until a terminal that says nothing counts as stuck
_SIGNS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
_CLEARED = "\x1b[2J\x1b[3J\x1b[H"


class Terminal:
    """A command at a terminal of its own: what it has written so far, and what can be seen of that."""

    def __init__(self, *words: str) -> None:
        self.near, far = pty.openpty()
        environment = os.environ | {"TERM": "xterm", "COLUMNS": "100", "LINES": "40"}
        environment.pop("NO_COLOR", None)
        command = [sys.executable, "-m", "hoyle", *words]
        self.process = subprocess.Popen(
            command, stdin=far, stdout=far, stderr=far, env=environment, close_fds=True
        )
        os.close(far)
        self.written = ""

    def until(self, text: str) -> str:
        """Reads on until a text has come that was not there before; what has come."""
        start = len(self.written)
        while text not in self.written[start:]:
            ready, _, _ = select.select([self.near], [], [], PATIENCE)
            assert ready, f"no {text!r} after:\n{self.written[start:]}"
            try:
                more = os.read(self.near, 65536)
            except OSError:  # the other end is closed
                more = b""
            assert more, f"it ended without {text!r}:\n{self.written[start:]}"
            self.written += more.decode("utf-8", "replace")
        return self.written[start:]

    def type(self, text: str) -> None:
        os.write(self.near, f"{text}\n".encode())

    @property
    def seen(self) -> str:
        """What somebody can see or scroll back to."""
        return _SIGNS.sub("", self.written.rpartition(_CLEARED)[2])

    def end(self) -> int:
        os.close(self.near)
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        if terminal.process.poll() is None:
            terminal.process.kill()
            terminal.process.wait()


def test_a_card_game_in_colour_and_handed_over(terminals: list[Terminal]) -> None:
    words = ["--seat", "all", "--name", "Ann", "--name", "Ben", "--seed", "1", "--bot", "random"]
    terminal = Terminal("play", "crazy-eights", "--players", "2", *words)
    terminals.append(terminal)
    terminal.until("> ")
    assert "\x1b[1;96mAnn (you)" in terminal.written  # a player's colour
    assert re.search(r"\x1b\[9\dm\d+ of ", terminal.written)  # a card's
    hand = next(line for line in terminal.seen.splitlines() if line.startswith("▸ Ann (you)"))
    card = hand.partition("hand")[2].split(",")[1].strip()
    terminal.type("1")
    terminal.until("Press Enter when nobody else is looking. ")
    assert "Ben, it is your turn." in terminal.seen
    assert card not in terminal.seen
    terminal.type("")
    terminal.until("> ")
    assert "▸ Ben (you)" in terminal.seen
    assert card not in terminal.seen.partition("▸ Ben")[0].partition("Ann: play")[0]
    terminal.type("quit")
    terminal.until("the game is not finished")


def test_without_secrets_nothing_is_hidden(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "tic-tac-toe", "--seat", "all", "--bot", "random")
    terminals.append(terminal)
    terminal.until("> ")
    terminal.type("b2")
    terminal.until("> ")
    assert _CLEARED not in terminal.written
    assert "  2 · ● ·" in terminal.seen
    terminal.type("quit")
    terminal.until("the game is not finished")


def test_long_texts_break_between_words(terminals: list[Terminal]) -> None:
    terminal = Terminal("play", "stop", "--players", "2", "--bot", "random", "--seed", "7")
    terminals.append(terminal)
    terminal.until("> ")
    terminal.type("rules ST-15")
    told = _SIGNS.sub("", terminal.until("\n> "))
    lines = [line.rstrip() for line in told.splitlines() if line.startswith("  ")]
    assert len(lines) > 3
    assert max(map(len, lines)) <= 100
    whole = " ".join(line.strip() for line in lines)
    assert "Whoever holds no number card draws one card; if that is a number card it must be laid" in whole
