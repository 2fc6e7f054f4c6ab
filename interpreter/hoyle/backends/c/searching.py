"""The search of `search/search.h`: one text for all games, compiled once and called by `ctypes`.

Calls are few, a handful for a decision, so the slower binding costs nothing; and others run meanwhile.
"""

from __future__ import annotations

import ctypes
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from hoyle.backends.c.toolchain import Unavailable, load_shared
from hoyle.backends.contract import Searched

if TYPE_CHECKING:
    from array import array

    from hoyle.backends.c.binding import Library

_FOLDER = Path(__file__).parent
_PARTS = ("runtime/game.h", "search/keys.h", "search/worth.h", "search/search.h")
MOST_KEY = 1 << 28  # words: more than that no array of a search may take

# Sums and products are rounded one by one, as Python does, and roots are an instruction.
EXACT = ("-ffp-contract=off", "-fno-math-errno")

_STATUS: tuple[Literal["fine", "wants a world", "in trouble", "no worlds"], ...] = (
    "fine", "wants a world", "in trouble", "no worlds",
)  # fmt: skip

_POINTER, _INT, _LONG = ctypes.c_void_p, ctypes.c_int32, ctypes.c_int64


def search_text() -> str:
    """The text that is compiled."""
    head = f"#include <stdint.h>\n#include <stdlib.h>\n#include <string.h>\n#define MOST_KEY {MOST_KEY}\n"
    return head + "\n".join((_FOLDER / part).read_text(encoding="utf-8") for part in _PARTS)


@cache
def search_code() -> Any:
    """The compiled search; None where none can be had."""
    found = load_shared(
        search_text(), lambda path: ctypes.CDLL(str(path)), level="-O2", more=EXACT, about="search"
    )
    if isinstance(found, Unavailable):
        return None
    for name, result, *params in (
        ("search_open", _POINTER, _POINTER, _POINTER, _LONG, _POINTER, _LONG),
        ("search_close", None, _POINTER),
        ("search_world", _INT, _POINTER, _INT, _POINTER, _POINTER),
        ("search_run", _INT, _POINTER, _POINTER, _LONG, _POINTER),
        ("search_met", None, _POINTER, _POINTER),
        ("search_found", _INT, _POINTER, _POINTER, _POINTER),
    ):
        function = getattr(found, name)
        function.restype, function.argtypes = result, params
    return found


class Search:
    """A search in machine code; one thread at a time may go on with it."""

    __slots__ = ("_choices", "_code", "_library", "_pointer", "_stream", "_told")

    def __init__(
        self, code: Any, library: Library, words: array[int], reals: array[float], choices: int
    ) -> None:
        self._code, self._library, self._choices = code, library, choices
        self._stream, self._told = ctypes.c_uint64(), (_LONG * 5)()
        self._pointer = code.search_open(
            library.pointer, words.buffer_info()[0], len(words), reals.buffer_info()[0], len(reals)
        )
        if not self._pointer:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "_pointer", None):
            self._code.search_close(self._pointer)

    def world(self, number: int, state: Any, places: Sequence[int]) -> bool:
        """Hands a world over, and where it lists each choice; None is one that does not fit."""
        if state is None:
            return bool(self._code.search_world(self._pointer, number, None, None))
        if state.library is not self._library:
            return False
        where = (_INT * self._choices)(*places)
        return bool(self._code.search_world(self._pointer, number, state.pointer, where))

    def run(self, stream: int, most: int) -> tuple[int, Searched]:
        """Goes on for so many worlds at most: the stream as it goes on, and how it stands."""
        self._stream.value = stream
        status = self._code.search_run(self._pointer, ctypes.byref(self._stream), most, self._told)
        wanted, done, playouts, refused, full = self._told
        return int(self._stream.value), Searched(_STATUS[status], wanted, done, playouts, refused, bool(full))

    def met(self) -> tuple[float, float, float]:
        """The largest lead that was met, the least and the most of what all share."""
        met = (ctypes.c_double * 3)()
        self._code.search_met(self._pointer, met)
        largest, least, most = met
        return largest, least, most

    def found(self) -> list[tuple[int, float]] | None:
        """How often each choice was taken, -1 if never, and the sum of what came of it."""
        times, totals = (_LONG * self._choices)(), (ctypes.c_double * self._choices)()
        if not self._code.search_found(self._pointer, times, totals):
            return None
        return list(zip(times, totals, strict=True))
