"""Same input, same game: other processes, other hash seeds, other numbers of workers."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TIMES = ("seconds", "games_per_second", "decisions_per_second")


def run(folder: Path, name: str, hash_seed: str, words: list[str]) -> tuple[str, bytes]:
    """What `hoyle run` prints, times aside, and the trace it writes."""
    trace = folder / f"{name}-{hash_seed}.jsonl"
    command = [sys.executable, "-m", "hoyle", "run", *words, "--json", "--trace", str(trace)]
    done = subprocess.run(
        command,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    figures = json.loads(done.stdout)
    return json.dumps({key: value for key, value in figures.items() if key not in TIMES}), trace.read_bytes()


@pytest.mark.parametrize(
    "words",
    [
        ["stop", "--players", "4", "--games", "3", "--seed", "3", "--option", "target=100"],
        ["mister-zero", "--players", "4", "--games", "6", "--seed", "5"],
        [
            "one-more",
            "--players",
            "5",
            "--games",
            "6",
            "--seed",
            "7",
            "--bots",
            "random,first,random,first,random",
        ],
    ],
    ids=lambda words: words[0],
)
def test_two_processes_agree_to_the_byte(words: list[str], tmp_path: Path) -> None:
    one = run(tmp_path, "one", "1", [*words, "--workers", "1"])
    two = run(tmp_path, "two", "31337", [*words, "--workers", "2"])
    assert one[0] == two[0]
    assert one[1] == two[1]
    assert one[1].count(b"\n") > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["stop", "mister-zero", "one-more", "if-zero-stop", "hearts", "liars-dice"])
def test_more_games_agree_to_the_byte(name: str, tmp_path: Path) -> None:
    words = [name, "--games", "60", "--seed", "11"]
    runs = {run(tmp_path, str(n), str(n), [*words, "--workers", str(n)]) for n in (1, 2)}
    assert len(runs) == 1
