"""The games written by hand in C, compiled by the toolchain of the native engine."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from pathlib import Path

from hoyle.backends.c.toolchain import Unavailable, load_shared

FOLDER = Path(__file__).parent

# The name of a file → the ruleset of the same game, and how many play. Those in `bits` use bit sets where a
# plain program has arrays: as fast as one gets who thinks about the game.
PLAIN = {"tic_tac_toe": ("tic-tac-toe", 2), "connect_four": ("connect-four", 2), "shedding": ("shedding", 4)}
BITS = {"tic_tac_toe_bits": ("tic-tac-toe", 2), "connect_four_bits": ("connect-four", 2)}

Play = Callable[[int, range], tuple[int, list[int]]]
"""Plays the games of a run with these numbers: how many decisions there were, and the wins of each seat."""


def text_of(name: str) -> str:
    """A game in C, with the random numbers before it."""
    return "".join((FOLDER / file).read_text(encoding="ascii") for file in ("random.h", f"{name}.c"))


def compiled(name: str) -> Play | Unavailable:
    """A game that plays as fast as it can; where seats can draw, the draws come after the seats' wins."""
    library = load_shared(text_of(name), lambda path: ctypes.CDLL(str(path)), level="-O2", about=f"{name}.c")
    if isinstance(library, Unavailable):
        return library
    function = library.play
    function.restype = ctypes.c_int64
    function.argtypes = [ctypes.c_uint64, ctypes.c_int64, ctypes.c_int64, ctypes.POINTER(ctypes.c_int64)]

    def play(seed: int, games: range) -> tuple[int, list[int]]:
        wins = (ctypes.c_int64 * 4)()
        return function(seed, games.start, games.stop, wins), list(wins)

    return play
