"""`hoyle serve` as it is started: what it says, what it refuses, and what a kill leaves behind."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any, cast

import pytest

from hoyle.cli.main import main
from hoyle.web.server import STATIC
from tests.web.serving import PATIENCE, Server


@contextmanager
def process(*words: str) -> Iterator[tuple[subprocess.Popen[str], Server]]:
    """`hoyle serve` in a process of its own."""
    command = [sys.executable, "-m", "hoyle", "serve", *words, "--port", "0", "--pause", "0"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        line = running.stdout.readline()
        found = re.fullmatch(r"Hoyle is at http://127\.0\.0\.1:(\d+)/\n", line)
        assert found is not None, line + (running.stderr.read() if running.stderr is not None else "")
        yield running, Server(cast(Any, SimpleNamespace()), int(found[1]))
    finally:
        running.kill()
        running.communicate()


def test_a_kill_in_mid_game_loses_nothing(tmp_path: Path) -> None:
    """What a browser has seen is there after `kill -9`; what was sent and not answered counts once."""
    kept = str(tmp_path / "tables.sqlite")
    with process("crazy-eights", "--store", kept) as (running, server):
        table = server.table("crazy-eights", players=2)
        you = server.sit(table, 0)
        for _ in range(3):
            you.choose(you.turn(), 0)
        seen = you.turn()
        you.say("choose", at=seen["at"], pick=0, move="in flight")
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
    with process("crazy-eights", "--store", kept) as (_, server):
        back = server.sit(table, 0)
        frame = back.turn()
        assert frame["at"] >= seen["at"]
        if frame["at"] == seen["at"]:
            for part in ("zones", "state", "choices", "scores"):
                assert frame[part] == seen[part]
        told = [one for heard in you.frames for one in heard["story"]]
        assert back.frames[0]["story"][: len(told)] == told
        back.say("choose", at=seen["at"], pick=0, move="in flight")
        after = back.turn() if frame["at"] > seen["at"] else back.frame(after=seen["at"])
        assert after["at"] > seen["at"]
        while not (frame := back.turn())["over"]:
            back.choose(frame, 0)


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="processes are looked for in /proc")
def test_bots_that_think_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    with process("tic-tac-toe", "--store", str(tmp_path / "tables.sqlite")) as (running, server):
        you = server.sit(server.table("tic-tac-toe", bots=[None, "greedy"]), 0)
        you.choose(you.turn(), 0)
        you.turn()
        asked = subprocess.run(
            ["ps", "-o", "pid=", "--ppid", str(running.pid)], capture_output=True, text=True
        )
        thinkers = [int(one) for one in asked.stdout.split()]
        assert thinkers
        os.kill(running.pid, signal.SIGKILL)
        running.wait()
        until = monotonic() + PATIENCE
        while (left := [one for one in thinkers if Path(f"/proc/{one}").exists()]) and monotonic() < until:
            sleep(0.1)
        assert not left


def test_it_ends_when_told_to(tmp_path: Path) -> None:
    with process("pig", "--store", str(tmp_path / "tables.sqlite")) as (running, server):
        assert server.get("/")[0] == 200
        running.send_signal(signal.SIGINT)
        assert running.wait(30) in (0, 130)
        assert running.stderr is not None
        assert "Traceback" not in running.stderr.read()


def test_a_port_that_is_taken(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert main(["serve", "pig", "--port", port]) == 2
    assert f"cannot listen at 127.0.0.1, port {port}" in capsys.readouterr().err


def test_a_store_that_cannot_be(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "pig", "--port", "0", "--store", str(tmp_path / "no" / "store")]) == 2
    assert "cannot keep tables in" in capsys.readouterr().err


def test_two_rulesets_of_one_id(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "other.yaml"
    other.write_text("hoyle: 1\nid: pig\ntitle: Other\nextends: pig\n", encoding="utf-8")
    assert main(["serve", "pig", str(other), "--port", "0"]) in (1, 2)
    assert "pig" in capsys.readouterr().err


def test_without_the_extra_one_line_says_what_to_install(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    import importlib.util

    real = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name == "uvicorn" else real(name, *more)
    )
    assert main(["serve", "pig"]) == 2
    assert capsys.readouterr().err == (
        "hoyle: the web table needs uvicorn, which is not installed\n  help: run `pip install 'hoyle[web]'`\n"
    )


def test_nothing_of_it_is_imported_by_other_commands() -> None:
    # What was there before is whoever measures, as coverage does.
    code = (
        "import sys; before = set(sys.modules); from hoyle.cli.main import main; main(['list']); "
        "print(*set(sys.modules) - before, file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"starlette", "uvicorn", "websockets", "sqlite3", "hoyle.web"} & set(done.stderr.split())


@pytest.mark.slow
def test_the_pages_are_in_the_wheel(tmp_path: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    build = [
        sys.executable,
        "-m",
        "pip",
        "wheel",
        "-q",
        "--no-deps",
        "--no-build-isolation",
        "-w",
        str(tmp_path),
    ]
    subprocess.run([*build, str(root)], check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    inside = set(zipfile.ZipFile(wheel).namelist())
    assert {f"hoyle/web/static/{path.name}" for path in STATIC.iterdir()} <= inside
