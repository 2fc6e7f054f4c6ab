"""Streams that are closed or that nobody reads, and being told to end."""

from __future__ import annotations

import os
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


def begun(tmp_path: Path) -> subprocess.Popen[str]:
    """A run with workers that writes two files and won't end by itself."""
    words = ["run", "if-zero-stop", "--games", "10000000", "--workers", "2"]
    words += ["--out", str(tmp_path / "out"), "--trace", str(tmp_path / "trace")]
    command = [sys.executable, "-m", "hoyle", *words]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, cwd=ROOT)
    for _ in range(200):
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


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_an_interrupt_ends_a_run_quietly(tmp_path: Path) -> None:
    process = begun(tmp_path)
    process.send_signal(signal.SIGINT)
    _, printed = process.communicate(timeout=20)
    assert process.returncode == 130
    assert printed == "hoyle: interrupted\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_being_told_to_end_leaves_neither_files_nor_workers(tmp_path: Path) -> None:
    process = begun(tmp_path)
    workers = workers_of(process.pid)
    process.send_signal(signal.SIGTERM)
    _, printed = process.communicate(timeout=20)
    assert process.returncode == 128 + signal.SIGTERM
    assert printed == ""
    assert list(tmp_path.iterdir()) == []
    time.sleep(0.5)
    assert not [worker for worker in workers if Path(f"/proc/{worker}/exe").exists()]


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
def test_a_killed_worker_is_told(tmp_path: Path) -> None:
    process = begun(tmp_path)
    os.kill(workers_of(process.pid)[0], signal.SIGKILL)
    _, printed = process.communicate(timeout=20)
    assert process.returncode == 2
    assert printed == (
        "hoyle: a worker was killed: perhaps the memory has run out\n"
        "  help: use fewer processes with --workers\n"
    )
    assert list(tmp_path.iterdir()) == []
