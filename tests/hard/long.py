"""What takes hours: `python -m tests.hard.long mutants|states|traces|programs|interrupts LOG [SECONDS]`.

Goes on where LOG ends, some in each process, and writes a line for each: the numbers, the most memory, and
what was wrong. So it can be stopped at any time, and what was done counts.
"""

from __future__ import annotations

import gc
import os
import resource
import sys
import tempfile
import time
from pathlib import Path

from tests.hard.trying import TALLY, TRIALS, Trial, carried_out

SIZE = {"mutants": 1000, "states": 100, "traces": 10, "programs": 10, "interrupts": 2}
MEGABYTES = 700
# Looking for rings takes a sixth of the time, and is done once for so many.
BETWEEN_COLLECTIONS = {"mutants": 50, "states": 50, "traces": 10, "programs": 1, "interrupts": 1}
# What every process needs is imported and read once, before there are several.
FIRST = (
    "lint nim", "run nim --games 1 --workers 1", "show nim", "fmt --check nim", "test nim",
    "play nim --seat all", "diff nim one-more", "weigh nim --games 1 --workers 1 --probes 1 --bots random",
    "tournament nim --bots random,first --games 2", "depth nim --games 1 --bots random",
)  # fmt: skip


def batch(trial: Trial, numbers: range, log: Path, between: int) -> None:
    """Tries some numbers in a process of its own."""
    child = os.fork()
    if child == 0:
        lines = []
        with tempfile.TemporaryDirectory() as folder:
            gc.disable()
            for number in numbers:
                wrong = trial(number, Path(folder))
                if number % between == 0:
                    gc.collect()
                if wrong is not None:
                    lines.append(f"  WRONG {wrong!r}\n")
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        if most > MEGABYTES:
            lines.append(f"  WRONG {most} MB\n")
        seconds, slowest = TALLY.slowest
        counted = TALLY.counted or ""
        with log.open("a") as stream:
            stream.write(
                f"{numbers.start} {numbers.stop} {most} MB {len(lines)} wrong"
                f" {TALLY.commands} commands {seconds:.2f} s {slowest} {counted}\n{''.join(lines)}"
            )
        os._exit(0)
    _, status = os.waitpid(child, 0)
    if status:
        with log.open("a") as stream:
            stream.write(
                f"{numbers.start} {numbers.stop} 0 MB 1 wrong\n  WRONG the process ended: {status}\n"
            )


def main() -> None:
    kind, log = sys.argv[1], Path(sys.argv[2])
    for words in FIRST:
        carried_out(words.split())
    if kind in ("states", "traces"):  # games are read, and their code made, once for all processes
        with tempfile.TemporaryDirectory() as folder:
            for number in range(40):
                TRIALS[kind](number, Path(folder))
    TALLY.commands, TALLY.slowest = 0, (0.0, "")
    gc.collect()
    gc.freeze()
    until = time.monotonic() + float(sys.argv[3]) if len(sys.argv) > 3 else None
    first = 1_000_000
    if log.exists():
        done = [line for line in log.read_text().splitlines() if line[:1].isdigit()]
        first = int(done[-1].split()[1]) if done else first
    while until is None or time.monotonic() < until:
        batch(TRIALS[kind], range(first, first + SIZE[kind]), log, BETWEEN_COLLECTIONS[kind])
        first += SIZE[kind]


if __name__ == "__main__":
    main()
