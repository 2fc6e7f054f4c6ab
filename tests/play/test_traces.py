"""Traces: read, damaged, replayed, told."""

from __future__ import annotations

import json

import pytest

from hoyle.pipeline import compile_ruleset
from hoyle.play.game import Game
from hoyle.play.traces import (
    DamagedTrace,
    Difference,
    difference,
    read_trace,
    retold,
    story,
    trace_text,
)

NIM = Game(compile_ruleset("nim"))
PICKS = ["take 7 from pile 4", "take 5 from pile 3", "take 3 from pile 2", "take 1 from pile 1"]


def nim() -> bytes:
    return trace_text(retold(NIM, 2, 3, {"last_loses": False}, PICKS)).encode()


def test_a_game_is_the_same_again() -> None:
    (recorded,) = read_trace(nim().splitlines())
    assert recorded.picks == PICKS
    assert difference(NIM, recorded) is None


def test_several_games_with_blank_lines() -> None:
    games = list(read_trace((nim() + b"\r\n\n" + nim()).splitlines()))
    assert [game.lines[0] for game in games] == [1, 3 + nim().count(b"\n")]


def changed(line: int, **fields: object) -> bytes:
    events = [json.loads(text) for text in nim().splitlines()]
    events[line] |= fields
    return trace_text(events).encode()


def test_the_first_difference() -> None:
    (recorded,) = read_trace(changed(-1, scores=[0, 0]).splitlines())
    found = difference(NIM, recorded)
    assert found == Difference(
        len(recorded.events) - 1, recorded.events[-1], recorded.events[-1] | {"scores": [-1, 1]}
    )


def test_a_choice_that_is_no_longer_legal() -> None:
    number = next(i for i, text in enumerate(nim().splitlines()) if b'"decide"' in text)
    (recorded,) = read_trace(changed(number, pick="take 9 from pile 4").splitlines())
    found = difference(NIM, recorded)
    assert found is not None
    assert found.replayed is not None
    assert (found.index, found.replayed["event"], found.replayed["pick"]) == (number, "decide", None)


def test_more_than_there_is() -> None:
    (recorded,) = read_trace([*nim().splitlines(), b'{"event":"round","number":2}'])
    assert difference(NIM, recorded) == Difference(
        len(recorded.events) - 1, {"event": "round", "number": 2}, None
    )


def test_a_trace_that_stops_is_no_difference() -> None:
    (recorded,) = read_trace(nim().splitlines()[:7])
    assert difference(NIM, recorded) is None


START = b'{"event":"start","ruleset":"nim","hash":"x","players":2,"options":{},"seed":1}\n'


@pytest.mark.parametrize(
    ("data", "line", "part"),
    [
        (b"", 1, "there is no game in it"),
        (b"\xff\xfe", 1, "not UTF-8"),
        (START + b'{"event":"mo', 2, "cut off"),
        (START + b"[" * 100_000, 2, "not a JSON object"),
        (START + b"9" * 10_000, 2, "not a JSON object"),
        (START + b"7", 2, "not a JSON object"),
        (START + b"{}", 2, "no `event`"),
        (START + b'{"event":["x"]}', 2, "no event"),
        (b'{"event":"round","number":1}', 1, "begins with a `start`"),
        (b"\n" + START.replace(b'"seed":1', b'"seed":null'), 2, "the seed is hidden"),
        (START.replace(b'"players":2', b'"players":"2"'), 1, "no proper `players`"),
        (START.replace(b'"players":2', b'"players":true'), 1, "no proper `players`"),
        (START + b'{"event":"decide","pick":null}', 2, "the choice is hidden"),
    ],
)
def test_a_damaged_trace_names_the_line(data: bytes, line: int, part: str) -> None:
    with pytest.raises(DamagedTrace) as error:
        list(read_trace(data.splitlines()))
    assert error.value.line == line
    assert part in error.value.message


def test_a_game_as_a_person_reads_it() -> None:
    (recorded,) = read_trace(nim().splitlines())
    told = list(story(recorded))
    assert told[0] == "nim: 2 players, seed 3, piles 1, 3, 5, 7, last_loses false"
    assert told[1] == "round 1"
    assert "  seat 0 (turn, 16 choices): take 7 from pile 4" in told
    assert told[-2:] == ["  scores: -1, 1", "end: scores -1, 1; won by seat 1"]


def test_games_are_read_one_after_the_other_up_to_a_size(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = nim().splitlines()
    games = read_trace(iter([*lines, *lines, b"{"]))
    assert next(games).lines == list(range(1, len(lines) + 1))
    monkeypatch.setattr("hoyle.play.traces.MOST_BYTES", len(nim()) // 2)
    with pytest.raises(DamagedTrace, match="longer than 64 MiB"):
        next(games)
