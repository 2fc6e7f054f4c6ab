"""Whether a file or folder can have been written by nobody but this user, or the system."""

from __future__ import annotations

import os
import stat
from pathlib import Path

MOST_LINKS = 40  # as the system itself allows on the way to a file

SYSTEM = 0  # the user who may write everywhere anyway


def why_untrusted(path: Path) -> str | None:
    """Why others could put something else at a path: a folder on the way is theirs, or they may write to it.

    Links on the way are followed as the system does, each of them looked at too. None if all is well.
    """
    if not hasattr(os, "geteuid"):
        return _why_not_own_on_windows(path)
    at = Path("/")
    left = list(path.absolute().parts[1:])[::-1]
    reason = _why_open(at, at.lstat())
    links = 0
    while left and reason is None:
        name = left.pop()
        if name == "..":
            at = at.parent
            continue
        step = at / name
        try:
            found = step.lstat()
        except OSError as error:
            return f"{step}: {error.strerror}"
        if not stat.S_ISLNK(found.st_mode):
            at, reason = step, _why_open(step, found)
            continue
        links += 1
        if found.st_uid not in (SYSTEM, os.geteuid()):
            return f"{step} is a link that belongs to another user"
        if links > MOST_LINKS:
            return f"{step} is one of too many links"
        target = step.readlink()
        at = Path("/") if target.is_absolute() else at
        left += [part for part in target.parts if part != "/"][::-1]
    return reason


def _why_open(path: Path, found: os.stat_result) -> str | None:
    if found.st_uid not in (SYSTEM, os.geteuid()):
        return f"{path} belongs to another user"
    # In a folder like /tmp everybody may write, but nobody may move what is another's.
    shared = stat.S_ISDIR(found.st_mode) and found.st_mode & stat.S_ISVTX
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and not shared:
        return f"others may write to {path}"
    return None


def why_not_own(path: Path, *, folder: bool) -> str | None:
    """Why the thing itself, not what a link leads to, is not a folder or plain file of this user's alone."""
    try:
        found = path.lstat()
    except OSError as error:
        return f"{path}: {error.strerror}"
    if stat.S_ISLNK(found.st_mode):
        return f"{path} is a link"
    if not (stat.S_ISDIR if folder else stat.S_ISREG)(found.st_mode):
        return f"{path} is not a {'folder' if folder else 'plain file'}"
    if not hasattr(os, "geteuid"):
        return None
    if found.st_uid != os.geteuid():
        return f"{path} belongs to another user"
    if found.st_mode & (stat.S_IWGRP | stat.S_IWOTH):
        return f"others may write to {path}"
    return None


def _why_not_own_on_windows(path: Path) -> str | None:
    """There a user's own folders are inherited to be private; anywhere else nothing is known."""
    for name in ("LOCALAPPDATA", "USERPROFILE"):
        home = os.environ.get(name)
        if home and path.absolute().resolve().is_relative_to(Path(home).resolve()):
            return None
    return f"{path} is outside the user's own folders"
