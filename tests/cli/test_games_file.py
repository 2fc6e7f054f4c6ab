"""`hoyle run --out games.*`: the same file for any engine, workers and interruption."""

from __future__ import annotations

import csv
import importlib.util
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from hoyle.analysis.batch import Batch
from hoyle.analysis.journal import Journal
from hoyle.analysis.sample import Sample
from hoyle.analysis.workers import play_samples
from hoyle.cli.games_file import ENDINGS
from hoyle.cli.main import main
from tests.cli.test_run import DEAD_END

WORDS = ["run", "kuhn-poker", "--seed", "4", "--max-decisions", "2"]
GAMES = 60
ALONE = ("--engine", "python", "--workers", "1")


def run(*words: str, games: int = GAMES) -> None:
    assert main([*WORDS, "--games", str(games), *(words if "--engine" in words else (*ALONE, *words))]) == 0


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the three files of a run that nothing has disturbed."""
    folder = tmp_path_factory.mktemp("whole")
    for ending in ENDINGS:
        run("--out", str(folder / f"games{ending}"))
    return folder


def samples() -> list[Sample]:
    batch = Batch("kuhn-poker", 2, GAMES, 4, ("random",) * 2, max_decisions=2, engine="python")
    return list(play_samples(batch))


def test_a_row_tells_a_game(whole: Path) -> None:
    with (whole / "games.csv").open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    objects = [json.loads(line) for line in (whole / "games.jsonl").read_text(encoding="utf-8").splitlines()]
    told = samples()
    assert {sample.finished for sample in told} == {True, False}
    assert len(cells) == len(objects) == GAMES
    for sample, cell, one in zip(told, cells, objects, strict=True):
        assert list(cell) == list(one)
        assert (one["game"], one["seed"], one["finished"]) == (sample.index, sample.seed, sample.finished)
        assert (one["decisions"], one["choices"]) == (sample.decisions, sample.choices)
        assert one["rounds"] == sample.rounds
        seats = range(2) if sample.finished else range(0)
        assert [one[f"score_{seat}"] for seat in seats] == list(sample.scores)
        assert [one[f"rank_{seat}"] for seat in seats] == list(sample.ranks)
        assert [seat for seat in seats if one[f"won_{seat}"]] == list(sample.winners)
        if not sample.finished:
            assert one["winners"] is one["score_0"] is one["rank_1"] is one["won_1"] is None
            assert cell["winners"] == cell["score_0"] == cell["won_1"] == ""
        assert sum(value for name, value in one.items() if "." in name) == sample.decisions
        assert one["option_bet_size"] == 1
        for name, value in one.items():
            shown = {None: "", True: "true", False: "false"}.get(value) if type(value) is not int else None
            assert cell[name] == (str(value) if shown is None else shown)


def test_parquet_holds_the_same_as_json_lines(whole: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    lines = (whole / "games.jsonl").read_text(encoding="utf-8").splitlines()
    query = duckdb.sql(f"select * from '{whole / 'games.parquet'}'")
    names = query.columns
    found = [dict(zip(names, row, strict=True)) for row in query.fetchall()]
    assert found == [json.loads(line) for line in lines]


def test_the_metadata_says_what_the_games_are_of(whole: Path) -> None:
    from pyarrow import parquet

    told: dict[str, Any] = json.loads((whole / "games.csv.meta.json").read_text(encoding="utf-8"))
    assert told["ruleset"] == "kuhn-poker"
    assert len(told["hash"]) == 16
    assert (told["players"], told["games"], told["seed"], told["bots"]) == (2, GAMES, 4, ["random"] * 2)
    assert set(told) >= {"format", "hoyle", "options", "max_decisions", "actions", "teams"}
    inside = parquet.read_schema(whole / "games.parquet").metadata[b"hoyle"]
    assert json.loads(inside) == told


@pytest.mark.parametrize("words", [["--engine", "python", "--workers", "2"], ["--engine", "auto"]], ids=str)
def test_the_bytes_do_not_depend_on_workers_and_engine(words: list[str], whole: Path, tmp_path: Path) -> None:
    for ending in ENDINGS:
        run(*words, "--out", str(tmp_path / f"games{ending}"))
    for path in whole.iterdir():
        assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_nothing_but_the_files_is_left(whole: Path) -> None:
    names = {"games.parquet", "games.csv", "games.csv.meta.json", "games.jsonl", "games.jsonl.meta.json"}
    assert {path.name for path in whole.iterdir()} == names


# -------------------------------------------------------------------- interrupted
def cut_journal(folder: Path, monkeypatch: pytest.MonkeyPatch, games: int) -> Path:
    """A file of games whose run was interrupted after so many."""
    add = Journal.add

    def interrupted(self: Journal, rows: Any) -> None:
        add(self, rows)
        if self.games >= games:
            raise KeyboardInterrupt

    out = folder / "games.jsonl"
    with monkeypatch.context() as patch:
        patch.setattr(Journal, "add", interrupted)
        assert main([*WORDS, "--games", str(GAMES), *ALONE, "--out", str(out)]) == 130
    assert not out.exists()
    return out


def test_an_interrupt_keeps_what_is_finished_and_says_so(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = cut_journal(tmp_path, monkeypatch, 10)
    told = capsys.readouterr().err
    assert f"of {GAMES} games; " in told
    assert f"they are kept in {out}.part, and the same command with --resume goes on" in told
    run("--out", str(out), "--resume")
    assert out.read_bytes() == (whole / "games.jsonl").read_bytes()
    assert not Path(f"{out}.part").exists()


@pytest.mark.parametrize("seed", range(6))
def test_a_journal_cut_off_anywhere_is_gone_on_with(
    seed: int, tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = cut_journal(tmp_path, monkeypatch, 40)
    part = Path(f"{out}.part")
    content = part.read_bytes()
    part.write_bytes(content[: random.Random(seed).randrange(len(content))])
    run("--out", str(out), "--resume")
    assert out.read_bytes() == (whole / "games.jsonl").read_bytes()


def test_the_figures_after_going_on_are_those_of_all_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = cut_journal(tmp_path, monkeypatch, 25)
    capsys.readouterr()
    run("--out", str(out), "--resume", "--json")
    resumed = json.loads(capsys.readouterr().out)
    run("--json")
    straight = json.loads(capsys.readouterr().out)
    for figures in (resumed, straight):
        for name in ("seconds", "games_per_second", "decisions_per_second"):
            del figures[name]
    assert resumed == straight


def test_more_and_fewer_games_can_be_asked_for(
    tmp_path: Path, whole: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = cut_journal(tmp_path, monkeypatch, 30)
    shutil.copy(f"{out}.part", tmp_path / "fewer.jsonl.part")
    lines = (whole / "games.jsonl").read_text(encoding="utf-8").splitlines()
    run("--out", str(tmp_path / "fewer.jsonl"), "--resume", games=7)
    assert (tmp_path / "fewer.jsonl").read_text(encoding="utf-8").splitlines() == lines[:7]
    run("--out", str(out), "--resume", games=GAMES + 5)
    assert out.read_text(encoding="utf-8").splitlines()[:GAMES] == lines


def test_a_journal_is_neither_overwritten_nor_taken_for_anothers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    out = cut_journal(tmp_path, monkeypatch, 10)
    before = Path(f"{out}.part").read_bytes()
    for words, told in (
        ([], "go on with them by --resume, or delete it"),
        (["--resume", "--seed", "5"], "games of another run: their seed is 4, not 5"),
        (["--resume", "--bots", "first"], 'their bots is ["random", "random"]'),
        (["--resume", "--option", "bet_size=2"], "their options is"),
    ):
        assert main([*WORDS, "--games", "60", "--out", str(out), *words]) == 2
        assert told in capsys.readouterr().err
        assert Path(f"{out}.part").read_bytes() == before
    Path(f"{out}.part").write_bytes(b"something else\n")
    assert main([*WORDS, "--games", "60", "--out", str(out), "--resume"]) == 2
    assert "it does not say which" in capsys.readouterr().err


def test_two_runs_do_not_write_the_same_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("fcntl")
    out = cut_journal(tmp_path, monkeypatch, 10)
    import fcntl

    with Path(f"{out}.part").open("rb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        assert main([*WORDS, "--games", "60", "--out", str(out), "--resume"]) == 2
    assert "is being written by another run" in capsys.readouterr().err


def test_a_faulty_game_leaves_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ruleset = tmp_path / "dead-end.yaml"
    ruleset.write_text(DEAD_END, encoding="utf-8")
    assert (
        main(["run", str(ruleset), "--games", "50", "--seed", "3", "--out", str(tmp_path / "games.csv")]) == 1
    )
    assert "could not go on" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [ruleset]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--resume"], "name one that ends in .parquet, .csv or .jsonl with --out"),
        (["--resume", "--out", "figures.txt"], "name one that ends in"),
        (["--resume", "--out", "games.csv", "--trace", "trace.jsonl"], "leave one of the two out"),
        (["--out", "nowhere/games.csv"], "there is no folder"),
    ],
)
def test_what_does_not_go_together(
    words: list[str],
    told: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["run", "tic-tac-toe", *words]) == 2
    assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_without_a_library_one_line_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    real = importlib.util.find_spec
    extras = ("pyarrow", "distributed", "altair", "vl_convert")
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name, *more: None if name in extras else real(name, *more)
    )
    assert main(["run", "tic-tac-toe", "--out", str(tmp_path / "games.parquet")]) == 2
    assert "pip install 'hoyle[analysis]'`, or write .csv or .jsonl" in capsys.readouterr().err
    assert main(["run", "tic-tac-toe", "--cluster", "local"]) == 2
    assert "pip install 'hoyle[cluster]'" in capsys.readouterr().err
    assert main(["report", "tic-tac-toe", "--out", str(tmp_path / "page.html")]) == 2
    assert "needs altair and vl_convert, which are not installed" in capsys.readouterr().err
    assert main(["run", "tic-tac-toe", "--out", str(tmp_path / "games.csv")]) == 0


def test_a_file_that_was_there_stays_until_the_new_one_is_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "games.jsonl").write_text("before", encoding="utf-8")
    add = Journal.add

    def interrupted(self: Journal, rows: Any) -> None:
        add(self, rows)
        raise KeyboardInterrupt

    monkeypatch.setattr(Journal, "add", interrupted)
    assert main([*WORDS, "--games", "60", "--out", str(tmp_path / "games.jsonl")]) == 130
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == "before"


# -------------------------------------------------------------------- killed
def killed_and_resumed(words: list[str], out: Path, seconds: list[float]) -> int:
    """How often a run was killed before it came to its end; the moments are seconds from its start."""
    command = [sys.executable, "-m", "hoyle", *words, "--out", str(out), "--resume"]
    kills = 0
    for wait in seconds:
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, start_new_session=True
        )
        try:
            process.wait(wait)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            kills += 1
            continue
        assert process.stderr is not None
        assert process.returncode == 0, process.stderr.read()
    assert subprocess.run(command, capture_output=True, check=False).returncode == 0
    return kills


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="there is no way to kill")
def test_a_run_that_is_killed_can_be_gone_on_with(tmp_path: Path) -> None:
    words = ["run", "if-zero-stop", "--games", "300", "--engine", "python", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "whole.csv")]) == 0
    out = tmp_path / "games.csv"
    command = [sys.executable, "-m", "hoyle", *words, "--games", "2000000", "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True)
    part = Path(f"{out}.part")
    while not (part.exists() and part.stat().st_size > 2000):
        time.sleep(0.02)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    assert killed_and_resumed(words, out, []) == 0
    assert out.read_bytes() == (tmp_path / "whole.csv").read_bytes()


@pytest.mark.slow
def test_killed_at_ten_random_moments(tmp_path: Path) -> None:
    words = ["run", "one-more", "--players", "4", "--games", "400000", "--seed", "1"]
    assert main([*words, "--out", str(tmp_path / "whole.parquet")]) == 0
    stream = random.Random(13)
    out = tmp_path / "games.parquet"
    assert killed_and_resumed(words, out, [stream.uniform(0.2, 8) for _ in range(10)]) > 0
    assert out.read_bytes() == (tmp_path / "whole.parquet").read_bytes()
