"""Compiled objects, kept for this user: written whole or not at all, and never loaded if others could have.

Each object has a folder of its own, named by its key, and beside it a note of what it is:

    hoyle/                     0700
      CACHEDIR.TAG             says that all of this can be made again
      4f0c…/game.so            the object
      4f0c…/note.json          its key, length and checksum; when it was last used is the note's time
      draft-…/                 what is being compiled now: it takes its name when it is whole
      lock-…                   one of sixteen, held by who compiles
      zig/                     what ziglang keeps of its own
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from hoyle.backends.c.trust import why_not_own, why_untrusted

FORMAT = 1  # of the notes
MOST_BYTES = 64 << 20  # an object has some 20 to 100 KB
MOST_OBJECTS = 1000
MOST_ZIG_BYTES = 256 << 20  # it takes 47 MB for its first object, and little for each more
DRAFT_SECONDS = 3600.0  # a draft that is older was left behind: whoever made it was killed

TAG = "CACHEDIR.TAG"
SIGNATURE = "Signature: 8a477f597d28d172789f06886806bc55"  # which programs that make backups look for
ENTRY = re.compile(r"[0-9a-f]{40}")

OBJECT = "game.dll" if os.name == "nt" else "game.so"
NOTE = "note.json"


@dataclass(frozen=True, slots=True)
class Key:
    """All that an object depends on.

    The C text follows from the program, players, options, generator and runtime, and holds whatever of
    them matters; so its checksum stands for all five, and cannot be out of date.
    """

    text: str  # its checksum
    compiler: str
    flags: tuple[str, ...]
    platform: str

    @property
    def name(self) -> str:
        return sha256(json.dumps([FORMAT, asdict(self)], sort_keys=True).encode()).hexdigest()[:40]


@dataclass(frozen=True, slots=True)
class Kept:
    """An object in the cache, as a person is shown it."""

    name: str
    about: str
    compiler: str
    bytes: int
    used: float  # seconds since 1970


def platform() -> str:
    """What machine code can run here."""
    machine = os.uname().machine if hasattr(os, "uname") else os.environ.get("PROCESSOR_ARCHITECTURE", "")
    bits = 64 if sys.maxsize > 2**32 else 32
    return f"{sys.platform} {machine} {bits} {getattr(sys.implementation, '_multiarch', '')}".strip()


def user_folder() -> Path:
    """Where the cache of this user is: `HOYLE_CACHE`, or the system's place for such things."""
    own = os.environ.get("HOYLE_CACHE")
    if own:
        return Path(own).absolute()
    home = Path.home()
    if os.name == "nt":
        return Path(os.environ.get("LOCALAPPDATA") or home / "AppData" / "Local") / "hoyle" / "Cache"
    if sys.platform == "darwin":
        return home / "Library" / "Caches" / "hoyle"
    base = os.environ.get("XDG_CACHE_HOME", "")
    return (Path(base) if Path(base).is_absolute() else home / ".cache") / "hoyle"


