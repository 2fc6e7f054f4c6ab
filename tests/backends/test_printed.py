"""The Python that three small games become, beside the tests to be reviewed when it changes.

UPDATE_SNAPSHOTS=1 writes the texts in `snapshots/` anew; look at the difference before it is committed.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from hoyle.backends.python.module import Module, to_python
from hoyle.plan.from_program import Mode, Setting, make_plan
from tests.checked.snapshots import matches
from tests.plan.planning import options_of
from tests.play.playing import NAMES, loaded

SNAPSHOTS = Path(__file__).parent / "snapshots"

# The name of the text: the ruleset, its players and the way of playing.
PRINTED: dict[str, tuple[str, int, Mode]] = {
    "tic-tac-toe": ("tic-tac-toe", 2, Mode()),
    "tic-tac-toe-careful": ("tic-tac-toe", 2, Mode(careful=True)),
    "kuhn-poker": ("kuhn-poker", 2, Mode()),
    "kuhn-poker-recorded": ("kuhn-poker", 2, Mode(record=True)),
    "kuhn-poker-stepped": ("kuhn-poker", 2, Mode(stepped=True)),
    "crazy-eights": ("crazy-eights", 3, Mode()),
}


def printed(name: str, players: int, mode: Mode) -> Module:
    program = loaded(name).program
    return to_python(make_plan(program, Setting(players, options_of(program, {}), mode)))


def text_of(module: Module) -> str:
    """The module with its constants, as it could stand in a file."""
    constants = "".join(
        f"{name} = {value!r}\n"
        for name, value in sorted(module.globals.items(), key=lambda item: _order(item[0]))
    )
    return f"{constants}\n{module.text}"


def _order(name: str) -> tuple[int, str]:
    number = name[1:].partition("_")[0]
    return (int(number) if name.startswith("K") and number.isdigit() else -1), name


@pytest.mark.parametrize("name", PRINTED)
def test_the_printed_module(name: str) -> None:
    assert matches(text_of(printed(*PRINTED[name])), SNAPSHOTS / f"{name}.py.txt")


def test_every_snapshot_is_of_something_printed() -> None:
    assert {path.name.removesuffix(".py.txt") for path in SNAPSHOTS.iterdir()} == set(PRINTED)


@pytest.mark.parametrize("name", NAMES)
def test_every_line_has_its_origin(name: str) -> None:
    """A rule of the program, or none; a place of it, or none."""
    module = printed(name, max(loaded(name).player_counts), Mode(record=True, careful=True))
    program = module.plan.program
    assert len(module.origins) == len(module.lines) + 1
    rules = {"", "match", *program.procs}
    assert all(rule in rules and -1 <= at < len(program.places) for rule, at in module.origins)


@pytest.mark.parametrize("name", ["stop", "tic-tac-toe", "mister-zero"])
def test_the_same_plan_is_printed_alike(name: str) -> None:
    players = min(loaded(name).player_counts)
    assert text_of(printed(name, players, Mode())) == text_of(printed(name, players, Mode()))
