"""Work handed out in parts: nothing twice, nothing left out, and however large the parts are."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from hoyle.analysis import workers
from hoyle.analysis.batch import Batch, play_game
from hoyle.analysis.course import follow
from hoyle.analysis.sequential import Verdict
from hoyle.analysis.tournament import Blocks, Tournament, count_blocks, tournament
from hoyle.analysis.work import Work
from hoyle.cli.main import main
from tests.play.playing import loaded

BATCH = Batch("nim", 2, 10, 3, ("random", "random"))


def test_every_game_is_handed_out_once() -> None:
    work = Work(BATCH, first=2)
    parts = []
    while (job := work.take(3)) is not None:
        assert work.due() is job
        parts.append(job[1])
    assert parts == [range(2, 5), range(5, 8), range(8, 10)]
    assert work.left == 0


def test_what_has_not_come_is_given_to_others() -> None:
    work = Work(BATCH)
    jobs = [work.take(4), work.take(4)]
    assert work.due() is jobs[0]
    work.give_back()
    assert work.left == 6
    assert [job[1] for job in work.jobs(100)] == [range(4, 8), range(8, 10)]


def met(size: int, margin: float) -> Tournament:
    found = tournament(("first", "random", "second"), ((0,), (1,)), together=False, margin=margin)
    found = replace(found, bots=("first", "random", "first"))  # so one pair of three is alike
    work = Blocks(found, Batch("connect-four", 2, 60, 5, ()), until_settled=True)
    game = loaded("connect-four")
    played = (
        (job, [play_game(game, job[0], index, engine="python")[1] for index in job[1]])
        for job in work.jobs(size)
    )
    for _ in count_blocks(work, played):
        pass
    return found


def test_how_many_games_are_taken_at_a_time_does_not_change_when_it_is_settled() -> None:
    one, many = met(1, 0.2), met(50, 0.2)
    assert one.blocks == many.blocks
    assert [meeting.shares.values for meeting in one.meetings] == [
        meeting.shares.values for meeting in many.meetings
    ]
    assert one.meetings[0].shares.verdict is Verdict.HIGHER
    assert len(one.blocks[0]) < 60


def test_a_tournament_has_the_same_figures_with_any_number_of_processes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    found = []
    for count in ("1", "2"):
        monkeypatch.setattr(workers, "ALONE_SECONDS", 0.0)
        words = ["--bots", "greedy,first,random", "--games", "6", "--workers", count, "--engine", "python"]
        assert main(["tournament", "nim", *words, "--json"]) == 0
        told = json.loads(capsys.readouterr().out)
        del told["seconds"]
        found.append(told)
    assert found[0] == found[1]
    assert found[0]["games"] == 36
    assert sum(found[0]["pairs"][0]["wins"]) == pytest.approx(1)


def test_games_are_followed_alike_by_any_number_of_processes() -> None:
    batch = Batch("kuhn-poker", 2, 12, 1, ("random", "random"), engine="python")
    game = loaded("kuhn-poker")
    assert follow(game, batch, looks=True) == follow(game, batch, looks=True, workers=2)


def test_a_tournament_that_is_interrupted_shows_what_there_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from hoyle.cli.progress import Progress

    def enough(self: Progress, done: int, of: int | None = None) -> None:
        if done >= 8:
            raise KeyboardInterrupt

    monkeypatch.setattr(Progress, "show", enough)
    assert main(["tournament", "nim", "--bots", "first,random", "--games", "50", "--workers", "1"]) == 130
    told = capsys.readouterr()
    assert "Nim: 2 players, 8 games" in told.out
    assert told.err == "hoyle: interrupted after 8 of 100 games, whose figures these are\n"
