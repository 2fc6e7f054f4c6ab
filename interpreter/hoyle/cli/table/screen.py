"""What people look at and type into: a terminal with colours, or a pipe that can be read afterwards."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterable
from contextlib import suppress
from textwrap import wrap

from hoyle.cli.streams import steer
from hoyle.cli.table.colours import Colours
from hoyle.terminal import coloured

# Clears what can be seen and what can be scrolled back to: the next reader must not find it.
_CLEAR = "\x1b[2J\x1b[3J\x1b[H"


class Screen:
    """Where lines go, and where they come from."""

    def __init__(self) -> None:
        self.is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
        self.colours = Colours(coloured(sys.stdout))
        if self.is_terminal:
            _edit_lines()

    @property
    def width(self) -> int:
        return max(40, shutil.get_terminal_size((100, 24)).columns) if self.is_terminal else 100

    def show(self, lines: Iterable[str]) -> None:
        for line in lines:
            print(line)

    def wrapped(self, text: str, indent: str = "") -> list[str]:
        """A text in lines that fit; words stay whole."""
        return wrap(
            text, self.width, initial_indent=indent, subsequent_indent=indent,
            break_on_hyphens=False, break_long_words=False,
        )  # fmt: skip

    def tell(self, text: str, *, quietly: bool = False) -> None:
        """An answer to what was typed."""
        for line in text.splitlines():
            # Into a pipe a line is a line, and what is laid out already stays so.
            fits = not self.is_terminal or len(line) + 2 <= self.width
            for part in [f"  {line}"] if fits else self.wrapped(line, "  "):
                print(self.colours.dim(part) if quietly else part)

    def ask(self, prompt: str = "> ") -> str | None:
        """What is typed next; None if there is nothing more to come."""
        try:
            words = input(prompt)
        except EOFError:
            print()
            return None
        if not sys.stdin.isatty():
            print(words)  # so that a recorded session can be read
        return " ".join(words.split())

    def hand_over(self, name: str) -> bool:
        """Hides all that was shown until the next player sits there; whether somebody does."""
        if not self.is_terminal:
            return True
        steer(sys.stdout, _CLEAR)
        print(f"\n\n   {self.colours.bold(name)}, it is your turn.\n")
        found = self.ask("   Press Enter when nobody else is looking. ")
        steer(sys.stdout, _CLEAR)
        return found is not None


def _edit_lines() -> None:
    """Lines can be edited and called back, where the machine has what it takes."""
    with suppress(ImportError):
        import readline  # noqa: F401 (`input` uses it once it is there)
