"""Who has won: by the score, by a condition, with ties, in teams; and what tells people."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import main
from hoyle.ir.json_form import from_json, to_json
from hoyle.pipeline import open_sound
from hoyle.play.errors import PlayError
from tests.play.playing import written

HEAD = """\
hoyle: 1
id: sample
title: Sample
players: {count: 2..4, teams: {4: [[0, 2], [1, 3]]}}
state:
  round:
    coins: int per player = 0
    cards: int per player = 0
    found: bool = false
"""
RULES = """\
rules:
  round:
    do: |
      for each p in players: turn(p)
  turn(player me):
    do: |
      choose for me:
        take(n in 0..3, and k in 0..3, finding if not found):
          coins[me] = n
          cards[me] = k
          score[me] = n / 2
          found = finding
"""


def game_of(folder: Path, match: str) -> hoyle.Game:
    return hoyle.load(str(written(folder, f"{HEAD}match:\n{match}{RULES}")))


def played(game: hoyle.Game, *picks: str) -> hoyle.State:
    state = game.start(len(picks))
    for pick in picks:
        state.apply(f"take {pick}")
    assert state.over
    return state


def test_a_condition_says_who_has_won(tmp_path: Path) -> None:
    game = game_of(tmp_path, "  wins(player p): coins[p] > 1\n")
    result = played(game, "2 and 0", "1 and 0", "3 and 0").result
    assert (result.winners, result.ranks) == ((0, 2), (1, 3, 1))
    result = played(game, "1 and 0", "0 and 0").result
    assert (result.winners, result.ranks) == ((), (2, 2)), "rank 1 is for winners"


def test_the_score_ranks_those_who_have_won_and_those_who_have_not(tmp_path: Path) -> None:
    game = game_of(tmp_path, "  wins(player p): cards[p] == 1\n")
    result = played(game, "0 and 1", "2 and 1", "2 and 0").result
    assert (result.winners, result.ranks) == ((0, 1), (2, 1, 3))


def test_ties_are_broken_in_order(tmp_path: Path) -> None:
    game = game_of(tmp_path, '  wins: highest\n  ties(player p): "[coins[p], -cards[p]]"\n')
    assert played(game, "2 and 3", "3 and 3", "3 and 1").result.winners == (2,)
    assert played(game, "2 and 3", "3 and 3", "3 and 1").result.ranks == (3, 2, 1)
    assert played(game, "3 and 1", "3 and 1").result.winners == (0, 1)
    lowest = game_of(tmp_path, "  wins: lowest\n  ties(player p): cards[p]\n")
    assert played(lowest, "0 and 0", "1 and 2", "3 and 3").result.ranks == (2, 1, 3)


def test_members_of_a_team_win_together(tmp_path: Path) -> None:
    game = game_of(tmp_path, "  wins(player p): coins[p] == 3\n")
    result = played(game, "3 and 0", "0 and 0", "0 and 0", "2 and 0").result
    assert (result.winners, result.ranks) == ((0, 2), (1, 3, 1, 3))
    scored = game_of(tmp_path, "  wins: highest\n")
    assert played(scored, "0 and 0", "3 and 0", "2 and 0", "0 and 0").result.winners == (0, 1, 2, 3)


def test_the_result_can_be_asked_for_at_any_moment(tmp_path: Path) -> None:
    state = game_of(tmp_path, "  wins(player p): coins[p] > 1\n").start(2)
    assert state.result.winners == ()
    state.apply("take 3 and 0")
    assert state.copy().result.winners == (0,)
    assert not state.over
    assert state.copy().result == state.result


def test_a_fault_names_what_it_is_in(tmp_path: Path) -> None:
    state = game_of(tmp_path, "  wins(player p): 6 / coins[p] > 1\n").start(2)
    with pytest.raises(PlayError, match=r"sample.yaml:11:3: a division by zero \(in the rule `wins`\)"):
        _ = state.result


def test_nobody_in_events_traces_and_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game = game_of(tmp_path, "  wins(player _p): found\n")
    assert played(game, "1 and 1", "1 and 1").events[-1] == {"event": "end", "scores": [0, 0], "winners": []}
    assert main(["run", "sample.yaml", "--players", "3", "--games", "40", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert 0 < found["nobody_won"] < 40
    assert found["table_win_share"] == pytest.approx(1 - found["nobody_won"] / 40)
    assert sum(found["win_share"]) == pytest.approx(found["table_win_share"])
    assert (found["teams"], found["team_win_share"]) == ([], [])
    assert main(["run", "sample.yaml", "--players", "3", "--games", "40"]) == 0
    assert "the table wins" in capsys.readouterr().out


def test_a_team_has_a_win_rate(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    game_of(tmp_path, "  wins(player p): coins[p] == 3\n")
    assert main(["run", "sample.yaml", "--players", "4", "--games", "60", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found["teams"] == [[0, 2], [1, 3]]
    assert found["win_share"][0] == found["win_share"][2]
    assert sum(found["team_win_share"]) == pytest.approx(1 - found["nobody_won"] / 60)
    assert main(["run", "sample.yaml", "--players", "4", "--games", "60"]) == 0
    shown = capsys.readouterr().out
    assert "seat 0 and seat 2" in shown
    assert "nobody wins" in shown


def test_scenarios_know_winners_and_ranks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    scenario = """\
scenarios:
  nobody:
    players: 2
    given: {{coins: [1, 2]}}
    begin: turn(seat(1))
    then:
      - winners: []
      - ranks: {ranks}
      - seat 1: take 3 and 0
      - winners: [1]
      - ranks: [2, 1]
"""
    for ranks, status in (("[2, 2]", 0), ("[1, 1]", 1)):
        text = f"{HEAD}match:\n  wins(player p): coins[p] > 2\n{RULES}{scenario.format(ranks=ranks)}"
        written(tmp_path, text)
        assert main(["test", "sample.yaml"]) == status
    assert "the ranks" in capsys.readouterr().out


def test_a_variant_replaces_the_way_to_win(tmp_path: Path) -> None:
    game_of(tmp_path, "  wins(player p): coins[p] > 1\n")
    head = "hoyle: 1\nid: two\nextends: sample.yaml\ntitle: Two\nmatch:\n"
    back = hoyle.load(str(written(tmp_path, head + "  wins: lowest\n", "two")))
    assert played(back, "2 and 0", "0 and 0").result.winners == (1,)
    again = head.replace("sample", "two").replace("id: two", "id: three")
    more = hoyle.load(str(written(tmp_path, again + "  wins(player q): cards[q] == 2\n", "three")))
    assert played(more, "2 and 0", "0 and 2").result.winners == (1,)


def test_programs_that_say_nothing_new_have_the_json_that_they_had(tmp_path: Path) -> None:
    for match, there in (("  wins: highest\n", False), ("  wins(player p): coins[p] > 1\n", True)):
        game_of(tmp_path, match)
        program = open_sound(str(tmp_path / "sample.yaml")).program
        assert program is not None
        data = json.loads(json.dumps(to_json(program)))
        assert ("won" in data) is there
        assert "ties" not in data
        assert from_json(data) == program
