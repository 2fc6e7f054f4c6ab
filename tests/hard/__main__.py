"""Prints what each case did: `python -m tests.hard [NAME …]`."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.hard.running import CASES, carried_out, expected


def main() -> None:
    wanted = sys.argv[1:]
    for file in sorted(CASES.glob("*.yaml")):
        if wanted and file.stem not in wanted:
            continue
        for part in expected(file):
            with tempfile.TemporaryDirectory() as folder:
                ran = carried_out(file, part, Path(folder), timeout=120)
            good = ran.status == part.status and part.words in ran.output
            last = " ".join(ran.output.split())[-130:]
            word = part.command.split()[0]
            print(
                f"{'ok  ' if good else 'FAIL'} {file.stem:28} {word:5} {ran.seconds:6.2f} s"
                f" {ran.megabytes:5} MB status {ran.status} (wanted {part.status}) {last}",
                flush=True,
            )


main()
