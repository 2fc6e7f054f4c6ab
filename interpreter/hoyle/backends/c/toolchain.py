"""C text becomes a shared object, compiled once and then found in the cache.

Nothing of a ruleset gets into a command: it names a compiler, flags that are listed here, and two files
that are always called the same, in a private folder. No shell is involved.
"""

from __future__ import annotations

import atexit
import os
import secrets
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Literal, TypeVar

from hoyle.backends.c.cache import OBJECT, Cache, Key, platform, user_folder
from hoyle.backends.c.compiler import NO_COMPILER, Compiler, compilers, environment
from hoyle.backends.c.unavailable import Unavailable

__all__ = ["Unavailable", "compile_shared", "find_shared", "load_shared", "usable_cache"]

Level = Literal["-O0", "-O1", "-O2", "-O3"]
Loaded = TypeVar("Loaded")

SOURCE = "game.c"
SAID = "said.txt"  # by the compiler

# Always the same: sums wrap around, nothing is exported that isn't meant to be, no paths are written down.
FLAGS: tuple[str, ...] = (
    "-std=gnu11", "-shared", "-fwrapv", "-fno-strict-aliasing", "-fvisibility=hidden", "-g0", "-w",
    *(() if os.name == "nt" else ("-fPIC",)),
)  # fmt: skip

# What finds mistakes of ours: for tests.
SANITIZE = ("-fsanitize=address,undefined", "-fno-sanitize-recover=all", "-fno-omit-frame-pointer")

MOST_TEXT = 8 << 20  # characters of C: a bundled ruleset has some 30,000
SECONDS = 60.0  # the longest that a compiler may take
MOST_SAID = 600  # characters of a compiler's complaint that are told

NO_ROOM = ("No space left on device", "Disk quota exceeded")  # as compilers say it in English
PROBE = "#include <stdint.h>\n#include <string.h>\nint64_t seven(void) { return 7; }\n"


def compile_shared(
    source: str,
    *,
    level: Level = "-O1",
    more: tuple[str, ...] = (),
    about: str = "",
    seconds: float = SECONDS,
) -> Path | Unavailable:
    """The shared object of a C text, from the cache or from the first compiler that works."""
    if len(source) > MOST_TEXT:
        return Unavailable("too long", f"its C text has more than {MOST_TEXT:,} characters")
    cache = usable_cache()
    if isinstance(cache, Unavailable):
        return cache
    failed = NO_COMPILER
    for compiler, key in _keys(source, level, more):
        made = _found_or_made(cache, compiler, key, source, about, seconds)
        if isinstance(made, Unavailable) and made.code == "no room":
            other = private_cache()
            if isinstance(other, Cache) and other is not cache:
                cache = other
                made = _found_or_made(cache, compiler, key, source, about, seconds)
        if isinstance(made, Path):
            return made
        failed = made
        if made.code in ("too slow", "no room"):
            break  # another compiler would do no better
        if made.code == "refused" and why_not_working(compiler) is None:
            break  # nor here: the text is wrong
    return failed


def find_shared(source: str, *, level: Level = "-O1", more: tuple[str, ...] = ()) -> Path | None:
    """The shared object of a C text if it has been compiled before."""
    cache = usable_cache()
    if isinstance(cache, Unavailable):
        return None
    for _, key in _keys(source, level, more):
        found = cache.find(key)
        if found is not None:
            return found
    return None


def load_shared(
    source: str,
    load: Callable[[Path], Loaded],
    *,
    level: Level = "-O1",
    more: tuple[str, ...] = (),
    about: str = "",
) -> Loaded | Unavailable:
    """What `load` makes of the object; one from the cache that the system refuses is compiled anew."""
    known = find_shared(source, level=level, more=more)
    if known is not None:
        try:
            return load(known)
        except OSError:
            Cache(known.parent.parent).discard(known)
    path = compile_shared(source, level=level, more=more, about=about)
    if isinstance(path, Unavailable):
        return path
    try:
        return load(path)
    except OSError as error:
        return Unavailable("not loadable", f"the system does not load what was compiled: {error}")


def _keys(source: str, level: Level, more: tuple[str, ...]) -> Iterator[tuple[Compiler, Key]]:
    text = sha256(source.encode()).hexdigest()
    for compiler in compilers():
        flags = (*FLAGS, level, *compiler.flags, *more)
        yield compiler, Key(text, compiler.name, flags, platform())


