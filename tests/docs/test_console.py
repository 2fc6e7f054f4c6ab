"""The commands in ```console blocks print what the page says.

`$ hoyle …` is run through `hoyle.cli.main`, in a folder that holds every whole ruleset of the pages
under its id. The lines up to the next `$` are the expected output; a line `…` stands for any number of lines,
and `…` inside a line for any text. Without such lines only an internal error is a failure.
"""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

import pytest

import hoyle
from hoyle.cli.main import main
from tests.docs.pages import Fence, all_fences, lay_out

INTERNAL = 3
PLAYING = {"run"}  # commands that need the engine


@dataclass(frozen=True)
class Step:
    fence: Fence
    line: int
    command: list[str]
    expected: str

    def __str__(self) -> str:
        return f"{self.fence.page.name}:{self.line} {shlex.join(self.command)}"


def steps_of(fence: Fence) -> list[Step]:
    found: list[Step] = []
    for number, line in enumerate(fence.text.splitlines(), start=fence.line):
        if line.startswith("$ "):
            found.append(Step(fence, number, shlex.split(line[2:]), ""))
        else:
            last = found.pop()
            found.append(Step(fence, last.line, last.command, f"{last.expected}{line}\n"))
    return found


def matches(expected: str, printed: str) -> bool:
    """Whether an output is the expected one, with `…` for what may differ.

    >>> matches("a\\n…\\nz\\n", "a\\nb\\nc\\nz\\n"), matches("in … s\\n", "in 0.3 s\\n")
    (True, True)
    """
    parts = []
    for line in expected.splitlines():
        if line.strip() == "…":
            parts.append(r"(?:[^\n]*\n)*?")
        else:
            parts.append("[^\n]*".join(map(re.escape, line.rstrip().split("…"))) + r"[ ]*\n")
    return re.fullmatch("".join(parts), printed if printed.endswith("\n") else f"{printed}\n") is not None


STEPS = [step for fence in all_fences("console") for step in steps_of(fence)]


@pytest.mark.parametrize("step", STEPS, ids=str)
def test_a_command_prints_what_the_page_says(
    step: Step, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert step.command[0] == "hoyle", "only `hoyle` commands are run"
    if step.command[1] in PLAYING and not hasattr(hoyle, "load"):
        pytest.skip("the engine is not there yet")
    lay_out(tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "110")
    monkeypatch.setenv("NO_COLOR", "1")
    status = main(step.command[1:])
    printed = capsys.readouterr()
    output = printed.out + printed.err
    assert status != INTERNAL, output
    if step.expected:
        assert matches(step.expected, output), f"expected:\n{step.expected}\nprinted:\n{output}"
