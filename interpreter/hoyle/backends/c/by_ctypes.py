"""Compiled games by `ctypes`: slower than the extension, and everywhere."""

from __future__ import annotations

import ctypes
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hoyle.backends.c import ABI

_STATE, _EXEC, _WORDS = ctypes.c_void_p, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int32)
_LONG, _STREAM = ctypes.c_int64, ctypes.c_uint64
_AT_ONCE = 64  # steps that are taken before somebody may interrupt


class _Words(ctypes.Structure):
    _fields_ = (("words", _WORDS), ("count", ctypes.c_int32), ("room", ctypes.c_int32))


class _Head(ctypes.Structure):
    _fields_ = (
        ("exec", ctypes.c_void_p),
        ("rng", ctypes.c_uint64),
        ("choices", _Words),
        ("frames", _Words),
        ("picked", _Words),
        ("over", ctypes.c_int32),
        ("seat", ctypes.c_int32),
        ("rounds", ctypes.c_int32),
        ("decisions", ctypes.c_int32),
    )


def _function(result: Any, *params: Any) -> Any:
    return ctypes.CFUNCTYPE(result, *params)


_INT = ctypes.c_int32


class _Rows(ctypes.Structure):
    _fields_ = (("at", ctypes.c_void_p), ("action_of", ctypes.c_char_p), ("actions", _LONG))


class _Game(ctypes.Structure):
    _fields_ = (
        ("abi", _INT),
        ("players", _INT),
        ("stride", _INT),
        ("state_bytes", _INT),
        ("teams", _INT),
        ("numbers_at", _INT),
        ("unused", _INT * 2),
        ("open", _function(_EXEC)),
        ("close", _function(None, _EXEC)),
        ("empty", _function(None, _STATE)),
        ("clear", _function(None, _STATE)),
        ("begin", _function(_INT, _STATE, _EXEC, _STREAM)),
        ("step", _function(_INT, _STATE, _EXEC, _INT)),
        ("copy", _function(_INT, _STATE, _STATE)),
        ("save", _function(_LONG, _STATE, ctypes.c_void_p, _LONG)),
        ("load", _function(_INT, _STATE, ctypes.c_void_p, _LONG)),
        ("playout", _function(_LONG, _STATE, _EXEC, ctypes.c_void_p, _LONG, _LONG, ctypes.c_void_p)),
        ("result", _function(_INT, _STATE, _EXEC, ctypes.c_void_p)),
        ("scored", _function(_INT, _STATE, _EXEC, ctypes.c_void_p)),
        ("place", _function(_INT, _STATE, _INT)),
        (
            "play",
            _function(
                _LONG,
                _STATE,
                _EXEC,
                _STREAM,
                _LONG,
                _LONG,
                _LONG,
                ctypes.c_void_p,
                ctypes.c_void_p,
                ctypes.POINTER(_Rows),
            ),
        ),
    )


