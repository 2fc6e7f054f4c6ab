"""Files that are written whole or not at all, and files that are read only if they end somewhere."""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

from hoyle.cli.faults import UserFault, reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_BYTES = 256 << 20  # of what is read at once: a trace takes some ten times as much memory
_drafts = count()


@contextmanager
def written_whole(path: str, *, new: bool = False) -> Iterator[TextIO]:
    """A file to write that takes its name only when everything is in it; if `new`, only if the name is free.

    It is opened at once, so that a place that can't be written is found before the work is done.
    """
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
            with _open(Path(path), "w", path) as stream:
                yield stream
            return
        if not os.access(target, os.W_OK):
            raise UserFault(f"cannot write {path}: it is read-only", "choose another file")
    # a name of its own, since one that is longer than the target's might be too long
    draft = target.with_name(f".hoyle-{os.getpid()}-{next(_drafts)}.part")
    try:
        with _open(draft, "x", path) as stream:
            yield stream
        if mode is not None:
            os.chmod(draft, stat.S_IMODE(mode))
        if new:
            _link(draft, target)
        else:
            os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)


def _link(draft: Path, target: Path) -> None:
    try:
        os.link(draft, target)  # fails, other than a rename, if the name is taken in the meantime
    except FileExistsError:
        raise UserFault(f"{target} exists already", "choose another name") from None
    except OSError:  # a file system without links
        os.rename(draft, target)


def _open(target: Path, mode: Literal["w", "x"], path: str) -> TextIO:
    try:
        return target.open(mode, encoding="utf-8", newline="\n")
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


def read_whole(path: str) -> bytes:
    """What is in a file; a device, or a pipe that nobody may ever write to, is none."""
    try:
        mode = os.stat(path).st_mode
        # the shell names the pipes that it makes so, and there is somebody at their other end
        piped = stat.S_ISFIFO(mode) and path.startswith("/dev/")
        if not stat.S_ISREG(mode) and not piped:
            what = "a folder, not a file" if stat.S_ISDIR(mode) else "not a regular file"
            raise UserFault(f"{path} is {what}", "give the name of a file")
        with Path(path).open("rb") as stream:
            content = stream.read(MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        raise UserFault(f"cannot read {path}: {reason(error)}", "check the name and the folder") from None
    if len(content) > MOST_BYTES:
        raise UserFault(
            f"{path} is larger than {MOST_BYTES >> 20} MiB, the most that is read at once",
            "give a smaller file, or a part of it",
        )
    return content
