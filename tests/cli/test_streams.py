"""Streams that are closed or that nobody reads, and being told to end."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

HOYLE = f"{sys.executable} -m hoyle"
ROOT = Path(__file__).resolve().parents[2]


def shell(line: str) -> tuple[int, str]:
    """The exit status of the first command of a line, and what it says."""
    script = f"{HOYLE} {line}; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(
        ["bash", "-c", script], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
    )
    return done.returncode, done.stdout + done.stderr


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("--version >&-", 0),
        ("lint nosuch >&-", 2),
        ("lint nosuch 2>&-", 2),
        ("lint nosuch 2>/dev/full", 2),
        ("test nim 2>&-", 0),
        ("fmt --check tests/cli/nowhere 2>&-", 2),
        ("list <&- >&- 2>&-", 0),
        ("list 1</dev/null", 2),
        ("play tic-tac-toe <&-", 0),
        ("list | true", 141),
        ("run tic-tac-toe | true", 141),
        ("run tic-tac-toe --json | true", 141),
    ],
)
def test_streams_that_are_not_there(line: str, status: int) -> None:
    found, printed = shell(line)
    assert found == status, printed
    assert "Traceback" not in printed
    assert "bug" not in printed


def test_a_file_does_not_get_in_the_place_of_a_closed_stream(tmp_path: Path) -> None:
    """The system gives the lowest free number to the next file, and 1 is where everything is printed."""
    out = tmp_path / "games.jsonl"
    assert shell(f"run tic-tac-toe --trace {out} >&- 2>&-")[0] == 0
    assert shell(f"replay {out}")[0] == 0


def test_pipes_of_the_shell_are_read() -> None:
    trace = f"<({HOYLE} run tic-tac-toe --trace /dev/stdout --out /dev/null)"
    assert "1 game" in shell(f"replay {trace}")[1]
    assert "1 game" in shell(f"replay /dev/stdin < {trace}")[1]


def begun(tmp_path: Path, ignoring: signal.Signals | None = None) -> subprocess.Popen[str]:
    """A run with workers that writes two files and won't end by itself."""
    words = ["run", "if-zero-stop", "--games", "10000000", "--workers", "2"]
    words += ["--out", str(tmp_path / "out"), "--trace", str(tmp_path / "trace")]

    def as_from_a_terminal() -> None:
        for number in (
            signal.SIGINT,
            signal.SIGTERM,
            signal.SIGHUP,
        ):  # whoever runs the tests may ignore some
            signal.signal(number, signal.SIG_IGN if number == ignoring else signal.SIG_DFL)

    command = [sys.executable, "-m", "hoyle", *words]
    process = subprocess.Popen(
        command, stderr=subprocess.PIPE, text=True, cwd=ROOT, preexec_fn=as_from_a_terminal
    )  # fmt: skip
    for _ in range(600):
        if len(list(tmp_path.iterdir())) == 2 and len(workers_of(process.pid)) == 2:
            return process
        time.sleep(0.1)
    process.kill()
    raise AssertionError("there are no workers")


def workers_of(parent: int) -> list[int]:
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes()
            status = (folder / "stat").read_text(encoding="utf-8")
        except OSError:  # it has just ended
            continue
        if b"spawn_main" in words and int(status.rpartition(")")[2].split()[1]) == parent:
            found.append(int(folder.name))
    return found


def gone(processes: list[int]) -> bool:
    """Whether processes end, without being told to by us."""
    for _ in range(200):
        if not any(Path(f"/proc/{process}/exe").exists() for process in processes):
            return True
        time.sleep(0.1)
    return False


looks_in_proc = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="looks for processes in /proc"
)


@looks_in_proc
@pytest.mark.parametrize(
    ("number", "status", "said"),
    [
        (signal.SIGINT, 130, r"hoyle: interrupted after [\d,]+ of 10,000,000 games\n"),
        (signal.SIGTERM, 143, ""),
        (signal.SIGHUP, 129, ""),
    ],
)
def test_being_told_to_end_leaves_neither_files_nor_workers(
    tmp_path: Path, number: signal.Signals, status: int, said: str
) -> None:
    process = begun(tmp_path)
    workers = workers_of(process.pid)
    process.send_signal(number)
    process.send_signal(number)  # a second does not break off the leaving
    _, printed = process.communicate(timeout=60)
    assert process.returncode == status
    assert re.fullmatch(said, printed), printed
    assert list(tmp_path.iterdir()) == []
    assert gone(workers)


@looks_in_proc
def test_what_the_caller_has_us_ignore_is_ignored(tmp_path: Path) -> None:
    """As by a shell's `&`: such a run ends by other signals."""
    process = begun(tmp_path, ignoring=signal.SIGINT)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGINT)
    time.sleep(0.3)
    assert process.poll() is None
    process.send_signal(signal.SIGTERM)
    _, printed = process.communicate(timeout=60)
    assert (process.returncode, printed) == (143, "")
    assert list(tmp_path.iterdir()) == []
    assert gone(workers)


@looks_in_proc
def test_workers_end_with_a_run_that_is_killed_and_the_next_run_clears_its_files(tmp_path: Path) -> None:
    process = begun(tmp_path)
    workers = workers_of(process.pid)
    process.kill()
    _, printed = process.communicate(timeout=60)
    assert printed == ""
    assert gone(workers)
    assert [path.suffix for path in tmp_path.iterdir()] == [".part", ".part"]
    assert shell(f"run tic-tac-toe --out {tmp_path / 'out'}")[0] == 0
    assert [path.name for path in tmp_path.iterdir()] == ["out"]


@looks_in_proc
def test_a_killed_worker_is_told(tmp_path: Path) -> None:
    process = begun(tmp_path)
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    _, printed = process.communicate(timeout=60)
    assert process.returncode == 2
    assert printed == (
        "hoyle: a worker was killed: perhaps the memory has run out\n"
        "  help: use fewer processes with --workers\n"
    )
    assert list(tmp_path.iterdir()) == []
