"""What is written for people cannot steer their terminal, wherever it comes from."""

from __future__ import annotations

import re

TYPE_CHECKING = False  # as in main.py, which needs this before anything else
if TYPE_CHECKING:
    from typing import Any, TextIO

# Control characters but tab and line feed, halves of characters, and what turns text around.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\u202a-\u202e\u2066-\u2069]")
# Those of `hoyle.terminal` and of the table's colours.
_OWN_COLOUR = re.compile(r"(\x1b\[(?:0|1|2|33|37|9[0-7]|1;3[1-6]|1;9[1-7])m)")


def harmless(text: str) -> str:
    """A text that can be printed, with marks in place of what would steer a terminal.

    >>> print(harmless("red\\x1b[31m"))
    red�[31m
    """
    return _STEERING.sub("\ufffd", text)


class Harmless:
    """A stream that is cleaned; all else is as it is."""

    def __init__(self, stream: TextIO) -> None:
        self.stream = stream

    def write(self, text: str) -> int:
        """Writes a text, cleaned."""
        if _STEERING.search(text):
            parts = _OWN_COLOUR.split(text)
            parts[::2] = map(harmless, parts[::2])
            text = "".join(parts)
        return self.stream.write(text)

    def writelines(self, lines: list[str]) -> None:
        """Writes texts, cleaned."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.stream, name)


def steer(stream: TextIO, signs: str) -> None:
    """Writes what is meant to steer the terminal; never anything that was read."""
    (stream.stream if isinstance(stream, Harmless) else stream).write(signs)


def cleaned(stream: TextIO) -> TextIO:
    """The same stream, which lets nothing through that steers a terminal but our own colours."""
    return Harmless(stream)  # type: ignore[return-value]  # all that is not here is the stream's
