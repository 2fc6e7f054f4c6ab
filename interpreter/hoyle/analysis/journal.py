"""Games that are done, on the disk while others are still played: what `--resume` goes on with.

A journal is one line of JSON, which says what the games are of, then blocks of rows: how many games, how many
bytes, their checksum, the rows in these bytes, compressed. A block that was cut off is as good as none, so
whatever moment a run ends at, what stands before it can be used.
"""

from __future__ import annotations

import json
import os
import struct
import sys
import zlib
from array import array
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from hoyle.analysis.rows import Rows

_HEAD = struct.Struct("<4sIII")  # a mark, games, bytes, checksum
_MARK = b"rows"
_LONGEST_LINE = 1 << 20
_MOST_BYTES = 1 << 30


class JournalProblem(Exception):
    """A journal that cannot be gone on with; says why, and what to do."""

    def __init__(self, message: str, help: str) -> None:
        super().__init__(message)
        self.message, self.help = message, help


class Journal:
    """The games of one batch that are done, in the order of their numbers, in a file of its own."""

    def __init__(
        self, path: Path, about: Mapping[str, Any], players: int, actions: int, *, resume: bool
    ) -> None:
        """Begins a journal; if `resume`, or goes on with one that is there and of the same games."""
        self.path, self.players, self.actions = path, players, actions
        self.games = 0
        self._line = (json.dumps({"hoyle games": dict(about)}, ensure_ascii=True) + "\n").encode("ascii")
        self._file: BinaryIO
        if path.exists():
            self._file = path.open("r+b")
            _lock(self._file, path)
            if not resume:
                self._file.close()
                raise JournalProblem(
                    f"{path} has games of a run that was interrupted",
                    "go on with them by --resume, or delete it",
                )
            self._read()
        else:
            self._file = path.open("x+b")
            _lock(self._file, path)
            self._file.write(self._line)
            self._file.flush()

    def _read(self) -> None:
        line = self._file.readline(_LONGEST_LINE)
        if not line.endswith(b"\n"):  # ended before its first line was written
            self._file.seek(0)
            self._file.truncate()
            self._file.write(self._line)
            self._file.flush()
            return
        if line != self._line:
            raise JournalProblem(
                f"{self.path} has games of another run: {_difference(line, self._line)}",
                "give the same command as then, or delete it",
            )
        end = self._file.tell()
        for rows in self._blocks():
            self.games += len(rows)
            end = self._file.tell()
        self._file.seek(end)
        self._file.truncate()

    def _blocks(self) -> Iterator[Rows]:
        first = 0
        while len(head := self._file.read(_HEAD.size)) == _HEAD.size:
            mark, games, size, check = _HEAD.unpack(head)
            if mark != _MARK or size > _MOST_BYTES:
                return
            packed = self._file.read(size)
            if len(packed) != size or zlib.crc32(packed) != check:
                return
            rows = Rows(first, self.players, self.actions, _words(zlib.decompress(packed)))
            if len(rows) != games:
                return
            yield rows
            first += games

    def add(self, rows: Rows) -> None:
        """Keeps games, which must be the next ones."""
        assert rows.first == self.games
        if not len(rows):
            return
        packed = zlib.compress(_bytes(rows.words), 1)
        self._file.seek(0, os.SEEK_END)
        self._file.write(_HEAD.pack(_MARK, len(rows), len(packed), zlib.crc32(packed)) + packed)
        self._file.flush()
        self.games += len(rows)

    def __iter__(self) -> Iterator[Rows]:
        """All games that are kept, a block at a time."""
        self._file.seek(len(self._line))
        return self._blocks()

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Gives up what is kept."""
        self.close()
        self.path.unlink(missing_ok=True)


def _words(data: bytes) -> array[int]:
    words = array("q")
    words.frombytes(data[: len(data) // words.itemsize * words.itemsize])
    if sys.byteorder == "big":
        words.byteswap()
    return words


def _bytes(words: array[int]) -> bytes:
    if sys.byteorder == "big":
        words = words[:]
        words.byteswap()
    return words.tobytes()


def _difference(there: bytes, here: bytes) -> str:
    """What tells the games of two journals apart, in words."""
    try:
        told = json.loads(there)["hoyle games"]
        wanted = json.loads(here)["hoyle games"]
        for name in wanted:
            if told.get(name) != wanted[name]:
                return f"their {name} is {json.dumps(told.get(name))}, not {json.dumps(wanted[name])}"
    except (ValueError, KeyError, TypeError, AttributeError):
        pass
    return "it does not say which"


def _lock(file: BinaryIO, path: Path) -> None:
    """Keeps others from writing to a journal at the same time, where the system can."""
    try:
        import fcntl
    except ImportError:
        return
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        raise JournalProblem(
            f"{path} is being written by another run", "wait for it, or choose another file"
        ) from None
    except OSError:  # a file system without locks
        return
