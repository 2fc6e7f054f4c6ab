"""Which C compilers this machine has: the system's, or that of the package ziglang."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from hoyle.backends.c.processor import abilities
from hoyle.backends.c.unavailable import Unavailable

NAMES = ("cc", "gcc", "clang")
ANSWER_SECONDS = 10.0  # to tell its version

# What would make a compiler read or write elsewhere, so that equal keys would not mean equal objects.
_MEDDLING = {"CPATH", "C_INCLUDE_PATH", "LIBRARY_PATH", "DEPENDENCIES_OUTPUT", "SUNPRO_DEPENDENCIES"}


NO_COMPILER = Unavailable(
    "no compiler",
    "there is no C compiler here",
    "install one, or `pip install 'hoyle[native]'`, which brings one",
)


@dataclass(frozen=True, slots=True)
class Compiler:
    """A program that compiles C, how it is called, and how it calls itself."""

    command: tuple[str, ...]
    version: str  # part of the name that an object is kept under
    flags: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What its objects depend on: not where it lies, but how it is called."""
        return " ".join((self.version, *self.command[1:]))


def compilers() -> Iterator[Compiler]:
    """The compilers to try, best first: that of `CC`, the system's, ziglang's."""
    seen = set()
    for command in _commands():
        real = os.path.realpath(command[0]), command[1:]
        if real in seen or _asks_to_be_installed(command[0]):
            continue
        seen.add(real)
        version = _version(command)
        if version is not None:
            yield Compiler(command, version, tuple(f"-m{name}" for name in abilities()))
    found = _zig()
    if found is not None:
        yield found


def _commands() -> Iterator[tuple[str, ...]]:
    try:
        own = shlex.split(os.environ.get("CC", ""))
    except ValueError:  # a quote without its other half
        own = []
    if own and (path := _on_path(own[0])):
        yield path, *own[1:]
    for name in NAMES:
        if path := _on_path(name):
            yield (path,)


def _on_path(name: str) -> str | None:
    """A program by its name; never one of the folder one happens to be in."""
    import shutil

    folders = os.environ.get("PATH", os.defpath).split(os.pathsep)
    path = shutil.which(name, path=os.pathsep.join(one for one in folders if Path(one).is_absolute()))
    return path if path is not None and Path(path).is_absolute() else None


def _asks_to_be_installed(path: str) -> bool:
    """Whether it is macOS' stand-in, which opens a window instead of compiling."""
    if sys.platform == "darwin" and path.startswith("/usr/bin/"):
        return _output(("/usr/bin/xcode-select", "-p")) is None
    return False


@cache
def _version(command: tuple[str, ...]) -> str | None:
    text = (_output((*command, "--version")) or "").strip()
    return text.splitlines()[0] if text else None


def _zig() -> Compiler | None:
    """The compiler of the package ziglang, found without running any of it."""
    from importlib import metadata, util

    try:
        spec = util.find_spec("ziglang")
        version = metadata.version("ziglang")
    except (ImportError, ValueError, metadata.PackageNotFoundError):
        return None
    if spec is None or spec.origin is None:
        return None
    program = Path(spec.origin).with_name("zig.exe" if os.name == "nt" else "zig")
    if not program.is_file():
        return None
    # Otherwise it makes code for this very processor, and checks that trap.
    processor = "".join(("-mcpu=baseline", *(f"+{name}" for name in abilities())))
    return Compiler((str(program), "cc"), f"zig {version}", (processor, "-fno-sanitize=undefined"))


def _output(command: tuple[str, ...]) -> str | None:
    """What a program says on its standard output; None if it cannot be run or says that it failed."""
    try:
        done = subprocess.run(
            command,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=ANSWER_SECONDS,
            env=environment(),
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.decode("utf-8", "replace") if done.returncode == 0 else None


def environment(**more: str) -> dict[str, str]:
    """The environment that a compiler gets: the user's own, without what would change its output."""
    kept = {name: value for name, value in os.environ.items() if name not in _MEDDLING}
    return kept | {"LC_ALL": "C", "LANGUAGE": "C"} | more