class Library:
    """A compiled game; one that is of another version is refused."""

    def __init__(self, path: Path) -> None:
        self._object = ctypes.CDLL(str(path))
        self.game = _Game.in_dll(self._object, "hoyle_game")
        if self.game.abi != ABI:
            raise OSError(f"{path} is of version {self.game.abi}, not {ABI}")
        self.players: int = self.game.players
        self.stride: int = self.game.stride
        self.teams: int = self.game.teams
        self.pointer = ctypes.addressof(self.game)
        self._own = threading.local()

    @property
    def run(self) -> Any:
        """What this thread needs to play."""
        found = getattr(self._own, "run", None)
        if found is None:
            found = self._own.run = _Exec(self)
        return found.pointer

    def play(
        self,
        seed: int,
        first: int,
        last: int,
        most: int,
        bots: bytes,
        tally: bytearray,
        action_of: bytes,
        actions: int,
        rows: bytearray,
    ) -> int:
        """Plays games of a batch, adds to a tally and writes rows, unless there is no room for any.

        Returns the first that is in trouble, or the end.
        """
        counts = (_LONG * (len(tally) // 8)).from_buffer(tally)
        words = (_LONG * (len(rows) // 8)).from_buffer(rows)
        wanted = _Rows(ctypes.addressof(words) if rows else None, action_of, actions)
        scratch = Position(self)
        played = self.game.play(
            scratch.pointer, self.run, seed, first, last, most, bots, counts, ctypes.byref(wanted)
        )
        return int(played)


class _Exec:
    """What one thread needs while it plays."""

    __slots__ = ("_library", "pointer")

    def __init__(self, library: Library) -> None:
        self._library = library
        self.pointer = library.game.open()
        if not self.pointer:
            raise MemoryError

    def __del__(self) -> None:
        if getattr(self, "pointer", None):
            self._library.game.close(self.pointer)


class Position:
    """A state of C, with what play keeps beside it. What plays returns False for trouble."""

    __slots__ = (
        "_bytes",
        "_game",
        "_head",
        "base",
        "build",
        "game",
        "history",
        "library",
        "native",
        "plain",
        "pointer",
        "recorder",
        "shown",
        "start",
    )

    game: Any
    build: Any
    native: Any
    start: Any
    history: Any
    recorder: Any
    base: Any
    plain: Any  # what goes on in Python, as long as C cannot
    shown: Any

    def __init__(self, library: Library) -> None:
        self.library, self._game = library, library.game
        self._bytes = ctypes.create_string_buffer(library.game.state_bytes)
        self.pointer = ctypes.addressof(self._bytes)
        self._head = _Head.from_buffer(self._bytes)
        self._game.empty(self.pointer)
        self.game = self.build = self.native = self.start = self.history = self.recorder = None
        self.base = self.plain = self.shown = None

    def __del__(self) -> None:
        if hasattr(self, "_head"):
            self._game.clear(self.pointer)

    # -------------------------------------------------------------- what it is
    if TYPE_CHECKING:  # as whoever inherits them has them
        over: bool
        seat: int
        rounds: int
        decisions: int
        count: int  # of choices
        rng: int
    else:

        @property
        def over(self) -> bool:
            return bool(self._head.over) if self.plain is None else self.plain.over

        @property
        def seat(self) -> int:
            return int(self._head.seat) if self.plain is None else self.plain.seat

        @property
        def rounds(self) -> int:
            return int(self._head.rounds) if self.plain is None else self.plain.rounds

        @property
        def decisions(self) -> int:
            return int(self._head.decisions) if self.plain is None else self.plain.decisions

        @property
        def count(self) -> int:
            return int(self._head.choices.count) if self.plain is None else len(self.plain.c)

        @property
        def rng(self) -> int:
            return int(self._head.rng) if self.plain is None else self.plain.rng

        @rng.setter
        def rng(self, stream: int) -> None:
            self.shown = None
            if self.plain is None:
                self._head.rng = stream
            else:
                self.plain.rng = stream

    # -------------------------------------------------------------- playing
    def begin_at(self, rng: int) -> bool:
        """Starts a match, up to its first decision."""
        self._empty()
        return not self._game.begin(self.pointer, self.library.run, rng)

    def step(self, choice: int) -> bool:
        return not self._game.step(self.pointer, self.library.run, choice)

    def assign(self, other: Position) -> None:
        """Becomes the same position as another."""
        self._game.clear(self.pointer)
        if self._game.copy(self.pointer, other.pointer):
            self._empty()
            raise MemoryError

    def _empty(self) -> None:
        self._game.clear(self.pointer)
        self._game.empty(self.pointer)

    def ending(self, stream: int, most: int, rounds: int) -> tuple[int, list[int]] | None:
        """How it ends if all choices are random: what is left of the stream, and the standing; or trouble."""
        scratch, found = Position(self.library), _STREAM(stream)
        scratch.assign(self)
        if self._game.playout(scratch.pointer, self.library.run, ctypes.byref(found), most, rounds, None) < 0:
            return None
        standing = scratch.standing()
        return None if standing is None else (int(found.value), standing)

    def random_steps(self, stream: int, most: int, rounds: int) -> tuple[int, int, int]:
        """Plays on at random for a while: how many decisions, the stream, what Python must take (or -1)."""
        self.shown = None
        found, picks, most = _STREAM(stream), (_INT * _AT_ONCE)(), min(most, _AT_ONCE)
        run = self.library.run
        done = self._game.playout(self.pointer, run, ctypes.byref(found), most, rounds, picks)
        fine = -1 - done if done < 0 else done
        for pick in picks[:fine]:
            self.history = (self.history, pick)
        return fine, int(found.value), picks[fine] if done < 0 else -1

    def standing(self) -> list[int] | None:
        """For each seat whether it has won, then the ranks, then the scores; None means trouble."""
        found = (_INT * (3 * self._game.players))()
        return None if self._game.result(self.pointer, self.library.run, found) else list(found)

    # -------------------------------------------------------------- as words
    def save(self) -> bytes:
        count = self._game.save(self.pointer, None, 0)
        words = (_INT * count)()
        self._game.save(self.pointer, words, count)
        return bytes(words)

    def load(self, words: bytes) -> bool:
        self._empty()
        return not self._game.load(self.pointer, words, len(words) // 4)
