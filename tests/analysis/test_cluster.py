"""Games on many machines: the same bytes as on one, also if a worker is killed."""

from __future__ import annotations

import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

import hoyle
from hoyle.analysis import cluster as module
from hoyle.analysis.batch import Batch
from hoyle.analysis.cluster import Cluster, ClusterProblem, OtherVersion, play_part
from hoyle.analysis.workers import FaultyGame, play_batch, play_samples
from hoyle.cli.main import main
from tests.cli.test_run import DEAD_END
from tests.docs.pages import DOCS, fences

BATCH = Batch("kuhn-poker", players=2, games=40, seed=3, bots=("random", "first"), sampled=True)


@pytest.fixture(scope="module")
def local() -> Iterator[Cluster]:
    pytest.importorskip("distributed")
    with Cluster("local", 2) as cluster:
        yield cluster


def test_a_game_is_carried_to_where_there_is_no_ruleset() -> None:
    for ruleset, players, options in (("stop", 4, {"hand_size": 5}), ("go", 2, {}), ("one-more", 3, {})):
        game = hoyle.load(ruleset, "python")
        there = hoyle.Game.from_carried(game.carried(players, options), "python")
        assert (there.id, there.hash, there.title) == (game.id, game.hash, game.title)
        states = [one.start(players=players, seed=5, options=options) for one in (game, there)]
        for _ in range(30):
            if states[0].over:
                break
            assert [c.label for c in states[0].decision] == [c.label for c in states[1].decision]
            for state in states:
                state.apply(len(state.decision) // 2)


def test_the_games_of_a_cluster_are_those_of_one_machine(local: Cluster) -> None:
    alone = play_batch(replace(BATCH, engine="python"))
    told: list[str] = []
    done: list[int] = []
    tally = play_batch(BATCH, cluster=local, on_engine=told.append, on_progress=done.append)
    assert tally == alone
    assert re.fullmatch(r"(native|Python|Python and native), on 2 workers on this machine", told[0])
    assert done == sorted(set(done))
    assert done[-1] == BATCH.games
    samples = list(play_samples(BATCH, cluster=local))
    assert samples == list(play_samples(replace(BATCH, engine="python")))


def test_a_game_that_cannot_go_on_is_told_as_elsewhere(local: Cluster, tmp_path: Path) -> None:
    path = tmp_path / "dead-end.yaml"
    path.write_text(DEAD_END, encoding="utf-8")
    players = min(hoyle.load(str(path)).player_counts)
    batch = Batch(str(path), players=players, games=50, seed=3, bots=("random",) * players)
    messages = []
    for cluster in (None, local):
        with pytest.raises(FaultyGame) as caught:
            play_batch(batch, cluster=cluster)
        messages.append((caught.value.fault.index, str(caught.value)))
    assert messages[0] == messages[1]


def test_a_worker_of_another_version_is_refused() -> None:
    with pytest.raises(OtherVersion, match=r"not 0\.0\.0"):
        play_part("{}", BATCH, range(1), "0.0.0")


def test_parts_are_played_natively_where_that_can_be_done() -> None:
    game = hoyle.load("kuhn-poker")
    program = game.carried(2, {})
    portion, seconds, engine = play_part(
        program, replace(BATCH, engine="python"), range(5, 9), module.VERSION
    )
    assert engine == "Python"
    assert seconds > 0
    assert [sample.index for sample in portion.rows] == [5, 6, 7, 8]
    other, _, _ = play_part(program, BATCH, range(5, 9), module.VERSION)
    assert other.rows == portion.rows


def test_an_address_where_nobody_listens(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr(module, "CONNECT_SECONDS", 0.5)
    for address in (f"tcp://127.0.0.1:{free_port()}", "nonsense://x"):
        with pytest.raises(ClusterProblem, match="no workers at"), Cluster(address, 1):
            pass
        assert main(["run", "nim", "--cluster", address]) == 2
        told = capsys.readouterr().err
        assert told.startswith("hoyle: --cluster: no workers at ")
        assert "dask scheduler" in told


# -------------------------------------------------------------------- as on three machines
def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])


@contextmanager
def started(words: list[str], folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's, with all that it starts, until the end; it plays natively if it can."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=folder,
        env={**os.environ, "HOYLE_ENGINE": "auto"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        yield process
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGTERM)
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def page_commands(port: int) -> tuple[list[str], list[str], list[str]]:
    """The three commands of the page, for this machine alone."""
    (fence,) = [fence for fence in fences(DOCS / "analysis.md") if fence.language == "sh"]
    scheduler, worker, run = fence.text.replace("mill", "127.0.0.1").replace("8786", str(port)).splitlines()
    more = "--no-dashboard"
    return (
        ["dask", *shlex.split(scheduler)[1:], "--host", "127.0.0.1", more],
        ["dask", *shlex.split(worker.replace("--nworkers 8", "--nworkers 1"))[1:], more, "--no-nanny"],
        shlex.split(run)[1:],
    )


@pytest.mark.slow
def test_three_workers_one_of_which_is_killed(tmp_path: Path) -> None:
    pytest.importorskip("distributed")
    scheduler, worker, run = page_commands(free_port())
    run[run.index("1000000")] = "200000"
    out = tmp_path / "games.parquet"
    run[run.index("games.parquet")] = str(out)
    with started(scheduler, tmp_path):
        time.sleep(2)
        with (
            started(worker, tmp_path),
            started(worker, tmp_path),
            started(worker, tmp_path) as victim,
            subprocess.Popen(
                [sys.executable, "-m", "hoyle", *run], stdout=subprocess.PIPE, text=True
            ) as playing,
        ):
            part = Path(f"{out}.part")
            while not (part.exists() and part.stat().st_size > 20_000):
                assert playing.poll() is None
                time.sleep(0.05)
            victim.kill()
            printed, _ = playing.communicate()
            assert playing.returncode == 0
    assert "on 3 workers of tcp://127.0.0.1" in printed
    local = [word for word in run if word != "--cluster" and not word.startswith("tcp://")]
    local[local.index(str(out))] = str(tmp_path / "alone.parquet")
    assert main(local) == 0
    assert out.read_bytes() == (tmp_path / "alone.parquet").read_bytes()
