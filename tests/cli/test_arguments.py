"""`--option` follows the kind of the ruleset's option."""

from __future__ import annotations

import pytest

from hoyle.analysis.batch import OptionValue
from hoyle.cli.arguments import chosen_options
from hoyle.cli.faults import UserFault
from hoyle.cli.main import main
from hoyle.wording import typed

DEFAULTS: dict[str, OptionValue] = {"hand_size": 7, "open": True, "winner": "points", "heaps": [1, 3, 5]}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("hand_size=5", {"hand_size": 5}),
        ("hand_size = 5", {"hand_size": 5}),
        ("open=false", {"open": False}),
        ("winner=rounds", {"winner": "rounds"}),
        ("heaps=2,4", {"heaps": [2, 4]}),
        ("heaps=[2, 4]", {"heaps": [2, 4]}),
        ("heaps=", {"heaps": []}),
    ],
)
def test_values(word: str, expected: dict[str, object]) -> None:
    assert chosen_options([word], DEFAULTS) == expected
    ((name, value),) = expected.items()
    assert chosen_options([f"{name}={typed(value)}"], DEFAULTS) == expected


@pytest.mark.parametrize(
    "word", ["hand_size=", "hand_size=1.5", "open=1", "open=True", "heaps=1,x", "=3", "size=3"]
)
def test_wrong_values(word: str) -> None:
    with pytest.raises(UserFault, match="--option"):
        chosen_options([word], DEFAULTS)


@pytest.mark.parametrize("command", ["run", "play", "tournament", "diff"])
@pytest.mark.parametrize("seed", ["-1", str(1 << 64), "x"])
def test_seeds_that_are_none(command: str, seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    rulesets = ["nim", "nim"] if command == "diff" else ["nim"]
    assert main([command, *rulesets, "--seed", seed]) == 2
    assert "argument --seed: " in capsys.readouterr().err