def _found_or_made(
    cache: Cache, compiler: Compiler, key: Key, source: str, about: str, seconds: float
) -> Path | Unavailable:
    found = cache.find(key)
    if found is not None:
        return found
    with cache.one_at_a_time(key, seconds):
        found = cache.find(key)  # by whom we have waited for
        if found is not None:
            return found
        try:
            with cache.draft() as draft:
                failed = compile_in(draft, compiler, key.flags, source, cache.folder / "zig", seconds)
                return failed or cache.keep(draft, key, about)
        except OSError as error:
            return Unavailable("no room", f"{cache.folder}: {error.strerror or error}", "make room there")


def compile_in(
    folder: Path,
    compiler: Compiler,
    flags: tuple[str, ...],
    source: str,
    zig_cache: Path,
    seconds: float = SECONDS,
) -> Unavailable | None:
    """Compiles a text in a folder of its own; afterwards the object is there, or it is told why not."""
    (folder / SOURCE).write_text(source, encoding="ascii", newline="\n")
    own = {"TMPDIR": str(folder), "TEMP": str(folder), "TMP": str(folder)}
    own |= {"ZIG_GLOBAL_CACHE_DIR": str(zig_cache), "ZIG_LOCAL_CACHE_DIR": str(folder / "zig")}
    command = [*compiler.command, *flags, "-o", OBJECT, SOURCE]
    with (folder / SAID).open("wb") as said:
        try:
            status = _run(command, folder, environment(**own), said.fileno(), seconds)
        except subprocess.TimeoutExpired:
            return Unavailable("too slow", f"{compiler.command[0]} was still at it after {seconds:.0f} s")
        except OSError as error:
            return Unavailable("refused", f"{compiler.command[0]} cannot be run: {error.strerror}")
    if status == 0 and (folder / OBJECT).is_file():
        return None
    words = (folder / SAID).read_bytes()[: 4 * MOST_SAID].decode("utf-8", "replace").strip()[:MOST_SAID]
    if any(full in words for full in NO_ROOM):
        return Unavailable("no room", f"{folder.parent}: no space is left", "make room there")
    return Unavailable("refused", f"{compiler.command[0]} failed ({status}): {words or 'it says nothing'}")


_running: set[subprocess.Popen[bytes]] = set()


def _run(command: list[str], folder: Path, variables: dict[str, str], said: int, seconds: float) -> int:
    """Runs a program, which with all that it starts does not outlive this call."""
    process = subprocess.Popen(
        command,
        cwd=folder,
        env=variables,
        stdin=subprocess.DEVNULL,
        stdout=said,
        stderr=said,
        start_new_session=True,
    )
    _running.add(process)
    try:
        return process.wait(seconds)
    except BaseException:  # interrupted, too
        _kill(process)
        process.wait()
        raise
    finally:
        _running.discard(process)


def _kill(process: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()


@atexit.register
def _kill_all() -> None:
    """Nothing goes on when Python ends, not even what a thread in the background waits for."""
    for process in list(_running):
        _kill(process)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_running.clear)  # they are the parent's


def why_not_working(compiler: Compiler) -> str | None:
    """Why a compiler compiles nothing at all: some have no headers, or no linker."""
    cache = usable_cache()
    if isinstance(cache, Unavailable):
        return str(cache)
    try:
        with cache.draft() as draft:
            failed = compile_in(draft, compiler, (*FLAGS, *compiler.flags), PROBE, cache.folder / "zig")
    except OSError as error:
        return str(error)
    return None if failed is None else str(failed)


# ------------------------------------------------------------------ where objects are kept

_own: tuple[int, Cache] | None = None  # of which process


def usable_cache() -> Cache | Unavailable:
    """The user's cache; or, where that cannot be trusted or written, one that goes with this process."""
    cache = Cache(user_folder())
    return cache if cache.why_unusable() is None else private_cache()


def private_cache() -> Cache | Unavailable:
    """A cache in a temporary folder, which is removed when this process ends."""
    global _own
    if _own is None or _own[0] != os.getpid():
        folder = Path(tempfile.gettempdir(), f"hoyle-{os.getpid()}-{secrets.token_hex(8)}")
        atexit.register(_remove, os.getpid(), folder)
        _own = os.getpid(), Cache(folder)
    reason = _own[1].why_unusable()
    if reason is not None:
        return Unavailable("no room", reason, "set HOYLE_CACHE to a folder of your own")
    return _own[1]


def _remove(process: int, folder: Path) -> None:
    if process == os.getpid():
        shutil.rmtree(folder, ignore_errors=True)
