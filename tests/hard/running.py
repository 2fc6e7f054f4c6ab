"""Runs commands on rulesets that are made to do harm, each in a process of its own with bounds."""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

CASES = Path(__file__).parent / "cases"

# What a file says of itself: `#: COMMAND -> STATUS "words"`.
_SAYS = re.compile(r'#: (?P<command>.+?) -> (?P<status>\d)(?: "(?P<words>[^"]*)")?$')


@dataclass(frozen=True)
class Expected:
    """A command on a file, with the status and the words that it must end with."""

    command: str
    status: int
    words: str


@dataclass(frozen=True)
class Ran:
    """What a command did: the processor's seconds, megabytes at most, status (None: no end) and output."""

    seconds: float
    megabytes: int
    status: int | None
    output: str

    @property
    def crashed(self) -> bool:
        return self.status in (None, 3) or "Traceback" in self.output


def expected(file: Path) -> list[Expected]:
    """What the file says that commands must do with it."""
    found = (_SAYS.match(line) for line in file.read_text().splitlines() if line.startswith("#: "))
    return [Expected(m["command"], int(m["status"]), m["words"] or "") for m in found if m is not None]


def run(words: list[str], *, timeout: float = 30, given: str = "", megabytes: int = 2000) -> Ran:
    """A command of Hoyle, within bounds of time and memory."""

    def bounded() -> None:
        resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))

    return measured([sys.executable, "-m", "hoyle", *words], bounded, timeout, given)


def measured(command: list[str], bounded: Callable[[], None], timeout: float, given: str) -> Ran:
    """Any command, with what it took."""
    read, write = os.pipe()
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=write,
        stderr=write,
        preexec_fn=bounded,
        env={**os.environ, "PYTHONHASHSEED": "0", "COLUMNS": "100"},
    )
    os.close(write)
    assert process.stdin is not None
    with suppress(BrokenPipeError):
        process.stdin.write(given.encode())
        process.stdin.close()
    os.set_blocking(read, False)
    begun, parts = time.monotonic(), [b""]
    status: int | None = None
    megabytes = 0
    while True:
        megabytes = max(megabytes, _at_most(process.pid))
        try:
            part = os.read(read, 65536)
            if len(parts) < 100:
                parts.append(part)
        except BlockingIOError:
            part = b""
        ended, code, used = os.wait4(process.pid, os.WNOHANG)
        if ended:
            status = os.waitstatus_to_exitcode(code)
            break
        if time.monotonic() - begun > timeout:
            process.kill()
            _, _, used = os.wait4(process.pid, 0)
            break
        if not part:
            time.sleep(0.005)
    with suppress(BlockingIOError):
        parts.append(os.read(read, 65536))
    os.close(read)
    process.returncode = status if status is not None else -9
    text = b"".join(parts).decode(errors="replace")
    return Ran(used.ru_utime + used.ru_stime, megabytes, status, text)


def _at_most(pid: int) -> int:
    """The megabytes that a process has had at most; what the system sums up has its parent's in it."""
    with suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) // 1024
    return 0


def carried_out(file: Path, wanted: Expected, folder: Path, timeout: float = 30) -> Ran:
    """A command that a file speaks of."""
    words = [
        word.replace("{file}", str(file)).replace("{out}", str(folder / "out.jsonl"))
        for word in wanted.command.split()
    ]
    return run(words, timeout=timeout)
