"""What this machine's processor can do with bits in one instruction, which not every one of its family can.

Code that uses it is compiled with flags of its own, and kept under them: another machine that reads the same
cache makes its own.
"""

from __future__ import annotations

import platform
import sys
from functools import cache
from pathlib import Path

# By what the system calls them: the flags of compilers, and the names that zig has for them.
WANTED = {"popcnt": "popcnt", "bmi1": "bmi", "bmi2": "bmi2"}

PROCESSORS = Path("/proc/cpuinfo")


@cache
def abilities() -> tuple[str, ...]:
    """All that are wanted, as compilers call them; nothing where one of them is missing, or nobody tells."""
    if not sys.platform.startswith("linux") or platform.machine() != "x86_64" or sys.maxsize < 1 << 32:
        return ()
    try:
        lines = PROCESSORS.read_text(encoding="ascii", errors="replace").splitlines()
    except OSError:
        return ()
    found = [set(line.partition(":")[2].split()) for line in lines if line.startswith("flags")]
    return tuple(WANTED.values()) if found and all(set(WANTED) <= one for one in found) else ()
