"""Every limit of docs/limits.md is reached, and says what the page says."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hoyle.cli.main import main
from hoyle.document.extends import MOST_BASES
from hoyle.reference.limits import LIMITS, Limit
from tests.backends.test_faults import SAMPLES

HEAD = "hoyle: 1\nid: big\ntitle: Big\nabout: Too much of something.\nplayers: 2\n"


def game(more: str = "", do: str = "end round") -> str:
    """A ruleset with something more in it."""
    return f"{HEAD}{more}match: {{ends: always}}\nrules:\n  round:\n    do: |\n      {do}\n"


def with_bases(folder: Path) -> None:
    for number in range(MOST_BASES + 2):
        base = f"extends: b{number - 1}.yaml\n" if number else ""
        text = f"hoyle: 1\nid: b{number}\n{base}title: Base {number}\n"
        (folder / f"b{number}.yaml").write_text(text)
    asked = "choose for seat(0):\n        go needs round_number < 3: nothing\n      otherwise: nothing"
    (folder / "asked0.yaml").write_text(game(do=asked).replace("id: big", "id: asked0"))
    for number in range(1, 13):
        rules = "rules:\n  round.go:\n    needs: base and base\n"
        text = f"hoyle: 1\nid: asked{number}\nextends: asked{number - 1}.yaml\ntitle: Asked\n{rules}"
        (folder / f"asked{number}.yaml").write_text(text)


RULESETS: dict[str, str] = {
    "file": game() + "# " + "x" * (1 << 20),
    "values of a file": game(f"scenarios: [{'1, ' * 50_001}]\n"),
    "nesting": game(f"scenarios: {'[' * 41}{']' * 41}\n"),
    "bases": f"hoyle: 1\nid: big\nextends: b{MOST_BASES + 1}.yaml\ntitle: Big\n",
    "text": game(do="x" * 40_000),
    "nesting of a text": game(do=f"let n = {'(' * 70}1{')' * 70}"),
    "conditions": "hoyle: 1\nid: big\nextends: asked12.yaml\ntitle: Big\n",
    "players": game().replace("players: 2", "players: 2..33"),
    "pieces": game("components:\n  card: {make: {all: {copies: 10001}}}\n"),
    "ring": game("boards:\n  track: {nodes: spot, ring: 10001}\n"),
    "grid": game("boards:\n  square: {nodes: spot, grid: [101, 2]}\n"),
    "range": game("types:\n  many: 1..10001\n"),
    "indices": game("types:\n  t: 1..2\nstate:\n  round:\n    v: int per t, t, t, t, t\n"),
    "indexed values": game("types:\n  t: 1..1000\nstate:\n  round:\n    v: int per t, t\n"),
}


def too_long_trace(folder: Path) -> list[str]:
    path = folder / "trace.jsonl"
    start = '{"event":"start","ruleset":"nim","hash":"x","players":2,"options":{},"seed":1}\n'
    path.write_text(start + f'{{"event":"round","number":"{"x" * (64 << 20)}"}}')
    return ["replay", str(path)]


def large_file(folder: Path) -> list[str]:
    path = folder / "saved.json"
    with path.open("w") as stream:
        stream.truncate((64 << 20) + 1)
    return ["play", "nim", "--resume", str(path)]


COMMANDS: dict[str, Callable[[Path], list[str]]] = {
    "seed": lambda _: ["run", "nim", "--seed", str(1 << 64)],
    "workers": lambda _: ["run", "nim", "--workers", "257"],
    "trace": too_long_trace,
    "saved game": large_file,
}


def test_every_limit_has_a_test() -> None:
    played = {limit.name for limit in LIMITS if limit.chapter == "playing"}
    assert {limit.name for limit in LIMITS} == RULESETS.keys() | COMMANDS.keys() | played
    assert played <= SAMPLES.keys() | {"decisions"}  # which has a test of its own there


NOT_PLAYED = [limit for limit in LIMITS if limit.chapter != "playing"]


@pytest.mark.parametrize("limit", NOT_PLAYED, ids=[limit.name for limit in NOT_PLAYED])
def test_it_is_reached(limit: Limit, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    if limit.name in COMMANDS:
        assert main(COMMANDS[limit.name](tmp_path)) in (1, 2)
    else:
        with_bases(tmp_path)
        (tmp_path / "big.yaml").write_text(RULESETS[limit.name])
        assert main(["lint", str(tmp_path / "big.yaml")]) == 1
    assert limit.says in "".join(capsys.readouterr())
