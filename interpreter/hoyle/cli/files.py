"""Files that are written whole or not at all, and files that are read only if they end somewhere."""

from __future__ import annotations

import io
import os
import stat
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Literal, TextIO

from hoyle.cli.faults import UserFault, reason
from hoyle.signals import held_back

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_BYTES = 64 << 20  # of what is read at once: it takes some ten times as much memory
DRAFT = ".hoyle-"  # how the names of drafts begin
_drafts = count()


@contextmanager
def written_whole(path: str, *, new: bool = False) -> Iterator[TextIO]:
    """A file to write that takes its name only when everything is in it; if `new`, only if the name is free.

    It is opened at once, so that a place that can't be written is found before the work is done.
    """
    with bytes_written_whole(path, new=new) as stream:
        text = io.TextIOWrapper(stream, encoding="utf-8", newline="\n")
        try:
            yield text
            text.flush()
        finally:
            with suppress(OSError, ValueError):  # told already, or it is not to be kept
                text.detach()


@contextmanager
def bytes_written_whole(path: str, *, new: bool = False) -> Iterator[BinaryIO]:
    """The same for bytes."""
    try:
        target = Path(os.path.realpath(path))  # what a link leads to is replaced, not the link
        mode = os.stat(path).st_mode
    except FileNotFoundError:
        mode = None
    except (OSError, ValueError) as error:
        raise UserFault(f"cannot write {path}: {reason(error)}", "choose another place") from None
    if mode is not None:
        if new:
            raise UserFault(f"{path} exists already", "choose another name")
        if stat.S_ISDIR(mode):
            raise UserFault(f"{path} is a folder, not a file", "give the name of a file in it")
        if not stat.S_ISREG(mode):  # a device or a pipe can't be replaced
            with _open(Path(path), "wb", path) as stream:
                yield stream
            return
        why_not = _why_not_replaced(target)
        if why_not is not None:
            raise UserFault(f"cannot write {path}: {why_not}", "choose another file")
    clear_drafts(target.parent)
    with held_back():  # from the first moment on it is ours to remove
        draft, stream, held = _new_draft(target, path)
    try:
        with stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
            if mode is not None:
                os.chmod(draft, stat.S_IMODE(mode))
            if held:  # while it is: nobody else takes it for left behind
                _name(draft, target, path, new)
        if not held:
            _name(draft, target, path, new)
    finally:
        draft.unlink(missing_ok=True)


def _new_draft(target: Path, path: str) -> tuple[Path, BinaryIO, bool]:
    """A draft beside its target, open, and whether it is marked as being written."""
    while True:
        # a name of its own, since one that is longer than the target's might be too long
        draft = target.with_name(f"{DRAFT}{os.getpid()}-{next(_drafts)}.part")
        stream = _open(draft, "xb", path)
        held = _hold(stream.fileno(), wait=True)
        if not held or draft.exists():
            return draft, stream, held
        stream.close()  # somebody has taken it for left behind, before it was marked


def _why_not_replaced(target: Path) -> str | None:
    """Why another file can't take the name of this one, which exists."""
    if not os.access(target, os.W_OK):
        return "it is read-only"
    file, folder = os.stat(target), os.stat(target.parent)
    if file.st_dev != folder.st_dev:
        return "it is mounted there by itself"
    may = os.geteuid() in (0, file.st_uid, folder.st_uid) if hasattr(os, "geteuid") else True
    if folder.st_mode & stat.S_ISVTX and not may:
        return "it is another user's, in a folder where only its owner may replace it"
    return None


def _name(draft: Path, target: Path, path: str, new: bool) -> None:
    """Gives a draft its name, so that it has it also after the power has failed."""
    try:
        if new:
            _link(draft, target)
        else:
            os.replace(draft, target)
    except OSError as error:
        raise UserFault(f"cannot write {path}: {reason(error)}", "choose another place") from None
    with suppress(OSError):  # not every system can say so of a folder
        folder = os.open(target.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def _link(draft: Path, target: Path) -> None:
    try:
        os.link(draft, target)  # fails, other than a rename, if the name is taken in the meantime
    except FileExistsError:
        raise UserFault(f"{target} exists already", "choose another name") from None
    except OSError:  # a file system without links
        os.rename(draft, target)


# ------------------------------------------------------------------ what was left behind
def clear_drafts(folder: Path) -> None:
    """Removes the drafts in a folder that nobody writes any more: whoever did was killed."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            if entry.name.startswith(DRAFT) and entry.name.endswith(".part"):
                with suppress(OSError):
                    _clear_draft(entry.path)


def _clear_draft(path: str) -> None:
    status = os.lstat(path)
    if not stat.S_ISREG(status.st_mode) or (hasattr(os, "geteuid") and status.st_uid != os.geteuid()):
        return
    descriptor = os.open(path, os.O_RDWR | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0))
    try:
        if _hold(descriptor):
            os.unlink(path)
    finally:
        os.close(descriptor)


def _hold(descriptor: int, *, wait: bool = False) -> bool:
    """Marks an open file as one that is being written, until it is closed; False if somebody else does."""
    try:
        import fcntl

        fcntl.flock(descriptor, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
    except (ImportError, OSError):  # Windows, and file systems that can't
        return False
    return True


def _open(target: Path, mode: Literal["wb", "xb"], path: str) -> BinaryIO:
    try:
        return target.open(mode)
    except OSError as error:
        if not target.parent.is_dir():
            raise UserFault(
                f"cannot write {path}: there is no folder {Path(path).parent}",
                "create it, or choose another place",
            ) from None
        raise UserFault(f"cannot write {path}: {reason(error)}", "choose another place") from None


def refuse_inputs(option: str, path: str, inputs: Iterable[str]) -> None:
    """Refuses to write where something stands that is read: it would be lost."""
    for read in inputs:
        if os.path.exists(path) and os.path.samefile(path, read):
            message = f"{option} {path} would overwrite {read}, which the ruleset is read from"
            raise UserFault(message, "choose another file")


def read_whole(path: str, most: int = MOST_BYTES) -> bytes:
    """What is in a file that is not too large."""
    with opened(path) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise UserFault(
            f"{path} is larger than {most >> 20} MiB, the most that is read at once",
            "give a smaller file, or a part of it",
        )
    return content


def lines_of(path: str, most: int) -> Iterator[bytes]:
    """The lines of a file of any size; of one that is too long no more than one byte too many."""
    with opened(path) as stream:
        while line := stream.readline(most + 1):
            yield line


@contextmanager
def opened(path: str) -> Iterator[BinaryIO]:
    """A file to read; a device, or a pipe that nobody may ever write to, is none."""
    try:
        mode = os.stat(path).st_mode
        # the shell names the pipes that it makes so, and there is somebody at their other end
        piped = stat.S_ISFIFO(mode) and path.startswith("/dev/")
        if not stat.S_ISREG(mode) and not piped:
            what = "a folder, not a file" if stat.S_ISDIR(mode) else "not a regular file"
            raise UserFault(f"{path} is {what}", "give the name of a file")
        with Path(path).open("rb") as stream:
            yield stream
    except (OSError, ValueError) as error:
        raise UserFault(f"cannot read {path}: {reason(error)}", "check the name and the folder") from None
