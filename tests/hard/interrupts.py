"""Runs that are broken off at any moment: nothing is left behind, and files are whole or as they were."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random
from shutil import rmtree
from uuid import uuid4

_SIGNALS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
_ENDS = 60.0  # seconds in which a run that was told to end must have done so, however busy the machine is
_MARK = "HOYLE_TEST_MARK"  # by which the processes that a run began are known
_BEFORE = "what was there before\n"


@dataclass(frozen=True)
class Kind:
    """A run with its files; `{folder}` is where they are."""

    command: str
    files: tuple[str, ...]

    def words(self, folder: Path) -> list[str]:
        return self.command.format(folder=folder).split()


KINDS = (
    Kind("run if-zero-stop --games 30 --engine python --out {folder}/games.csv", ("games.csv",)),
    Kind("run if-zero-stop --games 15 --engine python --trace {folder}/trace", ("trace",)),
    Kind(
        "run stop --games 3 --engine python --out {folder}/games.jsonl --trace {folder}/trace",
        ("games.jsonl", "trace"),
    ),
    Kind("run one-more --games 20000 --json --out {folder}/games.csv", ("games.csv",)),
    Kind("run one-more --games 20000 --out {folder}/games.parquet", ("games.parquet",)),
)
BY_CLUSTER = Kind("run one-more --games 10000 --cluster local --out {folder}/games.csv", ("games.csv",))


def try_interrupt(number: int, folder: Path) -> str | None:
    """Breaks off a run at some moment, by some signal, and looks at what is left."""
    random = Random(number)
    kind = BY_CLUSTER if random.random() < 0.1 else random.choice(KINDS)
    sent = random.choice(_SIGNALS)
    whole, took = _whole(kind, folder)
    before = random.random() < 0.5
    place = _emptied(folder / "broken")
    for name in kind.files if before else ():
        (place / name).write_text(_BEFORE)
    mark, begun = uuid4().hex, time.monotonic()
    process = _begun(kind, place, mark)
    try:
        process.wait(random.uniform(0, 1.1) * took)
    except subprocess.TimeoutExpired:
        process.send_signal(sent)
    after = f"interrupt {number}: {sent.name} after {time.monotonic() - begun:.2f} s: {kind.command}:"
    try:
        printed = process.communicate(timeout=_ENDS)[0].decode(errors="replace")
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return f"{after} it did not end"
    finally:
        left = _left(mark)
    if left:
        return f"{after} {left} processes are left"
    if "Traceback" in printed or process.returncode not in (0, -sent, 128 + sent):
        return f"{after} status {process.returncode}: {printed[-1500:]}"
    for name in kind.files:
        content = (place / name).read_bytes() if (place / name).exists() else None
        if content not in (whole[name], _BEFORE.encode() if before else None):
            return f"{after} {name} is neither whole nor as it was"
    if _strange(kind, place):  # killed, or its games are kept: the next run clears up, and goes on with them
        _ran_to_its_end(kind, place)
        if any((place / name).read_bytes() != whole[name] for name in kind.files):
            return f"{after} what was gone on with is not the same"
    found = _strange(kind, place)
    return f"{after} status {process.returncode} leaves {found}" if found else None


def _strange(kind: Kind, place: Path) -> list[str]:
    """The files in a run's folders that are not what it is to write."""
    expected = {*kind.files, *(f"{name}.meta.json" for name in kind.files), "tmp", "here"}
    every = [path for part in ("tmp", "here") for path in (place / part).rglob("*") if path.is_file()]
    # Dask has a folder for all its clusters, which clears itself; only its two locks are always there.
    inside = [path.name for path in every if path.name not in ("purge.lock", "global.lock")]
    return sorted({path.name for path in place.iterdir()} - expected) + inside


def _whole(kind: Kind, folder: Path) -> tuple[dict[str, bytes], float]:
    """What a run writes that nobody breaks off, and how many seconds it takes."""
    return _whole_once(kind, os.getpid(), folder)


@cache
def _whole_once(kind: Kind, _process: int, folder: Path) -> tuple[dict[str, bytes], float]:
    place = _emptied(folder / "whole")
    begun = time.monotonic()
    _ran_to_its_end(kind, place)
    return {name: (place / name).read_bytes() for name in kind.files}, time.monotonic() - begun


def _emptied(place: Path) -> Path:
    rmtree(place, ignore_errors=True)
    for part in ("tmp", "here"):
        (place / part).mkdir(parents=True)
    return place


def _begun(kind: Kind, place: Path, mark: str, *more: str) -> subprocess.Popen[bytes]:
    def as_from_a_terminal() -> None:  # whoever runs the tests may ignore some
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)

    return subprocess.Popen(
        [sys.executable, "-m", "hoyle", *kind.words(place), "--seed", "1", "--workers", "2", *more],
        cwd=place / "here",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=as_from_a_terminal,
        env={**os.environ, _MARK: mark, "TMPDIR": str(place / "tmp")},
    )


def _ran_to_its_end(kind: Kind, place: Path) -> None:
    """Runs it once more; it goes on with what was kept, where that can be done."""
    kept, more = list(place.glob("*.part")), list[str]()
    if "--trace" in kind.command:
        for path in kept:
            path.unlink()
    elif kept:
        more = ["--resume"]
    process = _begun(kind, place, uuid4().hex, *more)
    printed, _ = process.communicate()
    assert process.returncode == 0, printed.decode(errors="replace")


def _left(mark: str) -> int:
    """How many processes of a run there still are, when they have had some time to end."""
    until = time.monotonic() + _ENDS
    while (count := sum(1 for _ in _marked(mark))) and time.monotonic() < until:
        time.sleep(0.05)
    for pid in _marked(mark):
        os.kill(pid, signal.SIGKILL)
    return count


def _marked(mark: str) -> list[int]:
    words, found = f"{_MARK}={mark}".encode(), []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if words in (folder / "environ").read_bytes():
                found.append(int(folder.name))
        except OSError:  # it has just ended, or is another user's
            continue
    return found