class Cache:
    """A folder of objects."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def why_unusable(self) -> str | None:
        """Makes the folder if need be; None if nobody else could have written, or write, anything in it."""
        try:
            _make_private(self.folder)
            return (
                why_not_own(self.folder, folder=True)
                or why_untrusted(self.folder)
                or self._why_anothers()
                or self._closed()
            )
        except OSError as error:
            return f"{self.folder}: {error.strerror or error}"

    def _why_anothers(self) -> str | None:
        """Marks a new folder; one that holds other things is left alone."""
        tag = self.folder / TAG
        if why_not_own(tag, folder=False) is None:
            return None
        if any(path.name != TAG for path in self.folder.iterdir()):
            return f"{self.folder} holds other things"
        with suppress(FileExistsError), tag.open("x", encoding="ascii") as stream:  # another may be as quick
            stream.write(f"{SIGNATURE}\n# compiled games of Hoyle: `hoyle cache clear` removes them\n")
        return why_not_own(tag, folder=False)

    def _closed(self) -> str | None:
        """Takes the right to read from others, too, which they can only have from before."""
        if os.name != "nt" and self.folder.stat().st_mode & 0o077:
            self.folder.chmod(0o700)
        return None if os.access(self.folder, os.W_OK) else f"{self.folder} cannot be written"

    # -------------------------------------------------------------- objects
    def find(self, key: Key) -> Path | None:
        """The object of a key; one that is not what its note says is thrown away."""
        entry = self.folder / key.name
        if not os.path.lexists(entry):
            return None
        if self._why_refused(entry, key) is not None:
            self._remove(entry)
            return None
        with suppress(OSError):
            os.utime(entry / NOTE)
        return entry / OBJECT

    def _why_refused(self, entry: Path, key: Key) -> str | None:
        reason = (
            why_not_own(entry, folder=True)
            or why_not_own(entry / NOTE, folder=False)
            or why_not_own(entry / OBJECT, folder=False)
        )
        if reason is not None:
            return reason
        try:
            note = json.loads((entry / NOTE).read_bytes())
            content = (entry / OBJECT).read_bytes()
        except (OSError, ValueError) as error:
            return str(error)
        if not isinstance(note, dict) or note.get("key") != _plain(key):
            return "it was made for something else"
        if (note.get("bytes"), note.get("sha256")) != (len(content), sha256(content).hexdigest()):
            return "it is damaged"
        return None

    @contextmanager
    def draft(self) -> Iterator[Path]:
        """A new private folder, which is gone afterwards unless `keep` has given it a name."""
        folder = Path(tempfile.mkdtemp(prefix="draft-", dir=self.folder))
        try:
            yield folder
        finally:
            shutil.rmtree(folder, ignore_errors=True)

    def keep(self, draft: Path, key: Key, about: str = "") -> Path:
        """Gives a draft with an object in it its name, in one step; then drops what is too much."""
        for path in draft.iterdir():
            if path.name != OBJECT:
                shutil.rmtree(path) if path.is_dir() else path.unlink()
        content = (draft / OBJECT).read_bytes()
        (draft / OBJECT).chmod(0o600)
        note = {"key": _plain(key), "bytes": len(content), "sha256": sha256(content).hexdigest()}
        with (draft / NOTE).open("x", encoding="utf-8") as stream:
            json.dump(note | {"about": about}, stream)
        (draft / NOTE).chmod(0o600)
        for path in (draft / OBJECT, draft / NOTE, draft):
            _settle(path)
        entry = self.folder / key.name
        try:
            draft.rename(entry)
        except OSError:  # another process was quicker
            found = self.find(key)
            if found is not None:
                return found
            draft.rename(entry)
        _settle(self.folder)
        self.trim()
        return entry / OBJECT

    def discard(self, path: Path) -> None:
        """Throws an object away that turned out to be no good."""
        if path.parent.parent == self.folder:
            self._remove(path.parent)

    def _remove(self, path: Path) -> None:
        """Takes something away at once, also for those who look for it meanwhile; follows no link."""
        if path.is_symlink() or not path.is_dir():
            with suppress(OSError):
                path.unlink()
            return
        with suppress(OSError):  # another process does the same; or, on Windows, has it loaded
            gone = Path(tempfile.mkdtemp(prefix="draft-", dir=self.folder))
            try:
                path.rename(gone / "gone")
            finally:
                shutil.rmtree(gone, ignore_errors=True)

    # -------------------------------------------------------------- its size
    def objects(self) -> list[Kept]:
        """What is kept, last used first."""
        found = []
        for entry in self._entries():
            with suppress(OSError, ValueError):
                note = json.loads((entry / NOTE).read_bytes())
                size = (entry / OBJECT).stat().st_size
                used = (entry / NOTE).stat().st_mtime
                compiler = note["key"]["compiler"] if isinstance(note, dict) else ""
                found.append(Kept(entry.name, str(note.get("about", "")), str(compiler), size, used))
        return sorted(found, key=lambda kept: (-kept.used, kept.name))

    def _entries(self) -> list[Path]:
        try:
            found = list(self.folder.iterdir())
        except OSError:
            return []
        return [path for path in found if ENTRY.fullmatch(path.name) and not path.is_symlink()]

    @property
    def bytes(self) -> int:
        """All that the folder takes, without what ziglang keeps there."""
        return _bytes_below(self.folder) - self.zig_bytes

    @property
    def zig_bytes(self) -> int:
        """What ziglang keeps for itself: its own library, compiled once."""
        return _bytes_below(self.folder / "zig")

    def trim(self, most_bytes: int = MOST_BYTES, most_objects: int = MOST_OBJECTS) -> None:
        """Drops what was used longest ago until the rest is small enough, and what was left behind."""
        there = self._entries()  # before it is looked which are whole: others may add some meanwhile
        known = set()
        total = 0
        for count, kept in enumerate(self.objects(), 1):
            total += kept.bytes
            if total > most_bytes or count > most_objects:
                self._remove(self.folder / kept.name)
            known.add(kept.name)
        for entry in there:
            if entry.name not in known:
                self._remove(entry)  # half of one
        for draft in self.folder.glob("draft-*"):
            with suppress(OSError):
                if time.time() - draft.lstat().st_mtime > DRAFT_SECONDS:
                    shutil.rmtree(draft, ignore_errors=True)
        if self.zig_bytes > MOST_ZIG_BYTES:
            self._remove(self.folder / "zig")

    def clear(self) -> None:
        """Removes all of it, and nothing that is not of the cache; what cannot be removed is an OSError."""
        if self.folder.is_symlink() or not self.folder.is_dir():
            return
        tag = self.folder / TAG
        for path in self.folder.iterdir():
            own = re.fullmatch(r"[0-9a-f]{40}|draft-.*|lock-.|zig", path.name)
            if own and path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            elif own:
                path.unlink()
        if [path.name for path in self.folder.iterdir()] == [TAG]:
            tag.unlink()
            self.folder.rmdir()

    # -------------------------------------------------------------- one at a time
    @contextmanager
    def one_at_a_time(self, key: Key, seconds: float) -> Iterator[None]:
        """Waits, but not longer than so, for others who compile the same, in this process or another.

        The system takes the lock from a process that is killed. Without such locks, or when it takes too
        long, nothing is waited for: the same is then compiled twice, which only takes time.
        """
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        try:
            held = os.open(self.folder / f"lock-{key.name[0]}", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        except OSError:
            yield
            return
        try:
            until = time.monotonic() + seconds
            while True:
                try:
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except BlockingIOError:
                    if time.monotonic() > until:
                        break
                    time.sleep(0.02)
                except OSError:  # a file system without locks
                    break
                else:
                    break
            yield
        finally:
            with suppress(OSError):
                fcntl.flock(held, fcntl.LOCK_UN)  # also if a process that was forked meanwhile has it open
            os.close(held)


def _plain(key: Key) -> dict[str, Any]:
    """A key as it comes back from JSON."""
    return asdict(key) | {"flags": list(key.flags), "format": FORMAT}


def _make_private(folder: Path) -> None:
    """Makes a folder, and those above it that are missing, for this user alone."""
    missing = []
    while not os.path.lexists(folder):
        missing.append(folder)
        folder = folder.parent
    for path in reversed(missing):
        with suppress(FileExistsError):
            path.mkdir(mode=0o700)


def _settle(path: Path) -> None:
    """Waits until a file, or the names in a folder, are on the disk."""
    if path.is_dir() and os.name == "nt":
        return
    descriptor = os.open(path, os.O_RDONLY if os.name != "nt" else os.O_RDWR)
    try:
        with suppress(OSError):  # not every file system can say so of a folder
            os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _bytes_below(folder: Path) -> int:
    total = 0
    for at, _, names in os.walk(folder):
        for name in names:
            with suppress(OSError):
                total += Path(at, name).lstat().st_size
    return total
