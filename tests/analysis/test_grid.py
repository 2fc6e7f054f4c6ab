"""Ways to play side by side: what differs is marked, and what does not is not."""

from __future__ import annotations

import json

import pytest

from hoyle.analysis.claims import holm
from hoyle.analysis.paired import paired
from hoyle.analysis.stakes import stake
from hoyle.cli.main import main
from hoyle.random import Stream
from tests.play.playing import loaded

RUN = ["run", "one-more", "--players", "3", "--games", "40", "--workers", "1", "--engine", "python"]


def test_a_grid_marks_what_is_really_different(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, "--by", "losses_to_win=1,3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    first, second = found["ways"]
    assert [figure["clear"] for figure in first["figures"]] == [False] * 7
    clear = {figure["name"]: figure["clear"] for figure in second["figures"]}
    assert clear["rounds a game"]
    assert clear["decisions a game"]
    assert not any(clear[f"wins, seat {seat}"] for seat in range(3))
    assert found["tests"] == 7


def test_a_grid_does_not_hang_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    """With more workers than variants all of them play each, else each plays its own."""
    found = []
    for workers in ("1", "2"):
        words = ["run", "nim", "--games", "20", "--bots", "flat:2", "--variant", "tic-tac-toe", "--json"]
        assert main([*words, "--workers", workers]) == 0
        found.append(json.loads(capsys.readouterr().out)["ways"])
    assert found[0] == found[1]


def test_a_grid_goes_over_variants_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--variant", "one-more-plain-cards", "--by", "reset_direction=true,false"]
    assert main([*RUN, *words]) == 0
    text = capsys.readouterr().out
    assert text.count("one-more-plain-cards") == 2
    assert "21 differences tested together" in text


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--by", "losses_to_win=1,x"], "`x` is not a whole number"),
        (["--by", "loses=1"], "the ruleset has no option `loses`"),
        (["--by", "losses_to_win=1,1"], "a value is given twice"),
        (["--by", "losses_to_win=1", "--by", "losses_to_win=2"], "`losses_to_win` is given twice"),
        (["--variant", "kuhn-poker"], "it is not for 3 players"),
        (["--by", "losses_to_win=1", "--until-sure", "5%"], "--until-sure goes with one way to play"),
    ],
)
def test_wrong_usage_is_told(words: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*RUN, *words]) == 2
    assert message in capsys.readouterr().err


def test_where_nothing_differs_a_family_has_a_mark_in_one_of_twenty() -> None:
    """Of 200 families of 10 tests, 5 % are to have a mark; 10 % and more have a chance of 0.2 %."""
    stream, alarms = Stream(3), 0
    for _ in range(200):
        chances = []
        for _ in range(10):
            before = [float(stream.below(1000)) for _ in range(20)]
            chances.append(paired(before, [value + stream.below(1000) - 499.5 for value in before]).chance)
        alarms += min(holm(chances)) <= 0.05
    assert alarms < 20


def test_pairs_are_compared_seed_by_seed() -> None:
    before = [10.0, 200.0, 3000.0, 40.0, 500.0, 60.0, 700.0, 80.0, 90.0, 1000.0]
    found = paired(before, [value + 1 + (number % 2) / 10 for number, value in enumerate(before)])
    assert found.value == pytest.approx(1.05)
    assert found.margin is not None
    assert found.margin < 0.05
    assert found.chance < 1e-6


def test_nothing_hangs_on_a_decision_without_choice_and_something_on_a_winning_move() -> None:
    state = loaded("tic-tac-toe").start(players=2, seed=1)
    for square in ("a1", "a3", "b1", "b3"):
        state.apply(f"place at {square}")
    assert stake(state, 1) > 0.05  # c1 wins, and most others lose more often
    forced = loaded("tic-tac-toe").start(players=2, seed=1)
    while len(forced.decision) > 1:
        forced.apply(0)
        if forced.over:
            break
    assert forced.over or stake(forced, 1) == 0
