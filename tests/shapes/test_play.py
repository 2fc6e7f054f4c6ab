"""Games of every shape: they are played, saved, sent elsewhere, told again, and pinned by one hash."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import main
from hoyle.ir.json_form import from_json, to_json
from hoyle.play.errors import StartError
from hoyle.play.game import Game
from hoyle.play.state import State
from hoyle.play.traces import difference, read_trace, trace_text
from tests.shapes.rulesets import DOMINOES, HEX, TOKENS, game_of


def pieces(state: State, component: str) -> int:
    found = next(one for one in state.plan.program.components if one.name == component)
    return len(found.labels)


def played(state: State, most: int = 30) -> State:
    while not state.over and state.decisions < most:
        state.apply(state.decisions % len(state.decision))
    return state


@pytest.mark.parametrize("size", [3, 9, 11, 13, 19])
def test_a_grid_is_as_large_as_its_option(size: int) -> None:
    state = game_of(HEX).start(options={"size": size})
    assert len(state.decision) == size * size
    assert state.decision[size * size - 1].label == f"place at {'abcdefghijklmnopqrs'[size - 1]}{size}"


@pytest.mark.parametrize("lines", [9, 13, 19])
def test_a_grid_hangs_on_a_word(lines: int) -> None:
    option = '{default: "19", values: ["9", "13", "19"]}'
    side = 'if size == "9" then 9 else if size == "13" then 13 else 19'
    text = HEX.replace("{default: 11, range: 3..19}", option).replace("[size, size]", f"['{side}', '{side}']")
    game = game_of(text)
    assert len(game.start(options={"size": str(lines)}).decision) == lines * lines
    assert len(game.start().decision) == 361


def test_a_variant_has_the_formulas_of_its_base(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text("hoyle: 1\nid: small\nextends: othello\ntitle: Small\noptions: {size: 6}\n", "utf-8")
    assert main(["lint", str(path)]) == 0
    game = hoyle.load(path)
    assert game.options["size"] == 6
    assert len(game.start().plan.program.boards[0].nodes) == 36
    assert len(game.start(options={"size": 8}).plan.program.boards[0].nodes) == 64
    path.write_text(path.read_text("utf-8") + "boards: {board: {nodes: square, grid: [4, 4]}}\n", "utf-8")
    assert hoyle.load(path).programs is None


def test_ring_copies_room_and_keep() -> None:
    game = game_of(TOKENS)
    for players in (2, 3):
        for laps in (1, 2, 3):
            state = game.start(players, options={"laps": laps})
            program = state.plan.program
            zones = {zone.name: zone for zone in program.zones}
            assert len(program.boards[0].nodes) == 6 * laps
            assert pieces(state, "token") == laps * players
            assert pieces(state, "card") == {2: 6, 3: 4}[players]
            assert zones["stock"].room == 3 * laps * players
            assert zones["deck"].refill is not None
            assert zones["deck"].refill.keep == players - 2
            played(state, 100)
            assert state.over
            assert sum(state.result.scores) == laps * players


@pytest.mark.parametrize(("pips", "count"), [(5, 21), (6, 28), (9, 55)])
def test_where_leaves_out_pieces(pips: int, count: int) -> None:
    assert pieces(game_of(DOMINOES).start(options={"pips": pips}), "domino") == count


def test_a_default_hangs_on_the_number_of_players() -> None:
    game = game_of(DOMINOES)
    assert game.options == {"hand_size": 7, "pips": 6}
    assert game.options_for(3) == {"hand_size": 5, "pips": 6}
    for players, hand in ((2, 7), (3, 5), (4, 5)):
        state = game.start(players)
        assert len(state.get("hand", 0)) == hand
        assert state.to_json()["options"]["hand_size"] == hand
    assert game.start(4, options={"hand_size": 2}).to_json()["options"]["hand_size"] == 2


def test_programs_are_made_once_and_share_a_hash() -> None:
    game = game_of(HEX)
    small, again, large = (game.program_for(2, {"size": size}) for size in (5, 5, 11))
    assert small is again
    assert large is game.program
    assert small.hash == large.hash == game.hash
    assert small.places == large.places  # so that coverage counts in all shapes alike


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        (HEX, "[size, size]", "[size, size + 0]"),
        (TOKENS, "size(players) - 2", "size(players) / 2 - 1"),
        (TOKENS, "6 * laps", "if laps == 3 then 19 else 6 * laps"),
        (DOMINOES, "then 7 else 5", "then 7 else 6"),
        (TOKENS, 'where: rank != "2" or', 'where: rank != "3" or'),
    ],
)
def test_the_hash_pins_what_only_other_shapes_have(text: str, old: str, new: str) -> None:
    assert old in text
    changed = game_of(text.replace(old, new))
    assert changed.program.components == game_of(text).program.components
    assert changed.program.boards == game_of(text).program.boards
    assert changed.hash != game_of(text).hash


def test_a_ruleset_without_formulas_has_no_family() -> None:
    game = hoyle.load("tic-tac-toe")
    assert game.programs is None
    assert "family" not in to_json(game.program)
    # a condition that reads nothing needs only one program, too
    text = DOMINOES.replace("0..pips", "0..6").replace("(pips + 1) * (pips + 2) / 2", "28")
    assert game_of(text).programs is None
    assert pieces(game_of(text).start(), "domino") == 28


@pytest.mark.parametrize("chance", ["sampled", "stepped"])
def test_saved_and_resumed(chance: str) -> None:
    for text, options in ((HEX, {"size": 4}), (DOMINOES, {"pips": 9}), (TOKENS, {"laps": 3})):
        game = game_of(text)
        state = played(game.start(2, 3, options, chance=chance), 4)  # type: ignore[arg-type]
        data = json.loads(json.dumps(state.to_json()))
        assert game.resume(data) == state
        assert game_of(text).resume(data) == state
        assert pickle.loads(pickle.dumps(state)).plan.program == state.plan.program
        with pytest.raises(StartError, match="not a saved state"):
            other = {name: value - 1 for name, value in options.items()}
            game.resume(data | {"options": data["options"] | other})


def test_a_game_that_was_pickled_makes_other_shapes() -> None:
    game = game_of(DOMINOES)
    there = pickle.loads(pickle.dumps(game))
    assert there.start(3, 5, {"pips": 8}) == game.start(3, 5, {"pips": 8})
    assert played(there.start(3, 5, {"pips": 8})).to_json() == played(game.start(3, 5, {"pips": 8})).to_json()


def test_workers_play_every_shape(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "shaped.yaml"
    path.write_text(DOMINOES, encoding="utf-8")
    figures = []
    for workers in ("1", "2"):
        words = ["run", str(path), "--players", "3", "--option", "pips=8", "--games", "40", "--json"]
        assert main([*words, "--workers", workers]) == 0
        found = json.loads(capsys.readouterr().out)
        figures.append({name: found[name] for name in ("hash", "options", "win_share", "decisions_mean")})
    assert figures[0] == figures[1]
    assert figures[0]["options"] == {"hand_size": 5, "pips": 8}


def test_traces_are_played_again() -> None:
    for text, options in ((HEX, {"size": 3}), (DOMINOES, {"pips": 9}), (TOKENS, {"laps": 1})):
        game = game_of(text)
        state = played(game.start(2, 3, options, record=True))
        (recorded,) = read_trace(trace_text(state.events).encode().splitlines())
        assert difference(game_of(text), recorded) is None
        assert played(game.start(2, 3, options)).events == state.events


def test_a_trace_may_lack_an_option_that_came_later() -> None:
    state = played(game_of(HEX).start(record=True), 5)
    start, *rest = state.events
    assert start["options"] == {"size": 11}
    (recorded,) = read_trace(trace_text([start | {"options": {}}, *rest]).encode().splitlines())
    assert difference(game_of(HEX), recorded) is None


def test_a_fault_and_a_refusal_are_found_in_every_shape() -> None:
    state = game_of(HEX).start(options={"size": 3})
    state.apply("place at c3")
    assert "c3 is taken" in (state.why_not("place at c3") or "")
    assert "free" not in (state.why_not("place at d4") or "")
    assert state.why_not("place at d4") is not None


def test_one_program_alone_plays_its_own_shape_only() -> None:
    program = from_json(json.loads(json.dumps(to_json(game_of(HEX).program))))
    assert program == game_of(HEX).program
    assert len(Game(program).start().decision) == 121
    with pytest.raises(StartError, match="load the ruleset to play with these"):
        Game(program).start(options={"size": 5})


def test_what_is_required_is_said_before_what_is_wrong() -> None:
    text = HEX.replace("free(c):\n", "free(c), c != e5:\n", 1) + (
        'requires:\n  large:\n    is: size > 4\n    why: "{size} is too small"\n'
    )
    game = game_of(text)
    assert len(game.start().decision) == 120
    with pytest.raises(StartError, match="shaped: 4 is too small"):
        game.start(options={"size": 4})
    with pytest.raises(StartError, match="`e5` is not a value of `cell`"):
        game_of(text.replace("size > 4", "size > 3")).start(options={"size": 4})


@pytest.mark.parametrize("size", [4, 6, 10])
def test_othello_begins_in_the_middle(size: int) -> None:
    state = hoyle.load("othello").start(options={"size": size})
    assert len(state.decision) == 4
    with pytest.raises(StartError, match="only if its size is even"):
        hoyle.load("othello").start(options={"size": size + 1})
