"""Files that are written whole or not at all."""

from __future__ import annotations

import os
import shutil
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal, TextIO

from interpreter.cli.faults import UserFault

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def written_whole(path: str) -> Iterator[TextIO]:
    """A file to write that takes its name only when everything is in it.

    It is opened at once, so that a place that can't be written is found before the work is done.
    """
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise UserFault(f"{path} is a folder, not a file", "give the name of a file in it")
    if target.exists() and not target.is_file():  # a device or a pipe can't be replaced
        with _opened(target, "w", path) as stream:
            yield stream
        return
    if target.exists() and not os.access(target, os.W_OK):
        raise UserFault(f"cannot write {path}: it is read-only", "choose another file")
    draft = target.with_name(f".{target.name}.{os.getpid()}.part")
    stream = _opened(draft, "x", path)
    try:
        with stream:
            yield stream
        if target.exists():
            shutil.copymode(target, draft)
        os.replace(draft, target)
    except BaseException:
        draft.unlink(missing_ok=True)
        raise


def _opened(target: Path, mode: Literal["w", "x"], path: str) -> TextIO:
    try:
        return target.open(mode, encoding="utf-8", newline="\n")
    except OSError as error:
        if not target.parent.is_dir():
            raise UserFault(
                f"cannot write {path}: there is no folder {Path(path).parent}",
                "create it, or choose another place",
            ) from None
        raise UserFault(f"cannot write {path}: {error.strerror}", "choose another place") from None
